/** The calls of contracts/settings.ts and contracts/excluded-fields.ts. */
import { getExcludedFields, putExcludedFields } from '#contracts/excluded-fields.ts'
import * as settings from '#contracts/settings.ts'
import { type Route, route } from '../http/route.ts'
import { changeExcludedFields, excludedFieldsOf } from './excluded-fields.ts'
import { changeSettings, documentCounts, readSettings } from './settings.ts'

export const routes: readonly Route[] = [
  route(settings.getSettings, (ctx) => readSettings(ctx.records.read, ctx.project.projectId)),
  route(settings.getTimeZone, async (ctx) => {
    const { timeZone, timeZoneFixed: fixed } = await readSettings(ctx.records.read, ctx.project.projectId)
    return { timeZone, fixed }
  }),
  route(settings.putSettings, (ctx, { body }) => changeSettings(ctx, body)),
  route(settings.putReviewSettings, (ctx, { body }) => changeSettings(ctx, body)),
  route(getExcludedFields, (ctx) => excludedFieldsOf(ctx.records.read, ctx.project.projectId)),
  route(putExcludedFields, (ctx, { body }) => changeExcludedFields(ctx, body)),
  route(settings.getDocumentCount, (ctx) => documentCounts(ctx)),
  route(settings.getCreationDate, async (ctx) => {
    const { created_at: creationDate } = await ctx.records.read
      .selectFrom('project')
      .select('created_at')
      .where('project_id', '=', ctx.project.projectId)
      .executeTakeFirstOrThrow()
    return { creationDate }
  }),
]
