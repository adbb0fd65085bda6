/**
 * Who may act on whose account or role. Nobody acts on themselves, on somebody of their own rank or a stronger one, over the
 * boundary of their company, or gives a role that is stronger than their own.
 */
import { type Capability, type RoleName, roleRanks } from '#contracts/permission.ts'
import { ApiError } from '../http/error.ts'

/** Somebody with the rank that counts: that of the account, or the level in a project. */
export interface Ranked {
  readonly userId: number
  readonly companyId: number | null
  /** Infinity where they have no role there. */
  readonly rank: number
  readonly can: (capability: Capability) => boolean
}

/** Throws where `by` may not do it, for which `needs` is the capability, to `target`; `given`: the role that it gives. */
export function requireOver(by: Ranked, target: Ranked, needs: Capability, given?: RoleName): void {
  const refuse = (why: string): never => {
    throw new ApiError('permission.denied', why, { detail: needs })
  }
  if (by.userId === target.userId) refuse('Nobody may change their own account or role like this.')
  if (!by.can(needs)) refuse('Their role does not allow this.')
  if (by.rank >= 1 && by.companyId !== target.companyId) refuse('They are of another company.')
  if (by.rank >= target.rank) refuse('Their role is not stronger than that of the other account.')
  if (given !== undefined && roleRanks[given] < by.rank) refuse(`${given} is a stronger role than their own.`)
}
