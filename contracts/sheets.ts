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
/** Words and phrases of a query that are looked for at once, and the words of one. */
export const mostTerms = 1_000
export const mostTokens = 500

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
  /** Which of the terms it holds, where terms were looked for: places in their list. */
  terms: z.optional(z.array(whole)),
})
export type SheetHit = z.infer<typeof sheetHit>

const foundInSheets = z.object({
  /** Cells of all sheets in order of sheets, rows and columns, each once. */
  hits: z.array(sheetHit),
  /** There are more than these. */
  more: z.boolean(),
})

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
  reply: foundInSheets,
  summary: 'All cells that hold a text, in any case of letters; waits until the file has been read.',
})

/** A word or a phrase as the tree of a query has it (query/hits.ts): `null` stands where any word may stand. */
export const soughtTerm = z.strictObject({
  tokens: z
    .array(z.nullable(z.string().check(z.maxLength(longestFind))))
    .check(z.minLength(1), z.maxLength(mostTokens)),
})
export type SoughtTerm = z.infer<typeof soughtTerm>
export const soughtTerms = z.array(soughtTerm).check(z.minLength(1), z.maxLength(mostTerms))

export const findTermsInSheets = call({
  name: 'sheets.findTerms',
  service: 'sheet',
  method: 'POST',
  path: '/find-terms',
  needs: 'document.view',
  scope: 'project',
  body: z.strictObject({ documentId: id, terms: soughtTerms }),
  reply: foundInSheets,
  summary:
    'All cells that hold words or phrases of a query, cut into words as the index is; waits until the file has been read.',
})
