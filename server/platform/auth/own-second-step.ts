/** The caller's own authenticator and recovery codes, once they are signed in. */
import * as z from 'zod/mini'
import type { getSecondStep, offerAuthenticator } from '#contracts/account.ts'
import type { ReplyOf } from '#contracts/call.ts'
import type { CallerContext } from '../http/context.ts'
import { ApiError } from '../http/error.ts'
import { requireAgain } from './again.ts'
import { forgive } from './lockout.ts'
import { record } from './record.ts'
import { usesPassword } from './saml/standing.ts'
import { authenticatorOf } from './seals.ts'
import { revokeSessionsOf, tokenNotFound } from './sessions.ts'
import { accountOf, countTry, originsWithin, recordFailure } from './signin.ts'
import {
  newEnrolment,
  putRecoveryCodes,
  recoveryHash,
  replaceAuthenticator,
  stepOf,
  totpUri,
} from './totp.ts'

/** So long an authenticator that was offered can be confirmed. */
const offerMs = 10 * 60_000
const offerOf = (userId: number): string => `authenticator offered to user ${userId}`
const offered = z.object({ secret: z.string(), until: z.string(), sessionId: z.string() })

export async function readSecondStep({
  records,
  caller,
}: CallerContext): Promise<ReplyOf<typeof getSecondStep>> {
  const account = await accountOf(records.read, { userId: caller.userId })
  if (account === null) throw tokenNotFound()
  const { left } = await records.read
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('user_id', '=', caller.userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return {
    enrolled: account.totpSecret !== null,
    required: account.needsMfa,
    codesLeft: Number(left),
    ssoEnabled: !(await usesPassword(records.read, account)),
  }
}

/** Makes new recovery codes; those before are void. */
export async function renewRecoveryCodes(
  ctx: CallerContext,
  proof: string,
  browser: string | null,
): Promise<{ recoveryCodes: string[] }> {
  const { userId, totpSecret } = await requireAgain(ctx, proof, browser)
  if (totpSecret === null)
    throw new ApiError('conflict', 'Set up an authenticator first: recovery codes stand in for it.', {
      detail: 'authenticator',
    })
  const { recoveryCodes } = newEnrolment()
  const hashes = await hashesOf(userId, recoveryCodes)
  await ctx.records.write('interactive', async (trx) => {
    await putRecoveryCodes(trx, userId, hashes)
    await record(trx, ctx, ctx.caller, { action: 'auth.recoveryCodesMade', facts: { codes: hashes.length } })
  })
  return { recoveryCodes: [...recoveryCodes] }
}

/** What an authenticator is set up with. Nothing is kept until its first code is here: the offer goes out sealed. */
export async function offerAnother(
  ctx: CallerContext,
  proof: string,
  browser: string | null,
): Promise<ReplyOf<typeof offerAuthenticator>> {
  const { userId, email } = await requireAgain(ctx, proof, browser)
  const { secret } = newEnrolment()
  const until = new Date(ctx.now().getTime() + offerMs).toISOString()
  const { sessionId } = ctx.caller
  const offer = ctx.seals.seal(JSON.stringify({ secret, until, sessionId }), offerOf(userId))
  return { secret, uri: totpUri(secret, email), offer }
}

/** Takes the authenticator whose first code is right: the one before works no more, and all other sessions end. */
export async function takeOffered(
  ctx: CallerContext,
  { offer, code }: { readonly offer: string; readonly code: string },
  browser: string | null,
): Promise<{ recoveryCodes: string[] }> {
  const account = await accountOf(ctx.records.read, { userId: ctx.caller.userId })
  if (account === null) throw tokenNotFound()
  const { userId } = account
  const secret = secretIn(ctx, offer)
  const origins = await originsWithin(ctx, account.email, browser)
  const counted = await countTry(ctx, account.email, origins, ctx.caller)
  const step = stepOf(secret, code, ctx.now())
  if (step === null) {
    await ctx.records.write('interactive', (trx) =>
      recordFailure(trx, ctx, ctx.caller, account.email, 'auth.mfaFailed', counted),
    )
    throw new ApiError('request.invalid', 'That code is not right. Wait for the next one.', {
      detail: 'code',
    })
  }
  const { recoveryCodes } = newEnrolment()
  const hashes = await hashesOf(userId, recoveryCodes)
  const sealed = ctx.seals.seal(secret, authenticatorOf(userId))
  await ctx.records.write('interactive', async (trx) => {
    await forgive(trx, account.email, origins)
    await replaceAuthenticator(trx, userId, sealed, step)
    await putRecoveryCodes(trx, userId, hashes)
    const sessionsEnded = await revokeSessionsOf(trx, userId, ctx.now(), ctx.caller.sessionId)
    await record(trx, ctx, ctx.caller, {
      action: account.totpSecret === null ? 'auth.authenticatorSet' : 'auth.authenticatorReplaced',
      facts: { sessionsEnded },
    })
  })
  return { recoveryCodes: [...recoveryCodes] }
}

function secretIn(ctx: CallerContext, offer: string): string {
  let kept: z.infer<typeof offered> | null = null
  try {
    kept = offered.parse(JSON.parse(ctx.seals.open(offer, offerOf(ctx.caller.userId))))
  } catch {
    // Not sealed here, or for somebody else.
  }
  if (kept === null || kept.until <= ctx.now().toISOString() || kept.sessionId !== ctx.caller.sessionId)
    throw new ApiError('request.invalid', 'This took too long. Begin again with a new picture.', {
      detail: 'offer',
    })
  return kept.secret
}

const hashesOf = (userId: number, codes: readonly string[]): Promise<string[]> =>
  Promise.all(codes.map((code) => recoveryHash(userId, code)))
