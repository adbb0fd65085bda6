/**
 * Redacting: each gesture is one step, shown at once and delivered by the outbox; its inverse takes it back. Versions are
 * those that the record will have when the gesture arrives.
 */
import * as z from 'zod/mini'
import { id, nanoId } from '#contracts/ids.ts'
import { documentRedactions, type Redaction, redaction, redactionLimits } from '#contracts/redactions.ts'
import {
  type AskedGesture,
  gestureAsked,
  gestureConfirmed,
  gestureRefused,
  labelChosen,
  panelTurned,
  previewTurned,
  type RedactionLook,
  redactedFileAsked,
  redactionLook,
  redactionsArrived,
  redactionTool,
  refusalDropped,
  toolChosen,
} from '../events/catalog/redactions.ts'
import type { Done } from '../events/envelope.ts'
import { applied, kindWords } from '../events/redaction/document.ts'
import { saysMore, unknownDocument } from '../events/redaction/gestures.ts'
import { getIn } from '../stores/buckets.ts'
import type { RootState } from '../stores/root.ts'
import { copy, lastCopying, takeBack } from './copying.ts'
import { type CommandInput, command, reject } from './define.ts'
import { gesturesBy, notLoaded } from './gestures.ts'

const never = { capture: 'never' } as const
const step = { capture: 'step' } as const
const ofDocument = { documentId: id }
const keys = z.array(nanoId).check(z.minLength(1), z.maxLength(redactionLimits.gesture))
const place = z.pick(redaction, { page: true, kind: true, boxes: true, label: true, reason: true })
const { boxes, label: labelText, reason: reasonText } = redaction.shape
/** Of the version that stands. */
const changing = z.object({
  key: nanoId,
  boxes: z.optional(boxes),
  label: z.optional(labelText),
  reason: z.optional(reasonText),
  checked: z.optional(z.literal(true)),
})

const docIn = ({ redactions: { documents } }: RootState, documentId: number) =>
  getIn(documents, String(documentId)) ?? null

const gestures = gesturesBy<Redaction, AskedGesture['markup']['add'][number], RedactionLook>({
  docIn,
  applied,
  ask: gestureAsked,
  read: (payload) => gestureAsked.payload.safeParse(payload).data,
  drop: refusalDropped,
  lookOf: ({ boxes: drawn, label, reason }) => ({ boxes: drawn, label, reason }),
  again: ({ page, kind, ...gone }, key, look) => ({
    ...{ key, page, kind, boxes: look.boxes ?? gone.boxes },
    ...{ label: look.label ?? gone.label, reason: look.reason ?? gone.reason },
  }),
  putBack: 'redaction.putBack',
})

/** What takes a copying back, and what does it again. */
function takenBack(done: readonly Done[]): CommandInput | null {
  const last = lastCopying(done)
  if (last === null) return null
  const { documentId, act, copied } = last
  return act === 'copy' ? takeCopiesBack({ documentId, copied }) : copyToCopies({ documentId })
}

export const receiveRedactions = command({
  ...never,
  type: 'redaction.receive',
  payload: documentRedactions,
  decide: (state, told) => {
    const known = docIn(state, told.documentId) ?? unknownDocument(told.documentId)
    return saysMore(known, told) ? [redactionsArrived(told)] : []
  },
  label: () => 'Load the redactions',
})

/** Adds redactions, all in one step. */
export const drawRedactions = command({
  ...step,
  type: 'redaction.draw',
  payload: z.object({
    ...ofDocument,
    add: z.array(place).check(z.minLength(1), z.maxLength(redactionLimits.gesture)),
  }),
  decide: (state, { documentId, add }, ctx) =>
    gestures.of(state, documentId, ctx, () => ({
      add: add.map((one) => ({ ...one, key: ctx.newId() })),
    })),
  inverse: gestures.takeBack,
  label: ({ add }) =>
    add.length === 1 && add[0] !== undefined
      ? `Redact ${kindWords[add[0].kind]} on page ${add[0].page}`
      : `Redact on ${add.length} pages`,
})

/** Moves or sizes redactions, labels them anew, or says that they are right on the pages of today. */
export const changeRedactions = command({
  ...step,
  type: 'redaction.change',
  payload: z.object({
    ...ofDocument,
    change: z.array(changing).check(z.minLength(1), z.maxLength(redactionLimits.gesture)),
  }),
  decide: (state, payload, ctx) => gestures.change(state, payload, ctx),
  inverse: gestures.takeBack,
  label: ({ change: [first] }) =>
    first?.checked
      ? 'Confirm a redaction'
      : first?.boxes !== undefined
        ? 'Move a redaction'
        : 'Label a redaction',
})

export const removeRedactions = command({
  ...step,
  type: 'redaction.remove',
  payload: z.object({ ...ofDocument, keys }),
  decide: (state, { documentId, keys: remove }, ctx) =>
    gestures.of(state, documentId, ctx, () => ({ remove })),
  inverse: gestures.takeBack,
  label: ({ keys: remove }) => (remove.length === 1 ? 'Remove a redaction' : 'Remove redactions'),
})

export const restoreRedactions = command({
  ...step,
  type: 'redaction.restore',
  payload: z.object({ ...ofDocument, keys }),
  decide: (state, { documentId, keys: restore }, ctx) =>
    gestures.of(state, documentId, ctx, () => ({ restore })),
  inverse: gestures.takeBack,
  label: ({ keys: restore }) => (restore.length === 1 ? 'Restore a redaction' : 'Restore redactions'),
})

/** Removes all redactions of a document, which were shown to whoever asked for it. */
export const clearAllRedactions = command({
  ...step,
  type: 'redaction.clear',
  payload: z.object(ofDocument),
  decide: (state, { documentId }, ctx) => gestures.clear(state, documentId, ctx),
  inverse: gestures.takeBack,
  label: () => 'Clear all redactions',
})

/**
 * Puts redactions back to what they were before a step. What somebody else has changed since is not overwritten: nothing is
 * done then, and the reason says so.
 */
export const putBackRedactions = command({
  ...step,
  type: 'redaction.putBack',
  payload: z.object({
    ...ofDocument,
    remove: z.array(nanoId),
    restore: z.array(nanoId),
    change: z.array(z.object({ key: nanoId, from: redactionLook, to: redactionLook })),
  }),
  decide: (state, payload, ctx) => gestures.putBack(state, payload, ctx),
  inverse: gestures.takeBack,
  label: () => 'Put redactions back',
})

/** Does anew what was refused, on what stands now. What was removed meanwhile is drawn again. */
export const keepRefused = command({
  ...step,
  type: 'redaction.keepMine',
  payload: z.object({ ...ofDocument, gesture: nanoId }),
  decide: (state, payload, ctx) => gestures.keepMine(state, payload, ctx),
  inverse: gestures.takeBack,
  label: () => 'Keep the own redaction',
})

export const dropRefused = command({
  ...never,
  type: 'redaction.drop',
  payload: z.object({ ...ofDocument, gesture: nanoId }),
  decide: (state, payload) => gestures.drop(state, payload),
  label: () => 'Drop what was refused',
})

/** Puts what is redacted of a document, on its pages and in its cells, on its exact copies: one step, whatever their number. */
export const copyToCopies = command({
  ...step,
  type: 'redaction.copyToCopies',
  payload: z.object(ofDocument),
  decide: (state, { documentId }, ctx) => copy(gestures.drawable(state, documentId, ctx), documentId, ctx),
  inverse: takenBack,
  label: () => 'Apply the redactions to exact copies',
})

/** Takes back what one has put on exact copies. */
export const takeCopiesBack = command({
  ...step,
  type: 'redaction.takeCopiesBack',
  payload: z.object({ ...ofDocument, copied: nanoId }),
  decide: (state, payload, ctx) => takeBack(gestures.drawable(state, payload.documentId, ctx), payload),
  inverse: takenBack,
  label: () => 'Take redactions of exact copies back',
})

/** By the effect, with what became of it. */
export const confirmGesture = command({
  ...never,
  type: 'redaction.confirm',
  payload: gestureConfirmed.payload,
  decide: (state, payload) => (gestures.waits(state, payload) ? [gestureConfirmed(payload)] : []),
  label: () => 'The redactions are saved',
})

export const refuseGesture = command({
  ...never,
  type: 'redaction.refuse',
  payload: gestureRefused.payload,
  decide: (state, payload) => (gestures.waits(state, payload) ? [gestureRefused(payload)] : []),
  label: ({ message }) => `Redactions not saved: ${message}`,
})

export const chooseRedactionTool = command({
  ...never,
  type: 'redaction.chooseTool',
  payload: z.object({ tool: redactionTool }),
  decide: (_state, { tool }, { tabId }) => [toolChosen({ tabId, tool })],
  label: ({ tool }) => `Redact ${kindWords[tool]}`,
})

export const turnPreview = command({
  ...never,
  type: 'redaction.turnPreview',
  payload: z.object({ on: z.boolean() }),
  decide: (_state, { on }, { tabId }) => [previewTurned({ tabId, on })],
  label: ({ on }) => (on ? 'Show pages as they will leave' : 'Show pages as they are'),
})

export const turnRedactionsPanel = command({
  ...never,
  type: 'redaction.turnPanel',
  payload: z.object({ on: z.boolean() }),
  decide: (_state, { on }, { tabId }) => [panelTurned({ tabId, on })],
  label: ({ on }) => (on ? 'Open the list of redactions' : 'Close the list of redactions'),
})

/** Has the redacted PDF of a document made and saved. */
export const downloadRedacted = command({
  ...never,
  type: 'redaction.download',
  payload: z.object(ofDocument),
  decide: (state, payload, { can }) => {
    if (!can('document.download'))
      return reject('Your role in this project does not allow downloading documents.')
    const doc = docIn(state, payload.documentId)
    if (doc === null || doc.revision < 0) return notLoaded
    return doc.waiting.length > 0
      ? reject('Wait until what you drew is saved, then download.')
      : [redactedFileAsked(payload)]
  },
  label: () => 'Download the redacted PDF',
})

/** What the next redactions are labeled with. */
export const chooseRedactionLabel = command({
  ...never,
  type: 'redaction.chooseLabel',
  payload: z.pick(place, { label: true, reason: true }),
  decide: ({ redactions }, { label, reason }) =>
    redactions.label.label === label && redactions.label.reason === reason
      ? []
      : [labelChosen({ label, reason })],
  label: () => 'Choose the label of redactions',
})
