import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, describe, expect, it } from 'vitest'
import { plainCodec } from '#src/events/log/codec.ts'
import { deleteDatabase } from '#src/events/log/database.ts'
import type { MemoryReason } from '#src/events/log/fallback.ts'
import { indexedDbLog } from '#src/events/log/indexeddb.ts'
import { type EventLog, Fenced, StaleStream, type Unplaced } from '#src/events/log/log.ts'
import { memoryLog } from '#src/events/log/memory.ts'
import { openLog } from '#src/events/log/open.ts'
import { unplaced } from '#tests/support/envelopes.ts'

const draft = (nth: number, stream = 'document:1', retention: Unplaced['retention'] = 'audit'): Unplaced =>
  unplaced(nth, { stream, retention })
const many = (from: number, count: number): Unplaced[] =>
  Array.from({ length: count }, (_, index) =>
    draft(from + index, `document:${(from + index) % 7}`, (from + index) % 2 === 0 ? 'audit' : 'session'),
  )

const opened: EventLog[] = []
afterEach(async () => {
  for (const log of opened.splice(0)) await log.close()
})
const adapters: Readonly<Record<string, () => Promise<EventLog>>> = {
  IndexedDB: () =>
    indexedDbLog('log', {
      factory: new IDBFactory(),
      codec: plainCodec,
      onClosed: () => undefined,
    }),
  memory: async () => memoryLog('log'),
}

for (const [name, make] of Object.entries(adapters)) {
  const open = async () => {
    const log = await make()
    opened.push(log)
    return log
  }
  describe(`the log in ${name}`, () => {
    it('gives each envelope its place and reads them back, whole and by stream, in pages', async () => {
      const log = await open()
      const appended = await log.append(many(1, 30), { seen: null })
      expect(appended.map(({ seq }) => seq)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1))
      expect(await log.read({ after: 0, limit: 100 })).toEqual(appended)
      expect(await log.read({ after: 10, limit: 5 })).toEqual(appended.slice(10, 15))
      expect(await log.read({ after: 3, limit: 3, stream: 'document:2' })).toEqual(
        appended.filter(({ stream, seq }) => stream === 'document:2' && seq > 3).slice(0, 3),
      )
      expect(await log.head()).toBe(30)
    })

    it('turns away what was decided before its stream moved, and keeps nothing of it', async () => {
      const log = await open()
      await log.append([draft(1, 'document:1'), draft(2, 'document:2')], { seen: 0 })
      await expect(
        log.append([draft(3, 'document:3'), draft(4, 'document:1')], { seen: 0, outbox: [0] }),
      ).rejects.toBeInstanceOf(StaleStream)
      expect(await log.head()).toBe(2)
      expect(await log.outbox()).toEqual([])
      await log.append([draft(5, 'document:3')], { seen: 0 })
      await log.append([draft(6, 'document:1')], { seen: 3 })
      expect((await log.read({ after: 0, limit: 9 })).map(({ id }) => id)).toEqual([
        'id-1',
        'id-2',
        'id-5',
        'id-6',
      ])
    })

    it('reads sealed and unsealed rows as one, and finds streams in both', async () => {
      const log = await open()
      const appended = await log.append(many(1, 1_700), { seen: null })
      expect(await log.compact({ upTo: 0 })).toBe(0)
      expect(await log.read({ after: 0, limit: 5_000 })).toEqual(appended)
      expect(await log.read({ after: 499, limit: 3 })).toEqual(appended.slice(499, 502))
      expect(await log.read({ after: 990, limit: 700 })).toEqual(appended.slice(990, 1_690))
      const stream = appended.filter((envelope) => envelope.stream === 'document:3')
      expect(await log.read({ after: 0, limit: 5_000, stream: 'document:3' })).toEqual(stream)
      expect(await log.read({ after: 200, limit: 50, stream: 'document:3' })).toEqual(
        stream.filter(({ seq }) => seq > 200).slice(0, 50),
      )
      // Whoever is so far behind that his stream may lie in sealed rows has to look first.
      await expect(log.append([draft(9_999, 'document:3')], { seen: 1 })).rejects.toBeInstanceOf(StaleStream)
    })

    it('drops session events that snapshots cover, and no others', async () => {
      const log = await open()
      const appended = await log.append(many(1, 2_100), { seen: null })
      const dropped = await log.compact({ upTo: 1_200 })
      const left = await log.read({ after: 0, limit: 5_000 })
      expect(dropped).toBe(2_100 - left.length)
      expect(dropped).toBeGreaterThanOrEqual(500)
      const kept = appended.filter(({ seq, retention }) => retention === 'audit' || seq > 1_200)
      // Rows are packed in whole segments: at most what was asked for is gone, never an audit event.
      const there = new Set(left.map(({ id }) => id))
      expect(kept.filter(({ id }) => !there.has(id))).toEqual([])
      expect(await log.compact({ upTo: 1_200 })).toBe(0)
      expect(await log.head()).toBe(2_100)
    })

    it('keeps snapshots by name and version, the newest of each', async () => {
      const log = await open()
      await log.saveSnapshots([{ name: 'a', version: 1, seq: 5, state: new Map([['k', { deep: [1] }]]) }])
      await log.saveSnapshots([{ name: 'a', version: 1, seq: 3, state: 'older' }])
      await log.saveSnapshots([{ name: 'b', version: 2, seq: 4, state: null }])
      expect((await log.loadSnapshots()).sort((one, two) => one.name.localeCompare(two.name))).toEqual([
        { name: 'a', version: 1, seq: 5, state: new Map([['k', { deep: [1] }]]) },
        { name: 'b', version: 2, seq: 4, state: null },
      ])
    })

    it('forgets what an older version of the program kept of a state, once a newer one has kept it', async () => {
      const log = await open()
      await log.saveSnapshots([{ name: 'a', version: 1, seq: 5, state: 'old' }])
      await log.saveSnapshots([{ name: 'b', version: 1, seq: 5, state: 'other' }])
      await log.saveSnapshots([{ name: 'a', version: 3, seq: 2, state: 'new' }])
      const kept = (await log.loadSnapshots()).map(({ name, version }) => `${name} ${version}`).sort()
      expect(kept).toEqual(['a 3', 'b 1'])
    })

    it('writes outbox rows with the envelopes and settles them with others, both or neither', async () => {
      const log = await open()
      const [first, second] = await log.append([draft(1), draft(2, 'document:2'), draft(3)], {
        seen: null,
        outbox: [0, 1],
      })
      expect(await log.outbox()).toEqual([
        { id: 'id-1', envelope: first },
        { id: 'id-2', envelope: second },
      ])
      await expect(log.append([draft(4)], { seen: 0, settles: ['id-1'] })).rejects.toBeInstanceOf(StaleStream)
      expect(await log.outbox()).toHaveLength(2)
      await log.append([draft(5)], { seen: null, settles: ['id-1'] })
      expect((await log.outbox()).map(({ id }) => id)).toEqual(['id-2'])
    })

    it('takes nothing from a leader that was replaced', async () => {
      const log = await open()
      await log.append([draft(1)], { seen: null, outbox: [0] })
      const old = await log.takeEpoch()
      const current = await log.takeEpoch()
      expect(await log.epoch()).toBe(current)
      await expect(log.settleOutbox(['id-1'], old)).rejects.toBeInstanceOf(Fenced)
      expect(await log.outbox()).toMatchObject([{ id: 'id-1' }])
      await log.settleOutbox(['id-1'], current)
      expect(await log.outbox()).toEqual([])
    })

    it('remembers what it is told beside the envelopes', async () => {
      const log = await open()
      await log.setMeta('project:4', true)
      expect(await log.getMeta('project:4')).toBe(true)
      expect(await log.metaKeys()).toEqual(['project:4'])
    })
  })
}

describe('a browser that refuses', () => {
  const options = (factory: IDBFactory | undefined, said: MemoryReason[]) => ({
    factory,
    keys: null,
    account: 7,
    onMemory: (reason: MemoryReason) => said.push(reason),
    onErased: () => undefined,
    onSuperseded: () => undefined,
    onUnreadable: () => undefined,
    onFault: () => undefined,
  })

  it('goes on in memory where there is no database, and says so', async () => {
    const said: MemoryReason[] = []
    const none = await openLog('log', options(undefined, said))
    const refusing = {
      open: () => {
        throw new DOMException('not here', 'SecurityError')
      },
    } as unknown as IDBFactory
    const refused = await openLog('log', options(refusing, said))
    for (const log of [none, refused]) {
      expect(await log.append([draft(1)], { seen: null })).toMatchObject([{ seq: 1 }])
    }
    expect(said).toEqual(['refused', 'refused'])
  })

  it('goes on in memory when the quota is full: counting on, losing nothing, and told once', async () => {
    const said: MemoryReason[] = []
    const indexedDB = new IDBFactory()
    const log = await openLog('log', options(indexedDB, said))
    opened.push(log)
    const kept = await log.append(many(1, 3), { seen: null, outbox: [0] })
    const { add, put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.add = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    try {
      const more = await log.append([draft(4), draft(5)], { seen: 3, outbox: [1] })
      const [last] = await log.append([draft(6)], { seen: 5 })
      expect([...more, last].map((envelope) => envelope?.seq)).toEqual([4, 5, 6])
      expect(await log.read({ after: 0, limit: 10 })).toEqual([...kept, ...more, last])
      expect(await log.head()).toBe(6)
      expect((await log.outbox()).map(({ id }) => id)).toEqual(['id-1', 'id-5'])
      expect(said).toEqual(['quota'])
      await expect(log.append([draft(7)], { seen: 5 })).rejects.toBeInstanceOf(StaleStream)
      // Nor must a database that takes nothing at all keep what is in memory from being delivered.
      IDBObjectStore.prototype.put = IDBObjectStore.prototype.add
      const epoch = await log.takeEpoch()
      await log.settleOutbox(['id-1', 'id-5'], epoch)
      expect(await log.outbox()).toEqual([])
    } finally {
      Object.assign(IDBObjectStore.prototype, { add, put })
    }
  })

  it('lets go of a database that another tab deletes, and tells', async () => {
    const indexedDB = new IDBFactory()
    let closed = 0
    const log = await indexedDbLog('log', { factory: indexedDB, codec: plainCodec, onClosed: () => closed++ })
    await log.append([draft(1)], { seen: null })
    await deleteDatabase('log', indexedDB)
    expect(closed).toBe(1)
    expect((await indexedDB.databases()).map(({ name }) => name)).toEqual([])
  })
})
