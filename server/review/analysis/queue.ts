/** Asks for the analysis of a project. */

import { appendAudit } from '../../platform/audit/append.ts'
import type { AuditEntry } from '../../platform/audit/entry.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Writer } from '../../platform/records/records.ts'

export interface AnalysisRequest {
  readonly projectId: number
  readonly createdBy: number
  /** What the trail says of who asks, and how. */
  readonly told: Omit<AuditEntry, 'action' | 'projectId' | 'jobId'>
}

/**
 * Adds the job, unless one waits that has not begun: that one will see all that is there. One that is being worked on may
 * have gone over the project already, so another waits behind it. It is not begun before the jobs are over that change what
 * it is about (job.ts), so each step of them may ask. Answers the job's id.
 */
export async function queueAnalysis(trx: Writer, jobs: Jobs, wanted: AnalysisRequest): Promise<number> {
  return (await waitingFor(trx, wanted.projectId)) ?? (await enqueued(trx, jobs, wanted))
}

async function waitingFor(trx: Writer, projectId: number): Promise<number | undefined> {
  const waiting = await trx
    .selectFrom('job')
    .select('job_id')
    .where('project_id', '=', projectId)
    .where('kind', '=', 'analysis')
    .where('state', '=', 'Queued')
    .where('cursor', '=', 'null')
    .executeTakeFirst()
  return waiting?.job_id
}

async function enqueued(
  trx: Writer,
  jobs: Jobs,
  { projectId, createdBy, told }: AnalysisRequest,
): Promise<number> {
  const jobId = await jobs.enqueue(trx, {
    projectId,
    kind: 'analysis',
    title: 'Threads, near-duplicates, languages, PII',
    input: null,
    bytesTotal: 0,
    createdBy,
  })
  await appendAudit(trx, `project:${projectId}`, [{ ...told, action: 'analysis.queued', projectId, jobId }])
  return jobId
}

/** Asks for it from inside a job that has changed what documents say or where they stand; each step of the job may. */
export async function queueAnalysisAfter(
  trx: Writer,
  jobs: Jobs,
  { jobId, projectId }: { readonly jobId: number; readonly projectId: number },
  { at, how }: Pick<Required<AuditEntry>, 'at' | 'how'>,
): Promise<void> {
  if ((await waitingFor(trx, projectId)) !== undefined) return
  const { user_id, name, role } = await trx
    .selectFrom('job as j')
    .innerJoin('app_user as u', 'u.user_id', 'j.created_by')
    .select(['u.user_id', 'u.name', 'u.role'])
    .where('j.job_id', '=', jobId)
    .executeTakeFirstOrThrow()
  await enqueued(trx, jobs, {
    projectId,
    createdBy: user_id,
    told: { at, user: { userId: user_id, name, role }, how, facts: { after: jobId } },
  })
}
