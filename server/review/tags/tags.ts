/** Tags of documents, in projects whose feature `codingforms` is off. */

import * as z from 'zod/mini'
import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import { settledStates } from '#contracts/jobs.ts'
import { type applyTags, type TagCategory, type TagConflict, tagConflictWords } from '#contracts/tags.ts'
import { requireTags } from '../../organization/project/features.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import type { AuditEntry } from '../../platform/audit/entry.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { checkedOnly, instantOf } from '../../platform/records/dialect.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import type { SaveContext } from '../coding/save.ts'
import { claimsOf } from '../coding/undo-claims.ts'
import { markChanged } from '../coding-values/changed.ts'
import { isInReview } from '../documents/visible.ts'

/** The project's tags by category, both in order. */
export async function tagCategories(read: Reader, projectId: number): Promise<TagCategory[]> {
  const categories = await read
    .selectFrom('tag_category')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('position')
    .orderBy('tag_category_id')
    .execute()
  const tags = await read
    .selectFrom('tag as t')
    .innerJoin('tag_category as c', 'c.tag_category_id', 't.tag_category_id')
    .select(['t.tag_id', 't.tag_category_id', 't.name', 't.position', 't.quick_key'])
    .where('c.project_id', '=', projectId)
    .orderBy('t.position')
    .orderBy('t.tag_id')
    .execute()
  const leaving = await leavingTags(read, projectId)
  return categories.map((category) => ({
    tagCategoryId: category.tag_category_id,
    name: category.name,
    position: category.position,
    exclusive: category.exclusive === 1,
    tags: tags
      .filter((tag) => tag.tag_category_id === category.tag_category_id)
      .map((tag) => {
        const to = leaving.get(tag.tag_id)
        return {
          tagId: tag.tag_id,
          name: tag.name,
          position: tag.position,
          quickKey: tag.quick_key,
          ...(to === undefined ? {} : { leavesTo: to.toName }),
        }
      }),
  }))
}

/** A tag whose place another one is taking: the job is under way, and nobody puts it on meanwhile. */
export interface Leaving {
  readonly toTagId: number
  readonly toName: string
  readonly jobId: number
}

/** By tag; few at any time. */
export async function leavingTags(read: Reader, projectId: number): Promise<ReadonlyMap<number, Leaving>> {
  const rows = await read
    .selectFrom('tag_merge as m')
    .innerJoin('job as j', 'j.job_id', 'm.job_id')
    .innerJoin('tag as t', 't.tag_id', 'm.into_tag_id')
    .select(['m.tag_id', 'm.into_tag_id', 'm.job_id', 't.name'])
    .where('m.project_id', '=', projectId)
    .where('j.state', 'not in', [...settledStates])
    .execute()
  return new Map(
    rows.map((row) => [row.tag_id, { toTagId: row.into_tag_id, toName: row.name, jobId: row.job_id }]),
  )
}

/** Tags of the project that were deleted or merged, with their names. */
async function goneTags(
  read: Reader,
  projectId: number,
  tagIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (tagIds.length === 0) return new Map()
  const rows = await read
    .selectFrom('gone_tag')
    .select(['tag_id', 'name'])
    .where('project_id', '=', projectId)
    .where('tag_id', 'in', tagIds)
    .execute()
  return new Map(rows.map(({ tag_id, name }) => [tag_id, name]))
}

/** What categories and tags are called, those included that are gone: for what tells of them. */
export interface NamedCategory {
  readonly tagCategoryId: number
  readonly name: string
  readonly tags: readonly { readonly tagId: number; readonly name: string }[]
}

export async function namedCategories(read: Reader, projectId: number): Promise<NamedCategory[]> {
  const live: readonly NamedCategory[] = await tagCategories(read, projectId)
  const categories = await read
    .selectFrom('gone_tag_category')
    .select(['tag_category_id', 'name'])
    .where('project_id', '=', projectId)
    .orderBy('tag_category_id')
    .execute()
  const tags = await read
    .selectFrom('gone_tag')
    .select(['tag_id', 'tag_category_id', 'name'])
    .where('project_id', '=', projectId)
    .orderBy('tag_id')
    .execute()
  const gone = categories.map((one) => ({ tagCategoryId: one.tag_category_id, name: one.name, tags: [] }))
  return [...live, ...gone].map((category) => ({
    ...category,
    tags: [
      ...category.tags,
      ...tags
        .filter((tag) => tag.tag_category_id === category.tagCategoryId)
        .map((tag) => ({ tagId: tag.tag_id, name: tag.name })),
    ],
  }))
}

/** The ids of a document's tags. */
export async function tagsOf(read: Reader, projectId: number, documentId: number): Promise<number[]> {
  const rows = await read
    .selectFrom('document_tag')
    .select('tag_id')
    .where('document_id', '=', documentId)
    .where(checkedOnly('project_id'), '=', projectId)
    .orderBy('tag_id')
    .execute()
  return rows.map((row) => row.tag_id)
}

/**
 * Takes tags off and puts tags on. In an exclusive category a tag that is put on takes the others off; the trail gets
 * one row for each category that changed, with the names of its tags before and after.
 */
export async function changeTags(
  trx: Writer,
  ctx: SaveContext,
  body: BodyOf<typeof applyTags>,
): Promise<ReplyOf<typeof applyTags>> {
  const { documentId } = body
  await requireTags(trx, ctx.projectId)
  if (!(await isInReview(trx, ctx.projectId, documentId))) throw notFound('document')
  const categories = await tagCategories(trx, ctx.projectId)
  const before = new Set(await tagsOf(trx, ctx.projectId, documentId))
  const after = changed(categories, before, await withoutGone(trx, ctx.projectId, categories, body))
  const on = [...after].filter((tagId) => !before.has(tagId))
  const off = [...before].filter((tagId) => !after.has(tagId))
  const tagIds = [...after].sort((a, b) => a - b)
  const conflicts = await conflictsIn(trx, ctx, body, categories, before, after)
  if (conflicts.length > 0)
    throw new ApiError('tag.stale', conflicts.map(tagConflictWords).join(' '), {
      detail: conflicts.map(({ name }) => name).join(', '),
      data: { tagIds: [...before].sort((a, b) => a - b), conflicts },
    })
  if (on.length === 0 && off.length === 0) return { documentId, tagIds, auditIds: [] }
  const at = instantOf(ctx.at)
  if (off.length > 0)
    await trx
      .deleteFrom('document_tag')
      .where('document_id', '=', documentId)
      .where('tag_id', 'in', off)
      .execute()
  if (on.length > 0)
    await trx
      .insertInto('document_tag')
      .values(
        on.map((tagId) => ({
          document_id: documentId,
          tag_id: tagId,
          project_id: ctx.projectId,
          by_user: ctx.user.userId,
          at,
        })),
      )
      .execute()
  await markChanged(trx, ctx.projectId, [documentId], at)
  const claims = await claimsOf(trx, {
    projectId: ctx.projectId,
    userId: ctx.user.userId,
    commandId: ctx.commandId,
    documentId,
    undo: body.undo,
  })
  const entries = categories
    .filter(({ tags }) => tags.some(({ tagId }) => before.has(tagId) !== after.has(tagId)))
    .map((category) => ({
      ...entryOf(ctx, body, category, before, after),
      ...claims.tags(category.tagCategoryId, askedOf(category, body)),
    }))
  const appended = await appendAudit(trx, `project:${ctx.projectId}`, entries)
  return { documentId, tagIds, auditIds: appended.map((one) => one.auditId) }
}

/**
 * What is asked for, without taking off tags that are gone: whoever has not heard of it has nothing to do. Refuses to put
 * on what is gone, or is going.
 */
async function withoutGone(
  trx: Writer,
  projectId: number,
  categories: readonly TagCategory[],
  { add, remove }: Pick<BodyOf<typeof applyTags>, 'add' | 'remove'>,
): Promise<Pick<BodyOf<typeof applyTags>, 'add' | 'remove'>> {
  const live = new Map(categories.flatMap(({ tags }) => tags.map((tag) => [tag.tagId, tag] as const)))
  const leaving = add.map((tagId) => live.get(tagId)).find((tag) => tag?.leavesTo !== undefined)
  if (leaving !== undefined)
    throw new ApiError(
      'conflict',
      `${leaving.name} is being merged into ${leaving.leavesTo}: put that one on instead.`,
      { detail: leaving.name },
    )
  const gone = await goneTags(
    trx,
    projectId,
    [...add, ...remove].filter((tagId) => !live.has(tagId)),
  )
  const name = add.map((tagId) => gone.get(tagId)).find((one) => one !== undefined)
  if (name !== undefined)
    throw new ApiError('conflict', `The tag ${name} was deleted or merged into another meanwhile.`, {
      detail: name,
    })
  return { add, remove: remove.filter((tagId) => !gone.has(tagId)) }
}

/** One tag of a category is one decision: somebody else's is not replaced unseen. Other tags stand beside each other. */
async function conflictsIn(
  trx: Writer,
  ctx: SaveContext,
  { documentId, seen }: BodyOf<typeof applyTags>,
  categories: readonly TagCategory[],
  before: ReadonlySet<number>,
  after: ReadonlySet<number>,
): Promise<TagConflict[]> {
  if (seen === undefined) return []
  const known = new Set(seen)
  const differs = ({ tags }: TagCategory, one: ReadonlySet<number>, other: ReadonlySet<number>) =>
    tags.some(({ tagId }) => one.has(tagId) !== other.has(tagId))
  const moved = categories.filter(
    (one) => one.exclusive && differs(one, before, known) && differs(one, before, after),
  )
  if (moved.length === 0) return []
  const rows = await trx
    .selectFrom('audit')
    .select(['text', 'at'])
    .where(checkedOnly('project_id'), '=', ctx.projectId)
    .where('document_id', '=', documentId)
    .where('action', '=', 'tags.changed')
    .orderBy('audit_id', 'desc')
    .limit(maxRowsBack)
    .execute()
  const last = rows.map(({ text, at }) => ({ ...changedBy.parse(JSON.parse(text)), at }))
  return moved.map(({ tagCategoryId, name, tags }) => {
    const names = (ids: ReadonlySet<number>) =>
      tags.filter(({ tagId }) => ids.has(tagId)).map((tag) => tag.name)
    const row = last.find(({ facts }) => facts.tagCategoryId === tagCategoryId)
    return {
      tagCategoryId,
      name,
      yours: names(after),
      theirs: names(before),
      by: row?.user.name ?? null,
      at: row?.at ?? null,
    }
  })
}

/** Who changed the category last is looked for in so many rows of the document. */
const maxRowsBack = 200
const changedBy = z.object({
  facts: z.object({ tagCategoryId: z.int() }),
  user: z.object({ name: z.string() }),
})

/** The tags that a document has after a change; throws where it contradicts itself, or names no tag of the project. */
export function changed(
  categories: readonly TagCategory[],
  before: ReadonlySet<number>,
  { add, remove }: { readonly add: readonly number[]; readonly remove: readonly number[] },
): ReadonlySet<number> {
  const after = new Set(before)
  const both = add.find((tagId) => remove.includes(tagId))
  if (both !== undefined)
    throw new ApiError('request.invalid', 'A tag cannot be put on and taken off at once.', {
      detail: String(both),
    })
  const categoryOf = new Map(categories.flatMap((one) => one.tags.map((tag) => [tag.tagId, one] as const)))
  const unknown = [...add, ...remove].find((tagId) => !categoryOf.has(tagId))
  if (unknown !== undefined) throw notFound('tag')
  for (const tagId of remove) after.delete(tagId)
  const exclusive = new Set<number>()
  for (const tagId of add) {
    const category = categoryOf.get(tagId)
    if (category?.exclusive) {
      if (exclusive.has(category.tagCategoryId))
        throw new ApiError('request.invalid', `Only one tag of ${category.name} can be on a document.`, {
          detail: category.name,
        })
      exclusive.add(category.tagCategoryId)
      for (const other of category.tags) after.delete(other.tagId)
    }
    after.add(tagId)
  }
  return after
}

/** What is asked for within one category. */
function askedOf({ tags }: TagCategory, { add, remove }: BodyOf<typeof applyTags>) {
  const own = (ids: readonly number[]) => ids.filter((id) => tags.some(({ tagId }) => tagId === id))
  return { add: own(add), remove: own(remove) }
}

/** The row of the trail for one category of one document; how it came to be is the caller's to say. */
export function entryOf(
  ctx: SaveContext,
  body: Pick<BodyOf<typeof applyTags>, 'documentId' | 'correlationId'>,
  category: TagCategory,
  before: ReadonlySet<number>,
  after: ReadonlySet<number>,
): AuditEntry {
  const names = (ids: ReadonlySet<number>) =>
    category.tags.filter((tag) => ids.has(tag.tagId)).map((tag) => tag.name)
  const tagIds = category.tags.map((tag) => tag.tagId)
  return {
    at: ctx.at,
    user: ctx.user,
    action: 'tags.changed',
    projectId: ctx.projectId,
    documentId: body.documentId,
    field: category.name,
    oldValue: names(before),
    newValue: names(after),
    commandId: ctx.commandId,
    correlationId: body.correlationId,
    facts: {
      tagCategoryId: category.tagCategoryId,
      on: tagIds.filter((tagId) => after.has(tagId) && !before.has(tagId)),
      off: tagIds.filter((tagId) => before.has(tagId) && !after.has(tagId)),
    },
    ...(ctx.sessionId === undefined ? {} : { sessionId: ctx.sessionId }),
    ...(ctx.ip === undefined ? {} : { ip: ctx.ip }),
  }
}
