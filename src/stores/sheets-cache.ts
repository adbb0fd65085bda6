/** What the server has answered of spreadsheets. Loaded with their grid, and emptied with the project like every cache. */
import type { ReplyOf } from '#contracts/call.ts'
import type { findInSheets, SheetCell, SheetFile } from '#contracts/sheets.ts'
import { createCache } from './cache.ts'

export const sheetFiles = createCache<SheetFile>('sheets.files', 20)

/** Cells of a stretch of rows and columns. */
export interface Tile {
  readonly rows: ReadonlyMap<number, readonly SheetCell[]>
  readonly cells: number
  /** Rows of the sheet that had been read by then. */
  readonly upTo: number
}
/** Cells that the browser keeps: enough for what is in view and around it many times over. */
const cellsKept = 300_000
export const tiles = createCache<Tile>('sheets.tiles', cellsKept, 'project', ({ cells }) => cells + 50)

export type Finding = ReplyOf<typeof findInSheets>
export const findings = createCache<Finding>('sheets.findings', 10)

/** Cells as a table of text, on their way to the clipboard. */
export const copies = createCache<string>('sheets.copies', 1)

/** What stands in a cell: what it shows, or the formula that this comes from. */
export const shownIn = ({ text, formula }: SheetCell, formulas: boolean): string =>
  formulas ? (formula ?? text) : text
