/** Moves and looks as calls of the contract, and what their answers become. */

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
import { askMoves, beginMove } from '../commands/stages.ts'
import type { Move, moveRequested } from '../events/catalog/stages.ts'
import type { PayloadOf } from '../events/define.ts'
import type { Envelope } from '../events/envelope.ts'
import { searchOf } from '../events/filter/query.ts'
import { firstDocuments, firstKey, flowKey, flows, moveList, movesKey } from '../stores/stages.ts'
import type { Call } from './call.ts'
import { type Outcome, type RequestContext, readTimeout } from './define.ts'
import { came } from './outcomes.ts'

/** While one types and ticks, nothing is asked. */
const quietMs = 250
/** Rows of the list of first documents. */
const rows = 25

const documentsIn = (of: ChosenDocuments): StageDocuments => ({
  query: searchOf(of, false),
  filter: of.filter,
})

export async function send(
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

export async function lookAtFlow({ call }: RequestContext): Promise<Outcome> {
  return came(flows, flowKey, await call(readFlow))
}

export async function lookAtMoves({ call }: RequestContext): Promise<Outcome> {
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
export async function firstOf(of: ChosenDocuments, { call, rest }: RequestContext): Promise<Outcome> {
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
