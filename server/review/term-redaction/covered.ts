/** Whether a place is covered by redactions that are in force. Pure. */
import type { DrawnRedaction } from '../redactions/of-document.ts'

/** `redactions`: of its page. */
export const isCovered = (boxes: readonly number[], redactions: readonly DrawnRedaction[]): boolean =>
  fours(boxes).every((box) => redactions.some((one) => covers(one, box)))

type Box = readonly [number, number, number, number]

/** A box that is covered by two together is said to be open: nothing is lost by covering it again. */
function covers({ kind, boxes }: DrawnRedaction, box: Box): boolean {
  switch (kind) {
    case 'page':
      return true
    case 'inverse':
      return !fours(boxes).some((open) => touches(open, box))
    case 'box':
    case 'words':
      return fours(boxes).some((one) => holds(one, box))
  }
}

const touches = (a: Box, b: Box): boolean => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
const holds = (a: Box, b: Box): boolean => a[0] <= b[0] && a[1] <= b[1] && a[2] >= b[2] && a[3] >= b[3]

const fours = (boxes: readonly number[]): Box[] =>
  Array.from({ length: boxes.length / 4 }, (_, at) => {
    const [left = 0, top = 0, right = 0, bottom = 0] = boxes.slice(4 * at, 4 * at + 4)
    return [left, top, right, bottom]
  })
