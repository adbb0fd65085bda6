/** What people see and change of their own account. */
import type { Profile, putPassword, putProfile, ViewerSetting } from '#contracts/auth.ts'
import { viewerSetting } from '#contracts/auth.ts'
import type { BodyOf } from '#contracts/call.ts'
import type { CallerContext } from '../http/context.ts'
import { ApiError } from '../http/error.ts'
import { forgive } from './lockout.ts'
import { requireGoodPassword } from './password-rules.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { requirePhoto } from './photo.ts'
import { record } from './record.ts'
import { setPassword } from './reset.ts'
import { usesPassword } from './saml/standing.ts'
import { requireMfaPassed, revokeSessionsOf, tokenNotFound } from './sessions.ts'
import { accountOf, countTry, originsWithin, recordFailure } from './signin.ts'

/** The caller's profile. */
export async function readProfile(ctx: CallerContext): Promise<Profile> {
  requireMfaPassed(ctx.caller)
  const user = await ctx.records.read
    .selectFrom('app_user as u')
    .leftJoin('company as c', 'c.company_id', 'u.company_id')
    .select([
      'u.company_id',
      'u.user_id',
      'u.email',
      'u.name',
      'u.phone',
      'u.photo',
      'u.sso',
      'u.mfa_required',
      'u.totp_secret',
    ])
    .select('c.mfa_required as company_mfa')
    .where('u.user_id', '=', ctx.caller.userId)
    .executeTakeFirstOrThrow()
  return {
    userId: user.user_id,
    // One account a person: whoever works for two clients has two accounts, each with its own address.
    accountId: user.user_id,
    userEmail: user.email,
    userName: user.name,
    userPhotoUrl: user.photo,
    userPhone: user.phone,
    ssoEnabled: !(await usesPassword(ctx.records.read, {
      userId: user.user_id,
      companyId: user.company_id,
      sso: user.sso === 1,
    })),
    mfaEnabled: user.totp_secret !== null || user.mfa_required === 1 || user.company_mfa === 1,
  }
}

/** Changes name and phone. */
export async function changeProfile(ctx: CallerContext, body: BodyOf<typeof putProfile>): Promise<Profile> {
  await ctx.records.write('interactive', async (trx) => {
    const before = await trx
      .selectFrom('app_user')
      .select(['name', 'phone'])
      .where('user_id', '=', ctx.caller.userId)
      .executeTakeFirstOrThrow()
    const changed = [
      ...(before.name === body.userName ? [] : ['name']),
      ...(before.phone === body.userPhone ? [] : ['phone']),
    ]
    if (changed.length === 0) return
    await trx
      .updateTable('app_user')
      .set({ name: body.userName, phone: body.userPhone })
      .where('user_id', '=', ctx.caller.userId)
      .execute()
    await record(trx, ctx, ctx.caller, {
      action: 'user.profileChanged',
      facts: { changed },
      erasable: {
        oldName: before.name,
        newName: body.userName,
        oldPhone: before.phone,
        newPhone: body.userPhone,
      },
    })
  })
  return readProfile(ctx)
}

/** Sets or removes the photo. The trail says that it changed, and does not keep it. */
export async function changePhoto(ctx: CallerContext, photo: string | null): Promise<Profile> {
  if (photo !== null) requirePhoto(photo)
  await ctx.records.write('interactive', async (trx) => {
    await trx.updateTable('app_user').set({ photo }).where('user_id', '=', ctx.caller.userId).execute()
    await record(trx, ctx, ctx.caller, { action: 'user.photoChanged', facts: { removed: photo === null } })
  })
  return readProfile(ctx)
}

/** Changes the password; the session that does it stays, all others end. */
export async function changePassword(
  ctx: CallerContext,
  body: BodyOf<typeof putPassword>,
  browser: string | null,
): Promise<void> {
  const account = await accountOf(ctx.records.read, { userId: ctx.caller.userId })
  if (account === null) throw tokenNotFound()
  if (!(await usesPassword(ctx.records.read, account)))
    throw new ApiError(
      'permission.denied',
      'Your organization signs you in, so there is no password to change here.',
    )
  // Before the try is counted: a new password that is refused is no failure to know the old one.
  requireGoodPassword(body.password, account)
  const origins = await originsWithin(ctx, account.email, browser)
  const counted = await countTry(ctx, account.email, origins, ctx.caller)
  if (!(await verifyPassword(account.password, body.current))) {
    await ctx.records.write('interactive', (trx) =>
      recordFailure(trx, ctx, ctx.caller, account.email, 'auth.passwordChangeFailed', counted),
    )
    throw new ApiError('request.invalid', 'The current password is not right.', { detail: 'current' })
  }
  const hash = await hashPassword(body.password)
  await ctx.records.write('interactive', async (trx) => {
    await setPassword(trx, account.userId, hash)
    await forgive(trx, account.email)
    const sessions = await revokeSessionsOf(trx, account.userId, ctx.now(), ctx.caller.sessionId)
    await record(trx, ctx, ctx.caller, { action: 'auth.passwordChanged', facts: { sessionsEnded: sessions } })
  })
}

/** The caller's settings of the screens. */
export async function readSetting(ctx: CallerContext): Promise<ViewerSetting> {
  const { setting } = await ctx.records.read
    .selectFrom('app_user')
    .select('setting')
    .where('user_id', '=', ctx.caller.userId)
    .executeTakeFirstOrThrow()
  return settingOf(setting)
}

/** Changes what is given; the rest stays, pane by pane. */
export async function changeSetting(ctx: CallerContext, change: ViewerSetting): Promise<ViewerSetting> {
  return ctx.records.write('interactive', async (trx) => {
    const { setting } = await trx
      .selectFrom('app_user')
      .select('setting')
      .where('user_id', '=', ctx.caller.userId)
      .executeTakeFirstOrThrow()
    const before = settingOf(setting)
    const paneSizes = { ...before.paneSizes, ...change.paneSizes }
    if (Object.keys(paneSizes).length > 100)
      throw new ApiError('request.invalid', 'That is more panes than there are.', { detail: 'paneSizes' })
    const after = { ...before, ...change, ...(Object.keys(paneSizes).length === 0 ? {} : { paneSizes }) }
    await trx
      .updateTable('app_user')
      .set({ setting: JSON.stringify(after) })
      .where('user_id', '=', ctx.caller.userId)
      .execute()
    return after
  })
}

/** What is kept was valid when it was written; settings of another version of the product are left out. */
function settingOf(text: string): ViewerSetting {
  const parsed = viewerSetting.safeParse(JSON.parse(text === '' ? '{}' : text))
  return parsed.success ? parsed.data : {}
}
