/** Which job is begun first. */
import { type JobState, prioritised } from '#contracts/jobs.ts'
import { appendAudit } from '../audit/append.ts'
import { byCaller } from '../audit/by-caller.ts'
import type { ProjectContext } from '../http/context.ts'
import { ApiError, notFound } from '../http/error.ts'
import type { Writer } from '../records/records.ts'

/** Changes the priority of a job that has not ended. */
export async function changePriority(
  trx: Writer,
  ctx: ProjectContext,
  jobId: number,
  priority: number,
): Promise<void> {
  const { projectId } = ctx.project
  const row = await trx
    .selectFrom('job')
    .select(['state', 'priority'])
    .where('job_id', '=', jobId)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  if (row === undefined) throw notFound('job')
  const state = row.state as JobState
  if (!prioritised.includes(state))
    throw new ApiError('job.transition', `A job that is ${state} waits for nothing: it has no priority.`, {
      detail: state,
      data: { state, action: 'priority' },
    })
  if (row.priority === priority) return
  await trx.updateTable('job').set({ priority }).where('job_id', '=', jobId).execute()
  await appendAudit(trx, `project:${projectId}`, [
    {
      ...byCaller(ctx),
      action: 'job.priorityChanged',
      jobId,
      oldValue: row.priority,
      newValue: priority,
      how: 'manual',
    },
  ])
}
