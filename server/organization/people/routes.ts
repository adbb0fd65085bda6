/** The calls of contracts/client-people.ts and contracts/invitations.ts. */

import * as people from '#contracts/client-people.ts'
import * as invitations from '#contracts/invitations.ts'
import { accountCan, roleRanks } from '#contracts/permission.ts'
import { requireClient } from '../../platform/auth/client.ts'
import { handOut } from '../../platform/auth/hand-out.ts'
import { browserOf } from '../../platform/auth/known-browsers.ts'
import { agentOf } from '../../platform/auth/sessions.ts'
import type { CallerContext, Context } from '../../platform/http/context.ts'
import { safeName, sendDownload } from '../../platform/http/download.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { rankOf, roleOf } from '../../platform/http/scope.ts'
import { accept, askForAnother, readLink } from './accept.ts'
import { makeInvitations, pendingInvitations, previewInvitations, resend, revoke } from './invitations.ts'
import type { Inviter } from './judging.ts'
import { namesOf, peopleList } from './list.ts'
import { act, change, giveRole, readPerson, rolesInAll, takeRole } from './person.ts'
import { accessReview } from './review.ts'

/** Lists that are longer have a transaction of their own: no save of coding waits for the answer to it. */
const fewLines = 50

export const routes: readonly Route[] = [
  route(people.listPeople, (ctx, { query: { companyId, ...asked } }) =>
    peopleList(ctx.records.read, companyId, asked, ctx.now()),
  ),
  route(people.listPeopleNames, async (ctx, { query }) => {
    const data = await namesOf(ctx.records.read, query.companyId)
    return { data, totalCount: data.length }
  }),
  route(people.getPerson, (ctx, { query }) => readPerson(ctx, query, ctx.records.read)),
  route(people.changePerson, async (ctx, { body }) => {
    await idempotent(ctx, (trx) => change(trx, ctx, body))
    return readPerson(ctx, body, ctx.records.read)
  }),
  route(people.actOnPerson, async (ctx, { body }) => {
    await idempotent(ctx, (trx) => act(trx, ctx, body))
    return readPerson(ctx, body, ctx.records.read)
  }),
  route(people.listProjectRoles, async (ctx, { query }) => {
    const data = await rolesInAll(ctx.records.read, query)
    return { data, totalCount: data.length }
  }),
  route(people.putProjectRole, async (ctx, { body }) => {
    await idempotent(ctx, (trx) => giveRole(trx, ctx, body))
    return readPerson(ctx, body, ctx.records.read)
  }),
  route(people.deleteProjectRole, async (ctx, { body }) => {
    await idempotent(ctx, (trx) => takeRole(trx, ctx, body))
    return readPerson(ctx, body, ctx.records.read)
  }),
  route(people.exportAccess, async (ctx, { query: { companyId }, reply }) => {
    const { read } = ctx.records
    await requireClient(read, companyId)
    const { name } = await read
      .selectFrom('company')
      .select('name')
      .where('company_id', '=', companyId)
      .executeTakeFirstOrThrow()
    const file = safeName(`Access review ${name} ${ctx.now().toISOString().slice(0, 10)}.csv`, 'access.csv')
    return await sendDownload(reply, { name: file, size: null, bytes: accessReview(read, companyId) })
  }),

  route(invitations.invitePeople, async (ctx, { body: { companyId, groups, dryRun } }) => {
    await requireClient(ctx.records.read, companyId)
    const lines = groups.reduce((sum, one) => sum + one.people.length, 0)
    if (lines > invitations.mostInvited)
      throw new ApiError(
        'request.invalid',
        `A list has at most ${invitations.mostInvited} lines; this has ${lines}. Send it in parts.`,
        { detail: 'groups' },
      )
    const by = inviterOf(ctx, rankOf(ctx.caller), accountCan(roleOf(ctx.caller.role), 'wall.manage'))
    if (dryRun) return previewInvitations(ctx.records.read, companyId, groups, by, ctx.now())
    const answer = await idempotent(ctx, (trx) => makeInvitations(trx, ctx, by, { companyId, groups }), {
      alone: lines > fewLines,
    })
    sendWaiting(ctx)
    return answer
  }),
  route(invitations.listInvitations, async (ctx, { query: { companyId } }) => {
    await requireClient(ctx.records.read, companyId)
    const data = await pendingInvitations(ctx.records.read, companyId, ctx.now())
    return { data, totalCount: data.length }
  }),
  route(invitations.resendInvitation, async (ctx, { body }) => {
    await idempotent(ctx, (trx) => resend(trx, ctx, ctx.caller, body))
    sendWaiting(ctx)
    return one(ctx, body)
  }),
  route(invitations.revokeInvitation, (ctx, { body }) =>
    idempotent(ctx, (trx) => revoke(trx, ctx, ctx.caller, body)),
  ),
  route(invitations.inviteToProject, async (ctx, { body }) => {
    const { projectId, companyId, level } = ctx.project
    if (roleRanks[body.role] < level)
      throw new ApiError('permission.denied', `${body.role} is a stronger role than your own.`, {
        detail: 'user.manage',
      })
    const { name } = await ctx.whole.read
      .selectFrom('project')
      .select('name')
      .where('project_id', '=', projectId)
      .executeTakeFirstOrThrow()
    const { role, granted, groups: names = [] } = body
    const projects = [{ project: name, role, granted, groups: names }]
    const groups = [{ role: 'Default', projects, people: body.people }]
    const by = inviterOf(ctx, level, ctx.can('wall.manage'))
    const answer = await idempotent(ctx, (trx) => makeInvitations(trx, ctx, by, { companyId, groups }))
    sendWaiting(ctx)
    return answer
  }),

  route(invitations.readInvitation, (ctx) => readLink(ctx)),
  route(invitations.acceptInvitation, async (ctx, { body, raw, reply }) => {
    const opened = await accept(ctx, body, browserOf(raw), agentOf(raw))
    if (opened !== null) handOut(ctx, reply, opened)
    return { signedIn: opened !== null }
  }),
  route(invitations.askForInvitation, (ctx, { body: { token } }) => askForAnother(ctx, token)),
]

const inviterOf = (
  { caller }: CallerContext,
  rank: number,
  givesGroups: boolean,
): CallerContext['caller'] & Inviter => ({ ...caller, rank, givesGroups })

/** Behind the answer: what cannot be sent stands in the list, and is tried again. */
const sendWaiting = (ctx: Pick<Context, 'invitations'>): void => void ctx.invitations.wake()

async function one(
  ctx: CallerContext,
  { companyId, invitationId }: { readonly companyId: number; readonly invitationId: number },
): Promise<invitations.Invitation> {
  const [found] = await pendingInvitations(ctx.records.read, companyId, ctx.now(), { ids: [invitationId] })
  if (found === undefined) throw notFound('invitation')
  return found
}
