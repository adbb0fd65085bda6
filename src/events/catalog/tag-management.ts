/** Facts about the tags of a project: asked to be made, changed, ordered or deleted, and what became of it. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import { changedTagging } from '#contracts/tag-management.ts'
import { event } from '../define.ts'

const ofProject = { log: 'project', stream: () => 'tagManagement' } as const

const version = z.int()
const name = z.string()
const position = z.int().check(z.nonnegative())

/** A change of one category or one tag. `version`: as it was seen. */
export const taggingChange = z.union([
  z.strictObject({ what: z.literal('addCategory'), name, exclusive: z.boolean() }),
  z.strictObject({
    what: z.literal('changeCategory'),
    tagCategoryId: id,
    version,
    name: z.optional(name),
    exclusive: z.optional(z.boolean()),
  }),
  z.strictObject({ what: z.literal('moveCategory'), tagCategoryId: id, position }),
  z.strictObject({ what: z.literal('deleteCategory'), tagCategoryId: id, version, name }),
  z.strictObject({ what: z.literal('addTag'), tagCategoryId: id, name }),
  z.strictObject({
    what: z.literal('changeTag'),
    tagId: id,
    version,
    name: z.optional(name),
    quickKey: z.optional(z.nullable(z.int())),
  }),
  z.strictObject({ what: z.literal('moveTag'), tagId: id, position }),
  z.strictObject({ what: z.literal('deleteTag'), tagId: id, version, name }),
])
export type TaggingChange = z.infer<typeof taggingChange>

/** Each try has a key of its own. */
export const taggingAsked = event({
  ...ofProject,
  retention: 'audit',
  type: 'tagManagement.asked',
  payload: z.strictObject({ formKey: z.string(), change: taggingChange }),
})

/** It is on the record: the message is null; else it says why it is not, and how it stands where somebody else changed it. */
export const taggingSettled = event({
  ...ofProject,
  retention: 'audit',
  type: 'tagManagement.settled',
  payload: z.strictObject({
    formKey: z.string(),
    message: z.nullable(z.string()),
    changed: z.nullable(changedTagging),
    /** The version over which it was sent, and the one that it has become by that. */
    became: z.optional(z.strictObject({ sent: version, now: version })),
  }),
})

/** What was refused is looked at no more: it stays as the record has it. */
export const taggingLeft = event({
  ...ofProject,
  retention: 'session',
  type: 'tagManagement.left',
  payload: z.strictObject({ tabId: z.string() }),
})
