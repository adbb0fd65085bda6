/** One person of a client: what they are where, what was changed about them, and changing it. */
import { createHash } from 'node:crypto'
import type { BodyOf } from '#contracts/call.ts'
import type {
  actOnPerson,
  ClientPerson,
  changePerson,
  deleteProjectRole,
  putProjectRole,
} from '#contracts/client-people.ts'
import type { RoleName } from '#contracts/permission.ts'
import { forgive } from '../../platform/auth/lockout.ts'
import { requireOver } from '../../platform/auth/rank-rules.ts'
import { chainOf, record } from '../../platform/auth/record.ts'
import { revokeSession } from '../../platform/auth/sessions.ts'
import { recordRefusals } from '../../platform/auth/signin.ts'
import {
  byAccount,
  changeRole,
  enable,
  resetSecondStep,
  type Standing,
  signOut,
  standingOf,
} from '../../platform/auth/standing.ts'
import type { CallerContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { roleOf } from '../../platform/http/scope.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import { deactivate } from '../project/deactivate.ts'
import { grantedOf } from '../project/holders.ts'
import { giveProjectRole, takeProjectRole } from '../project/members.ts'
import { rowsOf } from './list.ts'

const needs = 'company.people'
const mostChanges = 100

interface Whose {
  readonly companyId: number
  readonly userId: number
}

/** Somebody of this client; anybody else is answered as not there. */
async function personOf(read: Reader, { companyId, userId }: Whose): Promise<Standing> {
  const standing = await standingOf(read, userId)
  if (standing.companyId !== companyId) throw notFound('user')
  return standing
}

export async function readPerson(ctx: CallerContext, whose: Whose, read: Reader): Promise<ClientPerson> {
  const standing = await personOf(read, whose)
  const now = ctx.now()
  const [row] = await rowsOf(read, [whose.userId], now)
  if (row === undefined) throw notFound('user')
  const { created_at } = await read
    .selectFrom('app_user')
    .select('created_at')
    .where('user_id', '=', whose.userId)
    .executeTakeFirstOrThrow()
  const projects = await rolesOf(read, whose)
  return {
    ...row,
    secondStepRequired: standing.mfaRequired,
    createdAt: created_at,
    version: versionOf(standing, projects),
    changeable: isChangeable(await standingOf(read, ctx.caller.userId), standing),
    projects,
    openInvitations: await openInvitationsOf(read, whose, now),
    groups: await groupsOf(read, whose),
    sessions: await sessionsOf(read, whose.userId, now),
    changes: await changesOf(read, whose),
  }
}

async function openInvitationsOf(read: Reader, { companyId, userId }: Whose, now: Date): Promise<number> {
  const { count } = await read
    .selectFrom('invitation')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where('made_by', '=', userId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('ends_at', '>', now.toISOString())
    .executeTakeFirstOrThrow()
  return Number(count)
}

function isChangeable(by: Standing, target: Standing): boolean {
  try {
    requireOver(byAccount(by), byAccount(target), needs)
    return true
  } catch {
    return false
  }
}

async function rolesOf(read: Reader, { companyId, userId }: Whose): Promise<ClientPerson['projects']> {
  const rows = await read
    .selectFrom('project_user as m')
    .innerJoin('project as p', 'p.project_id', 'm.project_id')
    .leftJoin('app_user as g', 'g.user_id', 'm.given_by')
    .select(['m.project_id', 'p.name', 'm.role', 'm.granted', 'm.given_at', 'g.name as giver'])
    .where('m.user_id', '=', userId)
    .where('p.company_id', '=', companyId)
    .orderBy('p.name')
    .execute()
  return rows.map((row) => ({
    projectId: row.project_id,
    projectName: row.name,
    role: roleOf(row.role),
    granted: [...grantedOf(roleOf(row.role), row.granted)],
    since: row.given_at,
    givenBy: row.giver,
  }))
}

/** Of what can be changed: whoever else changed any of it has made another version. */
function versionOf({ role, active, enrolled }: Standing, projects: ClientPerson['projects']): string {
  const inProjects = projects
    .map((one) => [one.projectId, one.role, ...one.granted])
    .toSorted((a, b) => Number(a[0]) - Number(b[0]))
  return createHash('sha256')
    .update(JSON.stringify([role, active, enrolled, inProjects]))
    .digest('hex')
    .slice(0, 16)
}

async function groupsOf(read: Reader, { companyId, userId }: Whose): Promise<ClientPerson['groups']> {
  const rows = await read
    .selectFrom('securable_group_user as m')
    .innerJoin('securable_group as g', 'g.group_id', 'm.group_id')
    .innerJoin('project as p', 'p.project_id', 'g.project_id')
    .select(['p.project_id', 'p.name as project', 'g.name'])
    .where('m.user_id', '=', userId)
    .where('p.company_id', '=', companyId)
    .orderBy('p.name')
    .orderBy('g.name')
    .execute()
  return rows.map(({ project_id, project, name }) => ({
    ...{ projectId: project_id, projectName: project, groupName: name },
  }))
}

/** A part of the fingerprint of a token, which itself is nowhere: enough to tell the sessions of one person apart. */
const keyOf = (tokenHash: string): string => tokenHash.slice(0, 16)

const openSessions = (read: Reader, userId: number, now: Date) =>
  read
    .selectFrom('session')
    .select(['token_hash', 'created_at', 'seen_at', 'ip'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .orderBy('seen_at', 'desc')
    .execute()

const sessionsOf = async (read: Reader, userId: number, now: Date): Promise<ClientPerson['sessions']> =>
  (await openSessions(read, userId, now)).map(({ token_hash, created_at, seen_at, ip }) => ({
    ...{ sessionKey: keyOf(token_hash), startedAt: created_at, seenAt: seen_at, ip },
  }))

/** The rows about them in the chains of their client and of its projects. */
async function changesOf(read: Reader, { companyId, userId }: Whose): Promise<ClientPerson['changes']> {
  const projects = await read
    .selectFrom('project')
    .select(['project_id', 'name'])
    .where('company_id', '=', companyId)
    .execute()
  const chains = [`company:${companyId}`, ...projects.map(({ project_id }) => `project:${project_id}`)]
  const rows = await read
    .selectFrom('audit')
    .select(['at', 'action', 'project_id', 'text'])
    .where('chain', 'in', chains)
    // As the index of these rows says it (migration 37).
    .where('action', '>=', 'user.')
    .where('action', '<', 'user/')
    .where('text', 'like', `%"userId":${userId}%`)
    .orderBy('at', 'desc')
    .limit(10 * mostChanges)
    .execute()
  return rows
    .flatMap((row) => {
      const { facts = {}, user }: { facts?: Record<string, unknown>; user?: { name?: string } | null } =
        JSON.parse(row.text)
      if (facts.userId !== userId) return []
      const said = (name: string): string | null => (typeof facts[name] === 'string' ? facts[name] : null)
      return [
        {
          at: row.at,
          by: user?.name ?? null,
          action: row.action,
          projectName: projects.find(({ project_id }) => project_id === row.project_id)?.name ?? null,
          from: said('from'),
          to: said('to') ?? said('role'),
        },
      ]
    })
    .slice(0, mostChanges)
}

/** The person that is to be changed, where the caller may; `given`: a role that the change gives. */
async function requireChangeable(
  trx: Writer,
  ctx: CallerContext,
  whose: Whose,
  given?: RoleName,
): Promise<Standing> {
  const target = await personOf(trx, whose)
  requireOver(byAccount(await standingOf(trx, ctx.caller.userId)), byAccount(target), needs, given)
  return target
}

/** Throws with what stands where somebody else has changed the person meanwhile. */
async function requireFresh(trx: Writer, ctx: CallerContext, whose: Whose): Promise<void> {
  const current = await readPerson(ctx, whose, trx)
  if (ctx.ifMatch !== current.version)
    throw new ApiError(
      'person.stale',
      'Somebody else has changed this person meanwhile. Look at what stands now, then make your change again.',
      { data: current },
    )
}

/** Without one, nobody of the client could let anybody in. */
async function requireAnotherAdministrator(trx: Writer, user: Standing): Promise<void> {
  if (user.role !== 'ClientAdmin' || !user.active) return
  const another = await trx
    .selectFrom('app_user')
    .select('user_id')
    .where('company_id', '=', user.companyId)
    .where('role', '=', 'ClientAdmin')
    .where('active', '=', 1)
    .where('user_id', '!=', user.userId)
    .executeTakeFirst()
  if (another === undefined)
    throw new ApiError(
      'conflict',
      `${user.email} is the last active administrator of the client. Make somebody else one first.`,
      { detail: 'role' },
    )
}

export async function change(
  trx: Writer,
  ctx: CallerContext,
  { role, active, ...whose }: BodyOf<typeof changePerson>,
): Promise<void> {
  const { userId } = whose
  const target = await requireChangeable(trx, ctx, whose, role)
  await requireFresh(trx, ctx, whose)
  if ((role !== undefined && role !== target.role) || active === false)
    await requireAnotherAdministrator(trx, target)
  if (role !== undefined) await changeRole(trx, ctx, ctx.caller, { userId, role })
  if (active === true) await enable(trx, ctx, ctx.caller, userId)
  if (active === false) await deactivate(trx, ctx, ctx.caller, userId)
}

export async function act(
  trx: Writer,
  ctx: CallerContext,
  { act: wanted, sessionKey, ...whose }: BodyOf<typeof actOnPerson>,
): Promise<void> {
  const target = await requireChangeable(trx, ctx, whose)
  switch (wanted) {
    case 'endSessions':
      await signOut(trx, ctx, ctx.caller, target.userId)
      return
    case 'endSession':
      return endOne(trx, ctx, target, sessionKey ?? '')
    case 'newSecondStep':
      await resetSecondStep(trx, ctx, ctx.caller, target.userId)
      return
    case 'unlock':
      return unlock(trx, ctx, target)
  }
}

const about = ({ userId, email }: Standing, action: string, facts: Record<string, unknown> = {}) => ({
  action,
  facts: { userId, ...facts },
  erasable: { email },
})

async function endOne(trx: Writer, ctx: CallerContext, target: Standing, sessionKey: string): Promise<void> {
  const open = await openSessions(trx, target.userId, ctx.now())
  const one = open.find(({ token_hash }) => keyOf(token_hash) === sessionKey)
  if (one === undefined) throw notFound('session')
  await revokeSession(trx, one.token_hash, ctx.now())
  const entry = about(target, 'user.sessionEnded', { sessionsEnded: 1 })
  await record(trx, ctx, ctx.caller, entry, chainOf(target.companyId))
}

/** Failed tries of the address count no more, wherever they came from. */
async function unlock(trx: Writer, ctx: CallerContext, target: Standing): Promise<void> {
  const gone = await forgive(trx, target.email)
  const actor = { ...target, role: target.role }
  for (const refusals of gone) await recordRefusals(trx, ctx, actor, refusals)
  if (gone.length > 0)
    await record(trx, ctx, ctx.caller, about(target, 'user.unlocked'), chainOf(target.companyId))
}

/** A project of the client, or an answer as if there were none. */
async function requireProject(trx: Reader, companyId: number, projectId: number): Promise<void> {
  const row = await trx
    .selectFrom('project')
    .select('company_id')
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (row?.company_id !== companyId) throw notFound('project')
}

export async function giveRole(
  trx: Writer,
  ctx: CallerContext,
  { companyId, ...given }: BodyOf<typeof putProjectRole>,
): Promise<void> {
  const whose = { companyId, userId: given.userId }
  await requireChangeable(trx, ctx, whose, given.role)
  await requireProject(trx, companyId, given.projectId)
  await requireFresh(trx, ctx, whose)
  await giveProjectRole(trx, ctx, ctx.caller, given)
}

export async function takeRole(
  trx: Writer,
  ctx: CallerContext,
  { companyId, ...taken }: BodyOf<typeof deleteProjectRole>,
): Promise<void> {
  const whose = { companyId, userId: taken.userId }
  await requireChangeable(trx, ctx, whose)
  await requireProject(trx, companyId, taken.projectId)
  await requireFresh(trx, ctx, whose)
  await takeProjectRole(trx, ctx, ctx.caller, taken)
}

/** All projects of the client, each with what the person is in it. */
export async function rolesInAll(read: Reader, whose: Whose) {
  await personOf(read, whose)
  const rows = await read
    .selectFrom('project as p')
    .leftJoin('project_user as m', (join) =>
      join.onRef('m.project_id', '=', 'p.project_id').on('m.user_id', '=', whose.userId),
    )
    .select(['p.project_id', 'p.name', 'm.role'])
    .where('p.company_id', '=', whose.companyId)
    .where('p.deleted_at', 'is', null)
    .orderBy('p.name')
    .execute()
  return rows.map(({ project_id, name, role }) => ({
    ...{ projectId: project_id, projectName: name, role: role === null ? null : roleOf(role) },
  }))
}
