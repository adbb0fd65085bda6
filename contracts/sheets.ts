/** Spreadsheets as they stand in their own file: sheets, cells by ranges, and what is found in them. */
import * as z from 'zod/mini'
import { call } from './call.ts'
import { id, idParam, wholeParam } from './ids.ts'

/** Of the formats; no row or column is beyond them. A table as text has as many rows as it likes. */
export const mostRows = 100_000_000
export const mostColumns = 16_384
/** What one answer holds at most. */
export const rangeRows = 500
export const rangeColumns = 256
/** Hits that are named; where there are more, the answer says so. */
export const mostHits = 1_000
export const longestFind = 500

const whole = z.int().check(z.nonnegative())
const span = z.object({ first: whole, last: whole })

export const cellKinds = ['text', 'number', 'date', 'boolean', 'error'] as const

/** A cell that holds something; its text is what the program that made the file shows. */
export const sheetCell = z.object({
  /** Counted from 0, as rows are. */
  column: whole,
  text: z.string(),
  kind: z.enum(cellKinds),
  /** With its `=`. */
  formula: z.optional(z.string()),
  comment: z.optional(z.string()),
  bold: z.optional(z.literal(true)),
  align: z.optional(z.enum(['left', 'center', 'right'])),
})
export type SheetCell = z.infer<typeof sheetCell>

export const sheetRow = z.object({ row: whole, cells: z.array(sheetCell) })
export type SheetRow = z.infer<typeof sheetRow>

export const sheet = z.object({
  name: z.string(),
  /** What the file hides is shown, and marked. */
  hidden: z.enum(['visible', 'hidden', 'veryHidden']),
  /** While it is being read: so far. */
  rows: whole,
  columns: whole,
  frozenRows: whole,
  frozenColumns: whole,
  merges: z.array(z.object({ row: whole, column: whole, rows: whole, columns: whole })),
  /** Widths of columns in characters; columns that none speaks of have the usual one. */
  widths: z.array(z.extend(span, { width: z.number() })),
  hiddenRows: z.array(span),
  hiddenColumns: z.array(span),
})
export type Sheet = z.infer<typeof sheet>

export const sheetFile = z.object({
  /** `partial`: it has been read as far as it could; `missing` says what was left out. */
  state: z.enum(['reading', 'ready', 'partial', 'failed']),
  /** Why it failed; else empty. */
  reason: z.string(),
  missing: z.array(z.string()),
  sheets: z.array(sheet),
})
export type SheetFile = z.infer<typeof sheetFile>

export const getSheetFile = call({
  name: 'sheets.file',
  service: 'sheet',
  method: 'GET',
  path: '/file',
  needs: 'document.view',
  scope: 'project',
  query: z.strictObject({ documentId: idParam }),
  reply: sheetFile,
  summary: 'The sheets of a spreadsheet, and how far it has been read; asking begins the reading.',
})

export const getSheetCells = call({
  name: 'sheets.cells',
  service: 'sheet',
  method: 'GET',
  path: '/cells',
  needs: 'document.view',
  scope: 'project',
  query: z.strictObject({
    documentId: idParam,
    sheet: wholeParam(0, 100_000),
    firstRow: wholeParam(0, mostRows),
    rows: wholeParam(1, rangeRows),
    firstColumn: wholeParam(0, mostColumns),
    columns: wholeParam(1, rangeColumns),
  }),
  reply: z.object({
    /** Only rows and cells that hold something, in order. */
    data: z.array(sheetRow),
    /** Rows of the sheet that had been read by then: what lies behind may still come. */
    upTo: whole,
  }),
  summary: 'The cells of a range of a sheet; waits until that range has been read.',
})
export type SheetCells = z.infer<typeof getSheetCells.reply>

export const sheetHit = z.object({
  sheet: whole,
  row: whole,
  column: whole,
  /** Where in the cell: what it shows, its formula, or its comment. */
  in: z.enum(['text', 'formula', 'comment']),
})
export type SheetHit = z.infer<typeof sheetHit>

export const findInSheets = call({
  name: 'sheets.find',
  service: 'sheet',
  method: 'POST',
  path: '/find',
  needs: 'document.view',
  scope: 'project',
  body: z.strictObject({
    documentId: id,
    text: z.string().check(z.minLength(1), z.maxLength(longestFind)),
  }),
  reply: z.object({
    /** Cells of all sheets in order of sheets, rows and columns, each once. */
    hits: z.array(sheetHit),
    /** There are more than these. */
    more: z.boolean(),
  }),
  summary: 'All cells that hold a text, in any case of letters; waits until the file has been read.',
})
