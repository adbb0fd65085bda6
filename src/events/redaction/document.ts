/** The redactions of one document: what the record has, and what was drawn since and is on its way there. Pure. */
import type * as z from 'zod/mini'
import {
  type DocumentRedactions,
  type Markup,
  type Redaction,
  type RedactionKind,
  redactionLimits,
  type removedRedaction,
} from '#contracts/redactions.ts'
import type { AskedGesture } from '../catalog/redactions.ts'

export type RemovedRedaction = z.infer<typeof removedRedaction>

export interface Gesture {
  readonly gesture: string
  readonly asked: AskedGesture
  readonly at: string
}

/** One that the server has not taken: the person decides what becomes of it. */
export interface RefusedGesture extends Gesture {
  readonly code: string
  readonly message: string
}

export interface RedactedDocument {
  readonly documentId: number
  /** Of the record; -1: it has not been asked yet. */
  readonly revision: number
  /** By page, and in the order in which they were added. */
  readonly inForce: readonly Redaction[]
  readonly removed: readonly RemovedRedaction[]
  /** In the order in which they were made. */
  readonly waiting: readonly Gesture[]
  readonly refused: readonly RefusedGesture[]
}

export const unknownDocument = (documentId: number): RedactedDocument => ({
  ...{ documentId, revision: -1, inForce: [], removed: [], waiting: [], refused: [] },
})

/** Whether nothing is lost where it is forgotten: it can be asked for again. */
export const isSettled = ({ waiting, refused }: RedactedDocument): boolean =>
  waiting.length + refused.length === 0

/** What the record has now. An older answer never takes the place of a newer one. */
export function arrived(doc: RedactedDocument, told: DocumentRedactions): RedactedDocument {
  if (told.revision < doc.revision) return doc
  return { ...doc, revision: told.revision, inForce: told.data, removed: told.removed }
}

/** Whether an answer says anything that is not known. Pages can change without a gesture, so what is to be checked counts. */
export const saysMore = (doc: RedactedDocument, told: DocumentRedactions): boolean =>
  told.revision > doc.revision ||
  (told.revision === doc.revision && toCheckOf(told.data) !== toCheckOf(doc.inForce))

const toCheckOf = (all: readonly Redaction[]): string =>
  all
    .filter(({ toCheck }) => toCheck)
    .map(({ key }) => key)
    .sort()
    .join()

export const asked = (doc: RedactedDocument, gesture: Gesture): RedactedDocument => ({
  ...doc,
  waiting: [...doc.waiting, gesture],
})

export function confirmed(
  doc: RedactedDocument,
  reply: {
    readonly gesture: string
    readonly revision: number
    readonly data: readonly Redaction[]
    readonly removed: readonly RemovedRedaction[]
  },
): RedactedDocument {
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
    inForce: byPage([...there.values()]),
    removed: [...wasRemoved.values()].slice(-redactionLimits.gesture),
    waiting: doc.waiting.filter((one) => one !== done),
  }
}

export function refused(
  doc: RedactedDocument,
  { gesture, code, message }: { readonly gesture: string; readonly code: string; readonly message: string },
): RedactedDocument {
  const found = doc.waiting.find((one) => one.gesture === gesture)
  if (found === undefined) return doc
  return {
    ...doc,
    waiting: doc.waiting.filter((one) => one !== found),
    refused: [...doc.refused, { ...found, code, message }],
  }
}

export const dropped = (doc: RedactedDocument, gesture: string): RedactedDocument => ({
  ...doc,
  refused: doc.refused.filter((one) => one.gesture !== gesture),
})

export type Standing = 'saved' | 'saving' | 'refused'

export interface ShownRedaction {
  readonly redaction: Redaction
  readonly standing: Standing
}

export interface Applied {
  readonly inForce: ReadonlyMap<string, ShownRedaction>
  readonly removed: ReadonlyMap<string, RemovedRedaction>
}

/**
 * What stands once all that is on its way has arrived. Versions are those that the record will have then: each change makes
 * one more, so that what is drawn offline in several steps states the versions it will find.
 */
export function applied(doc: RedactedDocument): Applied {
  const inForce = new Map<string, ShownRedaction>(
    doc.inForce.map((one) => [one.key, { redaction: one, standing: 'saved' }]),
  )
  const removed = new Map(doc.removed.map((one) => [one.key, one]))
  for (const gesture of doc.waiting) apply(gesture, inForce, removed, 'saving')
  return { inForce, removed }
}

/** What is drawn: all that stands, and what was refused as the person left it. */
export function shownIn(doc: RedactedDocument): readonly ShownRedaction[] {
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
  return [...all.values()].sort((a, b) => a.redaction.page - b.redaction.page)
}

function apply(
  { gesture, asked: { markup }, at }: Gesture,
  inForce: Map<string, ShownRedaction>,
  removed: Map<string, RemovedRedaction>,
  standing: Standing,
): void {
  for (const one of markup.add) {
    const known = inForce.get(one.key)?.redaction
    if (!removed.has(one.key)) inForce.set(one.key, { redaction: known ?? drawn(one, gesture, at), standing })
  }
  for (const { key, version, checked, ...look } of markup.change) {
    const known = inForce.get(key)?.redaction
    if (known === undefined) continue
    const next = { ...known, ...present(look), version: Math.max(known.version, version + 1) }
    inForce.set(key, { redaction: checked ? { ...next, toCheck: false } : next, standing })
  }
  for (const { key } of markup.remove) {
    const known = inForce.get(key)?.redaction
    if (known === undefined) continue
    inForce.delete(key)
    removed.set(key, takenOut(known, at))
  }
  for (const { key } of markup.restore) {
    const known = removed.get(key)
    if (known === undefined) continue
    const { removedBy: _, removedAt: __, ...back } = known
    removed.delete(key)
    inForce.set(key, { redaction: { ...back, version: known.version + 1 }, standing })
  }
}

const drawn = (one: Markup['add'][number], gesture: string, at: string): Redaction => ({
  ...one,
  ...{ origin: 'hand', gesture, version: 1, by: 'You', isOwn: true, at, toCheck: false },
})

const takenOut = (one: Redaction, at: string): RemovedRedaction => ({
  ...one,
  ...{ version: one.version + 1, removedBy: 'You', removedAt: at },
})

const present = <T extends object>(look: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(look).filter(([, value]) => value !== undefined)) as never

const byPage = (all: readonly Redaction[]): readonly Redaction[] => all.toSorted((a, b) => a.page - b.page)

/** 'Redact words': for people, and without what stands there. */
export const kindWords: Readonly<Record<RedactionKind, string>> = {
  box: 'a box',
  words: 'words',
  page: 'a whole page',
  inverse: 'all but a box',
}
