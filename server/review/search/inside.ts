/** Searching inside something that holds documents: a batch, a folder, what a saved search finds, a set that is kept, a load. */
import type { SearchQuery } from '#contracts/documents.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { denied } from '../../platform/http/scope.ts'
import { notHeld, standingOf } from '../batch-standing/standing.ts'
import { documentsOfFolder } from '../folder-access/visible.ts'
import { unpackIds } from './documents-kept.ts'
import { reportOf, sampleOf, termOf } from './kept-sets.ts'
import { foundBy, searchOf } from './saved-searches.ts'
import { type Found, isHit } from './search.ts'

/** The documents that a query is looked for in; null: all of the project. */
export async function insideOf(
  ctx: ProjectContext,
  { objectId, type }: Pick<SearchQuery, 'objectId' | 'type'>,
): Promise<ReadonlySet<number> | null> {
  if (objectId === null && type === null) return null
  const within = type === null ? undefined : holders.get(type)
  if (objectId === null || within === undefined)
    throw new ApiError(
      'request.invalid',
      'Documents are looked for in all of the project, in a batch, in a folder, in what a saved search finds, in a sample or report, or in a load.',
      { detail: objectId === null ? 'query.objectId' : 'query.type' },
    )
  return await within(ctx, objectId)
}

const holders: ReadonlyMap<string, (ctx: ProjectContext, objectId: number) => Promise<ReadonlySet<number>>> =
  new Map([
    ['batch', documentsOfBatch],
    ['savedSearch', documentsOfSearch],
    ['sample', async (ctx, id) => unpackIds((await sampleOf(ctx, ctx.records.read, id)).documents)],
    ['termReport', async (ctx, id) => unpackIds((await reportOf(ctx, ctx.records.read, id)).documents)],
    // What one term of a report finds and no other.
    ['uniqueHits', async (ctx, id) => unpackIds((await termOf(ctx, ctx.records.read, id)).alone)],
    ['load', documentsOfLoad],
    ['folder', (ctx, folderId) => documentsOfFolder(ctx, folderId, true)],
    ['folderOnly', (ctx, folderId) => documentsOfFolder(ctx, folderId, false)],
  ])

async function documentsOfSearch(ctx: ProjectContext, savedSearchId: number): Promise<ReadonlySet<number>> {
  return new Set(await foundBy(ctx, await searchOf(ctx, ctx.records.read, savedSearchId)))
}

/** Those that it made, or was laid over. Whoever sees loads may ask. */
async function documentsOfLoad(ctx: ProjectContext, jobId: number): Promise<ReadonlySet<number>> {
  if (!ctx.can('collect.view')) throw denied('collect.view')
  const { read } = ctx.records
  const { projectId } = ctx.project
  const job = await read
    .selectFrom('job')
    .select('job_id')
    .where('job_id', '=', jobId)
    .where('project_id', '=', projectId)
    .where('kind', '=', 'load')
    .executeTakeFirst()
  if (job === undefined) throw notFound('load')
  const made = await read
    .selectFrom('document')
    .select('document_id')
    .where('job_id', '=', jobId)
    .where('project_id', '=', projectId)
    .execute()
  const laidOver = await read
    .selectFrom('laid_over')
    .select('document_id')
    .where('job_id', '=', jobId)
    .execute()
  return new Set([...made, ...laidOver].map(({ document_id }) => document_id))
}

/** Those who give batches out see into all of them, others into their own; the rest are answered as not there. */
async function documentsOfBatch(ctx: ProjectContext, batchId: number): Promise<ReadonlySet<number>> {
  const { read } = ctx.records
  const { projectId } = ctx.project
  const batch = await read
    .selectFrom('batch as b')
    .innerJoin('assignment as a', 'a.assignment_id', 'b.assignment_id')
    .select('b.holder')
    .where('b.batch_id', '=', batchId)
    .where('b.project_id', '=', projectId)
    .where('a.deleted_at', 'is', null)
    .executeTakeFirst()
  const isTheirs = batch?.holder === ctx.caller.userId || ctx.can('assignment.manage')
  if (batch === undefined || !isTheirs)
    throw notHeld(await standingOf(read, ctx, batchId), 'Show all documents, or take the next batch.')
  const rows = await read
    .selectFrom('batch_document')
    .select('document_id')
    .where('batch_id', '=', batchId)
    .execute()
  return new Set(rows.map(({ document_id }) => document_id))
}

/** What of a result is among these documents, in its order. */
export function narrowed(found: Found, inside: ReadonlySet<number> | null): Found {
  if (inside === null) return found
  const ids: number[] = []
  const hits: number[] = []
  let hitCount = 0
  found.ids.forEach((id, position) => {
    if (!inside.has(id)) return
    const at = ids.push(id) - 1
    if (!isHit(found, position)) return
    hits[at >> 3] = (hits[at >> 3] ?? 0) | (1 << (at & 7))
    hitCount += 1
  })
  const bits = Uint8Array.from({ length: Math.ceil(ids.length / 8) }, (_, byte) => hits[byte] ?? 0)
  return { ...found, ids: Int32Array.from(ids), hits: bits, hitCount }
}
