/** What the kernel's figures stand beside: the browser's own database, cryptography and channel, without the product. */

import { segmentContext, snapshotContext, tailContext } from '#src/events/log/contexts.ts'
import { openKeys } from '#src/events/log/keys.ts'

const answered = <T>(asked: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    asked.addEventListener('success', () => resolve(asked.result))
    asked.addEventListener('error', () => reject(asked.error))
  })
const committed = (tx: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    tx.addEventListener('complete', () => resolve())
    tx.addEventListener('error', () => reject(tx.error))
  })

let bare: Promise<IDBDatabase> | null = null
const bareDatabase = (): Promise<IDBDatabase> => {
  if (bare === null) {
    const opening = indexedDB.open('bare', 1)
    opening.addEventListener('upgradeneeded', () => {
      opening.result.createObjectStore('rows', { autoIncrement: true })
    })
    bare = answered(opening)
  }
  return bare
}

/** As large as an event that is sealed. */
const row = new Uint8Array(600)

/** Ms of each of so many transactions that put one row into a database. */
export async function bareAppends(times: number): Promise<number[]> {
  const db = await bareDatabase()
  const taken: number[] = []
  for (let nth = 0; nth < times; nth++) {
    const start = performance.now()
    const tx = db.transaction('rows', 'readwrite', { durability: 'relaxed' })
    tx.objectStore('rows').put(row)
    tx.commit()
    await committed(tx)
    taken.push(performance.now() - start)
  }
  return taken
}

const channel = new BroadcastChannel('bare')

/** Puts a row and tells the other pages; answers when it began, on the clock that all pages share. */
export async function bareSay(): Promise<number> {
  const at = performance.timeOrigin + performance.now()
  const [taken] = await bareAppends(1)
  if (taken === undefined) throw new Error('Nothing was written')
  channel.postMessage(at)
  return at
}

/** When another page's row could be read here. */
export function bareHeard(): Promise<number> {
  return new Promise((resolve) => {
    channel.addEventListener(
      'message',
      async () => {
        const db = await bareDatabase()
        const tx = db.transaction('rows')
        await answered(tx.objectStore('rows').openCursor(null, 'prev'))
        resolve(performance.timeOrigin + performance.now())
      },
      { once: true },
    )
  })
}

/** When this page held a lock of its own, on the clock that all pages share; it keeps it. */
export function bareLock(): Promise<number> {
  return new Promise((resolve) => {
    void navigator.locks.request('bare', () => {
      resolve(performance.timeOrigin + performance.now())
      return new Promise<void>(() => undefined)
    })
  })
}

type Sealed = { readonly body: unknown }
type Opened = { readonly open: (sealed: unknown, context: string) => Promise<Uint8Array> }

/** A log's database and what opens its rows. */
async function bareLog(
  name: string,
): Promise<{ readonly db: IDBDatabase; readonly open: (row: Sealed, context: string) => Promise<unknown> }> {
  const account = Number(name.split(':')[2])
  const keyring = openKeys(indexedDB, crypto)
  const keys: Opened = await keyring.keysFor(account)
  const decoder = new TextDecoder()
  return {
    db: await answered(indexedDB.open(name)),
    open: async ({ body }, context) => {
      const text = decoder.decode(await keys.open(body, `${name} ${context}`))
      // A snapshot is more than JSON: of that the text is all.
      return text.startsWith('{') ? JSON.parse(text) : text
    },
  }
}

/** Ms of reading all of a log out of the browser's database, decrypting it and parsing its JSON, and making nothing of it. */
export async function readingTimes(name: string, times: number): Promise<number[]> {
  const { db, open } = await bareLog(name)
  const taken: number[] = []
  for (let nth = 0; nth < times; nth++) {
    const start = performance.now()
    const tx = db.transaction(['segments', 'tail'])
    const [segments, tail] = await Promise.all([
      answered<(Sealed & { from: number; to: number })[]>(tx.objectStore('segments').getAll()),
      answered<(Sealed & { stream: string })[]>(tx.objectStore('tail').getAll()),
    ])
    await Promise.all([
      ...segments.map((one) => open(one, segmentContext(one))),
      ...tail.map((one) => open(one, tailContext(one.stream))),
    ])
    taken.push(performance.now() - start)
  }
  db.close()
  return taken
}

/** The same of its snapshots, and of the rows of the tail, as a start does that has snapshots. */
export async function snapshotTimes(name: string, times: number): Promise<number[]> {
  const { db, open } = await bareLog(name)
  const taken: number[] = []
  for (let nth = 0; nth < times; nth++) {
    const start = performance.now()
    const tx = db.transaction(['snapshots', 'tail'])
    const [snapshots, tail] = await Promise.all([
      answered<(Sealed & { name: string; version: number; seq: number })[]>(
        tx.objectStore('snapshots').getAll(),
      ),
      answered<(Sealed & { stream: string })[]>(tx.objectStore('tail').getAll()),
    ])
    await Promise.all([
      ...snapshots.map((one) => open(one, snapshotContext(one))),
      ...tail.map((one) => open(one, tailContext(one.stream))),
    ])
    taken.push(performance.now() - start)
  }
  db.close()
  return taken
}

/** The same of its newest so many rows, none of them sealed together. */
export async function tailTimes(name: string, size: number, times: number): Promise<number[]> {
  const { db, open } = await bareLog(name)
  const taken: number[] = []
  for (let nth = 0; nth < times; nth++) {
    const start = performance.now()
    const tail = await answered<(Sealed & { stream: string })[]>(
      db.transaction('tail').objectStore('tail').getAll(null, size),
    )
    if (tail.length !== size) throw new Error(`${tail.length} of ${size} were read`)
    await Promise.all(tail.map((one) => open(one, tailContext(one.stream))))
    taken.push(performance.now() - start)
  }
  db.close()
  return taken
}
