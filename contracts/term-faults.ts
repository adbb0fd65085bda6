/** Data of `query.invalid` for unreadable terms: each with its position in the list and the position of its error. */
import * as z from 'zod/mini'

export const termFault = z.object({ term: z.int(), message: z.string(), start: z.int(), end: z.int() })
export type TermFault = z.infer<typeof termFault>

export const termFaults = z.object({ terms: z.array(termFault) })
