/** Asks for the analysis of a project. */
import { type AuditEntry, appendAudit } from '../audit/append.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Writer } from '../records/records.ts'

export interface Wanted {
  readonly projectId: number
  readonly createdBy: number
  /** What the trail says of who asks, and how. */
  readonly told: Omit<AuditEntry, 'action' | 'projectId' | 'jobId'>
}

/**
 * Adds the job, unless one waits that has not begun: that one will see all that is there. One that is being worked on may
 * have gone over the project already, so another waits behind it. Answers the job's id.
 */
export async function queueAnalysis(trx: Writer, jobs: Jobs, wanted: Wanted): Promise<number> {
  const { projectId, createdBy, told } = wanted
  const waiting = await trx
    .selectFrom('job')
    .select('job_id')
    .where('project_id', '=', projectId)
    .where('kind', '=', 'analysis')
    .where('state', '=', 'Queued')
    .where('cursor', '=', 'null')
    .executeTakeFirst()
  if (waiting !== undefined) return waiting.job_id
  const jobId = await jobs.enqueue(trx, {
    projectId,
    kind: 'analysis',
    title: 'Threads, near-duplicates, languages, personal data',
    input: null,
    bytesTotal: 0,
    createdBy,
  })
  await appendAudit(trx, `project:${projectId}`, [{ ...told, action: 'analysis.queued', projectId, jobId }])
  return jobId
}
