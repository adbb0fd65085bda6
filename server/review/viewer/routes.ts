/** The calls of contracts/documents.ts, and the history of a document. */
import { documentHistory as documentHistoryCall } from '#contracts/audit.ts'
import * as contract from '#contracts/documents.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { isSeenAsItLeaves } from '../documents/door.ts'
import { sendNative } from '../documents/native.ts'
import { recordGiven, recordLook } from '../documents/trail.ts'
import { requireReadable } from '../documents/visible.ts'
import { keywordHitsOf } from '../keywords/hits.ts'
import { clearSnapshot, count, locate, page, search, sorted } from '../search/search-documents.ts'
import { documentDetail } from './detail.ts'
import { documentHistory } from './history.ts'
import { documentMetadata } from './metadata.ts'

/** Ms: what is told later than this was opened without the network. */
const atOnce = 60_000
/** Ms: no browser is away with work that was not sent for longer. */
const longestAway = 90 * 86_400_000
/**
 * What a browser says of the time is its own word: it stands beside the server's, for what was opened earlier without the
 * network. A time to come, or one that is too long ago, comes of a clock that is wrong, and is not put on the record.
 */
function openedEarlier(openedAt: string | undefined, now: Date): { openedAt?: string } {
  if (openedAt === undefined) return {}
  const ago = now.getTime() - Date.parse(openedAt)
  return ago > atOnce && ago <= longestAway ? { openedAt } : {}
}

export const routes: readonly Route[] = [
  route(contract.searchDocuments, (ctx, { body }) => search(ctx, body)),
  route(contract.getPage, (ctx, { params, query }) =>
    page(ctx, query.snapshotId, params.page, query.pageSize, query.columns?.split(',')),
  ),
  route(contract.sortDocuments, (ctx, { body }) => sorted(ctx, body)),
  route(contract.locate, async (ctx, { query }) => ({
    position: locate(ctx, query.snapshotId, query.documentId),
  })),
  route(contract.clearSnapshot, async (ctx, { body }) => clearSnapshot(ctx, body.snapshotId)),
  route(contract.documentCount, async (ctx, { body }) => ({ count: await count(ctx, body.query) })),

  route(contract.getDocument, async (ctx, { query }) => {
    await requireReadable(ctx, query.documentId)
    const detail = await documentDetail(ctx, query.documentId)
    // Nothing leaves that is not on the record: as looked at, or as fetched ahead.
    if (query.ahead === '1') await recordGiven(ctx, 'document.fetchedAhead', query.documentId)
    else
      await ctx.records.write('interactive', (trx) =>
        recordLook(trx, ctx, 'document.viewed', query.documentId),
      )
    return detail
  }),

  route(contract.renewDocument, async (ctx, { query: { documentId, etag } }) => {
    await requireReadable(ctx, documentId)
    const document = await documentDetail(ctx, documentId)
    if (document.etag === etag) return { document: null }
    await recordGiven(ctx, 'document.fetchedAhead', documentId)
    return { document }
  }),

  route(contract.recordView, async (ctx, { body }) => {
    await requireReadable(ctx, body.documentId)
    await idempotent(ctx, (trx) =>
      recordLook(trx, ctx, 'document.viewed', body.documentId, openedEarlier(body.openedAt, ctx.now())),
    )
  }),

  route(contract.getMetadata, async (ctx, { query }) => {
    await requireReadable(ctx, query.documentId)
    // Terms are looked for in all that it says: which of them hit it is for who sees all of it.
    const { whole, project } = ctx
    const asItLeaves = await isSeenAsItLeaves(whole.read, project.view, query.documentId)
    const hits = asItLeaves ? [] : await keywordHitsOf(ctx, query.documentId)
    const data = await documentMetadata(ctx.records.read, ctx.project, query.documentId, hits)
    await recordGiven(ctx, 'document.metadataRead', query.documentId)
    return { data }
  }),
  route(documentHistoryCall, async (ctx, { query }) => {
    await requireReadable(ctx, query.documentId)
    return documentHistory(ctx, query)
  }),
  route(contract.nativeBytes, (ctx, { params, reply }) => sendNative(ctx, params.documentId, reply)),
]
