/** Searching beside the list: what one has searched, whether a query can be read, and all documents that one finds. */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { searchQuery } from './documents.ts'
import { id, idParam, instant } from './ids.ts'
import { searchSettings } from './saved-searches.ts'
import { also } from './widened.ts'

/** Searches of one person in a project that are kept; older ones go. */
export const historyLength = 200

/** A search that a person has made: what was found in all of the project, or inside something that holds documents. */
export const pastSearchSettings = z.extend(searchSettings, {
  objectId: z.nullable(id),
  type: z.nullable(z.string().check(z.maxLength(40))),
})
export type PastSearchSettings = z.infer<typeof pastSearchSettings>

export const pastSearch = z.object({
  pastSearchId: id,
  search: pastSearchSettings,
  precedence: z.enum(['standard', 'dtsearch']),
  searchedAt: instant,
  /** Documents found then; null where the caller sees others by now. */
  count: z.nullable(z.int()),
})
export type PastSearch = z.infer<typeof pastSearch>

export const listHistory = call({
  name: 'searching.history',
  method: 'GET',
  path: '/project/search/history',
  needs: 'document.search',
  scope: 'project',
  reply: listOf(pastSearch),
  summary: 'One’s own searches in a project, the latest first, each once.',
})

export const rememberSearch = call({
  name: 'searching.remember',
  method: 'POST',
  path: '/project/search/history',
  needs: 'document.search',
  scope: 'project',
  body: z.strictObject({ search: pastSearchSettings, count: z.int().check(z.nonnegative()) }),
  reply: z.void(),
  // It is one's own note of what one has searched, and changes nothing of the project.
  inArchived: true,
  summary: 'Keep a search among one’s own; one that was made before moves to the top.',
})

export const forgetSearches = call({
  name: 'searching.forget',
  method: 'DELETE',
  path: '/project/search/history',
  needs: 'document.search',
  scope: 'project',
  query: z.strictObject({ /** One of them; all if omitted. */ pastSearchId: z.optional(idParam) }),
  reply: z.void(),
  inArchived: true,
  summary: 'Forget one’s own searches in a project, or one of them.',
})

const fault = z.object({
  code: z.string(),
  message: z.string(),
  /** Of the text that cannot be read. */
  start: z.int(),
  end: z.int(),
})

export const validateQuery = call({
  name: 'searching.validate',
  method: 'POST',
  path: '/project/search/validate',
  needs: 'document.search',
  scope: 'project',
  body: z.strictObject({ queryString: z.string() }),
  reply: z.object({
    valid: z.boolean(),
    /** How it is read, fully bracketed; empty for all documents, and where it cannot be read. */
    reading: z.string(),
    /** The query itself asks for families. */
    includeFamily: z.boolean(),
    /** It asks for threads or duplicates. */
    also,
    precedence: z.enum(['standard', 'dtsearch']),
    notes: z.array(z.object({ code: z.string(), message: z.string() })),
    fault: z.nullable(fault),
  }),
  onlyAsks: true,
  summary: 'How a query is read in this project, or why it cannot be and where. Nothing is searched.',
})

/** Ids of one answer. */
export const idsAtOnce = 10_000

export const findIds = call({
  name: 'searching.ids',
  method: 'POST',
  path: '/project/fullsearch/ids',
  needs: 'document.search',
  scope: 'project',
  body: z.strictObject({
    query: searchQuery,
    /** The last id of the answer before; null: from the beginning. */
    after: z.nullable(id),
    size: z.int().check(z.minimum(1), z.maximum(idsAtOnce)),
  }),
  reply: z.object({
    ids: z.array(id),
    totalCount: z.int(),
    /** To ask on with; null: there are no more. */
    next: z.nullable(id),
  }),
  onlyAsks: true,
  summary:
    'All documents in review that a query finds, as ids in their order, part by part: for jobs and other applications.',
})
