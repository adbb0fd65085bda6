/** Searching, and the pages of what was found. */
import * as z from 'zod/mini'
import {
  defaultPageSize,
  defaultSort,
  listFilter,
  listViewer,
  pageSizes,
  type SearchQuery,
  sort,
} from '#contracts/documents.ts'
import { id } from '#contracts/ids.ts'
import { also } from '#contracts/widened.ts'
import {
  pageArrived,
  pageFailed,
  pagesLost,
  searchAnswered,
  searchFailed,
  searchRemembered,
  searchRequested,
} from '../events/catalog/review.ts'
import type { Draft } from '../events/envelope.ts'
import {
  answered,
  hasResult,
  idAt,
  isWaiting,
  type ListState,
  pageOf,
  placeIn,
  placeLeft,
} from '../events/review/views.ts'
import type { RootState } from '../stores/root.ts'
import { command, reject } from './define.ts'
import { acting, answeredIn, opened, opening, requested } from './review-moving.ts'

/**
 * What is searched in, beside batches: `uniqueHits` are the documents that one term of a report finds alone, `load` those that
 * a load made or was laid over.
 */
const keptSets = ['savedSearch', 'sample', 'termReport', 'uniqueHits', 'load'] as const
export type KeptSetType = (typeof keptSets)[number]
export const isKeptSet = (type: string | null): type is KeptSetType =>
  keptSets.some((known) => known === type)

const holders = ['folder', 'folderOnly', ...keptSets] as const
/** `folderOnly`: without the folders in it. */
export type Holder = (typeof holders)[number]
export const isHolder = (type: string | null): type is Holder => holders.some((known) => known === type)

/** Searches; what is left out stays as in the tab's last search, or is the default. */
export const search = command({
  type: 'review.search',
  capture: 'never',
  payload: z.object({
    queryString: z.string(),
    includeFamily: z.optional(z.boolean()),
    also: z.optional(also),
    /** Within a batch; null: in all documents. */
    batchId: z.optional(z.nullable(id)),
    /** Within something else that holds documents. */
    within: z.optional(z.strictObject({ objectId: id, type: z.enum(holders) })),
    sort: z.optional(sort),
    viewer: z.optional(listViewer),
    filter: z.optional(listFilter),
    pageSize: z.optional(z.union(pageSizes.map((size) => z.literal(size)))),
    /** Open this position with the answer. */
    openAt: z.optional(z.int().check(z.nonnegative())),
    /** What a tab begins with: nothing where somebody was quicker and has searched. */
    first: z.optional(z.boolean()),
    /** Of another tab, which is being opened and takes it over (takeList); this one's list stays. */
    forTab: z.optional(z.string()),
  }),
  decide: (state, asked, ctx) => {
    const tabId = asked.forTab ?? acting(state, ctx.tabId)
    const view = state.review.byTab[tabId]
    const last = view?.list ?? null
    if (asked.first && last) return []
    const queryString = straight(asked.queryString)
    const within =
      asked.within !== undefined
        ? asked.within
        : asked.batchId === undefined
          ? { objectId: last?.query.objectId ?? null, type: last?.query.type ?? null }
          : { objectId: asked.batchId, type: asked.batchId === null ? null : 'batch' }
    const wanted = {
      query: {
        queryString,
        includeFamily: asked.includeFamily ?? last?.query.includeFamily ?? false,
        // Whoever says whether families come says all that comes.
        ...asAlso(asked.also ?? (asked.includeFamily === undefined ? last?.query.also : undefined)),
        ...within,
      },
      sort: asked.sort ?? last?.sort ?? defaultSort,
      viewer: asked.viewer ?? last?.viewer ?? 'parentsAndChildren',
      filter: asked.filter ?? last?.filter ?? 'all',
    } as const
    // Who comes back from a search aside goes on where he was; who came by a document stays with it.
    const left = asked.openAt === 0 && view ? placeLeft(view, wanted) : null
    const stays = asked.first === true && view?.current != null
    return [
      searchRequested({
        tabId,
        searchId: ctx.newId(),
        ...wanted,
        pageSize: asked.pageSize ?? state.shell.pageSize ?? defaultPageSize,
        curlyQuotes: queryString !== asked.queryString,
        ...columnsIn(state),
        openAt: stays ? null : (left ?? asked.openAt ?? null),
      }),
    ]
  },
  label: () => 'Search',
})

/** The same documents in another order; the one in view stays. Where there is no answer to the search, it is searched again. */
export const sortList = command({
  type: 'review.sortList',
  capture: 'never',
  payload: z.object({ sort }),
  decide: (state, { sort: order }, { tabId: own, newId }) => {
    const tabId = acting(state, own)
    const list = state.review.byTab[tabId]?.list
    if (!list) return reject('There is no list yet.')
    const asked = { ...list, sort: order }
    return [
      list.phase === 'answered'
        ? askedAgain(state, tabId, asked, newId(), list.snapshotId)
        : askedAgain(state, tabId, asked, newId()),
    ]
  },
  label: () => 'Sort the list',
})

/** The result that was to be sorted is not held any more: it is searched again. */
export const searchInstead = command({
  type: 'review.searchInstead',
  capture: 'never',
  payload: z.object({ tabId: z.string(), searchId: z.string() }),
  decide: (state, { tabId, searchId }, { newId }) => {
    const list = state.review.byTab[tabId]?.list
    return list?.searchId === searchId
      ? [askedAgain(state, tabId, list, newId())]
      : reject('A newer search has taken its place.')
  },
  label: () => 'Search again',
})

type Narrowed = Partial<Pick<Parameters<typeof search>[0], 'filter' | 'viewer' | 'within'>>

/** All documents, or those within what is named: no search before narrows it, and no family is added. */
const wholly = (
  queryString: string,
  { filter = 'all', viewer = 'parentsAndChildren', within }: Narrowed = {},
) => ({
  ...{ queryString, filter, viewer, includeFamily: false },
  ...(within === undefined ? { batchId: null } : { within }),
})

/** Searches all documents: nothing of an earlier search narrows it, and no family is added. */
export const searchAll = (queryString: string, narrowed: Narrowed = {}) =>
  search({ ...wholly(queryString, narrowed), openAt: 0 })

/** The same for a tab that is being opened: it knows the search by this key, and nothing is opened for it here. */
export const searchAllElsewhere = (key: string, ...[queryString, narrowed]: Parameters<typeof searchAll>) =>
  search({ ...wholly(queryString, narrowed), forTab: key })

/** Searches as another tab has asked it to; a tab that has shown documents already stays with its own. */
export const takeList = command({
  type: 'review.takeList',
  capture: 'never',
  payload: z.object({ key: z.string() }),
  decide: (state, { key }, { tabId, newId }) => {
    const asked = state.review.byTab[key]?.list ?? null
    if (asked === null) return reject('Which documents were meant is not known any more.')
    if (state.review.byTab[tabId]?.list) return []
    const { query, sort: order, viewer, filter, pageSize, curlyQuotes } = asked
    return [
      searchRequested({
        ...{ tabId, searchId: newId(), query, sort: order, viewer, filter, pageSize, curlyQuotes },
        ...columnsIn(state),
        openAt: 0,
      }),
    ]
  },
  label: () => 'Show the documents of a link',
})

/** The server's answer to a search. Dropped where a newer search has been asked for. */
export const answerSearch = command({
  type: 'review.answerSearch',
  capture: 'never',
  payload: searchAnswered.payload,
  decide: (state, answer) => {
    const list = state.review.byTab[answer.tabId]?.list
    if (list?.searchId !== answer.searchId) return reject('A newer search has taken its place.')
    const position = list.opening === null ? null : (placeIn(list, answer, list.opening) ?? 0)
    return [searchAnswered(answer), ...opening(state, answer.tabId, answered(list, answer), position)]
  },
  label: ({ totalCount }) => `Show ${totalCount} documents`,
})

/** By the effect that has it remembered. */
export const noteRemembered = command({
  type: 'review.noteRemembered',
  capture: 'never',
  payload: searchRemembered.payload,
  decide: (_state, which) => [searchRemembered(which)],
  label: () => 'List the search among one’s own',
})

export const failSearch = command({
  type: 'review.failSearch',
  capture: 'never',
  payload: searchFailed.payload,
  decide: ({ review }, fault) =>
    review.byTab[fault.tabId]?.list?.searchId === fault.searchId
      ? [searchFailed(fault)]
      : reject('A newer search has taken its place.'),
  label: () => 'Show what was wrong with the search',
})

/** Asks for a page of the tab's list, unless it is there or on its way. */
export const requestPage = command({
  type: 'review.requestPage',
  capture: 'never',
  payload: z.object({
    page: z.int().check(z.minimum(1)),
    /** It has been on its way for so long that it may have been lost. */
    again: z.optional(z.boolean()),
  }),
  decide: (state, { page, again }, { tabId: own }) => {
    const tabId = acting(state, own)
    const list = answeredIn(state, tabId)
    if (!list) return reject('There is no list yet.')
    if (list.pending.has(page) && !again) return reject('The page is on its way.')
    return [requested(tabId, list, page)]
  },
  label: ({ page }) => `Fetch page ${page} of the list`,
})

export const takePage = command({
  type: 'review.takePage',
  capture: 'never',
  payload: pageArrived.payload,
  decide: (state, page) => {
    const list = answeredIn(state, page.tabId)
    if (list?.snapshotId !== page.snapshotId) return reject('The list has changed.')
    const withPage = { ...list, ids: new Map(list.ids).set(page.page, page.ids) }
    const position = list.opening
    // Only what this page brings: a page that is shorter than it should be is not asked for for ever.
    const brought =
      position !== null && pageOf(list, position) === page.page && idAt(withPage, position) !== null
    return [pageArrived(page), ...opening(state, page.tabId, withPage, brought ? position : null)]
  },
  label: ({ page }) => `Show page ${page} of the list`,
})

export const failPage = command({
  type: 'review.failPage',
  capture: 'never',
  payload: pageFailed.payload,
  decide: (state, failed) =>
    answeredIn(state, failed.tabId)?.snapshotId === failed.snapshotId
      ? [pageFailed(failed)]
      : reject('The list has changed.'),
  label: ({ page }) => `Page ${page} of the list did not come`,
})

/** The server drops results that are old or too many: the same search gives a new one, at the same place. */
export const renewList = command({
  type: 'review.renewList',
  capture: 'never',
  payload: z.object({ tabId: z.string(), snapshotId: z.string() }),
  decide: (state, { tabId, snapshotId }, { newId }) => {
    const list = answeredIn(state, tabId)
    return list?.snapshotId === snapshotId
      ? [askedAgain(state, tabId, { ...list, ...list.answers }, newId())]
      : reject('The list has changed.')
  },
  label: () => 'Search again',
})

/**
 * Said when a tab comes (back) to a project: whatever it was fetching when it left, or was reloaded, comes no more. A
 * search is asked again; pages are free to be asked for.
 */
export const resume = command({
  type: 'review.resume',
  capture: 'never',
  payload: z.object({}),
  decide: (state, _, { tabId, newId }) => {
    const list = state.review.byTab[tabId]?.list
    if (!list || !isWaiting(list)) return []
    return [list.phase === 'searching' ? askedAgain(state, tabId, list, newId()) : pagesLost({ tabId })]
  },
  label: () => 'Go on with the list',
})

/**
 * Said when the server can be reached again: what did not come of what is on the screen is asked for once more. A search
 * over a list that is being read is not: its answer would take the list away from somebody who goes on in it.
 */
export const recover = command({
  type: 'review.recover',
  capture: 'never',
  payload: z.object({}),
  decide: (state, _, { tabId: own, newId }) => {
    const tabId = acting(state, own)
    const { list = null, current = null, failed = null } = state.review.byTab[tabId] ?? {}
    const again = list?.phase === 'failed' && list.fault?.transient && !hasResult(list)
    return [
      ...(again ? [askedAgain(state, tabId, list, newId())] : []),
      ...(failed && current ? [opened(list, tabId, current.documentId, current.position)] : []),
    ]
  },
  label: () => 'Ask again for what did not come',
})

/** What stands between straight quotes stays as it is written: a value may hold any sign. */
const straight = (text: string): string =>
  text
    .split(/("(?:[^"]|"")*")/)
    .map((piece, at) => (at % 2 === 1 ? piece : piece.replace(/[“”„‟«»]/g, '"').replace(/[‘’‚‛]/g, "'")))
    .join('')

/** Left out where it is nothing, as in searches from before it could be asked for. */
const asAlso = (wanted: SearchQuery['also']): Pick<SearchQuery, 'also'> =>
  wanted === undefined || wanted.length === 0 ? {} : { also: wanted }

/** What the list shows beside its documents, as events and calls name it. */
const columnsIn = ({ listShape: { columns } }: Pick<RootState, 'listShape'>): { columns?: string[] } =>
  columns.length === 0 ? {} : { columns: columns.map(({ field }) => field) }

/** The same search once more, with the columns that are wanted now. */
export const askedAgain = (
  state: Pick<RootState, 'listShape'>,
  tabId: string,
  { query, sort, viewer, filter, pageSize, curlyQuotes, opening: openAt }: ListState,
  searchId: string,
  ofSnapshot?: string,
): Draft =>
  searchRequested({
    tabId,
    searchId,
    query,
    sort,
    viewer,
    filter,
    pageSize,
    curlyQuotes,
    ...columnsIn(state),
    ...(ofSnapshot === undefined ? {} : { ofSnapshot }),
    openAt,
  })
