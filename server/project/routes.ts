/** The calls of contracts/project.ts. */
import * as project from '#contracts/project.ts'
import { idempotent } from '../http/idempotency.ts'
import { type Route, route } from '../http/route.ts'
import { rankOf } from '../http/scope.ts'
import { changeSettings } from '../settings/settings.ts'
import { addProject } from './create.ts'
import { custodianId, listCustodians } from './custodians.ts'
import { listFields } from './fields.ts'
import { presentProject } from './present.ts'
import { readReport } from './report.ts'

export const routes: readonly Route[] = [
  route(project.getProject, (ctx) => presentProject(ctx.records.read, ctx.project.projectId, ctx.project)),

  route(project.createProject, async (ctx, { body }) => {
    const { projectId } = await idempotent(ctx, async (trx) => ({
      projectId: await addProject(trx, ctx, ctx.caller, body),
    }))
    return presentProject(ctx.records.read, projectId, {
      level: rankOf(ctx.caller),
      roleName: ctx.caller.role,
    })
  }),

  route(project.renameProject, async (ctx, { body }) => {
    await changeSettings(ctx, body)
    return await presentProject(ctx.records.read, ctx.project.projectId, ctx.project)
  }),

  route(project.listFeatures, async (ctx) => {
    const { features } = await presentProject(ctx.records.read, ctx.project.projectId, ctx.project)
    return { data: features, totalCount: features.length }
  }),

  route(project.listFields, async (ctx) => {
    const data = await listFields(ctx.records.read, ctx.project.projectId)
    return { data, totalCount: data.length }
  }),

  route(project.getReport, (ctx) => readReport(ctx)),

  route(project.listCustodians, async (ctx) => {
    const data = await listCustodians(ctx.records.read, ctx.project.projectId)
    return { data, totalCount: data.length }
  }),

  route(project.createCustodian, async (ctx, { body }) => {
    const { projectId } = ctx.project
    const id = await idempotent(ctx, async (trx) => ({
      custodianId: await custodianId(trx, ctx, ctx.caller, projectId, body.name),
    }))
    const found = (await listCustodians(ctx.records.read, projectId)).find(
      (one) => one.custodianId === id.custodianId,
    )
    return found ?? { ...id, name: body.name, documentCount: 0 }
  }),
]
