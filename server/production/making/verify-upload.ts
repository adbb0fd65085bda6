/** Whether what has arrived of a file is what was sent: its bytes are read from the disk and hashed. */
import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import type { verifyUpload } from '#contracts/verify-upload.ts'
import { uploadPath } from '../../intake/uploads/upload-folder.ts'
import { hashFile, sizeOf } from '../../platform/blobs/upload-file.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { notFound } from '../../platform/http/error.ts'

export async function verify(
  ctx: ProjectContext,
  { file, size, sha256 }: BodyOf<typeof verifyUpload>,
): Promise<ReplyOf<typeof verifyUpload>> {
  const { path, bytes } =
    'slipSheet' in file ? await slipSheet(ctx, file.slipSheet) : await unfinished(ctx, file.uploadId)
  const found = await hashFile(path, bytes)
  return { size: bytes, sha256: found, isSame: bytes === size && found === sha256.toLowerCase() }
}

interface Arrived {
  readonly path: string
  readonly bytes: number
}

async function slipSheet(ctx: ProjectContext, sha256: string): Promise<Arrived> {
  const row = await ctx.records.read
    .selectFrom('slip_sheet')
    .select('sha256')
    .where('project_id', '=', ctx.project.projectId)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  if (row === undefined) throw notFound('file')
  const path = ctx.blobs.pathOf(row.sha256)
  return { path, bytes: await sizeOf(path) }
}

/** Bytes that are not acknowledged yet do not count. */
async function unfinished(ctx: ProjectContext, uploadId: string): Promise<Arrived> {
  const row = await ctx.records.read
    .selectFrom('upload')
    .select(['upload_id', 'received'])
    .where('upload_id', '=', uploadId)
    .where('project_id', '=', ctx.project.projectId)
    .where('user_id', '=', ctx.caller.userId)
    .executeTakeFirst()
  if (row === undefined) throw notFound('upload')
  return { path: await uploadPath(ctx, row.upload_id), bytes: row.received }
}
