/** New accounts, for the command line and the sample matter. */
import { randomInt } from 'node:crypto'
import { email as emailForm } from '#contracts/auth.ts'
import { type RoleName, roleRanks } from '#contracts/permission.ts'
import { ApiError } from '../http/error.ts'
import type { Writer } from '../records/records.ts'
import { type Actor, chainOf, type Occasion, record } from './record.ts'

export interface NewUser {
  readonly email: string
  readonly name: string
  readonly role: RoleName
  /** `null` for the provider's own staff. */
  readonly companyId: number | null
  /** PHC string; hash it before the transaction. */
  readonly passwordHash: string
  readonly mfaRequired?: boolean
  readonly phone?: string
}

/** Adds an account. The address must be free. */
export async function addUser(
  trx: Writer,
  occasion: Occasion,
  by: Actor | null,
  user: NewUser,
): Promise<number> {
  const parsed = emailForm.safeParse(user.email)
  if (!parsed.success)
    throw new ApiError('request.invalid', `"${user.email}" is not an e-mail address.`, { detail: 'email' })
  const email = parsed.data
  if (user.name.trim() === '')
    throw new ApiError('request.invalid', 'A user needs a name.', { detail: 'name' })
  if (roleRanks[user.role] >= 1 && user.companyId === null)
    throw new ApiError('request.invalid', `A ${user.role} belongs to a company: name it.`, {
      detail: 'company',
    })
  const taken = await trx
    .selectFrom('app_user')
    .select('user_id')
    .where('email', '=', email)
    .executeTakeFirst()
  if (taken !== undefined)
    throw new ApiError('conflict', `There is a user with the address ${email} already.`, { detail: 'email' })
  const { user_id } = await trx
    .insertInto('app_user')
    .values({
      email,
      name: user.name.trim(),
      phone: user.phone ?? '',
      role: user.role,
      company_id: user.companyId,
      password: user.passwordHash,
      mfa_required: user.mfaRequired === true ? 1 : 0,
      totp_secret: null,
      totp_last_step: null,
      sso: 0,
      active: 1,
      setting: '{}',
      accepted_version: null,
      accepted_at: null,
      created_at: occasion.now().toISOString(),
    })
    .returning('user_id')
    .executeTakeFirstOrThrow()
  await record(
    trx,
    occasion,
    by,
    {
      action: 'user.added',
      facts: { userId: user_id, role: user.role, mfaRequired: user.mfaRequired === true },
      erasable: { email, name: user.name.trim() },
    },
    chainOf(user.companyId),
  )
  return user_id
}

/** A first password to hand over: a hundred random bits, without letters that are mistaken for others. */
export function initialPassword(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
  const group = (): string => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}
