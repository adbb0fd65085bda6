/** How long people were active: gaps between what they did, longer ones left out. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { breathe } from '../../platform/records/breathe.ts'
import { checkedOnly } from '../../platform/records/dialect.ts'
import type { Reader } from '../../platform/records/records.ts'
import type { Past } from './moments.ts'

/**
 * Acts of a person on the record. What a browser fetches ahead and what a job does is nobody's act. The index `audit_activity` has the
 * same.
 */
const isAct: RawBuilder<SqlBool> = sql<SqlBool>`action in ('coding.saved', 'document.downloaded', 'document.metadataRead', 'document.viewed', 'tags.changed') and job_id is null`

/** The active part of a gap. A clock that was set back makes no time. */
const activePart = (from: string, to: string, limitMs: number): number => {
  const gap = Date.parse(to) - Date.parse(from)
  return gap > 0 && gap <= limitMs ? gap : 0
}

/** Active time between acts, in their order. */
export const activeMs = (instants: readonly string[], limitMs: number): number =>
  instants.reduce((sum, at, i) => sum + activePart(instants[i - 1] ?? at, at, limitMs), 0)

export interface Tracking {
  readonly tracked: boolean
  readonly idleMinutes: number
  readonly limitMs: number
}

/** How the project wants its reviewers' time counted. */
export async function trackingOf(read: Reader, projectId: number): Promise<Tracking> {
  const row = await read
    .selectFrom('project')
    .select(['reviewer_tracking_enabled', 'coding_idle_timeout'])
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return {
    tracked: row.reviewer_tracking_enabled === 1,
    idleMinutes: row.coding_idle_timeout,
    limitMs: row.coding_idle_timeout * 60_000,
  }
}

/** Rows of the chain and instants that a period has; what is null does not limit it. */
export interface Period {
  readonly afterSeq: number
  readonly toSeq: number | null
  readonly after: string | null
  readonly to: string | null
}

const page = 5000

/** Somebody's active time in a period. */
export async function activeIn(past: Past, userId: number, period: Period, limitMs: number): Promise<number> {
  let sum = 0
  let last: string | null = null
  let after = period.afterSeq
  for (;;) {
    let query = acts(past, userId).where('seq', '>', after).orderBy('seq').limit(page)
    if (period.toSeq !== null) query = query.where('seq', '<=', period.toSeq)
    const rows = await query.execute()
    for (const { at } of rows) {
      if ((period.after !== null && at <= period.after) || (period.to !== null && at > period.to)) continue
      if (last !== null) sum += activePart(last, at, limitMs)
      last = at
    }
    if (rows.length < page) return sum
    after = rows.at(-1)?.seq ?? after
    await breathe()
  }
}

const acts = ({ read, projectId }: Past, userId: number) =>
  read
    .selectFrom('audit')
    .select(['seq', 'at'])
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where(isAct)

/** A change whose time is asked for. */
export interface Timed {
  readonly seq: number
  readonly at: string
  readonly userId: number | null
  readonly documentId: number
  readonly commandId: string | null
}

/**
 * How long each change took: the active time of its maker since they looked at the document, or last saved it where that was
 * later. Changes without a look on the record are not in the answer.
 */
export async function tookOf(
  past: Past,
  changes: readonly Timed[],
  limitMs: number,
): Promise<ReadonlyMap<number, number>> {
  const took = new Map<number, number>()
  const starts = await startsOf(past, changes)
  const byUser = Map.groupBy(
    changes.flatMap((change) => {
      const start = starts.get(change.seq)
      return start === undefined || change.userId === null
        ? []
        : [{ ...change, userId: change.userId, start }]
    }),
    ({ userId }) => userId,
  )
  for (const [userId, own] of byUser) {
    for (const range of merged(own.map(({ start, seq }) => [start, seq]))) {
      const rows = await acts(past, userId)
        .where('seq', '>=', range[0])
        .where('seq', '<=', range[1])
        .orderBy('seq')
        .execute()
      const clock = clockOf(rows, limitMs)
      for (const one of own)
        if (one.start >= range[0] && one.seq <= range[1]) took.set(one.seq, clock(one.start, one.seq, one.at))
    }
  }
  return took
}

/** The active time between two rows of somebody's acts; the second may be no act itself. */
function clockOf(
  rows: readonly { seq: number; at: string }[],
  limitMs: number,
): (start: number, seq: number, at: string) => number {
  const until: number[] = []
  const placeOf = new Map<number, number>()
  for (const [i, { seq, at }] of rows.entries()) {
    const before = rows[i - 1]
    until.push((until[i - 1] ?? 0) + (before === undefined ? 0 : activePart(before.at, at, limitMs)))
    placeOf.set(seq, i)
  }
  return (start, seq, at) => {
    const from = until[placeOf.get(start) ?? 0] ?? 0
    const own = placeOf.get(seq)
    if (own !== undefined) return (until[own] ?? 0) - from
    const last = rows.findLastIndex((row) => row.seq < seq)
    return (until[last] ?? 0) - from + activePart(rows[last]?.at ?? at, at, limitMs)
  }
}

/** Where the time of each change begins: a row of the chain. */
async function startsOf(
  { read, projectId }: Past,
  changes: readonly Timed[],
): Promise<ReadonlyMap<number, number>> {
  const starts = new Map<number, number>()
  const documentIds = [...new Set(changes.map(({ documentId }) => documentId))]
  if (documentIds.length === 0) return starts
  const last = Math.max(...changes.map(({ seq }) => seq))
  const rows = await read
    .selectFrom('audit')
    .select(['document_id', 'user_id', 'seq', 'action', 'command_id'])
    .where('document_id', 'in', documentIds)
    // Not by the project's own index: a project has millions of rows, its document a few.
    .where(checkedOnly('project_id'), '=', projectId)
    .where(sql<SqlBool>`action in ('coding.saved', 'document.viewed', 'tags.changed')`)
    .where('job_id', 'is', null)
    .where('seq', '<=', last)
    .execute()
  const byBoth = Map.groupBy(
    rows.sort((a, b) => b.seq - a.seq),
    (row) => `${row.document_id} ${row.user_id}`,
  )
  for (const { documentId, userId, seq, commandId } of changes) {
    const before = (byBoth.get(`${documentId} ${userId}`) ?? []).filter((row) => row.seq < seq)
    if (!before.some(({ action }) => action === 'document.viewed')) continue
    const start = before.find((row) => commandId === null || row.command_id !== commandId)
    if (start !== undefined) starts.set(seq, start.seq)
  }
  return starts
}

/** Ranges that overlap, as one. */
function merged(ranges: readonly (readonly [number, number])[]): [number, number][] {
  const all: [number, number][] = []
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = all.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to)
    else all.push([from, to])
  }
  return all
}
