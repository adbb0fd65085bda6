/**
 * One tag takes the place of another: two are merged, or one that documents have is deleted. A bulk change like any other,
 * with its receipt, but for two things: it is about whatever documents have the tag while it works, and when none has it any
 * more the tag goes. To undo it brings the very tag back.
 */
import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import type { VersionsSeen } from '#contracts/coding-versions.ts'
import type { deleteTag, ManagedTag, mergeTags, previewMerge } from '#contracts/tag-management.ts'
import { requireTags } from '../../organization/project/features.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { flag } from '../../platform/records/dialect.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import { documentsOf, dropTag, refuseLeaving, tagSeen } from '../tags/manage.ts'
import { managedCategories, managedTag, managedTags, usesOf } from '../tags/managed.ts'
import { onRecord } from '../tags/on-record.ts'
import type { TagChanges } from './changes.ts'
import type { Replacing } from './replacing.ts'
import { type Asked, type BulkContext, enqueue } from './submit.ts'

/** What merging two tags comes to; refuses two that cannot be merged. */
export async function mergePreview(
  ctx: ProjectContext,
  tagId: number,
  intoTagId: number,
): Promise<ReplyOf<typeof previewMerge>> {
  const { read } = ctx.records
  await mergeable(read, ctx.project.projectId, tagId, intoTagId)
  return await documentsOf(read, tagId, intoTagId)
}

/** Puts the merging of two tags on the record; its job begins when that has committed. */
export async function askToMerge(
  trx: Writer,
  ctx: BulkContext,
  { tagId, intoTagId, correlationId }: BodyOf<typeof mergeTags>,
): Promise<Asked> {
  requireBulk(ctx)
  await requireTags(trx, ctx.project.projectId)
  const [tag, into] = await mergeable(trx, ctx.project.projectId, tagId, intoTagId)
  return begin(trx, ctx, tag, into, `Merge ${tag.name} into ${into.name}`, correlationId)
}

/** Deletes a tag: at once where no document has it, or by a job that puts another in its place. */
export async function askToDelete(
  trx: Writer,
  ctx: BulkContext,
  seen: VersionsSeen,
  tagId: number,
  replacementTagId: number | undefined,
): Promise<ReplyOf<typeof deleteTag>> {
  const { projectId, prefix } = ctx.project
  if (replacementTagId !== undefined) requireBulk(ctx)
  await requireTags(trx, projectId)
  const into = replacementTagId === undefined ? null : await managedTag(trx, projectId, replacementTagId)
  const tag = await tagSeen(trx, projectId, seen, tagId)
  refuseLeaving(tag, await managedTags(trx, projectId))
  if (into === null) return { jobId: null, auditIds: [await dropTag(trx, { ...byCaller(ctx), prefix }, tag)] }
  await mergeable(trx, projectId, tagId, into.tagId)
  return begin(trx, ctx, tag, into, `Delete ${tag.name}: ${into.name} takes its place`, ctx.idempotencyKey)
}

async function begin(
  trx: Writer,
  ctx: BulkContext,
  tag: ManagedTag,
  into: ManagedTag,
  title: string,
  correlationId: string,
): Promise<Asked> {
  const replace: Replacing = { tagId: tag.tagId, byTagId: into.tagId }
  const changes: TagChanges = { add: [into.tagId], remove: [tag.tagId], replace }
  const asked = await enqueue(trx, ctx, {
    kind: 'do',
    what: 'tags',
    title,
    changes,
    reverses: null,
    root: null,
    documents: usesOf(tag),
    families: false,
    correlationId,
    targets: [],
  })
  await keepMerge(trx, ctx.project.projectId, asked.jobId, replace)
  return asked
}

/** While its job is under way, the tag is put on nothing. */
export const keepMerge = (trx: Writer, projectId: number, jobId: number, { tagId, byTagId }: Replacing) =>
  trx
    .insertInto('tag_merge')
    .values({ job_id: jobId, project_id: projectId, tag_id: tagId, into_tag_id: byTagId })
    .execute()

/** Both tags, where the one can take the other's place on whatever document has that. */
async function mergeable(
  read: Reader,
  projectId: number,
  tagId: number,
  intoTagId: number,
): Promise<readonly [ManagedTag, ManagedTag]> {
  const all = await managedTags(read, projectId)
  const [tag, into] = [tagId, intoTagId].map((one) => all.find((known) => known.tagId === one))
  if (tag === undefined || into === undefined) throw notFound('tag')
  if (tag === into)
    throw new ApiError('request.invalid', 'A tag cannot be merged into itself.', { detail: 'intoTagId' })
  for (const one of [tag, into]) refuseLeaving(one, all)
  const category = (await managedCategories(read, projectId, into.tagCategoryId))[0]
  if (category?.exclusive && tag.tagCategoryId !== into.tagCategoryId)
    throw new ApiError(
      'conflict',
      `${into.name} is one of ${category.name}, which takes one tag of a document: documents may have another one there. Merge ${tag.name} into a tag of its own category.`,
      { detail: into.name },
    )
  return [tag, into]
}

/** Before a replacing is undone: the tag is there again, for those documents that get it back. */
export async function bringBack(trx: Writer, ctx: BulkContext, { tagId }: Replacing): Promise<void> {
  requireManaging(ctx)
  const { projectId } = ctx.project
  const gone = await trx
    .selectFrom('gone_tag')
    .select(['tag_category_id', 'name', 'position', 'quick_key'])
    .where('tag_id', '=', tagId)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  if (gone === undefined) {
    // It was cancelled before the end: the tag never went.
    refuseLeaving(await managedTag(trx, projectId, tagId), await managedTags(trx, projectId))
    return
  }
  const { tag_category_id: tagCategoryId, name } = gone
  await onRecord(trx, byCaller(ctx), tagCategoryId, async () => {
    await bringCategoryBack(trx, projectId, tagCategoryId)
    const all = await managedTags(trx, projectId)
    const beside = all.filter((tag) => tag.tagCategoryId === tagCategoryId)
    const isKeyTaken = all.some((tag) => tag.quickKey === gone.quick_key)
    if (beside.some((tag) => tag.name.toLowerCase() === name.toLowerCase()))
      throw new ApiError(
        'conflict',
        `${name} cannot come back: another tag of its category is called so now. Rename that one first.`,
        { detail: name },
      )
    await trx
      .insertInto('tag')
      .values({
        tag_id: tagId,
        tag_category_id: tagCategoryId,
        name,
        position: gone.position,
        quick_key: isKeyTaken ? null : gone.quick_key,
      })
      .execute()
    await trx.deleteFrom('gone_tag').where('tag_id', '=', tagId).execute()
    return { result: null, tagCategoryId, action: 'tag.restored', facts: { tagId, name } }
  })
}

async function bringCategoryBack(trx: Writer, projectId: number, tagCategoryId: number): Promise<void> {
  const gone = await trx
    .selectFrom('gone_tag_category')
    .select(['name', 'exclusive'])
    .where('tag_category_id', '=', tagCategoryId)
    .executeTakeFirst()
  if (gone === undefined) return
  const others = await managedCategories(trx, projectId)
  if (others.some((one) => one.name.toLowerCase() === gone.name.toLowerCase()))
    throw new ApiError(
      'conflict',
      `The category ${gone.name} cannot come back: another one is called so now. Rename that one first.`,
      { detail: gone.name },
    )
  await trx
    .insertInto('tag_category')
    .values({
      tag_category_id: tagCategoryId,
      project_id: projectId,
      name: gone.name,
      position: (others.at(-1)?.position ?? -1) + 1,
      exclusive: flag(gone.exclusive === 1),
    })
    .execute()
  await trx.deleteFrom('gone_tag_category').where('tag_category_id', '=', tagCategoryId).execute()
}

/** Before a replacing is done again: both tags have to be there. Answers how many documents it is about. */
export async function requireAgain(
  trx: Writer,
  ctx: BulkContext,
  { tagId, byTagId }: Replacing,
): Promise<number> {
  requireManaging(ctx)
  const [tag] = await mergeable(trx, ctx.project.projectId, tagId, byTagId)
  return usesOf(tag)
}

/** Its job changes many documents: whoever manages tags and does not change documents would see it fail on the first one. */
function requireBulk(ctx: BulkContext): void {
  if (!ctx.can('coding.bulk'))
    throw new ApiError(
      'permission.denied',
      'Merging tags changes documents: only those who may code and tag many at once do that.',
      { detail: 'coding.bulk' },
    )
}

/** Whoever may undo bulk changes of others does not for that reason make tags come and go. */
function requireManaging(ctx: BulkContext): void {
  if (!ctx.can('tag.manage'))
    throw new ApiError('permission.denied', 'Only those who manage tags undo and redo the merging of tags.', {
      detail: 'tag.manage',
    })
}
