/**
 * The second step: codes of an authenticator app (RFC 6238) and recovery codes.
 *
 * Until an enrolment is confirmed, its secret and codes are kept nowhere: they follow from the token of the session that
 * enrols, so the second half of the step can make them again.
 */
import { createHash } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Writer } from '../records/records.ts'
import { stretch } from './passwords.ts'
import { derive, newSecret } from './secrets.ts'

export const totpRules = {
  digits: 6,
  periodSeconds: 30,
  /** Steps of clock drift each way. */ drift: 1,
  tries: 5,
} as const
const recoveryCodeCount = 10

export interface Enrolment {
  /** Base32. */
  readonly secret: string
  readonly recoveryCodes: readonly string[]
}

/** What the session of this token enrols with: the same every time it is asked. */
export function enrolmentOf(token: string): Enrolment {
  const secret = new Secret({ buffer: arrayOf(derive(token, 'totp secret').subarray(0, 20)) })
  const recoveryCodes = Array.from({ length: recoveryCodeCount }, (_, i) =>
    recoveryCode(derive(token, `recovery code ${i}`)),
  )
  return { secret: secret.base32, recoveryCodes }
}

/** One that nobody has asked for before. */
export const newEnrolment = (): Enrolment => enrolmentOf(newSecret())

/** The address that authenticator apps read. */
export const totpUri = (secret: string, email: string): string => totpOf(secret, email).toString()

/** The time step that the code belongs to, or null where it belongs to none near now. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const totp = totpOf(secret, '')
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: totpRules.drift })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}

/** Uses a time step up; false where it, or a later one, has been used. */
export async function spendStep(trx: Writer, userId: number, step: number): Promise<boolean> {
  const used = await trx
    .updateTable('app_user')
    .set({ totp_last_step: step })
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('totp_last_step', 'is', null), eb('totp_last_step', '<', step)]))
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}

/** Whether it has the form of a recovery code (and then, as it is hashed). */
export function asRecoveryCode(typed: string): string | null {
  const plain = typed.toLowerCase().replaceAll(/[\s-]/g, '')
  return /^[a-z2-7]{10}$/.test(plain) ? plain : null
}

/**
 * What is kept of a recovery code. Ten characters are few enough to try them all against a plain hash, so it is
 * stretched, over a salt of the user's own so that it can be looked up.
 */
export async function recoveryHash(userId: number, plain: string): Promise<string> {
  const salt = createHash('sha256').update(`affiant recovery ${userId}`).digest().subarray(0, 16)
  const cost = { memory: 8_192, passes: 1, parallelism: 1 }
  return (await stretch(plain.replaceAll('-', ''), salt, cost, 32)).toString('hex')
}

/** Uses a recovery code up; false where there is none such left. */
export async function spendRecoveryCode(
  trx: Writer,
  userId: number,
  hash: string,
  now: Date,
): Promise<boolean> {
  const used = await trx
    .updateTable('recovery_code')
    .set({ used_at: now.toISOString() })
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}

/** Puts a confirmed enrolment on the record, its secret sealed; false where the account has been enrolled meanwhile. */
export async function enrol(
  trx: Writer,
  userId: number,
  sealed: string,
  step: number,
  hashes: readonly string[],
): Promise<boolean> {
  const taken = await trx
    .updateTable('app_user')
    .set({ totp_secret: sealed, totp_last_step: step })
    .where('user_id', '=', userId)
    .where('totp_secret', 'is', null)
    .executeTakeFirst()
  if (taken.numUpdatedRows !== 1n) return false
  await putRecoveryCodes(trx, userId, hashes)
  return true
}

/** Puts another authenticator, or the first, in place; `step` is the one that its first code has used. */
export async function replaceAuthenticator(
  trx: Writer,
  userId: number,
  sealed: string,
  step: number,
): Promise<void> {
  await trx
    .updateTable('app_user')
    .set({ totp_secret: sealed, totp_last_step: step })
    .where('user_id', '=', userId)
    .execute()
}

/** These are the recovery codes from now on; those before are void. */
export async function putRecoveryCodes(
  trx: Writer,
  userId: number,
  hashes: readonly string[],
): Promise<void> {
  await trx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await trx
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ user_id: userId, hash, used_at: null })))
    .execute()
}

const totpOf = (secret: string, email: string): TOTP =>
  new TOTP({
    issuer: 'Affiant',
    label: email,
    algorithm: 'SHA1',
    digits: totpRules.digits,
    period: totpRules.periodSeconds,
    secret: Secret.fromBase32(secret),
  })

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

function recoveryCode(bytes: Buffer): string {
  const letters = Array.from(bytes.subarray(0, 10), (byte) => alphabet[byte % alphabet.length]).join('')
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

const arrayOf = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer
