/**
 * What commands on redactions decide, whatever they cover: a gesture states the versions that the record will have when it
 * arrives, is taken back by its inverse, and is done anew or dropped where it was refused.
 */
import { redactionLimits } from '#contracts/redactions.ts'
import type { Done, Draft } from '../events/envelope.ts'
import {
  type AppliedOf,
  type DocumentOf,
  present,
  type Redacted,
  type RemovedOf,
} from '../events/redaction/gestures.ts'
import type { RootState } from '../stores/root.ts'
import { inLostBatch } from './batch-standing.ts'
import { type CommandInput, type DecideContext, isRejection, type Rejection, reject } from './define.ts'

interface Keyed {
  readonly key: string
}
interface Seen {
  key: string
  version: number
}
/** What can be changed of one: what is absent stays as it is. */
type Said<Look> = { readonly [K in keyof Look]?: Look[K] | undefined }
type Changing<Look> = Keyed & Said<Look> & { readonly checked?: true | undefined }

/** A gesture as its event has it. */
interface Gesture<Add, Look> {
  documentId: number
  markup: { add: Add[]; change: (Changing<Look> & Seen)[]; remove: Seen[]; restore: Seen[] }
  /** What is changed, as it was. */
  was: (Look & Keyed)[]
  /** All of the document are removed, which then were at this revision. */
  clears?: number | undefined
}

interface PutBack<Look> {
  readonly documentId: number
  readonly remove: readonly string[]
  readonly restore: readonly string[]
  readonly change: readonly (Keyed & { readonly from: Look; readonly to: Look })[]
}

interface Of {
  readonly documentId: number
  readonly gesture: string
}

interface Area<One, Add, Look> {
  readonly docIn: (state: RootState, documentId: number) => DocumentOf<One, Gesture<Add, Look>> | null
  readonly applied: (doc: DocumentOf<One, Gesture<Add, Look>>) => AppliedOf<One>
  readonly ask: (gesture: Gesture<Add, Look>) => Draft
  /** The gesture in the payload of its event; undefined: it is another event's. */
  readonly read: (payload: unknown) => Gesture<Add, Look> | undefined
  readonly drop: (of: Of) => Draft
  readonly lookOf: (one: Look) => Look
  /** One that was removed, drawn again. */
  readonly again: (gone: RemovedOf<One>, key: string, look: Said<Look>) => Add
  /** The type of the command that takes gestures back. */
  readonly putBack: string
}

interface Wanted<Add, Look> {
  readonly add?: readonly Add[]
  readonly change?: readonly Changing<Look>[]
  readonly remove?: readonly string[]
  readonly restore?: readonly string[]
}

export const notLoaded = reject('The redactions of this document are not loaded yet.')
const nothingRefused = reject('Nothing that you drew here was refused.')

export function gesturesBy<One extends Redacted & Look, Add extends Keyed, Look extends object>(
  area: Area<One, Add, Look>,
) {
  const { docIn, applied, lookOf } = area
  const sameLook = (one: Look, other: Look): boolean =>
    JSON.stringify(lookOf(one)) === JSON.stringify(lookOf(other))

  /** The gesture that does this to what stands once all that is on its way has arrived. */
  function of(
    state: RootState,
    documentId: number,
    ctx: DecideContext,
    wantedOf: (standing: AppliedOf<One>) => Wanted<Add, Look>,
  ): readonly Draft[] | Rejection {
    const doc = drawable(state, documentId, ctx)
    if (isRejection(doc)) return doc
    const standing = applied(doc)
    const { add = [], change = [], remove = [], restore = [] } = wantedOf(standing)
    if (add.length + change.length + remove.length + restore.length === 0) return []
    const inForce = (key: string) => standing.inForce.get(key)?.redaction
    const touched = [...change.map(({ key }) => key), ...remove].map(inForce)
    const back = restore.map((key) => standing.removed.get(key))
    if (touched.includes(undefined)) return reject('This redaction is not there any more.')
    if (back.includes(undefined))
      return reject('This redaction cannot be restored: it is not known as removed.')
    const foreign = [...touched, ...back].find((one) => one !== undefined && !one.isOwn)
    if (foreign !== undefined && !ctx.can('redaction.ofOthers'))
      return reject(`This redaction is by ${foreign.by}. Your role does not change redactions of others.`)
    const seen = (one: One | undefined): Seen[] =>
      one === undefined ? [] : [{ key: one.key, version: one.version }]
    return [
      area.ask({
        documentId,
        markup: {
          add: [...add],
          change: change.flatMap((one) => seen(inForce(one.key)).map(({ version }) => ({ ...one, version }))),
          remove: remove.flatMap((key) => seen(inForce(key))),
          restore: restore.flatMap((key) => seen(standing.removed.get(key))),
        },
        was: change.flatMap(({ key }) => {
          const one = inForce(key)
          return one === undefined ? [] : [{ ...lookOf(one), key }]
        }),
      }),
    ]
  }

  function drawable(state: RootState, documentId: number, ctx: DecideContext) {
    if (!ctx.can('redaction.draw')) {
      const { projects } = state.selection
      const archived = ctx.projectId !== null && (projects[ctx.projectId]?.archivedAt ?? null) !== null
      return reject(
        archived
          ? 'This project is archived: it can be read and not changed.'
          : 'Your role in this project does not allow redacting.',
      )
    }
    const lost = inLostBatch(state, ctx)
    if (lost) return lost
    const doc = docIn(state, documentId)
    return doc === null || doc.revision < 0 ? notLoaded : doc
  }

  /** Without what says nothing new. */
  function change(
    state: RootState,
    { documentId, change: all }: { readonly documentId: number; readonly change: readonly Changing<Look>[] },
    ctx: DecideContext,
  ): readonly Draft[] | Rejection {
    const differs = ({ inForce }: AppliedOf<One>, { key, checked: _, ...look }: Changing<Look>): boolean => {
      const now = inForce.get(key)?.redaction
      return now === undefined || !sameLook({ ...now, ...present(look) }, now)
    }
    return of(state, documentId, ctx, (standing) => ({
      change: all.filter((one) => one.checked !== undefined || differs(standing, one)),
    }))
  }

  function clear(state: RootState, documentId: number, ctx: DecideContext): readonly Draft[] | Rejection {
    if (!ctx.can('redaction.clear')) return reject('Your role in this project does not clear redactions.')
    const doc = docIn(state, documentId)
    if (doc === null || doc.revision < 0) return notLoaded
    if (doc.waiting.length > 0) return reject('Wait until what you drew is saved, then clear.')
    const remove = doc.inForce.map(({ key, version }) => ({ key, version }))
    if (remove.length === 0) return reject('There is nothing to clear.')
    return [
      area.ask({
        ...{ documentId, clears: doc.revision, was: [] },
        markup: { add: [], change: [], remove, restore: [] },
      }),
    ]
  }

  /** What somebody else has changed since is not overwritten: nothing is done then, and the reason says so. */
  function putBack(
    state: RootState,
    { documentId, remove, restore, change: back }: PutBack<Look>,
    ctx: DecideContext,
  ): readonly Draft[] | Rejection {
    const doc = docIn(state, documentId)
    if (doc === null) return notLoaded
    const { inForce, removed } = applied(doc)
    const looksNow = (key: string) => inForce.get(key)?.redaction
    const moved = back.some(({ key, from, to }) => {
      const now = looksNow(key)
      return now !== undefined && !sameLook(now, from) && !sameLook(now, to)
    })
    if (moved) return reject('This redaction has been changed since: it is left as it is.')
    const due = {
      remove: remove.filter((key) => inForce.has(key)),
      restore: restore.filter((key) => removed.has(key)),
      change: back.flatMap(({ key, to }) => {
        const now = looksNow(key)
        return now === undefined || sameLook(now, to) ? [] : [{ ...to, key }]
      }),
    }
    if (due.remove.length + due.restore.length + due.change.length > redactionLimits.gesture)
      return reject(
        `At most ${redactionLimits.gesture} redactions are put back at once: restore them from the list.`,
      )
    return of(state, documentId, ctx, () => due)
  }

  /** Does anew what was refused, on what stands now. What was removed meanwhile is drawn again. */
  function keepMine(
    state: RootState,
    { documentId, gesture }: Of,
    ctx: DecideContext,
  ): readonly Draft[] | Rejection {
    const found = refusedOf(state, { documentId, gesture })
    if (found === null) return nothingRefused
    const { markup } = found
    const drafts = of(state, documentId, ctx, ({ inForce, removed }) => ({
      add: [
        ...markup.add.filter(({ key }) => !inForce.has(key)).map((one) => ({ ...one, key: ctx.newId() })),
        ...markup.change.flatMap((one) => {
          const gone = removed.get(one.key)
          return gone === undefined ? [] : [area.again(gone, ctx.newId(), one)]
        }),
      ],
      change: markup.change.filter(({ key }) => inForce.has(key)),
      remove: markup.remove.map(({ key }) => key).filter((key) => inForce.has(key)),
      restore: markup.restore.map(({ key }) => key).filter((key) => removed.has(key)),
    }))
    return isRejection(drafts) ? drafts : [area.drop({ documentId, gesture }), ...drafts]
  }

  const drop = (state: RootState, of: Of): readonly Draft[] | Rejection =>
    refusedOf(state, of) === null ? nothingRefused : [area.drop(of)]

  const refusedOf = (state: RootState, { documentId, gesture }: Of): Gesture<Add, Look> | null =>
    docIn(state, documentId)?.refused.find((one) => one.gesture === gesture)?.asked ?? null

  const waits = (state: RootState, { documentId, gesture }: Of): boolean =>
    docIn(state, documentId)?.waiting.some((one) => one.gesture === gesture) ?? false

  /** What was added goes, what was removed comes back, what was changed is as before the first of these gestures. */
  function takeBack(done: readonly Done[]): CommandInput | null {
    const remove = new Set<string>()
    const restore = new Set<string>()
    const back = new Map<string, { key: string; from: Look; to: Look }>()
    let documentId: number | null = null
    for (const { payload } of done) {
      const gesture = area.read(payload)
      if (gesture === undefined) continue
      documentId = gesture.documentId
      for (const { key } of [...gesture.markup.add, ...gesture.markup.restore])
        if (!restore.delete(key)) remove.add(key)
      for (const { key } of gesture.markup.remove) if (!remove.delete(key)) restore.add(key)
      for (const one of gesture.was) {
        const was = lookOf(one)
        const made = gesture.markup.change.find(({ key }) => key === one.key)
        const from = lookOf({ ...was, ...present(made ?? {}) })
        back.set(one.key, { key: one.key, from, to: back.get(one.key)?.to ?? was })
      }
    }
    const change = [...back.values()].filter(({ key, from, to }) => !remove.has(key) && !sameLook(from, to))
    if (documentId === null || remove.size + restore.size + change.length === 0) return null
    return {
      type: area.putBack,
      payload: { documentId, remove: [...remove], restore: [...restore], change },
    }
  }

  return { of, drawable, change, clear, putBack, keepMine, drop, waits, takeBack }
}
