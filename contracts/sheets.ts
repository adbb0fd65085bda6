/** Spreadsheets as in their file: sheets, cells by ranges, and search within them. */
import * as z from 'zod/mini'
import { call } from './call.ts'
import { id, idParam, wholeParam } from './ids.ts'

/** Limits of the formats; no row or column is beyond them. A text table may have any number of rows. */
export const maxRows = 100_000_000
export const maxColumns = 16_384
/** Maximum size of one answer. */
export const rangeRows = 500
export const rangeColumns = 256
/** Maximum number of listed hits; the answer says if there are more. */
export const maxHits = 1_000
export const longestFind = 500
/** Maximum number of words and phrases per request, and of words in one phrase. */
export const maxTerms = 1_000
export const maxTokens = 500

const whole = z.int().check(z.nonnegative())
const span = z.object({ first: whole, last: whole })

export const cellKinds = ['text', 'number', 'date', 'boolean', 'error'] as const

/** A cell with content; its text is what the program that created the file shows. */
export const sheetCell = z.object({
  /** Counted from 0, like rows. */
  column: whole,
  text: z.string(),
  kind: z.enum(cellKinds),
  /** Including its `=`. */
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
  /** Content hidden in the file is shown and marked. */
  hidden: z.enum(['visible', 'hidden', 'veryHidden']),
  /** While it is being read: the number so far. */
  rows: whole,
  columns: whole,
  frozenRows: whole,
  frozenColumns: whole,
  merges: z.array(z.object({ row: whole, column: whole, rows: whole, columns: whole })),
  /** Column widths in characters; others have the default width. */
  widths: z.array(z.extend(span, { width: z.number() })),
  hiddenRows: z.array(span),
  hiddenColumns: z.array(span),
})
export type Sheet = z.infer<typeof sheet>

export const sheetFile = z.object({
  /** `partial`: it has been read as far as possible; `missing` says what was omitted. */
  state: z.enum(['reading', 'ready', 'partial', 'failed']),
  /** Why it failed; otherwise empty. */
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
  summary: 'The sheets of a spreadsheet, and the progress of reading; the request starts it.',
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
    firstRow: wholeParam(0, maxRows),
    rows: wholeParam(1, rangeRows),
    firstColumn: wholeParam(0, maxColumns),
    columns: wholeParam(1, rangeColumns),
  }),
  reply: z.object({
    /** Only rows and cells with content, in order. */
    data: z.array(sheetRow),
    /** Rows of the sheet that had been read by then: more may follow. */
    upTo: whole,
  }),
  summary: 'The cells of a range of a sheet; waits until that range has been read.',
})
export type SheetCells = z.infer<typeof getSheetCells.reply>

export const sheetHit = z.object({
  sheet: whole,
  row: whole,
  column: whole,
  /** Where in the cell: its shown text, its formula, or its comment. */
  in: z.enum(['text', 'formula', 'comment']),
  /** Which of the terms it contains: positions in the list of terms. */
  terms: z.optional(z.array(whole)),
})
export type SheetHit = z.infer<typeof sheetHit>

const foundInSheets = z.object({
  /** Cells of all sheets in the order of sheets, rows and columns, each once. */
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
  onlyAsks: true,
  summary: 'All cells that contain a text, ignoring case; waits until the file has been read.',
})

const word = z.string().check(z.maxLength(longestFind))
const words = z.array(word).check(z.minLength(1), z.maxLength(maxTokens))
const wordsOrAny = z.array(z.nullable(word)).check(z.minLength(1), z.maxLength(maxTokens))
const signs = z.array(word).check(z.maxLength(maxTokens + 1))

/** How deep words near each other may be nested. */
const deepestClause = 40
/** Words near each other as the tree of a query has them (query/tree.ts). */
function nearOf(side: z.ZodMiniType): z.ZodMiniType {
  return z.strictObject({
    kind: z.literal('near'),
    how: z.enum(['within', 'before', 'not']),
    distance: z.int().check(z.minimum(1), z.maximum(999)),
    left: side,
    right: side,
  })
}
function sideOf(depth: number): z.ZodMiniType {
  const leaves = [
    z.strictObject({ kind: z.literal('term'), token: word, pattern: z.boolean() }),
    z.strictObject({ kind: z.literal('phrase'), tokens: wordsOrAny }),
    z.strictObject({ kind: z.literal('exact'), tokens: words, signs }),
    z.strictObject({ kind: z.literal('edge'), at: z.enum(['first', 'last']) }),
  ] as const
  if (depth === 0) return z.union(leaves)
  const side = sideOf(depth - 1)
  const parts = z.array(side).check(z.minLength(2), z.maxLength(maxTerms))
  return z.union([...leaves, z.strictObject({ kind: z.literal('or'), parts }), nearOf(side)])
}

const nearClause = nearOf(sideOf(deepestClause))
/** Told in one word where calls are described: written out, forty levels of three kinds have no end. */
const clause = z.custom((value) => nearClause.safeParse(value).success, 'These are no words near each other.')

/**
 * A word or a phrase as the legend of a query has it (query/hits.ts): `null` stands for any word. With `clauses` only where
 * one of them is satisfied.
 */
export const soughtTerm = z.strictObject({
  tokens: wordsOrAny,
  signs: z.optional(signs),
  clauses: z.optional(z.array(clause).check(z.maxLength(maxTerms))),
})
export type SoughtTerm = z.infer<typeof soughtTerm>
export const soughtTerms = z.array(soughtTerm).check(z.minLength(1), z.maxLength(maxTerms))

export const findTermsInSheets = call({
  name: 'sheets.findTerms',
  service: 'sheet',
  method: 'POST',
  path: '/find-terms',
  needs: 'document.view',
  scope: 'project',
  body: z.strictObject({ documentId: id, terms: soughtTerms }),
  reply: foundInSheets,
  onlyAsks: true,
  summary:
    'All cells that contain words or phrases of a query, tokenized as in the index; waits until the file has been read.',
})
