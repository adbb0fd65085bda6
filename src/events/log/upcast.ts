/**
 * What comes from the log, from another tab or from a file is checked before it is folded: older versions are brought
 * up to date, and what this version of the program does not know is set aside with its whole stream.
 */
import type { EventCatalog } from '../catalog/catalog.ts'
import type { Done, Envelope } from '../envelope.ts'
import { type Quarantined, unreadableType } from './log.ts'

interface Admitted {
  readonly envelopes: Envelope[]
  readonly quarantined: Quarantined[]
}

/** Checks envelopes in order. Streams with an envelope that was set aside stay paused for as long as it lives. */
export interface Admission {
  readonly admit: (envelopes: readonly Envelope[]) => Admitted
  readonly pausedStreams: () => ReadonlySet<string>
}

/**
 * `missing` names the area of a type that is not loaded: its events wait as they are, and are checked when it is there. Null
 * for what no area has.
 */
export function createAdmission(
  catalog: EventCatalog,
  missing: (type: string) => string | null = () => null,
): Admission {
  const paused = new Set<string>()
  const admitOne = (envelope: Envelope): Envelope | Quarantined['reason'] => {
    if (envelope.type === unreadableType) return 'unreadable'
    if (paused.size > 0 && paused.has(envelope.stream)) return 'streamPaused'
    const def = catalog.get(envelope.type)
    if (!def) return missing(envelope.type) === null ? 'unknownType' : envelope
    if (envelope.version === def.version) return envelope
    if (envelope.version > def.version) return 'newerVersion'
    return upcast(envelope, def.version, def.upcasts)
  }
  return {
    pausedStreams: () => paused,
    admit: (envelopes) => {
      const admitted: Envelope[] = []
      const quarantined: Quarantined[] = []
      for (const envelope of envelopes) {
        const result = admitOne(envelope)
        if (typeof result !== 'string') {
          admitted.push(result)
          continue
        }
        // What is unreadable stays so: no newer version has to find its stream as it was left.
        if (result !== 'unreadable') paused.add(envelope.stream)
        const { seq, type, version, stream } = envelope
        quarantined.push({ seq, type, version, stream, reason: result })
      }
      return { envelopes: admitted, quarantined }
    },
  }
}

/** Takes a payload from its version to `to`, one version at a time. Pure. */
export function upcast<E extends Done>(
  envelope: E,
  to: number,
  upcasts: readonly ((payload: unknown) => unknown)[],
): E {
  let payload = envelope.payload
  for (let version = envelope.version; version < to; version++) {
    const step = upcasts[version - 1]
    if (!step) throw new Error(`${envelope.type}: nothing leads from version ${version} to ${version + 1}`)
    payload = step(payload)
  }
  return { ...envelope, version: to, payload }
}
