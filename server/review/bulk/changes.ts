/** What a bulk change was asked to do, as it is kept with its receipt. */
import * as z from 'zod/mini'
import { codedValue } from '#contracts/coding.ts'
import { folderHow } from '#contracts/folders.ts'

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
  /** Its one field comes from this document, by the rules of propagation. */
  propagation: z.optional(
    z.object({
      documentId: z.int(),
      /** The row of the change that is propagated, and its command. */
      auditId: z.int(),
      root: z.string(),
      /** What the document had before. */
      before: codedValue,
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

export const folderChanges = z.object({
  folderId: z.int(),
  how: folderHow,
  /** The file that names the documents. */
  fileId: z.nullable(z.int()),
})
