import { existsSync } from 'node:fs'
import { utils, write } from '@e965/xlsx'
import fc from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { cellAddressOf, columnName } from '#contracts/cell-names.ts'
import { lockedOpenDocument } from '#tests/fixtures/locked-open-document.ts'
import {
  changedPart,
  frozen,
  readSheetBytes,
  readSheetFile,
  shownIn,
  writeBook,
} from '#tests/fixtures/sheets.ts'
import { inDeepRun, runs, property as test } from '#tests/runs.ts'
import { readDocument } from '../documents/read-document.ts'
import { identifyWhole } from '../identify/identify.ts'
import { defaultLimits } from '../limits.ts'
import { decodeText } from '../text.ts'
import { movedFormula } from './references.ts'

/** Texts that a cell can hold and that a table as text brings back: without what both databases refuse. */
const text = fc
  .string({ unit: 'grapheme', maxLength: 12 })
  .map((value) => value.replace(/[\0\r\ufeff]/g, '').replace(/\n/g, ' '))
const table = fc.array(fc.array(text, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 30 })

/** In Windows-1251. */
const cyrillic = (words: string): Buffer =>
  Buffer.from(
    words.replace(/[А-я]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x350)),
    'latin1',
  )

/** As it is shown: empty cells at the ends of rows, and empty rows at the end, are nothing. */
function trimmed(rows: readonly (readonly string[])[]): string[][] {
  const shown = rows.map((row) => {
    let end = row.length
    while (end > 0 && row[end - 1] === '') end--
    return row.slice(0, end)
  })
  while (shown.at(-1)?.length === 0) shown.pop()
  return shown
}

describe('a workbook that the library writes', () => {
  // The library's own reader is no judge here: what was written is.
  it.each(['xlsx', 'xlsb', 'biff8', 'ods'] as const)(
    '[val-native-spreadsheet-types] shows the same texts when it is read, as %s',
    inDeepRun,
    async (type) => {
      // Characters that XML cannot hold are none that a workbook has.
      const kept = text.map((value) => value.replace(/[^\P{C}]/gu, '').trim())
      const rows = fc.array(fc.array(kept, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 30 })
      await fc.assert(
        fc.asyncProperty(rows, async (written) => {
          const book = writeBook([{ name: 'A', rows: written.map((row) => row.map((v) => v || null)) }], type)
          const read = await readSheetBytes(book, `a.${type === 'biff8' ? 'xls' : type}`)
          expect(read.failed).toBe(null)
          expect(read.missing).toEqual([])
          expect(trimmed(shownIn(read))).toEqual(trimmed(written))
        }),
        { numRuns: runs(25) },
      )
    },
  )

  it('tells sheets that it hides, merged cells, formulas and kinds of cells', async () => {
    const book = writeBook(
      [
        {
          name: 'Costs',
          rows: [
            ['Item', 'Amount'],
            ['Pump', 12.5],
            ['Sum', 12.5],
            [true, null],
          ],
          merges: [utils.decode_range('A1:B1')],
          formulas: { B3: 'SUM(B2:B2)' },
        },
        { name: 'Kept back', rows: [['secret']], hidden: 1 },
        { name: 'Kept further back', rows: [['more']], hidden: 2 },
      ],
      'xlsx',
    )
    const { sheets, cells } = await readSheetBytes(book, 'costs.xlsx')
    expect(sheets.map(({ name, hidden }) => [name, hidden])).toEqual([
      ['Costs', 'visible'],
      ['Kept back', 'hidden'],
      ['Kept further back', 'veryHidden'],
    ])
    expect(sheets[0]?.merges).toEqual([{ row: 0, column: 0, rows: 1, columns: 2 }])
    expect(cells[0]?.get('2:1')).toEqual({ column: 1, text: '12.5', kind: 'number', formula: '=SUM(B2:B2)' })
    expect(cells[0]?.get('3:0')).toEqual({ column: 0, text: 'TRUE', kind: 'boolean' })
    expect(cells[1]?.get('0:0')?.text).toBe('secret')
  })

  it.each(['xlsx', 'xlsb', 'biff8', 'ods'] as const)(
    'shows numbers and words that their format hides, as %s',
    async (type) => {
      const sheet = utils.aoa_to_sheet([['Reserve', 4_250_000, 'for the regulator']])
      for (const name of ['B1', 'C1']) sheet[name] = { ...sheet[name], z: ';;;' }
      const book = utils.book_new(sheet, 'A')
      const bytes: Buffer = write(book, { type: 'buffer', bookType: type })
      const name = `a.${type === 'biff8' ? 'xls' : type}`
      expect(shownIn(await readSheetBytes(bytes, name))).toEqual([
        ['Reserve', '4250000', 'for the regulator'],
      ])
      const options = { limits: defaultLimits, passwords: [], name }
      const { text } = await readDocument(bytes, identifyWhole(bytes, name), options)
      expect(text).toContain('Reserve\t4250000\tfor the regulator')
    },
  )

  it('tells sheets, rows and columns that a spreadsheet of OpenDocument hides', async () => {
    const rows = Array.from({ length: 6 }, (_, row) => ['a', 'b', 'c'].map((letter) => `${letter}${row}`))
    const hiding = (xml: string) =>
      xml
        .replace(
          '<office:automatic-styles>',
          '<office:automatic-styles><style:style style:name="away" style:family="table"><style:table-properties table:display="false"/></style:style>',
        )
        .replace(/(<table:table table:name="Back")[^>]*>/, '$1 table:style-name="away">')
        .replace(
          /(<table:table table:name="Front"[^>]*>)/,
          '$1<table:table-column/><table:table-column table:number-columns-repeated="2" table:visibility="collapse"/>',
        )
        .replace(/((?:<table:table-row>.*?){2})<table:table-row>(.*?)<table:table-row>/s, (_, before, row) =>
          [before, row]
            .join('<table:table-row table:visibility="collapse">')
            .concat('<table:table-row table:visibility="filter">'),
        )
    const book = writeBook(
      [
        { name: 'Front', rows },
        { name: 'Back', rows: [['kept back']] },
      ],
      'ods',
    )
    const { sheets } = await readSheetBytes(changedPart(book, 'content.xml', hiding), 'a.ods')
    expect(sheets).toMatchObject([
      {
        name: 'Front',
        hidden: 'visible',
        hiddenRows: [{ first: 2, last: 3 }],
        hiddenColumns: [{ first: 1, last: 2 }],
      },
      { name: 'Back', hidden: 'hidden', hiddenRows: [], hiddenColumns: [] },
    ])
  })

  it('tells panes that are frozen', async () => {
    const book = frozen(
      writeBook(
        [
          {
            name: 'A',
            rows: [
              ['x', 'y'],
              ['z', 'w'],
            ],
          },
        ],
        'xlsx',
      ),
      1,
      2,
      1,
    )
    const { sheets } = await readSheetBytes(book, 'a.xlsx')
    expect(sheets[0]).toMatchObject({ frozenRows: 2, frozenColumns: 1 })
  })

  it('moves formulas that were told once for many cells', async () => {
    const shared = (xml: string) =>
      xml
        .replace(
          /<c r="C1"[^>]*>.*?<\/c>/,
          '<c r="C1"><f t="shared" ref="C1:C3" si="0">A1*$B$1+SUM(A:A)</f><v>1</v></c>',
        )
        .replace(/<c r="C2"[^>]*>.*?<\/c>/, '<c r="C2"><f t="shared" si="0"/><v>2</v></c>')
        .replace(/<c r="C3"[^>]*>.*?<\/c>/, '<c r="C3"><f t="shared" si="0"/><v>3</v></c>')
    const rows = [
      [1, 2, 3],
      [1, 2, 3],
      [1, 2, 3],
    ]
    const book = changedPart(writeBook([{ name: 'A', rows }], 'xlsx'), 'xl/worksheets/sheet1.xml', shared)
    const { cells } = await readSheetBytes(book, 'a.xlsx')
    expect(['0:2', '1:2', '2:2'].map((at) => cells[0]?.get(at)?.formula)).toEqual([
      '=A1*$B$1+SUM(A:A)',
      '=A2*$B$1+SUM(A:A)',
      '=A3*$B$1+SUM(A:A)',
    ])
  })

  it('shows as much as the limits allow, and says what was left out', async () => {
    const rows = Array.from({ length: 3_000 }, (_, row) => [`row ${row}`, row])
    const book = writeBook([{ name: 'A', rows }], 'xlsx')
    const read = await readSheetBytes(book, 'a.xlsx', { cells: 2_001 })
    expect(read.missing).toEqual(['Only the first 2001 cells were read.'])
    expect(shownIn(read).slice(0, 1000)).toEqual(rows.slice(0, 1000).map(([a, b]) => [a, String(b)]))
    expect(read.failed).toBe(null)
    const slow = await readSheetBytes(book, 'a.xlsx', { ms: -1 })
    expect(slow.missing).toEqual(['Reading it took too long: what follows was left out.'])
  })
})

describe('a table as text', () => {
  const written = (rows: readonly (readonly string[])[], separator: string) =>
    rows.map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(separator)).join('\r\n')

  it('tells how wide its columns are with its first rows', async () => {
    const { parts } = await readSheetBytes(Buffer.from('name,n\nconstruction,1'), 'a.csv')
    const [begun] = parts
    expect(begun?.kind === 'sheet' && begun.sheet.widths.map(({ width }) => width)).toEqual([13, 6])
  })

  it('obeys a file that says what parts the values', async () => {
    expect(shownIn(await readSheetBytes(Buffer.from('sep=|\na|b,c\n1|2\n'), 'a.csv'))).toEqual([
      ['a', 'b,c'],
      ['1', '2'],
    ])
  })

  it.each([
    ['UTF-8 with a mark', Buffer.from('\ufeffName,Ort\nMüller,Zürich\n')],
    ['UTF-16 with a mark', Buffer.from('\ufeffName,Ort\nMüller,Zürich\n', 'utf16le')],
    ['Windows-1252', Buffer.from('Name,Ort\nMüller,Zürich\n', 'latin1')],
  ])('is decoded, from %s', async (_, bytes) => {
    expect(shownIn(await readSheetBytes(bytes, 'a.csv'))).toEqual([
      ['Name', 'Ort'],
      ['Müller', 'Zürich'],
    ])
  })

  it.each([
    ['Windows-1251', 'Договор об аренде причала подписан в марте', cyrillic],
    ['the charset of Japanese mail', '日本', () => Buffer.from('\u001b$BF|K\\\u001b(B', 'latin1')],
  ])('is decoded by its first words beyond ASCII, however late they come, from %s', async (_, words, of) => {
    const plain = Array.from({ length: 5_000 }, (__, n) => `${n},delivered\n`).join('')
    const bytes = Buffer.concat([Buffer.from(plain), Buffer.from('last,'), of(words), Buffer.from('\n')])
    expect(shownIn(await readSheetBytes(bytes, 'a.csv')).at(-1)).toEqual(['last', words])
    expect(decodeText(bytes)).toContain(`last,${words}`)
  })

  test('shows the same texts when it is read', async () => {
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const head = ['first', 'second', 'third']
        const all = [head, head, ...rows]
        const read = await readSheetBytes(Buffer.from(written(all, ',')), 'a.csv')
        expect(trimmed(shownIn(read))).toEqual(trimmed(all))
      }),
      { numRuns: runs(60) },
    )
  })

  it('cuts a text that is too long for a cell, and says so', async () => {
    const read = await readSheetBytes(Buffer.from(`a,b\n${'x'.repeat(40_000)},y\nc,d\n`), 'a.csv')
    expect(shownIn(read)[1]?.[0]).toHaveLength(32_767)
    expect(read.missing).toEqual(['Texts of more than 32767 characters in one cell were cut.'])
  })
})

describe('names of cells', () => {
  test('lead to the place that they name', () => {
    expect(cellAddressOf('AB12')).toEqual({ row: 11, column: 27 })
    expect([0, 25, 26, 701, 702, 16_383].map(columnName)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA', 'XFD'])
    fc.assert(
      fc.property(fc.nat(16_383), fc.nat(1_048_575), (column, row) => {
        expect(cellAddressOf(`${columnName(column)}${row + 1}`)).toEqual({ row, column })
      }),
      { numRuns: runs(200) },
    )
  })

  it('move in a formula only where they are names of cells', () => {
    expect(movedFormula(`A1&"A1"&'B 2'!C3+LOG10(A1)+$D$4+E$5+x_A1+Sheet1!B2`, { row: 1, column: 1 })).toBe(
      `B2&"A1"&'B 2'!D4+LOG10(B2)+$D$4+F$5+x_A1+Sheet1!C3`,
    )
  })
})

const corpus = '../shared/corpus'
describe.skipIf(!existsSync(corpus))('real spreadsheets', () => {
  const office = (name: string) => readSheetFile(`${corpus}/office/${name}`)

  it('show numbers as their formats say', async () => {
    const shown = shownIn(await office('testEXCEL-formats.xlsx'))
    // The formats are named beside each value, as Excel names them.
    expect(shown[3]?.slice(2)).toEqual(['Number #,##0.00', '1,599.99', '-1,599.99'])
    expect(shown[4]?.slice(3)).toEqual(['$1,599.99 ', '($1,599.99)'])
    expect(shown[5]?.slice(3)).toEqual(['1.98E+08', '-1.98E+08'])
    expect(shown[8]?.slice(3)).toEqual(['6:15 AM', '6:15 PM'])
  })

  it.each(['testEXCEL.xls', 'testEXCEL.xlsx'])(
    'show the squares of numbers, with their formulas, in %s',
    async (name) => {
      const { sheets, cells } = await office(name)
      expect(sheets.map((sheet) => sheet.name)).toEqual(['Feuil1', 'Feuil2', 'Feuil3'])
      for (let n = 1; n <= 15; n++) {
        expect(cells[0]?.get(`${4 + n}:1`)?.text).toBe(String(n))
        expect(cells[0]?.get(`${4 + n}:2`)).toMatchObject({
          text: String(n * n),
          formula: `=+B${5 + n}*B${5 + n}`,
        })
      }
    },
  )

  it('are read in the strict form of the standard, too', async () => {
    const { sheets, cells } = await office('testEXCEL.strict.xlsx')
    expect(sheets.map((sheet) => sheet.name)).toContain('Sheet Number 2')
    expect(cells[1]?.get('6:3')).toMatchObject({ text: '13', kind: 'number', formula: '=SUM(A7:C7)' })
  })

  it('show a comment with its cell', async () => {
    const { cells } = await office('testComment.xlsx')
    expect(cells[0]?.get('0:0')).toMatchObject({
      text: 'Here is some text',
      comment: 'Author:\nHere is a comment',
    })
  })

  it('are read from OpenDocument', async () => {
    expect(shownIn(await office('LibreOfficeCalc_ods_1.3.ods'))).toEqual([
      ['This', 'is', 'an', 'example', 'spreadsheet'],
      ['0', '1', '2', '3', '4'],
    ])
  })

  it('are tables as text, too', async () => {
    const shown = shownIn(await readSheetFile(`${corpus}/text/testCSV.csv`))
    expect(shown[0]?.[0]).toBe('Sample CSV File - Numbers and their Squares')
    for (let n = 1; n <= 15; n++) expect(shown[4 + n]?.slice(1)).toEqual([String(n), String(n * n)])
    const columnar = shownIn(await readSheetFile(`${corpus}/text/test-columnar.csv`))
    expect(columnar[3]).toEqual([
      '2',
      '4',
      'This is row            2 of           10',
      '20%',
      '50.0%',
      '17-01-1960',
      '01JAN60:00:01:40',
      '0:00:09',
    ])
  })

  it.each(['testEXCEL_protected_passtika.xls', 'testEXCEL_protected_passtika.xlsx'])(
    'that are locked say so: %s',
    async (name) => {
      const { failed, sheets } = await readSheetFile(`${corpus}/encrypted/${name}`)
      expect(failed).toMatch(/protected by a password/)
      expect(sheets).toEqual([])
    },
  )
})

describe('a locked workbook of OpenDocument', () => {
  it.each(['aes', 'blowfish', 'whole'] as const)(
    'opens by its password, and says so without: %s',
    async (way) => {
      const plain = writeBook([{ name: 'Prices', rows: [['cavern', 12]] }], 'ods')
      const { mimetype, 'META-INF/manifest.xml': _, ...parts } = unzipSync(plain)
      const texts = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, strFromU8(part)]))
      const type = strFromU8(mimetype ?? new Uint8Array())
      const bytes = lockedOpenDocument(type, texts, way, { password: Buffer.from('tika') })
      expect((await readSheetBytes(bytes, 'a.ods')).failed).toMatch(/protected by a password/)
      const read = await readSheetBytes(bytes, 'a.ods', {}, ['wrong', 'tika'])
      expect(read.failed).toBe(null)
      expect(read.sheets.map(({ name }) => name)).toEqual(['Prices'])
      expect(shownIn(read)).toEqual([['cavern', '12']])
    },
  )
})

describe('what is damaged or no spreadsheet', () => {
  const book = writeBook(
    [{ name: 'A', rows: Array.from({ length: 50 }, (_, n) => [`value ${n}`, n]) }],
    'xlsx',
  )
  const old = writeBook(
    [{ name: 'A', rows: Array.from({ length: 50 }, (_, n) => [`value ${n}`, n]) }],
    'biff8',
  )

  test('is answered with a reason, or with what there is of it, wherever it was cut or overwritten', async () => {
    const damage = fc.record({
      name: fc.constantFrom('a.xlsx', 'a.xls'),
      cut: fc.double({ min: 0.01, max: 1, noNaN: true }),
      at: fc.double({ min: 0, max: 0.99, noNaN: true }),
      bytes: fc.uint8Array({ minLength: 1, maxLength: 20 }),
    })
    await fc.assert(
      fc.asyncProperty(damage, async ({ name, cut, at, bytes }) => {
        const whole = name === 'a.xls' ? old : book
        const broken = Buffer.from(whole.subarray(0, Math.ceil(whole.length * cut)))
        broken.set(
          bytes.subarray(0, broken.length - Math.floor(broken.length * at)),
          Math.floor(broken.length * at),
        )
        const read = await readSheetBytes(broken, name)
        // Never silence: a reason, or sheets.
        expect(read.failed !== null || read.sheets.length > 0).toBe(true)
      }),
      { numRuns: runs(40) },
    )
  }, 60_000)

  it('is answered with a reason where nothing is there', async () => {
    expect((await readSheetBytes(Buffer.alloc(0), 'a.xlsx')).failed).toBe('The file is empty.')
    expect((await readSheetBytes(Buffer.from('PK\u0003\u0004'), 'a.xlsx')).failed).not.toBe(null)
  })
})
