/**
 * Keyword lists of a project: named lists of terms, each a query of the query language, and what they find. Nothing is kept
 * of what a term hits: its documents are what its query finds when it is asked (docs/decisions/0045-keyword-lists.md).
 */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { filterLists } from './filter.ts'
import { id, idParam, instant } from './ids.ts'
import { stage } from './stages.ts'

/** The field of documents whose values are the terms that hit them. */
export const keywordField = filterLists.emailKeywordHits

export const keywordLimits = {
  /** Lists of a project. */
  lists: 50,
  /** Different terms of a project, all lists together; a filter chooses no more values either. */
  terms: 500,
  nameLength: 100,
  /** As long as a value that a filter may choose. */
  termLength: 1000,
} as const

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(keywordLimits.nameLength))
/** One line: a query as it would be typed into the search box. */
const term = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(keywordLimits.termLength), z.regex(/^\P{Cc}*$/u))
const terms = z.array(term).check(z.minLength(1), z.maxLength(keywordLimits.terms))

export const keywordList = z.object({
  keywordListId: id,
  name: z.string(),
  /** Counts up with each change; whoever changes or deletes it says which one they saw. */
  version: z.int(),
  /** In their order, as they were written; curly quotes as straight ones. */
  terms: z.array(z.string()),
  madeBy: z.string(),
  savedBy: z.string(),
  savedAt: instant,
})
export type KeywordList = z.infer<typeof keywordList>

export const listKeywordLists = call({
  name: 'keywords.list',
  method: 'GET',
  path: '/project/keyword-list',
  needs: 'document.search',
  scope: 'project',
  reply: listOf(keywordList),
  summary: 'The keyword lists of the project, by name.',
})

const saved = z.object({ keywordListId: id, version: z.int() })

export const createKeywordList = call({
  name: 'keywords.create',
  method: 'POST',
  path: '/project/keyword-list',
  needs: 'collect.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({ name, terms }),
  reply: saved,
  summary:
    'Make a keyword list under a name that is free (case aside). Terms that cannot be read are refused, each with the place ' +
    'of its fault; a term that stands twice is kept once. A project has at most 500 different terms.',
})

const params = z.strictObject({ keywordListId: idParam })

export const changeKeywordList = call({
  name: 'keywords.change',
  method: 'PUT',
  path: '/project/keyword-list/:keywordListId',
  needs: 'collect.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  params,
  body: z.strictObject({
    name,
    terms,
    /** As it was seen. */
    version: z.int(),
  }),
  reply: saved,
  summary: 'Change the name and the terms of a keyword list. Refused where somebody has changed it since.',
})

export const deleteKeywordList = call({
  name: 'keywords.delete',
  method: 'DELETE',
  path: '/project/keyword-list/:keywordListId',
  needs: 'collect.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  params,
  query: z.strictObject({ /** As it was seen. */ version: idParam }),
  reply: z.void(),
  summary: 'Delete a keyword list. Refused where somebody has changed it since.',
})

/** Documents, each counted once. */
const found = z.object({
  /** That hit. */
  documents: z.int(),
  /** Those, and all members of their families on that side. */
  withFamily: z.int(),
  /** That no other term of the list hits. */
  unique: z.int(),
})
export type TermFigures = z.infer<typeof found>

const reportedList = z.object({
  keywordListId: id,
  name: z.string(),
  version: z.int(),
  savedBy: z.string(),
  savedAt: instant,
  terms: z.array(
    z.extend(found, {
      term: z.string(),
      /** How it was read, fully bracketed. */
      reading: z.string(),
      /** What the reader should know of that: noise words left out, mixed AND and OR. */
      notes: z.array(z.string()),
    }),
  ),
  /** Different documents over all terms, not their sum. */
  total: found,
})
export type ReportedList = z.infer<typeof reportedList>

export const keywordReport = z.object({
  data: z.array(reportedList),
  totalCount: z.int(),
  stage,
  /** Among which it was counted: all documents of that side. */
  documents: z.int(),
  /** Those of them that no word can find. */
  withoutText: z.int(),
  indexedAsOf: z.nullable(instant),
  precedence: z.enum(['standard', 'dtsearch']),
  /** Words that are too common to look for. */
  noise: z.array(z.string()),
})
export type KeywordReport = z.infer<typeof keywordReport>

export const readKeywordReport = call({
  name: 'keywords.report',
  method: 'GET',
  path: '/project/keyword-terms-detail-list',
  needs: 'document.search',
  scope: 'project',
  query: z.strictObject({
    /** The side of processing needs the capability collect.view. */
    stage,
    /** One list; without it all of them. */
    keywordListId: z.optional(idParam),
  }),
  reply: keywordReport,
  summary:
    'The search term report: for each term of each keyword list the documents it hits, those with their families, those that ' +
    'no other term of the list hits, and how the term was read; with the state of the index that was asked.',
})

export const keywordReportCsv = call({
  name: 'keywords.reportCsv',
  method: 'GET',
  path: '/project/keyword-terms-detail-list.csv',
  needs: 'document.search',
  scope: 'project',
  query: z.strictObject({ projectId: idParam, stage, keywordListId: idParam }),
  rawReply: true,
  reply: z.any(),
  summary: 'The search term report of one keyword list as CSV for spreadsheets; put on the record.',
})
