/**
 * Redactions of one document, whatever they cover: what the record has, and what was drawn since and is on its way there. The
 * same for boxes on pages and for cells of a spreadsheet. Pure.
 */
import { redactionLimits } from '#contracts/redactions.ts'

/** What redactions have in common. */
export interface Redacted {
  readonly key: string
  readonly label: string
  readonly reason: string
  readonly version: number
  readonly by: string
  readonly isOwn: boolean
  /** Who changed, restored or checked it last, as far as that is known. */
  readonly changedBy?: string | undefined
  readonly changedAt?: string | undefined
  readonly toCheck: boolean
}

export type RemovedOf<One> = One & { readonly removedBy: string; readonly removedAt: string }

interface Seen {
  readonly key: string
  readonly version: number
}
/** A gesture as it was asked for. */
export interface Asked<Add = { readonly key: string }> {
  readonly markup: {
    readonly add: readonly Add[]
    readonly change: readonly (Seen & { readonly checked?: true | undefined })[]
    readonly remove: readonly Seen[]
    readonly restore: readonly Seen[]
  }
}

export interface GestureOf<A> {
  readonly gesture: string
  readonly asked: A
  readonly at: string
}

/** One that the server has not taken: the person decides what becomes of it. */
export interface RefusedOf<A> extends GestureOf<A> {
  readonly code: string
  readonly message: string
}

export interface DocumentOf<One, A> {
  readonly documentId: number
  /** Of the record; -1: it has not been asked yet. */
  readonly revision: number
  /** In the order of the document, and in the one in which they were added. */
  readonly inForce: readonly One[]
  readonly removed: readonly RemovedOf<One>[]
  /** In the order in which they were made. */
  readonly waiting: readonly GestureOf<A>[]
  readonly refused: readonly RefusedOf<A>[]
}

export const unknownDocument = (documentId: number): DocumentOf<never, never> => ({
  ...{ documentId, revision: -1, inForce: [], removed: [], waiting: [], refused: [] },
})

/** Whether nothing is lost where it is forgotten: it can be asked for again. */
export const isSettled = ({
  waiting,
  refused,
}: Pick<DocumentOf<unknown, unknown>, 'waiting' | 'refused'>): boolean =>
  waiting.length + refused.length === 0

/** As the server tells them. */
export interface ToldOf<One> {
  readonly revision: number
  readonly data: readonly One[]
  readonly removed: readonly RemovedOf<One>[]
}

/** What the record has now. An older answer never takes the place of a newer one. */
export function arrived<One, A>(doc: DocumentOf<One, A>, told: ToldOf<One>): DocumentOf<One, A> {
  if (told.revision < doc.revision) return doc
  return { ...doc, revision: told.revision, inForce: told.data, removed: told.removed }
}

/** Whether an answer says anything that is not known. A document can change without a gesture, so what is to be checked counts. */
export const saysMore = <One extends Redacted, A>(
  doc: DocumentOf<One, A>,
  told: Pick<ToldOf<One>, 'revision' | 'data'>,
): boolean =>
  told.revision > doc.revision ||
  (told.revision === doc.revision && toCheckOf(told.data) !== toCheckOf(doc.inForce))

const toCheckOf = (all: readonly Redacted[]): string =>
  all
    .filter(({ toCheck }) => toCheck)
    .map(({ key }) => key)
    .sort()
    .join()

export const asked = <One, A>(doc: DocumentOf<One, A>, gesture: GestureOf<A>): DocumentOf<One, A> => ({
  ...doc,
  waiting: [...doc.waiting, gesture],
})

export function refused<One, A>(
  doc: DocumentOf<One, A>,
  { gesture, code, message }: { readonly gesture: string; readonly code: string; readonly message: string },
): DocumentOf<One, A> {
  const found = doc.waiting.find((one) => one.gesture === gesture)
  if (found === undefined) return doc
  return {
    ...doc,
    waiting: doc.waiting.filter((one) => one !== found),
    refused: [...doc.refused, { ...found, code, message }],
  }
}

export const dropped = <One, A>(doc: DocumentOf<One, A>, gesture: string): DocumentOf<One, A> => ({
  ...doc,
  refused: doc.refused.filter((one) => one.gesture !== gesture),
})

export type Standing = 'saved' | 'saving' | 'refused'

export interface ShownOf<One> {
  readonly redaction: One
  readonly standing: Standing
}

export interface AppliedOf<One> {
  readonly inForce: ReadonlyMap<string, ShownOf<One>>
  readonly removed: ReadonlyMap<string, RemovedOf<One>>
}

/** What differs by what is covered. */
interface Kind<One, A extends Asked> {
  /** One that is on its way, as the record will have it. */
  readonly drawn: (one: A['markup']['add'][number], gesture: string, at: string) => One
  /** Where it stands in the document: its page, or its sheet. */
  readonly placeOf: (one: One) => number
}

export function gesturesOn<One extends Redacted, A extends Asked>({ drawn, placeOf }: Kind<One, A>) {
  type Doc = DocumentOf<One, A>
  type Shown = ShownOf<One>
  type Removed = RemovedOf<One>

  function confirmed(doc: Doc, reply: ToldOf<One> & { readonly gesture: string }): Doc {
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
      inForce: [...there.values()].sort((a, b) => placeOf(a) - placeOf(b)),
      removed: [...wasRemoved.values()].slice(-redactionLimits.gesture),
      waiting: doc.waiting.filter((one) => one !== done),
    }
  }

  /**
   * What stands once all that is on its way has arrived. Versions are those that the record will have then: each change makes
   * one more, so that what is drawn offline in several steps states the versions it will find.
   */
  function applied(doc: Doc): AppliedOf<One> {
    const inForce = new Map<string, Shown>(
      doc.inForce.map((one) => [one.key, { redaction: one, standing: 'saved' }]),
    )
    const removed = new Map(doc.removed.map((one) => [one.key, one]))
    for (const gesture of doc.waiting) apply(gesture, gesture.asked.markup, inForce, removed, 'saving')
    return { inForce, removed }
  }

  /** What is drawn: all that stands, and what was refused as the person left it. */
  function shownIn(doc: Doc): readonly Shown[] {
    const { inForce, removed } = applied(doc)
    const all = new Map(inForce)
    const gone = new Map(removed)
    // What was to be removed stands: only what somebody drew is shown beside what the record has.
    for (const one of doc.refused)
      apply(one, { ...one.asked.markup, remove: [], restore: [] }, all, gone, 'refused')
    return [...all.values()].sort((a, b) => placeOf(a.redaction) - placeOf(b.redaction))
  }

  function apply(
    { gesture, at }: GestureOf<A>,
    markup: Asked<A['markup']['add'][number]>['markup'],
    inForce: Map<string, Shown>,
    removed: Map<string, Removed>,
    standing: Standing,
  ): void {
    for (const one of markup.add) {
      const known = inForce.get(one.key)?.redaction
      if (!removed.has(one.key))
        inForce.set(one.key, { redaction: known ?? drawn(one, gesture, at), standing })
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
      removed.delete(key)
      inForce.set(key, { redaction: putBack(known), standing })
    }
  }

  const takenOut = (one: One, at: string): Removed => ({
    ...one,
    ...{ version: one.version + 1, removedBy: 'You', removedAt: at },
  })

  return { confirmed, applied, shownIn }
}

function putBack<One extends Redacted>({ removedBy: _, removedAt: __, ...back }: RemovedOf<One>): One {
  // TypeScript cannot tell that taking away what `RemovedOf` adds leaves the redaction.
  return { ...back, version: back.version + 1 } as unknown as One
}

/** What of a look is said: what is absent stays as it is. */
export const present = <T extends object>(look: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(look).filter(([, value]) => value !== undefined)) as never
