/** Whether whoever asked for a job may still ask for it: of jobs that send documents away, or give them to people. */
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
  const needed = askedAgain[kind]
  if (needed === undefined) return null
  const row = await read.selectFrom('job').select('created_by').where('job_id', '=', jobId).executeTakeFirst()
  const stands = row === undefined ? null : await standsIn(read, projectId, row.created_by)
  if (stands !== null && canIn(stands.holder, needed)) return null
  return 'Whoever started this may not do it any more. What is done stays.'
}
