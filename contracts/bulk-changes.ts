/** Which documents a mass edit is about, and what it changes, as the browser describes it before the request. */
import * as z from 'zod/mini'
import { codedValue } from './coding.ts'
import { id } from './ids.ts'

/** At most so many documents can be listed by id; more are named by their result. */
export const maxNamed = 10_000

/** The documents of a result without some of them, or listed documents. */
export const bulkDocuments = z.union([
  z.strictObject({ snapshotId: z.string(), except: z.array(id).check(z.maxLength(maxNamed)) }),
  z.strictObject({ ids: z.array(id).check(z.minLength(1), z.maxLength(maxNamed)) }),
])
export type BulkDocuments = z.infer<typeof bulkDocuments>

/**
 * What happens to a field: `set` puts a value (null clears); `add` and `remove` add and remove options of a multiple
 * choice, and leave its other options to each document.
 */
export const fieldChange = z.strictObject({
  coding_form_field_id: id,
  name: z.string().check(z.maxLength(200)),
  how: z.enum(['set', 'add', 'remove']),
  value: codedValue,
})
export type BulkFieldChange = z.infer<typeof fieldChange>

/** The kind of a mass edit: a new one, an undo, or a redo. */
export const bulkKind = z.enum(['do', 'undo', 'redo'])
export type BulkKind = z.infer<typeof bulkKind>
