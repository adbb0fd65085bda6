/** Searching: opens a snapshot of the ordered result, and hands out its pages. */
import type * as z from 'zod/mini'
import type { BulkDocuments } from '#contracts/bulk-changes.ts'
import type { DocumentRow, SearchPage, searchDocuments } from '#contracts/documents.ts'
import type { DocumentFilter } from '#contracts/filter.ts'
import type { Stage } from '#contracts/stages.ts'
import { defaultNoise } from '#query/noise.ts'
import type { Node } from '#query/tree.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { formFieldIds } from '../coding-values/coded.ts'
import { askerOf, find } from './find.ts'
import { insideOf, narrowed } from './inside.ts'
import type { ListQuery } from './list.ts'
import { readQuery } from './query.ts'
import { documentRows } from './rows.ts'
import { isHit } from './search.ts'
import { type Snapshot, Snapshots } from './snapshots.ts'

/** About forty results of 400,000 documents each. */
const snapshots = new Snapshots(64 * 1024 * 1024)

export type SearchRequest = z.infer<(typeof searchDocuments)['body']>

/** Answers a search of a side with one page; the rest are slices of the snapshot it names. */
export async function search(
  ctx: ProjectContext,
  request: SearchRequest,
  stage: Stage = 'review',
  where: DocumentFilter | null = null,
): Promise<SearchPage> {
  const started = performance.now()
  const { list, reading, notes, by } = await readQuery(ctx, request.query, where)
  const { sort, viewer, filter, page, pageSize } = request
  const inside = await insideOf(ctx, request.query)
  const formFields = await formFieldIds(ctx.records.read, ctx.project.projectId)
  const asked: ListQuery = { ...list, stage, sort, viewer, filter, formFields }
  const all = await ctx.search.find(ctx.project.projectId, asked, askerOf(ctx))
  const found = narrowed(all, inside)
  const snapshot = snapshots.keep(ctx.caller.userId, ctx.project.projectId, {
    ...found,
    tree: list.tree,
    stage,
    view: JSON.stringify(ctx.project.view),
  })
  const data = await rowsOf(ctx, snapshot, page, pageSize)
  return {
    data,
    totalCount: found.ids.length,
    hitCount: found.hitCount,
    snapshotId: snapshot.id,
    page,
    pageSize,
    reading,
    ...(by.noise === defaultNoise ? {} : { noise: [...by.noise] }),
    tree: list.tree,
    notes: [...notes],
    withoutText: found.withoutText,
    indexedAsOf: found.indexedAsOf,
    tookMs: Math.round((performance.now() - started) * 10) / 10,
  }
}

/** A page of a snapshot; past the end it is empty. */
export async function page(
  ctx: ProjectContext,
  snapshotId: string,
  number: number,
  pageSize: number,
): Promise<{ data: DocumentRow[]; totalCount: number; page: number; tree: Node | null }> {
  const snapshot = snapshotOf(ctx, snapshotId)
  return {
    data: await rowsOf(ctx, snapshot, number, pageSize),
    totalCount: snapshot.ids.length,
    page: number,
    tree: snapshot.tree,
  }
}

/** Where a document stands in a snapshot, or -1. */
export const locate = (ctx: ProjectContext, snapshotId: string, documentId: number): number =>
  snapshotOf(ctx, snapshotId).ids.indexOf(documentId)

export const clearSnapshot = (ctx: ProjectContext, snapshotId: string): void =>
  snapshots.clear(snapshotId, ctx.caller.userId, ctx.project.projectId)

/**
 * The documents that a job is to be about, each once: those named, or a result without some of it. Throws where there are
 * none, and where the result is not held any more; what is about review takes no result of the side of processing.
 */
export function documentsMeant(
  ctx: ProjectContext,
  documents: BulkDocuments,
  stage: Stage = 'review',
): readonly number[] | Int32Array {
  const ids = documentsIn(ctx, documents, stage)
  if (ids.length === 0)
    throw new ApiError('request.invalid', 'There are no documents in this selection.', {
      detail: 'documents',
    })
  return ids
}

/** The same, of which there may be none. */
export function documentsIn(
  ctx: ProjectContext,
  documents: BulkDocuments,
  stage: Stage = 'review',
): readonly number[] | Int32Array {
  if ('ids' in documents) return [...new Set(documents.ids)]
  const { ids, stage: own } = snapshotOf(ctx, documents.snapshotId)
  if (own !== stage && stage === 'review')
    throw new ApiError(
      'conflict',
      'This result holds documents that are not in review. Promote them, then search in review.',
      { detail: 'documents' },
    )
  if (documents.except.length === 0) return ids
  const without = new Set(documents.except)
  return ids.filter((id) => !without.has(id))
}

/** The documents that a query and a filter find on the side of processing. */
export async function found(
  ctx: ProjectContext,
  query: SearchRequest['query'],
  where: DocumentFilter | null,
): Promise<Int32Array> {
  const inside = await insideOf(ctx, query)
  return narrowed(await find(ctx, { query, where, stage: 'processing' }), inside).ids
}

/** How many documents a query finds; family members too where they are asked for. */
export async function count(ctx: ProjectContext, query: SearchRequest['query']): Promise<number> {
  const inside = await insideOf(ctx, query)
  return narrowed(await find(ctx, { query }), inside).ids.length
}

function snapshotOf(ctx: ProjectContext, snapshotId: string): Snapshot {
  const snapshot = snapshots.get(snapshotId, ctx.caller.userId, ctx.project.projectId)
  // Somebody's role, or their walls, may have changed since they searched. Rows are read through the door in any case.
  const isTheirs =
    (snapshot?.stage !== 'processing' || ctx.can('collect.view')) &&
    snapshot?.view === JSON.stringify(ctx.project.view)
  if (snapshot === undefined || !isTheirs)
    throw new ApiError('notFound', 'This result is not held any more. Search again.')
  return snapshot
}

async function rowsOf(
  ctx: ProjectContext,
  snapshot: Snapshot,
  number: number,
  pageSize: number,
): Promise<DocumentRow[]> {
  const first = (number - 1) * pageSize
  const asked = [...snapshot.ids.subarray(first, first + pageSize)].map((id, i) => ({
    id,
    hit: isHit(snapshot, first + i),
  }))
  const { projectId, prefix } = ctx.project
  return documentRows(ctx.records.read, projectId, prefix, asked, snapshot.stage)
}
