/** The conversation that a document is: its bytes, looked at before any of them leave. */
import type { ReplyOf } from '#contracts/call.ts'
import { conversation, type getConversation } from '#contracts/conversation.ts'
import { conversationType } from '#contracts/conversation-type.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { requireReadable } from '../documents/visible.ts'

/** Bytes that are taken apart here: more would keep everybody waiting. Those of a long day are a tenth of it. */
const maxBytes = 12 * 1024 * 1024

/** 404 for what is no conversation of the project; refused where it is too long to be shown message by message. */
export async function readConversation(
  ctx: ProjectContext,
  documentId: number,
): Promise<ReplyOf<typeof getConversation>> {
  const { records, blobs, project } = ctx
  await requireReadable(ctx, documentId)
  const row = await records.read
    .selectFrom('document')
    .select(['sha256', 'size'])
    .where('document_id', '=', documentId)
    .where('project_id', '=', project.projectId)
    .where('mime_type', '=', conversationType)
    .executeTakeFirst()
  if (row === undefined) throw notFound('conversation')
  if (row.size > maxBytes)
    throw new ApiError('request.tooLarge', 'It is too long to be shown message by message: read its text.')
  return conversation.parse(JSON.parse((await blobs.read(row.sha256)).toString()))
}
