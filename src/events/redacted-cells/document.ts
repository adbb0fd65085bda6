/** The redacted cells of one spreadsheet: what the record has, and what was drawn since and is on its way there. Pure. */
import type { CellsMarkup, DocumentCells, RedactedCells, RemovedCells } from '#contracts/redacted-cells.ts'
import { redactionLimits } from '#contracts/redactions.ts'
import type { AskedCells } from '../catalog/redacted-cells.ts'

export interface Gesture {
  readonly gesture: string
  readonly asked: AskedCells
  readonly at: string
}

/** One that the server has not taken: the person decides what becomes of it. */
export interface RefusedGesture extends Gesture {
  readonly code: string
  readonly message: string
}

export interface CellsOfDocument {
  readonly documentId: number
  /** Of the record; -1: it has not been asked yet. */
  readonly revision: number
  /** By sheet, and in the order in which they were added. */
  readonly inForce: readonly RedactedCells[]
  readonly removed: readonly RemovedCells[]
  /** In the order in which they were made. */
  readonly waiting: readonly Gesture[]
  readonly refused: readonly RefusedGesture[]
}

export const unknownDocument = (documentId: number): CellsOfDocument => ({
  ...{ documentId, revision: -1, inForce: [], removed: [], waiting: [], refused: [] },
})

/** Whether nothing is lost where it is forgotten: it can be asked for again. */
export const isSettled = ({ waiting, refused }: CellsOfDocument): boolean =>
  waiting.length + refused.length === 0

/** What the record has now. An older answer never takes the place of a newer one. */
export function arrived(doc: CellsOfDocument, told: DocumentCells): CellsOfDocument {
  if (told.revision < doc.revision) return doc
  return { ...doc, revision: told.revision, inForce: told.data, removed: told.removed }
}

/** Whether an answer says anything that is not known. A file can change without a gesture, so what is to be checked counts. */
export const saysMore = (doc: CellsOfDocument, told: DocumentCells): boolean =>
  told.revision > doc.revision ||
  (told.revision === doc.revision && toCheckOf(told.data) !== toCheckOf(doc.inForce))

const toCheckOf = (all: readonly RedactedCells[]): string =>
  all
    .filter(({ toCheck }) => toCheck)
    .map(({ key }) => key)
    .sort()
    .join()

export const asked = (doc: CellsOfDocument, gesture: Gesture): CellsOfDocument => ({
  ...doc,
  waiting: [...doc.waiting, gesture],
})

export function confirmed(
  doc: CellsOfDocument,
  reply: {
    readonly gesture: string
    readonly revision: number
    readonly data: readonly RedactedCells[]
    readonly removed: readonly RemovedCells[]
  },
): CellsOfDocument {
  const done = doc.waiting.find(({ gesture }) => gesture === reply.gesture)
  if (done === undefined) return doc
  const { remove } = done.asked.markup
  const gone = new Set([...remove, ...reply.removed].map(({ key }) => key))
  const there = new Map(doc.inForce.map((one) => [one.key, one]))
  const wasRemoved = new Map(doc.removed.map((one) => [one.key, one]))
  // What the answer does not name was removed all the same: it can be restored from here.
  for (const { key } of remove) {
    const known = there.get(key)
    if (known !== undefined) wasRemoved.set(key, takenOut(known, done.at))
  }
  for (const key of gone) there.delete(key)
  for (const one of reply.removed) wasRemoved.set(one.key, one)
  for (const one of reply.data) {
    there.set(one.key, one)
    wasRemoved.delete(one.key)
  }
  return {
    ...doc,
    // Where others have drawn meanwhile their part is not known yet: the next answer brings it.
    revision: reply.revision === doc.revision + 1 ? reply.revision : doc.revision,
    inForce: bySheet([...there.values()]),
    removed: [...wasRemoved.values()].slice(-redactionLimits.gesture),
    waiting: doc.waiting.filter((one) => one !== done),
  }
}

export function refused(
  doc: CellsOfDocument,
  { gesture, code, message }: { readonly gesture: string; readonly code: string; readonly message: string },
): CellsOfDocument {
  const found = doc.waiting.find((one) => one.gesture === gesture)
  if (found === undefined) return doc
  return {
    ...doc,
    waiting: doc.waiting.filter((one) => one !== found),
    refused: [...doc.refused, { ...found, code, message }],
  }
}

export const dropped = (doc: CellsOfDocument, gesture: string): CellsOfDocument => ({
  ...doc,
  refused: doc.refused.filter((one) => one.gesture !== gesture),
})

export type Standing = 'saved' | 'saving' | 'refused'

export interface ShownCells {
  readonly cells: RedactedCells
  readonly standing: Standing
}

export interface Applied {
  readonly inForce: ReadonlyMap<string, ShownCells>
  readonly removed: ReadonlyMap<string, RemovedCells>
}

/**
 * What stands once all that is on its way has arrived. Versions are those that the record will have then: each change makes
 * one more, so that what is drawn offline in several steps states the versions it will find.
 */
export function applied(doc: CellsOfDocument): Applied {
  const inForce = new Map<string, ShownCells>(
    doc.inForce.map((one) => [one.key, { cells: one, standing: 'saved' }]),
  )
  const removed = new Map(doc.removed.map((one) => [one.key, one]))
  for (const gesture of doc.waiting) apply(gesture, inForce, removed, 'saving')
  return { inForce, removed }
}

/** What is drawn: all that stands, and what was refused as the person left it. */
export function shownIn(doc: CellsOfDocument): readonly ShownCells[] {
  const { inForce, removed } = applied(doc)
  const all = new Map(inForce)
  const gone = new Map(removed)
  // What was to be removed stands: only boxes that somebody drew are shown beside what the record has.
  for (const { asked: own, ...rest } of doc.refused)
    apply(
      { ...rest, asked: { ...own, markup: { ...own.markup, remove: [], restore: [] } } },
      all,
      gone,
      'refused',
    )
  return [...all.values()].sort((a, b) => a.cells.sheet - b.cells.sheet)
}

function apply(
  { gesture, asked: { markup }, at }: Gesture,
  inForce: Map<string, ShownCells>,
  removed: Map<string, RemovedCells>,
  standing: Standing,
): void {
  for (const one of markup.add) {
    const known = inForce.get(one.key)?.cells
    if (!removed.has(one.key)) inForce.set(one.key, { cells: known ?? drawn(one, gesture, at), standing })
  }
  for (const { key, version, checked, ...look } of markup.change) {
    const known = inForce.get(key)?.cells
    if (known === undefined) continue
    const next = { ...known, ...present(look), version: Math.max(known.version, version + 1) }
    inForce.set(key, { cells: checked ? { ...next, toCheck: false } : next, standing })
  }
  for (const { key } of markup.remove) {
    const known = inForce.get(key)?.cells
    if (known === undefined) continue
    inForce.delete(key)
    removed.set(key, takenOut(known, at))
  }
  for (const { key } of markup.restore) {
    const known = removed.get(key)
    if (known === undefined) continue
    const { removedBy: _, removedAt: __, ...back } = known
    removed.delete(key)
    inForce.set(key, { cells: { ...back, version: known.version + 1 }, standing })
  }
}

const drawn = (one: CellsMarkup['add'][number], gesture: string, at: string): RedactedCells => ({
  ...one,
  ...{ gesture, version: 1, by: 'You', isOwn: true, at, toCheck: false },
})

const takenOut = (one: RedactedCells, at: string): RemovedCells => ({
  ...one,
  ...{ version: one.version + 1, removedBy: 'You', removedAt: at },
})

const present = <T extends object>(look: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(look).filter(([, value]) => value !== undefined)) as never

const bySheet = (all: readonly RedactedCells[]): readonly RedactedCells[] =>
  all.toSorted((a, b) => a.sheet - b.sheet)
