/** What a job of this area does, as it was asked for. */
import * as z from 'zod/mini'
import type { DocumentState } from '#contracts/documents.ts'

const work = z.object({
  what: z.enum(['promote', 'rollback', 'filter', 'restore']),
  /** The promotion that a rollback takes back. */
  of: z.optional(z.int()),
  /** The role in which it was asked for. */
  role: z.string(),
})
export type StageWork = z.infer<typeof work>

export const readWork = (input: unknown): StageWork => work.parse(input)

/** From which state to which a job moves families; those that stand otherwise are left. */
export const moves = {
  promote: { from: 'Processed', to: 'Promoted' },
  rollback: { from: 'Promoted', to: 'Processed' },
  filter: { from: 'Processed', to: 'Filtered Out' },
  restore: { from: 'Filtered Out', to: 'Processed' },
} as const satisfies Record<StageWork['what'], { from: DocumentState; to: DocumentState }>

/** Where the reconciliation of an import counts the documents of a state. */
export const countOf = {
  Processed: 'waiting',
  'Filtered Out': 'filtered',
  Promoted: 'promoted',
} as const satisfies Record<DocumentState, string>
