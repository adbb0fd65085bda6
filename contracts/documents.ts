/** Documents: search and its pages, one document with everything for its first display, its bytes. */
import * as z from 'zod/mini'
import { call } from './call.ts'
import { fieldValue } from './coding.ts'
import { id, idParam, instant, sha256, wholeParam } from './ids.ts'
import { documentTextEntry } from './texts.ts'
import { also, widened } from './widened.ts'

export const pageSizes = [25, 50, 100, 200] as const
export const defaultPageSize = 50
/** Rows that a list keeps in the browser. */
export const listCacheSize = 1000

export const sorts = ['parentDateAsc', 'parentDateDesc', 'documentId', 'custodian', 'relevance'] as const
const namedSort = z.enum(sorts)
export type NamedSort = z.infer<typeof namedSort>

/** Maximum number of fields that a list is sorted by at once. */
export const sortLevels = 2
/** By fields, named as in queries: documents without a value last in both directions, equal ones by document id. */
const fieldSort = z.strictObject({
  by: z
    .array(
      z.strictObject({ field: z.string().check(z.minLength(1), z.maxLength(200)), descending: z.boolean() }),
    )
    .check(z.minLength(1), z.maxLength(sortLevels)),
})
export type FieldSort = z.infer<typeof fieldSort>

export const sort = z.union([namedSort, fieldSort])
export type Sort = z.infer<typeof sort>
export const defaultSort: Sort = 'parentDateAsc'

export const listViewer = z.enum(['parentsAndChildren', 'parentsOnly', 'childrenOnly'])
export const listFilter = z.enum(['all', 'reviewed', 'unreviewed', 'tagged', 'untagged'])

/** The state of a document: processed, filtered out, or promoted to review. Only jobs change it. */
export const documentStates = ['Processed', 'Filtered Out', 'Promoted'] as const
export const documentState = z.enum(documentStates)
export type DocumentState = z.infer<typeof documentState>

export const searchQuery = z.strictObject({
  /** At most 20,000 characters: the parser refuses more (`query.invalid`). */
  queryString: z.string(),
  includeFamily: z.boolean(),
  /** What else is brought beside what matches. */
  also: z.optional(also),
  /** A folder, batch, saved search, sample, report or load to search in, if any. */
  objectId: z.nullable(id),
  type: z.nullable(z.string()),
})
export type SearchQuery = z.infer<typeof searchQuery>

/** Maximum number of columns that a list shows. */
export const maxColumns = 60
/** Fields whose values come with the rows, by their query names. */
const columnNames = z.array(z.string().check(z.minLength(1), z.maxLength(200))).check(z.maxLength(maxColumns))

/** What stands for subject and names of a document to who may not see under its redactions. */
export const redactedWord = 'Redacted'

/** A row of the list: what fits into 28 pixels and needs no other call. */
export const documentRow = z.object({
  documentId: id,
  /** Empty until the document is promoted. */
  controlNumber: z.string(),
  state: documentState,
  familyId: id,
  /** Position in the family; 0 is the parent. */
  ordinal: z.int(),
  depth: z.int(),
  /** Matches the query itself; false for one that families, threads or duplicates added. */
  hit: z.boolean(),
  title: z.string(),
  from: z.string(),
  parentDate: z.nullable(instant),
  recordType: z.string(),
  custodian: z.string(),
  fileExtension: z.string(),
  attachments: z.int(),
  size: z.int(),
  hasText: z.boolean(),
  /** Coded values for the marks in the list: `Responsive: Yes`. From the database, not the index. */
  coding: z.array(z.object({ field: z.string(), value: z.string() })),
  codedBy: z.nullable(z.string()),
  tagIds: z.array(id),
  /**
   * Values of the columns that were asked for, by query name, as they are displayed: dates in the project's time zone. Fields
   * without a value are omitted, and long values are cut.
   */
  values: z.optional(z.record(z.string(), z.string())),
})
export type DocumentRow = z.infer<typeof documentRow>

export const searchPage = z.object({
  data: z.array(documentRow),
  totalCount: z.int(),
  /** Documents that match, without those that families, threads or duplicates added. */
  hitCount: z.int(),
  /** Names the ordered result; pages are slices of it. Dropped by clear-page-pit, or when too many are held. */
  snapshotId: z.string(),
  page: z.int(),
  pageSize: z.int(),
  /** The interpreted query, fully bracketed; empty for "all documents". */
  reading: z.string(),
  /** What was brought beside what matches, by the query or beside it; absent: nothing. */
  widened: z.optional(z.array(widened)),
  /**
   * The syntax tree of the search (query/tree.ts), null for "all documents". Hits are highlighted with the same tree, so
   * what was found is what is highlighted.
   */
  tree: z.unknown(),
  /** Noise words that the query was read by, where the project has its own list: hits are marked by the same. */
  noise: z.optional(z.array(z.string())),
  /** Notes for the user: curly quotes replaced, noise words removed, AND and OR mixed, fields left out. */
  notes: z.array(z.object({ code: z.string(), message: z.string() })),
  /** Documents of the project without text, which only fields or NOT can find. */
  withoutText: z.int(),
  indexedAsOf: z.nullable(instant),
  tookMs: z.number(),
})
export type SearchPage = z.infer<typeof searchPage>

/** What a list is requested with. */
export const listRequest = {
  query: searchQuery,
  sort,
  viewer: listViewer,
  filter: listFilter,
  pageSize: z.union([z.literal(25), z.literal(50), z.literal(100), z.literal(200)]),
  /** One-based. */
  page: z.int().check(z.minimum(1)),
}

/**
 * Where the answer is shown, as a tab names itself. Of searches of one person for one place the newest is answered; an older one that
 * is still under way stops and gets `search.superseded`.
 */
const searchPlace = z.string().check(z.regex(/^[\w-]{1,64}$/))

export const searchDocuments = call({
  name: 'documents.search',
  method: 'POST',
  path: '/review/document',
  needs: 'document.search',
  scope: 'project',
  asTheyLeave: true,
  body: z.strictObject({ ...listRequest, columns: z.optional(columnNames), place: z.optional(searchPlace) }),
  reply: searchPage,
  onlyAsks: true,
  summary: 'Search: opens a snapshot of the ordered result and returns one page of it. Counts are exact.',
})

export const getPage = call({
  name: 'documents.page',
  method: 'GET',
  path: '/review/page/documents-:page',
  needs: 'document.search',
  scope: 'project',
  asTheyLeave: true,
  params: z.strictObject({ page: idParam }),
  query: z.strictObject({
    snapshotId: z.string(),
    pageSize: wholeParam(1, 200),
    /** As for the search, separated by commas. */
    columns: z.optional(z.string().check(z.maxLength(4_000))),
  }),
  reply: z.object({
    data: z.array(documentRow),
    totalCount: z.int(),
    page: z.int(),
    /** As for the first page: for a user who returns to the result, or opens it in a second window. */
    tree: z.unknown(),
  }),
  summary: 'A page of a snapshot; 404 when the snapshot is gone (search again).',
})

export const sortDocuments = call({
  name: 'documents.sort',
  method: 'POST',
  path: '/review/document/sort',
  needs: 'document.search',
  scope: 'project',
  asTheyLeave: true,
  body: z.strictObject({
    snapshotId: z.string(),
    sort,
    pageSize: listRequest.pageSize,
    columns: z.optional(columnNames),
    place: z.optional(searchPlace),
  }),
  reply: searchPage,
  onlyAsks: true,
  summary:
    'The documents of a snapshot in another order, as a new snapshot: the same documents, whatever a new search would ' +
    'find. Returns its first page.',
})

export const locate = call({
  name: 'documents.locate',
  method: 'GET',
  path: '/review/document/position',
  needs: 'document.search',
  scope: 'project',
  asTheyLeave: true,
  query: z.strictObject({ snapshotId: z.string(), documentId: idParam }),
  reply: z.object({ /** Zero-based; -1 where it is not in the result. */ position: z.int() }),
  summary: 'The position of a document in a snapshot.',
})

export const clearSnapshot = call({
  name: 'documents.clearSnapshot',
  method: 'POST',
  path: '/review/clear-page-pit',
  needs: 'document.search',
  scope: 'project',
  asTheyLeave: true,
  body: z.strictObject({ snapshotId: z.string() }),
  reply: z.void(),
  onlyAsks: true,
  summary: 'Drop a snapshot.',
})

export const documentCount = call({
  name: 'documents.count',
  method: 'POST',
  path: '/review/all-document-count',
  needs: 'document.search',
  scope: 'project',
  asTheyLeave: true,
  body: z.strictObject({ query: searchQuery }),
  reply: z.object({ count: z.int() }),
  onlyAsks: true,
  summary:
    'Number of documents that match a query, with its families, threads and duplicates where it asks for them.',
})

export const address = z.object({ name: z.string(), address: z.string() })

export const familyMember = z.object({
  documentId: id,
  controlNumber: z.string(),
  parentId: z.nullable(id),
  ordinal: z.int(),
  depth: z.int(),
  title: z.string(),
  recordType: z.string(),
  fileExtension: z.string(),
  size: z.int(),
  hasText: z.boolean(),
})

/** One document with everything for its first display, in one call, so that it can be prefetched. */
export const documentDetail = z.object({
  documentId: id,
  /** Empty until the document is promoted. */
  controlNumber: z.string(),
  state: documentState,
  recordType: z.string(),
  title: z.string(),
  custodian: z.string(),
  allCustodians: z.array(z.string()),
  parentDate: z.nullable(instant),
  /** Set for mail. */
  mail: z.nullable(
    z.object({
      from: z.array(address),
      to: z.array(address),
      cc: z.array(address),
      bcc: z.array(address),
      subject: z.string(),
      sentAt: z.nullable(instant),
      /** The date header as written. */
      sentOriginal: z.string(),
    }),
  ),
  fileName: z.string(),
  fileExtension: z.string(),
  mimeType: z.string(),
  size: z.int(),
  md5: z.string(),
  sha1: z.string(),
  sha256,
  /** Sanitized HTML for the sandboxed frame; null if the message has only text. */
  html: z.nullable(z.string()),
  /** The first of its texts; null if there is none (see `noText`). */
  text: z.nullable(z.string()),
  /** The available texts; the others are requested on demand. */
  texts: z.array(documentTextEntry),
  textTruncated: z.boolean(),
  /** Why there is no text. */
  noText: z.nullable(z.string()),
  /** The whole family in order, this document included. */
  family: z.array(familyMember),
  /** Values by field id, with the version that a save must have seen. */
  coding: z.array(fieldValue),
  tagIds: z.array(id),
  /**
   * The caller may not see under its redactions: of the document there are pages and text as they would leave
   * (redactions.asItLeaves), what was decided about it, and nothing that its file says of itself.
   */
  asItLeaves: z.optional(z.literal(true)),
  etag: z.string(),
})
export type DocumentDetail = z.infer<typeof documentDetail>

export const getDocument = call({
  name: 'documents.get',
  method: 'GET',
  path: '/review/document',
  needs: 'document.view',
  scope: 'project',
  asTheyLeave: true,
  query: z.strictObject({
    documentId: idParam,
    /** `1` if the document is prefetched and not viewed: the audit log then records a prefetch, not a view. */
    ahead: z.optional(z.literal('1')),
  }),
  reply: documentDetail,
  summary: 'One document: headers, body, text, family, coding with versions, tags.',
})

export const renewDocument = call({
  name: 'documents.renew',
  method: 'GET',
  path: '/review/document/current',
  needs: 'document.view',
  scope: 'project',
  asTheyLeave: true,
  query: z.strictObject({
    documentId: idParam,
    /** Of the answer that the client holds. */
    etag: z.string().check(z.maxLength(100)),
  }),
  /** `document` is null if nothing has changed; otherwise a prefetch is recorded in the audit log. */
  reply: z.object({ document: z.nullable(documentDetail) }),
  summary: 'One document again, if it has changed since it was fetched: by coding, tags, texts or family.',
})

export const recordView = call({
  name: 'documents.recordView',
  method: 'POST',
  path: '/review/document/view',
  needs: 'document.view',
  scope: 'project',
  asTheyLeave: true,
  idempotencyKey: 'optional',
  body: z.strictObject({
    documentId: id,
    /** The time by the browser's clock, recorded if the report comes later. */
    openedAt: z.optional(instant),
  }),
  reply: z.void(),
  inArchived: true,
  summary:
    'Record in the audit log that the document was viewed (after it was prefetched), and when, if that is a while ago.',
})

export const metadata = z.object({
  data: z.array(
    z.object({
      name: z.string(),
      displayName: z.string(),
      typeId: z.int(),
      values: z.array(z.string()),
    }),
  ),
})

export const getMetadata = call({
  name: 'documents.metadata',
  method: 'GET',
  path: '/review/document-metadata',
  needs: 'document.view',
  scope: 'project',
  asTheyLeave: true,
  query: z.strictObject({ documentId: idParam }),
  reply: metadata,
  summary: 'All metadata of a document, in order; recorded in the audit log once per session.',
})

export const nativeBytes = call({
  name: 'documents.native',
  method: 'GET',
  path: '/review/document/:documentId/native',
  needs: 'document.download',
  scope: 'project',
  params: z.strictObject({ documentId: idParam }),
  query: z.strictObject({ projectId: idParam }),
  rawReply: true,
  reply: z.any(),
  summary: 'The original file, always as a download; recorded in the audit log.',
})
