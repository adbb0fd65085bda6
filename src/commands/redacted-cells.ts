/**
 * Redacting cells: each gesture is one step, shown at once and delivered by the outbox; its inverse takes it back. Versions are
 * those that the record will have when the gesture arrives.
 */
import * as z from 'zod/mini'
import { id, nanoId } from '#contracts/ids.ts'
import { documentCells, placeWords, redactedCells } from '#contracts/redacted-cells.ts'
import { redactionLimits } from '#contracts/redactions.ts'
import {
  type AskedCells,
  cellsArrived,
  cellsGestureAsked,
  cellsGestureConfirmed,
  cellsGestureRefused,
  cellsLook,
  cellsRefusalDropped,
} from '../events/catalog/redacted-cells.ts'
import type { Done, Draft } from '../events/envelope.ts'
import {
  type Applied,
  applied,
  type CellsOfDocument,
  saysMore,
  unknownDocument,
} from '../events/redacted-cells/document.ts'
import { getIn } from '../stores/buckets.ts'
import type { RootState } from '../stores/root.ts'
import { inLostBatch } from './batch-standing.ts'
import {
  type CommandInput,
  command,
  type DecideContext,
  isRejection,
  type Rejection,
  reject,
} from './define.ts'

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

export const receiveCells = command({
  ...never,
  type: 'redactedCells.receive',
  payload: documentCells,
  decide: ({ redactedCells: state }, told) => {
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
    gestureOf(state, documentId, ctx, () => ({
      add: add.map((one) => ({ ...one, key: ctx.newId() })),
    })),
  inverse: takeBack,
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
  decide: (state, { documentId, change }, ctx) =>
    gestureOf(state, documentId, ctx, () => ({
      change: change.filter((one) => one.checked !== undefined || differs(state, documentId, one)),
    })),
  inverse: takeBack,
  label: ({ change: [first] }) => (first?.checked ? 'Confirm redacted cells' : 'Label redacted cells'),
})

export const removeCells = command({
  ...step,
  type: 'redactedCells.remove',
  payload: z.object({ ...ofDocument, keys }),
  decide: (state, { documentId, keys: remove }, ctx) => gestureOf(state, documentId, ctx, () => ({ remove })),
  inverse: takeBack,
  label: ({ keys: remove }) => (remove.length === 1 ? 'Remove a redaction' : 'Remove redactions'),
})

export const restoreCells = command({
  ...step,
  type: 'redactedCells.restore',
  payload: z.object({ ...ofDocument, keys }),
  decide: (state, { documentId, keys: restore }, ctx) =>
    gestureOf(state, documentId, ctx, () => ({ restore })),
  inverse: takeBack,
  label: ({ keys: restore }) => (restore.length === 1 ? 'Restore a redaction' : 'Restore redactions'),
})

/** Removes all redactions of a document, which were shown to whoever asked for it. */
export const clearAllCells = command({
  ...step,
  type: 'redactedCells.clear',
  payload: z.object(ofDocument),
  decide: (state, { documentId }, ctx) => {
    if (!ctx.can('redaction.clear')) return reject('Your role in this project does not clear redactions.')
    const doc = docIn(state.redactedCells, documentId)
    if (doc === null || doc.revision < 0) return notLoaded
    if (doc.waiting.length > 0) return reject('Wait until what you drew is saved, then clear.')
    const remove = doc.inForce.map(({ key, version }) => ({ key, version }))
    if (remove.length === 0) return reject('There is nothing to clear.')
    return [
      cellsGestureAsked({
        ...{ documentId, clears: doc.revision, was: [] },
        markup: { add: [], change: [], remove, restore: [] },
      }),
    ]
  },
  inverse: takeBack,
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
  decide: (state, { documentId, remove, restore, change }, ctx) => {
    const doc = docIn(state.redactedCells, documentId)
    if (doc === null) return notLoaded
    const { inForce, removed } = applied(doc)
    const looksNow = (key: string) => inForce.get(key)?.cells
    const moved = change.some(({ key, from, to }) => {
      const now = looksNow(key)
      return now !== undefined && !sameLook(now, from) && !sameLook(now, to)
    })
    if (moved) return reject('This redaction has been changed since: it is left as it is.')
    const due = {
      remove: remove.filter((key) => inForce.has(key)),
      restore: restore.filter((key) => removed.has(key)),
      change: change.flatMap(({ key, to }) => {
        const now = looksNow(key)
        return now === undefined || sameLook(now, to) ? [] : [{ key, ...to }]
      }),
    }
    if (due.remove.length + due.restore.length + due.change.length > redactionLimits.gesture)
      return reject(`At most ${redactionLimits.gesture} redactions are put back at once: restore them from the list.`)
    return gestureOf(state, documentId, ctx, () => due)
  },
  inverse: takeBack,
  label: () => 'Put redactions back',
})

/** Does anew what was refused, on what stands now. What was removed meanwhile is drawn again. */
export const keepRefusedCells = command({
  ...step,
  type: 'redactedCells.keepMine',
  payload: z.object({ ...ofDocument, gesture: nanoId }),
  decide: (state, { documentId, gesture }, ctx) => {
    const found = refusedOf(state, documentId, gesture)
    if (found === null) return nothingRefused
    const drafts = gestureOf(state, documentId, ctx, ({ inForce, removed }) => ({
      add: [
        ...found.markup.add
          .filter(({ key }) => !inForce.has(key))
          .map((one) => ({ ...one, key: ctx.newId() })),
        ...found.markup.change.flatMap(({ key, label, reason }) => {
          const gone = removed.get(key)
          if (gone === undefined) return []
          const { sheet, kind, range, pieces } = gone
          return [
            {
              ...{ key: ctx.newId(), sheet, kind, range, pieces },
              ...{ label: label ?? gone.label, reason: reason ?? gone.reason },
            },
          ]
        }),
      ],
      change: found.markup.change.filter(({ key }) => inForce.has(key)).map(({ version: _, ...one }) => one),
      remove: found.markup.remove.map(({ key }) => key).filter((key) => inForce.has(key)),
      restore: found.markup.restore.map(({ key }) => key).filter((key) => removed.has(key)),
    }))
    return isRejection(drafts) ? drafts : [cellsRefusalDropped({ documentId, gesture }), ...drafts]
  },
  inverse: takeBack,
  label: () => 'Keep the own redaction',
})

export const dropRefusedCells = command({
  ...never,
  type: 'redactedCells.drop',
  payload: z.object({ ...ofDocument, gesture: nanoId }),
  decide: (state, payload) =>
    refusedOf(state, payload.documentId, payload.gesture) === null
      ? nothingRefused
      : [cellsRefusalDropped(payload)],
  label: () => 'Drop what was refused',
})

/** By the effect, with what became of it. */
export const confirmCells = command({
  ...never,
  type: 'redactedCells.confirm',
  payload: cellsGestureConfirmed.payload,
  decide: (state, payload) => (waits(state, payload) ? [cellsGestureConfirmed(payload)] : []),
  label: () => 'The redactions are saved',
})

export const refuseCells = command({
  ...never,
  type: 'redactedCells.refuse',
  payload: cellsGestureRefused.payload,
  decide: (state, payload) => (waits(state, payload) ? [cellsGestureRefused(payload)] : []),
  label: ({ message }) => `Redactions not saved: ${message}`,
})

const docIn = ({ documents }: RootState['redactedCells'], documentId: number): CellsOfDocument | null =>
  getIn(documents, String(documentId)) ?? null

const notLoaded = reject('The redactions of this document are not loaded yet.')
const nothingRefused = reject('Nothing that you drew here was refused.')

interface Wanted {
  readonly add?: AskedCells['markup']['add']
  readonly change?: readonly z.infer<typeof changing>[]
  readonly remove?: readonly string[]
  readonly restore?: readonly string[]
}

/** The gesture that does this to what stands once all that is on its way has arrived. */
function gestureOf(
  state: RootState,
  documentId: number,
  ctx: DecideContext,
  wantedOf: (standing: Applied) => Wanted,
): readonly Draft[] | Rejection {
  const doc = drawable(state, documentId, ctx)
  if (isRejection(doc)) return doc
  const standing = applied(doc)
  const { add = [], change = [], remove = [], restore = [] } = wantedOf(standing)
  if (add.length + change.length + remove.length + restore.length === 0) return []
  const touched = [...change.map(({ key }) => key), ...remove].map((key) => standing.inForce.get(key)?.cells)
  const back = restore.map((key) => standing.removed.get(key))
  if (touched.includes(undefined)) return reject('This redaction is not there any more.')
  if (back.includes(undefined))
    return reject('This redaction cannot be restored: it is not known as removed.')
  const foreign = [...touched, ...back].find((one) => one !== undefined && !one.isOwn)
  if (foreign !== undefined && !ctx.can('redaction.ofOthers'))
    return reject(`This redaction is by ${foreign.by}. Your role does not change redactions of others.`)
  const seen = (one: { key: string; version: number } | undefined) =>
    one === undefined ? [] : [{ key: one.key, version: one.version }]
  const inForce = (key: string) => standing.inForce.get(key)?.cells
  return [
    cellsGestureAsked({
      documentId,
      markup: {
        add: [...add],
        change: change.flatMap((one) => seen(inForce(one.key)).map(({ version }) => ({ ...one, version }))),
        remove: remove.flatMap((key) => seen(inForce(key))),
        restore: restore.flatMap((key) => seen(standing.removed.get(key))),
      },
      was: change.flatMap(({ key }) => {
        const one = inForce(key)
        return one === undefined ? [] : [{ key, label: one.label, reason: one.reason }]
      }),
    }),
  ]
}

function drawable(
  { redactedCells: cells, selection, ...rest }: RootState,
  documentId: number,
  ctx: DecideContext,
): CellsOfDocument | Rejection {
  if (!ctx.can('redaction.draw')) {
    const archived =
      ctx.projectId !== null && (selection.projects[ctx.projectId]?.archivedAt ?? null) !== null
    return reject(
      archived
        ? 'This project is archived: it can be read and not changed.'
        : 'Your role in this project does not allow redacting.',
    )
  }
  const lost = inLostBatch({ redactedCells: cells, selection, ...rest }, ctx)
  if (lost) return lost
  const doc = docIn(cells, documentId)
  return doc === null || doc.revision < 0 ? notLoaded : doc
}

function differs(
  { redactedCells: cells }: RootState,
  documentId: number,
  { key, label, reason }: z.infer<typeof changing>,
): boolean {
  const doc = docIn(cells, documentId)
  const now = doc === null ? undefined : applied(doc).inForce.get(key)?.cells
  if (now === undefined) return true
  const look = { label: label ?? now.label, reason: reason ?? now.reason }
  return !sameLook(now, look)
}

type Look = z.infer<typeof cellsLook>
const sameLook = (one: Look, other: Look): boolean => one.label === other.label && one.reason === other.reason

/** What was added goes, what was removed comes back, what was changed is as before the first of these gestures. */
function takeBack(done: readonly Done[]): CommandInput | null {
  const remove = new Set<string>()
  const restore = new Set<string>()
  const change = new Map<string, { key: string; from: Look; to: Look }>()
  let documentId: number | null = null
  for (const { payload } of done) {
    const gesture = cellsGestureAsked.payload.safeParse(payload).data
    if (gesture === undefined) continue
    documentId = gesture.documentId
    for (const { key } of [...gesture.markup.add, ...gesture.markup.restore])
      if (!restore.delete(key)) remove.add(key)
    for (const { key } of gesture.markup.remove) if (!remove.delete(key)) restore.add(key)
    for (const { key, ...was } of gesture.was) {
      const made = gesture.markup.change.find((one) => one.key === key)
      const from = {
        label: made?.label ?? was.label,
        reason: made?.reason ?? was.reason,
      }
      change.set(key, { key, from, to: change.get(key)?.to ?? was })
    }
  }
  const changes = [...change.values()].filter(({ key, from, to }) => !remove.has(key) && !sameLook(from, to))
  if (documentId === null || remove.size + restore.size + changes.length === 0) return null
  return {
    type: 'redactedCells.putBack',
    payload: { documentId, remove: [...remove], restore: [...restore], change: changes },
  }
}

const refusedOf = (
  { redactedCells: cells }: RootState,
  documentId: number,
  gesture: string,
): AskedCells | null =>
  docIn(cells, documentId)?.refused.find((one) => one.gesture === gesture)?.asked ?? null

const waits = (
  { redactedCells: cells }: RootState,
  { documentId, gesture }: { readonly documentId: number; readonly gesture: string },
): boolean => docIn(cells, documentId)?.waiting.some((one) => one.gesture === gesture) ?? false
