/** Making invitations, sending them again, taking them back, and telling of them. Their mails go out beside it (sender.ts). */
import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import { type Invitation, type Invited, type InvitedAs, invitationDays } from '#contracts/invitations.ts'
import { type Capability, capabilities, type RoleName, roleNames } from '#contracts/permission.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { type Actor, chainOf, type Occasion, record } from '../../platform/auth/record.ts'
import { fingerprint, newSecret } from '../../platform/auth/secrets.ts'
import { notFound } from '../../platform/http/error.ts'
import { roleOf } from '../../platform/http/scope.ts'
import { slices } from '../../platform/records/dialect.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import { byProvider, type InvitedRole, type Inviter, type Judged, judge } from './judging.ts'
import type { InvitationTable } from './tables.ts'

const endOf = (now: Date): string => new Date(now.getTime() + invitationDays * 86_400_000).toISOString()

/** What would become of the lines, or has become of them. */
const answerOf = (judged: readonly Judged[], byProvider: boolean): Invited => ({
  byProvider,
  lines: judged.map(({ email, outcome }) => ({ email, outcome })),
  made: judged.filter(({ outcome }) => outcome === 'new').length,
})

/** Changes nothing. */
export async function previewInvitations(
  read: Reader,
  companyId: number,
  groups: readonly InvitedAs[],
  by: Inviter,
  now: Date,
): Promise<Invited> {
  return answerOf(await judge(read, companyId, groups, by, now), await byProvider(read, companyId))
}

/** Invites all lines that can be; the others are answered for what they are. */
export async function makeInvitations(
  trx: Writer,
  occasion: Occasion,
  by: Actor & Inviter,
  { companyId, groups }: { readonly companyId: number; readonly groups: readonly InvitedAs[] },
): Promise<Invited> {
  const now = occasion.now()
  const judged = await judge(trx, companyId, groups, by, now)
  const wanted = judged.filter(({ outcome }) => outcome === 'new')
  const ids = new Map<string, number>()
  // One that has ended gives way to the new one.
  for (const slice of slices(wanted, 1))
    await trx
      .updateTable('invitation')
      .set({ revoked_at: now.toISOString(), asked_at: null })
      .where('company_id', '=', companyId)
      .where('accepted_at', 'is', null)
      .where(
        'email',
        'in',
        slice.map(({ email }) => email),
      )
      .execute()
  for (const slice of slices(wanted, 9)) {
    const rows = await trx
      .insertInto('invitation')
      .values(
        slice.map(({ email, name, role, projects }) => ({
          ...{ company_id: companyId, email, name, role, projects: JSON.stringify(projects) },
          // Nobody has it: the mail brings its own.
          ...{ secret_hash: fingerprint(newSecret()), made_by: by.userId },
          ...{ made_at: now.toISOString(), ends_at: endOf(now) },
        })),
      )
      .returning(['invitation_id', 'email'])
      .execute()
    for (const { invitation_id, email } of rows) ids.set(email, invitation_id)
  }
  const { sessionId, userId, name: byName, role: byRole } = by
  await appendAudit(
    trx,
    chainOf(companyId),
    wanted.map(({ email, name, role, projects }) => ({
      at: now,
      user: { userId, name: byName, role: byRole },
      action: 'invitation.made',
      facts: { invitationId: ids.get(email) ?? 0, role, projects },
      erasable: { email, ...(name === '' ? {} : { name }) },
      ...(occasion.ip === undefined ? {} : { ip: occasion.ip }),
      ...(sessionId === undefined ? {} : { sessionId }),
    })),
  )
  return answerOf(judged, await byProvider(trx, companyId))
}

interface Named {
  readonly companyId: number
  readonly invitationId: number
}

/** One that is in the client's list. */
async function requirePending(trx: Writer, { companyId, invitationId }: Named) {
  const row = await pending(trx, companyId)
    .select('i.email')
    .where('i.invitation_id', '=', invitationId)
    .executeTakeFirst()
  if (row === undefined) throw notFound('invitation')
  return row
}

/** Neither accepted nor revoked; or revoked, and the invited has asked for another. */
export const pending = (read: Reader, companyId: number) =>
  read
    .selectFrom('invitation as i')
    .where('i.company_id', '=', companyId)
    .where('i.accepted_at', 'is', null)
    .where((eb) => eb.or([eb('i.revoked_at', 'is', null), eb('i.asked_at', 'is not', null)]))

/** Another link for seven days more; the one before does not work from now on. */
export async function resend(trx: Writer, occasion: Occasion, by: Actor, named: Named): Promise<void> {
  const { email } = await requirePending(trx, named)
  const ends_at = endOf(occasion.now())
  await trx
    .updateTable('invitation')
    .set({
      // Whoever sends it again answers for it from now on: the first may have left.
      ...{ secret_hash: fingerprint(newSecret()), ends_at, made_by: by.userId },
      ...{ sent_at: null, failed_at: null, asked_at: null, revoked_at: null },
    })
    .where('invitation_id', '=', named.invitationId)
    .execute()
  await record(
    trx,
    occasion,
    by,
    {
      action: 'invitation.resent',
      facts: { invitationId: named.invitationId, endsAt: ends_at },
      erasable: { email },
    },
    chainOf(named.companyId),
  )
}

/** Its link does not work any more. */
export async function revoke(trx: Writer, occasion: Occasion, by: Actor, named: Named): Promise<void> {
  const { email } = await requirePending(trx, named)
  await trx
    .updateTable('invitation')
    .set({ revoked_at: occasion.now().toISOString(), asked_at: null })
    .where('invitation_id', '=', named.invitationId)
    .execute()
  const entry = {
    action: 'invitation.revoked',
    facts: { invitationId: named.invitationId },
    erasable: { email },
  }
  await record(trx, occasion, by, entry, chainOf(named.companyId))
}

/** All that are open, of a client that is deleted. */
export async function revokeAll(
  trx: Writer,
  occasion: Occasion,
  by: Actor,
  companyId: number,
): Promise<number> {
  const open = await pending(trx, companyId).select('i.invitation_id').execute()
  for (const { invitation_id: invitationId } of open)
    await revoke(trx, occasion, by, { companyId, invitationId })
  return open.length
}

const keptProjects = z.array(
  z.object({
    projectId: z.int(),
    role: z.enum(roleNames as [RoleName, ...RoleName[]]),
    granted: z.array(z.enum(capabilities as [Capability, ...Capability[]])),
    // Those made before groups were given with them have none.
    groups: z._default(z.array(z.int()), []),
  }),
)

/** What an invitation keeps of roles in projects. */
export const rolesIn = (json: string): readonly InvitedRole[] => keptProjects.parse(JSON.parse(json))

/** Those of a client that are not done with, the newest first; or those of them that are named. */
export async function pendingInvitations(
  read: Reader,
  companyId: number,
  now: Date,
  { ids, most = 1_000 }: { readonly ids?: readonly number[]; readonly most?: number } = {},
): Promise<Invitation[]> {
  let query = pending(read, companyId)
    .leftJoin('app_user as u', 'u.user_id', 'i.made_by')
    .selectAll('i')
    .select(['u.name as maker', 'u.active as maker_active'])
    .orderBy('i.invitation_id', 'desc')
    .limit(most)
  if (ids !== undefined) query = query.where('i.invitation_id', 'in', ids)
  const rows = await query.execute()
  const projects = await read
    .selectFrom('project')
    .select(['project_id', 'name'])
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .execute()
  const groups = await read
    .selectFrom('securable_group as g')
    .innerJoin('project as p', 'p.project_id', 'g.project_id')
    .select(['g.group_id', 'g.name'])
    .where('p.company_id', '=', companyId)
    .execute()
  const groupNames = new Map(groups.map(({ group_id, name }) => [group_id, name]))
  const names = new Map(projects.map(({ project_id, name }) => [project_id, name]))
  return rows.map((row) => ({
    invitationId: row.invitation_id,
    email: row.email,
    name: row.name,
    role: roleOf(row.role),
    projects: rolesIn(row.projects).flatMap(({ granted, groups: groupIds, ...one }) => {
      const projectName = names.get(one.projectId)
      return projectName === undefined
        ? []
        : [
            {
              ...{ ...one, granted: [...granted], projectName },
              groups: groupIds.flatMap((groupId) => groupNames.get(groupId) ?? []),
            },
          ]
    }),
    madeAt: row.made_at,
    madeBy: row.maker,
    makerLeft: row.maker_active === 0,
    endsAt: row.ends_at,
    sentAt: row.sent_at,
    askedAt: row.asked_at,
    state: stateOf(row, now),
  }))
}

function stateOf(
  row: Pick<Selectable<InvitationTable>, 'revoked_at' | 'ends_at' | 'sent_at' | 'failed_at'>,
  now: Date,
): Invitation['state'] {
  if (row.revoked_at !== null) return 'revoked'
  if (row.ends_at <= now.toISOString()) return 'ended'
  if (row.sent_at !== null) return 'sent'
  return row.failed_at === null ? 'waiting' : 'notSent'
}
