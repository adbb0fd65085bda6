/** Tags: for projects whose feature `codingforms` is off. */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { sentUndoMark } from './coding.ts'
import { id, instant, nanoId } from './ids.ts'

/** The name of quick tags in lists of fields and panels. */
export const quickTagsName = 'Quick Tags'

export const tag = z.object({
  tagId: id,
  name: z.string(),
  position: z.int(),
  /** 1–9 for a quick tag. */
  quickKey: z.nullable(z.int()),
  /** The name of the tag that is taking its place: it is put on nothing any more. */
  leavesTo: z.optional(z.string()),
})
export const tagCategory = z.object({
  tagCategoryId: id,
  name: z.string(),
  position: z.int(),
  /** Choosing one tag of the category removes the others. */
  exclusive: z.boolean(),
  tags: z.array(tag),
})
export type TagCategory = z.infer<typeof tagCategory>

export const listTags = call({
  name: 'tags.list',
  method: 'GET',
  path: '/review/tagCategory',
  needs: 'document.view',
  scope: 'project',
  reply: listOf(tagCategory),
  summary: "The project's tags by category, in order.",
})

const tagIds = z.array(id).check(z.maxLength(200))

export const applyTags = call({
  name: 'tags.apply',
  method: 'PUT',
  path: '/review/document/tag',
  needs: 'tag.apply',
  scope: 'project',
  idempotencyKey: 'required',
  body: z.strictObject({
    documentId: id,
    add: tagIds,
    remove: tagIds,
    /** The document's tags as they were seen. Without it an exclusive category is overwritten whatever its tags are. */
    seen: z.optional(z.array(id).check(z.maxLength(5_000))),
    /** The batch that is worked on: it must be checked out to the caller. */
    batchId: z.optional(id),
    undo: sentUndoMark,
    correlationId: nanoId,
  }),
  reply: z.object({ documentId: id, tagIds: z.array(id), auditIds: z.array(id) }),
  summary:
    'Put tags on a document and remove tags. All or nothing: an exclusive category that somebody else has ' +
    'changed since it was seen answers 412 with both; a `batchId` that is not checked out to the caller, 409. ' +
    'Needs an Idempotency-Key.',
})

/** The answer to a stale change, in `data` of the 412: each changed exclusive category, and its current tags. */
export const staleTags = z.object({
  tagIds: z.array(id),
  conflicts: z.array(
    z.object({
      tagCategoryId: id,
      name: z.string(),
      /** Names of tags; none: no tag of the category. */
      yours: z.array(z.string()),
      theirs: z.array(z.string()),
      by: z.nullable(z.string()),
      at: z.nullable(instant),
    }),
  ),
})
export type TagConflict = z.infer<typeof staleTags>['conflicts'][number]

/** Both, who and when, as a sentence. */
export function tagConflictWords({ name, yours, theirs, by, at }: TagConflict): string {
  const words = (tags: readonly string[]) => (tags.length === 0 ? 'no tag' : tags.join(', '))
  const when = at === null ? '' : ` on ${at.slice(0, 16).replace('T', ' at ')} UTC`
  return `${name} was changed to ${words(theirs)} by ${by ?? 'somebody'}${when}; yours was ${words(yours)}.`
}
