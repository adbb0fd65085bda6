/** Looks into the browser's databases from outside of the program, and does to them what happens to databases. */
import { forceCloseDatabase } from 'fake-indexeddb'

const answer = <T>(asked: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    asked.addEventListener('success', () => resolve(asked.result))
    asked.addEventListener('error', () => reject(asked.error))
  })

export interface StoredRow {
  readonly store: string
  readonly key: IDBValidKey
  readonly value: unknown
}

async function looking<T>(
  factory: IDBFactory,
  name: string,
  look: (db: IDBDatabase) => Promise<T>,
): Promise<T> {
  const db = await answer(factory.open(name))
  try {
    return await look(db)
  } finally {
    db.close()
  }
}

/** All rows of a database, as they lie there. */
export const rowsIn = (factory: IDBFactory, name: string): Promise<StoredRow[]> =>
  looking(factory, name, async (db) => {
    const found: StoredRow[] = []
    for (const store of db.objectStoreNames) {
      const reading = db.transaction(store).objectStore(store)
      const [keys, values] = await Promise.all([answer(reading.getAllKeys()), answer(reading.getAll())])
      for (const [at, key] of keys.entries()) found.push({ store, key, value: values[at] })
    }
    return found
  })

/** Everything in a database as text: what somebody with the disk would look through. */
export const textIn = async (factory: IDBFactory, name: string): Promise<string> =>
  JSON.stringify(await rowsIn(factory, name), (_key, value: unknown) =>
    value instanceof Uint8Array ? new TextDecoder('latin1').decode(value) : value,
  )

/** Rewrites rows of one store. Undefined: the row is taken away. */
export const rewrite = (
  factory: IDBFactory,
  name: string,
  store: string,
  change: (value: never, key: IDBValidKey) => unknown,
): Promise<void> =>
  looking(factory, name, async (db) => {
    const tx = db.transaction(store, 'readwrite')
    const rows = tx.objectStore(store)
    const [keys, values] = await Promise.all([answer(rows.getAllKeys()), answer(rows.getAll())])
    for (const [at, key] of keys.entries()) {
      const value = change(values[at] as never, key)
      if (value === undefined) rows.delete(key)
      else if (rows.keyPath === null) rows.put(value, key)
      else rows.put(value)
    }
    await new Promise((resolve) => tx.addEventListener('complete', resolve))
  })

/** One bit of it is not what it was. */
export const damaged = <R extends { readonly body: Uint8Array }>(row: R): R => ({
  ...row,
  body: row.body.with(row.body.length - 1, (row.body.at(-1) ?? 0) ^ 1),
})

/** A factory whose databases the browser can take away while they are open. */
export function losable(factory: IDBFactory): { readonly factory: IDBFactory; readonly lose: () => void } {
  const open = new Set<IDBDatabase>()
  return {
    factory: {
      open: (name: string, version?: number) => {
        const opening = factory.open(name, version)
        opening.addEventListener('success', () => open.add(opening.result))
        return opening
      },
      deleteDatabase: (name: string) => factory.deleteDatabase(name),
      databases: () => factory.databases(),
      cmp: (one: unknown, two: unknown) => factory.cmp(one, two),
    },
    lose: () => {
      for (const db of open) forceCloseDatabase(db as never)
      open.clear()
    },
  }
}
