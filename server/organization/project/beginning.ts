/** What a new project has from its first day besides its own row. The areas that add it register that (server/areas.ts). */
import type { Writer } from '../../platform/records/records.ts'

/** The project, and who started it. */
export interface StartedProject {
  readonly projectId: number
  readonly prefix: string
  readonly user: { readonly userId: number; readonly name: string; readonly role: string } | null
  readonly at: Date
  /** How, where it was not over the web. */
  readonly via?: string
}

export type Beginning = (
  trx: Writer,
  project: StartedProject,
  asked: { readonly codingForms: boolean },
) => Promise<void>

let registered: Beginning | null = null

/** Once for the process. */
export function registerBeginning(beginning: Beginning): void {
  registered = beginning
}

/** The one that every project has for which nobody names another. */
export function usualBeginning(): Beginning {
  if (registered === null) throw new Error('No beginning is registered: call registerAreas() first.')
  return registered
}
