/** The password step of signing in. */
import type { Session, Stage } from '#contracts/auth.ts'
import { encodeRole } from '#contracts/permission.ts'
import type { Context } from '../http/context.ts'
import { ApiError } from '../http/error.ts'
import { roleOf } from '../http/scope.ts'
import type { Reader, Writer } from '../records/records.ts'
import { recordCounted } from './counted.ts'
import { knownBrowser, rememberBrowser } from './known-browsers.ts'
import {
  forgetOld,
  forgive,
  giveBack,
  lockedError,
  originOf,
  type Refusals,
  secondStep,
  type Try,
  takeTry,
} from './lockout.ts'
import { hashPassword, needsRehash, verifyPassword } from './passwords.ts'
import { type Actor, record } from './record.ts'
import { mustUseSso } from './saml/standing.ts'
import { endOf, lengthOf, type Opened, openSession, type SessionLength, stageOf } from './sessions.ts'

/** What signing in needs to know of an account. */
export interface Account extends Actor {
  readonly email: string
  readonly password: string
  readonly needsMfa: boolean
  /** Sealed. */
  readonly totpSecret: string | null
  readonly totpLastStep: number | null
  readonly acceptedVersion: string | null
  readonly sso: boolean
  /** How long a session of it lasts. */
  readonly length: SessionLength
}

export interface SignedIn {
  readonly account: Account
  readonly stage: Stage
  readonly opened: Opened
  /** The secret by which the browser is known from now on; null where the sign-in is not through yet. */
  readonly browser: string | null
}

/**
 * Opens a session for the right password. An unknown address, a closed account and a wrong password get the same answer
 * after the same work.
 */
export async function signIn(
  ctx: Context,
  email: string,
  password: string,
  browser: string | null,
  agent: string | null,
): Promise<SignedIn> {
  const { read } = ctx.records
  const account = await accountOf(read, { email })
  const origin = originOf(ctx.ip, await knownBrowser(read, email, browser, ctx.now()))
  const counted = await countTry(ctx, email, [origin], account)
  const right = await verifyPassword(account?.password ?? null, password)
  const byProvider = await mustUseSso(read, email, right ? account : null)
  if (account === null || !right || byProvider) {
    await ctx.records.write('interactive', async (trx) => {
      for (const refusals of await forgetOld(trx, ctx.now()))
        await recordRefusals(trx, ctx, await accountOf(trx, { email: refusals.email }), refusals)
      const facts = byProvider ? { ssoRequired: true } : {}
      await recordFailure(trx, ctx, account, email, 'auth.signInFailed', counted, facts)
    })
    throw byProvider ? ssoRequired() : notRight()
  }
  const rehashed = needsRehash(account.password) ? await hashPassword(password) : null
  const stage = account.needsMfa ? 'mfa' : stageOf('full', account.acceptedVersion)
  return await ctx.records.write('interactive', async (trx) => {
    // Closed since it was read: no session may come to be that its closing did not end.
    if ((await accountOf(trx, { userId: account.userId })) === null) throw notRight()
    if (account.needsMfa) await giveBack(trx, email, origin)
    else await forgive(trx, email, [origin])
    if (rehashed !== null)
      await trx
        .updateTable('app_user')
        .set({ password: rehashed })
        .where('user_id', '=', account.userId)
        .where('password', '=', account.password)
        .execute()
    const now = ctx.now()
    const session = await openSession(
      trx,
      { userId: account.userId, stage: account.needsMfa ? 'mfa' : 'full', ip: ctx.ip, agent },
      now,
    )
    const actor = { ...account, sessionId: session.sessionId }
    await record(trx, ctx, actor, {
      action: account.needsMfa ? 'auth.passwordAccepted' : 'auth.signedIn',
      facts: { stage },
    })
    const known = account.needsMfa ? null : await rememberBrowser(trx, account.userId, browser, now)
    return { account, stage, opened: session, browser: known }
  })
}

/** What a try counts against that somebody makes who has shown the password, or a session, already. */
export async function originsWithin(
  ctx: Pick<Context, 'records' | 'now' | 'ip'>,
  email: string,
  browser: string | null,
): Promise<readonly string[]> {
  const known = await knownBrowser(ctx.records.read, email, browser, ctx.now())
  return known === null ? [originOf(ctx.ip, null), secondStep] : [originOf(ctx.ip, known)]
}

const notRight = (): ApiError =>
  new ApiError('auth.failed', 'The e-mail address or the password is not right.')

/** The same for all of the domain, whether the password was right or there is an account at all. */
const ssoRequired = (): ApiError =>
  new ApiError(
    'auth.ssoRequired',
    'Your organization has you sign in by single sign-on: choose it below. A password works only for those whom its administrators have named.',
  )

/** Counts a try at a secret of the account; where one has to wait, puts that on the record and throws. */
export async function countTry(
  ctx: Pick<Context, 'records' | 'now' | 'ip'>,
  email: string,
  origins: readonly string[],
  actor: Actor | null,
): Promise<Try> {
  const taken = await ctx.records.write('interactive', async (trx) => {
    const outcome = await takeTry(trx, email, origins, ctx.now())
    if (outcome.allowed)
      for (const refusals of outcome.refusals) await recordRefusals(trx, ctx, actor, refusals)
    else if (outcome.isFirst)
      await recordTry(trx, ctx, actor, {
        action: 'auth.refusedWhileLocked',
        facts: { failures: outcome.failures, waitMs: outcome.waitMs },
        erasable: { email },
      })
    return outcome
  })
  if (!taken.allowed) throw lockedError(taken.waitMs)
  return taken
}

/** Puts on the record how often somebody went on trying after the first refusal of a wait. */
export async function recordRefusals(
  trx: Writer,
  ctx: Pick<Context, 'now' | 'ip'>,
  actor: Actor | null,
  { email, failures, further }: Refusals,
): Promise<void> {
  if (further === 0) return
  const entry = { action: 'auth.refusedWhileLocked', facts: { failures, further }, erasable: { email } }
  await recordTry(trx, ctx, actor, entry)
}

/** Puts a failed try on the record and, where it starts a wait, the lock as well. */
export async function recordFailure(
  trx: Writer,
  ctx: Pick<Context, 'now' | 'ip'>,
  actor: Actor | null,
  email: string,
  action: string,
  counted: Try,
  facts: Record<string, unknown> = {},
): Promise<void> {
  const { failures, waitMs } = counted
  await recordTry(trx, ctx, actor, { action, facts: { ...facts, failures }, erasable: { email } })
  if (waitMs > 0)
    await recordTry(trx, ctx, actor, {
      action: 'auth.locked',
      facts: { failures, waitMs },
      erasable: { email },
    })
}

/** Tries at addresses without an account that have a row each, of one network in an hour: beyond them they are counted. */
const strangersAlone = 20

/** Each failed try at an account has its row; there are as many other addresses as somebody likes to make up. */
const recordTry = (
  trx: Writer,
  ctx: Pick<Context, 'now' | 'ip'>,
  actor: Actor | null,
  entry: Parameters<typeof record>[3],
): Promise<void> =>
  actor === null ? recordCounted(trx, ctx, actor, entry, strangersAlone) : record(trx, ctx, actor, entry)

/** An account by its address or id; null where there is none, or it is closed. */
export async function accountOf(
  read: Reader,
  by: { readonly email: string } | { readonly userId: number },
): Promise<Account | null> {
  const query = read
    .selectFrom('app_user as u')
    .leftJoin('company as c', 'c.company_id', 'u.company_id')
    .select(['u.user_id', 'u.email', 'u.name', 'u.role', 'u.company_id', 'u.password', 'u.mfa_required'])
    .select(['u.totp_secret', 'u.totp_last_step', 'u.accepted_version', 'u.sso'])
    .select(['c.mfa_required as company_mfa', 'c.idle_minutes', 'c.session_hours'])
    .where('u.active', '=', 1)
  const row = await ('email' in by
    ? query.where('u.email', '=', by.email)
    : query.where('u.user_id', '=', by.userId)
  ).executeTakeFirst()
  if (row === undefined) return null
  return {
    userId: row.user_id,
    email: row.email,
    name: row.name,
    role: row.role,
    companyId: row.company_id,
    password: row.password,
    needsMfa: row.mfa_required === 1 || row.company_mfa === 1 || row.totp_secret !== null,
    totpSecret: row.totp_secret,
    totpLastStep: row.totp_last_step,
    acceptedVersion: row.accepted_version,
    sso: row.sso === 1,
    length: lengthOf(row),
  }
}

/** A session as the browser is told of it. */
export function sessionReply(
  ctx: Pick<Context, 'config'>,
  of: {
    readonly userId: number
    readonly role: string
    readonly stage: Stage
    readonly token: string
    readonly expiresAt: string
    readonly length: SessionLength
  },
): Session {
  return {
    token: of.token,
    roleCode: encodeRole(roleOf(of.role)),
    version: ctx.config.version,
    stage: of.stage,
    userId: of.userId,
    expiresAt: endOf(of.expiresAt, of.stage, of.length),
    idleMs: of.length.idleMs,
  }
}
