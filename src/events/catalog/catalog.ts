/** Events by type: what a log's envelopes are checked, upcast and folded by. */
import type { EventDef } from '../define.ts'

export type EventCatalog = ReadonlyMap<string, EventDef>

/** Builds a catalogue from modules; two events of one type are refused. */
export function catalogOf(modules: readonly object[]): EventCatalog {
  const byType = new Map<string, EventDef>()
  for (const exported of modules.flatMap((module) => Object.values(module))) {
    if (!isEventDef(exported)) continue
    if (byType.has(exported.type)) throw new Error(`The event ${exported.type} is declared twice`)
    byType.set(exported.type, exported)
  }
  return byType
}

const isEventDef = (value: unknown): value is EventDef =>
  typeof value === 'function' && 'type' in value && 'retention' in value && 'upcasts' in value
