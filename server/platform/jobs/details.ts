/** Where the things of a job are: waiting, read, written, indexed. Counted from what the record has, never estimated. */
import type { JobDetails, JobKind } from '#contracts/jobs.ts'
import type { Capability } from '#contracts/permission.ts'
import type { Reader } from '../records/records.ts'
import { type JobRow, workedOn } from './present.ts'
import { type Stage, type Stages, traitsOf } from './traits.ts'

export async function detailsOf(
  read: Reader,
  row: JobRow,
  can: (capability: Capability) => boolean,
): Promise<JobDetails> {
  const kind = row.kind as JobKind
  const traits = traitsOf(kind)
  const { stage, of } = traits.items
  const waiting: Stage = { stage: 'waiting', count: Math.max(0, row.items_total - row.items_done), of }
  return {
    jobId: row.job_id,
    stages: [waiting, { stage, count: row.items_done, of }, ...((await traits.stages?.(read, row)) ?? [])],
    workers: workedOn(row, can),
  }
}

/**
 * What became of items as documents: on the record, and in the search index. What is learned of a document later (its thread,
 * its coding) waits for the index too, and leaves it as searchable as it was: only a whole one counts.
 */
export const writtenAndIndexed = (written: number, queued: number): Stages => [
  { stage: 'written', count: written, of: 'documents' },
  { stage: 'indexed', count: Math.max(0, written - queued), of: 'documents' },
]
