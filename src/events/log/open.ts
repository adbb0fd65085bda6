/**
 * Opens a log in the browser's database where that is possible, else in memory. Nothing is dropped silently: what
 * becomes of the log is reported.
 */
import { type Codec, plainCodec } from './codec.ts'
import type { Closed } from './database.ts'
import { type MemoryReason, withFallback } from './fallback.ts'
import { indexedDbLog, type Unreadables } from './indexeddb.ts'
import type { Keyring } from './keys.ts'
import type { EventLog } from './log.ts'
import { memoryLog } from './memory.ts'

export interface OpenOptions {
  /** Undefined where the browser has none. */
  readonly factory: IDBFactory | undefined
  /** Null: the log is kept in clear. For tests. */
  readonly keys: Pick<Keyring, 'keysFor' | 'wereDropped'> | null
  /** Whose log it is. */
  readonly account: number
  /** From now on this log is in memory, in this tab only. */
  readonly onMemory: (reason: MemoryReason) => void
  /** The database was taken away by a logout in another tab. */
  readonly onErased: () => void
  /** A newer version of the program has taken the database over: this tab must not write to it any more. */
  readonly onSuperseded: () => void
  /** Something of what was kept beside the envelopes cannot be read. */
  readonly onUnreadable: (found: Unreadables) => void
  readonly onFault: (fault: unknown) => void
  readonly format?: number
}

export async function openLog(name: string, options: OpenOptions): Promise<EventLog> {
  const { factory, keys, account, format, onUnreadable } = options
  if (!factory) {
    options.onMemory('refused')
    return memoryLog(name)
  }
  // The log is told of its database's end as soon as it is there to be told.
  let closed: Closed | null = null
  let onClosed = (how: Closed): void => {
    closed = how
  }
  try {
    const codec = await codecOf(name, keys, account)
    const base = await indexedDbLog(name, {
      factory,
      codec,
      onUnreadable,
      onClosed: (how) => onClosed(how),
      ...(format === undefined ? {} : { format }),
    })
    const log = withFallback(base, {
      wasErased: async () => keys === null || (await keys.wereDropped(account)),
      onMemory: options.onMemory,
      onErased: options.onErased,
      onSuperseded: options.onSuperseded,
      onFault: options.onFault,
    })
    onClosed = log.closed
    if (closed !== null) log.closed(closed)
    return log
  } catch (fault) {
    // Private mode, or a policy; or a page of an older version has come back; or another page holds what is to be deleted.
    options.onMemory(reasons[fault instanceof Error ? fault.name : ''] ?? 'refused')
    return memoryLog(name)
  }
}

/** By the name of the fault. */
const reasons: Readonly<Record<string, MemoryReason>> = { VersionError: 'newer', TimeoutError: 'held' }

/** Without its keys a log is not written to a disk at all. */
async function codecOf(name: string, keys: OpenOptions['keys'], account: number): Promise<Codec> {
  return keys === null ? plainCodec : (await keys.keysFor(account)).codec(name)
}
