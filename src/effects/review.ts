/** Fetches what the reviewer asks for, and the neighbours before they are asked for. */
import * as z from 'zod/mini'
import { getPage, locate, searchDocuments, sortDocuments } from '#contracts/documents.ts'
import type { Node } from '#query/tree.ts'
import { failDocument, placeDocument } from '../commands/review.ts'
import {
  answerSearch,
  failPage,
  failSearch,
  isHolder,
  renewList,
  resume,
  search,
  searchInstead,
  takePage,
} from '../commands/review-list.ts'
import {
  documentOpened,
  documentWanted,
  pageRequested,
  searchAnswered,
  searchRequested,
} from '../events/catalog/review.ts'
import { projectFollowed, projectSelected, tabJoined } from '../events/catalog/selection.ts'
import type { EventDef } from '../events/define.ts'
import { hasResult, isWaiting, lastPlace, type ReviewState, shownTab } from '../events/review/views.ts'
import { write } from '../stores/cache.ts'
import { documentIn } from '../stores/coding.ts'
import {
  documentCache,
  lastSearchKey,
  openingCache,
  pageCache,
  pageKey,
  type SearchFound,
  searchCache,
  searchKey,
  treeCache,
} from '../stores/review.ts'
import { tagsIn } from '../stores/tags.ts'
import { documentTimeout, effect, type Outcome, readTimeout } from './define.ts'
import type { CallFailure } from './failure.ts'
import { isTransient } from './retry.ts'
import { aheadEffects, bring, loaded } from './review-ahead.ts'
import { renewalEffects } from './review-renewal.ts'
import { viewEffects } from './review-views.ts'
import { whenOpen } from './when-open.ts'

const retry = { times: 3, base: 200, cap: 5_000 } as const

/** A new search cancels the one before: an answer that nobody waits for never becomes a command. */
const runSearch = effect({
  name: 'review.runSearch',
  on: searchRequested,
  strategy: 'latest',
  scope: 'project',
  retry,
  // It goes out as a write, and is a read.
  timeout: readTimeout,
  request: async ({ payload }, { call, fetched, put, state }) => {
    const asked = askedOf(payload)
    const place = payload.tabId
    const tell = (far: string): void => put(write(openingCache, payload.searchId, far))
    // A tab that shows nothing yet is better off with what was searched last than with nothing.
    const instead = hasResult(state().review.byTab[payload.tabId]?.list ?? null) ? undefined : lastSearchKey
    const ask = async () => ({
      asked,
      answer: await whenOpen(tell, () =>
        payload.ofSnapshot === undefined
          ? call(searchDocuments, { body: { ...asked, page: 1, place }, ...asking })
          : call(sortDocuments, { body: { ...sortedOf(asked, payload.ofSnapshot), place }, ...asking }),
      ),
    })
    return fetched(searchCache, searchKey(asked), ask, instead)
  },
  done: ({ payload }, found, { review }) => {
    const { tabId, searchId, pageSize } = payload
    if (searchKey(found.asked) !== searchKey(askedOf(payload))) return searchedLast(found, review)
    const { data, page: _, pageSize: __, tree, ...answer } = found.answer
    return {
      cache: [
        write(pageCache, pageKey(answer.snapshotId, pageSize, 1), data),
        write(treeCache, answer.snapshotId, isTree(tree) ? tree : null),
        write(searchCache, searchKey(found.asked), found),
        write(searchCache, lastSearchKey, found),
      ],
      commands: [answerSearch({ tabId, searchId, ...answer, ids: data.map((row) => row.documentId) })],
    }
  },
  fail: ({ payload: { tabId, searchId, ofSnapshot } }, failure) => ({
    commands: [
      failure.status === 404 && ofSnapshot !== undefined
        ? searchInstead({ tabId, searchId })
        : failSearch({
            tabId,
            searchId,
            message: failure.kind === 'canceled' ? 'The search was stopped.' : failure.message,
            detail: failure.detail,
            position: faultPlace.safeParse(failure.data).data?.start ?? null,
            transient: isTransient(failure),
            ...(failure.kind === 'canceled' ? { stopped: true } : {}),
          }),
    ],
  }),
})

const fetchPage = effect({
  name: 'review.fetchPage',
  on: pageRequested,
  strategy: 'first',
  scope: 'project',
  key: ({ stream, payload }) => `${stream}:${pageKey(payload.snapshotId, payload.pageSize, payload.page)}`,
  retry,
  // Somebody looks at the gap: fifty rows are here soon, or not at all.
  timeout: 10_000,
  request: async (
    { payload: { snapshotId, page, pageSize, columns }, projectId },
    { call, cached, fetched, kept },
  ) => {
    const known = cached(pageCache, pageKey(snapshotId, pageSize, page))
    const marks = cached(treeCache, snapshotId)
    // The list asks for rows and the viewer for the tree: whoever comes second finds what the first one has brought.
    if (known !== undefined && marks !== undefined) return { data: known }
    let tree: Node | null | undefined
    const data = await fetched(pageCache, pageKey(snapshotId, pageSize, page), async () => {
      const came = await call(getPage, {
        params: { page },
        query: { snapshotId, pageSize, ...(columns && { columns: columns.join(',') }) },
      })
      tree = isTree(came.tree) ? came.tree : null
      return came.data
    })
    // After a reload, and in a second window. Another copy of the same tree would have all hits marked anew.
    if (marks !== undefined) return { data }
    return { data, tree: tree ?? (await kept.read(treeCache, snapshotId, projectId)) ?? null }
  },
  done: ({ payload: { tabId, snapshotId, page, pageSize } }, { data, tree }) => ({
    cache: [
      write(pageCache, pageKey(snapshotId, pageSize, page), data),
      ...(tree === undefined ? [] : [write(treeCache, snapshotId, tree)]),
    ],
    commands: [takePage({ tabId, snapshotId, page, ids: data.map((row) => row.documentId) })],
  }),
  fail: ({ payload: { tabId, snapshotId, page } }, { status, message }) => ({
    commands: [
      status === 404 ? renewList({ tabId, snapshotId }) : failPage({ tabId, snapshotId, page, message }),
    ],
  }),
})

/** Coming to a project again: what was on its way when the tab left it, or was reloaded, is nobody's any more. */
const resumeOn = <P>(name: string, on: EventDef<string, P>) =>
  effect({
    name,
    on,
    strategy: 'latest',
    scope: 'project',
    request: async () => undefined,
    done: ({ tabId }, _, { review }) => {
      const list = review.byTab[tabId]?.list
      return list && isWaiting(list) ? { commands: [resume({})] } : {}
    },
    fail: () => ({}),
  })

/** Always fetched as "ahead": that it was looked at is put on the record by `putViewOnRecord`, once per opening. */
const fetchOn = <P extends { tabId: string; documentId: number }>(name: string, on: EventDef<string, P>) =>
  effect({
    name,
    on,
    reads: true,
    strategy: 'latest',
    scope: 'project',
    retry,
    timeout: documentTimeout,
    request: async ({ payload: { documentId } }, ctx) => {
      const known = ctx.cached(documentCache, String(documentId))
      return { detail: known ?? (await bring(documentId, ctx)), isNew: known === undefined }
    },
    // What was fetched ahead is known already: drawing it need not wait for anything more to be written.
    done: ({ payload: { documentId } }, { detail, isNew }, { coding, tags }) =>
      isNew || documentIn(coding, documentId) === null || tagsIn(tags, documentId) === null
        ? loaded([detail])
        : {},
    // Told where it is shown: a window that was pulled out, or shares a view, has no document in view of its own.
    fail: ({ payload: { tabId, documentId } }, failure, { review, shell }) =>
      notShown({ tabId: shownTab(review, shell, tabId), documentId }, failure),
  })
const fetchDocument = fetchOn('review.fetchDocument', documentOpened)
const fetchWanted = fetchOn('review.fetchWanted', documentWanted)

/** Where the document in view stands in the result, as far as no page that has arrived says it. */
const locateOn = <P extends { tabId: string }>(name: string, on: EventDef<string, P>) =>
  effect({
    name,
    on,
    strategy: 'latest',
    scope: 'project',
    retry,
    request: async ({ payload: { tabId } }, { call, state }) => {
      const { current = null, list = null } = state().review.byTab[tabId] ?? {}
      if (current === null || current.position !== null || !hasResult(list)) return null
      const { documentId } = current
      const { snapshotId } = list
      return { snapshotId, documentId, ...(await call(locate, { query: { snapshotId, documentId } })) }
    },
    done: ({ payload: { tabId } }, found) =>
      found === null || found.position < 0 ? {} : { commands: [placeDocument({ tabId, ...found })] },
    // It has no place, as one that is not in the result.
    fail: () => ({}),
  })

export const reviewEffects = [
  resumeOn('review.resumeJoined', tabJoined),
  resumeOn('review.resumeSelected', projectSelected),
  resumeOn('review.resumeFollowed', projectFollowed),
  runSearch,
  fetchPage,
  fetchDocument,
  fetchWanted,
  locateOn('review.locateOpened', documentOpened),
  locateOn('review.locateAnswered', searchAnswered),
  ...viewEffects,
  ...aheadEffects,
  ...renewalEffects,
]

/** Without the network, and not asked before: what was searched last, where one was in it last. */
const searchedLast = ({ asked }: SearchFound, review: ReviewState): Outcome => {
  const { query, columns: _, ...rest } = asked
  const { queryString, includeFamily, also = [], objectId, type } = query
  const within = objectId !== null && isHolder(type) ? { within: { objectId, type } } : { batchId: objectId }
  return {
    commands: [
      search({ queryString, includeFamily, also, ...within, ...rest, openAt: lastPlace(review, query) }),
    ],
  }
}

const notShown = (
  { tabId, documentId }: { tabId: string; documentId: number },
  failure: CallFailure,
): Outcome =>
  failure.kind === 'canceled'
    ? {}
    : { commands: [failDocument({ tabId, documentId, message: failure.message })] }

/** A search changes nothing: its answer must not be kept on the record, and it may be asked again. */
const asking = { idempotencyKey: null, repeatable: true } as const

const sortedOf = ({ sort, pageSize, columns }: SearchFound['asked'], snapshotId: string) => ({
  ...{ snapshotId, sort, pageSize },
  ...(columns === undefined ? {} : { columns }),
})

const faultPlace = z.object({ start: z.int() })

const askedOf = ({ query, sort, viewer, filter, pageSize, columns }: Asking): SearchFound['asked'] => ({
  query,
  sort,
  viewer,
  filter,
  pageSize: sizeOf(pageSize),
  ...(columns === undefined ? {} : { columns }),
})
type Asking = Omit<SearchFound['asked'], 'pageSize'> & { readonly pageSize: number }

const sizeOf = (pageSize: number): 25 | 50 | 100 | 200 =>
  pageSize === 25 || pageSize === 100 || pageSize === 200 ? pageSize : 50

/** The server's parser made it: only its outermost shape is checked. */
const isTree = (tree: unknown): tree is Node => typeof tree === 'object' && tree !== null && 'kind' in tree
