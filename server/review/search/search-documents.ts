/** Searching: opens a snapshot of the ordered result, and hands out its pages. */
import type * as z from 'zod/mini'
import type { BulkDocuments } from '#contracts/bulk-changes.ts'
import type { BodyOf } from '#contracts/call.ts'
import type { selectFromList } from '#contracts/document-list.ts'
import type { DocumentRow, SearchPage, Sort, searchDocuments, sortDocuments } from '#contracts/documents.ts'
import type { DocumentFilter } from '#contracts/filter.ts'
import type { Stage } from '#contracts/stages.ts'
import { defaultNoise } from '#query/noise.ts'
import type { Node } from '#query/tree.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { inFullOnly } from '../../platform/http/view.ts'
import { formFieldIds } from '../coding-values/coded.ts'
import { columnsKnown, columnValues, cutForList, leftOutNotes, orderOf } from './columns.ts'
import { askerOf, find } from './find.ts'
import { insideOf, narrowed } from './inside.ts'
import { type ListQuery, plainList } from './list.ts'
import { readQuery, requireStage } from './query.ts'
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
  const { query, viewer, filter, page, pageSize } = request
  const { list, reading, notes, by, widened } = await readQuery(ctx, query, where)
  requireStage(widened, stage)
  const { columns, unknown } = await columnsKnown(ctx, request.columns ?? [])
  const order = await ordered(ctx, request.sort)
  const inside = await insideOf(ctx, query)
  const formFields = await formFieldIds(ctx.records.read, ctx.project.projectId)
  const asked: ListQuery = { ...list, ...order.asked, stage, viewer, filter, formFields }
  const all = await ctx.search.find(ctx.project.projectId, asked, askerOf(ctx, request.place))
  const snapshot = snapshots.keep(ctx.caller.userId, ctx.project.projectId, {
    ...narrowed(all, inside),
    ...{ tree: list.tree, stage, view: viewOf(ctx) },
    searched: { query, where, viewer, filter, sort: order.sort, reading, notes, noise: by.noise, widened },
  })
  const leftOut = [...unknown, ...order.unknown]
  return await pageOf(ctx, snapshot, { page, pageSize, columns, leftOut }, started)
}

/** The documents of a snapshot in another order: those that are still there, and no others. */
export async function sorted(
  ctx: ProjectContext,
  { snapshotId, pageSize, place, ...asked }: BodyOf<typeof sortDocuments>,
): Promise<SearchPage> {
  const started = performance.now()
  const { ids, hits, tree, stage, view, searched, ...before } = snapshotOf(ctx, snapshotId)
  const { columns, unknown } = await columnsKnown(ctx, asked.columns ?? [])
  const { list } = await readQuery(ctx, searched.query, searched.where)
  const { sort, ...order } = await ordered(ctx, asked.sort)
  // Only relevance is about the query; in any other order the documents stand whether or not they still match it.
  const all = {
    ...list,
    ...plainList,
    ...order.asked,
    stage,
    ...(sort === 'relevance' ? { tree } : { tree: null }),
  }
  const found = await ctx.search.find(ctx.project.projectId, all, askerOf(ctx, place))
  const hitIds = new Set(ids.filter((_, position) => isHit({ hits }, position)))
  const snapshot = snapshots.keep(ctx.caller.userId, ctx.project.projectId, {
    ...before,
    ...marked(narrowed(found, new Set(ids)).ids, hitIds),
    ...{ tree, stage, view, searched: { ...searched, sort } },
  })
  const leftOut = [...unknown, ...order.unknown]
  return await pageOf(ctx, snapshot, { page: 1, pageSize, columns, leftOut }, started)
}

/** Documents in their order, with those that hit. */
function marked(ids: Int32Array, hitIds: ReadonlySet<number>): Pick<Snapshot, 'ids' | 'hits' | 'hitCount'> {
  const hits = new Uint8Array((ids.length + 7) >> 3)
  let hitCount = 0
  ids.forEach((id, position) => {
    if (!hitIds.has(id)) return
    hits[position >> 3] = (hits[position >> 3] ?? 0) | (1 << (position & 7))
    hitCount++
  })
  return { ids, hits, hitCount }
}

async function ordered(
  ctx: ProjectContext,
  wanted: Sort,
): Promise<
  Pick<Awaited<ReturnType<typeof orderOf>>, 'sort' | 'unknown'> & {
    readonly asked: Pick<ListQuery, 'sort' | 'by'>
  }
> {
  const { sort, unknown, ...by } = await orderOf(ctx, wanted)
  return { sort, unknown, asked: { sort: typeof sort === 'string' ? sort : 'documentId', ...by } }
}

interface AskedPage {
  readonly page: number
  readonly pageSize: number
  readonly columns: Awaited<ReturnType<typeof columnsKnown>>['columns']
}

async function pageOf(
  ctx: ProjectContext,
  snapshot: Snapshot,
  asked: AskedPage & { readonly leftOut: readonly string[] },
  started: number,
): Promise<SearchPage> {
  const { reading, notes, noise, widened } = snapshot.searched
  return {
    data: await rowsOf(ctx, snapshot, asked),
    totalCount: snapshot.ids.length,
    hitCount: snapshot.hitCount,
    snapshotId: snapshot.id,
    page: asked.page,
    pageSize: asked.pageSize,
    reading,
    ...(noise === defaultNoise ? {} : { noise: [...noise] }),
    ...(widened.length === 0 ? {} : { widened: [...widened] }),
    tree: snapshot.tree,
    notes: [...notes, ...leftOutNotes(asked.leftOut)],
    withoutText: snapshot.withoutText,
    indexedAsOf: snapshot.indexedAsOf,
    tookMs: Math.round((performance.now() - started) * 10) / 10,
  }
}

/** A page of a snapshot; past the end it is empty. */
export async function page(
  ctx: ProjectContext,
  snapshotId: string,
  number: number,
  pageSize: number,
  names: readonly string[] = [],
): Promise<{ data: DocumentRow[]; totalCount: number; page: number; tree: Node | null }> {
  const snapshot = snapshotOf(ctx, snapshotId)
  const { columns } = await columnsKnown(ctx, names)
  return {
    data: await rowsOf(ctx, snapshot, { page: number, pageSize, columns }),
    totalCount: snapshot.ids.length,
    page: number,
    tree: snapshot.tree,
  }
}

/** A selection of a result as a result of its own, in its order. */
export function selected(
  ctx: ProjectContext,
  { snapshotId, all, marked: documents }: BodyOf<typeof selectFromList>,
): { snapshotId: string; totalCount: number } {
  const { id: _, userId, projectId, ...result } = snapshotOf(ctx, snapshotId)
  const chosen = new Set(documents)
  const hitIds = new Set(result.ids.filter((_, position) => isHit(result, position)))
  const ids = result.ids.filter((id) => all !== chosen.has(id))
  const { id, ids: kept } = snapshots.keep(userId, projectId, { ...result, ...marked(ids, hitIds) })
  return { snapshotId: id, totalCount: kept.length }
}

/** A result that its owner holds; throws where it is not held any more. */
export const resultOf = (ctx: ProjectContext, snapshotId: string): Snapshot => snapshotOf(ctx, snapshotId)

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
    (snapshot?.stage !== 'processing' || ctx.can('collect.view')) && snapshot?.view === viewOf(ctx)
  if (snapshot === undefined || !isTheirs)
    throw new ApiError('notFound', 'This result is not held any more. Search again.')
  return snapshot
}

/** The same for all calls of one person: rows are read by what each of them shows. */
const viewOf = ({ project: { view } }: ProjectContext): string =>
  JSON.stringify(view === null ? null : inFullOnly(view))

async function rowsOf(
  ctx: ProjectContext,
  snapshot: Snapshot,
  { page: number, pageSize, columns }: AskedPage,
): Promise<DocumentRow[]> {
  const first = (number - 1) * pageSize
  const asked = [...snapshot.ids.subarray(first, first + pageSize)].map((id, i) => ({
    id,
    hit: isHit(snapshot, first + i),
  }))
  const { projectId, prefix } = ctx.project
  const { read } = ctx.records
  const rows = await documentRows(read, projectId, prefix, asked, snapshot.stage)
  if (columns.length === 0) return rows
  const values = await columnValues(
    read,
    ctx.project,
    columns,
    rows.map(({ documentId }) => documentId),
  )
  return rows.map((row) => ({ ...row, values: cutForList(values.get(row.documentId) ?? {}) }))
}
