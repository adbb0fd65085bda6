/**
 * Managing the tags of a project whose feature `codingforms` is off: making, renaming, ordering, merging and deleting tags
 * and their categories; and the calls by which programs tag single documents.
 */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { id, idParam, instant, nanoId, wholeParam } from './ids.ts'

export const tagLimits = {
  /** Categories of a project. */
  categories: 100,
  /** Tags of a category. */
  tags: 200,
  nameLength: 100,
} as const

/** What is wrong with the name of a tag or a category, or null; `taken`: the names of the others beside it. */
export function tagNameFault(name: string, taken: readonly string[]): string | null {
  const trimmed = name.trim()
  if (trimmed === '') return 'Write a name.'
  if (trimmed.length > tagLimits.nameLength) return `A name has at most ${tagLimits.nameLength} characters.`
  if (!/^\P{Cc}*$/u.test(trimmed)) return 'A name is one line, without characters that cannot be seen.'
  const other = taken.find((one) => one.toLowerCase() === trimmed.toLowerCase())
  return other === undefined ? null : `There is “${other}” already. Choose another name.`
}

const name = z.string().check(z.maxLength(1_000))
const quickKey = z.nullable(z.int().check(z.minimum(1), z.maximum(9)))

/** Who changed it last; null: nobody since the project was started. */
const changedLast = { changedBy: z.nullable(z.string()), changedAt: z.nullable(instant) }

export const managedTag = z.object({
  tagId: id,
  tagCategoryId: id,
  name: z.string(),
  position: z.int(),
  quickKey,
  /** Grows with each change; a change states the version that was seen. */
  version: z.int(),
  ...changedLast,
  /** Documents of review that have it. */
  documents: z.int(),
  /** Documents that have it and are not in review: no list shows them, and a merge changes them as well. */
  outside: z.int(),
  /** The tag that is taking its place, and the job that sees to it. */
  leaves: z.nullable(z.object({ toTagId: id, toName: z.string(), jobId: id })),
})
export type ManagedTag = z.infer<typeof managedTag>

export const managedCategory = z.object({
  tagCategoryId: id,
  name: z.string(),
  position: z.int(),
  exclusive: z.boolean(),
  version: z.int(),
  ...changedLast,
})
export type ManagedCategory = z.infer<typeof managedCategory>

/** The answer to a change of what somebody else has changed, in `data` of the 412: how it stands now. */
export const changedTagging = z.union([
  z.object({ what: z.literal('tag'), now: managedTag }),
  z.object({ what: z.literal('category'), now: managedCategory }),
])
export type ChangedTagging = z.infer<typeof changedTagging>

export const listManagedTags = call({
  name: 'tags.listManaged',
  method: 'GET',
  path: '/review/tag',
  needs: 'document.view',
  scope: 'project',
  reply: z.extend(listOf(managedTag), { categories: z.array(managedCategory) }),
  summary:
    "The project's tags in their order, with the number of documents of each and who changed it last; and their categories.",
})

const tagVersion = 'The version of the tag that was seen, `"<tagId>.<version>"`.'
const categoryVersion = 'The version of the category that was seen, `"<tagCategoryId>.<version>"`.'

export const createTag = call({
  name: 'tags.create',
  method: 'POST',
  path: '/review/tag',
  needs: 'tag.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({ tagCategoryId: id, name, quickKey: z.optional(quickKey) }),
  reply: managedTag,
  summary:
    'Create a tag, after the others of its category, under a name that none of them has (ignoring case).',
})

export const changeTag = call({
  name: 'tags.change',
  method: 'PUT',
  path: '/review/tag',
  needs: 'tag.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  ifMatch: tagVersion,
  body: z.strictObject({ tagId: id, name: z.optional(name), quickKey: z.optional(quickKey) }),
  reply: managedTag,
  summary:
    'Rename a tag, or change its quick key. What is tagged stays tagged; the history shows the name of its time. ' +
    'Answers 412 with the present tag if somebody has changed it.',
})

const deleted = z.object({
  /** The job that puts the replacement in its place, and deletes it then; null without a replacement. */
  jobId: z.nullable(id),
  auditIds: z.array(id),
})

export const deleteTag = call({
  name: 'tags.delete',
  method: 'DELETE',
  path: '/review/tag',
  needs: 'tag.manage',
  scope: 'project',
  idempotencyKey: 'required',
  ifMatch: tagVersion,
  query: z.strictObject({
    tagId: idParam,
    /** The tag that takes its place on documents that have it. */
    replacementTagId: z.optional(idParam),
  }),
  reply: deleted,
  summary:
    'Delete a tag that no document has; one that documents have is deleted with a replacement, by a bulk change ' +
    'with its receipt, which can be undone; that needs coding.bulk besides. Needs an Idempotency-Key.',
})

export const previewMerge = call({
  name: 'tags.previewMerge',
  method: 'GET',
  path: '/review/tag/merge',
  needs: 'tag.manage',
  scope: 'project',
  query: z.strictObject({ tagId: idParam, intoTagId: idParam }),
  reply: z.object({
    /** Documents that have the tag: each of them changes. */
    documents: z.int(),
    /** Those among them that have the other one too: it stays on them. */
    both: z.int(),
  }),
  summary: 'What merging one tag into another would change. Refused where the two cannot be merged.',
})

export const mergeTags = call({
  name: 'tags.merge',
  method: 'POST',
  path: '/review/tag/merge',
  needs: 'tag.manage',
  scope: 'project',
  idempotencyKey: 'required',
  body: z.strictObject({
    /** The tag that goes, and the one that takes its place. */
    tagId: id,
    intoTagId: id,
    correlationId: nanoId,
  }),
  reply: z.object({ jobId: id, auditIds: z.array(id) }),
  summary:
    'Merge a tag into another: documents that have the one get the other, and the tag goes. A bulk change with a ' +
    'receipt, undone and redone by /job/bulk/undo and /job/bulk/redo. Needs coding.bulk besides, and an Idempotency-Key.',
})

/** Where it was put in order: on the settings page of tags, or in the tag panel. It is on the record. */
export const viewPageMode = z.enum(['settings', 'panel'])

/** Counted from 0; beyond the last it becomes the last. */
const position = z.int().check(z.nonnegative(), z.maximum(100_000))
const ordered = { position, viewPageMode }

export const moveTag = call({
  name: 'tags.updatePosition',
  method: 'PUT',
  path: '/review/tag/update-position',
  needs: 'tag.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({ tagId: id, ...ordered }),
  reply: z.object({ tagCategoryId: id, tagIds: z.array(id) }),
  summary: 'Move a tag to a position within its category; answers with the order of the tags then.',
})

export const createTagCategory = call({
  name: 'tagCategories.create',
  method: 'POST',
  path: '/review/tagCategory',
  needs: 'tag.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({ name, exclusive: z.boolean() }),
  reply: managedCategory,
  summary: 'Create a tag category, after the others, under a name that none of them has (ignoring case).',
})

export const changeTagCategory = call({
  name: 'tagCategories.change',
  method: 'PUT',
  path: '/review/tagCategory',
  needs: 'tag.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  ifMatch: categoryVersion,
  body: z.strictObject({ tagCategoryId: id, name: z.optional(name), exclusive: z.optional(z.boolean()) }),
  reply: managedCategory,
  summary:
    'Rename a tag category, or make it take one tag or several of a document. Refused with their number while ' +
    'documents have several. Answers 412 with the present category if somebody has changed it.',
})

export const deleteTagCategory = call({
  name: 'tagCategories.delete',
  method: 'DELETE',
  path: '/review/tagCategory',
  needs: 'tag.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  ifMatch: categoryVersion,
  query: z.strictObject({ tagCategoryId: idParam }),
  reply: z.void(),
  summary: 'Delete a tag category with its tags, where no document has any of them.',
})

export const moveTagCategory = call({
  name: 'tagCategories.updatePosition',
  method: 'PUT',
  path: '/review/tagCategory/update-position',
  needs: 'tag.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({ tagCategoryId: id, ...ordered }),
  reply: z.object({ tagCategoryIds: z.array(id) }),
  summary: 'Move a tag category to a position; answers with the order of the categories then.',
})

export const documentTags = call({
  name: 'tags.ofDocument',
  method: 'GET',
  path: '/review/document/tag',
  needs: 'document.view',
  scope: 'project',
  query: z.strictObject({ documentId: idParam }),
  reply: listOf(
    z.object({
      tagId: id,
      name: z.string(),
      tagCategoryId: id,
      category: z.string(),
      by: z.string(),
      at: instant,
    }),
  ),
  summary: 'The tags of a document, with who put each on and when.',
})

const changedTags = z.object({ documentId: id, tagIds: z.array(id), auditIds: z.array(id) })

export const putTagsOn = call({
  name: 'tags.putOn',
  method: 'POST',
  path: '/review/document/tag',
  needs: 'tag.apply',
  scope: 'project',
  idempotencyKey: 'required',
  body: z.strictObject({ documentId: id, tagIds: z.array(id).check(z.minLength(1), z.maxLength(200)) }),
  reply: changedTags,
  summary:
    'Put tags on a document; in an exclusive category the tag replaces the other one. Needs an Idempotency-Key.',
})

export const takeTagOff = call({
  name: 'tags.takeOff',
  method: 'DELETE',
  path: '/review/document/tag',
  needs: 'tag.apply',
  scope: 'project',
  idempotencyKey: 'required',
  query: z.strictObject({ documentId: idParam, tagId: idParam }),
  reply: changedTags,
  summary: 'Take a tag off a document. Needs an Idempotency-Key.',
})

export const taggedDocuments = call({
  name: 'tags.documents',
  method: 'GET',
  path: '/project/tag/document',
  needs: 'document.view',
  scope: 'project',
  query: z.strictObject({
    tagId: idParam,
    /** The last known document: the page starts after it. */
    afterDocument: z.optional(wholeParam(0)),
    limit: z.optional(wholeParam(1, 500)),
  }),
  reply: listOf(z.object({ documentId: id, controlNumber: z.string(), by: z.string(), at: instant })),
  summary: 'The documents in review that have a tag, by cursor, with who put it on and when.',
})
