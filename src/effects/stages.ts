/** Asks the server to move documents, and where they stand. What it knows of the contract comes with the first question. */
import { requestProgress } from '../commands/jobs.ts'
import { askMoves, beginMove, refuseMove } from '../commands/stages.ts'
import { addToast } from '../commands/toasts.ts'
import { firstAsked, flowAsked, moveRequested, movesAsked } from '../events/catalog/stages.ts'
import { failureOf, failures } from '../stores/answers.ts'
import { write } from '../stores/cache.ts'
import { firstDocuments, firstKey, flowKey, flows, moveList, movesKey } from '../stores/stages.ts'
import { effect, type Outcome } from './define.ts'
import type { CallFailure } from './failure.ts'

const asking = () => import('./stages-asking.ts')
const looks = { strategy: 'latest', scope: 'project', retry: { times: 2, base: 300, cap: 5_000 } } as const

const noted =
  (key: string) =>
  (_: unknown, failure: CallFailure): Outcome =>
    failure.kind === 'canceled' ? {} : { cache: [write(failures, key, failureOf(failure))] }

const send = effect({
  name: 'stages.move',
  on: moveRequested,
  strategy: 'queue',
  delivery: 'once',
  timeout: 60_000,
  retry: { times: 5, base: 300, cap: 30_000 },
  request: async ({ payload: { move } }, { call }) => (await asking()).sendMove(move, call),
  done: ({ payload: { moveId }, projectId }, { jobId }) => ({
    commands: [
      beginMove({ moveId, jobId }),
      askMoves({}),
      ...(projectId === null ? [] : [requestProgress({ projectId })]),
    ],
  }),
  fail: ({ payload: { moveId } }, { kind, message }) =>
    kind === 'canceled'
      ? {}
      : { commands: [refuseMove({ moveId, message }), addToast({ kind: 'error', message })] },
})

const fetchFlow = effect({
  ...looks,
  name: 'stages.fetchFlow',
  on: flowAsked,
  request: async (_, { call }) => call((await asking()).readFlow),
  done: (_, flow) => ({ cache: [write(flows, flowKey, flow), write(failures, flowKey, null)] }),
  fail: noted(flowKey),
})

const fetchMoves = effect({
  ...looks,
  name: 'stages.fetchMoves',
  on: movesAsked,
  request: async (_, { call }) => call((await asking()).filterReport),
  done: (_, { data }) => ({ cache: [write(moveList, movesKey, data), write(failures, movesKey, null)] }),
  fail: noted(movesKey),
})

const fetchFirst = effect({
  ...looks,
  name: 'stages.fetchFirst',
  on: firstAsked,
  request: async ({ payload: { of } }, ctx) => (await asking()).firstOf(of, ctx),
  done: ({ payload: { of } }, rows) => ({
    cache: [write(firstDocuments, firstKey(of), rows), write(failures, firstKey(of), null)],
  }),
  fail: ({ payload: { of } }, failure) => noted(firstKey(of))(of, failure),
})

export const stagesEffects = [send, fetchFlow, fetchMoves, fetchFirst]
