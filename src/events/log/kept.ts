/**
 * Where what was fetched is kept for work without the network: a database of its own beside the account's logs, because
 * content never enters a log. What each row is stands apart from its body, so that choosing what goes reads no bodies.
 */
import { type DBSchema, type IDBPDatabase, wrap } from 'idb'
import { opened } from './database.ts'

export interface KeptRow {
  readonly key: string
  /** Null: of the account. */
  readonly projectId: number | null
  /** The cache that it is an entry of. */
  readonly cache: string
  /** About how many bytes. */
  readonly size: number
  /** When it was fetched, in ms. */
  readonly at: number
  /** When it was looked at last, in ms. */
  readonly used: number
}

export interface KeptStore {
  /** All rows without their bodies. */
  rows(): Promise<KeptRow[]>
  row(key: string): Promise<KeptRow | undefined>
  /** Undefined where there is none. */
  body(key: string): Promise<unknown>
  put(row: KeptRow, body: unknown): Promise<void>
  /** Rows whose body stays as it is. */
  note(rows: readonly KeptRow[]): Promise<void>
  drop(keys: readonly string[]): Promise<void>
  close(): void
}

interface KeptSchema extends DBSchema {
  rows: { key: string; value: KeptRow }
  bodies: { key: string; value: unknown }
}

/** Rejects where the browser refuses a database, or does not open it in time: then nothing is kept. */
export async function openKept(
  name: string,
  { factory, onClosed }: { readonly factory: IDBFactory; readonly onClosed: () => void },
): Promise<KeptStore> {
  const opening = factory.open(name, 1)
  opening.addEventListener('upgradeneeded', () => {
    opening.result.createObjectStore('rows', { keyPath: 'key' })
    opening.result.createObjectStore('bodies')
  })
  const raw = await opened(opening)
  const db = wrap(raw) as unknown as IDBPDatabase<KeptSchema>
  const letGo = () => {
    raw.close()
    onClosed()
  }
  // A logout in another tab deletes it: letting go at once is what lets it finish.
  raw.addEventListener('versionchange', letGo)
  raw.addEventListener('close', letGo)
  const both = ['rows', 'bodies'] as const
  return {
    rows: () => db.getAll('rows'),
    row: (key) => db.get('rows', key),
    body: (key) => db.get('bodies', key),
    put: async (row, body) => {
      const tx = db.transaction(both, 'readwrite', { durability: 'relaxed' })
      await Promise.all([
        tx.objectStore('rows').put(row),
        tx.objectStore('bodies').put(body, row.key),
        tx.done,
      ])
    },
    note: async (rows) => {
      const tx = db.transaction('rows', 'readwrite', { durability: 'relaxed' })
      await Promise.all([...rows.map((row) => tx.store.put(row)), tx.done])
    },
    drop: async (keys) => {
      const tx = db.transaction(both, 'readwrite', { durability: 'relaxed' })
      const gone = keys.flatMap((key) => both.map((store) => tx.objectStore(store).delete(key)))
      await Promise.all([...gone, tx.done])
    },
    close: () => db.close(),
  }
}
