import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, it } from 'vitest'
import type { DocumentDetail } from '#contracts/documents.ts'
import { openKeys } from '#src/events/log/keys.ts'
import { documentMetadata } from '#src/reads/review.ts'
import { write } from '#src/stores/cache.ts'
import { documentCache, treeCache } from '#src/stores/review.ts'
import { documentDetail } from '#tests/fixtures/documents.ts'
import { placed } from '#tests/support/envelopes.ts'
import { deleteDatabase } from '../events/log/database.ts'
import { createOfflineCache } from './offline-cache.ts'
import { keptName } from './open-logs.ts'

let factory: IDBFactory
let who: number | null
let clock: number
const faults: unknown[] = []
beforeEach(() => {
  factory = new IDBFactory()
  who = 7
  clock = 1_000
  faults.length = 0
})

const open = (bytes?: number) =>
  createOfflineCache({
    factory,
    keys: openKeys(factory, crypto),
    userId: () => who,
    now: () => clock++,
    idle: (work) => setTimeout(work, 0),
    onFault: (fault) => faults.push(fault),
    ...(bytes === undefined ? {} : { bytes }),
  })

const document = (documentId: number, text = 'Privileged words'): DocumentDetail =>
  documentDetail(documentId, { text })
const put = (kept: ReturnType<typeof open>, one: DocumentDetail, projectId = 1) =>
  kept.offer(write(documentCache, String(one.documentId), one), projectId)
const there = async (kept: ReturnType<typeof open>, ids: readonly number[], projectId = 1) => {
  const found: number[] = []
  for (const id of ids)
    if ((await kept.read(documentCache, String(id), projectId)) !== undefined) found.push(id)
  return found
}

describe('what is kept for work without the network', () => {
  it('is there after the page is gone, in its project and for its account alone', async () => {
    const first = open()
    put(first, document(5))
    await first.settled()
    const later = open()
    expect(await later.read(documentCache, '5', 1)).toEqual(document(5))
    expect(await later.read(documentCache, '5', 2)).toBeUndefined()
    expect(await later.read(documentMetadata.cache, '5', 1)).toBeUndefined()
    who = 8
    expect(await later.read(documentCache, '5', 1)).toBeUndefined()
    who = null
    expect(await later.read(documentCache, '5', 1)).toBeUndefined()
    put(later, document(6))
    await later.settled()
    who = 7
    expect(await there(later, [5, 6])).toEqual([5])
    expect(faults).toEqual([])
  })

  it('lies there sealed: neither what it says nor what was asked can be read off the database', async () => {
    const kept = open()
    put(kept, document(5, 'Privileged words'))
    kept.offer(write(treeCache, 'the-query', null), 1)
    await kept.settled()
    const db = await new Promise<IDBDatabase>((resolve) => {
      const opening = factory.open(keptName(7))
      opening.addEventListener('success', () => resolve(opening.result))
    })
    const everything = await Promise.all(
      ['rows', 'bodies'].map(
        (name) =>
          new Promise<unknown[]>((resolve) => {
            const asked = db.transaction(name).objectStore(name).getAll()
            asked.addEventListener('success', () => resolve(asked.result))
          }),
      ),
    )
    expect(everything.flat()).toHaveLength(4)
    const text = everything
      .flat()
      .map((one) => (one instanceof Uint8Array ? new TextDecoder('latin1').decode(one) : JSON.stringify(one)))
      .join()
    expect(text).not.toMatch(/Privileged|the-query/)
    db.close()
  })

  it('is bounded: what was looked at longest ago goes first', async () => {
    // Each weighs some four kilobytes and its text.
    const kept = open(30_000)
    for (const id of [1, 2, 3, 4, 5]) put(kept, document(id))
    await kept.settled()
    expect(await there(kept, [1, 2, 3, 4, 5])).toEqual([1, 2, 3, 4, 5])
    await kept.read(documentCache, '1', 1)
    for (const id of [6, 7, 8]) put(kept, document(id))
    await kept.settled()
    const left = await there(kept, [1, 2, 3, 4, 5, 6, 7, 8])
    expect(left).toContain(1)
    expect(left).toContain(8)
    expect(left.length).toBeLessThan(8)
    expect(left).not.toContain(2)
  })

  it('keeps no more than three hundred documents, whatever their size', async () => {
    const kept = open()
    for (let id = 1; id <= 310; id++) put(kept, document(id, ''))
    await kept.settled()
    const ids = Array.from({ length: 310 }, (_, at) => at + 1)
    expect(await there(kept, ids)).toEqual(ids.slice(10))
  })

  it('goes with what the server refuses, and with a project that is lost', async () => {
    const kept = open()
    for (const projectId of [1, 2]) for (const id of [5, 6]) put(kept, document(id), projectId)
    await kept.settled()
    kept.drop(documentCache, '5', 1)
    await expect.poll(() => there(kept, [5, 6])).toEqual([6])
    kept.heard([placed(1, { type: 'selection.projectLost', payload: { projectId: 1 } })])
    await expect.poll(() => there(kept, [5, 6])).toEqual([])
    expect(await there(kept, [5, 6], 2)).toEqual([5, 6])
  })

  it('tells what is worth fetching ahead: what is not here, or has been for hours', async () => {
    const kept = open()
    put(kept, document(5))
    await kept.settled()
    expect(await kept.missing(documentCache, ['4', '5'], 1)).toEqual(['4'])
    expect(await open().missing(documentCache, ['4', '5'], 1)).toEqual(['4'])
    clock += 5 * 3_600_000
    expect(await kept.missing(documentCache, ['4', '5'], 1)).toEqual(['4', '5'])
  })

  it('lets go of its database at once where a logout deletes it', async () => {
    const kept = open()
    put(kept, document(5))
    await kept.settled()
    await deleteDatabase(keptName(7), factory)
    expect(await there(kept, [5])).toEqual([])
    expect(faults).toEqual([])
  })

  it('takes nothing that an older version has kept in another shape', async () => {
    const kept = open()
    kept.offer(write(documentCache, '5', { ...document(5), etag: 5 } as unknown as DocumentDetail), 1)
    await kept.settled()
    expect(await kept.read(documentCache, '5', 1)).toBeUndefined()
  })
})
