/**
 * Waiting after failed sign-ins. Counted by e-mail address whether or not it has an account, so that the waits tell
 * nothing about who has one.
 *
 * A try is counted before the password is looked at and given back when it was right: tries that run side by side
 * cannot all slip in ahead of the first failure.
 */

import { ApiError } from '../http/error.ts'
import type { Writer } from '../records/records.ts'
import type { LoginFailureTable } from './tables.ts'

export const lockRules = {
  /** Failures that cost no waiting, but for the last. */
  free: 5,
  firstMs: 1_000,
  longestMs: 15 * 60_000,
  /** Without a try for so long, the count starts anew. */
  forgetMs: 24 * 3_600_000,
} as const

/** How long the account waits after so many failures in a row. */
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
  readonly failures: number
  readonly further: number
}

export type Try =
  | {
      readonly allowed: true
      readonly failures: number
      readonly waitMs: number
      /** Those of the wait before it. */
      readonly refusals: Refusals
    }
  | {
      readonly allowed: false
      readonly failures: number
      readonly waitMs: number
      readonly isFirst: boolean
    }

/** Counts a try as a failure, unless one has to wait: then says for how long. */
export async function takeTry(trx: Writer, email: string, now: Date): Promise<Try> {
  const at = now.toISOString()
  const row = await trx
    .insertInto('login_failure')
    .values({ email, failures: 0, last_at: at, locked_until: null, refused: 0 })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ email }))
    .returningAll()
    .executeTakeFirstOrThrow()
  const waitMs = row.locked_until === null ? 0 : Date.parse(row.locked_until) - now.getTime()
  if (waitMs > 0) {
    await trx
      .updateTable('login_failure')
      .set({ refused: row.refused + 1 })
      .where('email', '=', email)
      .execute()
    return { allowed: false, failures: row.failures, waitMs, isFirst: row.refused === 0 }
  }
  const forgotten = now.getTime() - Date.parse(row.last_at) >= lockRules.forgetMs
  const failures = (forgotten ? 0 : row.failures) + 1
  await trx
    .updateTable('login_failure')
    .set({ failures, last_at: at, locked_until: lockedUntil(failures, now), refused: 0 })
    .where('email', '=', email)
    .execute()
  return { allowed: true, failures, waitMs: waitAfter(failures), refusals: refusalsOf(row) }
}

const refusalsOf = (row: LoginFailureTable): Refusals => ({
  email: row.email,
  failures: row.failures,
  further: Math.max(0, row.refused - 1),
})

/** Everything was right: the count starts anew. Answers what is still to be put on the record. */
export async function forgiveAll(trx: Writer, email: string): Promise<Refusals[]> {
  const gone = await trx.deleteFrom('login_failure').where('email', '=', email).returningAll().execute()
  return gone.map(refusalsOf)
}

/** This one try was right, but the sign-in is not through yet: only this try is given back. */
export async function giveBack(trx: Writer, email: string): Promise<void> {
  await trx
    .updateTable('login_failure')
    .set((eb) => ({ failures: eb('failures', '-', 1), locked_until: null }))
    .where('email', '=', email)
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
