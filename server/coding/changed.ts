/** What a change of a document's coding or tags brings with it, in the transaction of the change. */
import type { Writer } from '../records/records.ts'

/** Queues the document for the index, and notes that the project is being worked on. */
export async function markChanged(
  trx: Writer,
  projectId: number,
  documentId: number,
  at: string,
): Promise<void> {
  await trx
    .insertInto('index_queue')
    .values({ project_id: projectId, document_id: documentId, what: 'coding' })
    .execute()
  await trx.updateTable('project').set({ last_activity_at: at }).where('project_id', '=', projectId).execute()
}
