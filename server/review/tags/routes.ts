/** The calls of contracts/tags.ts. */
import { applyTags, listTags } from '#contracts/tags.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { requireHeld } from '../batch-standing/standing.ts'
import { changeTags, tagCategories } from './tags.ts'

export const routes: readonly Route[] = [
  route(listTags, async (ctx) => {
    const data = await tagCategories(ctx.records.read, ctx.project.projectId)
    return { data, totalCount: data.length }
  }),

  route(applyTags, async (ctx, { body }) => {
    const occasion = { ...byCaller(ctx), commandId: ctx.idempotencyKey }
    const applied = await idempotent(ctx, async (trx) => {
      await requireHeld(trx, ctx, body.batchId)
      return changeTags(trx, occasion, body)
    })
    ctx.search.wake()
    return applied
  }),
]
