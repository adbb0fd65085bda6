/**
 * Opens a log in the browser's database where that is possible, else in memory, and goes on in memory when the
 * database fails in the middle (quota, private mode). Nothing is dropped silently: the change of mode is reported.
 */
import type { Envelope } from '../envelope.ts'
import type { Codec } from './codec.ts'
import { indexedDbLog } from './indexeddb.ts'
import { type EventLog, Fenced, type ReadOptions, StaleStream } from './log.ts'
import { memoryLog } from './memory.ts'

export type MemoryReason = 'refused' | 'quota' | 'failed'

export interface OpenOptions {
  /** Undefined where the browser has none. */
  readonly factory: IDBFactory | undefined
  readonly codec: Codec
  /** From now on this log is in memory, in this tab only. */
  readonly onMemory: (reason: MemoryReason) => void
  /** The database was taken away by a logout in another tab. */
  readonly onClosed: () => void
}

export async function openLog(name: string, options: OpenOptions): Promise<EventLog> {
  const { factory, codec, onClosed } = options
  if (factory) {
    try {
      return withFallback(await indexedDbLog(name, { factory, codec, onClosed }), options)
    } catch {
      // Private mode, or a policy: told below.
    }
  }
  options.onMemory('refused')
  return memoryLog(name)
}

/** Reads go on from the database and from memory; writes only into memory once the database has refused one. */
function withFallback(base: EventLog, { onMemory }: OpenOptions): EventLog {
  let memory: EventLog | null = null
  /** What the database held when it was left; the other tabs may go on writing to it. */
  let left = Number.POSITIVE_INFINITY
  const listeners = new Set<(appended: readonly Envelope[]) => void>()
  base.subscribe((appended) => {
    for (const listener of listeners) listener(appended)
  })

  async function fallBack(fault: unknown): Promise<EventLog> {
    if (memory) return memory
    const head = await base.head().catch(() => null)
    // Without the head nobody could go on counting: then the failure itself has to be seen.
    if (head === null) throw fault
    if (memory) return memory
    left = head
    memory = memoryLog(base.name, { base: head })
    memory.subscribe((appended) => {
      for (const listener of listeners) listener(appended)
    })
    onMemory(isQuota(fault) ? 'quota' : 'failed')
    return memory
  }

  return {
    ...base,
    isShared: () => memory === null,
    append: async (envelopes, options) => {
      if (memory) return memory.append(envelopes, options)
      try {
        return await base.append(envelopes, options)
      } catch (fault) {
        if (fault instanceof StaleStream) throw fault
        return (await fallBack(fault)).append(envelopes, options)
      }
    },
    head: () => (memory ?? base).head(),
    read: async (query: ReadOptions) => {
      const stored = await base.read(query)
      if (!memory) return stored
      const before = stored.filter(({ seq }) => seq <= left)
      const rest = await memory.read({ ...query, limit: query.limit - before.length })
      return [...before, ...rest]
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    saveSnapshots: async (snapshots) => {
      // A snapshot of what only memory holds must not outlive it.
      if (!memory) await base.saveSnapshots(snapshots)
    },
    loadSnapshots: async () => (await base.loadSnapshots()).filter(({ seq }) => seq <= left),
    compact: (options) => (memory ? memory.compact(options) : base.compact(options)),
    outbox: async () => [...(await base.outbox()), ...(memory ? await memory.outbox() : [])],
    settleOutbox: (ids, epoch) => inBoth(base, memory, (log) => log.settleOutbox(ids, epoch)),
    takeEpoch: async () => {
      const epoch = await base.takeEpoch().catch((fault: unknown) => {
        // A database that takes no writes any more must not keep what is in memory from being delivered.
        if (!memory) throw fault
        return base.epoch()
      })
      while (memory && (await memory.epoch()) < epoch) await memory.takeEpoch()
      return epoch
    },
    quarantine: async (rows) => {
      if (!memory) await base.quarantine(rows)
    },
    close: async () => {
      await memory?.close()
      await base.close()
    },
  }
}

async function inBoth(base: EventLog, memory: EventLog | null, write: (log: EventLog) => Promise<void>) {
  if (memory) {
    const epoch = await base.epoch()
    while ((await memory.epoch()) < epoch) await memory.takeEpoch()
    await write(memory)
  }
  try {
    await write(base)
  } catch (fault) {
    // The database takes no writes any more; the server knows the row by its key.
    if (!memory || fault instanceof Fenced) throw fault
  }
}

const isQuota = (fault: unknown): boolean => fault instanceof Error && fault.name === 'QuotaExceededError'
