/** What becomes of what somebody holds in a project that they leave. The area that knows registers it (register-areas.ts). */
import type { Actor, Occasion } from '../../platform/auth/record.ts'
import type { Writer } from '../../platform/records/records.ts'

export type Leaving = (
  trx: Writer,
  occasion: Occasion,
  by: Actor | null,
  who: { readonly userId: number; readonly projectId: number },
) => Promise<void>

let registered: Leaving | null = null

/** Once for the process. */
export function registerLeaving(leaving: Leaving): void {
  registered = leaving
}

export function usualLeaving(): Leaving {
  if (registered === null) throw new Error('No leaving is registered: call registerAreas() first.')
  return registered
}
