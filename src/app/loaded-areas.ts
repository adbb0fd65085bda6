/**
 * The areas that one app has: those of its start, and those that were fetched since. An area is taken in in one step: its
 * commands, events, projections and effects are there together, and what its projections had to fold is folded.
 */
import { type Area, areaOf, type Parts, partsOf } from '../areas/area.ts'
import type { AnyCommand, Registry } from '../commands/registry.ts'
import type { AnyEffect } from '../effects/define.ts'
import type { AreaLoading } from '../events/area-loading.ts'
import type { EventCatalog } from '../events/catalog/catalog.ts'
import type { EventDef } from '../events/define.ts'
import { type DeferredProjection, deferredProjections } from '../stores/deferred.ts'
import type { AnyProjection, ProjectionTable } from '../stores/runtime.ts'
import type { Areas } from './ports.ts'

/** All of it changes as areas are loaded: look things up when they are needed. */
export interface LoadedAreas extends AreaLoading<Parts> {
  readonly registry: Registry
  readonly catalog: EventCatalog
  readonly projections: ProjectionTable
  readonly effects: readonly AnyEffect[]
  /** The projections of areas that were not loaded at the start. */
  readonly deferred: readonly DeferredProjection[]
  /** Loads all areas there are, for what looks at a whole log. Rejects where one cannot be fetched. */
  readonly loadAll: () => Promise<void>
  readonly stop: () => void
}

export function createLoadedAreas(areas: Areas, onFault: (fault: unknown) => void): LoadedAreas {
  const { lazy } = areas
  const registry = new Map<string, AnyCommand>(areas.registry)
  const catalog = new Map<string, EventDef>(areas.catalog)
  const projections: Record<string, AnyProjection> = { ...areas.projections }
  const effects: AnyEffect[] = [...areas.effects]
  const here = new Set<string>()
  const listeners = new Set<(parts: Parts) => void>()

  const takeIn = (area: Area): void => {
    if (here.has(area.name)) return
    here.add(area.name)
    const parts = partsOf([area])
    for (const [type, command] of parts.registry) registry.set(type, command)
    for (const [type, event] of parts.catalog) catalog.set(type, event)
    Object.assign(projections, parts.projections)
    effects.push(...parts.effects)
    for (const listener of listeners) listener(parts)
  }
  for (const area of lazy?.loaded() ?? []) takeIn(area)
  const deferred = [...(lazy?.all.values() ?? [])]
    .filter(({ name }) => !here.has(name))
    .flatMap(deferredProjections)
  // Whoever asked for it hears only that it is not there, as where it could not be fetched: this is a fault of the program.
  const takeInOrSay = (area: Area): void => {
    try {
      takeIn(area)
    } catch (fault) {
      onFault(fault)
      throw fault
    }
  }
  const stop = lazy?.subscribe(takeInOrSay) ?? (() => undefined)

  const missing = (type: string): string | null => {
    const name = areaOf(type)
    return lazy?.all.has(name) === true && !here.has(name) ? name : null
  }
  return {
    registry,
    catalog,
    projections,
    effects,
    deferred,
    missing,
    load: async (names) => {
      try {
        await Promise.all(names.filter((name) => !here.has(name)).map((name) => lazy?.load(name)))
        return true
      } catch {
        return false
      }
    },
    loadAll: async () => {
      await Promise.all([...(lazy?.all.keys() ?? [])].map((name) => lazy?.load(name)))
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop,
  }
}
