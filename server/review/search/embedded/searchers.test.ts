import childProcess from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type SearchOpening, searchOpening } from '#contracts/search-opening.ts'
import { ApiError } from '../../../platform/http/error.ts'
import { factKeys } from '../list.ts'
import type { Found } from '../search.ts'
import { Engine } from './engine.ts'
import { Searchers } from './searchers.ts'
import { snapshotFile } from './snapshot-file.ts'
import { Stopped } from './stop-mark.ts'
import { IndexWriter } from './writer.ts'

const asked = {
  tree: null,
  includeFamily: false,
  sort: 'documentId',
  viewer: 'parentsAndChildren',
  filter: 'all',
  formFields: [],
  timeZone: 'UTC',
  noise: [],
  fields: [],
} as const

describe('searches that wait for a process', () => {
  it('are told so when their turn does not come, and leave the line', async () => {
    const searchers = new Searchers({ size: 1, deadlineMs: 50, idleMs: 60_000 })
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    const holding = searchers.exclusively('some.sqlite', () => held)
    const waiting = [searchers.find('some.sqlite', asked), searchers.find('other.sqlite', asked)]
    for (const find of waiting)
      await expect(find).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining('Too many searches'),
      })
    letGo()
    await holding
    // Nobody who has gone away is in the way of who comes next.
    await searchers.exclusively('some.sqlite', async () => {})
    await searchers.stop()
  })

  it('are dropped when nobody waits for them any more', async () => {
    const searchers = new Searchers({ size: 1, deadlineMs: 20_000, idleMs: 60_000 })
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    const holding = searchers.exclusively('some.sqlite', () => held)
    const gone = new AbortController()
    const find = searchers.find('some.sqlite', asked, { userId: 1, signal: gone.signal })
    gone.abort()
    await expect(find).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('given up'),
    })
    letGo()
    await holding
    await searchers.stop()
  })

  it('are not begun for somebody who had gone away before they came', async () => {
    const searchers = new Searchers({ size: 1, deadlineMs: 20_000, idleMs: 60_000 })
    const before = process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length
    const find = searchers.find('none.sqlite', asked, { userId: 1, signal: AbortSignal.abort() })
    await expect(find).rejects.toMatchObject({ message: expect.stringContaining('given up') })
    expect(process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap')).toHaveLength(before)
    await searchers.stop()
  })

  it('of one person go one after the other, so that a process is left for somebody else', async () => {
    const searchers = new Searchers({ size: 2, deadlineMs: 20_000, idleMs: 60_000 })
    const processes = (): number =>
      process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length
    const before = processes()
    const { signal } = new AbortController()
    const finds = [1, 2, 3].map(() => searchers.find('none.sqlite', asked, { userId: 1, signal }))
    await Promise.allSettled(finds)
    expect(processes() - before).toBe(1)
    await searchers.stop()
  })

  it('end when the same person searches anew in the same place, and in no other', async () => {
    const searchers = new Searchers({ size: 1, deadlineMs: 20_000, idleMs: 60_000 })
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    const holding = searchers.exclusively('none.sqlite', () => held)
    const { signal } = new AbortController()
    const find = (userId: number, place?: string): Promise<unknown> =>
      searchers.find('none.sqlite', asked, { userId, signal, place }).catch((error: unknown) => error)
    const older = find(1, 'left')
    const others = [find(1, 'right'), find(2, 'left'), find(1)]
    const newer = find(1, 'left')
    expect(await older).toMatchObject({ code: 'search.superseded' })
    letGo()
    await holding
    // There is no such file: whoever is not superseded is told so.
    for (const one of [...others, newer]) expect(await one).not.toMatchObject({ code: 'search.superseded' })
    await searchers.stop()
  })
})

describe('an index that has to be opened first', () => {
  const documents = 60_000
  let folder: string
  let file: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'affiant-index-'))
    file = join(folder, 'index.sqlite')
    makeIndex(file, documents)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  let said: string[]
  const forgetSaved = (): void => rmSync(snapshotFile(file), { force: true })
  beforeEach(() => {
    said = []
    forgetSaved()
  })
  /** How far it was each time that somebody was told. */
  const untilOpen = async (ask: () => Promise<Found>): Promise<{ found: Found; told: SearchOpening[] }> => {
    const told: SearchOpening[] = []
    for (;;)
      try {
        return { found: await ask(), told }
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'search.opening') throw error
        told.push(searchOpening.parse(error.data))
        said.push(error.message)
      }
  }

  it('is opened beyond the deadline of a query, and says how far it is to whoever waits', async () => {
    const patient = new Searchers({ size: 1, deadlineMs: 20_000, idleMs: 60_000, openingPatienceMs: 20_000 })
    const began = performance.now()
    await patient.find(file, asked)
    const openingMs = performance.now() - began
    await patient.stop()
    forgetSaved()
    const deadlineMs = openingMs / 2
    const searchers = new Searchers({ size: 1, deadlineMs, idleMs: 60_000, openingPatienceMs: 20 })
    const { found, told } = await untilOpen(() => searchers.find(file, asked))
    expect(found.ids).toHaveLength(documents)
    const far = told.filter(({ total }) => total > 0)
    expect(far.map(({ total }) => total)).toEqual(far.map(() => documents))
    expect(far.map(({ done }) => done)).toEqual(far.map(({ done }) => done).toSorted((a, b) => a - b))
    expect(far.some(({ secondsLeft }) => secondsLeft !== null)).toBe(true)
    expect(said.join('\n')).toMatch(/^Opening the index … [\d,]+ of 60,000 documents, \d+ s left$/m)
    // It stays open: nobody is told again.
    expect((await untilOpen(() => searchers.find(file, asked))).told).toEqual([])
    await searchers.stop()
    // What was read is saved: the next process answers at once.
    const next = new Searchers({ size: 1, deadlineMs: 20_000, idleMs: 60_000, openingPatienceMs: 20 })
    expect((await next.find(file, asked)).ids).toHaveLength(documents)
    await next.stop()
  }, 60_000)

  it('goes on opening when whoever asked first has gone away, and leaves a process to other indexes', async () => {
    const other = join(folder, 'other.sqlite')
    makeIndex(other, 3)
    const searchers = new Searchers({ size: 2, deadlineMs: 20_000, idleMs: 60_000, openingPatienceMs: 20 })
    const gone = new AbortController()
    const first = searchers.find(file, asked, { userId: 1, signal: gone.signal })
    await expect(first).rejects.toMatchObject({ code: 'search.opening' })
    gone.abort()
    expect((await searchers.find(other, asked)).ids).toHaveLength(3)
    const { signal } = new AbortController()
    const { told } = await untilOpen(() => searchers.find(file, asked, { userId: 2, signal }))
    const done = told.map((opening) => opening.done)
    expect(done).toEqual(done.toSorted((a, b) => a - b))
    await searchers.stop()
  })

  it('that cannot be opened says so to all who wait for it', async () => {
    const broken = join(folder, 'broken.sqlite')
    makeIndex(broken, 5_000)
    const damaged = new Database(broken)
    damaged.prepare("update doc set facts = '[' where slot = 4500").run()
    damaged.close()
    const searchers = new Searchers({
      size: 1,
      deadlineMs: 20_000,
      idleMs: 60_000,
      openingPatienceMs: 20_000,
    })
    const ask = (userId: number) =>
      searchers.find(broken, asked, { userId, signal: new AbortController().signal })
    const outcomes = await Promise.allSettled([ask(1), ask(2)])
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { reason: 'SyntaxError' } })
    await searchers.stop()
  })
})

it('a query whose process is killed is answered by the next one, and is not tried a third time', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'affiant-index-'))
  const file = join(folder, 'index.sqlite')
  makeIndex(file, 1_000)
  const fork = vi.spyOn(childProcess, 'fork')
  syncBuiltinESMExports()
  const kill = (): void => {
    const started = fork.mock.results.at(-1)?.value
    if (!(started instanceof childProcess.ChildProcess)) throw new Error('No process was started.')
    started.kill('SIGKILL')
  }
  const searchers = new Searchers({ size: 1, deadlineMs: 20_000, idleMs: 60_000, openingPatienceMs: 20_000 })
  try {
    await searchers.find(file, asked)
    const find = searchers.find(file, asked)
    await turn()
    kill()
    expect((await find).ids).toHaveLength(1_000)
    expect(fork).toHaveBeenCalledTimes(2)
    const unlucky = searchers.find(file, asked)
    await turn()
    kill()
    await vi.waitFor(() => expect(fork).toHaveBeenCalledTimes(3), { interval: 1 })
    kill()
    await expect(unlucky).rejects.toMatchObject({ reason: 'exit' })
    expect(fork).toHaveBeenCalledTimes(3)
  } finally {
    await searchers.stop()
    fork.mockRestore()
    syncBuiltinESMExports()
    rmSync(folder, { recursive: true, force: true })
  }
})

it('a query that would look at too many texts is refused with their number, and what is kept answers others', () => {
  const folder = mkdtempSync(join(tmpdir(), 'affiant-index-'))
  const file = join(folder, 'index.sqlite')
  const writer = new IndexWriter(file)
  const rows = [1, 2, 3].map((documentId) => ({
    ...{ documentId, familyId: documentId, ordinal: 0, parentDate: null, words: [] },
    ...{ facts: factKeys.map((key) => (key === 'Document_State' ? ['Promoted'] : [])) },
    ...{ texts: ['lien and rig'], coding: { documentId, coded: {}, tagIds: [] } },
  }))
  writer.apply({ at: '2026-01-01T00:00:00.000Z', rows, facts: [], codings: [], removed: [] })
  writer.close()
  const engine = new Engine(file, 2)
  const token = (word: string) => ({ kind: 'term', token: word, pattern: false }) as const
  const pattern = { kind: 'term', token: 'r?g', pattern: true } as const
  const near = { kind: 'near', how: 'within', distance: 3, left: token('lien'), right: pattern } as const
  expect(() => engine.find({ ...asked, tree: near })).toThrow('in more than 2 texts')
  expect(engine.find({ ...asked, tree: token('lien') }).ids).toHaveLength(3)
  engine.close()
  rmSync(folder, { recursive: true, force: true })
})

it('a query that is ended between its steps leaves the index as it was', () => {
  const folder = mkdtempSync(join(tmpdir(), 'affiant-index-'))
  const file = join(folder, 'index.sqlite')
  makeIndex(file, 3)
  const engine = new Engine(file)
  const tree = { kind: 'not', part: { kind: 'term', token: 'lien', pattern: false } } as const
  engine.step = () => {
    throw new Stopped()
  }
  expect(() => engine.find({ ...asked, tree })).toThrow(Stopped)
  engine.step = () => {}
  expect(engine.find({ ...asked, tree }).ids).toHaveLength(3)
  engine.close()
  rmSync(folder, { recursive: true, force: true })
})

/** An index of documents that say nothing. */
function makeIndex(file: string, documents: number): void {
  new IndexWriter(file).close()
  const db = new Database(file)
  const insert = db.prepare("insert into doc (document_id, touched, facts, exact) values (?, 1, ?, '[]')")
  db.transaction(() => {
    for (let id = 1; id <= documents; id++) {
      const facts = factKeys.map((key) => (key === 'Document_State' ? ['Promoted'] : [`${key} ${id % 1000}`]))
      insert.run(id, JSON.stringify([id, 0, null, facts, 0]))
    }
    db.prepare("update meta set value = '1' where key = 'touched'").run()
  })()
  db.close()
}
