/**
 * Jobs as callers see them, and what is said of their exceptions. An exception is a row of the table of exceptions: an item
 * that failed, or a document that something is wrong with (without text, with its text cut). A job has as many as it has
 * rows there, the project as many as all its jobs, and a job that came to its end did so "with errors" exactly as long as one
 * of them is open, also where the row came after the end: what was replaced or accepted is settled.
 *
 * The reconciliation counts the items that failed and no more, because the others are documents there; and the state as it is stored
 * follows the reconciliation, because what failed is what a retry tries again; it is not changed by another job that has done the same
 * since.
 */
import { sql } from 'kysely'
import { hasEnded, type Job, type JobState } from '#contracts/jobs.ts'
import type { Capability } from '#contracts/permission.ts'
import type { Reader } from '../records/records.ts'
import { isLeft, isTold } from './retriable.ts'
import { allTraits, traitsOf } from './traits.ts'

/** Jobs with the names and the exceptions that belong to them; the caller narrows and orders. */
export const selectJobs = (read: Reader) =>
  read
    .selectFrom('job as j')
    .innerJoin('project as p', 'p.project_id', 'j.project_id')
    .innerJoin('app_user as u', 'u.user_id', 'j.created_by')
    .selectAll('j')
    .select(['p.name as project_name', 'u.name as creator'])
    .select((eb) =>
      eb
        .selectFrom('exception as x')
        .select((c) => c.fn.countAll<number>().as('n'))
        .whereRef('x.job_id', '=', 'j.job_id')
        .as('listed_exceptions'),
    )
    .select((eb) =>
      eb
        .selectFrom('exception as o')
        .select((c) => c.fn.countAll<number>().as('n'))
        .whereRef('o.job_id', '=', 'j.job_id')
        .where('o.resolution', '=', 'open')
        .as('open_exceptions'),
    )
    .select((eb) =>
      eb
        .selectFrom('exception as l')
        .select((c) => c.fn.countAll<number>().as('n'))
        .whereRef('l.job_id', '=', 'j.job_id')
        .where(isLeft('l', sql.ref('j.kind')))
        .as('left'),
    )
    .select((eb) => allTraits().flatMap(({ columns }) => columns?.(eb) ?? []))

export type JobRow = Awaited<ReturnType<ReturnType<typeof selectJobs>['executeTakeFirstOrThrow']>>

/** What each worker is on, where the job runs: names of files that are not in review only for who sees those. */
export function workedOn(
  { kind, state, now_at }: Pick<JobRow, 'kind' | 'state' | 'now_at'>,
  can: (capability: Capability) => boolean,
): string[] {
  if (state !== 'Running' || now_at === null) return []
  if (traitsOf(kind as Job['kind']).namesFiles === true && !can('collect.view')) return []
  return now_at.split('\n')
}

/** One job, as somebody sees it who can do this. */
export function presentJob(row: JobRow, can: (capability: Capability) => boolean): Job {
  const running = row.state === 'Running'
  const openExceptions = Number(row.open_exceptions ?? 0)
  return {
    jobId: row.job_id,
    projectId: row.project_id,
    projectName: row.project_name,
    kind: row.kind as Job['kind'],
    title: row.title,
    state: stateExplained(row.state as JobState, openExceptions),
    itemsTotal: row.items_total,
    itemsDone: row.items_done,
    exceptions: Number(row.listed_exceptions ?? 0),
    openExceptions,
    bytesDone: row.bytes_done,
    bytesTotal: row.bytes_total,
    rate: running ? row.rate : null,
    secondsLeft: running ? row.seconds_left : null,
    now: workedOn(row, can)[0] ?? null,
    retriable: isTold(row.kind as Job['kind']) ? Number(row.left ?? 0) : null,
    overtaken: false,
    message: row.message,
    priority: row.priority,
    createdBy: row.creator,
    createdAt: row.created_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    reconciliation: null,
    collected: null,
    ...traitsOf(row.kind as Job['kind']).present?.(row),
  }
}

/**
 * The state of a job of which so many exceptions are open: what failed in one job may have been done by another since, and its
 * exception is gone then; or somebody has settled it.
 */
function stateExplained(state: JobState, openExceptions: number): JobState {
  if (!hasEnded(state)) return state
  return openExceptions > 0 ? 'CompletedWithErrors' : 'Completed'
}
