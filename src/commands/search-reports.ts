/** Running search term reports, drawing random samples, and forgetting searches. */
import {
  forgetAsked,
  formSettled,
  reportDeletionAsked,
  runAsked,
  sampleAsked,
  sampleDeletionAsked,
} from '../events/catalog/search-reports.ts'
import { command } from './define.ts'

const never = { capture: 'never' } as const

export const runReport = command({
  ...never,
  type: 'searchReports.run',
  payload: runAsked.payload,
  decide: (_state, payload) => [runAsked(payload)],
  label: ({ ask }) => (ask === null ? 'Give up the report' : `Run the search term report ${ask.name}`),
})

/** By the effect, with what became of a form. */
export const settleForm = command({
  ...never,
  type: 'searchReports.settle',
  payload: formSettled.payload,
  decide: (_state, payload) => [formSettled(payload)],
  label: ({ message }) => message ?? 'It is done',
})

export const deleteReport = command({
  ...never,
  type: 'searchReports.deleteReport',
  payload: reportDeletionAsked.payload,
  decide: (_state, payload) => [reportDeletionAsked(payload)],
  label: ({ name }) => `Delete the search term report ${name}`,
})

export const drawSample = command({
  ...never,
  type: 'searchReports.drawSample',
  payload: sampleAsked.payload,
  decide: (_state, payload) => [sampleAsked(payload)],
  label: ({ name }) => `Draw the random sample ${name}`,
})

export const deleteSample = command({
  ...never,
  type: 'searchReports.deleteSample',
  payload: sampleDeletionAsked.payload,
  decide: (_state, payload) => [sampleDeletionAsked(payload)],
  label: ({ name }) => `Delete the random sample ${name}`,
})

export const forgetSearches = command({
  ...never,
  type: 'searchReports.forget',
  payload: forgetAsked.payload,
  decide: (_state, payload) => [forgetAsked(payload)],
  label: ({ pastSearchId }) => (pastSearchId === null ? 'Forget all searches' : 'Forget a search'),
})
