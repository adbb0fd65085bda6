/** The original file: always a download, whatever its bytes say they are. */
import type { FastifyReply } from 'fastify'
import type { ProjectContext } from '../../platform/http/context.ts'
import { safeName, sendDownload } from '../../platform/http/download.ts'
import { notFound } from '../../platform/http/error.ts'
import { controlNumber } from './control.ts'
import { recordLook } from './trail.ts'
import { requireReadable } from './visible.ts'

/** Sends the bytes as a download, after that is on the record. */
export async function sendNative(
  ctx: ProjectContext,
  documentId: number,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { records, project } = ctx
  await requireReadable(ctx, documentId)
  const row = await records.read
    .selectFrom('document')
    .select(['sha256', 'file_name', 'extension', 'size', 'control'])
    .where('document_id', '=', documentId)
    .where('project_id', '=', project.projectId)
    .executeTakeFirst()
  if (row === undefined) throw notFound('document')
  const bytes = await ctx.blobs.open(row.sha256)
  try {
    await records.write('interactive', (trx) =>
      recordLook(trx, ctx, 'document.downloaded', documentId, { file: 'native', sha256: row.sha256 }),
    )
  } catch (error) {
    bytes.destroy()
    throw error
  }
  const name = safeName(row.file_name, controlNumber(project.prefix, row.control) || 'file')
  return sendDownload(reply, { name, size: row.size, bytes })
}
