import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { plainCodec } from '#src/events/log/codec.ts'
import { deleteDatabase, openTime } from '#src/events/log/database.ts'
import type { MemoryReason } from '#src/events/log/fallback.ts'
import { indexedDbLog } from '#src/events/log/indexeddb.ts'
import { type Keyring, openKeys } from '#src/events/log/keys.ts'
import { type EventLog, Superseded, type Unplaced } from '#src/events/log/log.ts'
import { openLog } from '#src/events/log/open.ts'
import { damaged, losable, rewrite, rowsIn, textIn } from '../support/databases.ts'
import { unplaced } from '../support/envelopes.ts'
import { noteAreas, notesOf, setNote, textOf } from '../support/notes.ts'
import { createBrowser, type Tab, type TabOptions, type TestBrowser } from '../support/tabs.ts'

const name = 'affiant:project:7:1'
let factory: IDBFactory
let keys: Keyring
const opened: EventLog[] = []
beforeEach(() => {
  factory = new IDBFactory()
  keys = openKeys(factory, crypto)
})
afterEach(async () => {
  for (const log of opened.splice(0)) await log.close()
})

const draft = (nth: number, text = `privileged ${nth}`): Unplaced =>
  unplaced(nth, { stream: `document:${nth % 7}`, payload: { text }, label: `Set ${text}` })
const many = (from: number, count: number): Unplaced[] =>
  Array.from({ length: count }, (_, index) => draft(from + index))

interface Heard {
  readonly memory: MemoryReason[]
  readonly erased: true[]
  readonly superseded: true[]
  readonly unreadable: { unsent: number; snapshots: number }[]
  readonly faults: unknown[]
}
async function open(
  options: { factory?: IDBFactory; keys?: Keyring; format?: number } = {},
): Promise<{ log: EventLog; heard: Heard }> {
  const heard: Heard = { memory: [], erased: [], superseded: [], unreadable: [], faults: [] }
  const log = await openLog(name, {
    factory,
    keys,
    account: 7,
    onMemory: (reason) => heard.memory.push(reason),
    onErased: () => heard.erased.push(true),
    onSuperseded: () => heard.superseded.push(true),
    onUnreadable: (found) => heard.unreadable.push(found),
    onFault: (fault) => heard.faults.push(fault),
    ...options,
  })
  opened.push(log)
  return { log, heard }
}
const idsIn = async (log: EventLog): Promise<string[]> =>
  (await log.read({ after: 0, limit: 1e6 })).map(({ id }) => id)
const all = { after: 0, limit: 1e6 } as const

describe('a log on a disk', () => {
  it('shows who did what to nobody: not in its rows, its segments, snapshots, outbox or quarantine', async () => {
    const { log } = await open()
    const appended = await log.append(many(1, 1_200), { seen: null, outbox: [0, 1] })
    await log.compact({ upTo: 0 })
    await log.saveSnapshots([{ name: 'notes', version: 1, seq: 1_200, state: { text: 'privileged 3' } }])
    await log.quarantine([
      { seq: 4, type: 'privileged.sung', version: 1, stream: 'document:4', reason: 'unknownType' },
    ])
    expect(await textIn(factory, name)).not.toMatch(/privileged|document:|Set /)
    expect((await rowsIn(factory, name)).map(({ store }) => store)).toEqual(
      expect.arrayContaining(['tail', 'segments', 'snapshots', 'outbox', 'quarantine', 'meta']),
    )
    const { log: again } = await open({ keys: openKeys(factory, crypto) })
    expect(await again.read(all)).toEqual(appended)
    expect(await again.read({ ...all, stream: 'document:3' })).toEqual(
      appended.filter(({ stream }) => stream === 'document:3'),
    )
    expect(await again.loadSnapshots()).toMatchObject([{ state: { text: 'privileged 3' } }])
    expect((await again.outbox()).map(({ envelope }) => envelope)).toEqual(appended.slice(0, 2))
    expect(await again.quarantined()).toMatchObject([{ seq: 4, type: 'privileged.sung' }])
  })

  it('sets aside what was altered, tells of each once, and reads the rest', async () => {
    const { log } = await open()
    await log.append(many(1, 1_600), { seen: null, outbox: [5, 6] })
    await log.compact({ upTo: 0 })
    await log.saveSnapshots([{ name: 'notes', version: 1, seq: 3, state: 1 }])
    await rewrite(factory, name, 'tail', (row: never, key) => (key === 1_550 ? damaged(row) : row))
    await rewrite(factory, name, 'segments', (row: never, key) => (key === 1_000 ? damaged(row) : row))
    await rewrite(factory, name, 'outbox', (row: never, key) => (key === 'id-6' ? damaged(row) : row))
    await rewrite(factory, name, 'snapshots', (row: never) => damaged(row))

    const { log: again, heard } = await open()
    const read = await again.read(all)
    expect(read.filter(({ type }) => type === 'log.unreadableEntry').map(({ seq }) => seq)).toEqual([
      1_000, 1_550,
    ])
    expect(read).toHaveLength(1_600 - 499)
    expect((await again.outbox()).map(({ id }) => id)).toEqual(['id-7'])
    await again.outbox()
    expect(await again.loadSnapshots()).toEqual([])
    expect(heard.unreadable).toEqual([
      { unsent: 1, snapshots: 0 },
      { unsent: 0, snapshots: 1 },
    ])
    // Nor does it stop what keeps the log small.
    await again.append(many(2_000, 600), { seen: null })
    await again.compact({ upTo: 1_500 })
    expect((await again.read(all)).filter(({ type }) => type === 'log.unreadableEntry')).toHaveLength(2)
    expect(await again.head()).toBe(2_200)
  })

  it('takes no row that was put where another one was', async () => {
    const { log } = await open()
    const [first] = await log.append([draft(1), draft(2)], { seen: null })
    const rows = new Map((await rowsIn(factory, name)).map(({ key, value }) => [key, value]))
    const other = rows.get(2) as { readonly body: unknown }
    await rewrite(factory, name, 'tail', (row: { seq: number }) =>
      row.seq === 1 ? { ...row, body: other.body } : row,
    )
    const [read] = await log.read(all)
    expect(read?.id).not.toBe(first?.id)
    expect(read?.type).toBe('log.unreadableEntry')
  })

  it('is nobody’s once its key is gone: it begins anew, and says what was unsent', async () => {
    const { log } = await open()
    await log.append([draft(1), draft(2)], { seen: null, outbox: [0] })
    await log.setMeta('project:4', true)
    await keys.dropKeys(7)
    const { log: anew, heard } = await open()
    expect(await anew.read(all)).toEqual([])
    expect(await anew.outbox()).toEqual([])
    expect(heard.unreadable).toEqual([{ unsent: 1, snapshots: 0 }])
    expect(await anew.metaKeys()).toEqual(['project:4'])
    expect(await anew.append([draft(3)], { seen: 0 })).toMatchObject([{ seq: 1 }])
  })

  it('goes on in memory where its keys cannot be had: never in clear', async () => {
    const refusing = { ...keys, keysFor: () => Promise.reject(new Error('no keys')) }
    const { log, heard } = await open({ keys: refusing })
    await log.append([draft(1)], { seen: null })
    expect(heard.memory).toEqual(['refused'])
    expect((await factory.databases()).map((database) => database.name)).not.toContain(name)
  })
})

describe('a log of the first format', () => {
  /** As the first version left it: rows in clear, and no word about a key. */
  async function firstFormat() {
    const old = await indexedDbLog(name, { factory, codec: plainCodec, format: 1, onClosed: () => undefined })
    await old.append(many(1, 1_300), { seen: null, outbox: [3, 1_250] })
    await old.compact({ upTo: 0 })
    await old.saveSnapshots([{ name: 'notes', version: 1, seq: 1_300, state: new Map([['a', 1]]) }])
    const before = { entries: await old.read(all), rows: await old.outbox() }
    await old.close()
    await rewrite(factory, name, 'meta', (value: never, key) => (key === 'key' ? undefined : value))
    return before
  }

  it('is sealed when it is opened, and has lost nothing', async () => {
    const before = await firstFormat()
    expect(await textIn(factory, name)).toMatch(/privileged/)
    const { log, heard } = await open()
    expect(await textIn(factory, name)).not.toMatch(/privileged|document:/)
    expect(await log.read(all)).toEqual(before.entries)
    expect(await log.outbox()).toEqual(before.rows)
    expect(await log.loadSnapshots()).toMatchObject([{ state: new Map([['a', 1]]) }])
    await expect(log.append([draft(3)], { seen: 1_290 })).rejects.toThrow('moved')
    expect(await log.append([draft(3)], { seen: 1_300 })).toMatchObject([{ seq: 1_301 }])
    expect(heard).toMatchObject({ memory: [], unreadable: [], faults: [] })
  })

  it('survives any number of ends in the middle of that, row by row', async () => {
    await firstFormat()
    const { codec } = await keys.keysFor(7)
    let calls = 0
    let ends = 0
    for (let allowed = 1; ; allowed = Math.ceil(allowed * 1.7)) {
      calls = 0
      const whole = codec(name)
      const failing = {
        ...whole,
        encodeEnvelope: (...asked: Parameters<typeof whole.encodeEnvelope>) =>
          ++calls > allowed ? Promise.reject(new Error('The tab died')) : whole.encodeEnvelope(...asked),
        encodeSegment: (...asked: Parameters<typeof whole.encodeSegment>) =>
          ++calls > allowed ? Promise.reject(new Error('The tab died')) : whole.encodeSegment(...asked),
      }
      try {
        const log = await indexedDbLog(name, { factory, codec: failing, onClosed: () => undefined })
        await log.close()
        break
      } catch {
        ends += 1
      }
    }
    expect(ends).toBeGreaterThan(3)
    const { log, heard } = await open()
    expect(await idsIn(log)).toEqual(many(1, 1_300).map(({ id }) => id))
    expect((await log.outbox()).map(({ id }) => id)).toEqual(['id-4', 'id-1251'])
    expect(heard.unreadable).toEqual([])
  })

  it('is sealed by several tabs at once as by one', async () => {
    await firstFormat()
    const logs = await Promise.all([open(), open(), open()])
    const more = (
      await Promise.all(logs.map(({ log }, nth) => log.append([draft(5_000 + nth)], { seen: null })))
    ).flat()
    for (const { log } of logs) {
      expect((await idsIn(log)).sort()).toEqual([...many(1, 1_300), ...more].map(({ id }) => id).sort())
      expect(await log.outbox()).toHaveLength(2)
    }
  })
})

describe('two versions of the program at once', () => {
  it('the older one lets go at once, writes nothing more and knows why; the newer one has everything', async () => {
    const older = await open()
    await older.log.append([draft(1)], { seen: null, outbox: [0] })
    const newer = await open({ format: 3 })
    expect(older.heard).toMatchObject({ superseded: [true], memory: [], erased: [] })
    await expect(older.log.append([draft(2)], { seen: null })).rejects.toBeInstanceOf(Superseded)
    await older.log.saveSnapshots([{ name: 'notes', version: 1, seq: 1, state: 1 }])
    expect(older.log.isShared()).toBe(false)
    expect(await older.log.outbox()).toEqual([])
    expect((await newer.log.outbox()).map(({ id }) => id)).toEqual(['id-1'])
    expect(await newer.log.append([draft(3)], { seen: 1 })).toMatchObject([{ seq: 2 }])
    expect(await newer.log.loadSnapshots()).toEqual([])
  })

  it('the older one that comes later leaves the database alone and works in memory', async () => {
    const newer = await open({ format: 3 })
    await newer.log.append([draft(1)], { seen: null })
    const older = await open()
    expect(older.heard.memory).toEqual(['newer'])
    await older.log.append([draft(2)], { seen: null })
    expect(await idsIn(newer.log)).toEqual(['id-1'])
    expect(newer.heard).toMatchObject({ superseded: [], memory: [] })
  })
})

describe('a database that another page holds, and does not let be deleted', () => {
  it('is waited for so long and no longer: work goes on in memory, and what comes late is in nobody’s way', async () => {
    const held = await new Promise<IDBDatabase>((resolve) => {
      const opening = factory.open(name, 2)
      opening.onsuccess = () => resolve(opening.result)
    })
    const deleting = deleteDatabase(name, factory)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const coming = open()
    let there = false
    void coming.then(() => {
      there = true
    })
    // The keys are read first, then the log is asked for.
    while (vi.getTimerCount() === 0) await new Promise((turn) => setImmediate(turn))
    await vi.advanceTimersByTimeAsync(openTime - 1)
    expect(there).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    const { log, heard } = await coming
    expect(heard).toMatchObject({ memory: ['held'], erased: [], faults: [] })
    expect(await log.append([draft(1)], { seen: null })).toMatchObject([{ seq: 1 }])
    held.close()
    await deleting
    await deleteDatabase(name, factory)
    const next = await open()
    expect(next.heard.memory).toEqual([])
  })
})

describe('a database that is lost', () => {
  it('by the browser: goes on in memory with all that was unsent, counting on, and is told once', async () => {
    const { factory: lost, lose } = losable(factory)
    const { log, heard } = await open({ factory: lost, keys: openKeys(lost, crypto) })
    await log.append(many(1, 3), { seen: null, outbox: [0, 2] })
    await log.append([draft(4)], { seen: 3, settles: ['id-1'] })
    await log.setMeta('project:1', true)
    lose()
    expect(heard.memory).toEqual(['wiped'])
    expect(await log.append([draft(5)], { seen: 4, outbox: [0], applied: 4 })).toMatchObject([{ seq: 5 }])
    expect((await log.outbox()).map(({ id }) => id)).toEqual(['id-3', 'id-5'])
    const epoch = await log.takeEpoch()
    await log.settleOutbox(['id-3', 'id-5'], epoch)
    expect(await log.outbox()).toEqual([])
    expect(await log.head()).toBe(5)
    expect(await log.metaKeys()).toEqual(['project:1'])
    expect(heard).toMatchObject({ memory: ['wiped'], erased: [], superseded: [], faults: [] })
  })

  it('by somebody with the browser’s tools, which is no logout: the same', async () => {
    const { log, heard } = await open()
    await log.append([draft(1)], { seen: null, outbox: [0] })
    const deleting = deleteDatabase(name, factory)
    expect(await log.append([draft(2)], { seen: null, applied: 1 })).toMatchObject([{ seq: 2 }])
    await deleting
    expect(heard).toMatchObject({ memory: ['wiped'], erased: [] })
    expect((await log.outbox()).map(({ id }) => id)).toEqual(['id-1'])
  })

  it('by a logout in another tab: it is over, and nothing goes on', async () => {
    const { log, heard } = await open()
    await log.append([draft(1)], { seen: null, outbox: [0] })
    await openKeys(factory, crypto).dropKeys(7)
    await deleteDatabase(name, factory)
    await expect.poll(() => heard.erased).toEqual([true])
    await expect(log.append([draft(2)], { seen: null })).rejects.toThrow()
    expect(heard.memory).toEqual([])
  })

  it('and begun anew by another tab with another key: what this tab has goes on in memory', async () => {
    const { log, heard } = await open()
    await log.append([draft(1)], { seen: null, outbox: [0] })
    await deleteDatabase('affiant:keys', factory)
    const other = await open({ keys: openKeys(factory, crypto) })
    expect(other.heard.unreadable).toEqual([{ unsent: 1, snapshots: 0 }])
    expect(await log.append([draft(2)], { seen: 1, applied: 1 })).toMatchObject([{ seq: 2 }])
    expect(heard.memory).toEqual(['wiped'])
    expect((await log.outbox()).map(({ id }) => id)).toEqual(['id-1'])
    expect(await other.log.read(all)).toEqual([])
  })

  it('remembers no more of what was unsent than is unsent', async () => {
    const { factory: lost, lose } = losable(factory)
    const { log } = await open({ factory: lost, keys: openKeys(lost, crypto) })
    const leader = await open()
    for (let nth = 1; nth <= 150; nth++) {
      await log.append([draft(nth)], { seen: null, outbox: [0] })
      const epoch = await leader.log.takeEpoch()
      if (nth < 150) await leader.log.settleOutbox([`id-${nth}`], epoch)
    }
    lose()
    const left = (await log.outbox()).map(({ id }) => id)
    expect(left).toContain('id-150')
    expect(left.length).toBeLessThan(130)
  })
})

describe('tabs of an account', () => {
  let browser: TestBrowser
  afterEach(() => browser.close())
  const openTab = async (options: TabOptions = {}): Promise<Tab> => {
    const tab = await browser.openTab({ keys: openKeys(browser.indexedDB, crypto), ...options })
    await tab.openAccount(7)
    await tab.openProject(1)
    return tab
  }

  it('stop where a newer version is opened beside them: they say so, keep what they show, and lose nothing', async () => {
    browser = createBrowser(noteAreas)
    const older = await openTab()
    await older.dispatch(setNote({ note: 1, field: 'a', text: 'before' }))
    const newer = await openTab({ format: 3 })
    await expect.poll(() => older.state().logState).toMatchObject({ superseded: true, mode: 'shared' })
    const { rejected, envelopes } = await older.dispatch(setNote({ note: 1, field: 'a', text: 'after' }))
    expect(rejected).toBe('A newer version of Affiant is open. Reload this page; nothing is lost.')
    // Invariant 6 holds here too: the refusal is a fact of the device's log.
    expect(envelopes).toMatchObject([{ type: 'command.rejected', log: 'device' }])
    expect(textOf(older.state(), 1, 'a')).toBe('before')

    await newer.dispatch(setNote({ note: 1, field: 'a', text: 'newer' }))
    older.wake()
    await older.settled()
    expect(textOf(older.state(), 1, 'a')).toBe('before')
    // Loaded again it is of the newer version, and has it all.
    const reloaded = await openTab({ format: 3, session: older.session })
    expect(textOf(reloaded.state(), 1, 'a')).toBe('newer')
    expect([...older.faults, ...newer.faults]).toEqual([])
  })

  it('that find a newer version’s log work in memory and say why; another account’s may be theirs', async () => {
    browser = createBrowser(noteAreas)
    await openTab({ format: 3 })
    const older = await openTab()
    expect(older.state().logState).toMatchObject({ mode: 'memory', reason: 'newer' })
    expect((await older.dispatch(setNote({ note: 1, field: 'a', text: 'here' }))).rejected).toBeNull()
    await older.openAccount(8)
    await expect.poll(() => older.state().logState.mode).toBe('shared')
  })

  it('whose database is taken away keep what they show and go on', async () => {
    browser = createBrowser(noteAreas)
    const { factory: lost, lose } = losable(browser.indexedDB)
    const tab = await openTab({ indexedDB: lost, keys: openKeys(lost, crypto) })
    await tab.dispatch(setNote({ note: 1, field: 'a', text: 'before' }))
    lose()
    await expect.poll(() => tab.state().logState).toMatchObject({ mode: 'memory', reason: 'wiped' })
    expect((await tab.dispatch(setNote({ note: 1, field: 'b', text: 'after' }))).rejected).toBeNull()
    tab.wake()
    await tab.settled()
    expect([textOf(tab.state(), 1, 'a'), textOf(tab.state(), 1, 'b')]).toEqual(['before', 'after'])
    expect(tab.faults).toEqual([])
  })

  it('show what could be read where a row was damaged, and how many could not', async () => {
    browser = createBrowser(noteAreas)
    const tab = await openTab()
    for (const text of ['one', 'two', 'three']) await tab.dispatch(setNote({ note: 1, field: text, text }))
    await tab.close()
    await rewrite(browser.indexedDB, name, 'snapshots', () => undefined)
    await rewrite(browser.indexedDB, name, 'tail', (row: never, key) => (key === 2 ? damaged(row) : row))
    const again = await openTab()
    await again.settled()
    await expect.poll(() => again.state().logState.unreadable).toBe(1)
    expect(['one', 'two', 'three'].map((field) => textOf(again.state(), 1, field))).toEqual([
      'one',
      '',
      'three',
    ])
    // Put aside in the background: what is read does not wait for it.
    await expect
      .poll(() => again.log('project')?.quarantined())
      .toMatchObject([{ seq: 2, reason: 'unreadable' }])
    // Its stream goes on: nothing brings back what was damaged.
    expect((await again.dispatch(setNote({ note: 1, field: 'two', text: 'again' }))).rejected).toBeNull()
    expect(notesOf(again.state()).views.looks).toBe(0)
    await again.openProject(null)
    await again.openProject(1)
    expect((await again.log('project')?.loadSnapshots())?.length).toBeGreaterThan(0)
  })
})
