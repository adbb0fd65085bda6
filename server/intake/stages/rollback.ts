/** Taking a promotion back: the newest first, and only what nobody has worked on since. */
import { type JobState, settledStates } from '#contracts/jobs.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import type { JobRun } from '../../platform/jobs/jobs.ts'
import { slices } from '../../platform/records/dialect.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import { inReview } from '../../review/documents/visible.ts'

/** The documents of a promotion that may be taken back; throws where it may not. */
export async function promotedBy(trx: Writer, ctx: ProjectContext, jobId: number): Promise<number[]> {
  const jobs = await trx
    .selectFrom('job')
    .select(['job_id', 'state', 'lease_owner'])
    .where('project_id', '=', ctx.project.projectId)
    .where('kind', '=', 'promote')
    .where('job_id', '>=', jobId)
    .orderBy('job_id')
    .execute()
  const [job, ...later] = jobs
  if (job?.job_id !== jobId) throw notFound('promotion')
  const isSettled = settledStates.some((state) => state === job.state) && job.lease_owner === null
  if (!isSettled || job.state === 'RolledBack')
    throw new ApiError('job.transition', `A promotion that is ${job.state} cannot be taken back.`, {
      detail: job.state,
    })
  if (await stands(trx, later))
    throw new ApiError(
      'conflict',
      'Later promotions stand: take them back first, the newest before the others.',
      {
        detail: 'later',
      },
    )
  const rows = await trx
    .selectFrom('document')
    .select(['document_id', 'family_id'])
    .where('promote_job', '=', jobId)
    .execute()
  if (rows.length === 0)
    throw new ApiError('conflict', 'None of its documents is in review any more.', { detail: 'documents' })
  if ((await untouched(trx, rows)).length < rows.length)
    throw new ApiError(
      'conflict',
      'Documents of this promotion are coded, tagged or in batches: it cannot be taken back.',
      { detail: 'worked' },
    )
  return rows.map(({ document_id }) => document_id)
}

/** Whether any document is in review by one of these; families may have left it one by one. */
async function stands(read: Reader, promotions: readonly { readonly job_id: number }[]): Promise<boolean> {
  for (const slice of slices(promotions, 1)) {
    const ids = slice.map(({ job_id }) => job_id)
    const row = await read
      .selectFrom('document')
      .select('document_id')
      .where('promote_job', 'in', ids)
      .limit(1)
      .executeTakeFirst()
    if (row !== undefined) return true
  }
  return false
}

/** A document in review with its family, which may leave it; throws where it may not. */
export async function familyInReview(
  trx: Writer,
  { project: { projectId } }: ProjectContext,
  documentId: number,
): Promise<number[]> {
  const rows = await trx
    .selectFrom('document')
    .select(['document_id', 'family_id'])
    .where('family_id', '=', (eb) =>
      eb.selectFrom('document as own').select('own.family_id').where('own.document_id', '=', documentId),
    )
    .where('project_id', '=', projectId)
    .where('state', '=', inReview)
    .execute()
  if (!rows.some(({ document_id }) => document_id === documentId))
    throw new ApiError('conflict', 'This document is not in review.', { detail: 'documentId' })
  if ((await untouched(trx, rows)).length < rows.length)
    throw new ApiError(
      'conflict',
      'Documents of this family are coded, tagged or in batches: it cannot leave review.',
      { detail: 'worked' },
    )
  return rows.map(({ document_id }) => document_id)
}

/** Documents of families in which nothing has been coded or tagged, or put into a batch. */
export async function untouched<T extends { readonly document_id: number; readonly family_id: number }>(
  read: Reader,
  members: readonly T[],
): Promise<T[]> {
  const touched = new Set<number>()
  for (const slice of slices(members, 1)) {
    const ids = slice.map(({ document_id }) => document_id)
    for (const table of ['coding_value', 'document_tag', 'batch_document'] as const) {
      const rows = await read
        .selectFrom(table)
        .select('document_id')
        .where('document_id', 'in', ids)
        .execute()
      for (const { document_id } of rows) touched.add(document_id)
    }
  }
  const families = new Set(members.flatMap((one) => (touched.has(one.document_id) ? [one.family_id] : [])))
  return members.filter(({ family_id }) => !families.has(family_id))
}

/** A promotion of which nothing stands any more says so. */
export async function settleRolledBack(trx: Writer, run: JobRun, jobId: number, now: Date): Promise<void> {
  const standing = await trx
    .selectFrom('document')
    .select('document_id')
    .where('promote_job', '=', jobId)
    .limit(1)
    .executeTakeFirst()
  if (standing !== undefined) return
  const { numUpdatedRows } = await trx
    .updateTable('job')
    .set({ state: 'RolledBack' satisfies JobState })
    .where('job_id', '=', jobId)
    .where('state', '!=', 'RolledBack')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await appendAudit(trx, `project:${run.projectId}`, [
    {
      at: now,
      user: null,
      action: 'job.rolledBack',
      projectId: run.projectId,
      jobId,
      newValue: 'RolledBack',
      how: 'rollback',
      facts: { by: run.jobId },
    },
  ])
}
