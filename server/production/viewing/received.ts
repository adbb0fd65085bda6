/**
 * The page images that came with a document which has a file of its own. They show what redactions cover, so they are closed to
 * whoever may not see under them, as its file is: to these the rows are not there.
 */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ReceivedPages } from '#contracts/produced-pages.ts'
import { lend } from '../../platform/blobs/lend.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { ownName } from '../../platform/process-id.ts'
import { recordGiven } from '../../review/documents/trail.ts'
import { requireReadable } from '../../review/documents/visible.ts'
import type { DrawnFile } from '../../review/pages/draw.ts'
import { sendImage } from '../../review/pages/send-image.ts'
import { stillWanted } from '../../review/pages/waiting.ts'

const imagesOf = (ctx: ProjectContext, documentId: number) =>
  ctx.records.read
    .selectFrom('received_images')
    .select(['sha256', 'pages'])
    .where('document_id', '=', documentId)
    .where('project_id', '=', ctx.project.projectId)
    .executeTakeFirst()

export const hasReceived = async (ctx: ProjectContext, documentId: number): Promise<boolean> =>
  (await imagesOf(ctx, documentId)) !== undefined

export async function receivedPagesOf(ctx: ProjectContext, documentId: number): Promise<ReceivedPages> {
  const sizes = await lent(ctx, documentId, (file) => stillWanted(ctx.pages.sizesOfFile(file, ctx.signal)))
  if ('code' in sizes) throw new ApiError('notFound', sizes.reason, { detail: 'page' })
  await recordGiven(ctx, 'document.pagesRead', documentId)
  return { documentId, pages: sizes.map((size) => ({ ...size, fault: null })) }
}

/** Sends a page (from 1). */
export async function sendReceived(
  ctx: ProjectContext,
  { documentId, page }: { readonly documentId: number; readonly page: number },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const drawn = await lent(ctx, documentId, (file) =>
    stillWanted(ctx.pages.imageOfFile(file, page - 1, ctx.signal)),
  )
  if (!Buffer.isBuffer(drawn)) throw new ApiError('notFound', drawn.reason, { detail: 'page' })
  await recordGiven(ctx, 'document.pagesRead', documentId)
  return sendImage(ctx, request, reply, drawn)
}

/** Has a process look at them: one PDF of all. 404 where none came, and where the caller does not see the document. */
async function lent<T>(
  ctx: ProjectContext,
  documentId: number,
  look: (file: DrawnFile) => Promise<T>,
): Promise<T> {
  await requireReadable(ctx, documentId)
  const images = await imagesOf(ctx, documentId)
  if (images === undefined) throw notFound('received image')
  const { projectId } = ctx.project
  const folder = join(ctx.spool, `project-${projectId}`, 'received-pages')
  const file = join(folder, ownName())
  await mkdir(folder, { recursive: true })
  try {
    await lend(ctx.blobs.pathOf(images.sha256), file)
    return await look({ projectId, file, maker: 'pdf', mimeType: 'application/pdf' })
  } finally {
    await rm(file, { force: true })
  }
}
