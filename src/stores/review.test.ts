import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listCacheSize } from '#contracts/documents.ts'
import { runs, property as test } from '#tests/runs.ts'
import { everyArea } from '#tests/support/every-area.ts'
import { type CommandMaker, type DecideContext, isRejection } from '../commands/define.ts'
import {
  codeOutside,
  failDocument,
  focusHit,
  next,
  open,
  openAt,
  placeDocument,
  previous,
} from '../commands/review.ts'
import {
  answerSearch,
  failPage,
  failSearch,
  recover,
  renewList,
  requestPage,
  resume,
  search,
  searchInstead,
  sortList,
  takePage,
} from '../commands/review-list.ts'
import { pageArrived, searchAnswered } from '../events/catalog/review.ts'
import type { Draft, Envelope } from '../events/envelope.ts'
import { idAt, isLast, shownTab } from '../events/review/views.ts'
import { tabsKept } from './by-tab.ts'
import { foldAll } from './projection.ts'
import { review } from './review.ts'
import type { RootState } from './root.ts'
import { shellInitial } from './shell.ts'

const initial = Object.fromEntries(
  Object.entries(everyArea.projections).map(([name, { initial: state }]) => [name, state]),
) as RootState

let ids = 0
const context = (tabId = 'tab-one'): DecideContext => ({
  now: new Date('2026-01-02T03:04:05Z'),
  newId: () => `id-${String(++ids).padStart(6, '0')}`,
  tabId,
  userId: 1,
  projectId: 1,
  can: () => true,
})

const fold = (state: RootState, drafts: readonly Draft[]): RootState => ({
  ...state,
  review: foldAll(review, state.review, drafts as readonly Envelope[]),
})

function run<P>(state: RootState, made: CommandMaker<string, P>, payload: P, tabId?: string) {
  const decided = made.decide(state, payload, context(tabId))
  if (isRejection(decided)) return { state, rejected: decided.rejected, drafts: [] }
  return { state: fold(state, decided), rejected: null, drafts: decided }
}

/** A list of `total` documents whose ids are 1000 and on, with its first page. */
function listed(total: number, options: Parameters<typeof search>[0] = { queryString: 'merger' }): RootState {
  const asked = run(initial, search, options)
  const list = asked.state.review.byTab['tab-one']?.list
  if (!list) throw new Error('no list')
  return run(asked.state, answerSearch, {
    tabId: 'tab-one',
    searchId: list.searchId,
    snapshotId: 'snapshot',
    totalCount: total,
    hitCount: total,
    reading: 'merger',
    notes: [],
    withoutText: 0,
    indexedAsOf: null,
    tookMs: 4,
    ids: pageIds(1, list.pageSize, total),
  }).state
}
const pageIds = (page: number, size: number, total: number): number[] =>
  Array.from(
    { length: Math.max(0, Math.min(size, total - (page - 1) * size)) },
    (_, row) => 1000 + (page - 1) * size + row,
  )
const view = (state: RootState, tabId = 'tab-one') => state.review.byTab[tabId]
const answerTo = (state: RootState, said: { readonly totalCount?: number; readonly ids: number[] }) => ({
  tabId: 'tab-one',
  searchId: view(state)?.list?.searchId ?? '',
  snapshotId: 'another',
  totalCount: 500,
  hitCount: 500,
  reading: '',
  notes: [],
  withoutText: 0,
  indexedAsOf: null,
  tookMs: 1,
  ...said,
})

describe('searching', () => {
  it('sorts the result that stands, and searches where it is not held any more; rows keep their columns until then', () => {
    const columns = [{ field: 'File_Size', width: 100, pinned: false }]
    const sorted = run({ ...listed(500), listShape: { columns } }, sortList, { sort: 'custodian' })
    const wanted = { sort: 'custodian', openAt: null, columns: ['File_Size'] }
    expect(sorted.drafts).toMatchObject([{ payload: { ...wanted, ofSnapshot: 'snapshot' } }])
    const list = view(sorted.state)?.list
    expect([list?.columns, list?.answers?.columns]).toEqual([['File_Size'], undefined])
    const again = run(sorted.state, searchInstead, { tabId: 'tab-one', searchId: list?.searchId ?? '' })
    expect(again.drafts).toMatchObject([{ payload: { sort: 'custodian' } }])
    expect(again.drafts[0]?.payload).not.toHaveProperty('ofSnapshot')
  })

  it('what is included stays with the next query, until somebody says what families do', () => {
    const { state } = run(initial, search, { queryString: 'pier', includeFamily: true, also: ['threads'] })
    const next = run(state, search, { queryString: 'cavern' })
    expect(view(next.state)?.list?.query).toMatchObject({ includeFamily: true, also: ['threads'] })
    const other = run(next.state, search, { queryString: 'pier', includeFamily: false })
    expect(view(other.state)?.list?.query.also).toBeUndefined()
  })

  it('[search-curly-quotes] [search-curly-quotes-flag] makes curly quotes straight and flags the query', () => {
    const { state } = run(initial, search, { queryString: '“merger costs” AND O’Brien' })
    expect(view(state)?.list).toMatchObject({
      query: { queryString: '"merger costs" AND O\'Brien' },
      curlyQuotes: true,
    })
    const straight = run(initial, search, { queryString: '"merger costs"' })
    expect(view(straight.state)?.list?.curlyQuotes).toBe(false)
  })

  it('[documents-count-initial] does not know how many there are before the first answer', () => {
    expect(view(run(initial, search, { queryString: 'budget' }).state)?.list?.totalCount).toBe(-1)
  })

  it('[search-new-resets-paging] forgets the pages and the count of the search before once it is answered', () => {
    const paged = run(listed(500), requestPage, { page: 2 }).state
    const before = run(paged, takePage, {
      tabId: 'tab-one',
      snapshotId: 'snapshot',
      page: 2,
      ids: pageIds(2, 50, 500),
    }).state
    expect(view(before)?.list?.ids.size).toBe(2)
    const asked = run(before, search, { queryString: 'budget' }).state
    const { state } = run(asked, answerSearch, answerTo(asked, { totalCount: 1, ids: [7] }))
    expect(view(state)?.list).toMatchObject({ phase: 'answered', totalCount: 1, snapshotId: 'another' })
    expect([...(view(state)?.list?.ids ?? [])]).toEqual([[1, [7]]])
  })

  it('keeps the place among the hits where the same query is asked in another order, and not where another one is', () => {
    const at = run(run(listed(3), openAt, { position: 0 }).state, focusHit, {
      documentId: 1000,
      index: 4,
    }).state
    const again = run(at, search, { queryString: 'merger', sort: 'custodian' }).state
    const sorted = run(again, answerSearch, { ...answerTo(again, { ids: [1000] }), reading: 'merger' }).state
    expect(view(sorted)?.hit).toEqual({ documentId: 1000, index: 4 })
    const other = run(sorted, search, { queryString: 'budget' }).state
    const { state } = run(other, answerSearch, { ...answerTo(other, { ids: [1000] }), reading: 'budget' })
    expect(view(state)?.hit).toBeNull()
  })

  describe('the document in view, where the next list has it not', () => {
    const found = (asked: Parameters<typeof search>[0], ids: number[], totalCount = ids.length) => {
      const before = run(run(listed(500), openAt, { position: 38 }).state, search, asked).state
      return run(before, answerSearch, answerTo(before, { totalCount, ids })).state
    }

    it('is outside of the list, until the server finds it there or another one is opened', () => {
      const state = found({ queryString: 'budget' }, [1, 2], 80)
      expect(view(state)).toMatchObject({ current: { documentId: 1038, position: null }, outside: true })
      const place = { tabId: 'tab-one', snapshotId: 'another', documentId: 1038, position: 71 }
      expect(view(run(state, placeDocument, place).state)?.outside).toBe(false)
      expect(view(run(state, openAt, { position: 1 }).state)).toMatchObject({
        current: { documentId: 2 },
        outside: false,
      })
    })

    it('is taken as one of it by who says so, and until the list changes again', () => {
      const state = found({ queryString: 'budget' }, [1, 2])
      const meant = run(state, codeOutside, { documentId: 1038 }).state
      expect(view(meant)?.outside).toBe(false)
      const again = run(meant, search, { queryString: 'budget', filter: 'unreviewed' }).state
      const { state: other } = run(again, answerSearch, answerTo(again, { totalCount: 1, ids: [1] }))
      expect(view(other)?.outside).toBe(true)
    })

    it('is no other one where the list has it, nor where it is only sorted anew', () => {
      expect(view(found({ queryString: 'budget' }, [1, 1038]))?.outside).toBe(false)
      expect(view(found({ queryString: 'merger', sort: 'custodian' }, [1, 2], 500))?.outside).toBe(false)
    })
  })

  it('keeps the result, and the place in it, where the next query cannot be read', () => {
    const before = run(listed(500), openAt, { position: 38 }).state
    const asked = run(before, search, { queryString: '(a OR b', sort: 'custodian', openAt: 0 }).state
    const { state } = run(asked, failSearch, {
      tabId: 'tab-one',
      searchId: view(asked)?.list?.searchId ?? '',
      message: 'A bracket is not closed.',
      detail: '',
      position: 0,
      transient: false,
    })
    expect(view(state)?.list).toMatchObject({
      phase: 'failed',
      totalCount: 500,
      snapshotId: 'snapshot',
      fault: { message: 'A bracket is not closed.', position: 0 },
    })
    expect(view(run(state, next, {}).state)?.current).toEqual({ documentId: 1039, position: 39 })
    const renewed = run(state, renewList, { tabId: 'tab-one', snapshotId: 'snapshot' })
    expect(renewed.drafts).toMatchObject([{ payload: { query: { queryString: 'merger' } } }])
    expect(run(state, recover, {}).drafts).toEqual([])
  })

  it('comes back to its place in a list after a search aside, unless the same list is asked for anew', () => {
    const reading = run(listed(500), openAt, { position: 38 }).state
    const aside = run(reading, search, { queryString: 'budget', openAt: 0 })
    expect(aside.drafts).toMatchObject([{ payload: { openAt: 0 } }])
    const there = run(aside.state, answerSearch, answerTo(aside.state, { totalCount: 2, ids: [7, 8] })).state
    expect(view(there)?.current?.position).toBe(0)
    expect(run(there, search, { queryString: 'merger', openAt: 0 }).drafts).toMatchObject([
      { payload: { openAt: 38 } },
    ])
    expect(run(there, search, { queryString: 'budget', openAt: 0 }).drafts).toMatchObject([
      { payload: { openAt: 0 } },
    ])
  })

  it('asks again, once the server is back, for the document that did not get through, and moves nobody to a search', () => {
    const before = run(listed(500), openAt, { position: 38 }).state
    const away = run(before, failDocument, { tabId: 'tab-one', documentId: 1038, message: 'No.' }).state
    const asked = run(away, search, { queryString: 'budget' }).state
    const fault = { message: 'No.', detail: '', position: null, transient: true }
    const searchId = view(asked)?.list?.searchId ?? ''
    const { state } = run(asked, failSearch, { tabId: 'tab-one', searchId, ...fault })
    expect(run(state, recover, {}).drafts).toMatchObject([
      { type: 'review.documentOpened', payload: { documentId: 1038, position: 38 } },
    ])
    // Where no list has come yet, there is none to go on in.
    const first = run(initial, search, { queryString: '' }).state
    const firstId = view(first)?.list?.searchId ?? ''
    const failed = run(first, failSearch, { tabId: 'tab-one', searchId: firstId, ...fault }).state
    expect(run(failed, recover, {}).drafts).toMatchObject([{ type: 'review.searchRequested' }])
    expect(run(before, recover, {}).drafts).toEqual([])
  })

  it('[documents-default-sort] [documents-default-viewer] [documents-default-list-filter] [limit-doc-page-size-50] starts with the defaults', () => {
    const { state } = run(initial, search, { queryString: '' })
    expect(view(state)?.list).toMatchObject({
      sort: 'parentDateAsc',
      viewer: 'parentsAndChildren',
      filter: 'all',
      pageSize: 50,
    })
  })

  it('[documents-page-size-preference] takes the stored page size', () => {
    const preferring = { ...initial, shell: { ...shellInitial, pageSize: 200 as const } }
    expect(view(run(preferring, search, { queryString: '' }).state)?.list?.pageSize).toBe(200)
  })

  it('drops the answer to a search that a newer one has replaced', () => {
    const first = run(initial, search, { queryString: 'one' })
    const stale = view(first.state)?.list?.searchId ?? ''
    const second = run(first.state, search, { queryString: 'two' })
    const answer = run(second.state, answerSearch, {
      tabId: 'tab-one',
      searchId: stale,
      snapshotId: 's',
      totalCount: 1,
      hitCount: 1,
      reading: '',
      notes: [],
      withoutText: 0,
      indexedAsOf: null,
      tookMs: 1,
      ids: [1],
    })
    expect(answer.rejected).toBe('A newer search has taken its place.')
    expect(view(answer.state)?.list?.phase).toBe('searching')
  })
})

describe('moving through the list', () => {
  it('opens the first document, steps on and back, and stops at both ends', () => {
    let state = listed(2)
    const before = run(state, previous, {})
    expect(view(before.state)?.current).toEqual({ documentId: 1000, position: 0 })
    state = run(state, next, {}).state
    state = run(state, next, {}).state
    expect(view(state)?.current).toEqual({ documentId: 1001, position: 1 })
    expect(run(state, next, {}).rejected).toBe('This is the last document.')
    state = run(state, previous, {}).state
    expect(view(state)?.current).toEqual({ documentId: 1000, position: 0 })
    expect(run(state, previous, {}).rejected).toBe('This is the first document.')
  })

  it('[documents-last-document] knows the last document by its position across pages, and not before the count is known', () => {
    const state = run(listed(120), openAt, { position: 49 }).state
    const list = view(state)?.list ?? null
    expect(isLast(list, 49)).toBe(false)
    expect(isLast(list, 119)).toBe(true)
    expect(isLast(null, 0)).toBe(false)
    const asking = run(initial, search, { queryString: '' }).state
    expect(isLast(view(asking)?.list ?? null, -2)).toBe(false)
  })

  it('[documents-demand-paging] asks for a page only when it is wanted, and once', () => {
    const state = listed(500)
    const far = run(state, openAt, { position: 449 })
    expect(far.drafts).toMatchObject([{ type: 'review.pageRequested', payload: { page: 9, openAt: 449 } }])
    expect(view(far.state)?.current).toBeNull()
    expect(run(far.state, requestPage, { page: 9 }).rejected).toBe('The page is on its way.')
    const arrived = fold(far.state, [
      pageArrived({ tabId: 'tab-one', snapshotId: 'snapshot', page: 9, ids: pageIds(9, 50, 500) }),
    ])
    const opened = run(arrived, openAt, { position: 449 })
    expect(view(opened.state)?.current).toEqual({ documentId: 1449, position: 449 })
  })

  it('asks for the next page before its first document is stepped to', () => {
    const { drafts } = run(listed(500), openAt, { position: 48 })
    expect(drafts).toMatchObject([
      { type: 'review.documentOpened', payload: { documentId: 1048 } },
      { type: 'review.pageRequested', payload: { page: 2, openAt: null } },
    ])
  })

  it('names the neighbours worth having ready, nearest first', () => {
    const { drafts } = run(listed(500), openAt, { position: 10 })
    expect(drafts[0]?.payload).toMatchObject({ ahead: [1011, 1012, 1013, 1009] })
  })

  it('ignores pages of a list that is gone', () => {
    const state = fold(listed(500), [
      pageArrived({ tabId: 'tab-one', snapshotId: 'older', page: 2, ids: [7] }),
    ])
    expect(view(state)?.list?.ids.has(2)).toBe(false)
  })

  test('[limit-doc-cache-1000] keeps at most 1,000 rows of ids whatever pages arrive', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(25, 50, 100, 200),
        fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 120 }),
        (pageSize, pages) => {
          const list = view(listed(80_000, { queryString: '', pageSize: pageSize as 25 }))?.list
          expect(list?.pageSize).toBe(pageSize)
          const state = fold(
            listed(80_000, { queryString: '', pageSize: pageSize as 25 }),
            pages.map((page) =>
              pageArrived({
                tabId: 'tab-one',
                snapshotId: 'snapshot',
                page,
                ids: pageIds(page, pageSize, 80_000),
              }),
            ),
          )
          const kept = view(state)?.list
          const rows = [...(kept?.ids.values() ?? [])].reduce((sum, of) => sum + of.length, 0)
          expect(rows).toBeLessThanOrEqual(listCacheSize)
          const last = pages.at(-1)
          if (kept && last !== undefined)
            expect(idAt(kept, (last - 1) * pageSize)).toBe(1000 + (last - 1) * pageSize)
        },
      ),
      { numRuns: runs(60) },
    )
  })
})

describe('pages that are late', () => {
  const arriving = (page: number, ids = pageIds(page, 50, 500)) => ({
    tabId: 'tab-one',
    snapshotId: 'snapshot',
    page,
    ids,
  })

  it('a key that steps onto a page which is on its way already opens it when it comes', () => {
    let state = run(listed(500), openAt, { position: 49 }).state
    expect(view(state)?.list?.pending.has(2)).toBe(true)
    state = run(state, next, {}).state
    expect(view(state)?.current?.position).toBe(49)
    const { state: after, drafts } = run(state, takePage, arriving(2))
    expect(drafts.map(({ type }) => type)).toContain('review.documentOpened')
    expect(view(after)?.current).toEqual({ documentId: 1050, position: 50 })
  })

  it('what is opened meanwhile stays open', () => {
    const waiting = run(listed(500), openAt, { position: 449 }).state
    const chosen = run(waiting, openAt, { position: 3 }).state
    const { state } = run(chosen, takePage, arriving(9))
    expect(view(state)?.current).toEqual({ documentId: 1003, position: 3 })
  })

  it('a page that comes shorter than it should be is not asked for again and again', () => {
    const waiting = run(listed(500), openAt, { position: 449 }).state
    const { state, drafts } = run(waiting, takePage, arriving(9, [1400]))
    expect(drafts.map(({ type }) => type)).toEqual(['review.pageArrived'])
    expect(view(state)?.list?.opening).toBeNull()
  })

  it('one that did not come is known as missed until it is asked for again', () => {
    const asked = run(listed(500), requestPage, { page: 4 }).state
    const failed = run(asked, failPage, { ...arriving(4), message: 'No.' }).state
    expect([...(view(failed)?.list?.missed ?? [])]).toEqual([4])
    expect(view(failed)?.list?.pending.size).toBe(0)
    const again = run(failed, requestPage, { page: 4 })
    expect(again.rejected).toBeNull()
    expect(view(again.state)?.list?.missed.size).toBe(0)
  })

  it('a result that the server has dropped is searched anew, once, at the place that was asked for', () => {
    const waiting = run(listed(500, { queryString: 'merger', sort: 'custodian' }), openAt, { position: 449 })
    const renewed = run(waiting.state, renewList, { tabId: 'tab-one', snapshotId: 'snapshot' })
    expect(renewed.drafts).toMatchObject([
      { payload: { query: { queryString: 'merger' }, sort: 'custodian', openAt: 449 } },
    ])
    const twice = run(renewed.state, renewList, { tabId: 'tab-one', snapshotId: 'snapshot' })
    expect(twice.rejected).toBe('The list has changed.')
  })

  it('passes nothing over where coded documents have left the result that is searched anew', () => {
    const asked = { queryString: 'merger', filter: 'unreviewed' as const }
    const at = run(listed(500, asked), openAt, { position: 49 }).state
    const waiting = run(at, next, {}).state
    const renewed = run(waiting, renewList, { tabId: 'tab-one', snapshotId: 'snapshot' }).state
    const answer = (totalCount: number) => ({
      ...answerTo(renewed, { totalCount, ids: pageIds(2, 50, 500) }),
      reading: 'merger',
    })
    // All fifty before it were coded: the next one is the first now. Of ten that were not, it is the eleventh.
    expect(view(run(renewed, answerSearch, answer(450)).state)?.current).toEqual({
      documentId: 1050,
      position: 0,
    })
    expect(view(run(renewed, answerSearch, answer(460)).state)?.current?.position).toBe(10)
    // Where the list was only scrolled, the document in view has no place any more, and j goes to the first.
    const scrolled = run(at, renewList, { tabId: 'tab-one', snapshotId: 'snapshot' }).state
    const { state } = run(scrolled, answerSearch, {
      ...answer(450),
      searchId: view(scrolled)?.list?.searchId ?? '',
    })
    expect(view(state)).toMatchObject({ current: { documentId: 1049, position: null }, place: null })
    expect(view(run(state, next, {}).state)?.current).toEqual({ documentId: 1050, position: 0 })
  })

  it('a search that a reload has cut off is asked again as it was; a list that waits for nothing is left alone', () => {
    const cut = run(initial, search, { queryString: 'merger', filter: 'tagged', openAt: 0 }).state
    expect(run(cut, resume, {}).drafts).toMatchObject([
      { type: 'review.searchRequested', payload: { filter: 'tagged', openAt: 0 } },
    ])
    expect(run(listed(500), resume, {}).drafts).toEqual([])
    const asked = run(listed(500), requestPage, { page: 4 }).state
    const resumed = run(asked, resume, {}).state
    expect(run(resumed, requestPage, { page: 4 }).rejected).toBeNull()
  })
})

describe('the document in view while the list changes', () => {
  const at = (position: number) => run(listed(500), openAt, { position }).state
  const answer = (state: RootState, ids: number[]) => run(state, answerSearch, answerTo(state, { ids })).state

  it('has no place in a list of another order, unless the answer shows it', () => {
    const sorted = run(at(10), search, { queryString: 'merger', sort: 'parentDateDesc' }).state
    expect(view(answer(sorted, [7, 8]))?.current).toEqual({ documentId: 1010, position: null })
    expect(view(answer(sorted, [7, 8, 1010]))?.current).toEqual({ documentId: 1010, position: 2 })
  })

  it('has no place in a batch that is searched by the same words, and a search stays in the batch until it is left', () => {
    const inBatch = run(at(10), search, { queryString: 'merger', batchId: 7 }).state
    expect(view(answer(inBatch, [7, 8]))?.current).toEqual({ documentId: 1010, position: null })
    const within = run(answer(inBatch, [7, 8]), search, { queryString: 'price' }).state
    expect(view(within)?.list?.query).toMatchObject({ queryString: 'price', objectId: 7, type: 'batch' })
    const left = run(within, search, { queryString: 'price', batchId: null }).state
    expect(view(left)?.list?.query).toMatchObject({ queryString: 'price', objectId: null, type: null })
  })

  it('keeps its place where the same is searched again', () => {
    const again = run(at(10), search, { queryString: 'merger' }).state
    expect(view(answer(again, [7, 8]))?.current).toEqual({ documentId: 1010, position: 10 })
  })
})

describe('a document that was opened from elsewhere', () => {
  const at = (position: number) => run(listed(500), openAt, { position }).state

  it('has its place where the list shows it', () => {
    const { state } = run(at(38), open, { documentId: 1041, position: null })
    expect(view(state)?.current).toEqual({ documentId: 1041, position: 41 })
  })

  it('has its place as soon as the server says it, and until then one goes on from the last known', () => {
    const away = run(at(38), open, { documentId: 1300, position: null }).state
    expect(view(away)?.current).toEqual({ documentId: 1300, position: null })
    expect(view(run(away, next, {}).state)?.current).toEqual({ documentId: 1039, position: 39 })
    const placed = run(away, placeDocument, {
      tabId: 'tab-one',
      snapshotId: 'snapshot',
      documentId: 1300,
      position: 300,
    }).state
    expect(view(placed)?.current).toEqual({ documentId: 1300, position: 300 })
    const late = run(run(away, next, {}).state, placeDocument, {
      tabId: 'tab-one',
      snapshotId: 'snapshot',
      documentId: 1300,
      position: 300,
    }).state
    expect(view(late)?.current?.position).toBe(39)
  })
})

describe('what a tab shows', () => {
  it('is remembered for as many tabs as a person has, the ones used last', () => {
    let state = initial
    for (let nth = 0; nth < tabsKept + 10; nth++) {
      state = run(state, open, { documentId: 5, position: null }, 'main').state
      state = run(state, open, { documentId: 6, position: null }, `tab-${nth}`).state
    }
    expect(Object.keys(state.review.byTab)).toHaveLength(tabsKept)
    expect(view(state, 'main')?.current?.documentId).toBe(5)
    expect(view(state, 'tab-0')).toBeUndefined()
  })

  it('a window that was pulled out shows, and moves, its opener', () => {
    const following = fold(listed(10), [
      {
        ...searchAnswered,
        type: 'review.openerFollowed',
        payload: { tabId: 'popped', openerTabId: 'tab-one' },
      } as never,
    ])
    const moved = run(following, next, {}, 'popped')
    expect(view(moved.state)?.current).toEqual({ documentId: 1000, position: 0 })
    expect(shownTab(moved.state.review, moved.state.shell, 'popped')).toBe('tab-one')
  })

  it('each tab has its own document', () => {
    const one = run(listed(10), open, { documentId: 5, position: null }).state
    const two = run(one, open, { documentId: 6, position: null }, 'tab-two').state
    expect(view(two, 'tab-one')?.current?.documentId).toBe(5)
    expect(view(two, 'tab-two')?.current?.documentId).toBe(6)
  })
})
