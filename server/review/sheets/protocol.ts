/** What reading a spreadsheet takes and gives: blocks of rows one after the other, and at the end all about its sheets. */
import type { Sheet } from '#contracts/sheets.ts'

export interface SheetLimits {
  /** Cells of all sheets together. */
  readonly cells: number
  /** Bytes of all blocks together, packed. */
  readonly bytes: number
  /** Bytes that a file may have which is held in memory, and what its parts may expand to. */
  readonly fileBytes: number
  readonly expandedBytes: number
  /** Characters of one cell. */
  readonly cellChars: number
  /** Merged cells of a sheet, widths of columns, stretches of hidden rows, of each. */
  readonly marks: number
  readonly sheets: number
  readonly ms: number
  /** Rows of each sheet; `null`: all. Lowered where a file did not fit into memory. */
  readonly rows: number | null
}

export const sheetLimits: SheetLimits = {
  cells: 50_000_000,
  bytes: 1024 * 1024 * 1024,
  fileBytes: 400 * 1024 * 1024,
  expandedBytes: 4 * 1024 * 1024 * 1024,
  cellChars: 32_767,
  marks: 20_000,
  sheets: 1_000,
  ms: 5 * 60_000,
  rows: null,
}

export interface ReadRequest {
  readonly file: string
  /** Only for what its ending says. */
  readonly name: string
  /** Tried where it is locked. */
  readonly passwords: readonly string[]
  readonly limits: SheetLimits
}

/** A sheet begins; what comes next is of it. */
export interface SheetBegun {
  readonly kind: 'sheet'
  readonly sheet: Sheet
}
/** Rows of the sheet that began last, packed (stored.ts); behind those of the block before. */
export interface BlockRead {
  readonly kind: 'block'
  readonly first: number
  /** Behind its last row. */
  readonly end: number
  /** Columns of the sheet so far. */
  readonly columns: number
  readonly bytes: Buffer
}
export type ReadPart = SheetBegun | BlockRead

export interface ReadEnd {
  /** In order, as they have turned out. */
  readonly sheets: readonly Sheet[]
  /** Sentences: what was left out. */
  readonly missing: readonly string[]
  /** A sentence: why nothing of it can be shown; null where something can. */
  readonly failed: string | null
}
