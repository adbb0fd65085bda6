/** What an account that comes of single sign-on is given at once. The area that knows registers it (register-areas.ts). */
import type { Writer } from '../../records/records.ts'
import type { Occasion } from '../record.ts'

export type Joining = (
  trx: Writer,
  occasion: Occasion,
  who: { readonly userId: number; readonly companyId: number; readonly email: string },
) => Promise<void>

let registered: Joining | null = null

/** Once for the process. */
export function registerJoining(joining: Joining): void {
  registered = joining
}

export function usualJoining(): Joining {
  if (registered === null) throw new Error('No joining is registered: call registerAreas() first.')
  return registered
}
