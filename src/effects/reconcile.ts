/** Has the log of this browser checked against the record, and reports how it stands. */
import { checkRequested, reportRequested } from '../events/catalog/reconcile.ts'
import { effect } from './define.ts'
import { lazyModule } from './lazy-module.ts'
import { asOutcome } from './outcomes.ts'

const calls = lazyModule(() => import('./reconcile-calls.ts'))
const common = { retry: { times: 3, base: 1_000, cap: 30_000 }, done: asOutcome } as const

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
]
