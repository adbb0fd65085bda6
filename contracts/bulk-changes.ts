/** Which documents a change of many is about, and what becomes of them: what a browser says of it before it asks. */
import * as z from 'zod/mini'
import { codedValue } from './coding.ts'
import { id } from './ids.ts'

/** So many documents can be named one by one; more are named by the result that holds them. */
export const mostNamed = 10_000

/** The documents of a result without some of it, or some that are named. */
export const bulkDocuments = z.union([
  z.strictObject({ snapshotId: z.string(), except: z.array(id).check(z.maxLength(mostNamed)) }),
  z.strictObject({ ids: z.array(id).check(z.minLength(1), z.maxLength(mostNamed)) }),
])
export type BulkDocuments = z.infer<typeof bulkDocuments>

/**
 * What becomes of a field: `set` puts a value (null clears); `add` and `remove` take choices of a multiple choice, and leave
 * its other choices to each document.
 */
export const fieldChange = z.strictObject({
  coding_form_field_id: id,
  name: z.string().check(z.maxLength(200)),
  how: z.enum(['set', 'add', 'remove']),
  value: codedValue,
})
export type BulkFieldChange = z.infer<typeof fieldChange>

/** What a bulk change is: a new one, one that takes another back, or one that puts forth again what was taken back. */
export const bulkKind = z.enum(['do', 'undo', 'redo'])
export type BulkKind = z.infer<typeof bulkKind>
