/** Fetches what the reviewer asks for, and the neighbours before they are asked for. */
import * as z from 'zod/mini'
import type { DocumentDetail } from '#contracts/documents.ts'
import {
  getDocument,
  getMetadata,
  getPage,
  locate,
  recordView,
  searchDocuments,
} from '#contracts/documents.ts'
import { listFields } from '#contracts/project.ts'
import type { Node } from '#query/tree.ts'
import { initialise } from '../commands/coding.ts'
import { failDocument, placeDocument } from '../commands/review.ts'
import { answerSearch, failPage, failSearch, renewList, resume, takePage } from '../commands/review-list.ts'
import { initialiseTags } from '../commands/tags.ts'
import {
  documentOpened,
  documentWanted,
  fieldsRequested,
  metadataRequested,
  pageRequested,
  searchAnswered,
  searchRequested,
} from '../events/catalog/review.ts'
import { projectFollowed, projectSelected, tabJoined } from '../events/catalog/selection.ts'
import type { EventDef } from '../events/define.ts'
import { hasResult, isWaiting, shownTab } from '../events/review/views.ts'
import { failureOf, failures } from '../stores/answers.ts'
import { write } from '../stores/cache.ts'
import { documentIn } from '../stores/coding.ts'
import {
  documentCache,
  fieldsCache,
  fieldsKey,
  metadataCache,
  metadataKey,
  pageCache,
  pageKey,
  treeCache,
} from '../stores/review.ts'
import { tagsIn } from '../stores/tags.ts'
import { effect, type Outcome, readTimeout } from './define.ts'
import type { CallFailure } from './failure.ts'
import { isTransient } from './retry.ts'

const retry = { times: 3, base: 200, cap: 5_000 } as const
/** A document comes with its text: megabytes, on whatever line there is. */
const documentTimeout = 2 * readTimeout

/** A new search cancels the one before: an answer that nobody waits for never becomes a command. */
const runSearch = effect({
  name: 'review.runSearch',
  on: searchRequested,
  strategy: 'latest',
  scope: 'project',
  retry,
  // It goes out as a write, and is a read.
  timeout: readTimeout,
  request: ({ payload: { query, sort, viewer, filter, pageSize } }, { call }) =>
    call(searchDocuments, {
      body: { query, sort, viewer, filter, pageSize: sizeOf(pageSize), page: 1 },
      // A search changes nothing: its answer must not be kept on the record, and it may be asked again.
      idempotencyKey: null,
      repeatable: true,
    }),
  done: ({ payload: { tabId, searchId, pageSize } }, { data, page: _, pageSize: __, tree, ...answer }) => ({
    cache: [
      write(pageCache, pageKey(answer.snapshotId, pageSize, 1), data),
      write(treeCache, answer.snapshotId, isTree(tree) ? tree : null),
    ],
    commands: [answerSearch({ tabId, searchId, ...answer, ids: data.map((row) => row.documentId) })],
  }),
  fail: ({ payload: { tabId, searchId } }, failure) => ({
    commands: [
      failSearch({
        tabId,
        searchId,
        message: failure.message,
        detail: failure.detail,
        position: faultPlace.safeParse(failure.data).data?.start ?? null,
        transient: isTransient(failure),
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
  request: async ({ payload: { snapshotId, page, pageSize } }, { call, cached }) => {
    const known = cached(pageCache, pageKey(snapshotId, pageSize, page))
    const tree = cached(treeCache, snapshotId)
    // The list asks for rows and the viewer for the tree: whoever comes second finds what the first one has brought.
    if (known !== undefined && tree !== undefined) return { data: known, tree, treeKnown: true }
    const came = await call(getPage, { params: { page }, query: { snapshotId, pageSize } })
    return { ...came, treeKnown: cached(treeCache, snapshotId) !== undefined }
  },
  done: ({ payload: { tabId, snapshotId, page, pageSize } }, { data, tree, treeKnown }) => ({
    cache: [
      write(pageCache, pageKey(snapshotId, pageSize, page), data),
      // After a reload, and in a second window. Another copy of the same tree would have all hits marked anew.
      ...(treeKnown ? [] : [write(treeCache, snapshotId, isTree(tree) ? tree : null)]),
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
    strategy: 'latest',
    scope: 'project',
    retry,
    timeout: documentTimeout,
    request: async ({ payload: { documentId } }, { call, cached }) => {
      const known = cached(documentCache, String(documentId))
      return {
        detail: known ?? (await call(getDocument, { query: { documentId, ahead: '1' } })),
        isNew: known === undefined,
      }
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

const putViewOnRecord = effect({
  name: 'review.putViewOnRecord',
  on: documentOpened,
  strategy: 'every',
  scope: 'project',
  retry,
  // A key of its own: in "Save and next" the command's id is the save's key.
  request: ({ id, payload: { documentId } }, { call }) =>
    call(recordView, { body: { documentId }, idempotencyKey: id }),
  done: () => ({}),
  fail: () => ({}),
})

const fetchAhead = effect({
  name: 'review.fetchAhead',
  on: documentOpened,
  strategy: 'every',
  scope: 'project',
  timeout: documentTimeout,
  request: async ({ payload: { ahead } }, { call, cached }) => {
    const wanted = ahead.filter((documentId) => cached(documentCache, String(documentId)) === undefined)
    const fetched = await Promise.allSettled(
      wanted.map((documentId) => call(getDocument, { query: { documentId, ahead: '1' } })),
    )
    const [first] = fetched
    // Nothing came at all: that is a failure, not an answer.
    if (first?.status === 'rejected' && fetched.every(({ status }) => status === 'rejected'))
      throw first.reason
    return fetched.flatMap((one): DocumentDetail[] => (one.status === 'fulfilled' ? [one.value] : []))
  },
  done: (_, details) => loaded(details),
  fail: () => ({}),
})

const fetchMetadata = effect({
  name: 'review.fetchMetadata',
  on: metadataRequested,
  strategy: 'latest',
  scope: 'project',
  retry,
  request: ({ payload: { documentId } }, { call }) => call(getMetadata, { query: { documentId } }),
  done: ({ payload: { documentId } }, { data }) => ({
    cache: [
      write(metadataCache, metadataKey(documentId), data),
      write(failures, metadataKey(documentId), null),
    ],
  }),
  fail: ({ payload: { documentId } }, failure) =>
    failure.kind === 'canceled'
      ? {}
      : { cache: [write(failures, metadataKey(documentId), failureOf(failure))] },
})

const fetchFields = effect({
  name: 'review.fetchFields',
  on: fieldsRequested,
  strategy: 'first',
  scope: 'project',
  retry,
  request: (_, { call }) => call(listFields),
  done: (_, { data }) => ({
    cache: [
      write(
        fieldsCache,
        fieldsKey,
        data.flatMap(({ name, searchable }) => (searchable ? [name] : [])),
      ),
    ],
  }),
  // A help that is not there: it is asked for again with the next look at the query.
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
  putViewOnRecord,
  fetchAhead,
  fetchMetadata,
  fetchFields,
]

/** What a document consists of is put where it belongs: its text into the cache, what is coded and tagged into the log. */
const loaded = (details: readonly DocumentDetail[]): Outcome => ({
  cache: details.map((detail) => write(documentCache, String(detail.documentId), detail)),
  commands: details.flatMap(({ documentId, coding, tagIds, etag }) => [
    initialise({ documentId, values: coding }),
    initialiseTags({ documentId, tagIds, etag }),
  ]),
})

const notShown = (
  { tabId, documentId }: { tabId: string; documentId: number },
  failure: CallFailure,
): Outcome =>
  failure.kind === 'canceled'
    ? {}
    : { commands: [failDocument({ tabId, documentId, message: failure.message })] }

const faultPlace = z.object({ start: z.int() })

const sizeOf = (pageSize: number): 25 | 50 | 100 | 200 =>
  pageSize === 25 || pageSize === 100 || pageSize === 200 ? pageSize : 50

/** The server's parser made it: only its outermost shape is checked. */
const isTree = (tree: unknown): tree is Node => typeof tree === 'object' && tree !== null && 'kind' in tree
