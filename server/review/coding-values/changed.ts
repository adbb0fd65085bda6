/** What a change of a document's coding or tags brings with it, in the transaction of the change. */
import { insertAll } from '../../platform/records/insert.ts'
import type { Writer } from '../../platform/records/records.ts'

/** Queues documents for the index, and notes that the project is being worked on. */
export async function markChanged(
  trx: Writer,
  projectId: number,
  documentIds: readonly number[],
  at: string,
  what: 'coding' | 'facts' = 'coding',
): Promise<void> {
  const changes = documentIds.map((id) => ({ project_id: projectId, document_id: id, what }))
  await Promise.all([
    insertAll(trx, 'index_queue', changes),
    trx.updateTable('project').set({ last_activity_at: at }).where('project_id', '=', projectId).execute(),
  ])
}
