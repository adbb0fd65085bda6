/**
 * Document states between processing and review, and the jobs that change them: promotion assigns control numbers and moves
 * whole families to review; a filter filters families out, under its name, and can be reverted.
 */
import * as z from 'zod/mini'
import { maxNamed } from './bulk-changes.ts'
import { call, listOf } from './call.ts'
import { listRequest, searchPage, searchQuery } from './documents.ts'
import { documentFilter } from './filter.ts'
import { id, instant } from './ids.ts'
import { jobState, notRead } from './jobs.ts'

/** The side of a list: reviewers see promoted documents, processing shows all documents. */
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
    /** The selection in the panels beside the list, ANDed with the query. */
    where: z.nullable(documentFilter),
  }),
  reply: searchPage,
  onlyAsks: true,
  summary:
    'Search in processing: all documents, promoted or not. Its snapshot is paged like one of review, by users ' +
    'who may see processing.',
})

/** Documents in processing: listed ones, a result without some of it, or the matches of a query and a filter. */
export const stageDocuments = z.union([
  z.strictObject({ ids: z.array(id).check(z.minLength(1), z.maxLength(maxNamed)) }),
  z.strictObject({ snapshotId: z.string(), except: z.array(id).check(z.maxLength(maxNamed)) }),
  z.strictObject({ query: searchQuery, filter: z.nullable(documentFilter) }),
])
export type StageDocuments = z.infer<typeof stageDocuments>

const begun = z.object({
  jobId: id,
  /** Documents found; the job adds their families. */
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
    'Promote documents to review, whole families at once, by a job. They get control numbers in the order of ' +
    'their import. Documents already promoted or filtered out are skipped. Needs an Idempotency-Key.',
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
    'Revert a promotion, by a job: the newest first, and only while none of its documents is coded, tagged or ' +
    'in a batch. Its control numbers are not assigned again. Needs an Idempotency-Key.',
})

/** Characters of the reason for which a document leaves review. */
export const leaveReasonLength = 200

export const takeOut = call({
  name: 'stages.takeOut',
  method: 'DELETE',
  path: '/review/document',
  needs: 'collect.manage',
  scope: 'project',
  idempotencyKey: 'required',
  body: z.strictObject({
    documentId: id,
    reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(leaveReasonLength)),
  }),
  reply: begun,
  summary:
    'Take a document out of review, with its family and a reason, by a job; nothing is deleted, and promoting it again ' +
    'brings it back under new control numbers. 409 where any of the family is coded, tagged or in a batch. Needs an ' +
    'Idempotency-Key.',
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
      /** Value of the field Filter_Job of the documents that it filters out. */
      name: filterName,
      documents: stageDocuments,
    }),
    z.strictObject({ restore: z.literal(true), documents: stageDocuments }),
    z.strictObject({ restore: z.literal(true), filterJobId: id }),
  ]),
  reply: begun,
  summary:
    'Filter documents out, whole families at once, by a job; or revert that (`restore`), for some documents ' +
    'or for all of one filter job. Promoted documents are skipped. Needs an Idempotency-Key.',
})

const stageJob = z.object({
  jobId: id,
  kind: z.enum(['promote', 'rollback', 'filter', 'restore']),
  name: z.string(),
  by: z.string(),
  at: instant,
  state: jobState,
  /** Documents, including families, and how many are done (`done`). */
  documents: z.int(),
  done: z.int(),
  /** Documents whose state it has changed. */
  moved: z.int(),
  /** For a filter: documents that are filtered out by it now. */
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
    'The latest 200 jobs that promoted, filtered and restored documents, newest first, with their results.',
})

/** Items, and their bytes if known. */
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

/** What the reconciliation of several imports says together. */
const importReconciliation = z.object({
  imports: z.int(),
  /** Imports that have not finished: what they do not account for may still arrive. */
  unsettled: z.int(),
  /** What is not read of the sources of these. */
  notRead,
  /** Items of these that are not in any part of reconciliation yet. */
  open: z.int(),
  /** Items that finished imports do not account for: must be zero, otherwise an item is lost. */
  unexplained: z.int(),
  /** Items that finished imports account for twice: must be zero, otherwise reconciliation is wrong. */
  twice: z.int(),
})
export type ImportReconciliation = z.infer<typeof importReconciliation>
const flowOfImports = { ...volumes, reconciliation: importReconciliation }

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
    /** In the order of their first import. */
    custodians: z.array(z.object({ custodianId: id, custodian: z.string(), ...flowOfImports })),
  }),
  summary:
    'The processing flow for each import, each custodian and in total: reconciliation, whether it adds up, ' +
    'and bytes if known.',
})
