/** Giving an account what its invitation promises, whichever way it came to be. */
import type { Selectable } from 'kysely'
import { chainOf, type Occasion, record } from '../../platform/auth/record.ts'
import type { Joining } from '../../platform/auth/saml/joining.ts'
import { changeRole } from '../../platform/auth/standing.ts'
import { roleOf } from '../../platform/http/scope.ts'
import type { Writer } from '../../platform/records/records.ts'
import { joinGroups } from '../project/groups.ts'
import { giveProjectRole } from '../project/members.ts'
import { rolesIn } from './invitations.ts'
import type { InvitationTable } from './tables.ts'

type Promised = Pick<
  Selectable<InvitationTable>,
  'invitation_id' | 'company_id' | 'projects' | 'made_by' | 'email'
>

/** What the account and its roles come from stands with them: the invitation, and who made it. */
export const occasionOf = (
  { now, ip }: Occasion,
  { made_by }: Pick<Promised, 'made_by'>,
): Occasion & { via: string } => ({
  ...{ now, via: 'invitation' },
  ...(ip === undefined ? {} : { ip }),
  ...(made_by === null ? {} : { askedBy: made_by }),
})

/** Gives the roles in projects and the groups that are there still, and uses the invitation up. */
export async function takeUp(
  trx: Writer,
  occasion: Occasion,
  invitation: Promised,
  userId: number,
): Promise<void> {
  const there = await trx
    .selectFrom('project')
    .select('project_id')
    .where('company_id', '=', invitation.company_id)
    .where('deleted_at', 'is', null)
    .execute()
  for (const { groups, ...given } of rolesIn(invitation.projects)) {
    if (!there.some(({ project_id }) => project_id === given.projectId)) continue
    const by = occasionOf(occasion, invitation)
    await giveProjectRole(trx, by, null, { ...given, userId })
    await joinGroups(trx, by, { projectId: given.projectId, groupIds: groups, userId })
  }
  await trx
    .updateTable('invitation')
    .set({ accepted_at: occasion.now().toISOString(), user_id: userId })
    .where('invitation_id', '=', invitation.invitation_id)
    .execute()
}

/** Whoever is invited and comes by the client's provider first gets what the link would have given. */
export const takeInvitation: Joining = async (trx, occasion, { userId, companyId, email }) => {
  const invitation = await trx
    .selectFrom('invitation')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('ends_at', '>', occasion.now().toISOString())
    .executeTakeFirst()
  if (invitation === undefined) return
  const role = roleOf(invitation.role)
  await changeRole(trx, occasionOf(occasion, invitation), null, { userId, role })
  await takeUp(trx, occasion, invitation, userId)
  const entry = {
    action: 'invitation.accepted',
    facts: { invitationId: invitation.invitation_id, userId },
    erasable: { email },
  }
  await record(trx, occasion, null, entry, chainOf(companyId))
}
