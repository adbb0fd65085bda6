/** When an entry of an archive was last changed. */

import { isNoDate } from '../no-date.ts'

/** As ISO 8601, whatever year it is; null where there is none. */
export function entryDate(at: Date): string | null {
  const time = at.getTime()
  return Number.isNaN(time) || isNoDate(time) ? null : at.toISOString()
}
