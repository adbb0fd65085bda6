/** Managing the tags of a project: made, renamed, ordered, given quick keys, merged and deleted; and their categories. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import { tagNameFault } from '#contracts/tag-management.ts'
import { bulkRequested } from '../events/catalog/bulk.ts'
import {
  type TaggingChange,
  taggingAsked,
  taggingLeft,
  taggingSettled,
} from '../events/catalog/tag-management.ts'
import type { Draft } from '../events/envelope.ts'
import { command, type DecideContext, type Rejection, reject } from './define.ts'

const never = { capture: 'never' } as const
const formKey = z.string()
const seen = { formKey, tagCategoryId: id, version: z.int() }
const seenTag = { formKey, tagId: id, version: z.int() }
const position = z.int().check(z.nonnegative())

/** Whether the name is free the record knows. */
function asked(key: string, change: TaggingChange, { can }: DecideContext): readonly Draft[] | Rejection {
  if (!can('tag.manage')) return reject('Review managers and stronger roles manage tags.')
  const isNamed = change.what !== 'deleteTag' && change.what !== 'deleteCategory'
  const fault =
    isNamed && 'name' in change && change.name !== undefined ? tagNameFault(change.name, []) : null
  return fault === null ? [taggingAsked({ formKey: key, change })] : reject(fault)
}

export const addCategory = command({
  ...never,
  type: 'tagManagement.addCategory',
  payload: z.object({ formKey, name: z.string(), exclusive: z.boolean() }),
  decide: (_, { formKey: key, ...change }, ctx) => asked(key, { what: 'addCategory', ...change }, ctx),
  label: ({ name }) => `Add the tag category ${name}`,
})

export const renameCategory = command({
  ...never,
  type: 'tagManagement.renameCategory',
  payload: z.object({ ...seen, name: z.string() }),
  decide: (_, { formKey: key, ...change }, ctx) => asked(key, { what: 'changeCategory', ...change }, ctx),
  label: ({ name }) => `Rename the tag category to ${name}`,
})

/** Whether a document has one tag of it at most. */
export const setExclusive = command({
  ...never,
  type: 'tagManagement.setExclusive',
  payload: z.object({ ...seen, exclusive: z.boolean() }),
  decide: (_, { formKey: key, ...change }, ctx) => asked(key, { what: 'changeCategory', ...change }, ctx),
  label: ({ exclusive }) =>
    exclusive ? 'One tag of the category a document' : 'Several tags of the category',
})

export const moveCategory = command({
  ...never,
  type: 'tagManagement.moveCategory',
  payload: z.object({ formKey, tagCategoryId: id, position }),
  decide: (_, { formKey: key, ...change }, ctx) => asked(key, { what: 'moveCategory', ...change }, ctx),
  label: ({ position: at }) => `Move the tag category to place ${at + 1}`,
})

export const deleteCategory = command({
  ...never,
  type: 'tagManagement.deleteCategory',
  payload: z.object({ ...seen, name: z.string() }),
  decide: (_, { formKey: key, ...change }, ctx) => asked(key, { what: 'deleteCategory', ...change }, ctx),
  label: ({ name }) => `Delete the tag category ${name}`,
})

export const addTag = command({
  ...never,
  type: 'tagManagement.addTag',
  payload: z.object({ formKey, tagCategoryId: id, name: z.string() }),
  decide: (_, { formKey: key, ...change }, ctx) => asked(key, { what: 'addTag', ...change }, ctx),
  label: ({ name }) => `Add the tag ${name}`,
})

export const renameTag = command({
  ...never,
  type: 'tagManagement.renameTag',
  payload: z.object({ ...seenTag, name: z.string() }),
  decide: (_, { formKey: key, ...change }, ctx) => asked(key, { what: 'changeTag', ...change }, ctx),
  label: ({ name }) => `Rename the tag to ${name}`,
})

export const setQuickKey = command({
  ...never,
  type: 'tagManagement.setQuickKey',
  payload: z.object({ ...seenTag, quickKey: z.nullable(z.int().check(z.minimum(1), z.maximum(9))) }),
  decide: (_, { formKey: key, ...change }, ctx) => asked(key, { what: 'changeTag', ...change }, ctx),
  label: ({ quickKey }) => (quickKey === null ? 'No quick key' : `Quick key ${quickKey}`),
})

export const moveTag = command({
  ...never,
  type: 'tagManagement.moveTag',
  payload: z.object({ formKey, tagId: id, position }),
  decide: (_, { formKey: key, ...change }, ctx) => asked(key, { what: 'moveTag', ...change }, ctx),
  label: ({ position: at }) => `Move the tag to place ${at + 1}`,
})

/** Of a tag that no document has; others are replaced. */
export const deleteTag = command({
  ...never,
  type: 'tagManagement.deleteTag',
  payload: z.object({ ...seenTag, name: z.string() }),
  decide: (_, { formKey: key, ...change }, ctx) => asked(key, { what: 'deleteTag', ...change }, ctx),
  label: ({ name }) => `Delete the tag ${name}`,
})

/** One tag takes the place of another on all documents that have it: a change of many, with a receipt and an undo. */
export const replaceTag = command({
  ...never,
  type: 'tagManagement.replaceTag',
  payload: z.object({
    how: z.enum(['merge', 'delete']),
    tag: z.object({ tagId: id, name: z.string(), version: z.int(), documents: z.int() }),
    by: z.object({ tagId: id, name: z.string() }),
  }),
  decide: (_, { how, tag, by }, { can, tabId, newId }) => {
    if (!can('tag.manage')) return reject('Review managers and stronger roles manage tags.')
    if (!can('coding.bulk')) return reject('Your role does not change many documents at once.')
    if (tag.tagId === by.tagId) return reject('A tag cannot take its own place.')
    const { tagId, version } = tag
    const ask = { what: 'replaceTag', how, tagId, byTagId: by.tagId, version } as const
    const title = replacementTitle(how, tag.name, by.name)
    return [bulkRequested({ bulkId: newId(), tabId, title, count: tag.documents, ask })]
  },
  label: ({ how, tag, by }) => replacementTitle(how, tag.name, by.name),
})

const replacementTitle = (how: 'merge' | 'delete', name: string, by: string): string =>
  how === 'merge' ? `Merge ${name} into ${by}` : `Delete ${name}: ${by} takes its place`

/** By the effect, with what became of it. */
export const settleTagging = command({
  ...never,
  type: 'tagManagement.settle',
  payload: taggingSettled.payload,
  decide: (_, payload) => [taggingSettled(payload)],
  label: ({ message }) => message ?? 'The tags are saved',
})

/** Leaves what was refused as the record has it. */
export const leaveTagging = command({
  ...never,
  type: 'tagManagement.leave',
  payload: z.object({}),
  decide: (_, __, { tabId }) => [taggingLeft({ tabId })],
  label: () => 'Leave the tags as they are',
})
