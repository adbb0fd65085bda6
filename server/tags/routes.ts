/** The calls of contracts/tags.ts. */
import { applyTags, listTags } from '#contracts/tags.ts'
import { idempotent } from '../http/idempotency.ts'
import { type Route, route } from '../http/route.ts'
import { changeTags, tagCategories } from './tags.ts'

export const routes: readonly Route[] = [
  route(listTags, async (ctx) => {
    const data = await tagCategories(ctx.records.read, ctx.project.projectId)
    return { data, totalCount: data.length }
  }),

  route(applyTags, async (ctx, { body }) => {
    const { idempotencyKey: commandId } = ctx
    const { userId, name, sessionId } = ctx.caller
    const { projectId, roleName } = ctx.project
    const user = { userId, name, role: roleName }
    const occasion = { projectId, user, at: ctx.now(), commandId, sessionId, ip: ctx.ip }
    const applied = await idempotent(ctx, (trx) => changeTags(trx, occasion, body))
    ctx.search.wake()
    return applied
  }),
]
