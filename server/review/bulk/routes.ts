/** The calls of contracts/bulk.ts, and those by which one tag takes the place of another. */
import * as bulk from '#contracts/bulk.ts'
import { deleteTag, mergeTags, previewMerge } from '#contracts/tag-management.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { versionsIn } from '../coding/asked.ts'
import { countSelected } from '../search/selected.ts'
import { listReceipts, receiptOf, receiptRows } from './receipts.ts'
import { askToDelete, askToMerge, mergePreview } from './replace-tag.ts'
import { askToReverse, controlBulkJob } from './reverse.ts'
import { standingNow } from './standing.ts'
import { askToCode, askToTag } from './submit.ts'

export const routes: readonly Route[] = [
  route(bulk.bulkCode, (ctx, { body }) =>
    begun(
      ctx,
      idempotent(ctx, (trx) => askToCode(trx, ctx, body), { alone: true }),
    ),
  ),
  route(bulk.bulkTag, (ctx, { body }) =>
    begun(
      ctx,
      idempotent(ctx, (trx) => askToTag(trx, ctx, body), { alone: true }),
    ),
  ),
  route(previewMerge, (ctx, { query }) => mergePreview(ctx, query.tagId, query.intoTagId)),
  route(mergeTags, (ctx, { body }) =>
    begun(
      ctx,
      idempotent(ctx, (trx) => askToMerge(trx, ctx, body), { alone: true }),
    ),
  ),
  route(deleteTag, (ctx, { query }) => {
    const seen = versionsIn(ctx, deleteTag)
    return begun(
      ctx,
      idempotent(ctx, (trx) => askToDelete(trx, ctx, seen, query.tagId, query.replacementTagId), {
        alone: true,
      }),
    )
  }),
  route(bulk.undoBulk, (ctx, { body }) =>
    begun(
      ctx,
      idempotent(ctx, (trx) => askToReverse(trx, ctx, 'undo', body), { alone: true }),
    ),
  ),
  route(bulk.redoBulk, (ctx, { body }) =>
    begun(
      ctx,
      idempotent(ctx, (trx) => askToReverse(trx, ctx, 'redo', body), { alone: true }),
    ),
  ),
  route(bulk.controlBulk, async (ctx, { body }) => {
    const asked = await idempotent(ctx, (trx) => controlBulkJob(trx, ctx, body.jobId, body.action))
    ctx.jobs.interrupt(body.jobId)
    ctx.jobs.wake()
    return asked
  }),
  route(bulk.listBulk, (ctx, { query }) => listReceipts(ctx, query)),
  route(bulk.getBulk, (ctx, { query }) => receiptOf(ctx, query.jobId)),
  route(bulk.selectedCount, async (ctx, { body }) => ({ count: await countSelected(ctx, body) })),
  route(bulk.bulkStanding, (ctx, { body }) => standingNow(ctx, body.documentIds)),
  route(bulk.listBulkRows, (ctx, { query }) => receiptRows(ctx, query)),
]

/** Tells the runner, once it is on the record. */
async function begun<T>(ctx: ProjectContext, asked: Promise<T>): Promise<T> {
  const answer = await asked
  ctx.jobs.wake()
  return answer
}
