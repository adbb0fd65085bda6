/**
 * Carries envelopes into the projections of one Effector scope. Live: one `committed` per batch, one graph pass.
 * Replay: folded off the graph by the same tables, then one `restored`; both give equal states.
 */
import { type Scope, type Store, scopeBind } from 'effector'
import type { Envelope, LogKind } from '../events/envelope.ts'
import { inBatch } from './buckets.ts'
import { committed, type Projection, restored } from './projection.ts'

/** Any projection, whatever it folds into: its states are found again by its name. */
export interface AnyProjection extends Pick<Projection<unknown>, 'name' | 'version' | 'log' | 'initial'> {
  readonly handlers: ReadonlyMap<string, (state: never, payload: never, envelope: Envelope) => unknown>
  readonly every: ((state: never, envelope: Envelope) => unknown) | null
  readonly $state: Store<unknown>
}
export type ProjectionTable = Readonly<Record<string, AnyProjection>>

/** States by projection name. */
export type States = ReadonlyMap<string, unknown>

/** Which projections take which envelopes. Built once: 20 projections that each look at all events cost 20 times more. */
export interface Routes {
  readonly of: (log: LogKind) => readonly AnyProjection[]
  readonly takers: (log: LogKind, type: string) => readonly AnyProjection[]
}

export function createRoutes(table: ProjectionTable): Routes {
  const all = Object.values(table)
  const names = new Set(all.map(({ name }) => name))
  if (names.size !== all.length) throw new Error('Two projections have one name')
  const byLog = (log: LogKind) => all.filter((projection) => projection.log === log)
  const of: Record<LogKind, AnyProjection[]> = {
    device: byLog('device'),
    account: byLog('account'),
    project: byLog('project'),
  }
  const known = { device: takersOf(of.device), account: takersOf(of.account), project: takersOf(of.project) }
  return {
    of: (log) => of[log],
    takers: (log, type) => known[log].byType.get(type) ?? known[log].every,
  }
}

function takersOf(projections: readonly AnyProjection[]) {
  const every = projections.filter((projection) => projection.every !== null)
  const byType = new Map<string, AnyProjection[]>()
  for (const type of projections.flatMap(({ handlers }) => [...handlers.keys()])) {
    byType.set(
      type,
      projections.filter((projection) => projection.handlers.has(type) || projection.every !== null),
    )
  }
  return { every, byType }
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
    readonly projection: AnyProjection
    readonly start: number
    state: unknown
  }
  const cells = new Map<AnyProjection, Cell>()
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
function foldOne(projection: AnyProjection, state: unknown, envelope: Envelope): unknown {
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
}

/** `Root` is what the table's states are together, by the table's keys (stores/root.ts). */
export function createRuntime<Root extends object>(scope: Scope, table: ProjectionTable): Runtime<Root> {
  const routes = createRoutes(table)
  const fireCommitted = scopeBind(committed, { scope, safe: true })
  const fireRestored = scopeBind(restored, { scope, safe: true })
  const entries = Object.entries(table)
  let root: Root | null = null

  return {
    scope,
    routes,
    commit: (log, envelopes) => {
      const byProjection = new Map<string, Envelope[]>()
      for (const envelope of envelopes) {
        for (const { name } of routes.takers(log, envelope.type)) {
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
      fireRestored({ log, states })
    },
    root: () => {
      root ??= Object.freeze(
        Object.fromEntries(entries.map(([key, { $state }]) => [key, scope.getState($state)])),
      ) as Root
      return root
    },
    preview: (before, envelopes) => {
      const after: Record<string, unknown> = Object.fromEntries(Object.entries(before))
      for (const [key, projection] of entries) {
        for (const envelope of envelopes) {
          if (projection.log === envelope.log) after[key] = foldOne(projection, after[key], envelope)
        }
      }
      return after as Root
    },
    states: (log) => new Map(routes.of(log).map(({ name, $state }) => [name, scope.getState($state)])),
  }
}
