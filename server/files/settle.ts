/** Exceptions of a document that has got another file. */
import type { Writer } from '../records/records.ts'

/**
 * What was wrong with the file that it had, and with files that were to come in its place and could not be read. Answers the
 * ids.
 */
export async function settleReplaced(trx: Writer, documentId: number): Promise<number[]> {
  const ofDocument = await trx
    .updateTable('exception')
    .set({ resolution: 'replaced' })
    .where('document_id', '=', documentId)
    .where('resolution', '=', 'open')
    .returning('exception_id')
    .execute()
  const unread = await trx
    .updateTable('exception')
    .set({ resolution: 'replaced' })
    .where('document_id', 'is', null)
    .where('resolution', '=', 'open')
    .where('job_id', 'in', (eb) =>
      eb.selectFrom('source_file').select('job_id').where('document_id', '=', documentId),
    )
    .returning('exception_id')
    .execute()
  return [...ofDocument, ...unread].map(({ exception_id }) => exception_id)
}
