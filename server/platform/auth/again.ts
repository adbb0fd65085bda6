/** Asks somebody who is signed in to show once more who they are: before what a page that was left open must not do. */
import type { CallerContext } from '../http/context.ts'
import { ApiError } from '../http/error.ts'
import { forgive } from './lockout.ts'
import { verifyPassword } from './passwords.ts'
import { usesPassword } from './saml/standing.ts'
import { authenticatorOf } from './seals.ts'
import { tokenNotFound } from './sessions.ts'
import { type Account, accountOf, countTry, originsWithin, recordFailure } from './signin.ts'
import { spendStep, stepOf } from './totp.ts'

/**
 * Takes the password, or six digits of the authenticator: no password is so short. Tries are counted like those of signing
 * in; a code is used up by it. Throws 400 where it is not right, so that no browser takes it for the end of its session.
 */
export async function requireAgain(
  ctx: CallerContext,
  proof: string,
  browser: string | null,
): Promise<Account> {
  const account = await accountOf(ctx.records.read, { userId: ctx.caller.userId })
  if (account === null) throw tokenNotFound()
  const isCode = /^\d{6}$/.test(proof)
  if (!isCode || account.totpSecret === null) await requirePassword(ctx, account)
  const origins = await originsWithin(ctx, account.email, browser)
  const counted = await countTry(ctx, account.email, origins, ctx.caller)
  const right = isCode
    ? await isCodeRight(ctx, account, proof)
    : await verifyPassword(account.password, proof)
  if (!right) {
    await ctx.records.write('interactive', (trx) =>
      recordFailure(trx, ctx, ctx.caller, account.email, 'auth.proofFailed', counted),
    )
    throw new ApiError(
      'request.invalid',
      isCode
        ? 'That code is not right, or it has been used already. Wait for the next one.'
        : 'That password is not right.',
      { detail: 'proof' },
    )
  }
  await ctx.records.write('interactive', async (trx) => {
    await forgive(trx, account.email, origins)
  })
  return account
}

/** Whoever is signed in by their organization has the authenticator alone. */
async function requirePassword(ctx: CallerContext, account: Account): Promise<void> {
  if (await usesPassword(ctx.records.read, account)) return
  if (account.totpSecret !== null)
    throw new ApiError(
      'request.invalid',
      'Your organization signs you in, so there is no password here. Enter the six figures that your authenticator shows.',
      { detail: 'proof' },
    )
  throw new ApiError(
    'permission.denied',
    'Your organization signs you in, so there is no password here, and you have no authenticator either. Ask your administrator to require two-factor authentication of you: then you set one up when you sign in.',
    { detail: 'proof' },
  )
}

async function isCodeRight(ctx: CallerContext, account: Account, code: string): Promise<boolean> {
  const { userId, totpSecret } = account
  if (totpSecret === null) return false
  const step = stepOf(ctx.seals.open(totpSecret, authenticatorOf(userId)), code, ctx.now())
  return step !== null && (await ctx.records.write('interactive', (trx) => spendStep(trx, userId, step)))
}
