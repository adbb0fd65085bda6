/** Whether what older versions of the program have stored can still be read. */
import type { EventDef } from '#src/events/define.ts'
import { upcast } from '#src/events/log/upcast.ts'
import { placed } from './envelopes.ts'
import { deepFreeze } from './freeze.ts'

/** By event type: payloads as each version before today's has stored them, from version 1 on. */
export type StoredPayloads = Readonly<Record<string, readonly (readonly unknown[])[]>>

type Versioned = Pick<EventDef, 'type' | 'version' | 'payload' | 'upcasts'>

/** What is wrong, in words; nothing where every older version of every event has its samples and they can be read. */
export function upcastFaults(defs: Iterable<Versioned>, stored: StoredPayloads): string[] {
  const faults: string[] = []
  for (const def of defs) {
    for (let version = 1; version < def.version; version++) {
      const samples = stored[def.type]?.[version - 1] ?? []
      if (samples.length === 0)
        faults.push(`${def.type}: no payload of version ${version} is kept as a sample`)
      for (const payload of samples) {
        const fault = faultOf(def, version, payload)
        if (fault !== null) faults.push(`${def.type}: a payload of version ${version} ${fault}`)
      }
    }
  }
  return faults
}

function faultOf(def: Versioned, version: number, payload: unknown): string | null {
  try {
    const old = deepFreeze(placed(1, { type: def.type, version, payload }))
    const now = upcast(old, def.version, def.upcasts)
    return def.payload.safeParse(now.payload).success ? null : 'becomes one that its schema refuses'
  } catch (fault) {
    return `cannot be brought up to date: ${String(fault)}`
  }
}
