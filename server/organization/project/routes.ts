/** The calls of contracts/project.ts about the project itself. */
import * as project from '#contracts/project.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { rankOf } from '../../platform/http/scope.ts'
import { addProject } from './create.ts'
import { presentProject } from './present.ts'

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

  route(project.listFeatures, async (ctx) => {
    const { features } = await presentProject(ctx.records.read, ctx.project.projectId, ctx.project)
    return { data: features, totalCount: features.length }
  }),
]
