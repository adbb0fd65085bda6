/** Redacted cells of the spreadsheets that were looked at. */
import {
  cellsArrived,
  cellsGestureAsked,
  cellsGestureConfirmed,
  cellsGestureRefused,
  cellsRefusalDropped,
} from '../events/catalog/redacted-cells.ts'
import { requestIdOf } from '../events/coding/mark.ts'
import { type CellsOfDocument, confirmed } from '../events/redacted-cells/document.ts'
import { arrived, asked, dropped, isSettled, refused, unknownDocument } from '../events/redaction/gestures.ts'
import { type Buckets, getIn, noBuckets, putBounded } from './buckets.ts'
import { on, projection } from './projection.ts'

export interface RedactedCellsState {
  /** By document id. */
  readonly documents: Buckets<CellsOfDocument>
}

/** So many documents a bucket of which everything can be asked for again. */
const settledPerBucket = 4

export const cellsIn = ({ documents }: RedactedCellsState, documentId: number): CellsOfDocument | null =>
  getIn(documents, String(documentId)) ?? null

export const redactedCells = projection<RedactedCellsState>({
  name: 'redactedCells',
  version: 1,
  log: 'project',
  initial: { documents: noBuckets },
  handlers: [
    on(cellsArrived, (state, told) => inDocument(state, told.documentId, (doc) => arrived(doc, told))),
    on(cellsGestureAsked, (state, payload, { commandId, undo, at }) =>
      inDocument(state, payload.documentId, (doc) =>
        asked(doc, { gesture: requestIdOf({ commandId, undo }), asked: payload, at }),
      ),
    ),
    on(cellsGestureConfirmed, (state, reply) =>
      inDocument(state, reply.documentId, (doc) => confirmed(doc, reply)),
    ),
    on(cellsGestureRefused, (state, refusal) =>
      inDocument(state, refusal.documentId, (doc) => refused(doc, refusal)),
    ),
    on(cellsRefusalDropped, (state, { documentId, gesture }) =>
      inDocument(state, documentId, (doc) => dropped(doc, gesture)),
    ),
  ],
})

function inDocument(
  state: RedactedCellsState,
  documentId: number,
  change: (doc: CellsOfDocument) => CellsOfDocument,
): RedactedCellsState {
  const before = cellsIn(state, documentId) ?? unknownDocument(documentId)
  const after = change(before)
  if (after === before) return state
  return {
    ...state,
    documents: putBounded(state.documents, String(documentId), after, settledPerBucket, isSettled),
  }
}
