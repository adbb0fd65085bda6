/** A spreadsheet as it is read: what of it can be seen while it is on its way, and put in its place. */

import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newSheet } from '#server/intake/processing/sheets/book-writer.ts'
import { sheetWorker } from '#server/intake/processing/workers.ts'
import type { ChildPool } from '#server/platform/jobs/pool.ts'
import type { ReadEnd, ReadPart } from '#server/review/sheets/protocol.ts'
import { Sheets } from '#server/review/sheets/sheets.ts'
import { SheetStore, type Unfinished } from '#server/review/sheets/store.ts'
import { packRows } from '#server/review/sheets/stored.ts'

const source = { sha256: 'a'.repeat(64), path: '/nowhere', name: 'table.csv', passwords: [] }
const range = { sheet: 0, firstRow: 0, rows: 10, firstColumn: 0, columns: 10 }
const sheet = { ...newSheet('Table'), rows: 2, columns: 1 }
const block = (row: number, text: string): ReadPart => ({
  ...{ kind: 'block', first: row, end: row + 1, columns: 1 },
  bytes: packRows([[row, text]]),
})

/** Tells that a book is in its place a while after it is. */
class SlowStore extends SheetStore {
  readonly moved = Promise.withResolvers<void>()
  readonly told = Promise.withResolvers<void>()

  override async begin(key: string): Promise<Unfinished> {
    const unfinished = await super.begin(key)
    return {
      ...unfinished,
      finish: async (listing) => {
        await unfinished.finish(listing)
        this.moved.resolve()
        await this.told.promise
      },
    }
  }
}

describe('a spreadsheet that is being read', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'affiant-sheets-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /** Children that say these parts, and then how it ended. */
  const saying = (parts: readonly ReadPart[], end: () => Promise<ReadEnd>): ChildPool => ({
    alive: 0,
    stop: async () => {},
    run: async (_, __, options) => {
      for (const part of parts) await options?.onPart?.(part)
      // What a module answers is a matter between it and its caller.
      return (await end()) as never
    },
  })
  const text = async (sheets: Sheets) => {
    const { data } = await sheets.cells(source, range, new AbortController().signal)
    return data.map(({ row, cells }) => [row, cells[0]?.text])
  }
  const parts = [{ kind: 'sheet', sheet: { ...sheet, rows: 0 } } as const, block(0, 'one'), block(1, 'two')]

  it('is shown while it is moved to its place, and nothing of it is left on the way', async () => {
    const store = new SlowStore(folder, 1_000_000)
    await store.open()
    const end = { sheets: [sheet, { ...newSheet('Empty') }], missing: [], failed: null }
    const children = saying([...parts, { kind: 'sheet', sheet: newSheet('Empty') }], async () => end)
    const sheets = new Sheets(children, store, sheetWorker)
    const book = await sheets.book(source)
    await store.moved.promise
    expect(book.reading).toBe(true)
    expect(await text(sheets)).toEqual([
      [0, 'one'],
      [1, 'two'],
    ])
    store.told.resolve()
    await sheets.stop()
    expect(book.file().state).toBe('ready')
    expect(readdirSync(join(folder, 'tmp'))).toEqual([])
    // Others read it from there.
    const again = new Sheets(
      saying([], () => Promise.reject(new Error('not asked'))),
      store,
      sheetWorker,
    )
    expect(await text(again)).toEqual([
      [0, 'one'],
      [1, 'two'],
    ])
  })

  it('leaves nothing behind where nothing of it can be shown', async () => {
    const store = new SheetStore(folder, 1_000_000)
    await store.open()
    const sheets = new Sheets(
      saying([], () => Promise.reject(new Error('lost'))),
      store,
      sheetWorker,
    )
    const book = await sheets.book(source)
    await sheets.stop()
    expect(book.file().state).toBe('failed')
    expect(readdirSync(folder)).toEqual(['tmp'])
    expect(readdirSync(join(folder, 'tmp'))).toEqual([])
  })
})
