/** The page behind a link: whom it invites, setting up the account, and asking for another link. */
import type { BodyOf } from '#contracts/call.ts'
import type { acceptInvitation, InvitationLink } from '#contracts/invitations.ts'
import { rememberBrowser } from '../../platform/auth/known-browsers.ts'
import { requireGoodPassword } from '../../platform/auth/password-rules.ts'
import { hashPassword } from '../../platform/auth/passwords.ts'
import { chainOf, record } from '../../platform/auth/record.ts'
import { companyOfDomain, usesPassword } from '../../platform/auth/saml/standing.ts'
import { fingerprint, newSecret } from '../../platform/auth/secrets.ts'
import { openSession, stageOf } from '../../platform/auth/sessions.ts'
import { accountOf, type SignedIn } from '../../platform/auth/signin.ts'
import { addUser } from '../../platform/auth/users.ts'
import type { Context } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { roleOf } from '../../platform/http/scope.ts'
import type { Reader } from '../../platform/records/records.ts'
import { occasionOf, takeUp } from './take-up.ts'

async function linked(read: Reader, token: string) {
  return read
    .selectFrom('invitation as i')
    .innerJoin('company as c', 'c.company_id', 'i.company_id')
    .selectAll('i')
    .select('c.name as company')
    .where('i.secret_hash', '=', fingerprint(token))
    .where('c.deleted_at', 'is', null)
    .executeTakeFirst()
}

type Linked = NonNullable<Awaited<ReturnType<typeof linked>>>

const stateOf = (row: Linked, now: Date): Exclude<InvitationLink['state'], 'unknown'> => {
  if (row.accepted_at !== null) return 'accepted'
  if (row.revoked_at !== null) return 'revoked'
  return row.ends_at <= now.toISOString() ? 'ended' : 'open'
}

/** Of a link that does not work any more the address and the client are not told. */
export async function readLink(ctx: Context): Promise<InvitationLink> {
  const row = await linked(ctx.records.read, ctx.linkToken)
  const nothing = { email: '', name: '', companyName: '', signIn: 'password', asked: false } as const
  if (row === undefined) return { state: 'unknown', ...nothing }
  const state = stateOf(row, ctx.now())
  if (state !== 'open') return { ...nothing, state, asked: row.asked_at !== null }
  const signIn = await signInOf(ctx.records.read, row)
  return { state, email: row.email, name: row.name, companyName: row.company, signIn, asked: false }
}

/** There is no account yet, so nobody can have named it among those who may use a password. */
async function signInOf(read: Reader, { company_id, email }: Linked): Promise<InvitationLink['signIn']> {
  if (await usesPassword(read, { userId: 0, companyId: company_id, sso: false })) return 'password'
  return (await companyOfDomain(read, email)) === company_id ? 'provider' : 'blocked'
}

const faults: Readonly<Record<Exclude<InvitationLink['state'], 'open'>, string>> = {
  unknown: 'This link does not work. Ask for a new invitation.',
  accepted: 'This invitation has been used. Sign in with your password.',
  revoked: 'This invitation was taken back. Ask for a new one.',
  ended: 'This invitation has ended. Ask for a new one.',
}

const refused = (state: Exclude<InvitationLink['state'], 'open'>): ApiError =>
  new ApiError('auth.linkExpired', faults[state], { detail: 'token', data: { state } })

function requireOpen(row: Linked | undefined, now: Date): Linked {
  const state = row === undefined ? 'unknown' : stateOf(row, now)
  if (row === undefined || state !== 'open') throw refused(state === 'open' ? 'unknown' : state)
  return row
}

/**
 * Sets up the account with what the invitation gives it, and opens its first session: null where the client has its people
 * sign in through its identity provider, because a link in a mail is not that.
 */
export async function accept(
  ctx: Context,
  { token, name, password }: BodyOf<typeof acceptInvitation>,
  browser: string | null,
  agent: string | null,
): Promise<SignedIn | null> {
  const invitation = requireOpen(await linked(ctx.records.read, token), ctx.now())
  const signIn = await signInOf(ctx.records.read, invitation)
  if (signIn === 'blocked')
    throw new ApiError(
      'auth.ssoRequired',
      `${invitation.company} has its people sign in by single sign-on, and your address is not one of its own. Ask whoever invited you.`,
    )
  const byProvider = signIn === 'provider'
  if (!byProvider) requireGoodPassword(password ?? '', { email: invitation.email, name })
  // No password is this one: it is never told to anybody.
  const passwordHash = await hashPassword(byProvider ? newSecret() : (password ?? ''))
  return ctx.records.write('interactive', async (trx) => {
    const now = ctx.now()
    const row = requireOpen(await linked(trx, token), now)
    const { invitation_id: invitationId, company_id: companyId, email } = row
    // Asked above how the account signs in: required since then, it is asked again.
    if ((await signInOf(trx, row)) !== signIn) throw signInChanged()
    const account = { email, name, role: roleOf(row.role), companyId, passwordHash }
    const userId = await addUser(trx, occasionOf(ctx, row), null, account)
    await takeUp(trx, ctx, row, userId)
    if (byProvider) await trx.updateTable('app_user').set({ sso: 1 }).where('user_id', '=', userId).execute()
    const made = await accountOf(trx, { userId })
    if (made === null) throw refused('unknown')
    const entry = { action: 'invitation.accepted', facts: { invitationId, userId }, erasable: { email } }
    if (byProvider) {
      await record(trx, ctx, made, entry, chainOf(companyId))
      return null
    }
    const stage = made.needsMfa ? 'mfa' : stageOf('full', made.acceptedVersion)
    const opened = await openSession(
      trx,
      { userId, stage: made.needsMfa ? 'mfa' : 'full', ip: ctx.ip, agent },
      now,
    )
    const actor = { ...made, sessionId: opened.sessionId }
    await record(trx, ctx, actor, entry, chainOf(companyId))
    await record(trx, ctx, actor, {
      action: made.needsMfa ? 'auth.passwordAccepted' : 'auth.signedIn',
      facts: { stage },
    })
    const known = made.needsMfa ? null : await rememberBrowser(trx, userId, browser, now)
    return { account: made, stage, opened, browser: known }
  })
}

const signInChanged = (): ApiError =>
  new ApiError('conflict', 'How you sign in has just been changed. Load this page again.')

/** Marks the invitation, once: whoever manages the people sees who waits for another. */
export async function askForAnother(ctx: Context, token: string): Promise<void> {
  const row = await linked(ctx.records.read, token)
  const state = row === undefined ? 'unknown' : stateOf(row, ctx.now())
  if (row === undefined || state === 'unknown' || state === 'accepted')
    throw refused(state === 'accepted' ? state : 'unknown')
  if (row.asked_at !== null) return
  await ctx.records.write('interactive', async (trx) => {
    await trx
      .updateTable('invitation')
      .set({ asked_at: ctx.now().toISOString() })
      .where('invitation_id', '=', row.invitation_id)
      .execute()
    const facts = { invitationId: row.invitation_id, state }
    const entry = { action: 'invitation.askedAgain', facts, erasable: { email: row.email } }
    await record(trx, ctx, null, entry, chainOf(row.company_id))
  })
}
