/**
 * Redacting cells: each gesture is one step, shown at once and delivered by the outbox; its inverse takes it back. Versions are
 * those that the record will have when the gesture arrives.
 */
import * as z from 'zod/mini'
import { id, nanoId } from '#contracts/ids.ts'
import { documentCells, placeWords, type RedactedCells, redactedCells } from '#contracts/redacted-cells.ts'
import { redactionLimits } from '#contracts/redactions.ts'
import {
  type AskedCells,
  type CellsLook,
  cellsArrived,
  cellsGestureAsked,
  cellsGestureConfirmed,
  cellsGestureRefused,
  cellsLook,
  cellsRefusalDropped,
} from '../events/catalog/redacted-cells.ts'
import type { Done } from '../events/envelope.ts'
import { applied } from '../events/redacted-cells/document.ts'
import { saysMore, unknownDocument } from '../events/redaction/gestures.ts'
import { getIn } from '../stores/buckets.ts'
import type { RootState } from '../stores/root.ts'
import { copy, lastCopying, takeBack } from './copying.ts'
import { type CommandInput, command } from './define.ts'
import { gesturesBy } from './gestures.ts'

const never = { capture: 'never' } as const
const step = { capture: 'step' } as const
const ofDocument = { documentId: id }
const keys = z.array(nanoId).check(z.minLength(1), z.maxLength(redactionLimits.gesture))
const place = z.pick(redactedCells, {
  ...{ sheet: true, kind: true, range: true, pieces: true, label: true, reason: true },
})
const { label: labelText, reason: reasonText } = redactedCells.shape
/** Of the version that stands. */
const changing = z.object({
  key: nanoId,
  label: z.optional(labelText),
  reason: z.optional(reasonText),
  checked: z.optional(z.literal(true)),
})

const docIn = ({ redactedCells: { documents } }: RootState, documentId: number) =>
  getIn(documents, String(documentId)) ?? null

const gestures = gesturesBy<RedactedCells, AskedCells['markup']['add'][number], CellsLook>({
  docIn,
  applied,
  ask: cellsGestureAsked,
  read: (payload) => cellsGestureAsked.payload.safeParse(payload).data,
  drop: cellsRefusalDropped,
  lookOf: ({ label, reason }) => ({ label, reason }),
  again: ({ sheet, kind, range, pieces, ...gone }, key, { label = gone.label, reason = gone.reason }) => ({
    ...{ key, sheet, kind, range, pieces },
    ...{ label, reason },
  }),
  putBack: 'redactedCells.putBack',
})

export const receiveCells = command({
  ...never,
  type: 'redactedCells.receive',
  payload: documentCells,
  decide: (state, told) => {
    const known = docIn(state, told.documentId) ?? unknownDocument(told.documentId)
    return saysMore(known, told) ? [cellsArrived(told)] : []
  },
  label: () => 'Load the redacted cells',
})

/** Adds redactions, all in one step. */
export const coverCells = command({
  ...step,
  type: 'redactedCells.cover',
  payload: z.object({
    ...ofDocument,
    add: z.array(place).check(z.minLength(1), z.maxLength(redactionLimits.gesture)),
  }),
  decide: (state, { documentId, add }, ctx) =>
    gestures.of(state, documentId, ctx, () => ({
      add: add.map((one) => ({ ...one, key: ctx.newId() })),
    })),
  inverse: gestures.takeBack,
  label: ({ add: [first, ...more] }) =>
    first === undefined || more.length > 0 ? 'Redact cells' : `Redact: ${placeWords(first)}`,
})

/** Labels redacted cells anew, or says that they are right in the file of today. */
export const changeCells = command({
  ...step,
  type: 'redactedCells.change',
  payload: z.object({
    ...ofDocument,
    change: z.array(changing).check(z.minLength(1), z.maxLength(redactionLimits.gesture)),
  }),
  decide: (state, payload, ctx) => gestures.change(state, payload, ctx),
  inverse: gestures.takeBack,
  label: ({ change: [first] }) => (first?.checked ? 'Confirm redacted cells' : 'Label redacted cells'),
})

export const removeCells = command({
  ...step,
  type: 'redactedCells.remove',
  payload: z.object({ ...ofDocument, keys }),
  decide: (state, { documentId, keys: remove }, ctx) =>
    gestures.of(state, documentId, ctx, () => ({ remove })),
  inverse: gestures.takeBack,
  label: ({ keys: remove }) => (remove.length === 1 ? 'Remove a redaction' : 'Remove redactions'),
})

export const restoreCells = command({
  ...step,
  type: 'redactedCells.restore',
  payload: z.object({ ...ofDocument, keys }),
  decide: (state, { documentId, keys: restore }, ctx) =>
    gestures.of(state, documentId, ctx, () => ({ restore })),
  inverse: gestures.takeBack,
  label: ({ keys: restore }) => (restore.length === 1 ? 'Restore a redaction' : 'Restore redactions'),
})

/** Removes all redactions of a document, which were shown to whoever asked for it. */
export const clearAllCells = command({
  ...step,
  type: 'redactedCells.clear',
  payload: z.object(ofDocument),
  decide: (state, { documentId }, ctx) => gestures.clear(state, documentId, ctx),
  inverse: gestures.takeBack,
  label: () => 'Clear all redactions',
})

/**
 * Puts redactions back to what they were before a step. What somebody else has changed since is not overwritten: nothing is
 * done then, and the reason says so.
 */
export const putBackCells = command({
  ...step,
  type: 'redactedCells.putBack',
  payload: z.object({
    ...ofDocument,
    remove: z.array(nanoId),
    restore: z.array(nanoId),
    change: z.array(z.object({ key: nanoId, from: cellsLook, to: cellsLook })),
  }),
  decide: (state, payload, ctx) => gestures.putBack(state, payload, ctx),
  inverse: gestures.takeBack,
  label: () => 'Put redactions back',
})

/** What takes a copying back, and what does it again. */
function copyingTurned(done: readonly Done[]): CommandInput | null {
  const last = lastCopying(done)
  if (last === null) return null
  const { documentId, act, copied } = last
  return act === 'copy' ? takeCellsOfCopiesBack({ documentId, copied }) : copyCellsToCopies({ documentId })
}

/** Puts what is redacted of a document, in its cells and on its pages, on its exact copies: one step, whatever their number. */
export const copyCellsToCopies = command({
  ...step,
  type: 'redactedCells.copyToCopies',
  payload: z.object(ofDocument),
  decide: (state, { documentId }, ctx) => copy(gestures.drawable(state, documentId, ctx), documentId, ctx),
  inverse: copyingTurned,
  label: () => 'Apply the redactions to exact copies',
})

/** Takes back what one has put on exact copies. */
export const takeCellsOfCopiesBack = command({
  ...step,
  type: 'redactedCells.takeCopiesBack',
  payload: z.object({ ...ofDocument, copied: nanoId }),
  decide: (state, payload, ctx) => takeBack(gestures.drawable(state, payload.documentId, ctx), payload),
  inverse: copyingTurned,
  label: () => 'Take redactions of exact copies back',
})

/** Does anew what was refused, on what stands now. What was removed meanwhile is drawn again. */
export const keepRefusedCells = command({
  ...step,
  type: 'redactedCells.keepMine',
  payload: z.object({ ...ofDocument, gesture: nanoId }),
  decide: (state, payload, ctx) => gestures.keepMine(state, payload, ctx),
  inverse: gestures.takeBack,
  label: () => 'Keep the own redaction',
})

export const dropRefusedCells = command({
  ...never,
  type: 'redactedCells.drop',
  payload: z.object({ ...ofDocument, gesture: nanoId }),
  decide: (state, payload) => gestures.drop(state, payload),
  label: () => 'Drop what was refused',
})

/** By the effect, with what became of it. */
export const confirmCells = command({
  ...never,
  type: 'redactedCells.confirm',
  payload: cellsGestureConfirmed.payload,
  decide: (state, payload) => (gestures.waits(state, payload) ? [cellsGestureConfirmed(payload)] : []),
  label: () => 'The redactions are saved',
})

export const refuseCells = command({
  ...never,
  type: 'redactedCells.refuse',
  payload: cellsGestureRefused.payload,
  decide: (state, payload) => (gestures.waits(state, payload) ? [cellsGestureRefused(payload)] : []),
  label: ({ message }) => `Redactions not saved: ${message}`,
})
