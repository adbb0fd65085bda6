import { describe, expect, it } from 'vitest'
import type { ListState } from '../review/views.ts'
import { nextPage, pagingItem } from './paging-item.ts'
import type { Picks } from './picks.ts'

const list: ListState = {
  ...{
    searchId: 's',
    askedBy: 'c',
    query: { queryString: '', includeFamily: false, objectId: null, type: null },
  },
  ...{ sort: 'documentId', viewer: 'parentsAndChildren', filter: 'all', pageSize: 25, curlyQuotes: false },
  ...{ phase: 'answered', fault: null, answers: null, snapshotId: 'r', totalCount: 60, hitCount: 60 },
  ...{ reading: '', notes: [], withoutText: 0, indexedAsOf: null, tookMs: 1 },
  ids: new Map([1, 2].map((page) => [page, Array.from({ length: 25 }, (_, n) => (page - 1) * 25 + n + 1)])),
  ...{ pending: new Set<number>(), missed: new Set<number>(), opening: null },
}
const picks = (from: number, to: number, all = false): Picks => ({
  ...{ snapshotId: 'r', all, anchor: null },
  marked: new Set(Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => from + n)),
})
const told = (of: Picks | null, from = 1) => {
  const item = pagingItem(list, of, from)
  const { select_mode, select_page, page_end_doc_id, search_after_values, selection } = item
  return [
    ...[select_mode, select_page, page_end_doc_id, search_after_values?.[1] ?? null],
    ...[[...selection].map(([page, ids]) => `${page}:${ids.length}`).join(' '), nextPage(list, item)],
  ]
}

describe('the paging item', () => {
  it('says what is selected by page, and which page comes next', () => {
    expect(told(null)).toEqual(['none', 1, 25, 25, '', 1])
    expect(told(picks(1, 25))).toEqual(['page', 1, 25, 25, '1:25', 2])
    expect(told(picks(26, 50), 2)).toEqual(['page', 2, 50, 50, '2:25', 3])
    expect(told(picks(1, 30))).toEqual(['custom', 2, 50, 50, '1:25 2:5', 2])
    // The third page has not arrived: it is asked for before it is selected.
    expect(told(picks(1, 50))).toEqual(['custom', 3, null, null, '1:25 2:25', 3])
    expect(told(picks(1, 0, true))).toEqual(['all', 3, null, null, '1:25 2:25', null])
    expect(told(picks(7, 7, true))).toEqual(['custom', 1, 25, 25, '1:24 2:25', 1])
  })
})
