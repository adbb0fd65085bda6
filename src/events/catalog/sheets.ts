/** Looking at spreadsheets: what each tab shows of one. Places and settings; what cells hold is cache. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
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

const own = { log: 'project', retention: 'session' } as const
const tabId = z.string()

export const sheetLooked = event({
  ...own,
  type: 'sheets.looked',
  payload: z.strictObject({ tabId, view: sheetView }),
  stream: (p) => `sheets:${p.tabId}`,
})
