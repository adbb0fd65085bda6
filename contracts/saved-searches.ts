/**
 * Saved searches: a search under a name, in a folder, one's own or shared with the project. Its count is what finds the
 * caller now; what is new is what it did not find when the caller last opened it.
 */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { listFilter, listViewer, sort } from './documents.ts'
import { id, idParam, instant } from './ids.ts'
import { ownOrShared } from './own-or-shared.ts'
import { also } from './widened.ts'

export const savedSearchLimits = {
  /** Maximum number of one's own in a project, and of shared ones. */
  searches: 500,
  nameLength: 100,
} as const

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(savedSearchLimits.nameLength))

/** All that decides which documents are found, and in which order. */
export const searchSettings = z.strictObject({
  queryString: z.string(),
  includeFamily: z.boolean(),
  also: z.optional(also),
  sort,
  viewer: listViewer,
  filter: listFilter,
})
export type SearchSettings = z.infer<typeof searchSettings>

export const savedSearch = z.object({
  savedSearchId: id,
  name: z.string(),
  /** The folder that it is listed in; empty: in none. */
  folder: z.string(),
  ...ownOrShared,
  search: searchSettings,
  /** How the query is read now, fully bracketed; empty for all documents, and where it cannot be read. */
  reading: z.string(),
  /** How it was read when it was saved, where it is read otherwise now; else null. */
  readBefore: z.nullable(z.string()),
  /** Why it can no longer be read; null if it can. */
  fault: z.nullable(z.string()),
})
export type SavedSearch = z.infer<typeof savedSearch>

export const listSavedSearches = call({
  name: 'savedSearches.list',
  method: 'GET',
  path: '/project/saved-search',
  needs: 'document.search',
  scope: 'project',
  reply: listOf(savedSearch),
  summary: 'One’s own saved searches and the shared ones, by folder and name.',
})

export const saveSearch = call({
  name: 'savedSearches.save',
  method: 'POST',
  path: '/project/saved-search',
  needs: 'document.search',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({
    name,
    folder: z.string().check(z.trim(), z.maxLength(savedSearchLimits.nameLength)),
    shared: z.boolean(),
    search: searchSettings,
    /** The one to save over, with the version that was seen; null: a new one. */
    over: z.nullable(z.strictObject({ savedSearchId: id, version: z.int() })),
  }),
  reply: z.object({ savedSearchId: id, version: z.int() }),
  summary:
    'Save a search under a name that is unused (ignoring case) among one’s own or among the shared ones, or over one ' +
    'that the caller may change. A query that cannot be read is refused.',
})

export const deleteSavedSearch = call({
  name: 'savedSearches.delete',
  method: 'DELETE',
  path: '/project/saved-search',
  needs: 'document.search',
  scope: 'project',
  idempotencyKey: 'optional',
  query: z.strictObject({ savedSearchId: idParam }),
  reply: z.void(),
  summary: 'Delete a saved search: its author, or, if it is shared, whoever may share searches.',
})

/** What a saved search finds for the caller. */
export const savedSearchCount = z.object({
  count: z.int(),
  /** Found now and not when the caller last opened it; null: the caller has not opened it yet. */
  added: z.nullable(z.int()),
  openedAt: z.nullable(instant),
})
export type SavedSearchCount = z.infer<typeof savedSearchCount>

export const countSavedSearch = call({
  name: 'savedSearches.count',
  method: 'GET',
  path: '/project/saved-search/count',
  needs: 'document.search',
  scope: 'project',
  query: z.strictObject({ savedSearchId: idParam }),
  reply: savedSearchCount,
  summary:
    'How many documents a saved search finds, and how many of them are new since the caller last opened it.',
})

export const openSavedSearch = call({
  name: 'savedSearches.open',
  method: 'POST',
  path: '/project/saved-search/open',
  needs: 'document.search',
  scope: 'project',
  body: z.strictObject({ savedSearchId: id }),
  reply: savedSearchCount,
  // It is one's own note of what one has seen, and changes nothing of the project.
  inArchived: true,
  summary:
    'Note that the caller opens a saved search: what it finds now is new no more. Answers the count as of now.',
})
