/** The calls of contracts/walls.ts. Whoever manages walls manages them whole, whatever they see of the documents themselves. */
import { seeAs } from '#contracts/see-as.ts'
import { createGroup, getWalls, previewWalls, putWalls } from '#contracts/walls.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { wallsOf } from './groups.ts'
import { previewOf } from './preview.ts'
import { replaceWalls, requireOpenEyes } from './replace.ts'
import { seenBy } from './see-as.ts'

export const routes: readonly Route[] = [
  route(getWalls, ({ whole, project }) => wallsOf(whole.read, project.projectId)),
  route(previewWalls, (ctx, { body }) => previewOf(ctx.whole.read, ctx, body)),
  route(seeAs, (ctx, { body }) => seenBy(ctx, body)),
  route(putWalls, async (ctx, { body }) => {
    const { whole } = ctx
    await requireOpenEyes(ctx, body)
    await idempotent({ ...ctx, records: whole }, (trx) => replaceWalls(trx, ctx, body))
    return wallsOf(whole.read, ctx.project.projectId)
  }),
  route(createGroup, async (ctx, { body: { name, ...confirmed } }) => {
    const { whole } = ctx
    const { groups, batchesOnly, version } = await wallsOf(whole.read, ctx.project.projectId)
    const asked = {
      ...{ groups: [...groups, { name, userIds: [], parts: [] }], batchesOnly },
      ...confirmed,
    }
    await requireOpenEyes(ctx, asked)
    // Beside the groups that were read: what others change in between is not undone.
    const of = { ...ctx, records: whole, ifMatch: String(version) }
    await idempotent(of, (trx) => replaceWalls(trx, of, asked))
    return wallsOf(whole.read, ctx.project.projectId)
  }),
]
