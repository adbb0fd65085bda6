import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, describe, expect, it } from 'vitest'
import { canary, canaryBook } from '#tests/fixtures/canary-book.ts'
import { changedPart, type ReadBook, readSheetFile, shownIn, writeBook } from '#tests/fixtures/sheets.ts'
import { readsZips, unzippedByOthers } from '#tests/support/other-readers.ts'
import { sheetLimits } from '../../../review/sheets/protocol.ts'
import { type GateAnswer, gateWorkbook } from './gate-workbook.ts'
import { type RedactedWorkbook, redactWorkbook } from './redact-workbook.ts'
import { cellsNamed, RedactionRefused, type SheetRedaction } from './redactions.ts'

const folder = mkdtempSync(join(tmpdir(), 'affiant-redact-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let count = 0

interface Made {
  readonly done: RedactedWorkbook
  readonly bytes: Buffer
  readonly gate: GateAnswer
  readonly book: ReadBook
}

async function redacted(
  bytes: Buffer,
  redactions: readonly SheetRedaction[],
  { name = 'a.xlsx', kept = [] as readonly string[] } = {},
): Promise<Made> {
  const file = join(folder, `${count++}-${name}`)
  const to = join(folder, `${count++}.xlsx`)
  writeFileSync(file, bytes)
  const keptCells = kept.map((cell) => ({ sheet: 0, range: cellsNamed(cell) ?? expect.unreachable() }))
  const done = await redactWorkbook({
    ...{ file, name, passwords: [], redactions, kept: keptCells, to },
    limits: { ...sheetLimits, expandedBytes: 2_000_000 },
  })
  const gate = await gateWorkbook({ file: to, values: done.values, cover: done.cover })
  return { done, bytes: readFileSync(to), gate, book: await readSheetFile(to) }
}

const covered = (range: string, label = 'Privileged', sheet = 0): SheetRedaction => ({
  sheet,
  kind: 'cells',
  range,
  label,
})

/** Everywhere in a zip and in zips within it, in each way in which it may be written. */
function isAnywhere(bytes: Uint8Array, word: string): boolean {
  const plain = Buffer.from(bytes)
  const units = Buffer.from(word, 'utf16le')
  const text = plain.toString('latin1')
  const ways = [
    word,
    units.toString('latin1'),
    Buffer.from(units).swap16().toString('latin1'),
    Buffer.from(word).toString('hex'),
    ...[0, 1, 2].map((at) =>
      Buffer.from(' '.repeat(at) + word)
        .toString('base64')
        .slice(at === 0 ? 0 : 2, -4),
    ),
  ]
  if (ways.some((way) => text.toLowerCase().includes(way.toLowerCase()))) return true
  if (text.replace(/<[^>]*>/g, '').includes(word)) return true
  return plain.subarray(0, 2).toString() === 'PK'
    ? Object.entries(unzipSync(bytes)).some(([name, part]) => name.includes(word) || isAnywhere(part, word))
    : false
}

describe('a redacted workbook', () => {
  it('says what was covered in none of the places of the workbook', async () => {
    const { bytes, places } = canaryBook()
    expect(places).toBeGreaterThan(47)
    expect(isAnywhere(bytes, canary)).toBe(true)
    const made = await redacted(bytes, [
      covered('B2'),
      covered('B4', ''),
      covered('A1', '', 1),
      { sheet: 2, kind: 'sheet', range: null, label: 'Sealed' },
      { sheet: 0, kind: 'sheetName', range: null, label: '' },
    ])
    expect(isAnywhere(made.bytes, canary)).toBe(false)
    if (readsZips) {
      expect(unzippedByOthers(bytes)).toContain(canary)
      expect(unzippedByOthers(made.bytes)).not.toContain(canary)
    }
    expect(made.gate).toEqual({ ok: true, alsoOpen: [], more: false })
    expect(made.book.sheets.map(({ name, hidden }) => [name, hidden])).toEqual([
      ['REDACTED_1', 'visible'],
      ['Hidden', 'visible'],
      ['Deep', 'visible'],
    ])
    expect(shownIn(made.book)).toEqual([
      ['1.500', 'open', 'rich text'],
      ['7.0', 'Privileged', 'TRUE'],
      ['Privileged', '#DIV/0!', '3/15/23'],
      ['inline <b>', '', ''],
    ])
    expect(shownIn(made.book, 1)).toEqual([['', '2']])
    expect(shownIn(made.book, 2)).toEqual([['Sealed']])
    // Its looks are as they were, and what was hidden is shown, and said.
    const [sheet] = made.book.sheets
    expect(sheet).toMatchObject({ frozenRows: 1, frozenColumns: 1, hiddenRows: [], hiddenColumns: [] })
    expect(sheet?.widths[0]).toEqual({ first: 0, last: 0, width: 20.5 })
    expect(sheet?.merges).toEqual([{ row: 5, column: 0, rows: 1, columns: 2 }])
    expect(made.book.cells[0]?.get('0:0')?.align).toBe('center')
    expect(made.done.shown).toEqual([
      { rows: [{ first: 1, last: 1 }], columns: [{ first: 2, last: 2 }], sheet: false },
      { rows: [], columns: [], sheet: true },
      { rows: [], columns: [], sheet: true },
    ])
    expect(made.done.leftOut).toContain('Macros were left out.')
    const strings = strFromU8(unzipSync(made.bytes)['xl/sharedStrings.xml'] ?? new Uint8Array())
    expect(strings).toContain('<rPr><b/><sz val="14"/></rPr><t xml:space="preserve">rich </t>')
  })

  it('does not show a sum that tells what is covered, unless somebody keeps it', async () => {
    const book = writeBook(
      [
        {
          name: 'A',
          rows: [[100], [50], [150], [300], [7]],
          formulas: { A3: 'SUM(A1:A2)', A4: 'A3*2', A5: 'A2/7' },
        },
        { name: 'It is', rows: [[150]], formulas: { A1: "'A'!A3" } },
      ],
      'xlsx',
    )
    const made = await redacted(book, [covered('A1')])
    expect(shownIn(made.book)).toEqual([['Privileged'], ['50'], ['Privileged'], ['Privileged'], ['7']])
    expect(shownIn(made.book, 1)).toEqual([['Privileged']])
    expect(made.gate.ok).toBe(true)
    const kept = await redacted(book, [covered('A1')], { kept: ['A3'] })
    expect(shownIn(kept.book)).toEqual([['Privileged'], ['50'], ['150'], ['Privileged'], ['7']])
    expect(kept.done.dependents.filter(({ isKept }) => isKept)).toHaveLength(1)
  })

  it('has rows, columns and parts of texts covered, also where nothing stands', async () => {
    const book = writeBook(
      [
        {
          name: 'A',
          rows: [
            ['Name', 'Pay'],
            ['Ana 👤 Rivera', 1200],
            [null, null, 'x'],
            ['end', 'sum'],
          ],
        },
      ],
      'xlsx',
    )
    const made = await redacted(book, [
      { sheet: 0, kind: 'columns', range: 'B:B', label: '' },
      { sheet: 0, kind: 'rows', range: '3', label: 'R' },
      {
        sheet: 0,
        kind: 'text',
        range: 'A2',
        text: [
          [5, 6],
          [7, 13],
        ],
        label: 'Name',
      },
    ])
    expect(shownIn(made.book)).toEqual([
      ['Name', '', ''],
      ['Ana [Name] [Name]', '', ''],
      ['R', '', 'R'],
      ['end', '', ''],
    ])
    const sheet = strFromU8(unzipSync(made.bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    expect(sheet).toContain('<c r="B4" s="1"/>')
    expect(made.gate).toEqual({ ok: true, alsoOpen: [], more: false })
  })

  it('tells where a covered value stands in the open', async () => {
    const book = writeBook(
      [{ name: 'A', rows: [['Harmon'], ['from HARMON to'], ['SGFybW9u'], ['x']] }],
      'xlsx',
    )
    const { gate } = await redacted(book, [covered('A1')])
    expect(gate).toEqual({
      ok: true,
      alsoOpen: [
        { sheet: 0, cell: 'A2' },
        { sheet: 0, cell: 'A3' },
      ],
      more: false,
    })
  })

  it.each([
    ['biff8', 'a.xls'],
    ['xlsb', 'a.xlsb'],
    ['ods', 'a.ods'],
  ] as const)('is made of the rows of %s, and says so', async (type, name) => {
    const rows = [
      [100, canary],
      [50, 'open'],
      [150, 'x'],
    ]
    const book = writeBook([{ name: 'A', rows, formulas: { A3: 'SUM(A1:A2)' } }], type)
    const made = await redacted(book, [covered('A1:B1')], { name })
    expect(made.done.madeFrom).toBe('rows')
    expect(made.gate.ok).toBe(true)
    expect(isAnywhere(made.bytes, canary)).toBe(false)
    expect(shownIn(made.book)).toEqual([
      ['Privileged', 'Privileged'],
      ['50', 'open'],
      // What the library writes of the two others has no formulas.
      [type === 'ods' ? 'Privileged' : '150', 'x'],
    ])
  })

  it('is refused in words where nothing can be made of it', async () => {
    const book = writeBook([{ name: 'A', rows: [['x']] }], 'xlsx')
    const wrong: readonly (readonly [Buffer, SheetRedaction, RegExp])[] = [
      [book, covered('A1', '', 4), /sheet that is not there/],
      [book, covered('B2:'), /name them like B2:C9/],
      [book, { sheet: 0, kind: 'rows', range: '0:3', label: '' }, /name them like 3:7/],
      [book, { sheet: 0, kind: 'columns', range: 'ZZZZ', label: '' }, /name them like C:D/],
      [book, { sheet: 0, kind: 'text', range: 'A1', text: [[3, 3]], label: '' }, /where it ends/],
      [book, { sheet: 0, kind: 'sheet', range: 'A1', label: '' }, /has no range/],
      [Buffer.from('PK\x03\x04 no zip'), covered('A1'), /only withheld/],
      [bomb(book), covered('A1'), /only withheld.*expands to more/],
    ]
    for (const [bytes, redaction, words] of wrong)
      await expect(redacted(bytes, [redaction])).rejects.toThrow(words)
    await expect(redacted(book, [covered('B2:')])).rejects.toBeInstanceOf(RedactionRefused)
  })
})

const bomb = (book: Buffer): Buffer =>
  changedPart(book, 'xl/worksheets/sheet1.xml', (xml) =>
    xml.replace('<sheetData>', `<sheetData>${' '.repeat(2_000_000)}`),
  )

describe('the gate', () => {
  const values = [canary]

  async function judged(change: (parts: Record<string, Uint8Array>) => Uint8Array): Promise<GateAnswer> {
    const { done, bytes } = await redacted(writeBook([{ name: 'A', rows: [[canary, 'open']] }], 'xlsx'), [
      covered('A1'),
    ])
    const file = join(folder, `${count++}.xlsx`)
    writeFileSync(file, change(unzipSync(bytes)))
    return await gateWorkbook({ file, values, cover: done.cover })
  }

  const plain = { mtime: new Date(1980, 0, 1) }
  const withText = (name: string, from: string, to: string) => (parts: Record<string, Uint8Array>) => {
    const text = strFromU8(parts[name] ?? new Uint8Array())
    expect(text).toContain(from)
    return zipSync({ ...parts, [name]: strToU8(text.replace(from, to)) }, plain)
  }
  const sheet = 'xl/worksheets/sheet1.xml'
  const cell = '<c r="A1" s="1" t="s"><v>0</v></c>'

  it('lets through what is written as it should be', async () => {
    expect(await judged((parts) => zipSync(parts, plain))).toMatchObject({ ok: true, alsoOpen: [] })
  })

  it.each([
    ['a covered cell with another text', withText(sheet, cell, '<c r="A1" t="s"><v>1</v></c>')],
    ['a covered cell with a number', withText(sheet, cell, '<c r="A1"><v>5</v></c>')],
    ['a formula', withText(sheet, cell, `${cell}<c r="C1"><f>1+1</f><v>2</v></c>`)],
    ['a comment of XML', withText(sheet, '<sheetData>', `<!--x--><sheetData>`)],
    ['an attribute', withText(sheet, '<sheetData>', `<sheetData x="1">`)],
    ['a name', withText('xl/workbook.xml', 'name="A"', `name="${canary.toLowerCase()}"`)],
    [
      'a name in hex',
      withText('xl/workbook.xml', 'name="A"', `name="${Buffer.from(canary).toString('hex')}"`),
    ],
    [
      'a name in base64',
      withText(
        'xl/workbook.xml',
        'name="A"',
        `name="${Buffer.from(`-${canary}`).toString('base64').replace(/=+$/, '')}"`,
      ),
    ],
    [
      'a name in UTF-16 in base64',
      withText('xl/workbook.xml', 'name="A"', `name="${Buffer.from(canary, 'utf16le').toString('base64')}"`),
    ],
    ['a font', withText('xl/styles.xml', 'name val="Calibri"', `name val="${canary}"`)],
    ['a string that nobody uses', withText('xl/sharedStrings.xml', '</sst>', '<si><t>x</t></si></sst>')],
    ['a text between', withText(sheet, '<sheetData>', '<sheetData>x')],
    [
      'a stray part',
      (parts: Record<string, Uint8Array>) => zipSync({ ...parts, 'x.bin': strToU8('x') }, plain),
    ],
    [
      'a comment of the zip',
      (parts: Record<string, Uint8Array>) => zipSync(parts, { ...plain, comment: canary }),
    ],
    ['a date', (parts: Record<string, Uint8Array>) => zipSync(parts)],
    [
      'bytes behind it',
      (parts: Record<string, Uint8Array>) => Buffer.concat([zipSync(parts, plain), Buffer.from('x')]),
    ],
    [
      'bytes before it',
      (parts: Record<string, Uint8Array>) => Buffer.concat([Buffer.from('x'), zipSync(parts, plain)]),
    ],
  ])('refuses %s', async (_, change) => {
    expect(await judged(change)).toMatchObject({ ok: false })
  })

  it('finds what is covered in all that a workbook holds, and says where, without saying it', async () => {
    const { bytes } = canaryBook()
    const file = join(folder, `${count++}.xlsx`)
    writeFileSync(file, bytes)
    const { done } = await redacted(bytes, [covered('B2')])
    const answer = await gateWorkbook({ file, values, cover: done.cover })
    if (answer.ok) expect.unreachable()
    const telling = answer.faults.filter(({ reason }) => reason === 'It says what is covered.')
    // A macro in UTF-16, an archive in the archive, letters between tags, a picture.
    expect(telling.length).toBeGreaterThan(25)
    expect(JSON.stringify(answer)).not.toContain(canary)
  })
})

describe('what sums up covered cells', () => {
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const related = (type: string, target: string): Uint8Array =>
    strToU8(
      `<Relationships><Relationship Id="rId1" Type="${office}/${type}" Target="${target}"/></Relationships>`,
    )

  it('is covered in a pivot table, behind a name, in a table and in a shared formula', async () => {
    const rows = [
      ['Net', null, 'total'],
      [41, null, 82],
      [42, null, 84],
      [43, null, 86],
    ]
    const parts = unzipSync(
      writeBook(
        [
          { name: 'A', rows },
          { name: 'P', rows: [['sum'], [126], ['open']] },
        ],
        'xlsx',
      ),
    )
    const text = (name: string): string => strFromU8(parts[name] ?? new Uint8Array())
    const changed = {
      ...parts,
      'xl/workbook.xml': strToU8(
        text('xl/workbook.xml').replace(
          '</sheets>',
          '</sheets><definedNames><definedName name="All">A!$A$2:$A$4</definedName></definedNames>',
        ),
      ),
      'xl/worksheets/sheet1.xml': strToU8(
        text('xl/worksheets/sheet1.xml')
          .replace('<c r="C2"><v>', '<c r="C2"><f t="shared" ref="C2:C4" si="0">A2*2</f><v>')
          .replace('<c r="C3"><v>', '<c r="C3"><f t="shared" si="0"/><v>')
          .replace('<c r="C4"><v>', '<c r="C4"><f>SUM(All)+MAX(T[Net])</f><v>'),
      ),
      'xl/worksheets/_rels/sheet1.xml.rels': related('table', '../tables/table1.xml'),
      'xl/tables/table1.xml': strToU8(
        '<table name="T" displayName="T" ref="A1:A4"><tableColumns><tableColumn name="Net"/></tableColumns></table>',
      ),
      'xl/worksheets/_rels/sheet2.xml.rels': related('pivotTable', '../pivotTables/pivotTable1.xml'),
      'xl/pivotTables/pivotTable1.xml': strToU8(
        '<pivotTableDefinition><location ref="A1:A2"/></pivotTableDefinition>',
      ),
      'xl/pivotTables/_rels/pivotTable1.xml.rels': related('pivotCacheDefinition', '../pivotCache/d.xml'),
      'xl/pivotCache/d.xml': strToU8(
        '<pivotCacheDefinition><cacheSource><worksheetSource ref="A1:A4" sheet="A"/></cacheSource></pivotCacheDefinition>',
      ),
    }
    const made = await redacted(Buffer.from(zipSync(changed)), [covered('A3', 'X')])
    expect(shownIn(made.book)).toEqual([
      ['Net', '', 'total'],
      ['41', '', '82'],
      ['X', '', 'X'],
      ['43', '', 'X'],
    ])
    expect(shownIn(made.book, 1)).toEqual([['X'], ['X'], ['open']])
    expect(made.gate.ok).toBe(true)
  })
})
