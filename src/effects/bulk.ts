/** Changes of many documents on their way to the record, and how they go on there. */
import { refuseBulk } from '../commands/bulk.ts'
import { addToast } from '../commands/toasts.ts'
import { bulkControlled, bulkEnded, bulkRequested, progressAsked } from '../events/catalog/bulk.ts'
import { effect } from './define.ts'
import { lazyModule } from './lazy-module.ts'
import { asOutcome, toastError } from './outcomes.ts'

const calls = lazyModule(() => import('./bulk-calls.ts'))
const retry = { times: 3, base: 300, cap: 5_000 } as const

export const bulkEffects = [
  effect({
    name: 'bulk.send',
    on: bulkRequested,
    strategy: 'queue',
    delivery: 'once',
    timeout: 30_000,
    retry: { times: 5, base: 300, cap: 30_000 },
    request: async (asked, ctx) => (await calls()).send(asked, ctx),
    done: asOutcome,
    fail: ({ payload: { bulkId, title } }, { kind, message }) =>
      kind === 'canceled'
        ? {}
        : {
            commands: [
              refuseBulk({ bulkId, message }),
              addToast({ kind: 'error', message: `${title}: ${message}` }),
            ],
          },
  }),
  effect({
    name: 'bulk.follow',
    on: progressAsked,
    reads: true,
    strategy: 'first',
    scope: 'project',
    request: async ({ payload }, ctx) => (await calls()).follow(payload, ctx),
    done: asOutcome,
    // The next look comes soon.
    fail: () => ({}),
  }),
  effect({
    name: 'bulk.renewShown',
    on: bulkEnded,
    everywhere: true,
    strategy: 'every',
    scope: 'project',
    retry,
    request: async (ended, ctx) => (await calls()).renewShown(ended, ctx),
    done: asOutcome,
    fail: () => ({}),
  }),
  effect({
    name: 'bulk.carryControl',
    on: bulkControlled,
    strategy: 'queue',
    delivery: 'once',
    retry,
    request: async ({ payload }, ctx) => (await calls()).control(payload, ctx),
    done: asOutcome,
    fail: (_, failure) => toastError(failure),
  }),
]
