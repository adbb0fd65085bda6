/**
 * The states of one log as of any of its events, folded off the graph: from the nearest state that is at hand, which is
 * a snapshot of the log or one that an earlier look has left. Looking about near one place costs a few milliseconds.
 */
import type { EventCatalog } from '../../events/catalog/catalog.ts'
import type { Envelope, LogKind } from '../../events/envelope.ts'
import type { EventLog } from '../../events/log/log.ts'
import { createAdmission } from '../../events/log/upcast.ts'
import { keptFor, stateFrom } from '../../stores/deferred.ts'
import { createReplay, type Routes, type States } from '../../stores/runtime.ts'
import type { Watch } from '../../stores/timeline.ts'

export interface Traveller {
  /** Rejects with the signal's reason once it is aborted. */
  readonly at: (seq: number, watch?: Watch) => Promise<StatesAt>
  /** The last seq whose envelope is not later than that moment, by the clock of who wrote it; 0: none. */
  readonly seqAt: (time: number) => Promise<number>
  readonly headSeq: () => Promise<number>
  /** The nearest envelope at or before a seq. */
  readonly envelopeAt: (seq: number) => Promise<Envelope | null>
}

export interface StatesAt {
  readonly states: States
  /** Nothing was missing when they were folded: compaction leaves holes behind the newest snapshot. */
  readonly whole: boolean
}

/** From here on a projection is folded: for one that a snapshot holds, from the snapshot's seq. */
interface Base {
  /** Every projection's start is at or after this. */
  readonly position: number
  /** It can stand in for any seq from this one on. */
  readonly until: number
  readonly whole: boolean
  readonly from: ReadonlyMap<string, { readonly seq: number; readonly state: unknown }>
}
const beginning: Base = { position: 0, until: 0, whole: true, from: new Map() }

const pageSize = 2_000
/** States of 50 pages: they share nearly all that they consist of. */
const most = 50

export function createTraveller(ports: {
  readonly log: EventLog
  readonly kind: LogKind
  readonly routes: Routes
  readonly catalog: EventCatalog
  /** Envelopes that are read and folded at once; after each such page a state is left. */
  readonly page?: number
}): Traveller {
  const { log, kind, routes, page = pageSize } = ports
  const left = new Map<number, Base>()
  /** From the first event on that this program does not understand, what streams are paused is part of the state. */
  let pausedFrom = Number.POSITIVE_INFINITY
  let stored: Promise<Base | null> | null = null

  const snapshot = (): Promise<Base | null> => {
    stored ??= log.loadSnapshots().then((rows) => {
      const from = new Map<string, { seq: number; state: unknown }>()
      for (const projection of routes.of(kind)) {
        const found = keptFor(projection, rows)
        if (found) from.set(projection.name, { seq: found.seq, state: stateFrom(projection, found) })
      }
      const seqs = [...from.values()].map(({ seq }) => seq)
      return seqs.length === 0 || seqs.length < routes.of(kind).length
        ? null
        : { position: Math.min(...seqs), until: Math.max(...seqs), whole: true, from }
    })
    return stored
  }

  const nearest = async (seq: number): Promise<Base> => {
    const known = [beginning, await snapshot(), ...left.values()]
    let best = beginning
    for (const base of known) {
      if (base && base.until <= seq && base.until < pausedFrom && base.position >= best.position) best = base
    }
    return best
  }

  const leave = (position: number, states: States, whole: boolean): void => {
    if (position >= pausedFrom) return
    const from = new Map([...states].map(([name, state]) => [name, { seq: position, state }] as const))
    left.delete(position)
    left.set(position, { position, until: position, whole, from })
    const [oldest] = left.keys()
    if (left.size > most && oldest !== undefined) left.delete(oldest)
  }

  const at = async (seq: number, { signal, progress }: Watch = {}): Promise<StatesAt> => {
    const base = await nearest(seq)
    let { whole } = base
    const replay = createReplay(routes, kind, base.from)
    const admission = createAdmission(ports.catalog)
    let position = base.position
    while (position < seq) {
      const rows = await log.read({ after: position, limit: Math.min(page, seq - position) })
      signal?.throwIfAborted()
      const wanted = rows.filter((row) => row.seq <= seq)
      const last = wanted.at(-1)
      if (!last) break
      const { envelopes, quarantined } = admission.admit(wanted)
      const [first] = quarantined
      if (first) pausedFrom = Math.min(pausedFrom, first.seq)
      progress?.(last.seq - base.position, seq - base.position)
      replay.feed(envelopes)
      whole &&= last.seq - position === wanted.length
      position = last.seq
      // A projection that a later snapshot holds is not yet as it was here.
      if (position >= base.until) leave(position, replay.states(), whole)
    }
    return { states: replay.states(), whole: whole && (position >= seq || seq > (await log.head())) }
  }

  const envelopeAt = async (seq: number): Promise<Envelope | null> => {
    // Compaction leaves holes: it is looked for further and further back.
    for (let back = 1; seq > 0; back *= 8) {
      const after = Math.max(0, seq - back)
      const rows = await log.read({ after, limit: Math.min(back, 4_096) })
      const found = rows.findLast((row) => row.seq <= seq)
      if (found) return found
      if (after === 0) return null
    }
    return null
  }

  return {
    at,
    envelopeAt,
    headSeq: () => log.head(),
    seqAt: async (time) => {
      let low = 0
      let high = await log.head()
      while (low < high) {
        const middle = Math.floor((low + high) / 2)
        const [next] = await log.read({ after: middle, limit: 1 })
        if (next && Date.parse(next.at) <= time) low = Math.min(high, next.seq)
        else high = middle
      }
      return low
    },
  }
}
