/** Whether what is kept in a project can be read with other noise. The area that keeps it registers this (register-areas.ts). */
import type { Reader } from '../../platform/records/records.ts'

/** Throws where something could not be read any more. */
export type NoiseCheck = (
  read: Reader,
  projectId: number,
  reading: { readonly noise: readonly string[] | null; readonly precedence: 'standard' | 'dtsearch' },
) => Promise<void>

let registered: NoiseCheck | null = null

/** Once for the process. */
export function registerNoiseCheck(check: NoiseCheck): void {
  registered = check
}

export function usualNoiseCheck(): NoiseCheck {
  if (registered === null) throw new Error('No check of noise is registered: call registerAreas() first.')
  return registered
}
