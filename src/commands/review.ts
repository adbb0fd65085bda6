/** Searching and moving through documents. */
import * as z from 'zod/mini'
import {
  defaultPageSize,
  defaultSort,
  listFilter,
  listViewer,
  pageSizes,
  sort,
} from '#contracts/documents.ts'
import { id } from '#contracts/ids.ts'
import {
  begun,
  documentFailed,
  documentOpened,
  documentWanted,
  hitFocused,
  metadataRequested,
  openerFollowed,
  pageArrived,
  pageFailed,
  pageRequested,
  pagesLost,
  pane,
  paneChosen,
  searchAnswered,
  searchFailed,
  searchRequested,
} from '../events/catalog/review.ts'
import type { Draft } from '../events/envelope.ts'
import { answered, idAt, isWaiting, type ListState, pageOf, shownTab } from '../events/review/views.ts'
import type { RootState } from '../stores/root.ts'
import { staysOn } from './coding-leaving.ts'
import { command, type DecideContext, isRejection, type Rejection, reject } from './define.ts'

const straight = (text: string): string => text.replace(/[“”„‟«»]/g, '"').replace(/[‘’‚‛]/g, "'")

/** Searches; what is left out stays as in the tab's last search, or is the default. */
export const search = command({
  type: 'review.search',
  capture: 'never',
  payload: z.object({
    queryString: z.string(),
    includeFamily: z.optional(z.boolean()),
    sort: z.optional(sort),
    viewer: z.optional(listViewer),
    filter: z.optional(listFilter),
    pageSize: z.optional(z.union(pageSizes.map((size) => z.literal(size)))),
    /** Open this position with the answer. */
    openAt: z.optional(z.int().check(z.nonnegative())),
  }),
  decide: (state, asked, ctx) => {
    const tabId = acting(state, ctx.tabId)
    const last = state.review.byTab[tabId]?.list ?? null
    const queryString = straight(asked.queryString)
    return [
      searchRequested({
        tabId,
        searchId: ctx.newId(),
        query: {
          queryString,
          includeFamily: asked.includeFamily ?? last?.query.includeFamily ?? false,
          objectId: null,
          type: null,
        },
        sort: asked.sort ?? last?.sort ?? defaultSort,
        viewer: asked.viewer ?? last?.viewer ?? 'parentsAndChildren',
        filter: asked.filter ?? last?.filter ?? 'all',
        pageSize: asked.pageSize ?? state.shell.pageSize ?? defaultPageSize,
        curlyQuotes: queryString !== asked.queryString,
        openAt: asked.openAt ?? null,
      }),
    ]
  },
  label: () => 'Search',
})

/** The server's answer to a search. Dropped where a newer search has been asked for. */
export const answerSearch = command({
  type: 'review.answerSearch',
  capture: 'never',
  payload: searchAnswered.payload,
  decide: (state, answer) => {
    const list = state.review.byTab[answer.tabId]?.list
    return list?.searchId === answer.searchId
      ? [searchAnswered(answer), ...opening(state, answer.tabId, answered(list, answer), list.opening)]
      : reject('A newer search has taken its place.')
  },
  label: ({ totalCount }) => `Show ${totalCount} documents`,
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
  decide: ({ review }, failed) =>
    review.byTab[failed.tabId]?.list?.snapshotId === failed.snapshotId
      ? [pageFailed(failed)]
      : reject('The list has changed.'),
  label: ({ page }) => `Page ${page} of the list did not come`,
})

/** The server drops results that are old or too many: the same search gives a new one, at the same place. */
export const renewList = command({
  type: 'review.renewList',
  capture: 'never',
  payload: z.object({ tabId: z.string(), snapshotId: z.string() }),
  decide: ({ review }, { tabId, snapshotId }, { newId }) => {
    const list = review.byTab[tabId]?.list
    return list?.snapshotId === snapshotId
      ? [askedAgain(tabId, list, newId())]
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
  decide: ({ review }, _, { tabId, newId }) => {
    const list = review.byTab[tabId]?.list
    if (!list || !isWaiting(list)) return []
    return [list.phase === 'searching' ? askedAgain(tabId, list, newId()) : pagesLost({ tabId })]
  },
  label: () => 'Go on with the list',
})

/** Coming to the review screen: a tab goes on where it was, and one that has shown nothing begins. */
export const takeUp = command({
  type: 'review.takeUp',
  capture: 'never',
  payload: z.object({}),
  decide: (state, _, { tabId: own }) => {
    const tabId = acting(state, own)
    const view = state.review.byTab[tabId]
    if (!view?.list) return [begun({ tabId })]
    const { current, left, list } = view
    return current === null && left !== null ? [opened(list, tabId, left.documentId, left.position)] : []
  },
  label: () => 'Go on with the review',
})

/** Opens a document: from the list (with its position), or from elsewhere. */
export const open = command({
  type: 'review.open',
  capture: 'never',
  payload: z.object({ documentId: id, position: z.nullable(z.int()) }),
  decide: (state, { documentId, position }, { tabId }) => {
    const shown = acting(state, tabId)
    const view = state.review.byTab[shown]
    return (
      staysOn(state, view?.current?.documentId, documentId) ?? [
        opened(view?.list ?? null, shown, documentId, position),
      ]
    )
  },
  label: () => 'Open document',
})

/** Opens what stands at a position of the list; its page is fetched first where it has not arrived. */
export const openAt = command({
  type: 'review.openAt',
  capture: 'never',
  payload: z.object({ position: z.int().check(z.nonnegative()) }),
  decide: (state, { position }, ctx) => goTo(state, position, ctx),
  label: ({ position }) => `Open document ${position + 1} of the list`,
})

export const next = command({
  type: 'review.next',
  capture: 'never',
  payload: z.object({}),
  decide: (state, _, ctx) => stepFrom(state, 1, ctx),
  label: () => 'Next document',
  shortcut: 'j',
  group: 'Documents',
})

export const previous = command({
  type: 'review.previous',
  capture: 'never',
  payload: z.object({}),
  decide: (state, _, ctx) => stepFrom(state, -1, ctx),
  label: () => 'Previous document',
  shortcut: 'k',
  group: 'Documents',
})

export const failDocument = command({
  type: 'review.failDocument',
  capture: 'never',
  payload: documentFailed.payload,
  decide: (_, failed) => [documentFailed(failed)],
  label: () => 'The document could not be shown',
})

export const choosePane = command({
  type: 'review.choosePane',
  capture: 'never',
  payload: z.object({ pane }),
  decide: (state, chosen, { tabId }) => [paneChosen({ tabId: acting(state, tabId), pane: chosen.pane })],
  label: ({ pane: chosen }) => `Show ${chosen}`,
})

export const focusHit = command({
  type: 'review.focusHit',
  capture: 'never',
  payload: z.object({ documentId: id, index: z.int().check(z.nonnegative()) }),
  decide: (state, { documentId, index }, { tabId }) => [
    hitFocused({ tabId: acting(state, tabId), documentId, index }),
  ],
  label: ({ index }) => `Go to hit ${index + 1}`,
})

/** Brings a document into this window's cache without opening it anew. */
export const wantDocument = command({
  type: 'review.wantDocument',
  capture: 'never',
  payload: z.object({ documentId: id }),
  decide: (_, { documentId }, { tabId }) => [documentWanted({ tabId, documentId })],
  label: () => 'Fetch the document in view',
})

export const readMetadata = command({
  type: 'review.readMetadata',
  capture: 'never',
  payload: z.object({ documentId: id }),
  decide: (_, { documentId }, { tabId }) => [metadataRequested({ tabId, documentId })],
  label: () => 'Show all metadata',
})

/** Makes this window show what another one shows, or (null) stand for itself again. */
export const follow = command({
  type: 'review.follow',
  capture: 'never',
  payload: z.object({ openerTabId: z.nullable(z.string()) }),
  decide: (_, { openerTabId }, { tabId }) =>
    openerTabId === tabId
      ? reject('A window cannot follow itself.')
      : [openerFollowed({ tabId, openerTabId })],
  label: ({ openerTabId }) => (openerTabId === null ? 'Stop following' : 'Follow the other window'),
})

/** How many neighbours are fetched ahead, going on and going back. */
const readyAhead = 3
const readyBehind = 1

/** In a window that shows another's view, moving moves that one. */
export const acting = ({ review, shell }: RootState, tabId: string): string => shownTab(review, shell, tabId)

const askedAgain = (tabId: string, list: ListState, searchId: string): Draft => {
  const { query, sort, viewer, filter, pageSize, curlyQuotes, opening: openAt } = list
  return searchRequested({
    tabId,
    searchId,
    query,
    sort,
    viewer,
    filter,
    pageSize,
    curlyQuotes,
    openAt,
  })
}

function answeredIn({ review }: RootState, tabId: string): ListState | null {
  const list = review.byTab[tabId]?.list ?? null
  return list?.phase === 'answered' ? list : null
}

const requested = (tabId: string, list: ListState, page: number, position: number | null = null): Draft =>
  pageRequested({
    tabId,
    snapshotId: list.snapshotId,
    page,
    pageSize: list.pageSize,
    openAt: position,
  })

function opened(list: ListState | null, tabId: string, documentId: number, position: number | null): Draft {
  const ahead: number[] = []
  if (list && position !== null) {
    for (let step = 1; step <= readyAhead; step++) ahead.push(idAt(list, position + step) ?? 0)
    for (let step = 1; step <= readyBehind; step++)
      ahead.push(position < step ? 0 : (idAt(list, position - step) ?? 0))
  }
  return documentOpened({ tabId, documentId, position, ahead: ahead.filter((one) => one !== 0) })
}

/** The facts of moving on by one (or back), for commands that move on as well: Save and next. */
export function stepFrom(state: RootState, by: 1 | -1, ctx: DecideContext): readonly Draft[] | Rejection {
  const view = state.review.byTab[acting(state, ctx.tabId)]
  const position = view?.current?.position ?? null
  return goTo(state, position === null ? 0 : position + by, ctx)
}

function goTo(
  state: RootState,
  position: number,
  { tabId: own }: DecideContext,
): readonly Draft[] | Rejection {
  const tabId = acting(state, own)
  const list = answeredIn(state, tabId)
  return list ? goIn(state, tabId, list, position) : reject('There is no list yet.')
}

/** What was to be opened as soon as its page is there. Where the document in view must not be left, it stays. */
function opening(
  state: RootState,
  tabId: string,
  list: ListState,
  position: number | null,
): readonly Draft[] {
  const moved = position === null ? [] : goIn(state, tabId, list, position)
  return isRejection(moved) ? [] : moved
}

function goIn(
  state: RootState,
  tabId: string,
  list: ListState,
  position: number,
): readonly Draft[] | Rejection {
  if (position < 0) return reject('This is the first document.')
  if (position >= list.totalCount) return reject('This is the last document.')
  const documentId = idAt(list, position)
  const stays = staysOn(state, state.review.byTab[tabId]?.current?.documentId, documentId)
  if (stays) return stays
  if (documentId === null) return [requested(tabId, list, pageOf(list, position), position)]
  const page = pageOf(list, position + readyAhead)
  const drafts = [opened(list, tabId, documentId, position)]
  const wanted =
    (page - 1) * list.pageSize < list.totalCount && !list.ids.has(page) && !list.pending.has(page)
  // The next page is asked for before its first document is, so that the step over its edge is as quick.
  return wanted ? [...drafts, requested(tabId, list, page)] : drafts
}
