/** Whether a job may go on: its project is not archived, and whoever asked for it may still, where it sends documents away or gives them to people. */
import { type Capability, canIn } from '#contracts/permission.ts'
import type { Reader } from '../../platform/records/records.ts'
import { standsIn } from './view.ts'

/** Kinds that are asked again while they run. What was brought in by somebody who is gone stays brought in. */
const askedAgain: Readonly<Record<string, Capability>> = {
  summarize: 'text.derive',
  translate: 'text.derive',
  transcribe: 'text.derive',
  assignment: 'assignment.manage',
}

/** Null where they may; else what the job is told. */
export async function stopsFor(
  read: Reader,
  { jobId, kind, projectId }: { readonly jobId: number; readonly kind: string; readonly projectId: number },
): Promise<string | null> {
  // What an archived project had in its queue is paused; nothing else begins there either.
  const project = await read
    .selectFrom('project')
    .select('archived_at')
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  if (project?.archived_at != null) return 'The project is archived. Retry this after it is restored.'
  const needed = askedAgain[kind]
  if (needed === undefined) return null
  const row = await read.selectFrom('job').select('created_by').where('job_id', '=', jobId).executeTakeFirst()
  const stands = row === undefined ? null : await standsIn(read, projectId, row.created_by)
  if (stands !== null && canIn(stands.holder, needed)) return null
  return 'Whoever started this may not do it any more. What is done stays.'
}
