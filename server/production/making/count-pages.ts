/** How many pages go out of a document, by what is known of its pages. Pure. */
import type { PageFault } from '../../review/pages/protocol.ts'
import type { PageSet } from '../../review/pages/sets.ts'

/** A document goes out with all of its pages, or with none. */
export function pagesIn({ sizes, faults, fault }: PageSet): number | PageFault {
  const [bad] = [...faults].sort(([a], [b]) => a - b)
  if (bad !== undefined) return { ...bad[1], reason: `Page ${bad[0] + 1}: ${bad[1].reason}` }
  // Letters that are drawn as boxes are in its text; what is cut is nowhere.
  if (fault !== null && (fault.code !== 'textFailed' || sizes === null)) return fault
  return sizes === null || sizes.length === 0
    ? { code: 'unsupportedType', reason: 'It has no pages that could be drawn here.' }
    : sizes.length
}
