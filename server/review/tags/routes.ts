/** The calls of contracts/tags.ts, and those of contracts/tag-management.ts that change no documents by a job. */
import * as managing from '#contracts/tag-management.ts'
import { applyTags, listTags } from '#contracts/tags.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { requireHeld } from '../batch-standing/standing.ts'
import { versionsIn } from '../coding/asked.ts'
import {
  addCategory,
  addTag,
  alterCategory,
  alterTag,
  dropCategory,
  putCategoryAt,
  putTagAt,
  type TagManager,
} from './manage.ts'
import { managedCategories, managedTags } from './managed.ts'
import { taggedWith, tagsOfDocument } from './of-documents.ts'
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

  route(managing.documentTags, async (ctx, { query }) => {
    const data = await tagsOfDocument(ctx.records.read, ctx.project.projectId, query.documentId)
    return { data, totalCount: data.length }
  }),
  route(managing.putTagsOn, (ctx, { body: { documentId, tagIds } }) =>
    tagOne(ctx, { documentId, add: [...new Set(tagIds)], remove: [] }),
  ),
  route(managing.takeTagOff, (ctx, { query: { documentId, tagId } }) =>
    tagOne(ctx, { documentId, add: [], remove: [tagId] }),
  ),
  route(managing.taggedDocuments, (ctx, { query }) => taggedWith(ctx, query)),

  route(managing.listManagedTags, async (ctx) => {
    const { read } = ctx.records
    const data = await managedTags(read, ctx.project.projectId)
    const categories = await managedCategories(read, ctx.project.projectId)
    return { data, totalCount: data.length, categories }
  }),
  route(managing.createTag, (ctx, { body }) =>
    idempotent(ctx, (trx) => addTag(trx, managerOf(ctx), body), { alone: true }),
  ),
  route(managing.changeTag, (ctx, { body }) => {
    const seen = versionsIn(ctx, managing.changeTag)
    return idempotent(ctx, (trx) => alterTag(trx, managerOf(ctx), seen, body), { alone: true })
  }),
  route(managing.moveTag, (ctx, { body }) =>
    idempotent(ctx, (trx) => putTagAt(trx, managerOf(ctx), body), { alone: true }),
  ),
  route(managing.createTagCategory, (ctx, { body }) =>
    idempotent(ctx, (trx) => addCategory(trx, managerOf(ctx), body), { alone: true }),
  ),
  route(managing.changeTagCategory, (ctx, { body }) => {
    const seen = versionsIn(ctx, managing.changeTagCategory)
    return idempotent(ctx, (trx) => alterCategory(trx, managerOf(ctx), seen, body), { alone: true })
  }),
  route(managing.deleteTagCategory, async (ctx, { query }) => {
    const seen = versionsIn(ctx, managing.deleteTagCategory)
    await idempotent(ctx, (trx) => dropCategory(trx, managerOf(ctx), seen, query), { alone: true })
  }),
  route(managing.moveTagCategory, (ctx, { body }) =>
    idempotent(ctx, (trx) => putCategoryAt(trx, managerOf(ctx), body), { alone: true }),
  ),
]

const managerOf = (ctx: ProjectContext): TagManager => ({ ...byCaller(ctx), prefix: ctx.project.prefix })

/** One document, by a program: the command is its own. */
async function tagOne(
  ctx: ProjectContext & { readonly idempotencyKey: string },
  asked: { readonly documentId: number; readonly add: number[]; readonly remove: number[] },
) {
  const commandId = ctx.idempotencyKey
  const undo = { kind: 'do' as const, group: commandId, targets: [] }
  const changed = await idempotent(ctx, (trx) =>
    changeTags(trx, { ...byCaller(ctx), commandId }, { ...asked, undo, correlationId: commandId }),
  )
  ctx.search.wake()
  return changed
}
