/** What `query.invalid` carries when terms cannot be read: each with its place in the list and the fault's place in it. */
import * as z from 'zod/mini'

export const termFault = z.object({ term: z.int(), message: z.string(), start: z.int(), end: z.int() })
export type TermFault = z.infer<typeof termFault>

export const termFaults = z.object({ terms: z.array(termFault) })
