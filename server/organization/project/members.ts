/** Who works in a project, and as what. */
import { type RoleName, roleNames, roleRanks } from '#contracts/permission.ts'
import { type Actor, type Occasion, record } from '../../platform/auth/record.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import type { Writer } from '../../platform/records/records.ts'

/** Roles that one can have inside a project; the stronger ones belong to accounts. */
export const projectRoles = roleNames.filter((role) => roleRanks[role] >= roleRanks.ProjectManager)

/** Gives a user a role in a project of the user's own company; replaces the role that was there. */
export async function giveProjectRole(
  trx: Writer,
  occasion: Occasion,
  by: Actor | null,
  grant: { readonly userId: number; readonly projectId: number; readonly role: RoleName },
): Promise<void> {
  if (!projectRoles.includes(grant.role))
    throw new ApiError(
      'request.invalid',
      `${grant.role} is no role inside a project. Use ${projectRoles.join(', ')}.`,
      {
        detail: 'projectRole',
      },
    )
  const user = await trx
    .selectFrom('app_user')
    .select(['company_id', 'role'])
    .where('user_id', '=', grant.userId)
    .executeTakeFirst()
  if (user === undefined) throw notFound('user')
  const project = await trx
    .selectFrom('project')
    .select('company_id')
    .where('project_id', '=', grant.projectId)
    .executeTakeFirst()
  // The boundary between companies is absolute: no role reaches over it.
  if (project === undefined || (user.company_id !== null && user.company_id !== project.company_id))
    throw notFound('project')
  const row = { project_id: grant.projectId, user_id: grant.userId, role: grant.role }
  await trx
    .insertInto('project_user')
    .values(row)
    .onConflict((conflict) => conflict.columns(['project_id', 'user_id']).doUpdateSet({ role: grant.role }))
    .execute()
  await record(
    trx,
    occasion,
    by,
    {
      action: 'user.projectRoleGiven',
      projectId: grant.projectId,
      facts: { userId: grant.userId, role: grant.role },
    },
    `project:${grant.projectId}`,
  )
}
