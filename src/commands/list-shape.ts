/** Shaping the list: its columns, their widths and places, and the order of its documents. */
import * as z from 'zod/mini'
import { sort } from '#contracts/documents.ts'
import { columnWidths, listColumn } from '#contracts/list-templates.ts'
import { listShaped } from '../events/catalog/review.ts'
import { isSameSort } from '../events/review/views.ts'
import type { RootState } from '../stores/root.ts'
import { command, type DecideContext, reject } from './define.ts'
import { askedAgain } from './review-list.ts'
import { acting } from './review-moving.ts'

/** Shows these columns, and the order that comes with them; values that the rows do not have yet are asked for. */
export const shapeList = command({
  type: 'review.shapeList',
  capture: 'never',
  payload: z.object({ columns: z.array(listColumn), sort: z.optional(z.nullable(sort)) }),
  decide: (state, { columns, sort: order = null }, ctx) => [
    listShaped({ columns }),
    ...searchedAgain(state, columns, order, ctx),
  ],
  label: ({ columns }) => (columns.length === 0 ? 'Show the compact list' : 'Show columns in the list'),
})

function searchedAgain(
  state: RootState,
  columns: z.infer<typeof listColumn>[],
  order: z.infer<typeof sort> | null,
  { tabId: own, newId }: DecideContext,
) {
  const tabId = acting(state, own)
  const list = state.review.byTab[tabId]?.list ?? null
  if (list === null) return []
  const had = new Set(list.columns)
  const isSame = order === null || isSameSort(order, list.sort)
  // After a failure they are asked for again, whatever the search had.
  if (isSame && list.phase !== 'failed' && columns.every(({ field }) => had.has(field))) return []
  return [askedAgain({ listShape: { columns } }, tabId, { ...list, sort: order ?? list.sort }, newId())]
}

/** A column as wide as somebody has drawn it. */
export const sizeColumn = command({
  type: 'review.sizeColumn',
  capture: 'never',
  payload: z.object({ field: z.string(), width: z.number() }),
  decide: ({ listShape: { columns } }, { field, width }) => {
    const fits = Math.round(Math.max(columnWidths.least, Math.min(columnWidths.most, width)))
    return columns.some((column) => column.field === field)
      ? [listShaped({ columns: columns.map((one) => (one.field === field ? { ...one, width: fits } : one)) })]
      : reject('The list does not have this column.')
  },
  label: ({ field }) => `Change the width of ${field}`,
})
