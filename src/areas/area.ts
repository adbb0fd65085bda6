/** An area of the program: what it adds to the bus, the log, the state and the effects, as one unit that loads at once. */
import { type Registry, registryOf } from '../commands/registry.ts'
import type { AnyEffect } from '../effects/define.ts'
import { catalogOf, type EventCatalog } from '../events/catalog/catalog.ts'
import type { LogKind } from '../events/envelope.ts'
import { readsIn } from '../reads/read.ts'
import type { ProjectionTable } from '../stores/runtime.ts'

export interface Area {
  /** Also the prefix of its commands and events: `collect` has `collect.addSource`. */
  readonly name: string
  /** Modules that export commands. */
  readonly commands: readonly object[]
  /** Modules that export events. */
  readonly events: readonly object[]
  /** Modules that export events of earlier versions, whose names had another prefix then: they are read and not made. */
  readonly earlier?: readonly object[]
  /** By their key in the root state, which is also their name. */
  readonly projections: ProjectionTable
  readonly effects: readonly AnyEffect[]
  /** Modules that export reads, each of which is a command, an event and an effect. */
  readonly reads?: readonly object[]
}

/**
 * An area that is fetched when it is first used. What must be known of it before: which projections its events belong to,
 * so that the log can be read, folded and snapshotted without it.
 */
export interface LazyArea {
  readonly name: string
  /** By projection name. Must say the same as the projections themselves; a test compares them. */
  readonly projections: Readonly<Record<string, { readonly version: number; readonly log: LogKind }>>
  /** Types of other areas' events that its projections fold. */
  readonly folds?: readonly string[]
  readonly load: () => Promise<Area>
}

/** Areas that are fetched on demand, for all apps of a page. */
export interface LazyAreas {
  /** By name. */
  readonly all: ReadonlyMap<string, LazyArea>
  readonly loaded: () => readonly Area[]
  /** Fetches it, unless it is there. Rejects where it cannot be fetched; the next call tries again. */
  readonly load: (name: string) => Promise<void>
  /** Calls back in the moment in which an area is there, before whoever waits for it goes on. */
  readonly subscribe: (loaded: (area: Area) => void) => () => void
}

/** What areas consist of, put together. */
export interface Parts {
  readonly registry: Registry
  readonly catalog: EventCatalog
  readonly projections: ProjectionTable
  readonly effects: readonly AnyEffect[]
}

export const partsOf = (areas: readonly Area[]): Parts => {
  const reads = readsIn(areas.flatMap((area) => area.reads ?? []))
  return {
    registry: registryOf([
      ...areas.flatMap(({ commands }) => commands),
      ...reads.map(({ request }) => ({ request })),
    ]),
    catalog: catalogOf([
      ...areas.flatMap(({ events, earlier = [] }) => [...events, ...earlier]),
      ...reads.map(({ requested }) => ({ requested })),
    ]),
    projections: Object.assign({}, ...areas.map(({ projections }) => projections)),
    effects: [...areas.flatMap(({ effects }) => effects), ...reads.map((one) => one.effect)],
  }
}

export const areaOf = (type: string): string => type.slice(0, type.indexOf('.'))

export function createLazyAreas(declared: readonly LazyArea[]): LazyAreas {
  const all = new Map(declared.map((area) => [area.name, area]))
  const loading = new Map<string, Promise<void>>()
  const loaded = new Map<string, Area>()
  const listeners = new Set<(area: Area) => void>()
  const fetchArea = async ({ name, load }: LazyArea): Promise<void> => {
    const area = await load()
    loaded.set(name, area)
    for (const listener of listeners) listener(area)
  }
  return {
    all,
    loaded: () => [...loaded.values()],
    load: (name) => {
      const area = all.get(name)
      if (!area || loaded.has(name)) return Promise.resolve()
      const work = loading.get(name) ?? fetchArea(area).finally(() => loading.delete(name))
      loading.set(name, work)
      return work
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
