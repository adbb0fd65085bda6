/**
 * Waiting after failed sign-ins. Counted by e-mail address whether or not it has an account, so that the waits tell
 * nothing about who has one; and by where the tries come from, so that nobody can keep somebody else out.
 *
 * A try is counted before the password is looked at and given back when it was right: tries that run side by side
 * cannot all slip in ahead of the first failure.
 */

import { ApiError } from '../http/error.ts'
import type { Writer } from '../records/records.ts'
import { neighborhoodOf } from './networks.ts'
import type { LoginFailureTable } from './tables.ts'

export const lockRules = {
  /** Failures that cost no waiting, but for the last. */
  free: 5,
  firstMs: 1_000,
  longestMs: 15 * 60_000,
  /** Without a try for so long, the count starts anew. */
  forgetMs: 24 * 3_600_000,
} as const

/** How long the address waits after so many failures in a row. */
export function waitAfter(failures: number): number {
  if (failures < lockRules.free) return 0
  return Math.min(lockRules.longestMs, lockRules.firstMs * 2 ** (failures - lockRules.free))
}

/**
 * Tries that were refused while an address waited and that the record does not know of. It hears of the first of each wait
 * at once, and of all others together when the wait is over: whoever goes on trying must not fill the trail.
 */
export interface Refusals {
  readonly email: string
  readonly origin: string
  readonly failures: number
  readonly further: number
}

export type Try =
  | {
      readonly allowed: true
      readonly failures: number
      readonly waitMs: number
      /** Those of the waits before it. */
      readonly refusals: readonly Refusals[]
    }
  | {
      readonly allowed: false
      readonly failures: number
      readonly waitMs: number
      readonly isFirst: boolean
    }

/**
 * Where a try comes from: a browser in which the account has signed in before, or else the network. Each has a count of its
 * own.
 */
export const originOf = (ip: string, knownBrowser: string | null): string =>
  knownBrowser === null ? `network:${neighborhoodOf(ip)}` : `browser:${knownBrowser}`

/**
 * One count for the whole account, wherever tries come from: of secrets that only who knows the password, or has the
 * session, is asked for. No stranger comes so far, and six digits are guessed quickly from a thousand networks.
 */
export const secondStep = 'secondStep'

/** Counts a try as a failure of all these origins, unless one has to wait in one of them: then says for how long. */
export async function takeTry(
  trx: Writer,
  email: string,
  origins: readonly string[],
  now: Date,
): Promise<Try> {
  const rows: LoginFailureTable[] = []
  for (const origin of origins) rows.push(await rowOf(trx, email, origin, now))
  const waiting = rows
    .map((row) => ({ row, waitMs: waitOf(row, now) }))
    .toSorted((a, b) => b.waitMs - a.waitMs)[0]
  if (waiting !== undefined && waiting.waitMs > 0) {
    const { row, waitMs } = waiting
    await update(trx, row, { refused: row.refused + 1 })
    return { allowed: false, failures: row.failures, waitMs, isFirst: row.refused === 0 }
  }
  let most = 0
  for (const row of rows) {
    const forgotten = now.getTime() - Date.parse(row.last_at) >= lockRules.forgetMs
    const failures = (forgotten ? 0 : row.failures) + 1
    const last_at = now.toISOString()
    await update(trx, row, { failures, last_at, locked_until: lockedUntil(failures, now), refused: 0 })
    most = Math.max(most, failures)
  }
  return { allowed: true, failures: most, waitMs: waitAfter(most), refusals: rows.map(refusalsOf) }
}

const rowOf = (trx: Writer, email: string, origin: string, now: Date): Promise<LoginFailureTable> =>
  trx
    .insertInto('login_failure')
    .values({ email, origin, failures: 0, last_at: now.toISOString(), locked_until: null, refused: 0 })
    .onConflict((conflict) => conflict.columns(['email', 'origin']).doUpdateSet({ email }))
    .returningAll()
    .executeTakeFirstOrThrow()

const waitOf = ({ locked_until }: LoginFailureTable, now: Date): number =>
  locked_until === null ? 0 : Date.parse(locked_until) - now.getTime()

async function update(
  trx: Writer,
  { email, origin }: LoginFailureTable,
  change: Partial<LoginFailureTable>,
): Promise<void> {
  await trx
    .updateTable('login_failure')
    .set(change)
    .where('email', '=', email)
    .where('origin', '=', origin)
    .execute()
}

const refusalsOf = (row: LoginFailureTable): Refusals => ({
  email: row.email,
  origin: row.origin,
  failures: row.failures,
  further: Math.max(0, row.refused - 1),
})

/**
 * Everything was right: these counts start anew, and without origins all of the address. Answers what is still to be put on
 * the record.
 */
export async function forgive(
  trx: Writer,
  email: string,
  origins: readonly string[] | null = null,
): Promise<Refusals[]> {
  let gone = trx.deleteFrom('login_failure').where('email', '=', email)
  if (origins !== null) gone = gone.where('origin', 'in', [...origins])
  return (await gone.returningAll().execute()).map(refusalsOf)
}

/** This one try was right, but the sign-in is not through yet: only this try is given back. */
export async function giveBack(trx: Writer, email: string, origin: string): Promise<void> {
  await trx
    .updateTable('login_failure')
    .set((eb) => ({ failures: eb('failures', '-', 1), locked_until: null }))
    .where('email', '=', email)
    .where('origin', '=', origin)
    .where('failures', '>', 0)
    .execute()
}

/** Drops the counts that no longer count. Answers what is still to be put on the record. */
export async function forgetOld(trx: Writer, now: Date): Promise<Refusals[]> {
  const before = new Date(now.getTime() - lockRules.forgetMs).toISOString()
  const gone = await trx.deleteFrom('login_failure').where('last_at', '<', before).returningAll().execute()
  return gone.map(refusalsOf)
}

/** The answer while one has to wait; `data.retryAfterSeconds` also goes into the Retry-After header. */
export function lockedError(waitMs: number): ApiError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000))
  return new ApiError('auth.locked', `Too many failed attempts. Try again in ${spoken(seconds)}.`, {
    data: { retryAfterSeconds: seconds },
  })
}

/** The seconds that an error of `lockedError` asks to wait, or null for any other error. */
export function retryAfterOf(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== 'auth.locked') return null
  const { data } = error
  if (typeof data !== 'object' || data === null || !('retryAfterSeconds' in data)) return null
  return typeof data.retryAfterSeconds === 'number' ? data.retryAfterSeconds : null
}

const lockedUntil = (failures: number, now: Date): string | null => {
  const wait = waitAfter(failures)
  return wait === 0 ? null : new Date(now.getTime() + wait).toISOString()
}

function spoken(seconds: number): string {
  if (seconds === 1) return 'one second'
  if (seconds < 60) return `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'one minute' : `${minutes} minutes`
}
