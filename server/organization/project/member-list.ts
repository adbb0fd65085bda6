/** The people of a project as those who manage them see them, and changing what they are there. */
import type { BodyOf } from '#contracts/call.ts'
import type { Member, putMember } from '#contracts/members.ts'
import { grantable, roleRanks } from '#contracts/permission.ts'
import { lastSeenOf } from '../../platform/auth/last-seen.ts'
import { type Ranked, requireOver } from '../../platform/auth/rank-rules.ts'
import { standingOf } from '../../platform/auth/standing.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { notFound } from '../../platform/http/error.ts'
import { roleOf } from '../../platform/http/scope.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import { grantedOf } from './holders.ts'
import { byProject, giveProjectRole, takeProjectRole } from './members.ts'

/** Those who have a role in the caller's project, by name; only one of them where one is asked for. */
export async function memberList(ctx: ProjectContext, userId?: number): Promise<Member[]> {
  let rows = ctx.records.read
    .selectFrom('project_user as m')
    .innerJoin('app_user as u', 'u.user_id', 'm.user_id')
    .select(['u.user_id', 'u.name', 'u.email', 'u.active', 'u.role as account', 'm.role', 'm.granted'])
    .select('u.seen_at')
    .where('m.project_id', '=', ctx.project.projectId)
  if (userId !== undefined) rows = rows.where('m.user_id', '=', userId)
  const found = await rows.execute()
  const seen = await lastSeenOf(ctx.records.read, found)
  return found
    .map((row) => {
      const role = roleOf(row.role)
      const strongest = Math.min(
        roleRanks[role],
        roleRanks[roleOf(row.account)] <= 1 ? roleRanks[roleOf(row.account)] : 7,
      )
      return {
        userId: row.user_id,
        userName: row.name,
        userEmail: row.email,
        role,
        granted: [...grantedOf(role, row.granted)],
        grantable: grantable(role),
        active: row.active === 1,
        lastSeenAt: seen.get(row.user_id) ?? null,
        changeable: row.user_id !== ctx.caller.userId && ctx.project.level < strongest,
      }
    })
    .toSorted((a, b) => a.userName.localeCompare(b.userName, 'en'))
}

const mostCandidates = 100

/** Active people of the project's client who have no role in it and that one does not need. */
export async function candidates(
  ctx: ProjectContext,
  query: string,
): Promise<{ data: Awaited<ReturnType<typeof candidatesOf>>; totalCount: number }> {
  const wanted = query.trim().toLowerCase()
  const all = (await candidatesOf(ctx.records.read, ctx.project)).filter(
    ({ userName, userEmail }) =>
      userName.toLowerCase().includes(wanted) || userEmail.toLowerCase().includes(wanted),
  )
  return { data: all.slice(0, mostCandidates), totalCount: all.length }
}

async function candidatesOf(read: Reader, { projectId, companyId }: ProjectContext['project']) {
  const rows = await read
    .selectFrom('app_user as u')
    .leftJoin('project_user as m', (join) =>
      join.onRef('m.user_id', '=', 'u.user_id').on('m.project_id', '=', projectId),
    )
    .select(['u.user_id', 'u.name', 'u.email', 'u.role'])
    .where('u.company_id', '=', companyId)
    .where('u.active', '=', 1)
    .where('m.user_id', 'is', null)
    .execute()
  return rows
    .map((row) => ({
      userId: row.user_id,
      userName: row.name,
      userEmail: row.email,
      role: roleOf(row.role),
    }))
    .toSorted((a, b) => a.userName.localeCompare(b.userName, 'en'))
}

/** Gives a role and what the project grants beside it; throws where the caller may not. */
export async function changeMember(
  trx: Writer,
  ctx: ProjectContext,
  { userId, role, granted }: BodyOf<typeof putMember>,
): Promise<void> {
  const { projectId } = ctx.project
  requireOver(await callerIn(trx, ctx), await targetIn(trx, ctx, userId), 'user.manage', role)
  await giveProjectRole(trx, ctx, ctx.caller, { userId, projectId, role, granted })
}

/** Takes somebody out of the project. */
export async function removeMember(trx: Writer, ctx: ProjectContext, userId: number): Promise<void> {
  requireOver(await callerIn(trx, ctx), await targetIn(trx, ctx, userId), 'user.manage')
  await takeProjectRole(trx, ctx, ctx.caller, { userId, projectId: ctx.project.projectId })
}

const callerIn = async (trx: Writer, ctx: ProjectContext): Promise<Ranked> =>
  byProject(trx, ctx.project.projectId, await standingOf(trx, ctx.caller.userId))

/** Somebody of the project's client, whose account stands below the caller's there; anybody else is answered as not there. */
async function targetIn(trx: Writer, ctx: ProjectContext, userId: number): Promise<Ranked> {
  const user = await standingOf(trx, userId)
  if (user.companyId !== ctx.project.companyId) throw notFound('user')
  return byProject(trx, ctx.project.projectId, user)
}
