/** A batch as what is looked at: also one whose assignment has been deleted since. */
import { notFound } from '../../platform/http/error.ts'
import type { Past } from './moments.ts'

export interface BatchMeant {
  readonly batchId: number
  readonly assignmentId: number
  readonly number: number
  readonly size: number
  /** Whose value means reviewed; null: any value or tag does. */
  readonly reviewedFieldId: number | null
}

/** The batch; one of another project is answered as one that is not there. */
export async function batchOf({ read, projectId }: Past, batchId: number): Promise<BatchMeant> {
  const row = await read
    .selectFrom('batch as b')
    .innerJoin('assignment as a', 'a.assignment_id', 'b.assignment_id')
    .select(['b.assignment_id', 'b.number', 'b.size', 'a.reviewed_field_id'])
    .where('b.batch_id', '=', batchId)
    .where('b.project_id', '=', projectId)
    .executeTakeFirst()
  if (row === undefined) throw notFound('batch')
  const { assignment_id: assignmentId, number, size, reviewed_field_id: reviewedFieldId } = row
  return { batchId, assignmentId, number, size, reviewedFieldId }
}
