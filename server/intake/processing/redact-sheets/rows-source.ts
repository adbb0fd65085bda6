/** Any spreadsheet that the grid shows, as its rows: for formats of which nothing else may stay. */
import type { Sheet, SheetCell } from '#contracts/sheets.ts'
import type { ReadPart, ReadRequest } from '../../../review/sheets/protocol.ts'
import { cellsOf, rowsIn, unpackText } from '../../../review/sheets/stored.ts'
import { Unreadable } from '../documents/reading.ts'
import { work } from '../sheets/worker.ts'
import type { BookSource, SheetTaker, SourceCell } from './book-source.ts'
import type { CellRange } from './redactions.ts'
import { rebuiltStyles } from './styles.ts'

/** Nothing is known of names and tables there: formulas that have some count as dependent. */
const noMeanings = { name: () => null, table: () => null }
const plainNumber = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/

/** Read once, and held packed. Rejects with Unreadable. */
export async function rowsSource(request: ReadRequest): Promise<BookSource> {
  const blocks: Buffer[][] = []
  const end = await work(request, {
    at() {},
    async emit(said) {
      const part = said as ReadPart
      if (part.kind === 'sheet') blocks.push([])
      else blocks.at(-1)?.push(part.bytes)
    },
  })
  if (end.failed !== null) throw new Unreadable('corrupt', end.failed)
  const numbers = new Map(end.sheets.map(({ name }, sheet) => [name.toLowerCase(), sheet] as const))
  return {
    sheets: end.sheets.map(({ name, hidden }) => ({ name, isHidden: hidden !== 'visible' })),
    meanings: { ...noMeanings, sheet: (name) => numbers.get(name.toLowerCase()) ?? null },
    derived: [],
    date1904: false,
    styles: rebuiltStyles(null),
    theme: null,
    leftOut: () => [
      'It was made from the rows that are shown: of their looks only widths and merged cells stay.',
      'Not all formulas of its format can be read: look at cells that are worked out from covered ones.',
      ...end.missing,
    ],
    async read(number, taker) {
      const sheet = end.sheets[number]
      if (sheet === undefined) throw new Unreadable('corrupt', 'A sheet is not there any more.')
      tellHead(sheet, taker)
      for (const block of blocks[number] ?? [])
        for (const row of rowsIn(unpackText(block))) taker.row(row[0], '', cellsOf(row).map(sourceCell))
      taker.merged(sheet.merges.map(areaOf))
      return { rows: sheet.hiddenRows, columns: sheet.hiddenColumns }
    },
  }
}

function tellHead({ frozenRows, frozenColumns, widths }: Sheet, taker: SheetTaker): void {
  let next = 0
  const columns = widths
    .toSorted((one, other) => one.first - other.first)
    .flatMap(({ first, last, width }) => {
      if (first < next) return []
      next = last + 1
      return [{ first, last, look: ` width="${Math.min(255, width)}" customWidth="1"` }]
    })
  taker.head({ frozen: { row: frozenRows, column: frozenColumns }, usual: '', columns })
}

function sourceCell({ column, text, kind, formula = '' }: SheetCell): SourceCell {
  const isNumber = kind === 'number' && plainNumber.test(text)
  return {
    column,
    style: 0,
    value: text === '' ? { kind: 'none' } : isNumber ? { kind: 'n', text } : { kind: 'text', text },
    shown: () => text,
    formula: formula.replace(/^=/, ''),
    fills: null,
  }
}

const areaOf = ({ row, column, rows, columns }: Sheet['merges'][number]): CellRange => ({
  firstRow: row,
  lastRow: row + rows - 1,
  firstColumn: column,
  lastColumn: column + columns - 1,
})
