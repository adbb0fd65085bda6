/** Adding up how long people have worked on documents, and reading it. */
import type { ProjectContext } from '../../platform/http/context.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'

/** False where the project does not record it: then there is no trace of the report. */
export async function addTime(
  trx: Writer,
  { project: { projectId }, caller: { userId }, now }: ProjectContext,
  documentId: number,
  seconds: number,
): Promise<boolean> {
  const { reviewer_tracking_enabled } = await trx
    .selectFrom('project')
    .select('reviewer_tracking_enabled')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  if (reviewer_tracking_enabled !== 1) return false
  const at = instantOf(now())
  await trx
    .insertInto('review_time')
    .values({ project_id: projectId, document_id: documentId, user_id: userId, seconds, at })
    .onConflict((on) =>
      on
        .columns(['document_id', 'user_id'])
        .doUpdateSet((eb) => ({ seconds: eb('review_time.seconds', '+', seconds), at })),
    )
    .execute()
  return true
}

export interface TimeSpent {
  readonly documents: number
  readonly seconds: number
}

/** By person; of the documents that the reader sees. */
export async function timeSpent(read: Reader, projectId: number): Promise<ReadonlyMap<number, TimeSpent>> {
  const rows = await read
    .selectFrom('review_time as t')
    .innerJoin('document as d', 'd.document_id', 't.document_id')
    .select('t.user_id')
    .select((eb) => [eb.fn.countAll<number>().as('documents'), eb.fn.sum<number>('t.seconds').as('seconds')])
    .where('t.project_id', '=', projectId)
    .groupBy('t.user_id')
    .execute()
  return new Map(
    rows.map((row) => [row.user_id, { documents: Number(row.documents), seconds: Number(row.seconds) }]),
  )
}
