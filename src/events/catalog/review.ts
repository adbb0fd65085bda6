/**
 * Reviewing: what was searched, which document stands in which window. View state is per tab: every tab has these
 * events, each shows its own. Lists and documents themselves are cache; events hold only their ids.
 */
import * as z from 'zod/mini'
import { type BatchStanding, batchStanding } from '#contracts/batch-standing.ts'
import { listFilter, listViewer, searchQuery, sort } from '#contracts/documents.ts'
import { id, instant, nanoId } from '#contracts/ids.ts'
import { listColumn } from '#contracts/list-templates.ts'
import { reportedSeconds } from '#contracts/review-time.ts'
import { widened } from '#contracts/widened.ts'
import { event } from '../define.ts'

const tabId = z.string()
const view = ({ tabId: tab }: { tabId: string }) => `view:${tab}`

/** Which of the two stages the shared screen is in. */
export const reviewMode = z.enum(['review', 'inspect'])
/** What the middle pane shows of a document. */
export const pane = z.enum(['document', 'pages', 'sheet', 'text', 'metadata', 'related', 'history'])

/** A tab shows documents for the first time: its first search follows. */
export const begun = event({
  type: 'review.begun',
  log: 'project',
  retention: 'session',
  stream: view,
  payload: z.object({ tabId }),
})

export const searchRequested = event({
  type: 'review.searchRequested',
  log: 'project',
  retention: 'session',
  stream: view,
  payload: z.object({
    tabId,
    searchId: nanoId,
    query: searchQuery,
    sort,
    viewer: listViewer,
    filter: listFilter,
    pageSize: z.int(),
    /** The query came with curly quotes, which were made straight. */
    curlyQuotes: z.boolean(),
    /** Fields whose values come with the rows. */
    columns: z.optional(z.array(z.string())),
    /** The documents of this result in another order, rather than a new search. */
    ofSnapshot: z.optional(z.string()),
    /** Open this position once the answer is there; null: stay where one is. */
    openAt: z.nullable(z.int()),
  }),
})

/** How lists of this project look to this person: which columns they have; none: the compact list. */
export const listShaped = event({
  type: 'review.listShaped',
  log: 'project',
  retention: 'session',
  stream: () => 'listShape',
  payload: z.object({ columns: z.array(listColumn) }),
})

export const searchAnswered = event({
  type: 'review.searchAnswered',
  log: 'project',
  retention: 'session',
  stream: view,
  payload: z.object({
    tabId,
    searchId: nanoId,
    snapshotId: z.string(),
    totalCount: z.int(),
    hitCount: z.int(),
    reading: z.string(),
    /** Where the project has its own list of noise words. */
    noise: z.optional(z.array(z.string())),
    widened: z.optional(z.array(widened)),
    notes: z.array(z.object({ code: z.string(), message: z.string() })),
    withoutText: z.int(),
    indexedAsOf: z.nullable(instant),
    tookMs: z.number(),
    /** Ids of the first page. */
    ids: z.array(id),
  }),
})

/** One's own searches list the search by now. */
export const searchRemembered = event({
  type: 'review.searchRemembered',
  log: 'project',
  retention: 'session',
  stream: view,
  payload: z.object({ tabId, searchId: nanoId }),
})

export const searchFailed = event({
  type: 'review.searchFailed',
  log: 'project',
  retention: 'session',
  stream: view,
  payload: z.object({
    tabId,
    searchId: nanoId,
    message: z.string(),
    detail: z.string(),
    /** Where in the query the fault is, when the server said so. */
    position: z.nullable(z.int()),
    /** The same search may be answered when it is asked again. */
    transient: z.optional(z.boolean()),
    /** Somebody has stopped it. */
    stopped: z.optional(z.boolean()),
  }),
})

export const pageRequested = event({
  type: 'review.pageRequested',
  log: 'project',
  retention: 'session',
  stream: view,
  payload: z.object({
    tabId,
    snapshotId: z.string(),
    page: z.int(),
    pageSize: z.int(),
    columns: z.optional(z.array(z.string())),
    openAt: z.nullable(z.int()),
  }),
})

export const pageArrived = event({
  type: 'review.pageArrived',
  log: 'project',
  retention: 'session',
  stream: view,
  payload: z.object({ tabId, snapshotId: z.string(), page: z.int(), ids: z.array(id) }),
})

export const pageFailed = event({
  type: 'review.pageFailed',
  log: 'project',
  retention: 'session',
  stream: view,
  payload: z.object({ tabId, snapshotId: z.string(), page: z.int(), message: z.string() }),
})

/** The tab was left while pages were on their way to it: nobody brings them any more. */
export const pagesLost = event({
  type: 'review.pagesLost',
  log: 'project',
  retention: 'session',
  stream: view,
  payload: z.object({ tabId }),
})

export const documentOpened = event({
  type: 'review.documentOpened',
  log: 'project',
  retention: 'session',
  stream: view,
  payload: z.object({
    tabId,
    documentId: id,
    /** Zero-based place in the list; null for one that was opened from elsewhere (a family member, a link). */
    position: z.nullable(z.int()),
    /** Neighbours worth having ready, nearest first. */
    ahead: z.array(id),
  }),
})

/** The server has said where the document in view stands in the result. */
export const documentPlaced = event({
  type: 'review.documentPlaced',
  log: 'project',
  retention: 'session',
  stream: view,
  payload: z.object({ tabId, snapshotId: z.string(), documentId: id, position: z.int() }),
})

/** That a document was opened could not be put on the record then: it is delivered when the network is back. */
export const viewQueued = event({
  type: 'review.viewQueued',
  log: 'project',
  retention: 'audit',
  stream: ({ documentId }) => `looks:${documentId}`,
  payload: z.object({
    documentId: id,
    openedAt: instant,
    /** The opening's own event: the key under which the record knows it, however often it is told. */
    openingId: z.string(),
  }),
})

/** So long somebody has worked on a document: see features/review/review-clock.ts. */
export const timeSpent = event({
  type: 'review.timeSpent',
  log: 'project',
  retention: 'audit',
  stream: ({ documentId }) => `time:${documentId}`,
  payload: z.object({ documentId: id, seconds: reportedSeconds }),
})

/** Another client or project was chosen: coming back, no document is in view. */
export const documentLeft = event({
  type: 'review.documentLeft',
  log: 'project',
  retention: 'session',
  stream: view,
  payload: z.object({ tabId }),
})

/** Somebody means to code the document in view, although it is not in the list. */
export const outsideTaken = event({
  type: 'review.outsideTaken',
  log: 'project',
  retention: 'session',
  stream: view,
  payload: z.object({ tabId, documentId: id }),
})

/** What the server says of a batch that is or was worked on here. */
export const batchStood = event({
  type: 'review.batchStood',
  log: 'project',
  retention: 'session',
  stream: ({ batchId }: BatchStanding) => `batch:${batchId}`,
  payload: batchStanding,
})

export const documentFailed = event({
  type: 'review.documentFailed',
  log: 'project',
  retention: 'session',
  stream: view,
  payload: z.object({ tabId, documentId: id, message: z.string() }),
})

export const paneChosen = event({
  type: 'review.paneChosen',
  log: 'project',
  retention: 'session',
  stream: view,
  // The first version did not tell a view that was chosen of a spreadsheet apart.
  version: 2,
  upcasts: [(first) => ({ ofSheets: false, ...Object(first) })],
  payload: z.object({ tabId, pane, /** Chosen while a spreadsheet was in view. */ ofSheets: z.boolean() }),
})

export const hitFocused = event({
  type: 'review.hitFocused',
  log: 'project',
  retention: 'session',
  stream: view,
  payload: z.object({ tabId, documentId: id, /** Zero-based among the document's hits. */ index: z.int() }),
})

/** A window that was pulled out shows what its opener shows. */
export const openerFollowed = event({
  type: 'review.openerFollowed',
  log: 'project',
  retention: 'session',
  stream: view,
  payload: z.object({ tabId, openerTabId: z.nullable(z.string()) }),
})

/** The document in view is not in this window's cache: after a reload, or because another window has opened it. */
export const documentWanted = event({
  type: 'review.documentWanted',
  log: 'project',
  retention: 'session',
  stream: view,
  payload: z.object({ tabId, documentId: id }),
})
