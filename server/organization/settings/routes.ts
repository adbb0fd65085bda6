/** The calls of contracts/settings.ts, and the project's name. */
import { renameProject } from '#contracts/project.ts'
import * as settings from '#contracts/settings.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { placeOf, presentProject } from '../project/present.ts'
import { changeSettings, readSettings } from './settings.ts'

export const routes: readonly Route[] = [
  route(settings.getSettings, (ctx) => readSettings(ctx.records.read, ctx.project.projectId)),
  route(settings.getTimeZone, async (ctx) => {
    const { timeZone, timeZoneFixed: fixed } = await readSettings(ctx.records.read, ctx.project.projectId)
    return { timeZone, fixed }
  }),
  route(settings.putSettings, (ctx, { body }) => changeSettings(ctx, body)),
  route(renameProject, async (ctx, { body }) => {
    await changeSettings(ctx, body)
    return await presentProject(ctx.records.read, ctx.project.projectId, placeOf(ctx))
  }),

  route(settings.putReviewSettings, (ctx, { body }) => changeSettings(ctx, body)),
  route(settings.getCreationDate, async (ctx) => {
    const { created_at: creationDate } = await ctx.records.read
      .selectFrom('project')
      .select('created_at')
      .where('project_id', '=', ctx.project.projectId)
      .executeTakeFirstOrThrow()
    return { creationDate }
  }),
]
