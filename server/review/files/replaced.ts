/** The files that a document had before. */
import type { FastifyReply } from 'fastify'
import type { ReplyOf } from '#contracts/call.ts'
import type { replacedFiles } from '#contracts/files.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { safeName, sendDownload } from '../../platform/http/download.ts'
import { notFound } from '../../platform/http/error.ts'
import { recordLook } from '../documents/trail.ts'
import { requireReadable } from '../documents/visible.ts'

/** Latest first. */
export async function replacedOf(
  ctx: ProjectContext,
  documentId: number,
): Promise<ReplyOf<typeof replacedFiles>> {
  await requireReadable(ctx, documentId)
  const rows = await ctx.records.read
    .selectFrom('replaced_file as r')
    .innerJoin('app_user as u', 'u.user_id', 'r.by_user')
    .selectAll('r')
    .select('u.name')
    .where('r.document_id', '=', documentId)
    .orderBy('r.replaced_file_id', 'desc')
    .execute()
  const data = rows.map((row) => ({
    replacedFileId: row.replaced_file_id,
    fileType: row.file_type,
    sha256: row.sha256,
    size: row.size,
    fileName: row.file_name,
    at: row.at,
    by: row.name,
  }))
  return { data, totalCount: data.length }
}

/** Sends one of them, after that is on the record. */
export async function sendReplaced(
  ctx: ProjectContext,
  replacedFileId: number,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const row = await ctx.records.read
    .selectFrom('replaced_file')
    .selectAll()
    .where('replaced_file_id', '=', replacedFileId)
    .where('project_id', '=', ctx.project.projectId)
    .executeTakeFirst()
  if (row === undefined) throw notFound('file')
  await requireReadable(ctx, row.document_id)
  const facts = { file: 'replaced', replacedFileId, sha256: row.sha256 }
  await ctx.records.write('interactive', (trx) =>
    recordLook(trx, ctx, 'document.downloaded', row.document_id, facts),
  )
  const bytes = await ctx.blobs.open(row.sha256)
  return sendDownload(reply, { name: safeName(row.file_name, 'file'), size: row.size, bytes })
}
