/** Batches that hold documents which a wall hides from somebody: that person does not get them. */
import type { ProjectContext } from '../../platform/http/context.ts'
import type { View } from '../../platform/http/view.ts'
import type { Reader } from '../../platform/records/records.ts'
import { limitedReader } from '../documents/door.ts'

/** Those of some batches that hold a document which the view hides. What is not held yet is no reason. */
export async function hiddenBatches(
  { whole }: ProjectContext,
  view: View | null,
  batches: { readonly batchIds: readonly number[] } | { readonly assignmentId: number },
): Promise<number[]> {
  if (view?.walls == null) return []
  const sizes = async (read: Reader): Promise<ReadonlyMap<number, number>> => {
    const query = read
      .selectFrom('batch as b')
      .innerJoin('batch_document as d', 'd.batch_id', 'b.batch_id')
      .select('b.batch_id')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .groupBy('b.batch_id')
    const rows = await ('batchIds' in batches
      ? query.where('b.batch_id', 'in', batches.batchIds)
      : query.where('b.assignment_id', '=', batches.assignmentId).where('b.holder', 'is', null)
    ).execute()
    return new Map(rows.map(({ batch_id, n }) => [batch_id, Number(n)]))
  }
  const all = await sizes(whole.read)
  const seen = await sizes(limitedReader(whole.read, { ...view, batchesOf: null }))
  return [...all].flatMap(([batchId, n]) => (n > (seen.get(batchId) ?? 0) ? batchId : []))
}
