/**
 * The log in memory: the device's log before sign-in, every test, and the fallback where the browser gives no
 * database. One tab; gone with it.
 */
import type { Envelope } from '../envelope.ts'
import {
  type AppendOptions,
  type EventLog,
  Fenced,
  type OutboxRow,
  type Quarantined,
  type ReadOptions,
  type Snapshot,
  StaleStream,
  touchedStreams,
  type Unplaced,
} from './log.ts'

/**
 * `base`: seqs go on from here (a log that was cut off from its database goes on where that stood). `holding`: what it
 * holds from the beginning, in order of seq.
 */
export function memoryLog(
  name: string,
  { base = 0, holding = [] }: { base?: number; holding?: readonly Envelope[] } = {},
): EventLog {
  let head = Math.max(base, holding.at(-1)?.seq ?? 0)
  let epoch = 0
  let envelopes: Envelope[] = [...holding]
  const lastOfStream = new Map<string, number>()
  const snapshots = new Map<string, Snapshot>()
  const outboxRows = new Map<string, OutboxRow>()
  const quarantinedRows = new Map<number, Quarantined>()
  const meta = new Map<string, unknown>()
  const listeners = new Set<(appended: readonly Envelope[]) => void>()
  for (const { stream, seq } of holding) lastOfStream.set(stream, seq)

  function append(unplaced: readonly Unplaced[], options: AppendOptions): Envelope[] {
    const { seen, applied = 0 } = options
    head = Math.max(head, applied)
    if (seen !== null) {
      const moved = touchedStreams(unplaced).find((stream) => (lastOfStream.get(stream) ?? 0) > seen)
      if (moved !== undefined) throw new StaleStream(moved)
    }
    const appended = unplaced.map((envelope, index): Envelope => ({ ...envelope, seq: head + 1 + index }))
    for (const envelope of appended) {
      envelopes.push(envelope)
      lastOfStream.set(envelope.stream, envelope.seq)
    }
    head += appended.length
    for (const index of options.outbox ?? []) {
      const envelope = appended[index]
      if (!envelope) throw new Error(`No envelope ${index} for the outbox`)
      outboxRows.set(envelope.id, { id: envelope.id, envelope })
    }
    for (const id of options.settles ?? []) outboxRows.delete(id)
    return appended
  }

  function read({ after, limit, stream }: ReadOptions): Envelope[] {
    const found: Envelope[] = []
    for (
      let index = firstAfter(envelopes, after);
      index < envelopes.length && found.length < limit;
      index++
    ) {
      const envelope = envelopes[index]
      if (envelope && (stream === undefined || envelope.stream === stream)) found.push(envelope)
    }
    return found
  }

  return {
    name,
    isShared: () => false,
    append: async (unplaced, options) => {
      const appended = append(unplaced, options)
      for (const listener of listeners) listener(appended)
      return appended
    },
    head: async () => head,
    read: async (options) => read(options),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    saveSnapshots: async (rows) => {
      for (const row of rows) {
        const known = snapshots.get(row.name)
        if (!known || known.version < row.version || known.seq <= row.seq) snapshots.set(row.name, row)
      }
    },
    loadSnapshots: async () => [...snapshots.values()],
    compact: async ({ upTo }) => {
      const before = envelopes.length
      envelopes = envelopes.filter(({ seq, retention }) => seq > upTo || retention === 'audit')
      return before - envelopes.length
    },
    outbox: async () => [...outboxRows.values()].sort((a, b) => a.envelope.seq - b.envelope.seq),
    settleOutbox: async (ids, by) => {
      if (by !== epoch) throw new Fenced('Another tab leads now')
      for (const id of ids) outboxRows.delete(id)
    },
    quarantine: async (rows) => {
      for (const row of rows) quarantinedRows.set(row.seq, row)
    },
    quarantined: async () => [...quarantinedRows.values()].sort((a, b) => a.seq - b.seq),
    takeEpoch: async () => ++epoch,
    epoch: async () => epoch,
    getMeta: async (key) => meta.get(key),
    setMeta: async (key, value) => {
      meta.set(key, value)
    },
    metaKeys: async () => [...meta.keys()],
    close: async () => listeners.clear(),
  }
}

/** The index of the first envelope whose seq is greater; seqs rise, with holes after compaction. */
function firstAfter(envelopes: readonly Envelope[], after: number): number {
  let low = 0
  let high = envelopes.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((envelopes[middle]?.seq ?? 0) > after) high = middle
    else low = middle + 1
  }
  return low
}
