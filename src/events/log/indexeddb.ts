/**
 * The log in IndexedDB, which is the sequencer: read-write transactions on one store are serialised across the tabs of
 * an origin, so seq is given inside the append's transaction. No leader is needed for order, and nothing is lost when
 * a tab dies.
 */
import { type DBSchema, type IDBPDatabase, wrap } from 'idb'
import type { Envelope } from '../envelope.ts'
import type { Codec } from './codec.ts'
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
import { packTail, readRows, type SegmentRow, sealRows, type TailRow } from './segments.ts'

interface LogSchema extends DBSchema {
  /** An envelope a row: the newest of the log. */
  tail: { key: number; value: TailRow; indexes: { stream: [string, number] } }
  /** 500 envelopes a row, sealed: ten times faster to write and four times to read. Keyed by the last seq. */
  segments: { key: number; value: SegmentRow; indexes: { streams: string } }
  snapshots: { key: [string, number]; value: { name: string; version: number; seq: number; body: unknown } }
  outbox: {
    key: string
    value: { id: string; seq: number; body: unknown }
    indexes: { seq: number }
  }
  quarantine: { key: number; value: Quarantined }
  meta: { key: string; value: unknown }
}
export type LogDatabase = IDBPDatabase<LogSchema>

export interface IndexedDbOptions {
  readonly factory: IDBFactory
  readonly codec: Codec
  /** The database was closed from outside: deleted by a logout in another tab, or taken by the browser. */
  readonly onClosed: () => void
}

/** Rejects where the browser refuses a database. */
export async function indexedDbLog(name: string, options: IndexedDbOptions): Promise<EventLog> {
  const db = await open(name, options)
  const { codec } = options
  const listeners = new Set<(appended: readonly Envelope[]) => void>()

  async function append(envelopes: readonly Unplaced[], { seen, outbox, settles }: AppendOptions) {
    // Everything that is not IndexedDB happens before the transaction opens.
    const streams = await Promise.all(envelopes.map(({ stream }) => codec.streamKey(stream)))
    const bodies = await Promise.all(envelopes.map((envelope) => codec.encodeEnvelope(envelope)))
    const tx = db.transaction(['tail', 'outbox', 'meta'], 'readwrite', { durability: 'relaxed' })
    const tail = tx.objectStore('tail')
    const meta = tx.objectStore('meta')
    const rows = tx.objectStore('outbox')
    const head = numberOf(await meta.get('head'))
    if (seen !== null && seen < head) {
      const sealed = numberOf(await meta.get('sealed'))
      for (const [index, stream] of touchedStreams(envelopes).entries()) {
        const key = streams[envelopes.findIndex((envelope) => envelope.stream === stream)] ?? ''
        const range = IDBKeyRange.bound([key, seen + 1], [key, head])
        if (seen < sealed || (await tail.index('stream').count(range)) > 0) {
          await tx.done
          throw new StaleStream(touchedStreams(envelopes)[index] ?? stream)
        }
      }
    }
    const writes: Promise<unknown>[] = []
    for (const [index, body] of bodies.entries()) {
      writes.push(tail.add({ seq: head + 1 + index, stream: streams[index] ?? '', body }))
    }
    for (const index of outbox ?? []) {
      const envelope = envelopes[index]
      if (!envelope) throw new Error(`No envelope ${index} for the outbox`)
      writes.push(rows.add({ id: envelope.id, seq: head + 1 + index, body: bodies[index] }))
    }
    for (const id of settles ?? []) writes.push(rows.delete(id))
    writes.push(meta.put(head + envelopes.length, 'head'))
    await Promise.all([...writes, tx.done])
    const appended = envelopes.map((envelope, index): Envelope => ({ ...envelope, seq: head + 1 + index }))
    for (const listener of listeners) listener(appended)
    return appended
  }

  return {
    name,
    isShared: () => true,
    append,
    head: async () => numberOf(await db.get('meta', 'head')),
    read: (query: ReadOptions) => readRows(db, codec, query),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    saveSnapshots: (snapshots) => saveSnapshots(db, codec, snapshots),
    loadSnapshots: async () => {
      const stored = await db.getAll('snapshots')
      return Promise.all(
        stored.map(async ({ body, ...about }) => ({ ...about, state: await codec.decodeState(body) })),
      )
    },
    compact: async ({ upTo }) => {
      await sealRows(db, codec)
      return packTail(db, codec, upTo)
    },
    outbox: async () => {
      const rows = await db.getAllFromIndex('outbox', 'seq')
      return Promise.all(
        rows.map(
          async ({ id, seq, body }): Promise<OutboxRow> => ({
            id,
            envelope: await codec.decodeEnvelope(body, seq),
          }),
        ),
      )
    },
    settleOutbox: async (ids, epoch) => {
      const tx = db.transaction(['outbox', 'meta'], 'readwrite')
      const current = numberOf(await tx.objectStore('meta').get('epoch'))
      if (current === epoch) await Promise.all(ids.map((id) => tx.objectStore('outbox').delete(id)))
      await tx.done
      if (current !== epoch) throw new Fenced('Another tab leads now')
    },
    quarantine: async (rows) => {
      const tx = db.transaction('quarantine', 'readwrite')
      await Promise.all([...rows.map((row) => tx.store.put(row)), tx.done])
    },
    quarantined: () => db.getAll('quarantine'),
    takeEpoch: async () => {
      const tx = db.transaction('meta', 'readwrite')
      const epoch = numberOf(await tx.store.get('epoch')) + 1
      await Promise.all([tx.store.put(epoch, 'epoch'), tx.done])
      return epoch
    },
    epoch: async () => numberOf(await db.get('meta', 'epoch')),
    getMeta: (key) => db.get('meta', ownMeta + key),
    setMeta: async (key, value) => {
      await db.put('meta', value, ownMeta + key)
    },
    metaKeys: async () =>
      (await db.getAllKeys('meta'))
        .filter((key) => key.startsWith(ownMeta))
        .map((key) => key.slice(ownMeta.length)),
    close: async () => {
      listeners.clear()
      db.close()
    },
  }
}

/** Keeps what the app remembers apart from the log's own counters. */
const ownMeta = 'own:'

/** Deletes a log for good; waits for other tabs to let go of it. */
export async function deleteIndexedDbLog(name: string, factory: IDBFactory): Promise<void> {
  await request(factory.deleteDatabase(name))
}

async function open(name: string, { factory, onClosed }: IndexedDbOptions): Promise<LogDatabase> {
  const opening = factory.open(name, 1)
  opening.addEventListener('upgradeneeded', () => createStores(opening.result))
  const raw = await request(opening)
  const db = wrap(raw) as unknown as LogDatabase
  // Another tab deletes the database: letting go of it at once is what lets that logout finish.
  raw.addEventListener('versionchange', () => {
    raw.close()
    onClosed()
  })
  raw.addEventListener('close', onClosed)
  return db
}

function createStores(db: IDBDatabase): void {
  db.createObjectStore('tail', { keyPath: 'seq' }).createIndex('stream', ['stream', 'seq'])
  db.createObjectStore('segments', { keyPath: 'to' }).createIndex('streams', 'streams', { multiEntry: true })
  db.createObjectStore('snapshots', { keyPath: ['name', 'version'] })
  db.createObjectStore('outbox', { keyPath: 'id' }).createIndex('seq', 'seq')
  db.createObjectStore('quarantine', { keyPath: 'seq' })
  db.createObjectStore('meta')
}

async function saveSnapshots(db: LogDatabase, codec: Codec, snapshots: readonly Snapshot[]): Promise<void> {
  const rows = await Promise.all(
    snapshots.map(async ({ state, ...about }) => ({ ...about, body: await codec.encodeState(state) })),
  )
  const tx = db.transaction('snapshots', 'readwrite', { durability: 'relaxed' })
  for (const row of rows) {
    const known = await tx.store.get([row.name, row.version])
    if (!known || known.seq <= row.seq) await tx.store.put(row)
    // An older version of the program would not be helped by it, and every start would read it.
    await tx.store.delete(IDBKeyRange.bound([row.name], [row.name, row.version], false, true))
  }
  await tx.done
}

const request = <T>(asked: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    asked.addEventListener('success', () => resolve(asked.result))
    asked.addEventListener('error', () => reject(asked.error))
  })

const numberOf = (stored: unknown): number => (typeof stored === 'number' ? stored : 0)

/** Undefined where a policy takes it away: then even reading the property may throw. */
export function browserIndexedDb(window: Pick<Window, 'indexedDB'>): IDBFactory | undefined {
  try {
    return window.indexedDB ?? undefined
  } catch {
    return undefined
  }
}
