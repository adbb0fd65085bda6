/** What a job is about that covers what was ticked, takes it back, or puts it back. */
import * as z from 'zod/mini'

export const writeInput = z.object({
  act: z.enum(['apply', 'undo', 'redo']),
  /** The search. */
  of: z.int(),
  commandId: z.string(),
  user: z.object({ userId: z.int(), name: z.string(), role: z.string() }),
})
export type WriteInput = z.infer<typeof writeInput>
