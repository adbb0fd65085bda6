/** Redacted cells on their way to the record. */
import { clearSheetRedactions, documentCells, saveCells } from '#contracts/redacted-cells.ts'
import { confirmCells, receiveCells, refuseCells } from '../commands/redacted-cells.ts'
import { cellsGestureAsked } from '../events/catalog/redacted-cells.ts'
import { documentCellsRead } from '../reads/redacted-cells.ts'
import { cellsIn } from '../stores/redacted-cells.ts'
import { sendGestures } from './gestures.ts'

export const redactedCellsEffects = [
  sendGestures({
    name: 'redactedCells.send',
    on: cellsGestureAsked,
    save: (call, of, markup) => call(saveCells, { body: { ...of, markup }, idempotencyKey: of.gesture }),
    clear: (call, body) => call(clearSheetRedactions, { body, idempotencyKey: body.gesture }),
    docIn: ({ redactedCells }, documentId) => cellsIn(redactedCells, documentId),
    confirm: (of, { revision, data, removed }) => confirmCells({ ...of, revision, data, removed }),
    refuse: refuseCells,
    receive: (data) => {
      const now = documentCells.safeParse(data).data
      return now === undefined ? [] : [receiveCells(now)]
    },
    reload: (documentId) => documentCellsRead.request({ documentId }),
  }),
]
