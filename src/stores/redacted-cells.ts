/** Redacted cells of the spreadsheets that were looked at. */
import type { RedactedCells } from '#contracts/redacted-cells.ts'
import {
  type AskedCells,
  cellsArrived,
  cellsGestureAsked,
  cellsGestureConfirmed,
  cellsGestureRefused,
  cellsRefusalDropped,
} from '../events/catalog/redacted-cells.ts'
import { type CellsOfDocument, confirmed } from '../events/redacted-cells/document.ts'
import { type Buckets, noBuckets } from './buckets.ts'
import { on, projection } from './projection.ts'
import { documentIn, documentsBy } from './redacted-documents.ts'

export interface RedactedCellsState {
  /** By document id. */
  readonly documents: Buckets<CellsOfDocument>
}

export const cellsIn = (state: RedactedCellsState, documentId: number): CellsOfDocument | null =>
  documentIn(state, documentId)

const documents = documentsBy<RedactedCells, AskedCells>(confirmed)

export const redactedCells = projection<RedactedCellsState>({
  name: 'redactedCells',
  version: 1,
  log: 'project',
  initial: { documents: noBuckets },
  handlers: [
    on(cellsArrived, documents.arrived),
    on(cellsGestureAsked, documents.asked),
    on(cellsGestureConfirmed, documents.confirmed),
    on(cellsGestureRefused, documents.refused),
    on(cellsRefusalDropped, documents.dropped),
  ],
})
