/** What a caller may do, by role: what a call needs, and whose client it may name. */
import type { AnyCall } from '#contracts/call.ts'
import { type Capability, capabilities, type RoleName, roleNames, roleRanks } from '#contracts/permission.ts'
import type { Caller } from './context.ts'
import { ApiError, notFound } from './error.ts'

/** The role behind a record's text; an unknown one is the weakest. */
export const roleOf = (text: string): RoleName => roleNames.find((role) => role === text) ?? 'Default'

/** The rank of the caller's account, outside of any project. */
export const rankOf = (caller: Caller): number => roleRanks[roleOf(caller.role)]

/** Refuses a call whose capability the caller lacks. */
export function requireNeed(call: AnyCall, can: (capability: Capability) => boolean): void {
  const capability = capabilities.find((known) => known === call.needs)
  if (capability !== undefined && !can(capability)) throw denied(capability)
}

/** Refuses a client that is not the caller's own; provider staff work for all of them. */
export function requireOwnCompany(caller: Caller, companyId: unknown): void {
  if (typeof companyId !== 'number') return
  if (rankOf(caller) >= 1 && caller.companyId !== companyId) throw notFound('client')
}

/** What somebody is told who lacks it. */
export const denied = (capability: Capability): ApiError =>
  new ApiError('permission.denied', 'Your role does not allow this.', { detail: capability })
