/** What of a list is selected, told by its pages. Pure. */
import type { ListState } from '../review/views.ts'
import { isPicked, type Picks, pickCount } from './picks.ts'

/** Named as in the specification. */
export interface PagingItem {
  /** Nothing, one whole page and no more, the whole result, or some documents. */
  readonly select_mode: 'none' | 'page' | 'all' | 'custom'
  /** The page that is selected whole, or else the first one that is not: what is selected next. */
  readonly select_page: number
  /** The last document of that page; null until the page has arrived. */
  readonly page_end_doc_id: number | null
  /** Behind which place of which result the page after it begins; null where it is the last. */
  readonly search_after_values: readonly [snapshotId: string, position: number] | null
  /** The selected documents by page, of those that have arrived. */
  readonly selection: ReadonlyMap<number, readonly number[]>
}

/** `from`: the page from which pages are selected on: that of the document in view. */
export function pagingItem(list: ListState, picks: Picks | null, from: number): PagingItem {
  const { ids, pageSize, totalCount, snapshotId } = list
  const last = Math.max(1, Math.ceil(totalCount / pageSize))
  const selection = new Map<number, readonly number[]>()
  for (const [page, own] of [...ids].sort(([a], [b]) => a - b)) {
    const some = own.filter((id) => isPicked(picks, id))
    if (some.length > 0) selection.set(page, some)
  }
  const isWhole = (page: number): boolean => {
    const own = ids.get(page)
    return own !== undefined && own.length > 0 && selection.get(page)?.length === own.length
  }
  const count = pickCount(picks, totalCount)
  const only = [...selection.keys()].find((page) => isWhole(page) && selection.get(page)?.length === count)
  const mode =
    count === 0 ? 'none' : count === totalCount ? 'all' : only === undefined ? 'custom' : ('page' as const)
  let next = from
  while (next < last && isWhole(next)) next++
  const page = mode === 'page' && only !== undefined ? only : next
  const end = page * pageSize
  return {
    select_mode: mode,
    select_page: page,
    page_end_doc_id: ids.get(page)?.at(-1) ?? null,
    search_after_values: end < totalCount ? [snapshotId, end] : null,
    selection,
  }
}

/** The page that is selected next, from the one in view on; null where they are all selected. */
export function nextPage(list: ListState, item: PagingItem): number | null {
  const { select_mode: mode, select_page: page, search_after_values: after } = item
  if (mode === 'all') return null
  if (mode === 'page') return after === null ? null : after[1] / list.pageSize + 1
  return item.selection.get(page)?.length === list.ids.get(page)?.length && list.ids.has(page) ? null : page
}
