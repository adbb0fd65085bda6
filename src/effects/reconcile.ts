/** Asks the record what became of this browser's commands, and reports how the log stands. */
import {
  checkRequested,
  reportOpened,
  reportRequested,
  reportsRequested,
} from '../events/catalog/reconcile.ts'
import { openReportKey, reportsKey } from '../stores/reconcile-reports.ts'
import { effect } from './define.ts'
import { later } from './later.ts'
import { missed, told } from './outcomes.ts'

const calls = later(() => import('./reconcile-calls.ts'))
const common = { retry: { times: 3, base: 1_000, cap: 30_000 }, done: told } as const

export const reconcileEffects = [
  effect({
    ...common,
    name: 'reconcile.check',
    on: checkRequested,
    strategy: 'first',
    scope: 'project',
    request: async (_, ctx) => (await calls()).checkLog(ctx),
    // It is asked again in a while.
    fail: () => ({}),
  }),
  effect({
    ...common,
    name: 'reconcile.report',
    on: reportRequested,
    strategy: 'latest',
    scope: 'project',
    request: async (asked, ctx) => (await calls()).tellServer(asked, ctx),
    fail: () => ({}),
  }),
  effect({
    ...common,
    name: 'reconcile.fetchReports',
    on: reportsRequested,
    strategy: 'latest',
    request: async ({ payload: { projectId } }, ctx) => (await calls()).readReports(projectId, ctx),
    fail: ({ payload: { projectId } }, failure) => missed(reportsKey(projectId), failure),
  }),
  effect({
    ...common,
    name: 'reconcile.fetchReport',
    on: reportOpened,
    strategy: 'latest',
    request: async ({ payload }, ctx) => (await calls()).openReport(payload, ctx),
    fail: ({ payload: { reportId } }, failure) => missed(openReportKey(reportId), failure),
  }),
]
