/**
 * The log in IndexedDB, which is the sequencer: read-write transactions on one store are serialised across the tabs of
 * an origin, so seq is given inside the append's transaction. No leader is needed for order, and nothing is lost when
 * a tab dies.
 */
import type { Envelope } from '../envelope.ts'
import { type Codec, plainCodec, Unreadable } from './codec.ts'
import { outboxContext, quarantineContext, snapshotContext, tailContext } from './contexts.ts'
import { type Closed, type LogDatabase, openDatabase } from './database.ts'
import {
  type AppendOptions,
  type EventLog,
  Fenced,
  KeyLost,
  type OutboxRow,
  type Quarantined,
  type ReadOptions,
  type Snapshot,
  StaleStream,
  touchedStreams,
  type Unplaced,
} from './log.ts'
import { packTail, readRows, sealRows } from './segments.ts'
import { beginAnew, sealPlainRows } from './upgrade.ts'

export interface IndexedDbOptions {
  readonly factory: IDBFactory
  readonly codec: Codec
  /** The database was closed from outside. */
  readonly onClosed: (how: Closed) => void
  /** Rows beside the envelopes that cannot be read: so many unsent ones. Told once of each. */
  readonly onUnreadable?: (found: Unreadables) => void
  /** The version of the database's shape; by default this program's. */
  readonly format?: number
}

export interface Unreadables {
  readonly unsent: number
  readonly snapshots: number
}

/** Rejects where the browser refuses a database, and where a newer version of the program has been here. */
export async function indexedDbLog(name: string, options: IndexedDbOptions): Promise<EventLog> {
  const { codec, onUnreadable } = options
  const db = await openForKey(name, options)
  const listeners = new Set<(appended: readonly Envelope[]) => void>()
  const told = new Set<string>()

  /** Null in the place of what cannot be read. */
  const readable = <T>(reading: Promise<T>): Promise<T | null> =>
    reading.catch((fault: unknown) => {
      if (fault instanceof Unreadable) return null
      throw fault
    })
  const tell = (of: keyof Unreadables, contexts: readonly string[]): void => {
    const fresh = contexts.filter((context) => !told.has(context))
    for (const context of fresh) told.add(context)
    if (fresh.length > 0) onUnreadable?.({ unsent: 0, snapshots: 0, [of]: fresh.length })
  }

  async function append(envelopes: readonly Unplaced[], { seen, outbox, settles }: AppendOptions) {
    // Everything that is not IndexedDB happens before the transaction opens.
    const streams = await Promise.all(envelopes.map(({ stream }) => codec.streamKey(stream)))
    const [bodies, unsent] = await Promise.all([
      Promise.all(envelopes.map((one, at) => codec.encodeEnvelope(one, tailContext(streams[at] ?? '')))),
      Promise.all(
        (outbox ?? []).map(async (at) => {
          const envelope = envelopes[at]
          if (!envelope) throw new Error(`No envelope ${at} for the outbox`)
          return {
            id: envelope.id,
            at,
            body: await codec.encodeEnvelope(envelope, outboxContext(envelope.id)),
          }
        }),
      ),
    ])
    const tx = db.transaction(['tail', 'outbox', 'meta'], 'readwrite', { durability: 'relaxed' })
    const tail = tx.objectStore('tail')
    const meta = tx.objectStore('meta')
    const rows = tx.objectStore('outbox')
    // They are neighbours: one question for both. A log that nothing was written to has no head yet.
    const [key, stored] = (await meta.getAll(IDBKeyRange.bound('head', 'key'))).toReversed()
    if (key !== codec.keyId) {
      await tx.done
      throw new KeyLost('The log was begun anew with another key')
    }
    const head = numberOf(stored)
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
    for (const { id, at, body } of unsent) writes.push(rows.add({ id, seq: head + 1 + at, body }))
    for (const id of settles ?? []) writes.push(rows.delete(id))
    writes.push(meta.put(head + envelopes.length, 'head'))
    // Whoever stands in line behind it need not wait until this tab has heard how each write went.
    tx.commit()
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
      const { store } = db.transaction('snapshots')
      const unread: string[] = []
      // One by one: while the next is fetched, the ones before are opened on another thread.
      const loaded = await Promise.all(
        (await store.getAllKeys()).map(async (key): Promise<Snapshot | null> => {
          const row = await store.get(key)
          if (!row) return null
          const { body, ...about } = row
          const context = snapshotContext(about)
          const read = await readable(codec.decodeState(body, context).then((state) => ({ state })))
          if (read === null) unread.push(context)
          return read && { ...about, ...read }
        }),
      )
      tell('snapshots', unread)
      return loaded.filter((snapshot) => snapshot !== null)
    },
    compact: async ({ upTo }) => {
      await sealRows(db, codec)
      return packTail(db, codec, upTo)
    },
    outbox: async () => {
      const rows = await db.getAllFromIndex('outbox', 'seq')
      const read = await Promise.all(
        rows.map(({ id, seq, body }) =>
          readable(
            codec
              .decodeEnvelope(body, outboxContext(id), seq)
              .then((envelope): OutboxRow => ({ id, envelope })),
          ),
        ),
      )
      tell(
        'unsent',
        rows.filter((_, at) => read[at] === null).map(({ id }) => outboxContext(id)),
      )
      return read.filter((row) => row !== null)
    },
    settleOutbox: async (ids, epoch) => {
      const tx = db.transaction(['outbox', 'meta'], 'readwrite')
      const current = numberOf(await tx.objectStore('meta').get('epoch'))
      if (current === epoch) await Promise.all(ids.map((id) => tx.objectStore('outbox').delete(id)))
      await tx.done
      if (current !== epoch) throw new Fenced('Another tab leads now')
    },
    quarantine: async (rows) => {
      const stored = await Promise.all(
        rows.map(async ({ seq, reason, ...about }) => {
          return { seq, reason, body: await codec.encodeState(about, quarantineContext(seq)) }
        }),
      )
      const tx = db.transaction('quarantine', 'readwrite')
      await Promise.all([...stored.map((row) => tx.store.put(row)), tx.done])
    },
    quarantined: async () => {
      const stored = await db.getAll('quarantine')
      return Promise.all(
        stored.map(async ({ seq, reason, body }): Promise<Quarantined> => {
          const about = await readable(codec.decodeState(body, quarantineContext(seq)))
          return { ...((about as QuarantinedAbout | null) ?? unknownAbout), seq, reason }
        }),
      )
    },
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

type QuarantinedAbout = Omit<Quarantined, 'seq' | 'reason'>
const unknownAbout: QuarantinedAbout = { type: '', version: 0, stream: '' }

/**
 * Opens the database with what was written with this key in it. Rows of a version that kept them plain are sealed
 * before anybody reads them; what another key has sealed is nobody's any more, so the log begins anew.
 */
async function openForKey(name: string, options: IndexedDbOptions): Promise<LogDatabase> {
  const { codec, onUnreadable } = options
  const db = await openDatabase(name, options)
  const known = await db.get('meta', 'key')
  if (known === codec.keyId) return db
  if (known === undefined || known === plainCodec.keyId) await sealPlainRows(db, codec)
  else {
    const unsent = await beginAnew(db, codec)
    if (unsent > 0) onUnreadable?.({ unsent, snapshots: 0 })
  }
  return db
}

async function saveSnapshots(db: LogDatabase, codec: Codec, snapshots: readonly Snapshot[]): Promise<void> {
  const rows = await Promise.all(
    snapshots.map(async ({ state, ...about }) => ({
      ...about,
      body: await codec.encodeState(state, snapshotContext(about)),
    })),
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

const numberOf = (stored: unknown): number => (typeof stored === 'number' ? stored : 0)
