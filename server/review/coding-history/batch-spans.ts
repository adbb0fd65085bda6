/** The past of batches, worked out as it happens like that of coding (spans.ts): how each stood, and with whom. */
import { slices } from '../../platform/records/dialect.ts'
import { insertAll } from '../../platform/records/insert.ts'
import type { Writer } from '../../platform/records/records.ts'
import type { BatchChange } from './changes.ts'
import { stands } from './open-end.ts'

/** Writes how batches stand from a row of the chain on; `moment` is the row's. */
export async function writeStanding(
  trx: Writer,
  projectId: number,
  { seq, at, batches }: BatchChange,
  moment: string,
): Promise<void> {
  for (const slice of slices(batches, 1))
    await trx
      .updateTable('batch_span')
      .set({ until_seq: seq })
      .where('project_id', '=', projectId)
      .where(
        'batch_id',
        'in',
        slice.map(({ batchId }) => batchId),
      )
      .where('until_seq', '=', stands)
      .execute()
  await insertAll(
    trx,
    'batch_span',
    batches.map(({ batchId, status, userId }) => ({
      project_id: projectId,
      batch_id: batchId,
      from_seq: seq,
      until_seq: stands,
      status,
      user_id: userId,
      at,
      moment,
    })),
  )
}
