/** Search term reports: what each of a column of terms finds in a set of documents, kept as it was when it was run. */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { documentSet, keptSet } from './document-sets.ts'
import { id, idParam, instant } from './ids.ts'

export const termReportLimits = {
  /** Kept reports of a project. */
  reports: 500,
  terms: 500,
  termLength: 1000,
  nameLength: 100,
  /** Documents of a set whose hits are counted one by one. */
  hitDocuments: 100_000,
} as const

export const termFigures = z.object({
  documents: z.int(),
  /** Those, with all members of their families that are in the set. */
  withFamily: z.int(),
  /** Documents that no other term of the report finds. */
  unique: z.int(),
  /** Marked places in the texts; null where they were not counted, and of all terms together: two may mark the same place. */
  hits: z.nullable(z.int()),
})
export type ReportFigures = z.infer<typeof termFigures>

/** Documents of a term, or of all together, by custodian; the most first. */
const byCustodian = z.nullable(z.array(z.object({ custodian: z.string(), documents: z.int() })))

export const reportedTerm = z.object({
  /** What searches are made inside of to see the documents that this term alone finds. */
  termId: id,
  /** Its line in what was pasted, from one on. */
  line: z.int(),
  term: z.string(),
  /** The interpreted term, fully bracketed; empty where it could not be read. */
  reading: z.string(),
  notes: z.array(z.string()),
  /** Why it could not be read, and where; its figures are then null. */
  fault: z.nullable(z.object({ message: z.string(), start: z.int(), end: z.int() })),
  figures: z.nullable(termFigures),
  byCustodian,
})
export type ReportedTerm = z.infer<typeof reportedTerm>

export const termReportHead = z.object({
  termReportId: id,
  name: z.string(),
  set: keptSet,
  madeBy: z.string(),
  madeAt: instant,
  mayDelete: z.boolean(),
  /** Documents of the set, and those among all of the project that have no text. */
  documents: z.int(),
  withoutText: z.int(),
  indexedAsOf: z.nullable(instant),
  precedence: z.enum(['standard', 'dtsearch']),
  noise: z.array(z.string()),
  terms: z.int(),
  /** Terms that could not be read. */
  unread: z.int(),
  /** Different documents, all terms together. */
  total: termFigures,
  byCustodian,
})
export type TermReportHead = z.infer<typeof termReportHead>

export const termReport = z.extend(termReportHead, { rows: z.array(reportedTerm) })
export type TermReport = z.infer<typeof termReport>

export const listTermReports = call({
  name: 'termReports.list',
  method: 'GET',
  path: '/project/term-report',
  needs: 'document.search',
  scope: 'project',
  reply: listOf(termReportHead),
  summary:
    'The search term reports of the project, the latest first: those run over the documents that the caller sees.',
})

export const readTermReport = call({
  name: 'termReports.get',
  method: 'GET',
  path: '/project/term-report/rows',
  needs: 'document.search',
  scope: 'project',
  query: z.strictObject({ termReportId: idParam }),
  reply: termReport,
  summary: 'A search term report with all its terms.',
})

export const runTermReport = call({
  name: 'termReports.run',
  method: 'POST',
  path: '/project/term-report',
  needs: 'document.search',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(termReportLimits.nameLength)),
    set: documentSet,
    /** As pasted, one a line; empty lines and repeated terms are left out. */
    lines: z.array(z.string().check(z.maxLength(20_000))).check(z.maxLength(5_000)),
    hits: z.boolean(),
    byCustodian: z.boolean(),
  }),
  reply: z.object({ termReportId: id, unread: z.int() }),
  summary:
    'Run a search term report over a set and keep it. A term that cannot be read is kept with its fault and counted ' +
    'nowhere; where none can be read the report is refused.',
})

export const deleteTermReport = call({
  name: 'termReports.delete',
  method: 'DELETE',
  path: '/project/term-report',
  needs: 'document.search',
  scope: 'project',
  idempotencyKey: 'optional',
  query: z.strictObject({ termReportId: idParam }),
  reply: z.void(),
  summary: 'Delete a search term report: who ran it, or whoever may share searches.',
})

export const termReportCsv = call({
  name: 'termReports.csv',
  method: 'GET',
  path: '/project/term-report.csv',
  needs: 'document.search',
  scope: 'project',
  query: z.strictObject({ projectId: idParam, termReportId: idParam }),
  rawReply: true,
  reply: z.any(),
  summary: 'A search term report as CSV for spreadsheets; recorded in the audit log.',
})
