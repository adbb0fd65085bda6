/** What each tab has searched and shows. */
import { combine } from 'effector'
import { equals } from 'patronum'
import type * as z from 'zod/mini'
import type { DocumentDetail, DocumentRow, metadata, SearchQuery, Sort } from '#contracts/documents.ts'
import { listCacheSize } from '#contracts/documents.ts'
import type { Node } from '#query/tree.ts'
import {
  documentFailed,
  documentLeft,
  documentOpened,
  hitFocused,
  openerFollowed,
  pageArrived,
  pageFailed,
  pageRequested,
  paneChosen,
  searchAnswered,
  searchFailed,
  searchRequested,
} from '../events/catalog/review.ts'
import { createCache } from './cache.ts'
import { on, projection } from './projection.ts'
import { type Shell, shell } from './shell.ts'
import { $tabId } from './tab.ts'

export type Pane = 'document' | 'text' | 'metadata' | 'history'

export interface ListState {
  readonly searchId: string
  readonly query: SearchQuery
  readonly sort: Sort
  readonly viewer: 'parentsAndChildren' | 'parentsOnly' | 'childrenOnly'
  readonly filter: 'all' | 'reviewed' | 'unreviewed' | 'tagged' | 'untagged'
  readonly pageSize: number
  readonly curlyQuotes: boolean
  readonly phase: 'searching' | 'answered' | 'failed'
  readonly fault: {
    readonly message: string
    readonly detail: string
    readonly position: number | null
  } | null
  /** Empty until answered. */
  readonly snapshotId: string
  /** -1 until answered. */
  readonly totalCount: number
  readonly hitCount: number
  readonly reading: string
  readonly notes: readonly { readonly code: string; readonly message: string }[]
  readonly withoutText: number
  readonly indexedAsOf: string | null
  readonly tookMs: number
  /** Ids of the pages that have arrived, one-based; the oldest go beyond `listCacheSize` rows. */
  readonly ids: ReadonlyMap<number, readonly number[]>
  readonly pending: ReadonlySet<number>
}

export interface TabView {
  readonly list: ListState | null
  readonly current: { readonly documentId: number; readonly position: number | null } | null
  readonly failed: { readonly documentId: number; readonly message: string } | null
  readonly pane: Pane
  readonly hit: { readonly documentId: number; readonly index: number } | null
  readonly follows: string | null
}

export interface ReviewState {
  readonly byTab: Readonly<Record<string, TabView>>
}

const emptyView: TabView = {
  list: null,
  current: null,
  failed: null,
  pane: 'document',
  hit: null,
  follows: null,
}

const unanswered = {
  phase: 'searching',
  fault: null,
  snapshotId: '',
  totalCount: -1,
  hitCount: 0,
  reading: '',
  notes: [],
  withoutText: 0,
  indexedAsOf: null,
  tookMs: 0,
  ids: new Map(),
  pending: new Set(),
} as const satisfies Partial<ListState>

export const review = projection<ReviewState>({
  name: 'review',
  version: 1,
  log: 'project',
  initial: { byTab: {} },
  handlers: [
    // A new search resets paging; the document in view stays until the answer opens another.
    on(searchRequested, (state, { tabId, openAt: _, ...asked }) =>
      inTab(state, tabId, (view) => ({ ...view, list: { ...asked, ...unanswered } })),
    ),
    on(searchAnswered, (state, { tabId, searchId, ids, ...answer }) =>
      inList(state, tabId, (list) =>
        list.searchId !== searchId
          ? list
          : {
              ...list,
              ...answer,
              phase: 'answered',
              fault: null,
              ids: new Map([[1, ids]]),
              pending: new Set(),
            },
      ),
    ),
    on(searchFailed, (state, { tabId, searchId, ...fault }) =>
      inList(state, tabId, (list) =>
        list.searchId !== searchId ? list : { ...list, phase: 'failed', fault },
      ),
    ),
    on(pageRequested, (state, { tabId, snapshotId, page }) =>
      inSnapshot(state, tabId, snapshotId, (list) => ({ ...list, pending: new Set(list.pending).add(page) })),
    ),
    on(pageArrived, (state, { tabId, snapshotId, page, ids }) =>
      inSnapshot(state, tabId, snapshotId, (list) => ({
        ...list,
        ids: bounded(list.ids, page, ids, list.pageSize),
        pending: without(list.pending, page),
      })),
    ),
    on(pageFailed, (state, { tabId, snapshotId, page }) =>
      inSnapshot(state, tabId, snapshotId, (list) => ({ ...list, pending: without(list.pending, page) })),
    ),
    on(documentOpened, (state, { tabId, documentId, position }) => ({
      ...inTab(state, tabId, (view) => ({
        ...view,
        current: { documentId, position },
        failed: null,
        hit: null,
      })),
      lastTab: tabId,
    })),
    on(documentLeft, (state, { tabId }) =>
      inTab(state, tabId, (view) => ({ ...view, current: null, failed: null, hit: null })),
    ),
    on(documentFailed, (state, { tabId, documentId, message }) =>
      inTab(state, tabId, (view) =>
        view.current?.documentId === documentId ? { ...view, failed: { documentId, message } } : view,
      ),
    ),
    on(paneChosen, (state, { tabId, pane }) => inTab(state, tabId, (view) => ({ ...view, pane }))),
    on(hitFocused, (state, { tabId, documentId, index }) =>
      inTab(state, tabId, (view) => ({ ...view, hit: { documentId, index } })),
    ),
    on(openerFollowed, (state, { tabId, openerTabId }) =>
      inTab(state, tabId, (view) => ({ ...view, follows: openerTabId })),
    ),
  ],
})

/**
 * Whose view a tab shows and acts on: its opener's where it was pulled out of one, the lead's under "same view in all
 * tabs", else its own.
 */
export function shownTab(
  state: ReviewState,
  shell: Pick<Shell, 'following' | 'lead'>,
  tabId: string,
): string {
  const opener = state.byTab[tabId]?.follows
  if (opener && state.byTab[opener]) return opener
  return shell.following && state.byTab[shell.lead] ? shell.lead : tabId
}

/** The id at a position, or null where its page has not arrived. */
export function idAt(list: ListState, position: number): number | null {
  return list.ids.get(pageOf(list, position))?.[position % list.pageSize] ?? null
}
export const pageOf = (list: Pick<ListState, 'pageSize'>, position: number): number =>
  Math.floor(position / list.pageSize) + 1

/** A document is the last one when its position across pages is the total; not known while the total is not. */
export const isLast = (list: ListState | null, position: number | null): boolean =>
  list !== null && position !== null && list.totalCount >= 0 && position + 1 === list.totalCount

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

/** Whole documents by id: the one in view and its neighbours. */
export const documentCache = createCache<DocumentDetail>('documents', 40)

/** All metadata of documents whose metadata pane was opened. */
export const metadataCache = createCache<z.infer<typeof metadata>['data']>('metadata', 40)

const $review = review.$state
/** What this tab shows: its own, or that of the tab it follows. */
export const $shown = combine(
  $review,
  shell.$state,
  $tabId,
  (state, frame, tabId) => state.byTab[shownTab(state, frame, tabId)] ?? emptyView,
)
export const $list = combine($shown, (view) => view.list)
export const $current = combine($shown, (view) => view.current)
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
  return after === before ? state : { ...state, byTab: { ...state.byTab, [tabId]: after } }
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

function without(pages: ReadonlySet<number>, page: number): ReadonlySet<number> {
  const next = new Set(pages)
  next.delete(page)
  return next
}

function bounded(
  pages: ListState['ids'],
  page: number,
  ids: readonly number[],
  pageSize: number,
): ListState['ids'] {
  const next = new Map(pages)
  next.delete(page)
  next.set(page, ids)
  const most = Math.max(2, Math.floor(listCacheSize / pageSize))
  for (const oldest of next.keys()) {
    if (next.size <= most) break
    next.delete(oldest)
  }
  return next
}
