/**
 * Keyword lists of a project: named lists of terms, each a query of the query language, and their hits. Hits are not
 * stored: the documents of a term are what its query finds at that moment (docs/decisions/0045-keyword-lists.md).
 */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { filterLists } from './filter.ts'
import { id, idParam, instant } from './ids.ts'
import { stage } from './stages.ts'

/** The document field whose values are the terms that hit. */
export const keywordField = filterLists.emailKeywordHits

export const keywordLimits = {
  /** Lists of a project. */
  lists: 50,
  /** Distinct terms of a project, all lists together; a filter has the same limit of values. */
  terms: 500,
  nameLength: 100,
  /** Maximum length, equal to that of a filter value. */
  termLength: 1000,
} as const

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(keywordLimits.nameLength))
/** One line: a query as typed into the search box. */
const term = z.string().check(
  z.trim(),
  z.minLength(1),
  z.refine(
    (text) => text.length <= keywordLimits.termLength,
    `A term has at most ${keywordLimits.termLength.toLocaleString('en-US')} characters.`,
  ),
  z.refine((text) => /^\P{Cc}*$/u.test(text), 'A term is one line, without characters that cannot be seen.'),
)
const terms = z.array(term).check(z.minLength(1), z.maxLength(keywordLimits.terms))

export const keywordList = z.object({
  keywordListId: id,
  name: z.string(),
  /** Grows with each change; a change or deletion states the version that was seen. */
  version: z.int(),
  /** In their order, as written; curly quotes become straight ones. */
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
    'Create a keyword list under an unused name (ignoring case). Unreadable terms are refused, each with the ' +
    'position of its error; a duplicate term is kept once. A project has at most 500 distinct terms.',
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
    /** The version that was seen. */
    version: z.int(),
  }),
  reply: saved,
  summary: 'Change the name and the terms of a keyword list. Refused if somebody has changed it since.',
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
  summary: 'Delete a keyword list. Refused if somebody has changed it since.',
})

/** Documents, each counted once. */
const found = z.object({
  /** Documents that match. */
  documents: z.int(),
  /** Those, with all members of their families on that side. */
  withFamily: z.int(),
  /** Documents that no other term of the list hits. */
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
      /** The interpreted term, fully bracketed. */
      reading: z.string(),
      /** Notes on the interpretation: noise words removed, AND and OR mixed. */
      notes: z.array(z.string()),
    }),
  ),
  /** Distinct documents over all terms, not their sum. */
  total: found,
})
export type ReportedList = z.infer<typeof reportedList>

export const keywordReport = z.object({
  data: z.array(reportedList),
  totalCount: z.int(),
  stage,
  /** The documents searched: all documents of that side. */
  documents: z.int(),
  /** Documents among them without searchable text. */
  withoutText: z.int(),
  indexedAsOf: z.nullable(instant),
  precedence: z.enum(['standard', 'dtsearch']),
  /** Noise words. */
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
    /** Processing needs the capability collect.view. */
    stage,
    /** One list; all lists if omitted. */
    keywordListId: z.optional(idParam),
  }),
  reply: keywordReport,
  summary:
    'The search term report: for each term of each keyword list the documents it hits, those with their ' +
    'families, unique hits, and the interpreted term; with the state of the index.',
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
  summary: 'The search term report of one keyword list as CSV for spreadsheets; recorded in the audit log.',
})
