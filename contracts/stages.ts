/**
 * Where documents stand between processing and review, and the jobs that move them: promotion gives control numbers and puts
 * whole families before reviewers; a filter sets families aside, under its name, and can be taken back.
 */
import * as z from 'zod/mini'
import { mostNamed } from './bulk-changes.ts'
import { call, listOf } from './call.ts'
import { listRequest, searchPage, searchQuery } from './documents.ts'
import { documentFilter } from './filter.ts'
import { id, instant } from './ids.ts'
import { jobState, notRead } from './jobs.ts'

/** Whose side a list is of: reviewers see what is promoted, those who process see all documents. */
export const stages = ['review', 'processing'] as const
export const stage = z.enum(stages)
export type Stage = z.infer<typeof stage>

export const fullSearch = call({
  name: 'stages.fullSearch',
  method: 'POST',
  path: '/project/fullsearch',
  needs: 'collect.view',
  scope: 'project',
  body: z.strictObject({
    ...listRequest,
    /** What the panels beside the list choose, ANDed with the query. */
    where: z.nullable(documentFilter),
  }),
  reply: searchPage,
  summary:
    'Search on the side of processing: all documents, promoted or not. Its snapshot is paged like one of review, by those ' +
    'who may see that side.',
})

/** Documents of the processing side: some that are named, a result without some of it, or what a query and a filter find. */
export const stageDocuments = z.union([
  z.strictObject({ ids: z.array(id).check(z.minLength(1), z.maxLength(mostNamed)) }),
  z.strictObject({ snapshotId: z.string(), except: z.array(id).check(z.maxLength(mostNamed)) }),
  z.strictObject({ query: searchQuery, filter: z.nullable(documentFilter) }),
])
export type StageDocuments = z.infer<typeof stageDocuments>

const begun = z.object({
  jobId: id,
  /** Documents that were found; their families are added by the job. */
  documents: z.int(),
})

export const promote = call({
  name: 'stages.promote',
  method: 'POST',
  path: '/job/promote',
  needs: 'collect.manage',
  scope: 'project',
  idempotencyKey: 'required',
  body: z.strictObject({ documents: stageDocuments }),
  reply: begun,
  summary:
    'Promote documents to review, whole families at once, by a job: they get their control numbers in the order in which ' +
    'they came in. What is promoted already or filtered out is left as it is. Needs an Idempotency-Key.',
})

export const rollBack = call({
  name: 'stages.rollBack',
  method: 'POST',
  path: '/job/promote/rollback',
  needs: 'collect.manage',
  scope: 'project',
  idempotencyKey: 'required',
  body: z.strictObject({ jobId: id }),
  reply: begun,
  summary:
    'Take a promotion back, by a job: the newest first, and only while nothing of it is coded, tagged or in a batch. Its ' +
    'control numbers are not given again. Needs an Idempotency-Key.',
})

export const filterName = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))

export const filter = call({
  name: 'stages.filter',
  method: 'POST',
  path: '/job/filter',
  needs: 'collect.manage',
  scope: 'project',
  idempotencyKey: 'required',
  body: z.union([
    z.strictObject({
      /** The field Filter_Job of what it filters out. */
      name: filterName,
      documents: stageDocuments,
    }),
    z.strictObject({ restore: z.literal(true), documents: stageDocuments }),
    z.strictObject({ restore: z.literal(true), filterJobId: id }),
  ]),
  reply: begun,
  summary:
    'Filter documents out, whole families at once, by a job; or take that back (`restore`), for some documents or for all ' +
    'that one filter job filtered out. What is promoted is left as it is. Needs an Idempotency-Key.',
})

const stageJob = z.object({
  jobId: id,
  kind: z.enum(['promote', 'rollback', 'filter', 'restore']),
  name: z.string(),
  by: z.string(),
  at: instant,
  state: jobState,
  /** Documents, families included, of which it has gone through `done`. */
  documents: z.int(),
  done: z.int(),
  /** Documents that it has moved. */
  moved: z.int(),
  /** Of a filter: documents that are filtered out by it now. */
  standing: z.int(),
})
export type StageJob = z.infer<typeof stageJob>

export const filterReport = call({
  name: 'stages.report',
  method: 'GET',
  path: '/job/jobfilterreport',
  needs: 'collect.view',
  scope: 'project',
  reply: listOf(stageJob),
  summary:
    'The latest 200 jobs that promoted, filtered and restored documents, newest first, and what became of each.',
})

/** Items, and their bytes where they are known. */
const volume = z.object({ items: z.int(), bytes: z.nullable(z.int()) })
const volumes = {
  in: volume,
  containers: volume,
  duplicates: volume,
  deNisted: volume,
  exceptions: volume,
  inlineImages: volume,
  filtered: volume,
  waiting: volume,
  promoted: volume,
}
export type Flow = { readonly [stage in keyof typeof volumes]: z.infer<typeof volume> }

/** What the books of some imports together can be believed to say. */
const booksOfImports = z.object({
  imports: z.int(),
  /** Imports that have not come to their end: what their books do not account for may still come. */
  unsettled: z.int(),
  /** Of these, what is not read of their sources. */
  notRead,
  /** Items of these that are in no part of their books yet. */
  open: z.int(),
  /** Items not accounted for by imports that came to their end: zero, or something is lost. */
  unexplained: z.int(),
  /** Items that such imports account for twice: zero, or their books are wrong. */
  twice: z.int(),
})
export type BooksOfImports = z.infer<typeof booksOfImports>
const flowOfImports = { ...volumes, books: booksOfImports }

export const readFlow = call({
  name: 'stages.flow',
  method: 'GET',
  path: '/project/flow',
  needs: 'collect.view',
  scope: 'project',
  reply: z.object({
    total: z.object(flowOfImports),
    /** Each import, oldest first. */
    sources: z.array(
      z.object({
        jobId: id,
        title: z.string(),
        state: jobState,
        sourceId: id,
        source: z.string(),
        custodianId: id,
        custodian: z.string(),
        ...flowOfImports,
      }),
    ),
    /** In the order in which something came from them. */
    custodians: z.array(z.object({ custodianId: id, custodian: z.string(), ...flowOfImports })),
  }),
  summary:
    'What came in and what became of it, for each import, each custodian and in total: the books, whether they hold, and ' +
    'bytes where they are known.',
})
