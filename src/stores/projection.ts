/**
 * The one place where events meet Effector. A projection is a pure fold of one log's envelopes into one store.
 *
 * The runtime fires `committed` once per batch (an append, or a channel message) and `restored` once per replay; no
 * component ever sees half a batch.
 */
import { createEvent, createStore, type EventCallable, type Store } from 'effector'
import type { EventDef } from '../events/define.ts'
import type { Envelope, LogKind } from '../events/envelope.ts'

export type Fold<S> = (state: S, payload: never, envelope: Envelope) => S
export interface Handler<S> {
  readonly type: string
  readonly fold: Fold<S>
}

/** Binds a fold to the event it folds, with the payload's type. */
export const on = <S, P>(
  def: EventDef<string, P>,
  fold: (state: S, payload: P, envelope: Envelope<P>) => S,
): Handler<S> => ({ type: def.type, fold: fold as unknown as Fold<S> })

export interface Projection<S> {
  /** Keys its snapshots, with `version`; also the store's sid. */
  readonly name: string
  /** Raised when the fold changes its meaning: older snapshots are then not used. */
  readonly version: number
  readonly log: LogKind
  readonly initial: S
  readonly handlers: ReadonlyMap<string, Fold<S>>
  /** Folds every envelope of the log, whatever its type (after the handler of its type, where there is one). */
  readonly every: ((state: S, envelope: Envelope) => S) | null
  readonly $state: Store<S>
}

/** Envelopes already routed by type: projection name → its envelopes, in order. */
export interface Routed {
  readonly log: LogKind
  readonly byProjection: ReadonlyMap<string, readonly Envelope[]>
}
export const committed: EventCallable<Routed> = createEvent<Routed>({ name: 'committed', sid: 'committed' })
/** States by projection name; projections of that log which are not named fall back to their initial state. */
export interface Restored {
  readonly log: LogKind
  readonly states: ReadonlyMap<string, unknown>
}
export const restored: EventCallable<Restored> = createEvent<Restored>({ name: 'restored', sid: 'restored' })

/** Folds envelopes that this projection handles, in order. Pure. */
export function foldAll<S>(
  projection: Pick<Projection<S>, 'handlers' | 'every'>,
  state: S,
  envelopes: readonly Envelope[],
): S {
  let next = state
  for (const envelope of envelopes) {
    const fold = projection.handlers.get(envelope.type)
    if (fold) next = fold(next, envelope.payload as never, envelope)
    if (projection.every) next = projection.every(next, envelope)
  }
  return next
}

export function projection<S>(declared: {
  name: string
  version: number
  log: LogKind
  initial: S
  handlers: readonly Handler<S>[]
  every?: (state: S, envelope: Envelope) => S
}): Projection<S> {
  const handlers = new Map<string, Fold<S>>()
  for (const { type, fold } of declared.handlers) {
    // A second handler would silently replace the first.
    if (handlers.has(type)) throw new Error(`${declared.name} folds ${type} twice`)
    handlers.set(type, fold)
  }
  const { name, version, log, initial } = declared
  const $state = createStore<S>(initial, { name, sid: name, skipVoid: false })
  const self: Projection<S> = {
    name,
    version,
    log,
    initial,
    handlers,
    every: declared.every ?? null,
    $state,
  }
  $state.on(committed, (state, routed) => {
    const envelopes = routed.log === log ? routed.byProjection.get(name) : undefined
    return envelopes ? foldAll(self, state, envelopes) : state
  })
  $state.on(restored, (state, { log: which, states }) =>
    which !== log ? state : states.has(name) ? (states.get(name) as S) : initial,
  )
  return self
}
