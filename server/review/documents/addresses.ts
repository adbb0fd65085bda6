/** The addresses of a mail, as its document's row has them. */
import * as z from 'zod/mini'
import { address } from '#contracts/documents.ts'

const addresses = z.object({
  from: z.array(address),
  to: z.array(address),
  cc: z.array(address),
  bcc: z.array(address),
})
export type Addresses = z.infer<typeof addresses>

/** The addresses of a mail; `null` for other documents. */
export const addressesOf = (column: string | null): Addresses | null =>
  column === null ? null : addresses.parse(JSON.parse(column))
