/** The jobs table as a queue: who may work on what, until when that is believed, and how it ends. */

import type { Expression, ExpressionBuilder, Selectable, SqlBool } from 'kysely'
import type { JobState } from '#contracts/jobs.ts'
import { appendAudit } from '../audit/append.ts'
import { instantOf } from '../records/dialect.ts'
import type { Records, Writer } from '../records/records.ts'
import type { Schema } from '../records/schema.ts'
import type { JobKind, NewJob } from './jobs.ts'
import type { JobTable } from './tables.ts'

/** Without a beat for so long, a worker is believed dead and another goes on. */
export const leaseMs = 15_000

type Order = Pick<JobKind, 'kind' | 'alone' | 'after'>

export interface Claimed {
  readonly jobId: number
  readonly projectId: number
  readonly kind: string
  readonly input: unknown
  readonly cursor: unknown
  readonly retry: boolean
  readonly retryOnly: readonly number[] | null
}

/** Adds a job, queued. */
export async function insertJob(trx: Writer, job: NewJob, now: Date): Promise<number> {
  const { job_id } = await trx
    .insertInto('job')
    .values({
      project_id: job.projectId,
      kind: job.kind,
      title: job.title,
      state: 'Queued' satisfies JobState,
      input: JSON.stringify(job.input ?? null),
      cursor: 'null',
      retry: 0,
      items_total: 0,
      items_done: 0,
      exceptions: 0,
      bytes_done: 0,
      bytes_total: job.bytesTotal,
      promoted: 0,
      duplicates: 0,
      de_nisted: 0,
      containers: 0,
      filtered: 0,
      items_in: 0,
      rate: null,
      seconds_left: null,
      now_at: null,
      message: null,
      created_by: job.createdBy,
      created_at: instantOf(now),
      started_at: null,
      ended_at: null,
      lease_owner: null,
      lease_until: null,
      priority: 0,
      source_id: job.sourceId ?? null,
    })
    .returning('job_id')
    .executeTakeFirstOrThrow()
  return job_id
}

/**
 * Takes the next job that nobody works on: queued, or left running by a worker whose lease has ended. One that was being
 * cancelled when its worker died is cancelled here, and one that is not to go on is let go.
 */
export async function claim(
  records: Records,
  owner: string,
  kinds: readonly string[],
  now: Date,
  /** What this process works on already: a clock that jumps ahead ends leases that are still worked under. */
  except: readonly number[] = [],
  /** What these say of the jobs that they may not run beside. */
  order: readonly Order[] = [],
): Promise<Claimed | null> {
  if (kinds.length === 0 || !(await somethingWaits(records, kinds, now, except, order))) return null
  return await records.write('interactive', async (trx) => {
    await settleAbandoned(trx, now, except)
    const at = instantOf(now)
    const row = await trx
      .selectFrom('job')
      .selectAll()
      .where('kind', 'in', kinds)
      .where('state', 'in', ['Queued', 'Running'])
      .where((eb) => isFree(eb, at))
      .$if(except.length > 0, (query) => query.where('job_id', 'not in', except))
      .where(hasTheProject(order, at))
      .orderBy('priority', 'desc')
      .orderBy('job_id')
      .limit(1)
      .executeTakeFirst()
    if (row === undefined) return null
    await trx
      .updateTable('job')
      .set({
        state: 'Running' satisfies JobState,
        lease_owner: owner,
        lease_until: leaseFrom(now),
        started_at: row.started_at ?? at,
        ended_at: null,
      })
      .where('job_id', '=', row.job_id)
      .execute()
    if (row.state === 'Queued') await tell(trx, row, 'job.started', now)
    return {
      jobId: row.job_id,
      projectId: row.project_id,
      kind: row.kind,
      input: JSON.parse(row.input) as unknown,
      cursor: JSON.parse(row.cursor) as unknown,
      retry: row.retry === 1,
      retryOnly: row.retry_only === null ? null : (JSON.parse(row.retry_only) as number[]),
    }
  })
}

/** Whether the lease is held by this owner, as the writer sees it. */
export async function isHeld(trx: Writer, owner: string, jobId: number): Promise<boolean> {
  const row = await trx.selectFrom('job').select('lease_owner').where('job_id', '=', jobId).executeTakeFirst()
  return row?.lease_owner === owner
}

/** Extends the lease; `false` when it is not held any more. */
export async function extend(
  records: Records,
  owner: string,
  jobId: number,
  now: Date,
  shown: { now: string | null; rate: number | null; secondsLeft: number | null },
): Promise<boolean> {
  return await records.write('interactive', async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('job')
      .set({
        lease_until: leaseFrom(now),
        now_at: shown.now,
        rate: shown.rate,
        seconds_left: shown.secondsLeft,
      })
      .where('job_id', '=', jobId)
      .where('lease_owner', '=', owner)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  })
}

export type Ending =
  | { readonly how: 'done' }
  | { readonly how: 'failed'; readonly message: string }
  | { readonly how: 'stopped' }

/** Gives the lease back and settles the job: by how its run ended, and by what people asked meanwhile. */
export async function release(
  records: Records,
  owner: string,
  jobId: number,
  ending: Ending,
  now: Date,
): Promise<JobState | null> {
  return await records.write('interactive', async (trx) => {
    const row = await trx
      .selectFrom('job')
      .selectAll()
      .where('job_id', '=', jobId)
      .where('lease_owner', '=', owner)
      .executeTakeFirst()
    // The lease was lost: the job is another worker's to settle.
    if (row === undefined) return null
    const state = stateAfterRun(row, ending)
    const settled = state !== 'Paused' && state !== 'Queued'
    await trx
      .updateTable('job')
      .set({
        state,
        lease_owner: null,
        lease_until: null,
        now_at: null,
        rate: null,
        seconds_left: null,
        ...(settled ? { ended_at: instantOf(now) } : {}),
        ...(ending.how === 'done' ? { retry: 0, retry_only: null } : {}),
        ...(ending.how === 'failed' ? { message: ending.message } : {}),
      })
      .where('job_id', '=', jobId)
      .execute()
    if (settled) await tell(trx, { ...row, state }, `job.${ended[state] ?? 'ended'}`, now)
    return state
  })
}

/** What the job becomes when its run is over. A run that came to its end is done, whatever was asked meanwhile. */
export function stateAfterRun(row: Pick<JobTable, 'state' | 'exceptions'>, ending: Ending): JobState {
  if (ending.how === 'done') return row.exceptions > 0 ? 'CompletedWithErrors' : 'Completed'
  // `Cancelled` already: cancelled as a paused job, while its run had not come to its safe point yet.
  if (row.state === 'Cancelling' || row.state === 'Cancelled') return 'Cancelled'
  if (row.state === 'Paused') return 'Paused'
  return ending.how === 'failed' ? 'Failed' : 'Queued'
}

const ended: Partial<Record<JobState, string>> = {
  Completed: 'completed',
  CompletedWithErrors: 'completed',
  Cancelled: 'stopped',
  Failed: 'failed',
}

const leaseFrom = (now: Date): string => instantOf(new Date(now.getTime() + leaseMs))

/** Asked on the reader first, so that an idle server does not write once a second. */
async function somethingWaits(
  records: Records,
  kinds: readonly string[],
  now: Date,
  except: readonly number[],
  order: readonly Order[],
): Promise<boolean> {
  const at = instantOf(now)
  const row = await records.read
    .selectFrom('job')
    .select('job_id')
    .where((eb) =>
      eb.or([
        eb.and([
          eb('state', 'in', ['Queued', 'Running']),
          eb('kind', 'in', kinds),
          isFree(eb, at),
          hasTheProject(order, at)(eb),
        ]),
        isAbandoned(eb, at),
      ]),
    )
    .$if(except.length > 0, (query) => query.where('job_id', 'not in', except))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

type OfJob = ExpressionBuilder<Schema, 'job'>

/** Condition on `job`: nobody works on it. */
const isFree = (eb: OfJob, at: string): Expression<SqlBool> =>
  eb.or([eb('lease_owner', 'is', null), eb('lease_until', '<=', at)])

/** Condition on `job`: its worker has died, and none will take it up: it was being cancelled, or is not to go on. */
const isAbandoned = (eb: OfJob, at: string): Expression<SqlBool> =>
  eb.or([
    eb.and([eb('state', '=', 'Cancelling'), isFree(eb, at)]),
    eb.and([eb('state', 'in', ['Paused', 'Cancelled']), eb('lease_until', '<=', at)]),
  ])

/**
 * Condition on `job`: nobody works on another of its kind in its project, where that is alone, and none waits or is worked on
 * of the kinds that it comes after.
 */
const hasTheProject =
  (order: readonly Order[], at: string) =>
  (eb: OfJob): Expression<SqlBool> => {
    const others = eb
      .selectFrom('job as other')
      .select('other.job_id')
      .whereRef('other.project_id', '=', 'job.project_id')
      .whereRef('other.job_id', '!=', 'job.job_id')
    return eb.and(
      order.flatMap(({ kind, alone, after }) => {
        const sameKind = others.where('other.kind', '=', kind).where('other.lease_until', '>', at)
        const earlier = (kinds: readonly string[]) =>
          others
            .where('other.kind', 'in', kinds)
            .where('other.state', 'in', ['Queued', 'Running', 'Cancelling'])
        const hindering = [
          ...(alone === true ? [sameKind] : []),
          ...(after === undefined ? [] : [earlier(after)]),
        ]
        return hindering.map((jobs) => eb.or([eb('job.kind', '!=', kind), eb.not(eb.exists(jobs))]))
      }),
    )
  }

/** Takes the lease off them, lest whoever waits until they are let go waits for ever; what was being cancelled is. */
async function settleAbandoned(trx: Writer, now: Date, except: readonly number[]): Promise<void> {
  const rows = await trx
    .selectFrom('job')
    .selectAll()
    .where((eb) => isAbandoned(eb, instantOf(now)))
    .$if(except.length > 0, (query) => query.where('job_id', 'not in', except))
    .execute()
  for (const row of rows) {
    const cancels = row.state === 'Cancelling'
    await trx
      .updateTable('job')
      .set({
        ...{ lease_owner: null, lease_until: null, now_at: null, rate: null, seconds_left: null },
        ...(cancels ? { state: 'Cancelled' satisfies JobState, ended_at: instantOf(now) } : {}),
      })
      .where('job_id', '=', row.job_id)
      .execute()
    if (cancels) await tell(trx, { ...row, state: 'Cancelled' }, 'job.stopped', now)
  }
}

/** What a job did by itself, with its reconciliation. */
async function tell(trx: Writer, row: Selectable<JobTable>, action: string, at: Date): Promise<void> {
  await appendAudit(trx, `project:${row.project_id}`, [
    {
      at,
      user: null,
      action,
      projectId: row.project_id,
      jobId: row.job_id,
      newValue: row.state,
      facts: {
        kind: row.kind,
        itemsIn: row.items_in,
        promoted: row.promoted,
        waiting: row.waiting,
        duplicates: row.duplicates,
        deNisted: row.de_nisted,
        containers: row.containers,
        exceptions: row.exceptions,
        inlineImages: row.inline_images,
        filtered: row.filtered,
      },
    },
  ])
}
