/**
 * Whether an account is open, and as what: closing and opening it, its role, its second step and its sessions. A session that
 * ends is refused at its next request, and what still runs for it is cut off (http/running.ts).
 */
import { accountCan, type RoleName, roleRanks } from '#contracts/permission.ts'
import { ApiError, notFound } from '../http/error.ts'
import { roleOf } from '../http/scope.ts'
import type { Reader, Writer } from '../records/records.ts'
import { revokeKeysOf } from './api-keys.ts'
import type { Ranked } from './rank-rules.ts'
import { type Actor, chainOf, type Occasion, record } from './record.ts'
import { revokeSessionsOf } from './sessions.ts'

/** An account as those who keep accounts see it. */
export interface Standing {
  readonly userId: number
  readonly email: string
  readonly name: string
  readonly role: RoleName
  readonly companyId: number | null
  readonly active: boolean
  /** Has an authenticator. */
  readonly enrolled: boolean
  /** The account or its company wants a second step, also from whoever has no authenticator yet. */
  readonly mfaRequired: boolean
}

/** What a change did. */
export interface Changed {
  /** False: it was so already, and nothing was written. */
  readonly changed: boolean
  readonly sessionsEnded: number
}

const unchanged: Changed = { changed: false, sessionsEnded: 0 }

export async function standingOf(read: Reader, userId: number): Promise<Standing> {
  const row = await read
    .selectFrom('app_user as u')
    .leftJoin('company as c', 'c.company_id', 'u.company_id')
    .select(['u.user_id', 'u.email', 'u.name', 'u.role', 'u.company_id', 'u.active', 'u.totp_secret'])
    .select(['u.mfa_required', 'c.mfa_required as company_mfa'])
    .where('u.user_id', '=', userId)
    .executeTakeFirst()
  if (row === undefined) throw notFound('user')
  return {
    userId: row.user_id,
    email: row.email,
    name: row.name,
    role: roleOf(row.role),
    companyId: row.company_id,
    active: row.active === 1,
    enrolled: row.totp_secret !== null,
    mfaRequired: row.mfa_required === 1 || row.company_mfa === 1,
  }
}

/** An account by the rank of its own role. */
export const byAccount = ({ userId, companyId, role }: Standing): Ranked => ({
  userId,
  companyId,
  rank: roleRanks[role],
  can: (capability) => accountCan(role, capability),
})

/** Closes an account: its sessions and keys end, its reset links are void, and nobody signs in with it until it is opened again. */
export async function disable(
  trx: Writer,
  occasion: Occasion,
  by: Actor | null,
  userId: number,
): Promise<Changed> {
  const user = await standingOf(trx, userId)
  if (!user.active) return unchanged
  await requireAnotherSystemAdmin(trx, user)
  await trx.updateTable('app_user').set({ active: 0 }).where('user_id', '=', userId).execute()
  await trx.deleteFrom('reset').where('user_id', '=', userId).where('used_at', 'is', null).execute()
  await revokeKeysOf(trx, userId, occasion.now())
  return endingSessions(trx, occasion, by, user, 'user.disabled')
}

/** Opens an account that was closed. What it could do before, it can do again. */
export async function enable(
  trx: Writer,
  occasion: Occasion,
  by: Actor | null,
  userId: number,
): Promise<Changed> {
  const user = await standingOf(trx, userId)
  if (user.active) return unchanged
  await trx.updateTable('app_user').set({ active: 1 }).where('user_id', '=', userId).execute()
  await told(trx, occasion, by, user, 'user.enabled')
  return { changed: true, sessionsEnded: 0 }
}

/**
 * Gives an account another role. Where that is weaker, its sessions end, so that no page goes on with what was taken away.
 * The provider's staff and the people of clients stay apart: neither becomes the other.
 */
export async function changeRole(
  trx: Writer,
  occasion: Occasion,
  by: Actor | null,
  { userId, role }: { readonly userId: number; readonly role: RoleName },
): Promise<Changed> {
  const user = await standingOf(trx, userId)
  if (user.role === role) return unchanged
  if (roleRanks[role] < 1 && user.companyId !== null)
    throw new ApiError(
      'request.invalid',
      `An account of a company cannot become ${role}. Add another account for it.`,
      { detail: 'role' },
    )
  if (roleRanks[role] >= 1 && user.companyId === null)
    throw new ApiError(
      'request.invalid',
      `A ${role} belongs to a company, and this account to none. Disable it, and add another account.`,
      { detail: 'role' },
    )
  await requireAnotherSystemAdmin(trx, user)
  await trx.updateTable('app_user').set({ role }).where('user_id', '=', userId).execute()
  const facts = { from: user.role, to: role }
  if (roleRanks[role] > roleRanks[user.role])
    return endingSessions(trx, occasion, by, user, 'user.roleChanged', facts)
  await told(trx, occasion, by, user, 'user.roleChanged', facts)
  return { changed: true, sessionsEnded: 0 }
}

/** Forgets the authenticator and its recovery codes: where a second step is wanted, the next sign-in sets up another. */
export async function resetSecondStep(
  trx: Writer,
  occasion: Occasion,
  by: Actor | null,
  userId: number,
): Promise<Changed> {
  const user = await standingOf(trx, userId)
  if (!user.enrolled) return unchanged
  await trx
    .updateTable('app_user')
    .set({ totp_secret: null, totp_last_step: null })
    .where('user_id', '=', userId)
    .execute()
  await trx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  return endingSessions(trx, occasion, by, user, 'user.secondStepReset')
}

/** Ends all sessions of an account. */
export async function signOut(
  trx: Writer,
  occasion: Occasion,
  by: Actor | null,
  userId: number,
): Promise<Changed> {
  return endingSessions(trx, occasion, by, await standingOf(trx, userId), 'user.signedOut')
}

/** Without a system administrator nobody could give that role again over the web. */
async function requireAnotherSystemAdmin(trx: Writer, user: Standing): Promise<void> {
  if (user.role !== 'SystemAdmin' || !user.active) return
  const another = await trx
    .selectFrom('app_user')
    .select('user_id')
    .where('role', '=', 'SystemAdmin')
    .where('active', '=', 1)
    .where('user_id', '!=', user.userId)
    .executeTakeFirst()
  if (another === undefined)
    throw new ApiError(
      'conflict',
      `${user.email} is the last system administrator. Add or enable another one first.`,
      { detail: 'role' },
    )
}

async function endingSessions(
  trx: Writer,
  occasion: Occasion,
  by: Actor | null,
  user: Standing,
  action: string,
  facts: Record<string, unknown> = {},
): Promise<Changed> {
  const sessionsEnded = await revokeSessionsOf(trx, user.userId, occasion.now())
  await told(trx, occasion, by, user, action, { ...facts, sessionsEnded })
  return { changed: true, sessionsEnded }
}

/** In the chain of the company whose account it is, whoever did it. */
const told = (
  trx: Writer,
  occasion: Occasion,
  by: Actor | null,
  { userId, email, companyId }: Standing,
  action: string,
  facts: Record<string, unknown> = {},
): Promise<void> =>
  record(trx, occasion, by, { action, facts: { userId, ...facts }, erasable: { email } }, chainOf(companyId))
