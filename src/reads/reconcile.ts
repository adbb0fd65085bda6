/** How the logs of a project's reviewers stand against the record, for a review manager. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import { type LogReport, readReport, reports } from '#contracts/reconcile.ts'
import { read } from './read.ts'

const retry = { times: 3, base: 1_000, cap: 30_000 } as const

export const logReports = read({
  name: 'reconcile.reports',
  label: 'Look up how logs stand',
  log: 'account',
  payload: z.object({ projectId: id }),
  limit: 4,
  retry,
  ask: async ({ projectId }, { call }): Promise<readonly LogReport[]> =>
    (await call(reports, { projectId })).data,
})

export const logReport = read({
  name: 'reconcile.report',
  event: 'reconcile.reportOpened',
  label: ({ reportId }) => `Look up report ${reportId}`,
  log: 'account',
  payload: z.object({ projectId: id, reportId: id }),
  retry,
  ask: ({ projectId, reportId }, { call }) => call(readReport, { projectId, params: { reportId } }),
})
