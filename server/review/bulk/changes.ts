/** What a bulk change was asked to do, as it is kept with its receipt. */
import * as z from 'zod/mini'
import { codedValue } from '#contracts/coding.ts'

export const codingChanges = z.object({
  /** Null: by the fields themselves, each document its own values. */
  formId: z.nullable(z.int()),
  fields: z.array(
    z.object({
      fieldId: z.int(),
      formFieldId: z.int(),
      how: z.enum(['set', 'add', 'remove']),
      value: codedValue,
    }),
  ),
})
export type CodingChanges = z.infer<typeof codingChanges>

export const tagChanges = z.object({
  add: z.array(z.int()),
  remove: z.array(z.int()),
  /** One tag takes the place of another, on every document that has that one. */
  replace: z.optional(z.object({ tagId: z.int(), byTagId: z.int() })),
})
export type TagChanges = z.infer<typeof tagChanges>
