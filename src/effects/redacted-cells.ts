/** Redacted cells on their way to the record: gesture by gesture, in order per document and once each. */
import { clearSheetRedactions, documentCells, saveCells } from '#contracts/redacted-cells.ts'
import { confirmCells, receiveCells, refuseCells } from '../commands/redacted-cells.ts'
import { cellsGestureAsked } from '../events/catalog/redacted-cells.ts'
import { requestIdOf } from '../events/coding/mark.ts'
import { documentCellsRead } from '../reads/redacted-cells.ts'
import { cellsIn } from '../stores/redacted-cells.ts'
import { standingIn } from './batch-standing.ts'
import { effect } from './define.ts'

const sendGesture = effect({
  name: 'redactedCells.send',
  on: cellsGestureAsked,
  strategy: 'queue',
  delivery: 'once',
  timeout: 20_000,
  retry: { times: 5, base: 300, cap: 30_000 },
  request: async (asked, { call }) => {
    const { documentId, markup, clears } = asked.payload
    const gesture = requestIdOf(asked)
    const idempotencyKey = gesture
    if (clears === undefined)
      return call(saveCells, { body: { documentId, gesture, markup }, idempotencyKey })
    return call(clearSheetRedactions, { body: { documentId, gesture, revision: clears }, idempotencyKey })
  },
  done: (asked, { revision, data, removed }, state) => {
    const { documentId } = asked.payload
    const gesture = requestIdOf(asked)
    const before = cellsIn(state.redactedCells, documentId)?.revision ?? -1
    return {
      commands: [
        confirmCells({ documentId, gesture, revision, data, removed }),
        // Others have drawn meanwhile: their part is not in this answer.
        ...(revision === before + 1 ? [] : [documentCellsRead.request({ documentId })]),
      ],
    }
  },
  fail: (asked, failure) => {
    const { documentId } = asked.payload
    const gesture = requestIdOf(asked)
    const { kind, code, message, data } = failure
    // Cut off, it is unknown and not failed: the outbox asks again by the same key.
    if (kind === 'canceled') return {}
    const now = code === 'redaction.stale' ? documentCells.safeParse(data).data : undefined
    return {
      commands: [
        ...(now === undefined ? [] : [receiveCells(now)]),
        refuseCells({ documentId, gesture, code, message }),
        ...standingIn(failure),
      ],
    }
  },
})

export const redactedCellsEffects = [sendGesture]
