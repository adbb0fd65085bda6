/** The second step of signing in, on top of totp.ts. */
import type { openMfa } from '#contracts/auth.ts'
import type { ReplyOf } from '#contracts/call.ts'
import type { CallerContext } from '../http/context.ts'
import { ApiError } from '../http/error.ts'
import type { Writer } from '../records/records.ts'
import { rememberBrowser } from './known-browsers.ts'
import { forgive, giveBack } from './lockout.ts'
import { record } from './record.ts'
import { authenticatorOf } from './seals.ts'
import { passMfa, revokeSession, stageOf, tokenNotFound } from './sessions.ts'
import { type Account, accountOf, countTry, originsWithin, recordFailure, type SignedIn } from './signin.ts'
import {
  asRecoveryCode,
  type Enrolment,
  enrol,
  enrolmentOf,
  recoveryHash,
  spendRecoveryCode,
  spendStep,
  stepOf,
  totpRules,
  totpUri,
} from './totp.ts'

/** Says how the code is made; for an account that has no authenticator yet, with what one is set up. */
export async function openSecondStep(ctx: CallerContext, token: string): Promise<ReplyOf<typeof openMfa>> {
  requireOpen(ctx)
  const account = await accountHere(ctx)
  const { mfa_tries } = await ctx.records.read
    .selectFrom('session')
    .select('mfa_tries')
    .where('token_hash', '=', ctx.caller.sessionId)
    .executeTakeFirstOrThrow()
  const triesLeft = totpRules.tries - mfa_tries
  if (account.totpSecret !== null) return { method: 'totp', enrol: null, triesLeft }
  const { secret, recoveryCodes } = enrolmentOf(token)
  await ctx.records.write('interactive', (trx) => record(trx, ctx, ctx.caller, { action: 'auth.mfaOffered' }))
  return {
    method: 'totp',
    enrol: { secret, uri: totpUri(secret, account.email), recoveryCodes: [...recoveryCodes] },
    triesLeft,
  }
}

/** Confirms the step; the session gets a new cookie and token. */
export async function confirmSecondStep(
  ctx: CallerContext,
  token: string,
  code: string,
  browser: string | null,
): Promise<SignedIn> {
  requireOpen(ctx)
  const account = await accountHere(ctx)
  const origins = await originsWithin(ctx, account.email, browser)
  const counted = await countTry(ctx, account.email, origins, account)
  const spend = await spender(ctx, account, token, code).catch(async (error: unknown) => {
    // Where the secret cannot be opened, no code could be right: that is no try, and a recovery code need not wait for it.
    await ctx.records.write('interactive', async (trx) => {
      for (const origin of origins) await giveBack(trx, account.email, origin)
    })
    throw error
  })
  // Null where the code was wrong: the try has to stay counted, so the transaction must not be thrown away.
  const outcome = await ctx.records.write('interactive', async (trx) => {
    const left = await countSessionTry(trx, ctx)
    const how = left < 0 ? null : await spend(trx)
    if (how === null) {
      if (left <= 0) await revokeSession(trx, ctx.caller.sessionId, ctx.now())
      const triesLeft = Math.max(0, left)
      await recordFailure(trx, ctx, ctx.caller, account.email, 'auth.mfaFailed', counted, { triesLeft })
      return { right: false, triesLeft } as const
    }
    await forgive(trx, account.email, origins)
    const opened = await passMfa(trx, ctx.caller.sessionId, ctx.now())
    const stage = stageOf('full', account.acceptedVersion)
    await record(
      trx,
      ctx,
      { ...account, sessionId: opened.sessionId },
      { action: 'auth.signedIn', facts: { stage, mfa: how } },
    )
    const known = await rememberBrowser(trx, account.userId, browser, ctx.now())
    return { right: true, stage, opened, browser: known } as const
  })
  if (outcome.right) return { account, ...outcome }
  throw new ApiError(
    'auth.codeWrong',
    outcome.triesLeft === 0
      ? 'That code is not right either. Sign in again.'
      : 'That code is not right, or it has been used already. Wait for the next one.',
    { detail: 'code', data: { triesLeft: outcome.triesLeft } },
  )
}

type How = 'totp' | 'enrolled' | 'recoveryCode'
/** Uses the code up inside a transaction; null where it is not right. */
type Spend = (trx: Writer) => Promise<How | null>

/** Everything slow happens here, so that the transaction that follows waits for the database only. */
async function spender(ctx: CallerContext, account: Account, token: string, code: string): Promise<Spend> {
  const { userId, totpSecret } = account
  if (totpSecret === null) return enrolling(ctx, userId, enrolmentOf(token), code)
  const recovery = asRecoveryCode(code)
  if (recovery !== null) {
    const hash = await recoveryHash(userId, recovery)
    return async (trx) => ((await spendRecoveryCode(trx, userId, hash, ctx.now())) ? 'recoveryCode' : null)
  }
  const step = stepOf(ctx.seals.open(totpSecret, authenticatorOf(userId)), code, ctx.now())
  return async (trx) => (step !== null && (await spendStep(trx, userId, step)) ? 'totp' : null)
}

/** A first code proves that the authenticator has the secret; recovery codes prove nothing yet. */
async function enrolling(
  ctx: CallerContext,
  userId: number,
  offered: Enrolment,
  code: string,
): Promise<Spend> {
  const step = stepOf(offered.secret, code, ctx.now())
  if (step === null) return async () => null
  const hashes = await Promise.all(offered.recoveryCodes.map((each) => recoveryHash(userId, each)))
  const sealed = ctx.seals.seal(offered.secret, authenticatorOf(userId))
  return async (trx) => ((await enrol(trx, userId, sealed, step, hashes)) ? 'enrolled' : null)
}

/** Counts a try of this session; answers how many are left after it, below zero where none was left before. */
async function countSessionTry(trx: Writer, ctx: CallerContext): Promise<number> {
  const { mfa_tries } = await trx
    .updateTable('session')
    .set((eb) => ({ mfa_tries: eb('mfa_tries', '+', 1) }))
    .where('token_hash', '=', ctx.caller.sessionId)
    .returning('mfa_tries')
    .executeTakeFirstOrThrow()
  return totpRules.tries - mfa_tries
}

async function accountHere(ctx: CallerContext): Promise<Account> {
  const account = await accountOf(ctx.records.read, { userId: ctx.caller.userId })
  if (account === null) throw tokenNotFound()
  return account
}

function requireOpen(ctx: CallerContext): void {
  if (ctx.caller.stage !== 'mfa')
    throw new ApiError('conflict', 'The second step of this sign-in is done already.', { detail: 'stage' })
}
