/**
 * A log whose database may fail, fill up, be taken away or be taken over in the middle. It goes on in memory where it
 * can, with all that is known to be unsent; it stops where a newer version of the program has come.
 */
import type { Envelope } from '../envelope.ts'
import type { Closed } from './database.ts'
import {
  type AppendOptions,
  type EventLog,
  Fenced,
  KeyLost,
  type OutboxRow,
  type ReadOptions,
  StaleStream,
  Superseded,
  type Unplaced,
} from './log.ts'
import { memoryLog } from './memory.ts'

/**
 * Why a log is in memory. `refused`: the browser gives no database. `quota`: it is full. `wiped`: it was taken away.
 * `failed`: it fails. `newer`: it is a newer version's of this program. `held`: it did not open in time, as where another
 * page holds on to what is to be deleted.
 */
export type MemoryReason = 'refused' | 'quota' | 'wiped' | 'failed' | 'newer' | 'held'

interface FallbackPorts {
  /** The database is being deleted: whether by a logout, which means it. */
  readonly wasErased: () => Promise<boolean>
  readonly onMemory: (reason: MemoryReason) => void
  readonly onErased: () => void
  readonly onSuperseded: () => void
  readonly onFault: (fault: unknown) => void
}

/** The log, and how it is told that its database was closed from outside. */
interface Guarded extends EventLog {
  readonly closed: (how: Closed) => void
}

/** So many unsent rows may be remembered before it is looked which of them were delivered. */
const often = 64

export function withFallback(base: EventLog, ports: FallbackPorts): Guarded {
  /** Where writes go once the database takes none. */
  let memory: EventLog | null = null
  /** Whether nothing can be read from the database either. */
  let gone = false
  let superseded = false
  /** Whether a logout has deleted it: then nothing goes on. */
  let erased = false
  /** What the database held when it was left; the other tabs may go on writing to it. */
  let left = Number.POSITIVE_INFINITY
  /** While it is not known why the database is deleted. */
  let deciding: Promise<void> | null = null
  /** The last seq that was seen of the database, and what of its outbox was seen and is not settled. */
  let last = 0
  const unsent = new Map<string, OutboxRow>()
  const settled = new Set<string>()
  let lookAt = often
  const remembered = new Map<string, unknown>()
  const listeners = new Set<(appended: readonly Envelope[]) => void>()
  const tell = (appended: readonly Envelope[]) => {
    for (const listener of listeners) listener(appended)
  }
  base.subscribe(tell)

  function goOn(reason: MemoryReason, at: number | null): EventLog {
    gone ||= at === null
    if (memory) return memory
    left = at ?? last
    memory = memoryLog(base.name, { base: left })
    memory.subscribe(tell)
    ports.onMemory(reason)
    return memory
  }

  async function fallBack(fault: unknown): Promise<EventLog> {
    await deciding
    if (superseded) throw new Superseded()
    if (erased) throw fault
    if (memory) return memory
    if (fault instanceof KeyLost) return goOn('wiped', null)
    const head = await base.head().catch(() => null)
    return goOn(isQuota(fault) ? 'quota' : 'failed', head)
  }

  function closed(how: Closed): void {
    if (how === 'upgraded') {
      superseded = true
      ports.onSuperseded()
    } else if (how === 'lost') goOn('wiped', null)
    else {
      deciding = ports
        .wasErased()
        .then((meant) => {
          erased = meant
          if (erased) ports.onErased()
          else goOn('wiped', null)
        })
        .catch(ports.onFault)
        .finally(() => {
          deciding = null
        })
    }
  }

  const see = (envelopes: readonly Envelope[]): void => {
    last = Math.max(last, envelopes.at(-1)?.seq ?? 0)
  }

  const settle = (ids: readonly string[]): void => {
    for (const id of ids) {
      unsent.delete(id)
      if (memory) settled.add(id)
    }
  }

  async function lookAtOutbox(): Promise<OutboxRow[]> {
    const before = [...unsent.keys()]
    // A database that takes no writes goes on holding what was settled since.
    const rows = (await base.outbox()).filter(({ id }) => !settled.has(id))
    const there = new Set(rows.map(({ id }) => id))
    for (const id of before) if (!there.has(id)) unsent.delete(id)
    for (const row of rows) unsent.set(row.id, row)
    lookAt = Math.max(often, unsent.size * 2)
    return rows
  }

  async function appendToBase(envelopes: readonly Unplaced[], options: AppendOptions): Promise<Envelope[]> {
    const appended = await base.append(envelopes, options)
    see(appended)
    for (const at of options.outbox ?? []) {
      const envelope = appended[at]
      if (envelope) unsent.set(envelope.id, { id: envelope.id, envelope })
    }
    settle(options.settles ?? [])
    // Most are delivered by another tab, which does not say so: they need not be remembered for ever.
    if (unsent.size >= lookAt) {
      lookAt = Number.POSITIVE_INFINITY
      lookAtOutbox().catch(ports.onFault)
    }
    return appended
  }

  /** What is asked of the database, as far as there is one to be asked. */
  const ask = async <T>(of: (log: EventLog) => Promise<T>, otherwise: T): Promise<T> => {
    await deciding
    if (superseded) return otherwise
    return of(gone && memory ? memory : base)
  }

  return {
    ...base,
    closed,
    isShared: () => memory === null && !superseded,
    append: async (envelopes, options) => {
      if (superseded) throw new Superseded()
      last = Math.max(last, options.applied ?? 0)
      if (memory) {
        settle(options.settles ?? [])
        return memory.append(envelopes, options)
      }
      try {
        return await appendToBase(envelopes, options)
      } catch (fault) {
        if (fault instanceof StaleStream) throw fault
        return (await fallBack(fault)).append(envelopes, options)
      }
    },
    head: () => ask((log) => (memory ?? log).head(), last),
    read: (query: ReadOptions) =>
      ask(async (log) => {
        const stored = await log.read(query)
        if (!memory || gone) {
          see(stored)
          return stored
        }
        const before = stored.filter(({ seq }) => seq <= left)
        const rest = await memory.read({ ...query, limit: query.limit - before.length })
        return [...before, ...rest]
      }, []),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    saveSnapshots: async (snapshots) => {
      // A snapshot of what only memory holds must not outlive it.
      if (memory || superseded || deciding || erased) return
      await base.saveSnapshots(snapshots).catch(async (fault: unknown) => {
        await deciding
        // Deleted by a logout under it: there is nothing to be kept.
        if (!erased) throw fault
      })
    },
    loadSnapshots: () => ask(async (log) => (await log.loadSnapshots()).filter(({ seq }) => seq <= left), []),
    // No snapshot of what is in memory only is kept: nothing of it is covered.
    compact: (options) => ask((log) => (memory ? Promise.resolve(0) : log.compact(options)), 0),
    outbox: () =>
      ask(async () => {
        const rows = gone ? [...unsent.values()] : await lookAtOutbox()
        return [...rows, ...(memory ? await memory.outbox() : [])]
      }, []),
    settleOutbox: (ids, epoch) =>
      ask(async (log) => {
        if (gone) await log.settleOutbox(ids, epoch)
        else await inBoth(base, memory, (one) => one.settleOutbox(ids, epoch))
        settle(ids)
      }, undefined),
    takeEpoch: () =>
      ask(async (log) => {
        const epoch = await log.takeEpoch().catch((fault: unknown) => {
          // A database that takes no writes any more must not keep what is in memory from being delivered.
          if (!memory) throw fault
          return log.epoch()
        })
        while (memory && (await memory.epoch()) < epoch) await memory.takeEpoch()
        return epoch
      }, 0),
    epoch: () => ask((log) => log.epoch(), 0),
    quarantine: async (rows) => {
      if (!memory && !superseded) await base.quarantine(rows)
    },
    quarantined: () => ask((log) => log.quarantined(), []),
    getMeta: (key) => ask((log) => (gone ? Promise.resolve(remembered.get(key)) : log.getMeta(key)), null),
    setMeta: (key, value) => {
      remembered.set(key, value)
      return ask((log) => log.setMeta(key, value), undefined)
    },
    metaKeys: () =>
      ask(
        async (log) => {
          if (gone) return [...remembered.keys()]
          const keys = await log.metaKeys()
          for (const key of keys) if (!remembered.has(key)) remembered.set(key, true)
          return keys
        },
        [...remembered.keys()],
      ),
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
