/**
 * Brings a log that was kept in clear under the account's key. Row by row, each where it stands: whatever ends it in the
 * middle, no row is lost, and whoever opens the log next goes on with what is left. The key's name is written last; until
 * it is there nobody reads the log.
 */
import type { StoreValue } from 'idb'
import { type Codec, plainCodec } from './codec.ts'
import { outboxContext, segmentContext, snapshotContext, tailContext } from './contexts.ts'
import type { LogDatabase, LogSchema } from './database.ts'
import type { Unplaced } from './log.ts'

type Sealed = 'outbox' | 'tail' | 'segments' | 'snapshots'
type Row<S extends Sealed> = StoreValue<LogSchema, S>

const chunk = 500

export async function sealPlainRows(db: LogDatabase, codec: Codec): Promise<void> {
  if (codec.keyId !== plainCodec.keyId) {
    // What is unsent first: it is nowhere else.
    await sealStore(db, 'outbox', async (row) => ({
      ...row,
      body: await codec.encodeEnvelope(row.body as Unplaced, outboxContext(row.id)),
    }))
    await sealStore(db, 'tail', async ({ seq, stream, body }) => {
      const key = await codec.streamKey(stream)
      return { seq, stream: key, body: await codec.encodeEnvelope(body as Unplaced, tailContext(key)) }
    })
    await sealStore(db, 'segments', async (row) => {
      const envelopes = await plainCodec.decodeSegment(row.body, '').catch(() => null)
      // A row that is no log's row is left as it is, and set aside when it is read.
      if (envelopes === null) return row
      const streams = await Promise.all(row.streams.map((stream) => codec.streamKey(stream)))
      return { ...row, streams, body: await codec.encodeSegment(envelopes, segmentContext(row)) }
    })
    await sealStore(db, 'snapshots', async (row) => ({
      ...row,
      body: await codec.encodeState(row.body, snapshotContext(row)),
    }))
    // What was set aside is set aside anew when the log is read.
    await db.clear('quarantine')
  }
  await db.put('meta', codec.keyId, 'key')
}

/** Sealed outside of a transaction, then put where the row is still as it was: another tab may be doing the same. */
async function sealStore<S extends Sealed>(
  db: LogDatabase,
  name: S,
  seal: (row: Row<S>) => Promise<Row<S>>,
): Promise<void> {
  let range: IDBKeyRange | undefined
  for (;;) {
    const reading = db.transaction(name)
    const [keys, rows] = await Promise.all([
      reading.store.getAllKeys(range, chunk),
      reading.store.getAll(range, chunk),
    ])
    const sealed = await Promise.all(rows.map((row) => (isPlain(row) ? seal(row) : null)))
    const tx = db.transaction(name, 'readwrite')
    for (const [at, row] of sealed.entries()) {
      const key = keys[at]
      if (row === null || key === undefined) continue
      const now = await tx.store.get(key)
      if (now !== undefined && isPlain(now)) await tx.store.put(row)
    }
    await tx.done
    const last = keys.at(-1)
    if (last === undefined || keys.length < chunk) return
    range = IDBKeyRange.lowerBound(last, true)
  }
}

const isPlain = ({ body }: { readonly body: unknown }): boolean => !(body instanceof Uint8Array)

/**
 * Empties a log whose key is gone: nobody can read it any more. Answers how many unsent rows went with it. Which projects
 * the account has logs of stays known: theirs are to be emptied too.
 */
export async function beginAnew(db: LogDatabase, codec: Codec): Promise<number> {
  const stores = ['tail', 'segments', 'snapshots', 'outbox', 'quarantine', 'meta'] as const
  const tx = db.transaction(stores, 'readwrite')
  const meta = tx.objectStore('meta')
  let unsent = 0
  // Another tab may have been here first.
  if ((await meta.get('key')) !== codec.keyId) {
    unsent = await tx.objectStore('outbox').count()
    for (const name of stores.slice(0, -1)) await tx.objectStore(name).clear()
    for (const counter of ['head', 'sealed', 'compacted', 'epoch']) await meta.delete(counter)
    await meta.put(codec.keyId, 'key')
  }
  await tx.done
  return unsent
}
