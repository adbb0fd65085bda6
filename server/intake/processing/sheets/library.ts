/** Workbooks of old Excel, binary ones and those of OpenDocument, which a library reads whole. */
import { type CellObject, read, SSF, type WorkSheet } from '@e965/xlsx'
import type { Sheet, SheetCell } from '#contracts/sheets.ts'
import { commentText } from '../documents/sheet-writer.ts'
import { sheetsIn, shownIn } from '../documents/workbook.ts'
import { type BookWriter, newSheet, type SheetDraft } from './book-writer.ts'
import type { Hidden } from './hidden.ts'

/** Rows that are handed over between two looks at the clock. */
const stride = 500

/** What a file says of panes that stay, which the library does not tell; by the number of the sheet. */
export type Frozen = (index: number, name: string) => Pick<Sheet, 'frozenRows' | 'frozenColumns'>

export async function readByLibrary(
  bytes: Buffer,
  { frozen, hidden }: { readonly frozen: Frozen; readonly hidden: Hidden },
  writer: BookWriter,
): Promise<void> {
  const { rows } = writer.limits
  const book = read(bytes, {
    type: 'buffer',
    dense: true,
    cellFormula: true,
    cellHTML: false,
    cellNF: true,
    cellStyles: true,
    ...(rows === null ? {} : { sheetRows: rows }),
  })
  let index = 0
  for (const { name, shown, state, sheet } of sheetsIn(book)) {
    const draft = newSheet(shown, state)
    Object.assign(draft, frozen(index++, name))
    if (sheet !== undefined) describe(sheet, draft)
    Object.assign(draft, hidden(name))
    await writer.begin(draft)
    if (sheet !== undefined) await writeRows(sheet, writer)
  }
  if (rows !== null)
    writer.leftOut(
      `The file does not fit into memory whole: only the first ${rows} rows of each sheet were read.`,
    )
}

async function writeRows(sheet: WorkSheet, writer: BookWriter): Promise<void> {
  const rows: readonly (readonly CellObject[] | undefined)[] = sheet['!data'] ?? []
  let read = 0
  // By their numbers: the library leaves holes where there is nothing.
  for (const key in rows) {
    const cells: SheetCell[] = []
    rows[key]?.forEach((cell, column) => {
      const one = cellOf(cell, column)
      if (one !== null) cells.push(one)
    })
    if (cells.length > 0) writer.row(Number(key), cells)
    if (++read % stride === 0) await writer.drain()
  }
}

function cellOf(cell: CellObject, column: number): SheetCell | null {
  const text = shownIn(cell)
  const comment = (cell.c ?? []).map(({ a, t }) => commentText(a ?? '', t ?? '')).join('\n')
  if (text === '' && cell.f === undefined && comment === '') return null
  return {
    column,
    text,
    kind: kindOf(cell),
    ...(cell.f !== undefined && cell.f !== '' && { formula: `=${cell.f}` }),
    ...(comment !== '' && { comment }),
  }
}

function kindOf({ t, z }: CellObject): SheetCell['kind'] {
  if (t === 'n') return typeof z === 'string' && SSF.is_date(z) ? 'date' : 'number'
  return t === 'b' ? 'boolean' : t === 'e' ? 'error' : t === 'd' ? 'date' : 'text'
}

function describe(sheet: WorkSheet, draft: SheetDraft): void {
  draft.merges = (sheet['!merges'] ?? []).map(({ s, e }) => ({
    row: s.r,
    column: s.c,
    rows: e.r - s.r + 1,
    columns: e.c - s.c + 1,
  }))
  const columns = sheet['!cols'] ?? []
  const widths: { first: number; last: number; width: number }[] = []
  for (const key in columns) {
    const width = columns[key]?.wch ?? columns[key]?.width
    if (width !== undefined && width > 0 && Number.isFinite(width))
      widths.push({ first: Number(key), last: Number(key), width: Math.min(255, width) })
  }
  draft.widths = widths
  draft.hiddenColumns = spansOf(columns)
  draft.hiddenRows = spansOf(sheet['!rows'] ?? [])
}

/** Stretches of what is hidden. */
function spansOf(lines: readonly ({ readonly hidden?: boolean } | undefined)[]): Sheet['hiddenRows'] {
  const spans: { first: number; last: number }[] = []
  for (const key in lines) {
    if (lines[key]?.hidden !== true) continue
    const at = Number(key)
    const last = spans.at(-1)
    if (last !== undefined && last.last === at - 1) last.last = at
    else spans.push({ first: at, last: at })
  }
  return spans
}
