/** The database of one log: its shape, its format, and how it is taken away. */
import { type DBSchema, type IDBPDatabase, wrap } from 'idb'
import type { Quarantined } from './log.ts'
import type { SegmentRow, TailRow } from './segments.ts'

export interface LogSchema extends DBSchema {
  /** An envelope a row: the newest of the log. */
  tail: { key: number; value: TailRow; indexes: { stream: [string, number] } }
  /** 500 envelopes a row, sealed: ten times faster to write and four times to read. Keyed by the last seq. */
  segments: { key: number; value: SegmentRow; indexes: { streams: string } }
  snapshots: { key: [string, number]; value: SnapshotRow }
  outbox: { key: string; value: UnsentRow; indexes: { seq: number } }
  quarantine: { key: number; value: QuarantineRow }
  /**
   * `head`, `sealed`, `compacted`, `epoch`: the log's counters. `key`: which key all rows are sealed with. An append asks
   * for all from `head` to `key` at once: nothing else has a name that lies between the two.
   */
  meta: { key: string; value: unknown }
}
export type LogDatabase = IDBPDatabase<LogSchema>

interface SnapshotRow {
  readonly name: string
  readonly version: number
  readonly seq: number
  readonly body: unknown
}
interface UnsentRow {
  readonly id: string
  readonly seq: number
  readonly body: unknown
}
interface QuarantineRow {
  readonly seq: number
  readonly reason: Quarantined['reason']
  readonly body: unknown
}

/** 1: rows in clear. 2: rows sealed with the account's key. */
const currentFormat = 2

/**
 * How a database was closed from outside. `deleted`: another page deletes it (a logout, or somebody with the browser's
 * own tools); `upgraded`: a newer version of the program has taken it over; `lost`: the browser has taken it away.
 */
export type Closed = 'deleted' | 'upgraded' | 'lost'

interface OpenOptions {
  readonly factory: IDBFactory
  readonly onClosed: (how: Closed) => void
  readonly format?: number
}

/** Rejects with a VersionError where a newer version of the program has been here, with a TimeoutError where it takes too long. */
export async function openDatabase(
  name: string,
  { factory, onClosed, format = currentFormat }: OpenOptions,
): Promise<LogDatabase> {
  const opening = factory.open(name, format)
  opening.addEventListener('upgradeneeded', ({ oldVersion }) => {
    // What a later format changed is in the rows: nothing but IndexedDB can be waited for here (upgrade.ts).
    if (oldVersion === 0) createStores(opening.result)
  })
  const raw = await opened(opening)
  // Letting go of it at once is what lets that logout, or that newer version, go on.
  raw.addEventListener('versionchange', ({ newVersion }) => {
    raw.close()
    onClosed(newVersion === null ? 'deleted' : 'upgraded')
  })
  raw.addEventListener('close', () => onClosed('lost'))
  return wrap(raw) as unknown as LogDatabase
}

function createStores(db: IDBDatabase): void {
  db.createObjectStore('tail', { keyPath: 'seq' }).createIndex('stream', ['stream', 'seq'])
  db.createObjectStore('segments', { keyPath: 'to' }).createIndex('streams', 'streams', { multiEntry: true })
  db.createObjectStore('snapshots', { keyPath: ['name', 'version'] })
  db.createObjectStore('outbox', { keyPath: 'id' }).createIndex('seq', 'seq')
  db.createObjectStore('quarantine', { keyPath: 'seq' })
  db.createObjectStore('meta')
}

/** Deletes a log for good; waits for other tabs to let go of it. */
export async function deleteDatabase(name: string, factory: IDBFactory): Promise<void> {
  await answer(factory.deleteDatabase(name))
}

/** Ms. A slow disk needs some of it. */
export const openTime = 10_000

/**
 * The database, or a TimeoutError: what is asked for while another page blocks its deletion waits without end, and nobody is
 * told of it.
 */
export const opened = (opening: IDBOpenDBRequest): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      // Nobody waits for it any more when it comes, and open it would be in the way of the next deletion.
      opening.addEventListener('success', () => opening.result.close())
      reject(new DOMException('The database did not open in time', 'TimeoutError'))
    }, openTime)
    answer(opening)
      .finally(() => clearTimeout(timer))
      .then(resolve, reject)
  })

export const answer = <T>(asked: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    asked.addEventListener('success', () => resolve(asked.result))
    asked.addEventListener('error', () => reject(asked.error))
  })

/** Undefined where a policy takes it away: then even reading the property may throw. */
export function browserIndexedDb(window: Pick<Window, 'indexedDB'>): IDBFactory | undefined {
  try {
    return window.indexedDB ?? undefined
  } catch {
    return undefined
  }
}
