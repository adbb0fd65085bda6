/** What each tab has searched and shows. */
import { combine } from 'effector'
import { equals } from 'patronum'
import * as z from 'zod/mini'
import type { DocumentDetail, DocumentRow } from '#contracts/documents.ts'
import { listCacheSize, searchDocuments, searchPage } from '#contracts/documents.ts'
import type { Node } from '#query/tree.ts'
import {
  documentFailed,
  documentLeft,
  documentOpened,
  documentPlaced,
  hitFocused,
  openerFollowed,
  outsideTaken,
  pageArrived,
  pageFailed,
  pageRequested,
  pagesLost,
  paneChosen,
  searchAnswered,
  searchFailed,
  searchRequested,
} from '../events/catalog/review.ts'
import {
  answered,
  batchOf,
  hasResult,
  isLast,
  isSameOrder,
  isSameSet,
  type ListState,
  pageOf,
  placeIn,
  placesAfter,
  positionOf,
  type ReviewState,
  shownTab,
  type TabView,
} from '../events/review/views.ts'
import { putTab } from './by-tab.ts'
import { createCache } from './cache.ts'
import { on, projection } from './projection.ts'
import { putLatest } from './put-latest.ts'
import { shell } from './shell.ts'
import { $tabId } from './tab.ts'

export { type ListState, type Pane, pageOf, type TabView } from '../events/review/views.ts'

const emptyView: TabView = {
  list: null,
  current: null,
  outside: false,
  place: null,
  places: [],
  left: null,
  failed: null,
  pane: 'document',
  showsSheets: true,
  hit: null,
  follows: null,
}

const unanswered = {
  answers: null,
  snapshotId: '',
  totalCount: -1,
  hitCount: 0,
  reading: '',
  notes: [],
  withoutText: 0,
  indexedAsOf: null,
  tookMs: 0,
  ids: new Map(),
} as const satisfies Partial<ListState>

export const review = projection<ReviewState>({
  name: 'review',
  version: 8,
  log: 'project',
  initial: { byTab: {} },
  handlers: [
    // The result before, and the document in view, stay until there is an answer: a query may be refused.
    on(searchRequested, (state, { tabId, openAt, ofSnapshot: _, ...asked }, { commandId }) =>
      inTab(state, tabId, (view) => ({
        ...view,
        places: placesAfter(view, asked),
        list: {
          ...(hasResult(view.list) && view.list.pageSize === asked.pageSize ? view.list : unanswered),
          answers: view.list?.answers ?? null,
          ...asked,
          askedBy: commandId,
          phase: 'searching',
          fault: null,
          pending: new Set(),
          missed: new Set(),
          opening: openAt,
        },
      })),
    ),
    on(searchAnswered, (state, { tabId, searchId, ...answer }) =>
      inTab(state, tabId, (view) => {
        if (view.list?.searchId !== searchId) return view
        const { list: before, current, place } = view
        const list = answered(before, answer)
        const again = before.answers === null || isSameOrder(before.answers, list)
        const sameDocuments =
          before.answers === null ||
          (isSameSet(before.answers, list) && before.totalCount === list.totalCount)
        const unmoved = again && sameDocuments
        // In another order its place is another: where the answer shows it, if it does.
        const position =
          current && ((unmoved ? current.position : null) ?? positionOf(list, current.documentId))
        return {
          ...view,
          list,
          outside: current !== null && position === null && (view.outside || !sameDocuments),
          place: position ?? (again && place !== null ? placeIn(before, list, place) : null),
          current: current && { ...current, position },
          // A hit of another query is none.
          hit: before.reading === list.reading ? view.hit : null,
        }
      }),
    ),
    on(searchFailed, (state, { tabId, searchId, ...fault }) =>
      inList(state, tabId, (list) =>
        list.searchId !== searchId ? list : { ...list, phase: 'failed', fault },
      ),
    ),
    on(pageRequested, (state, { tabId, snapshotId, page, openAt }) =>
      inSnapshot(state, tabId, snapshotId, (list) => ({
        ...list,
        pending: new Set(list.pending).add(page),
        missed: without(list.missed, page),
        opening: openAt ?? list.opening,
      })),
    ),
    on(pageArrived, (state, { tabId, snapshotId, page, ids }) =>
      inSnapshot(state, tabId, snapshotId, (list) => ({
        ...settled(list, page),
        ids: putLatest(list.ids, page, ids, Math.max(2, Math.floor(listCacheSize / list.pageSize))),
      })),
    ),
    on(pageFailed, (state, { tabId, snapshotId, page }) =>
      inSnapshot(state, tabId, snapshotId, (list) => ({
        ...settled(list, page),
        missed: new Set(list.missed).add(page),
      })),
    ),
    on(pagesLost, (state, { tabId }) =>
      inList(state, tabId, (list) => ({ ...list, pending: new Set(), opening: null })),
    ),
    on(documentOpened, (state, { tabId, documentId, position }) =>
      inTab(state, tabId, (view) => ({
        ...view,
        // Who shows the list has nothing to draw anew where nothing was waited for.
        list: view.list?.opening == null ? view.list : { ...view.list, opening: null },
        current: { documentId, position },
        outside: false,
        place: position ?? view.place,
        left: null,
        failed: null,
        hit: null,
      })),
    ),
    on(documentPlaced, (state, { tabId, snapshotId, documentId, position }) =>
      inTab(state, tabId, (view) =>
        view.current?.documentId === documentId && view.list?.snapshotId === snapshotId
          ? { ...view, current: { documentId, position }, outside: false, place: position }
          : view,
      ),
    ),
    on(documentLeft, (state, { tabId }) =>
      inTab(state, tabId, (view) => ({
        ...view,
        current: null,
        outside: false,
        left: view.current,
        failed: null,
        hit: null,
      })),
    ),
    on(documentFailed, (state, { tabId, documentId, message }) =>
      inTab(state, tabId, (view) =>
        view.current?.documentId === documentId ? { ...view, failed: { documentId, message } } : view,
      ),
    ),
    on(outsideTaken, (state, { tabId, documentId }) =>
      inTab(state, tabId, (view) =>
        view.current?.documentId === documentId ? { ...view, outside: false } : view,
      ),
    ),
    on(paneChosen, (state, { tabId, pane, ofSheets }) =>
      inTab(state, tabId, (view) => ({
        ...view,
        pane,
        showsSheets: pane === 'sheet' || (view.showsSheets && !(pane === 'document' && ofSheets)),
      })),
    ),
    on(hitFocused, (state, { tabId, documentId, index }) =>
      inTab(state, tabId, (view) => ({ ...view, hit: { documentId, index } })),
    ),
    on(openerFollowed, (state, { tabId, openerTabId }) =>
      inTab(state, tabId, (view) => ({ ...view, follows: openerTabId })),
    ),
  ],
})

/** Rows of pages, keyed `snapshot:pageSize:page`. */
export const pageCache = createCache<readonly DocumentRow[]>(
  'pages',
  listCacheSize,
  'project',
  (rows) => rows.length,
)
export const pageKey = (snapshotId: string, pageSize: number, page: number): string =>
  `${snapshotId}:${pageSize}:${page}`

/** The syntax tree of each snapshot's query: what the viewer marks hits with. */
export const treeCache = createCache<Node | null>('trees', 20)

/** What was searched and what came of it, for the same search without the network: only kept, never looked up here. */
export const searchFound = z.object({
  asked: z.omit(searchDocuments.body, { page: true }),
  answer: searchPage,
})
export type SearchFound = z.infer<typeof searchFound>
export const searchCache = createCache<SearchFound>('searches', 2)
export const searchKey = (asked: SearchFound['asked']): string => JSON.stringify(asked)
/** Stands for whatever was searched last. */
export const lastSearchKey = 'last'

/** How far the opening of the index is, as the server says it, by the search that waits for it. */
export const openingCache = createCache<string>('openings', 2)

/** Whole documents by id: the one in view and its neighbours. */
export const documentCache = createCache<DocumentDetail>('documents', 40)

const $review = review.$state
/** What this tab shows: its own, or that of the tab it follows. */
export const $shown = combine(
  $review,
  shell.$state,
  $tabId,
  (state, frame, tabId) => state.byTab[shownTab(state, frame, tabId)] ?? emptyView,
)
export const $list = combine($shown, (view) => view.list)
/** The batch that the list is of; null: all documents. */
export const $listBatchId = combine($list, batchOf)
export const $current = combine($shown, (view) => view.current)
/** The document in view is not in the list, and nobody has said that it is meant. */
export const $isOutside = combine($shown, (view) => view.outside)
export const $currentDocument = combine($current, documentCache.$entries, (current, documents) =>
  current === null ? null : (documents.get(String(current.documentId)) ?? null),
)
export const $tree = combine($list, treeCache.$entries, (list, trees) =>
  list === null ? null : (trees.get(list.snapshotId) ?? null),
)
const $position = combine($current, (current) => current?.position ?? null)
export const $isFirst = equals($position, 0)
export const $isLast = combine($list, $position, isLast)

function inTab(state: ReviewState, tabId: string, change: (view: TabView) => TabView): ReviewState {
  const before = state.byTab[tabId] ?? emptyView
  const after = change(before)
  return after === before ? state : { ...state, byTab: putTab(state.byTab, tabId, after) }
}

function inList(state: ReviewState, tabId: string, change: (list: ListState) => ListState): ReviewState {
  return inTab(state, tabId, (view) => {
    if (view.list === null) return view
    const list = change(view.list)
    return list === view.list ? view : { ...view, list }
  })
}

const inSnapshot = (
  state: ReviewState,
  tabId: string,
  snapshotId: string,
  change: (list: ListState) => ListState,
): ReviewState => inList(state, tabId, (list) => (list.snapshotId === snapshotId ? change(list) : list))

/** What was asked of a page has been answered, one way or the other. */
const settled = (list: ListState, page: number): ListState => ({
  ...list,
  pending: without(list.pending, page),
  missed: without(list.missed, page),
  opening: list.opening !== null && pageOf(list, list.opening) === page ? null : list.opening,
})

function without(pages: ReadonlySet<number>, page: number): ReadonlySet<number> {
  if (!pages.has(page)) return pages
  const next = new Set(pages)
  next.delete(page)
  return next
}
