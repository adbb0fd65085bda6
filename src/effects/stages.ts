/** Asks the server to move documents, and where they stand. */
import { refuseMove } from '../commands/stages.ts'
import { addToast } from '../commands/toasts.ts'
import { firstAsked, flowAsked, moveRequested, movesAsked } from '../events/catalog/stages.ts'
import { firstKey, flowKey, movesKey } from '../stores/stages.ts'
import { effect } from './define.ts'
import { later } from './later.ts'
import { missed, told } from './outcomes.ts'

const calls = later(() => import('./stages-calls.ts'))
const looks = {
  strategy: 'latest',
  scope: 'project',
  retry: { times: 2, base: 300, cap: 5_000 },
  done: told,
} as const

export const stagesEffects = [
  effect({
    name: 'stages.move',
    on: moveRequested,
    strategy: 'queue',
    delivery: 'once',
    timeout: 60_000,
    retry: { times: 5, base: 300, cap: 30_000 },
    request: async (asked, ctx) => (await calls()).send(asked, ctx),
    done: told,
    fail: ({ payload: { moveId } }, { kind, message }) =>
      kind === 'canceled'
        ? {}
        : { commands: [refuseMove({ moveId, message }), addToast({ kind: 'error', message })] },
  }),
  effect({
    ...looks,
    name: 'stages.fetchFlow',
    on: flowAsked,
    request: async (_, ctx) => (await calls()).lookAtFlow(ctx),
    fail: (_, failure) => missed(flowKey, failure),
  }),
  effect({
    ...looks,
    name: 'stages.fetchMoves',
    on: movesAsked,
    request: async (_, ctx) => (await calls()).lookAtMoves(ctx),
    fail: (_, failure) => missed(movesKey, failure),
  }),
  effect({
    ...looks,
    name: 'stages.fetchFirst',
    on: firstAsked,
    request: async ({ payload: { of } }, ctx) => (await calls()).firstOf(of, ctx),
    fail: ({ payload: { of } }, failure) => missed(firstKey(of), failure),
  }),
]
