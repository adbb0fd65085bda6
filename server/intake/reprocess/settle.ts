/** Exceptions of a document that has got another file. */
import { instantOf } from '../../platform/records/dialect.ts'
import type { Writer } from '../../platform/records/records.ts'

/**
 * What was wrong with the file that it had, and with files that were to come in its place and could not be read. Answers the
 * ids.
 */
export async function settleReplaced(
  trx: Writer,
  documentId: number,
  by: { readonly userId: number; readonly at: Date },
): Promise<number[]> {
  const ofDocument = await trx
    .updateTable('exception')
    .set(replacedBy(by))
    .where('document_id', '=', documentId)
    .where('resolution', '=', 'open')
    .returning('exception_id')
    .execute()
  const unread = await trx
    .updateTable('exception')
    .set(replacedBy(by))
    .where('document_id', 'is', null)
    .where('resolution', '=', 'open')
    .where('job_id', 'in', (eb) =>
      eb.selectFrom('source_file').select('job_id').where('document_id', '=', documentId),
    )
    .returning('exception_id')
    .execute()
  return [...ofDocument, ...unread].map(({ exception_id }) => exception_id)
}

/** What an exception becomes in whose place a file has come. */
export const replacedBy = ({ userId, at }: { readonly userId: number; readonly at: Date }) =>
  ({ resolution: 'replaced', resolved_by: userId, resolved_at: instantOf(at) }) as const
