/** Tags: in projects whose feature `codingforms` is off. */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { sentUndoMark } from './coding.ts'
import { id, nanoId } from './ids.ts'

/** What the quick tags are called where fields and panels are listed. */
export const quickTagsName = 'Quick Tags'

export const tag = z.object({
  tagId: id,
  name: z.string(),
  position: z.int(),
  /** 1–9 where it is a quick tag. */
  quickKey: z.nullable(z.int()),
})
export const tagCategory = z.object({
  tagCategoryId: id,
  name: z.string(),
  position: z.int(),
  /** Choosing one tag of the category takes the others off. */
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
    undo: sentUndoMark,
    correlationId: nanoId,
  }),
  reply: z.object({ documentId: id, tagIds: z.array(id), auditIds: z.array(id) }),
  summary: 'Put tags on a document and take tags off. Needs an Idempotency-Key.',
})
