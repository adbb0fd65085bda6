/** Has reports run, samples drawn, either deleted, and searches forgotten. */
import { deleteSample, drawSample } from '#contracts/samples.ts'
import { forgetSearches } from '#contracts/searching.ts'
import { deleteTermReport, runTermReport } from '#contracts/term-reports.ts'
import { settleForm } from '../commands/search-reports.ts'
import { addToast } from '../commands/toasts.ts'
import {
  forgetAsked,
  reportDeletionAsked,
  runAsked,
  sampleAsked,
  sampleDeletionAsked,
} from '../events/catalog/search-reports.ts'
import { pastSearches, samples, termReports } from '../reads/search-reports.ts'
import { effect } from './define.ts'
import { asOutcome, toastError } from './outcomes.ts'

const policy = { scope: 'project', strategy: 'queue', retry: { times: 3, base: 300, cap: 5_000 } } as const

const success = (message: string) => addToast({ kind: 'success', message })

export const searchReportsEffects = [
  effect({
    ...policy,
    name: 'searchReports.run',
    on: runAsked,
    // Who gives a report up, or asks for another one, waits for this one no more: the server stops counting.
    strategy: 'latest',
    key: (envelope) => envelope.tabId,
    request: async ({ payload: { ask } }, { call }) =>
      ask === null ? null : await call(runTermReport, { body: ask }),
    done: ({ payload: { formKey } }, report) =>
      report === null
        ? {}
        : {
            commands: [
              settleForm({ formKey, message: null, termReportId: report.termReportId }),
              termReports.request({}),
            ],
          },
    fail: ({ payload: { formKey } }, { kind, message }) =>
      kind === 'canceled' ? {} : { commands: [settleForm({ formKey, message, termReportId: null })] },
  }),
  effect({
    ...policy,
    name: 'searchReports.drawSample',
    on: sampleAsked,
    request: ({ payload: { formKey: _, ...body } }, { call }) => call(drawSample, { body }),
    done: ({ payload: { formKey, name } }) => ({
      commands: [
        settleForm({ formKey, message: null, termReportId: null }),
        success(`${name} is drawn`),
        samples.request({}),
      ],
    }),
    fail: ({ payload: { formKey } }, { message }) => ({
      commands: [settleForm({ formKey, message, termReportId: null })],
    }),
  }),
  effect({
    ...policy,
    name: 'searchReports.deleteReport',
    on: reportDeletionAsked,
    request: async ({ payload: { termReportId, name } }, { call }) => {
      await call(deleteTermReport, { query: { termReportId } })
      return { commands: [success(`${name} is deleted`), termReports.request({})] }
    },
    done: asOutcome,
    fail: (_, failure) => toastError(failure),
  }),
  effect({
    ...policy,
    name: 'searchReports.deleteSample',
    on: sampleDeletionAsked,
    request: async ({ payload: { sampleId, name } }, { call }) => {
      await call(deleteSample, { query: { sampleId } })
      return { commands: [success(`${name} is deleted`), samples.request({})] }
    },
    done: asOutcome,
    fail: (_, failure) => toastError(failure),
  }),
  effect({
    ...policy,
    name: 'searchReports.forget',
    on: forgetAsked,
    // It may be asked again: what is forgotten stays so.
    request: async ({ payload: { pastSearchId } }, { call }) => {
      await call(forgetSearches, { query: pastSearchId === null ? {} : { pastSearchId } })
      return { commands: [pastSearches.request({})] }
    },
    done: asOutcome,
    fail: (_, failure) => toastError(failure),
  }),
]
