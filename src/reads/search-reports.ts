/** Search term reports, random samples, and one's own searches. */
import * as z from 'zod/mini'
import { documentSet } from '#contracts/document-sets.ts'
import { id } from '#contracts/ids.ts'
import { listSamples, populationOf } from '#contracts/samples.ts'
import { listHistory } from '#contracts/searching.ts'
import { listTermReports, readTermReport } from '#contracts/term-reports.ts'
import { read } from './read.ts'

export const termReports = read({
  name: 'searchReports.reports',
  event: 'searchReports.reportsRequested',
  label: 'Look up search term reports',
  log: 'project',
  payload: z.strictObject({}),
  ask: async (_, { call }) => (await call(listTermReports)).data,
})

export const termReport = read({
  name: 'searchReports.report',
  event: 'searchReports.reportRequested',
  label: 'Open a search term report',
  log: 'project',
  payload: z.strictObject({ termReportId: id }),
  ask: (query, { call }) => call(readTermReport, { query }),
})

export const samples = read({
  name: 'searchReports.samples',
  event: 'searchReports.samplesRequested',
  label: 'Look up random samples',
  log: 'project',
  payload: z.strictObject({}),
  ask: async (_, { call }) => (await call(listSamples)).data,
})

export const population = read({
  name: 'searchReports.population',
  event: 'searchReports.populationRequested',
  label: 'Count the documents of a set',
  log: 'project',
  payload: z.strictObject({ set: documentSet }),
  ask: async (body, { call }) =>
    (await call(populationOf, { body, idempotencyKey: null, repeatable: true })).population,
})

export const pastSearches = read({
  name: 'searchReports.history',
  event: 'searchReports.historyRequested',
  label: 'Look up past searches',
  log: 'project',
  payload: z.strictObject({}),
  ask: async (_, { call }) => (await call(listHistory)).data,
})
