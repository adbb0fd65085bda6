/** What is written as a workbook is read by a program that is not ours as the very texts. */
import { read, utils } from '@e965/xlsx'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '#tests/runs.ts'
import { collected } from '#tests/support/collected.ts'
import { tableWorkbook } from './table-workbook.ts'

const hostile = fc.constantFrom(
  '=1+1',
  '@SUM(A1)',
  '_x202E_',
  '_x005F_',
  '<t>&amp;</t>',
  ']]>',
  "'",
  ' x ',
  '\u0001',
)
const cell = fc
  .array(fc.oneof(hostile, fc.string({ unit: 'binary', maxLength: 8 })), { maxLength: 4 })
  .map((parts) => parts.join(''))

it('keeps every text as it stands, but for signs that XML has no room for, and makes no formula of it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { maxLength: 6 }),
      async (rows) => {
        const all = [['One', 'Two', 'Three'], ...rows]
        async function* some() {
          yield all.slice(0, 2)
          yield all.slice(2)
        }
        const bytes = Buffer.concat(
          await collected(tableWorkbook([{ name: 'Rows', widths: [10, 10, 10], rows: some }])),
        )
        const sheet = read(bytes, { raw: true, cellFormula: true }).Sheets.Rows ?? {}
        for (const [at, found] of Object.entries(sheet))
          if (!at.startsWith('!')) expect([found.t, found.f]).toEqual(['s', undefined])
        const there = utils.sheet_to_json<string[]>(sheet, {
          header: 1,
          defval: '',
          raw: true,
          blankrows: true,
        })
        expect(there.map((cells) => Array.from({ length: 3 }, (_, at) => cells[at] ?? ''))).toEqual(
          all.map((cells) => cells.map(fit)).slice(0, there.length),
        )
        // Rows behind the last text are not there for the reader.
        expect(all.slice(there.length).flat().map(fit).join('')).toBe('')
      },
    ),
    { numRuns: runs(60) },
  )
})

/** Signs that XML 1.0 does not have; line ends are one sign there. */
const fit = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is meant
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
