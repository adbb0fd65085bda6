/** What somebody is in a project: by their account, their role there, what was granted, and a support access. */
import {
  byKey,
  type Capability,
  canIn,
  capabilities,
  grantable,
  type Holder,
  type RoleName,
  roleInProject,
  roleRanks,
} from '#contracts/permission.ts'
import type { Caller } from '../../platform/http/context.ts'
import { roleOf } from '../../platform/http/scope.ts'
import type { Reader } from '../../platform/records/records.ts'
import { hasSupportAccess } from './support.ts'

/** A project's row beside somebody's membership in it; nulls where they have none. */
export interface MembershipRow {
  readonly project_id: number
  readonly role: string | null
  readonly granted: string | null
}

/** Somebody by their account. */
export interface Account {
  readonly userId: number
  readonly role: string
  /** Absent: they come themselves. */
  readonly key?: Caller['key']
}

/** Null: they have no business there. That the project is of their own client is for whoever asks to know. */
export async function holderOf(
  read: Reader,
  account: Account,
  { project_id, role, granted }: MembershipRow,
  now: Date,
): Promise<Holder | null> {
  const accountRole = roleOf(account.role)
  const inProject = roleInProject(accountRole, role === null ? null : roleOf(role))
  if (inProject === null) return null
  return {
    role: inProject,
    member: role !== null,
    support:
      isStaff(accountRole) &&
      (await hasSupportAccess(read, { projectId: project_id, userId: account.userId }, now)),
    granted: grantedOf(inProject, granted),
    walled: false,
  }
}

/**
 * What a caller is in a project: by a key, what it leaves of its owner. Null: no business there; a key has none in projects
 * that it is not for, and in those whose owner may not use keys (any more).
 */
export async function callerIn(
  read: Reader,
  caller: Account,
  row: MembershipRow,
  now: Date,
): Promise<Holder | null> {
  const holder = await holderOf(read, caller, row, now)
  if (holder === null || caller.key === undefined) return holder
  const { role, projectIds } = caller.key
  if (projectIds?.includes(row.project_id) === false || !canIn(holder, 'apiKey.use')) return null
  return byKey(holder, role)
}

/** Somebody in one project, as they are by now. */
export async function holderIn(
  read: Reader,
  account: Account,
  projectId: number,
  now = new Date(),
): Promise<Holder | null> {
  const row = await read
    .selectFrom('project_user')
    .select(['role', 'granted'])
    .where('project_id', '=', projectId)
    .where('user_id', '=', account.userId)
    .executeTakeFirst()
  return holderOf(read, account, { project_id: projectId, role: null, granted: null, ...row }, now)
}

/** Whose row of the matrix counts for a member. */
export const holderRole = (accountRole: string, projectRole: string): RoleName =>
  roleInProject(roleOf(accountRole), roleOf(projectRole)) ?? 'Default'

/** Works for the provider, and so for every client. */
const isStaff = (role: RoleName): boolean => roleRanks[role] < roleRanks.ClientAdmin

/** What the project has granted; what the role may not be granted (any more) does not count. */
export function grantedOf(role: RoleName, json: string | null): ReadonlySet<Capability> {
  const kept: unknown = JSON.parse(json ?? '[]')
  if (!Array.isArray(kept) || kept.length === 0) return new Set()
  const may = grantable(role)
  return new Set(capabilities.filter((capability) => may.includes(capability) && kept.includes(capability)))
}
