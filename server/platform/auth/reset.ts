/** A forgotten password: a link by mail that works once and for one hour, and ends every session and key of the account. */
import type { Context } from '../http/context.ts'
import { ApiError } from '../http/error.ts'
import type { Writer } from '../records/records.ts'
import { revokeKeysOf } from './api-keys.ts'
import { recordCounted } from './counted.ts'
import { forgetBrowsers } from './known-browsers.ts'
import { forgive } from './lockout.ts'
import { requireGoodPassword } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { record } from './record.ts'
import { usesPassword } from './saml/standing.ts'
import { fingerprint, newSecret } from './secrets.ts'
import { revokeSessionsOf } from './sessions.ts'
import { type Account, accountOf, recordRefusals } from './signin.ts'

const resetLife = {
  linkMs: 60 * 60_000,
  /** Links that one account may have open: more would only fill somebody's mailbox. */
  openLinks: 5,
} as const

/** The page of the client that takes the link; the token stands behind `#`, so that no server log ever has it. */
const resetLink = (publicUrl: string, token: string): string =>
  `${publicUrl}/reset_password.html#token=${token}`

/** Sends a link where the address has an account; whoever asks learns nothing either way. */
export async function sendResetLink(ctx: Context, email: string): Promise<void> {
  const account = await accountOf(ctx.records.read, { email })
  const byPassword = account !== null && (await usesPassword(ctx.records.read, account))
  const token = newSecret()
  const sent = await ctx.records.write('interactive', async (trx) => {
    const made = byPassword && (await addLink(trx, account, token, ctx.now()))
    if (made) await record(trx, ctx, account, { action: 'auth.resetLinkSent', erasable: { email } })
    else await recordCounted(trx, ctx, account, { action: 'auth.resetNotSent', erasable: { email } }, 1)
    return made
  })
  if (!sent) return
  // In the background: waiting for the mail server would tell that there is an account.
  ctx.mailer.post({
    to: email,
    subject: 'Set a new password for Affiant',
    text: [
      'Somebody, probably you, asked to set a new password for the Affiant account of this address.',
      '',
      'Open this link within one hour. It works once:',
      '',
      resetLink(ctx.config.publicUrl, token),
      '',
      'A new password ends all sessions and all passkeys of the account.',
      '',
      'If it was not you, do nothing: your password stays as it is.',
      '',
    ].join('\r\n'),
  })
}

/** Whether a link can still be used. */
export async function isLinkGood(ctx: Context, token: string): Promise<boolean> {
  return (await linkOwner(ctx, token)) !== null
}

/**
 * Uses the link up: sets the password, ends all sessions and keys, and forgets failed sign-ins. A key that a thief has made
 * must not outlive the password that he had.
 */
export async function resetWithLink(ctx: Context, token: string, password: string): Promise<void> {
  const owner = await linkOwner(ctx, token)
  // Asked for before the client has required single sign-on.
  if (owner === null || !(await usesPassword(ctx.records.read, owner))) throw linkExpired()
  requireGoodPassword(password, owner)
  const hash = await hashPassword(password)
  await ctx.records.write('interactive', async (trx) => {
    const now = ctx.now()
    const used = await trx
      .updateTable('reset')
      .set({ used_at: now.toISOString() })
      .where('token_hash', '=', fingerprint(token))
      .where('used_at', 'is', null)
      .where('expires_at', '>', now.toISOString())
      .executeTakeFirst()
    if (used.numUpdatedRows !== 1n) throw linkExpired()
    await setPassword(trx, owner.userId, hash)
    for (const refusals of await forgive(trx, owner.email)) await recordRefusals(trx, ctx, owner, refusals)
    const sessionsEnded = await revokeSessionsOf(trx, owner.userId, now)
    const keysEnded = await revokeKeysOf(trx, owner.userId, now)
    await record(trx, ctx, owner, { action: 'auth.passwordReset', facts: { sessionsEnded, keysEnded } })
  })
}

/** Writes a new hash for a user, who has a password from now on. Links that were asked for before it are good no more, and no browser is known. */
export async function setPassword(trx: Writer, userId: number, hash: string): Promise<void> {
  await trx.deleteFrom('reset').where('user_id', '=', userId).where('used_at', 'is', null).execute()
  await forgetBrowsers(trx, userId)
  await trx.updateTable('app_user').set({ password: hash, sso: 0 }).where('user_id', '=', userId).execute()
}

async function addLink(trx: Writer, account: Account, token: string, now: Date): Promise<boolean> {
  await trx.deleteFrom('reset').where('expires_at', '<=', now.toISOString()).execute()
  const { open } = await trx
    .selectFrom('reset')
    .select((eb) => eb.fn.countAll().as('open'))
    .where('user_id', '=', account.userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(open) >= resetLife.openLinks) return false
  await trx
    .insertInto('reset')
    .values({
      token_hash: fingerprint(token),
      user_id: account.userId,
      expires_at: new Date(now.getTime() + resetLife.linkMs).toISOString(),
      used_at: null,
    })
    .execute()
  return true
}

async function linkOwner(ctx: Context, token: string): Promise<Account | null> {
  const row = await ctx.records.read
    .selectFrom('reset')
    .select('user_id')
    .where('token_hash', '=', fingerprint(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.now().toISOString())
    .executeTakeFirst()
  return row === undefined ? null : accountOf(ctx.records.read, { userId: row.user_id })
}

const linkExpired = (): ApiError =>
  new ApiError('auth.linkExpired', 'This link has been used or is too old. Ask for a new one.', {
    detail: 'token',
  })
