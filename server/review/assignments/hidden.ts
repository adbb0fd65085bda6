/** Batches that hold documents which a wall hides from somebody: that person does not get them. */
import type { ProjectContext } from '../../platform/http/context.ts'
import type { View } from '../../platform/http/view.ts'
import { limitedReader } from '../documents/door.ts'

/** Those of some batches that hold a document which the view hides. What is not held yet is no reason. */
export async function hiddenBatches(
  { whole }: ProjectContext,
  view: View | null,
  batches: { readonly batchIds: readonly number[] } | { readonly assignmentId: number },
): Promise<number[]> {
  if (view?.walls == null) return []
  const seen = limitedReader(whole.read, { ...view, batchesOf: null })
  const all = whole.read
    .selectFrom('batch as b')
    .innerJoin('batch_document as d', 'd.batch_id', 'b.batch_id')
    .select('b.batch_id')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .groupBy('b.batch_id')
  const own = seen
    .selectFrom('batch as b')
    .innerJoin('batch_document as d', 'd.batch_id', 'b.batch_id')
    .select('b.batch_id')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .groupBy('b.batch_id')
  const [there, open] = await Promise.all(
    [all, own].map((query) =>
      ('batchIds' in batches
        ? query.where('b.batch_id', 'in', batches.batchIds)
        : query.where('b.assignment_id', '=', batches.assignmentId).where('b.holder', 'is', null)
      ).execute(),
    ),
  )
  const shown = new Map((open ?? []).map(({ batch_id, n }) => [batch_id, Number(n)]))
  return (there ?? []).flatMap(({ batch_id, n }) => (Number(n) > (shown.get(batch_id) ?? 0) ? batch_id : []))
}
