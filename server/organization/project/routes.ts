/** The calls of contracts/project.ts about the project itself. */
import * as members from '#contracts/members.ts'
import { roleRanks } from '#contracts/permission.ts'
import * as project from '#contracts/project.ts'
import * as ending from '#contracts/project-end.ts'
import * as support from '#contracts/support.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { notFound } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { addProject } from './create.ts'
import { archive, end, endOfProject, hold, release, restore } from './end.ts'
import { holderIn } from './holders.ts'
import { candidates, changeMember, memberList, removeMember } from './member-list.ts'
import { placeOf, presentProject } from './present.ts'
import { closeAccess, openAccess, supportOf } from './support.ts'

export const routes: readonly Route[] = [
  route(project.getProject, (ctx) => presentProject(ctx.records.read, ctx.project.projectId, placeOf(ctx))),

  route(project.createProject, async (ctx, { body }) => {
    const { projectId } = await idempotent(ctx, async (trx) => ({
      projectId: await addProject(trx, ctx, ctx.caller, body),
    }))
    const holder = await holderIn(ctx.records.read, ctx.caller, projectId)
    if (holder === null) throw notFound('project')
    return presentProject(ctx.records.read, projectId, {
      holder,
      userId: ctx.caller.userId,
      level: roleRanks[holder.role],
      roleName: holder.role,
    })
  }),

  route(project.listFeatures, async (ctx) => {
    const { features } = await presentProject(ctx.records.read, ctx.project.projectId, placeOf(ctx))
    return { data: features, totalCount: features.length }
  }),

  route(members.listMembers, async (ctx) => {
    const data = await memberList(ctx)
    return { data, totalCount: data.length }
  }),
  route(members.listCandidates, (ctx, { query }) => candidates(ctx, query.query ?? '')),
  route(members.putMember, async (ctx, { body }) => {
    await idempotent(ctx, (trx) => changeMember(trx, ctx, body))
    const [changed] = await memberList(ctx, body.userId)
    if (changed === undefined) throw notFound('user')
    return changed
  }),
  route(members.deleteMember, (ctx, { body }) =>
    idempotent(ctx, (trx) => removeMember(trx, ctx, body.userId)),
  ),

  route(ending.getProjectEnd, (ctx) => endOf(ctx)),
  route(ending.archiveProject, async (ctx) => {
    for (const jobId of await idempotent(ctx, (trx) => archive(trx, ctx))) ctx.jobs.interrupt(jobId)
    return endOf(ctx)
  }),
  route(ending.restoreProject, async (ctx) => {
    await idempotent(ctx, (trx) => restore(trx, ctx))
    return endOf(ctx)
  }),
  route(ending.setHold, async (ctx, { body }) => {
    await idempotent(ctx, (trx) => hold(trx, ctx, body.reason))
    return endOf(ctx)
  }),
  route(ending.releaseHold, async (ctx, { body }) => {
    await idempotent(ctx, (trx) => release(trx, ctx, body))
    return endOf(ctx)
  }),
  route(ending.endProject, async (ctx, { body }) => {
    await idempotent(ctx, (trx) => end(trx, ctx, body))
    return endOf(ctx)
  }),

  route(support.listSupport, async (ctx) => {
    const data = await supportOf(ctx.records.read, ctx.project.projectId, ctx.now())
    return { data, totalCount: data.length }
  }),
  route(support.openSupport, async (ctx, { body }) => {
    const { projectId } = ctx.project
    const { accessId } = await idempotent(ctx, async (trx) => ({
      accessId: await openAccess(trx, ctx, ctx.caller, projectId, body),
    }))
    return accessOf(ctx, accessId)
  }),
  route(support.closeSupport, async (ctx, { body: { accessId } }) => {
    const { projectId } = ctx.project
    const manages = ctx.can('user.manage')
    await idempotent(ctx, (trx) => closeAccess(trx, ctx, ctx.caller, { projectId, accessId, manages }))
    return accessOf(ctx, accessId)
  }),
]

const endOf = (ctx: ProjectContext) => endOfProject(ctx.records.read, ctx.project.projectId)

async function accessOf(ctx: ProjectContext, accessId: number): Promise<support.SupportAccess> {
  const all = await supportOf(ctx.records.read, ctx.project.projectId, ctx.now())
  const found = all.find((one) => one.accessId === accessId)
  if (found === undefined) throw notFound('support access')
  return found
}
