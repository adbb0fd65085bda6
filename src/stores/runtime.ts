/**
 * Carries envelopes into the projections of one Effector scope. Live: one `committed` per batch, one graph pass.
 * Replay: folded off the graph by the same tables, then one `restored`; both give equal states.
 */
import { type Scope, type Store, scopeBind } from 'effector'
import { AreaNotLoaded } from '../events/area-loading.ts'
import type { Envelope, LogKind } from '../events/envelope.ts'
import { inBatch } from './batch.ts'
import { Deferred, type DeferredProjection, nothingDeferred } from './deferred.ts'
import { committed, type Projection, restored } from './projection.ts'

/** Any projection, whatever it folds into: its states are found again by its name. */
export interface AnyProjection extends Pick<Projection<unknown>, 'name' | 'version' | 'log' | 'initial'> {
  readonly handlers: ReadonlyMap<string, (state: never, payload: never, envelope: Envelope) => unknown>
  readonly every: ((state: never, envelope: Envelope) => unknown) | null
  readonly $state: Store<unknown>
  readonly deferred?: never
}
export type ProjectionTable = Readonly<Record<string, AnyProjection>>

/** States by projection name. */
export type States = ReadonlyMap<string, unknown>

/** A projection, or what stands in its place until its area is loaded. */
export type Folding = AnyProjection | DeferredProjection

/** Which projections take which envelopes. Built once: 20 projections that each look at all events cost 20 times more. */
export interface Routes {
  readonly of: (log: LogKind) => readonly Folding[]
  readonly takers: (log: LogKind, type: string) => readonly Folding[]
  /** Puts the projections of an area that has been loaded in the place of the deferred ones. Once for each area. */
  readonly adopt: (table: ProjectionTable) => void
}

export function createRoutes(table: ProjectionTable, deferred: readonly DeferredProjection[] = []): Routes {
  const all = new Map<string, Folding>()
  for (const projection of [...Object.values(table), ...deferred]) {
    if (all.has(projection.name)) throw new Error('Two projections have one name')
    all.set(projection.name, projection)
  }
  const ofLog = new Map<LogKind, readonly Folding[]>()
  const byType = new Map<LogKind, Map<string, readonly Folding[]>>()
  const of = (log: LogKind): readonly Folding[] => {
    const known = ofLog.get(log)
    if (known) return known
    const found = [...all.values()].filter((projection) => projection.log === log)
    ofLog.set(log, found)
    return found
  }
  return {
    of,
    takers: (log, type) => {
      const types = byType.get(log) ?? new Map<string, readonly Folding[]>()
      byType.set(log, types)
      const known = types.get(type)
      if (known) return known
      const found = of(log).filter((projection) => takes(projection, type))
      types.set(type, found)
      return found
    },
    adopt: (loaded) => {
      for (const projection of Object.values(loaded)) {
        if (all.get(projection.name)?.deferred !== true)
          throw new Error(`${projection.name} was not said to come later`)
        all.set(projection.name, projection)
      }
      ofLog.clear()
      byType.clear()
    },
  }
}

const takes = (projection: Folding, type: string): boolean =>
  projection.deferred === true
    ? projection.takes(type)
    : projection.every !== null || projection.handlers.has(type)

/**
 * The states with those of projections that were deferred and are loaded now. `admit` checks the envelopes that waited, as it
 * would have done when they came.
 */
export function foldDeferred(
  routes: Routes,
  log: LogKind,
  states: States,
  admit: (envelopes: readonly Envelope[]) => readonly Envelope[],
): States {
  const waiting = routes.of(log).flatMap((projection) => {
    const state = states.get(projection.name)
    return projection.deferred !== true && state instanceof Deferred ? [{ projection, state }] : []
  })
  if (waiting.length === 0) return states
  const bySeq = new Map(waiting.flatMap(({ state }) => state.envelopes()).map((one) => [one.seq, one]))
  const inOrder = [...bySeq.values()].sort((a, b) => a.seq - b.seq)
  const admitted = new Map(admit(inOrder).map((one) => [one.seq, one]))
  const next = new Map(states)
  for (const { projection, state } of waiting) {
    const folded = state
      .envelopes()
      .flatMap(({ seq }) => admitted.get(seq) ?? [])
      .reduce<unknown>(
        (before, envelope) => foldOne(projection, before, envelope),
        state.from === null ? projection.initial : state.from.state,
      )
    next.set(projection.name, folded)
  }
  return next
}

/** Folds envelopes of one log off the graph; feed it batches, take the states. Pure as seen from outside. */
export interface Replay {
  /** Envelopes up to a projection's start (its snapshot's seq) are passed over. */
  readonly feed: (envelopes: readonly Envelope[]) => void
  readonly states: () => States
}

export function createReplay(
  routes: Routes,
  log: LogKind,
  from: ReadonlyMap<string, { readonly seq: number; readonly state: unknown }> = new Map(),
): Replay {
  interface Cell {
    readonly projection: Folding
    readonly start: number
    state: unknown
  }
  const cells = new Map<Folding, Cell>()
  for (const projection of routes.of(log)) {
    const start = from.get(projection.name)
    cells.set(projection, {
      projection,
      start: start?.seq ?? 0,
      state: start ? start.state : projection.initial,
    })
  }
  const cellsByType = new Map<string, Cell[]>()
  const cellsOf = (type: string): Cell[] => {
    const known = cellsByType.get(type)
    if (known) return known
    const found = routes.takers(log, type).flatMap((projection) => cells.get(projection) ?? [])
    cellsByType.set(type, found)
    return found
  }
  /** Nobody sees a state before it is asked for: until then all that is fed is one batch. */
  let own = new Set<object>()
  return {
    feed: (envelopes) =>
      inBatch(() => {
        for (const envelope of envelopes) {
          for (const cell of cellsOf(envelope.type)) {
            if (envelope.seq > cell.start) cell.state = foldOne(cell.projection, cell.state, envelope)
          }
        }
      }, own),
    states: () => {
      own = new Set()
      return new Map([...cells.values()].map(({ projection, state }) => [projection.name, state]))
    },
  }
}

/** A state is what its own projection made, so its type is right though nobody here can see it. */
function foldOne(projection: Folding, state: unknown, envelope: Envelope): unknown {
  if (projection.deferred === true) return (state as Deferred).and(envelope)
  const fold = projection.handlers.get(envelope.type)
  const next = fold ? fold(state as never, envelope.payload as never, envelope) : state
  return projection.every ? projection.every(next as never, envelope) : next
}

export interface Runtime<Root> {
  readonly scope: Scope
  readonly routes: Routes
  /** One batch, one graph pass. */
  readonly commit: (log: LogKind, envelopes: readonly Envelope[]) => void
  /** Puts states in place; projections of that log which are not named fall back to their initial state. */
  readonly restore: (log: LogKind, states: States) => void
  /** What decisions see. The same object until something changes. */
  readonly root: () => Root
  /** The root state as it would be after these envelopes; nothing is changed. */
  readonly preview: (root: Root, envelopes: readonly Envelope[]) => Root
  readonly states: (log: LogKind) => States
  /**
   * Takes in an area that has been loaded. What waited for it is folded where the states of each log are next restored: see
   * `foldDeferred`.
   */
  readonly adopt: (table: ProjectionTable) => void
}

/** The same root with other states: also what is not loaded stays as it is. */
export const withStates = <Root extends object>(
  root: Root,
  states: Readonly<Record<string, unknown>>,
): Root => Object.assign(Object.create(Object.getPrototypeOf(root)), root, states)

/** `Root` is what the states are together, by the projections' keys (stores/root.ts). */
export function createRuntime<Root extends object>(
  scope: Scope,
  table: ProjectionTable,
  deferred: readonly DeferredProjection[] = [],
): Runtime<Root> {
  const routes = createRoutes(table, deferred)
  const waiting = new Map<string, Deferred>(deferred.map(({ name }) => [name, nothingDeferred]))
  /** Reading what is not loaded is refused: an initial state in its place would be a lie. */
  const notLoaded: Record<string, unknown> = Object.defineProperties(
    {},
    Object.fromEntries(
      deferred.map(({ name, area }) => [
        name,
        {
          configurable: true,
          get: () => {
            throw new AreaNotLoaded(area)
          },
        },
      ]),
    ),
  )
  const fireCommitted = scopeBind(committed, { scope, safe: true })
  const fireRestored = scopeBind(restored, { scope, safe: true })
  let entries = Object.entries(table)
  for (const [key, { name }] of entries)
    if (key !== name) throw new Error(`The projection ${name} stands under ${key}`)
  let root: Root | null = null

  return {
    scope,
    routes,
    commit: (log, envelopes) => {
      const byProjection = new Map<string, Envelope[]>()
      for (const envelope of envelopes) {
        for (const { name, deferred: isDeferred } of routes.takers(log, envelope.type)) {
          if (isDeferred === true) {
            waiting.set(name, (waiting.get(name) ?? nothingDeferred).and(envelope))
            continue
          }
          const known = byProjection.get(name)
          if (known) known.push(envelope)
          else byProjection.set(name, [envelope])
        }
      }
      root = null
      if (byProjection.size > 0) fireCommitted({ log, byProjection })
    },
    restore: (log, states) => {
      root = null
      const folded = new Map(states)
      for (const { name, deferred: isDeferred } of routes.of(log)) {
        waiting.delete(name)
        if (isDeferred !== true) continue
        const state = states.get(name)
        waiting.set(name, state instanceof Deferred ? state : nothingDeferred)
        // Its store may be there already, made by another import than the area's.
        folded.delete(name)
      }
      fireRestored({ log, states: folded })
    },
    root: () => {
      root ??= Object.freeze(
        Object.assign(
          Object.create(notLoaded),
          Object.fromEntries(entries.map(([key, { $state }]) => [key, scope.getState($state)])),
        ),
      ) as Root
      return root
    },
    preview: (before, envelopes) => {
      const after: Record<string, unknown> = {}
      for (const [key, projection] of entries) {
        for (const envelope of envelopes) {
          if (projection.log !== envelope.log) continue
          after[key] = foldOne(projection, key in after ? after[key] : Reflect.get(before, key), envelope)
        }
      }
      return withStates(before, after)
    },
    states: (log) =>
      new Map(
        routes
          .of(log)
          .map((one) => [
            one.name,
            waiting.get(one.name) ?? (one.deferred === true ? nothingDeferred : scope.getState(one.$state)),
          ]),
      ),
    adopt: (loaded) => {
      routes.adopt(loaded)
      for (const name of Object.keys(loaded)) {
        delete notLoaded[name]
        if (waiting.get(name) === nothingDeferred) waiting.delete(name)
      }
      entries = [...entries, ...Object.entries(loaded)]
      root = null
    },
  }
}
