/** Moves and looks as calls of the contract. */

import type { DocumentRow } from '#contracts/documents.ts'
import { clearSnapshot } from '#contracts/documents.ts'
import {
  filter,
  filterReport,
  fullSearch,
  promote,
  readFlow,
  rollBack,
  type StageDocuments,
} from '#contracts/stages.ts'
import type { ChosenDocuments } from '../events/catalog/filter.ts'
import type { Move } from '../events/catalog/stages.ts'
import { searchOf } from '../events/filter/query.ts'
import type { Call } from './call.ts'
import { type RequestContext, readTimeout } from './define.ts'

export { filterReport, readFlow }

/** While one types and ticks, nothing is asked. */
const quietMs = 250
/** Rows of the list of first documents. */
const rows = 25

const documentsIn = (of: ChosenDocuments): StageDocuments => ({
  query: searchOf(of, false),
  filter: of.filter,
})

export function sendMove(move: Move, call: Call): Promise<{ jobId: number }> {
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
export async function firstOf(
  of: ChosenDocuments,
  { call, rest }: RequestContext,
): Promise<readonly DocumentRow[]> {
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
  return data
}
