/**
 * Looking at spreadsheets: what each tab shows of one, and what it asks. Places and settings; what cells hold is cache, and
 * what is looked for is the reader's own words.
 */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import { soughtTerms } from '#contracts/sheets.ts'
import { event } from '../define.ts'

const whole = z.int().check(z.nonnegative())

const shown = {
  sheet: whole,
  /** The active cell, counted from 0. */
  row: whole,
  column: whole,
  /** Percent. */
  zoom: z.int().check(z.minimum(50), z.maximum(200)),
  /** Formulas stand in the cells in place of what they come to. */
  formulas: z.boolean(),
  wrap: z.boolean(),
  /** Rows and columns that stay; null: as the file says. */
  frozen: z.nullable(z.strictObject({ rows: whole, columns: whole })),
  /** Widths in px that were drawn by hand, at 100 %. */
  widths: z.array(z.strictObject({ sheet: whole, column: whole, width: z.number() })),
}
export const sheetView = z.strictObject({ documentId: id, ...shown })
export type SheetView = z.infer<typeof sheetView>

/** What becomes different of a view. */
export const sheetChange = z.strictObject({
  sheet: z.exactOptional(shown.sheet),
  row: z.exactOptional(shown.row),
  column: z.exactOptional(shown.column),
  zoom: z.exactOptional(shown.zoom),
  formulas: z.exactOptional(shown.formulas),
  wrap: z.exactOptional(shown.wrap),
  frozen: z.exactOptional(shown.frozen),
  widths: z.exactOptional(shown.widths),
})
export type SheetChange = z.infer<typeof sheetChange>

const range = {
  documentId: id,
  sheet: whole,
  firstRow: whole,
  rows: whole,
  firstColumn: whole,
  columns: whole,
}

export const sheetQuestion = z.union([
  z.strictObject({ about: z.literal('file'), documentId: id }),
  z.strictObject({ about: z.literal('tile'), ...range }),
  z.strictObject({ about: z.literal('find'), documentId: id, text: z.string().check(z.maxLength(500)) }),
  z.strictObject({ about: z.literal('hits'), documentId: id, terms: soughtTerms }),
  z.strictObject({ about: z.literal('copy'), ...range, formulas: z.boolean() }),
])
export type SheetQuestion = z.infer<typeof sheetQuestion>

const own = { log: 'project', retention: 'session' } as const
const tabId = z.string()

export const sheetLooked = event({
  ...own,
  type: 'sheets.looked',
  payload: z.strictObject({ tabId, view: sheetView }),
  stream: (p) => `sheets:${p.tabId}`,
})

export const sheetAsked = event({
  ...own,
  type: 'sheets.asked',
  payload: z.strictObject({ tabId, question: sheetQuestion }),
  stream: (p) => `sheets:${p.tabId}:${p.question.about}`,
})
