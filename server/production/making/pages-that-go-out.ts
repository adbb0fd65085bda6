/** How many pages a document has that can all go out, by what is known of them. Pure. */
import type { PageFault } from '../../review/pages/protocol.ts'
import type { PageSet } from '../../review/pages/sets.ts'

/** Or why they cannot. */
export function pagesThatGoOut({ sizes, faults, fault }: PageSet): number | PageFault {
  const [bad] = [...faults].sort(([a], [b]) => a - b)
  if (bad !== undefined) return { ...bad[1], reason: `Page ${bad[0] + 1}: ${bad[1].reason}` }
  // Letters that are drawn as boxes are in its text; what is cut is nowhere.
  if (fault !== null && (fault.code !== 'textFailed' || sizes === null)) return fault
  return sizes === null || sizes.length === 0
    ? { code: 'unsupportedType', reason: 'It has no pages that could be drawn here.' }
    : sizes.length
}
