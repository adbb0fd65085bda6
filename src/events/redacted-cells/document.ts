/** The redacted cells of one spreadsheet. Pure. */
import type { CellsMarkup, RedactedCells } from '#contracts/redacted-cells.ts'
import type { AskedCells } from '../catalog/redacted-cells.ts'
import { type DocumentOf, gesturesOn, type ShownOf } from '../redaction/gestures.ts'

export type CellsOfDocument = DocumentOf<RedactedCells, AskedCells>
export type ShownCells = ShownOf<RedactedCells>

export const { confirmed, applied, shownIn } = gesturesOn<RedactedCells, AskedCells>({
  drawn: (one: CellsMarkup['add'][number], gesture, at) => ({
    ...one,
    ...{ gesture, version: 1, by: 'You', isOwn: true, at, toCheck: false },
  }),
  placeOf: ({ sheet }) => sheet,
})
