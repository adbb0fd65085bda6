/** The calls of contracts/pages.ts. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as contract from '#contracts/pages.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { recordGiven } from '../documents/trail.ts'
import { requireReadable } from '../documents/visible.ts'
import { askForPages } from './ask.ts'
import { documentPages } from './present.ts'
import { sendImage } from './send-image.ts'
import { sourceOf } from './source.ts'
import { stillWanted } from './waiting.ts'

export const routes: readonly Route[] = [
  route(contract.getPages, async (ctx, { query }) => {
    await requireReadable(ctx, query.documentId)
    const source = await sourceOf(ctx.records.read, ctx.project.projectId, query.documentId)
    const found = await stillWanted(documentPages(ctx.pages, source))
    // Nothing leaves that is not on the record.
    await recordGiven(ctx, 'document.pagesRead', query.documentId)
    return found
  }),
  route(contract.pageBytes, (ctx, { params, raw, reply }) =>
    sendPage(ctx, params.documentId, params.page - 1, raw, reply),
  ),
  route(contract.getPageTexts, async (ctx, { query: { documentId } }) => {
    await requireReadable(ctx, documentId)
    const source = await ctx.pages.makeable(
      await sourceOf(ctx.records.read, ctx.project.projectId, documentId),
    )
    const found = source === null ? [] : await stillWanted(ctx.pages.words(source, ctx.signal))
    // Whoever reads them is told of the pages themselves why they cannot be drawn.
    const texts = 'code' in found ? [] : found
    await recordGiven(ctx, 'document.pagesRead', documentId)
    return {
      documentId,
      data: texts.map(({ text, boxes }) => ({ text, boxes: [...boxes] })),
      totalCount: texts.length,
    }
  }),
  route(contract.preparePages, async (ctx, { body }) => {
    const begun = await idempotent(ctx, (trx) => askForPages(trx, ctx, body.documents), { alone: true })
    ctx.jobs.wake()
    return begun
  }),
]

async function sendPage(
  ctx: ProjectContext,
  documentId: number,
  page: number,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  await requireReadable(ctx, documentId)
  const source = await ctx.pages.makeable(await sourceOf(ctx.records.read, ctx.project.projectId, documentId))
  if (source === null) throw notFound('page')
  const set = await stillWanted(ctx.pages.look(source))
  if (set.sizes?.[page] === undefined) throw notFound('page')
  const drawn = await stillWanted(ctx.pages.image(source, page, ctx.signal))
  if (!Buffer.isBuffer(drawn)) throw new ApiError('notFound', drawn.reason, { detail: 'page' })
  await recordGiven(ctx, 'document.pagesRead', documentId)
  return sendImage(ctx, request, reply, drawn)
}
