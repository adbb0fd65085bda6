/** Asks the server to move documents, and where they stand. */
import { clearSnapshot } from '#contracts/documents.ts'
import type { ChosenDocuments } from '#contracts/filter.ts'
import {
  filter,
  filterReport,
  fullSearch,
  promote,
  readFlow,
  rollBack,
  type StageDocuments,
} from '#contracts/stages.ts'
import { requestProgress } from '../commands/jobs.ts'
import { askMoves, beginMove, refuseMove } from '../commands/stages.ts'
import { addToast } from '../commands/toasts.ts'
import { firstAsked, flowAsked, type Move, moveRequested, movesAsked } from '../events/catalog/stages.ts'
import type { PayloadOf } from '../events/define.ts'
import type { Envelope } from '../events/envelope.ts'
import { searchOf } from '../events/filter/query.ts'
import { firstDocuments, firstKey, flowKey, flows, moveList, movesKey } from '../stores/stages.ts'
import type { Call } from './call.ts'
import { effect, type Outcome, type RequestContext, readTimeout } from './define.ts'
import { came, missed, told } from './outcomes.ts'

/** While one types and ticks, nothing is asked. */
const quietMs = 250
/** Rows of the list of first documents. */
const rows = 25

const documentsIn = (of: ChosenDocuments): StageDocuments => ({
  query: searchOf(of, false),
  filter: of.filter,
})

async function send(
  { payload: { moveId, move }, projectId }: Envelope<PayloadOf<typeof moveRequested>>,
  { call }: RequestContext,
): Promise<Outcome> {
  const { jobId } = await sendMove(move, call)
  return {
    commands: [
      beginMove({ moveId, jobId }),
      askMoves({}),
      ...(projectId === null ? [] : [requestProgress({ projectId })]),
    ],
  }
}

async function lookAtFlow({ call }: RequestContext): Promise<Outcome> {
  return came(flows, flowKey, await call(readFlow))
}

async function lookAtMoves({ call }: RequestContext): Promise<Outcome> {
  return came(moveList, movesKey, (await call(filterReport)).data)
}

function sendMove(move: Move, call: Call): Promise<{ jobId: number }> {
  if ('filterJobId' in move) return call(filter, { body: { restore: true, filterJobId: move.filterJobId } })
  if ('jobId' in move) return call(rollBack, { body: { jobId: move.jobId } })
  const documents = documentsIn(move.of)
  switch (move.what) {
    case 'promote':
      return call(promote, { body: { documents } })
    case 'filter':
      return call(filter, { body: { name: move.name, documents } })
    case 'restore':
      return call(filter, { body: { restore: true, documents } })
  }
}

/** The result is not paged: it is dropped on the server as soon as its first rows are here. */
async function firstOf(of: ChosenDocuments, { call, rest }: RequestContext): Promise<Outcome> {
  await rest(quietMs)
  const { data, snapshotId } = await call(fullSearch, {
    idempotencyKey: null,
    repeatable: true,
    timeout: readTimeout,
    body: {
      query: searchOf(of, false),
      where: of.filter,
      sort: 'parentDateAsc',
      viewer: 'parentsAndChildren',
      filter: 'all',
      pageSize: rows,
      page: 1,
    },
  })
  await call(clearSnapshot, { idempotencyKey: null, repeatable: true, body: { snapshotId } })
  return came(firstDocuments, firstKey(of), data)
}

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
    request: (asked, ctx) => send(asked, ctx),
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
    request: (_, ctx) => lookAtFlow(ctx),
    fail: (_, failure) => missed(flowKey, failure),
  }),
  effect({
    ...looks,
    name: 'stages.fetchMoves',
    on: movesAsked,
    request: (_, ctx) => lookAtMoves(ctx),
    fail: (_, failure) => missed(movesKey, failure),
  }),
  effect({
    ...looks,
    name: 'stages.fetchFirst',
    on: firstAsked,
    request: ({ payload: { of } }, ctx) => firstOf(of, ctx),
    fail: ({ payload: { of } }, failure) => missed(firstKey(of), failure),
  }),
]
