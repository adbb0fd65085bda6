/** Who works in a project, and as what. */
import {
  type Capability,
  canIn,
  grantable,
  type RoleName,
  roleNames,
  roleRanks,
} from '#contracts/permission.ts'
import type { Ranked } from '../../platform/auth/rank-rules.ts'
import { type Actor, type Occasion, record } from '../../platform/auth/record.ts'
import { revokeSessionsOf } from '../../platform/auth/sessions.ts'
import type { Changed, Standing } from '../../platform/auth/standing.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { roleOf } from '../../platform/http/scope.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import { grantedOf, holderIn } from './holders.ts'
import { usualLeaving } from './leaving.ts'

/** Roles that one can have inside a project; the stronger ones belong to accounts. */
export const projectRoles = roleNames.filter((role) => roleRanks[role] >= roleRanks.ProjectManager)

/** Those who have a role in a project, each with it. */
export async function membersOf(
  read: Reader,
  { projectId }: { readonly projectId: number },
): Promise<ReadonlyMap<number, string>> {
  const rows = await read
    .selectFrom('project_user')
    .select(['user_id', 'role'])
    .where('project_id', '=', projectId)
    .execute()
  return new Map(rows.map(({ user_id, role }) => [user_id, role]))
}

/** The role that somebody has in a project; null where they have none. */
async function roleInProject(read: Reader, projectId: number, userId: number): Promise<RoleName | null> {
  const row = await read
    .selectFrom('project_user')
    .select('role')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row === undefined ? null : roleOf(row.role)
}

/** An account by its level in a project. */
export async function byProject(
  read: Reader,
  projectId: number,
  { userId, companyId, role }: Standing,
): Promise<Ranked> {
  const holder = await holderIn(read, { userId, role }, projectId)
  return {
    userId,
    companyId,
    rank: holder === null ? Number.POSITIVE_INFINITY : roleRanks[holder.role],
    can: (capability) => holder !== null && canIn(holder, capability),
  }
}

/** A role in a project. */
interface Given {
  readonly userId: number
  readonly projectId: number
  readonly role: RoleName
  /** What the project grants beside the role; absent: as it is, which is nothing for another role than before. */
  readonly granted?: readonly Capability[]
}

/**
 * Gives a user a role in a project of the user's own company; replaces the role that was there. Where that was a stronger
 * one, the user's sessions end, so that no page goes on with what was taken away.
 */
export async function giveProjectRole(
  trx: Writer,
  occasion: Occasion,
  by: Actor | null,
  given: Given,
): Promise<Changed> {
  const { changed, sessionsEnded } = await giveRole(trx, occasion, by, given)
  const granted = given.granted !== undefined && (await grant(trx, occasion, by, given, given.granted))
  return { changed: changed || granted, sessionsEnded }
}

/** Has a member granted exactly that; whether that was another than before. Throws for what their role may not be granted. */
async function grant(
  trx: Writer,
  occasion: Occasion,
  by: Actor | null,
  { userId, projectId, role }: Given,
  wanted: readonly Capability[],
): Promise<boolean> {
  const may = grantable(role)
  const other = wanted.find((capability) => !may.includes(capability))
  if (other !== undefined)
    throw new ApiError('request.invalid', `A ${role} cannot be granted that.`, { detail: other })
  const member = trx
    .selectFrom('project_user')
    .select('granted')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
  const before = grantedOf(role, (await member.executeTakeFirstOrThrow()).granted)
  const after = may.filter((capability) => wanted.includes(capability))
  const given = after.filter((capability) => !before.has(capability))
  const taken = [...before].filter((capability) => !after.includes(capability))
  if (given.length + taken.length === 0) return false
  await trx
    .updateTable('project_user')
    .set({ granted: JSON.stringify(after) })
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .execute()
  await record(
    trx,
    occasion,
    by,
    { action: 'user.granted', projectId, facts: { userId, role, given, taken } },
    `project:${projectId}`,
  )
  return true
}

async function giveRole(
  trx: Writer,
  occasion: Occasion,
  by: Actor | null,
  { userId, projectId, role }: Given,
): Promise<Changed> {
  if (!projectRoles.includes(role))
    throw new ApiError(
      'request.invalid',
      `${role} is no role inside a project. Use ${projectRoles.join(', ')}.`,
      {
        detail: 'projectRole',
      },
    )
  const user = await trx
    .selectFrom('app_user')
    .select(['company_id', 'role'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (user === undefined) throw notFound('user')
  const project = await trx
    .selectFrom('project')
    .select('company_id')
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  // The boundary between companies is absolute: no role reaches over it.
  if (project === undefined || (user.company_id !== null && user.company_id !== project.company_id))
    throw notFound('project')
  const from = await roleInProject(trx, projectId, userId)
  if (from === role) return { changed: false, sessionsEnded: 0 }
  const since = { given_at: occasion.now().toISOString(), given_by: by?.userId ?? occasion.askedBy ?? null }
  await trx
    .insertInto('project_user')
    .values({ project_id: projectId, user_id: userId, role, ...since })
    // What was granted to the role before does not go with the new one.
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'user_id']).doUpdateSet({ role, granted: '[]', ...since }),
    )
    .execute()
  const isWeaker = from !== null && roleRanks[role] > roleRanks[from]
  const sessionsEnded = isWeaker ? await revokeSessionsOf(trx, userId, occasion.now()) : 0
  const facts = { userId, role, ...(from === null ? {} : { from, sessionsEnded }) }
  await record(
    trx,
    occasion,
    by,
    { action: 'user.projectRoleGiven', projectId, facts },
    `project:${projectId}`,
  )
  return { changed: true, sessionsEnded }
}

/** Takes away the role that a user has in a project, and ends the user's sessions. */
export async function takeProjectRole(
  trx: Writer,
  occasion: Occasion,
  by: Actor | null,
  { userId, projectId }: { readonly userId: number; readonly projectId: number },
): Promise<Changed> {
  const role = await roleInProject(trx, projectId, userId)
  if (role === null) return { changed: false, sessionsEnded: 0 }
  await trx
    .deleteFrom('project_user')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .execute()
  // Whoever comes back later begins outside of all groups.
  await trx
    .deleteFrom('securable_group_user')
    .where('user_id', '=', userId)
    .where('group_id', 'in', (eb) =>
      eb.selectFrom('securable_group').select('group_id').where('project_id', '=', projectId),
    )
    .execute()
  await usualLeaving()(trx, occasion, by, { userId, projectId })
  const sessionsEnded = await revokeSessionsOf(trx, userId, occasion.now())
  await record(
    trx,
    occasion,
    by,
    { action: 'user.projectRoleTaken', projectId, facts: { userId, role, sessionsEnded } },
    `project:${projectId}`,
  )
  return { changed: true, sessionsEnded }
}
