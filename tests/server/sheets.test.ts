import { rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  findInSheets,
  findTermsInSheets,
  getSheetCells,
  getSheetFile,
  type SheetFile,
  type SoughtTerm,
} from '#contracts/sheets.ts'
import { importPath, settledJob } from '#server/intake/import/import-path.ts'
import { writeBook } from '#tests/fixtures/sheets.ts'
import { runs, property as test } from '#tests/runs.ts'
import { costlyDialects, withoutAnalysis } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'

withoutAnalysis()

const csvRows = 3_000
const csv = ['Id,Name,Place']
  .concat(Array.from({ length: csvRows }, (_, n) => `${n + 1},"Well, ${n % 7}",Place ${n % 1000}`))
  .join('\n')

describe.each(costlyDialects)('spreadsheets on %s', (dialect) => {
  let intake: Intake
  beforeEach(async () => {
    // What has been read once is known by its bytes for as long as the server lives, whoever asks.
    intake = await startIntake(dialect, {}, true)
  }, 60_000)
  afterEach(() => intake.close())

  /** Brings a file in; answers its document. */
  async function bring(name: string, bytes: Buffer): Promise<number> {
    const { server, project, user } = intake
    const path = intake.write(name, bytes)
    const wanted = { path, projectId: project, custodian: 'Rivera', userId: user.userId }
    const { jobId } = await importPath(server.services, wanted)
    await settledJob(server.services, jobId)
    const { document_id } = await server.services.records.read
      .selectFrom('document')
      .select('document_id')
      .where('job_id', '=', jobId)
      .executeTakeFirstOrThrow()
    return document_id
  }
  const ask = async (documentId: number): Promise<SheetFile> =>
    (await intake.server.call(intake.user, getSheetFile, { project: intake.project, query: { documentId } }))
      .data
  /** Finding waits until the file has been read. */
  async function settled(documentId: number): Promise<SheetFile> {
    await find(documentId, 'nothing of it')
    return await ask(documentId)
  }
  const cells = async (documentId: number, range: Partial<Record<string, number>> = {}) =>
    (
      await intake.server.call(intake.user, getSheetCells, {
        project: intake.project,
        query: { documentId, sheet: 0, firstRow: 0, rows: 100, firstColumn: 0, columns: 50, ...range },
      })
    ).data
  const find = async (documentId: number, text: string) =>
    (
      await intake.server.call(intake.user, findInSheets, {
        project: intake.project,
        body: { documentId, text },
      })
    ).data

  it('[rest-sheet-get-file] are given out sheet by sheet and range by range, hidden ones too', async () => {
    const book = writeBook(
      [
        {
          name: 'Costs',
          rows: [
            ['Item', 'Amount'],
            ['Pump', 12.5],
          ],
          formulas: { B2: '25/2' },
        },
        { name: 'Kept back', rows: [['secret']], hidden: 2 },
      ],
      'xlsx',
    )
    const documentId = await bring('costs.xlsx', book)
    expect(await settled(documentId)).toMatchObject({
      state: 'ready',
      sheets: [
        { name: 'Costs', hidden: 'visible', rows: 2, columns: 2 },
        { name: 'Kept back', hidden: 'veryHidden', rows: 1, columns: 1 },
      ],
    })
    expect((await cells(documentId)).data).toEqual([
      {
        row: 0,
        cells: [
          { column: 0, text: 'Item', kind: 'text' },
          { column: 1, text: 'Amount', kind: 'text' },
        ],
      },
      {
        row: 1,
        cells: [
          { column: 0, text: 'Pump', kind: 'text' },
          { column: 1, text: '12.5', kind: 'number', formula: '=25/2' },
        ],
      },
    ])
    expect((await cells(documentId, { sheet: 1 })).data[0]?.cells[0]?.text).toBe('secret')
    expect((await cells(documentId, { sheet: 7 })).data).toEqual([])
  })

  test('give in any ranges what they give whole', async () => {
    const documentId = await bring('wells.csv', Buffer.from(csv))
    const { sheets } = await settled(documentId)
    expect(sheets[0]).toMatchObject({ rows: csvRows + 1, columns: 3 })
    const line = (n: number) =>
      n === 0 ? ['Id', 'Name', 'Place'] : [`${n}`, `Well, ${(n - 1) % 7}`, `Place ${(n - 1) % 1000}`]
    const range = fc.record({
      firstRow: fc.nat(csvRows + 100),
      rows: fc.integer({ min: 1, max: 500 }),
      firstColumn: fc.nat(3),
      columns: fc.integer({ min: 1, max: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(range, async (asked) => {
        const { data, upTo } = await cells(documentId, asked)
        expect(upTo).toBe(csvRows + 1)
        const expected = Array.from({ length: asked.rows }, (_, i) => asked.firstRow + i)
          .filter((row) => row <= csvRows)
          .map((row) => ({
            row,
            shown: line(row).slice(asked.firstColumn, asked.firstColumn + asked.columns),
          }))
          .filter(({ shown }) => shown.length > 0)
        expect(data.map(({ row, cells: shown }) => ({ row, shown: shown.map(({ text }) => text) }))).toEqual(
          expected,
        )
      }),
      { numRuns: runs(40) },
    )
  })

  it('are searched through in any case of letters, in order, in texts, formulas and comments', async () => {
    const book = writeBook(
      [
        {
          name: 'A',
          rows: [
            ['Pump', 'ΟΔΟΣ'],
            ['x', 'PUMP house'],
          ],
          formulas: { A2: 'LEN("pump")' },
        },
        { name: 'B', rows: [[null, 'a "pump"']], hidden: 1 },
      ],
      'xlsx',
    )
    const documentId = await bring('pumps.xlsx', book)
    expect(await find(documentId, 'pUmP')).toEqual({
      hits: [
        { sheet: 0, row: 0, column: 0, in: 'text' },
        { sheet: 0, row: 1, column: 0, in: 'formula' },
        { sheet: 0, row: 1, column: 1, in: 'text' },
        { sheet: 1, row: 0, column: 1, in: 'text' },
      ],
      more: false,
    })
    expect((await find(documentId, 'οδος')).hits).toHaveLength(1)
    expect((await find(documentId, 'a "pump"')).hits).toHaveLength(1)
    expect(await find(documentId, 'nothing of it')).toEqual({ hits: [], more: false })
  })

  it('are searched for words and phrases of a query, cut as the index cuts them', async () => {
    const book = writeBook(
      [
        {
          name: 'A',
          rows: [
            ['Brine pumps', 'brines'],
            ['pump', 'Café\nlog'],
            ['x\nbrine', 'no-brine'],
          ],
        },
        { name: 'B', rows: [[null, 'The "brine" pump']], hidden: 1 },
      ],
      'xlsx',
    )
    const documentId = await bring('brine.xlsx', book)
    const sought = async (...terms: (string | null)[][]) =>
      (
        await intake.server.call(intake.user, findTermsInSheets, {
          project: intake.project,
          body: { documentId, terms: terms.map((tokens) => ({ tokens })) },
        })
      ).data.hits
    expect(await sought(['brine'], ['brine', 'pump*'])).toEqual([
      { sheet: 0, row: 0, column: 0, in: 'text', terms: [0, 1] },
      { sheet: 0, row: 2, column: 0, in: 'text', terms: [0] },
      { sheet: 0, row: 2, column: 1, in: 'text', terms: [0] },
      { sheet: 1, row: 0, column: 1, in: 'text', terms: [0, 1] },
    ])
    expect(await sought(['cafe', 'log'])).toEqual([{ sheet: 0, row: 1, column: 1, in: 'text', terms: [0] }])
    expect(await sought(['b?ines'])).toHaveLength(1)
    // A cell is a text of its own.
    expect(await sought(['brines', 'pump'])).toEqual([])
    const cellsOf = async (query: string, terms: SoughtTerm[]) => {
      const body = { documentId, terms }
      const { data } = await intake.server.call(intake.user, findTermsInSheets, {
        project: intake.project,
        body,
      })
      return { query, cells: data.hits.map(({ sheet, row, column }) => [sheet, row, column]) }
    }
    const term = (token: string) => ({ kind: 'term', token, pattern: false })
    const near = (distance: number) => [
      { kind: 'near', how: 'before', distance, left: term('the'), right: term('pump') },
    ]
    expect(await cellsOf('the pre/2 pump', [{ tokens: ['pump'], clauses: near(2) }])).toMatchObject({
      cells: [[1, 0, 1]],
    })
    expect(await cellsOf('the pre/1 pump', [{ tokens: ['pump'], clauses: near(1) }])).toMatchObject({
      cells: [],
    })
    expect(await cellsOf('"=no-brine"', [{ tokens: ['no', 'brine'], signs: ['', '-', ''] }])).toMatchObject({
      cells: [[0, 2, 1]],
    })
    expect(await sought(['pump~'])).toHaveLength(3)
  })

  it('name no more hits than they may, and say that there are more', async () => {
    const documentId = await bring('wells.csv', Buffer.from(csv))
    const { hits, more } = await find(documentId, 'well,')
    expect([hits.length, more]).toEqual([1000, true])
    expect(hits.map(({ row, column }) => [row, column])).toEqual(
      Array.from({ length: 1000 }, (_, n) => [n + 1, 1]),
    )
  })

  it('are there at once when they were read before, and read again when what was kept is lost or damaged', async () => {
    const { server } = intake
    const documentId = await bring('wells.csv', Buffer.from(csv))
    await settled(documentId)
    const before = await cells(documentId, { firstRow: 2_500 })
    const { sha256 } = await server.services.records.read
      .selectFrom('document')
      .select('sha256')
      .where('document_id', '=', documentId)
      .executeTakeFirstOrThrow()
    const folder = join(server.config.dataDir, 'sheets', sha256)
    // Other ranges than those that are still at hand.
    truncateSync(join(folder, 'blocks'), 10)
    expect((await cells(documentId, { firstRow: 700 })).data).toHaveLength(100)
    await settled(documentId)
    rmSync(folder, { recursive: true })
    expect((await cells(documentId, { firstRow: 1_400 })).data).toHaveLength(100)
    await settled(documentId)
    writeFileSync(join(folder, 'book.json'), '{')
    expect(await cells(documentId, { firstRow: 2_500 })).toEqual(before)
  })

  it('that cannot be read say why, and nothing else', async () => {
    const documentId = await bring('wells.csv', Buffer.from(csv))
    // What it was when it came in has been damaged since.
    const { server } = intake
    await server.services.records.write('interactive', (trx) =>
      trx
        .updateTable('document')
        .set({ mime_type: 'application/vnd.ms-excel', sha256: 'f'.repeat(64) })
        .where('document_id', '=', documentId)
        .execute(),
    )
    expect(await settled(documentId)).toEqual({
      state: 'failed',
      reason: 'It is damaged: its sheets cannot be read.',
      missing: [],
      sheets: [],
    })
    expect((await cells(documentId)).data).toEqual([])
  })

  it('are not what a message is, and what was given out is on the record once a session', async () => {
    const { server, user, project } = intake
    const documentId = await bring('notes.txt', Buffer.from('Only a note, and no table of values.\n'))
    const refused = await server.call(user, getSheetFile, { project, query: { documentId } })
    expect([refused.status, refused.error.message]).toEqual([404, 'The document is no spreadsheet.'])
    const other = await bring('wells.csv', Buffer.from(csv))
    await settled(other)
    await cells(other)
    await find(other, 'well')
    const rows = await server.services.records.read
      .selectFrom('audit')
      .select('action')
      .where('document_id', '=', other)
      .where('action', '=', 'document.sheetRead')
      .execute()
    expect(rows).toHaveLength(1)
  })
})
