/** Making, changing, ordering and deleting tags and their categories. What is tagged stays tagged through all of it. */
import { type BodyOf, headers, type QueryOf, type ReplyOf } from '#contracts/call.ts'
import type { VersionsSeen } from '#contracts/coding-versions.ts'
import {
  type changeTag,
  type changeTagCategory,
  type createTag,
  type createTagCategory,
  type deleteTagCategory,
  type ManagedCategory,
  type ManagedTag,
  type moveTag,
  type moveTagCategory,
  tagLimits,
  tagNameFault,
} from '#contracts/tag-management.ts'
import { requireTags } from '../../organization/project/features.ts'
import { ApiError } from '../../platform/http/error.ts'
import { flag, instantOf } from '../../platform/records/dialect.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import { controlNumber } from '../documents/control.ts'
import {
  documentsBy,
  managedCategories,
  managedCategory,
  managedTag,
  managedTags,
  usesOf,
} from './managed.ts'
import { onRecord, type TagChange } from './on-record.ts'

/** Who changes tags of a project, whose documents have this prefix. */
export type TagManager = TagChange & { readonly prefix: string }

export async function addCategory(
  trx: Writer,
  change: TagManager,
  { name, exclusive }: BodyOf<typeof createTagCategory>,
): Promise<ManagedCategory> {
  const { projectId } = change
  await requireTags(trx, projectId)
  const others = await managedCategories(trx, projectId)
  if (others.length >= tagLimits.categories)
    throw new ApiError('conflict', `A project has at most ${tagLimits.categories} tag categories.`, {
      detail: 'name',
    })
  const free = freeName(name, others)
  const { result } = await onRecord(trx, change, null, async () => {
    const { tag_category_id: tagCategoryId } = await trx
      .insertInto('tag_category')
      .values({
        project_id: projectId,
        name: free,
        position: (others.at(-1)?.position ?? -1) + 1,
        exclusive: flag(exclusive),
        ...lastBy(change),
      })
      .returning('tag_category_id')
      .executeTakeFirstOrThrow()
    return { result: tagCategoryId, tagCategoryId, action: 'tagCategory.created', facts: { name: free } }
  })
  return managedCategory(trx, projectId, result)
}

export async function alterCategory(
  trx: Writer,
  change: TagManager,
  seen: VersionsSeen,
  { tagCategoryId, name, exclusive }: BodyOf<typeof changeTagCategory>,
): Promise<ManagedCategory> {
  const { projectId } = change
  await requireTags(trx, projectId)
  const before = await categorySeen(trx, projectId, seen, tagCategoryId)
  const others = (await managedCategories(trx, projectId)).filter(
    (one) => one.tagCategoryId !== tagCategoryId,
  )
  const wanted = {
    name: name === undefined ? before.name : freeName(name, others),
    exclusive: exclusive ?? before.exclusive,
  }
  if (wanted.name === before.name && wanted.exclusive === before.exclusive) return before
  if (wanted.exclusive && !before.exclusive) {
    // What is being merged into it may give documents a second one.
    const tags = await managedTags(trx, projectId)
    for (const tag of tags) if (tag.tagCategoryId === tagCategoryId) refuseLeaving(tag, tags)
    await refuseSeveral(trx, change, before)
  }
  await onRecord(trx, change, tagCategoryId, async () => {
    await trx
      .updateTable('tag_category')
      .set({
        name: wanted.name,
        exclusive: flag(wanted.exclusive),
        version: before.version + 1,
        ...lastBy(change),
      })
      .where('tag_category_id', '=', tagCategoryId)
      .execute()
    return { result: null, tagCategoryId, action: 'tagCategory.changed', facts: { name: wanted.name } }
  })
  return managedCategory(trx, projectId, tagCategoryId)
}

/** With its tags, where no document has any of them. */
export async function dropCategory(
  trx: Writer,
  change: TagManager,
  seen: VersionsSeen,
  { tagCategoryId }: QueryOf<typeof deleteTagCategory>,
): Promise<void> {
  const { projectId } = change
  await requireTags(trx, projectId)
  const category = await categorySeen(trx, projectId, seen, tagCategoryId)
  const all = await managedTags(trx, projectId)
  const tags = all.filter((tag) => tag.tagCategoryId === tagCategoryId)
  const used = tags.filter((tag) => usesOf(tag) > 0)
  if (used.length > 0)
    throw new ApiError(
      'conflict',
      `${category.name} cannot be deleted: documents have ${used.map((tag) => tag.name).join(', ')}. Merge or delete ${used.length === 1 ? 'that tag' : 'those tags'} first.`,
      { detail: category.name, data: { tagIds: used.map(({ tagId }) => tagId) } },
    )
  for (const tag of tags) refuseLeaving(tag, all)
  await onRecord(trx, change, tagCategoryId, async () => {
    for (const tag of tags) await removeTag(trx, projectId, tag)
    await trx
      .insertInto('gone_tag_category')
      .values({
        tag_category_id: tagCategoryId,
        project_id: projectId,
        name: category.name,
        exclusive: flag(category.exclusive),
      })
      .execute()
    await trx.deleteFrom('tag_category').where('tag_category_id', '=', tagCategoryId).execute()
    return { result: null, tagCategoryId, action: 'tagCategory.deleted', facts: { name: category.name } }
  })
}

/** The last position, where it is further. */
export async function putCategoryAt(
  trx: Writer,
  change: TagManager,
  { tagCategoryId, position, viewPageMode }: BodyOf<typeof moveTagCategory>,
): Promise<ReplyOf<typeof moveTagCategory>> {
  const { projectId } = change
  await requireTags(trx, projectId)
  const moved = await managedCategory(trx, projectId, tagCategoryId)
  const before = (await managedCategories(trx, projectId)).map((one) => one.tagCategoryId)
  const tagCategoryIds = movedTo(before, tagCategoryId, position)
  if (tagCategoryIds.join() === before.join()) return { tagCategoryIds }
  await onRecord(trx, change, tagCategoryId, async () => {
    for (const [place, one] of tagCategoryIds.entries())
      await trx
        .updateTable('tag_category')
        .set({ position: place })
        .where('tag_category_id', '=', one)
        .where('position', '!=', place)
        .execute()
    const facts = { name: moved.name, before, after: tagCategoryIds, viewPageMode }
    return { result: null, tagCategoryId, action: 'tagCategory.moved', facts }
  })
  return { tagCategoryIds }
}

export async function addTag(
  trx: Writer,
  change: TagManager,
  { tagCategoryId, name, quickKey = null }: BodyOf<typeof createTag>,
): Promise<ManagedTag> {
  const { projectId } = change
  await requireTags(trx, projectId)
  await managedCategory(trx, projectId, tagCategoryId)
  const all = await managedTags(trx, projectId)
  const others = all.filter((tag) => tag.tagCategoryId === tagCategoryId)
  if (others.length >= tagLimits.tags)
    throw new ApiError('conflict', `A category has at most ${tagLimits.tags} tags.`, { detail: 'name' })
  const free = freeName(name, others)
  refuseTakenKey(quickKey, all)
  const { result } = await onRecord(trx, change, tagCategoryId, async () => {
    const { tag_id: tagId } = await trx
      .insertInto('tag')
      .values({
        tag_category_id: tagCategoryId,
        name: free,
        position: (others.at(-1)?.position ?? -1) + 1,
        quick_key: quickKey,
        ...lastBy(change),
      })
      .returning('tag_id')
      .executeTakeFirstOrThrow()
    return { result: tagId, tagCategoryId, action: 'tag.created', facts: { tagId, name: free } }
  })
  return managedTag(trx, projectId, result)
}

export async function alterTag(
  trx: Writer,
  change: TagManager,
  seen: VersionsSeen,
  { tagId, name, quickKey }: BodyOf<typeof changeTag>,
): Promise<ManagedTag> {
  const { projectId } = change
  await requireTags(trx, projectId)
  const before = await tagSeen(trx, projectId, seen, tagId)
  const others = (await managedTags(trx, projectId)).filter((one) => one.tagId !== tagId)
  refuseLeaving(before, others)
  const { tagCategoryId } = before
  const beside = others.filter((one) => one.tagCategoryId === tagCategoryId)
  const wanted = {
    name: name === undefined ? before.name : freeName(name, beside),
    quickKey: quickKey === undefined ? before.quickKey : quickKey,
  }
  if (wanted.name === before.name && wanted.quickKey === before.quickKey) return before
  if (wanted.quickKey !== before.quickKey) refuseTakenKey(wanted.quickKey, others)
  await onRecord(trx, change, tagCategoryId, async () => {
    await trx
      .updateTable('tag')
      .set({ name: wanted.name, quick_key: wanted.quickKey, version: before.version + 1, ...lastBy(change) })
      .where('tag_id', '=', tagId)
      .execute()
    return { result: null, tagCategoryId, action: 'tag.changed', facts: { tagId, name: wanted.name } }
  })
  return managedTag(trx, projectId, tagId)
}

export async function putTagAt(
  trx: Writer,
  change: TagManager,
  { tagId, position, viewPageMode }: BodyOf<typeof moveTag>,
): Promise<ReplyOf<typeof moveTag>> {
  const { projectId } = change
  await requireTags(trx, projectId)
  const { tagCategoryId, name } = await managedTag(trx, projectId, tagId)
  const before = (await managedTags(trx, projectId))
    .filter((tag) => tag.tagCategoryId === tagCategoryId)
    .map((tag) => tag.tagId)
  const tagIds = movedTo(before, tagId, position)
  if (tagIds.join() === before.join()) return { tagCategoryId, tagIds }
  await onRecord(trx, change, tagCategoryId, async () => {
    for (const [place, one] of tagIds.entries())
      await trx
        .updateTable('tag')
        .set({ position: place })
        .where('tag_id', '=', one)
        .where('position', '!=', place)
        .execute()
    return { result: null, tagCategoryId, action: 'tag.moved', facts: { tagId, name, viewPageMode } }
  })
  return { tagCategoryId, tagIds }
}

/** Deletes a tag that no document has. Answers the row of the trail. */
export async function dropTag(trx: Writer, change: TagManager, tag: ManagedTag): Promise<number> {
  const uses = usesOf(tag)
  if (uses > 0)
    throw new ApiError(
      'conflict',
      `${uses.toLocaleString('en-US')} ${uses === 1 ? 'document has' : 'documents have'} the tag ${tag.name}: name a tag that takes its place.`,
      { detail: tag.name, data: { documents: uses } },
    )
  const { tagId, tagCategoryId, name } = tag
  const { auditId } = await onRecord(trx, change, tagCategoryId, async () => {
    await removeTag(trx, change.projectId, tag)
    return { result: null, tagCategoryId, action: 'tag.deleted', facts: { tagId, name } }
  })
  return auditId
}

/** Takes a tag that no document has out of its category; its name and id are kept for what tells of it. */
export async function removeTag(
  trx: Writer,
  projectId: number,
  { tagId, tagCategoryId, name, position, quickKey }: ManagedTag,
): Promise<void> {
  await trx
    .insertInto('gone_tag')
    .values({
      tag_id: tagId,
      tag_category_id: tagCategoryId,
      project_id: projectId,
      name,
      position,
      quick_key: quickKey,
    })
    .execute()
  await trx.deleteFrom('tag').where('tag_id', '=', tagId).execute()
}

/** The tag as the caller saw it. */
export async function tagSeen(
  trx: Writer,
  projectId: number,
  seen: VersionsSeen,
  tagId: number,
): Promise<ManagedTag> {
  const now = await managedTag(trx, projectId, tagId)
  requireSeen(seen, tagId, now, 'tag')
  return now
}

async function categorySeen(
  trx: Writer,
  projectId: number,
  seen: VersionsSeen,
  tagCategoryId: number,
): Promise<ManagedCategory> {
  const now = await managedCategory(trx, projectId, tagCategoryId)
  requireSeen(seen, tagCategoryId, now, 'category')
  return now
}

function requireSeen(
  seen: VersionsSeen,
  of: number,
  now: Pick<ManagedTag, 'name' | 'version' | 'changedBy'>,
  what: 'tag' | 'category',
): void {
  const version = seen.get(of)
  if (version === undefined)
    throw new ApiError(
      'request.invalid',
      `${headers.ifMatch} must name the version of ${now.name} that was seen.`,
      {
        detail: headers.ifMatch,
      },
    )
  if (version !== now.version)
    throw new ApiError(
      'tag.changed',
      `${now.changedBy ?? 'Somebody'} has changed this ${what} since you looked at it: it is ${now.name} now.`,
      { detail: now.name, data: { what, now } },
    )
}

/** Nobody changes a tag while another takes its place, nor the one that does. */
export function refuseLeaving(tag: ManagedTag, others: readonly ManagedTag[]): void {
  const to = tag.leaves
  if (to !== null)
    throw new ApiError(
      'conflict',
      `${tag.name} is being merged into ${to.toName}. Wait until that is done.`,
      {
        detail: tag.name,
      },
    )
  const from = others.find(({ leaves }) => leaves?.toTagId === tag.tagId)
  if (from !== undefined)
    throw new ApiError(
      'conflict',
      `${from.name} is being merged into ${tag.name}. Wait until that is done.`,
      {
        detail: tag.name,
      },
    )
}

/** One tag of a document is left no choice of: whoever has several would lose some. */
async function refuseSeveral(trx: Writer, change: TagManager, category: ManagedCategory): Promise<void> {
  const several = trx
    .selectFrom('document_tag as d')
    .innerJoin('tag as t', 't.tag_id', 'd.tag_id')
    .select('d.document_id')
    .where('t.tag_category_id', '=', category.tagCategoryId)
    .groupBy('d.document_id')
    .having((eb) => eb(eb.fn.countAll<number>(), '>', 1))
  const { count } = await trx
    .selectFrom(several.as('s'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) === 0) return
  const first = await trx
    .selectFrom('document')
    .select('control')
    .where('document_id', 'in', several)
    .orderBy('control')
    .limit(3)
    .execute()
  const numbers = first.map(({ control }) => controlNumber(change.prefix, control))
  const more = Number(count) > numbers.length ? ` and ${Number(count) - numbers.length} more` : ''
  throw new ApiError(
    'conflict',
    `${category.name} cannot take one tag only: ${numbers.join(', ')}${more} ${Number(count) === 1 ? 'has' : 'have'} several of its tags.`,
    { detail: category.name, data: { documents: Number(count), first: numbers } },
  )
}

function refuseTakenKey(quickKey: number | null, others: readonly ManagedTag[]): void {
  const holder = quickKey === null ? undefined : others.find((tag) => tag.quickKey === quickKey)
  if (holder !== undefined)
    throw new ApiError(
      'conflict',
      `${quickKey} is the quick key of ${holder.name}. Take it from there first.`,
      {
        detail: 'quickKey',
      },
    )
}

/** The name as it is kept, or why it cannot be. */
function freeName(name: string, others: readonly { readonly name: string }[]): string {
  const fault = tagNameFault(
    name,
    others.map((one) => one.name),
  )
  if (fault === null) return name.trim()
  const taken = tagNameFault(name, []) === null
  throw new ApiError(taken ? 'conflict' : 'request.invalid', fault, { detail: 'name' })
}

const lastBy = ({ user, at }: TagChange) => ({ changed_by: user?.userId ?? null, changed_at: instantOf(at) })

function movedTo(ids: readonly number[], id: number, position: number): number[] {
  const others = ids.filter((one) => one !== id)
  return others.toSpliced(Math.min(position, others.length), 0, id)
}

/** How many documents have a tag, and how many of them another one too. */
export async function documentsOf(
  read: Reader,
  tagId: number,
  intoTagId: number,
): Promise<{ readonly documents: number; readonly both: number }> {
  const documents = usesOf((await documentsBy(read, [tagId])).get(tagId) ?? { documents: 0, outside: 0 })
  const { count } = await read
    .selectFrom('document_tag as a')
    .innerJoin('document_tag as b', 'b.document_id', 'a.document_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('a.tag_id', '=', tagId)
    .where('b.tag_id', '=', intoTagId)
    .executeTakeFirstOrThrow()
  return { documents, both: Number(count) }
}
