/**
 * Assignments: documents of a search, frozen and split into batches that reviewers take one at a time
 * (docs/requirements.tsv, entity-assignment; the names of its fields are the specification's).
 *
 * A batch is `NotStarted` until somebody takes it, `InProgress` while somebody holds it, and checked in as `Completed` or as
 * `Pending`: that gives it back unfinished, for whoever takes a batch next. Families are never parted: a batch is larger
 * than the size asked for where one family is.
 */
import * as z from 'zod/mini'
import { bulkDocuments } from './bulk-changes.ts'
import { call, listOf } from './call.ts'
import { searchQuery } from './documents.ts'
import { id, idParam, instant, nanoId, wholeParam } from './ids.ts'
import { jobAction, jobState } from './jobs.ts'

export const batchStatuses = ['NotStarted', 'InProgress', 'Pending', 'Completed'] as const
export const batchStatus = z.enum(batchStatuses)
export type BatchStatus = z.infer<typeof batchStatus>

export const assignmentLimits = { name: 200, batchSize: 10_000, reviewers: 500, batches: 500 } as const

/** Documents with different values never share a batch. */
export const groupBy = z.enum(['none', 'custodian'])

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(assignmentLimits.name))
const reviewerIds = z.array(id).check(z.maxLength(assignmentLimits.reviewers))
const reviewer = z.object({ userId: id, name: z.string() })

export const batch = z.object({
  batchId: id,
  assignmentId: id,
  assignmentName: z.string(),
  /** From 1, in the order in which batches are given out. */
  number: z.int(),
  /** Documents in it. */
  size: z.int(),
  status: batchStatus,
  /** Who holds it, or checked it in as completed. */
  holder: z.nullable(reviewer),
  /** Since when it stands so. */
  since: z.nullable(instant),
  /** Documents whose reviewed field has a value. */
  reviewed: z.int(),
})
export type Batch = z.infer<typeof batch>

export const assignment = z.object({
  assignmentId: id,
  assignmentName: z.string(),
  /** What was searched for; null where documents were chosen one by one. */
  searchCriteria: z.nullable(searchQuery),
  isIncludeFamilies: z.boolean(),
  batchSize: z.int(),
  groupBy,
  /** Threads, and groups of near-duplicates, stay together as far as a batch holds them. */
  isGroupEmailThreading: z.boolean(),
  isGroupNearDuplicates: z.boolean(),
  codingFormId: z.nullable(id),
  /** The field whose value means that a document is reviewed; null: anything coded in a form, or a tag. */
  codingFormReviewedFieldId: z.nullable(id),
  reviewedFieldName: z.nullable(z.string()),
  /** Who may take its batches; empty: every reviewer of the project. */
  assignedUserList: z.array(reviewer),
  /** How its batches stand. */
  batcheStatus: z.record(batchStatus, z.int()),
  totalBatchCount: z.int(),
  completedBatchCount: z.int(),
  assignmentProgress: z.object({ documents: z.int(), reviewed: z.int() }),
  /** The job that splits it, and how it stands. */
  jobId: id,
  jobStatusId: jobState,
  createdBy: z.string(),
  createdAt: instant,
})
export type Assignment = z.infer<typeof assignment>

export const listAssignments = call({
  name: 'assignments.list',
  method: 'GET',
  path: '/review/assignment/list',
  needs: 'assignment.manage',
  scope: 'project',
  reply: listOf(assignment),
  summary: 'All assignments of the project with their progress, newest first.',
})

/** An assignment as its reviewers see it. */
export const offered = z.object({
  assignmentId: id,
  assignmentName: z.string(),
  reviewedFieldName: z.nullable(z.string()),
  /** Batches that can be taken. */
  available: z.int(),
  totalBatchCount: z.int(),
  completedBatchCount: z.int(),
})
export type Offered = z.infer<typeof offered>

export const assignedAssignments = call({
  name: 'assignments.assigned',
  method: 'GET',
  path: '/review/assignment/assigned',
  needs: 'batch.take',
  scope: 'project',
  reply: listOf(offered),
  summary: 'The assignments whose batches the caller may take.',
})

export const unfinishedBatches = call({
  name: 'assignments.unfinished',
  method: 'GET',
  path: '/review/assignment/unfinished',
  needs: 'batch.take',
  scope: 'project',
  reply: listOf(batch),
  summary: 'The batches that the caller holds.',
})

export const getBatch = call({
  name: 'assignments.getBatch',
  method: 'POST',
  path: '/review/assignment/get-batch',
  needs: 'batch.take',
  scope: 'project',
  idempotencyKey: 'required',
  body: z.strictObject({ assignmentId: id, correlationId: nanoId }),
  reply: z.object({ /** Null: none is left. */ batch: z.nullable(batch) }),
  summary:
    'Take a batch: the one of this assignment that the caller holds, else the next one, what was given back first. ' +
    'No two people are given the same.',
})

export const checkInAs = z.enum(['Completed', 'Pending'])

/** What a refused check-in carries: the first documents that are not reviewed, and how many there are. */
export const notReviewed = z.object({
  documents: z.array(z.object({ documentId: id, controlNumber: z.string() })),
  totalCount: z.int(),
})
export type NotReviewed = z.infer<typeof notReviewed>

export const checkInBatch = call({
  name: 'assignments.checkIn',
  method: 'POST',
  path: '/review/assignment/batch/check-in',
  needs: 'batch.take',
  scope: 'project',
  idempotencyKey: 'required',
  body: z.strictObject({ batchId: id, as: checkInAs, correlationId: nanoId }),
  reply: batch,
  summary:
    'Check in a batch that the caller holds: as completed, where all its documents are reviewed (else 409 with those that ' +
    'are not), or as pending, which gives it back.',
})

export const assignmentReviewers = call({
  name: 'assignments.reviewers',
  method: 'GET',
  path: '/review/assignment/reviewer',
  needs: 'assignment.manage',
  scope: 'project',
  reply: listOf(
    z.object({
      ...reviewer.shape,
      role: z.string(),
      /** Batches that this person holds, and has completed. */
      open: z.int(),
      completed: z.int(),
    }),
  ),
  summary: 'Who may take batches in this project, with how many they hold and have completed.',
})

export const listBatches = call({
  name: 'assignments.batches',
  method: 'GET',
  path: '/review/assignment/batches',
  needs: 'assignment.manage',
  scope: 'project',
  query: z.strictObject({
    assignmentId: idParam,
    /** The page begins behind this number. */
    after: z.optional(wholeParam(0)),
    limit: z.optional(wholeParam(1, 500)),
  }),
  reply: listOf(batch),
  summary: 'The batches of an assignment by number, page by page.',
})

const batchIds = z.array(id).check(z.minLength(1), z.maxLength(assignmentLimits.batches))

export const assignBatches = call({
  name: 'assignments.assign',
  method: 'POST',
  path: '/review/assignment/assign',
  needs: 'assignment.manage',
  scope: 'project',
  idempotencyKey: 'required',
  body: z.strictObject({ batchIds, userId: id, correlationId: nanoId }),
  reply: listOf(batch),
  summary: 'Give batches that nobody holds to a reviewer: all of them, or (409) none.',
})

export const reassignBatches = call({
  name: 'assignments.reassign',
  method: 'POST',
  path: '/review/assignment/reassign',
  needs: 'assignment.manage',
  scope: 'project',
  idempotencyKey: 'required',
  body: z.strictObject({ batchIds, userId: z.nullable(id), correlationId: nanoId }),
  reply: listOf(batch),
  summary:
    'Move batches that somebody holds or has completed to another reviewer, or (null) take them back as pending. ' +
    'What has been coded stays.',
})

export const createAssignment = call({
  name: 'assignments.create',
  method: 'POST',
  path: '/review/assignment',
  needs: 'assignment.manage',
  scope: 'project',
  idempotencyKey: 'required',
  body: z.strictObject({
    assignmentName: name,
    documents: bulkDocuments,
    searchCriteria: z.nullable(searchQuery),
    isIncludeFamilies: z.boolean(),
    batchSize: z.int().check(z.minimum(1), z.maximum(assignmentLimits.batchSize)),
    groupBy,
    isGroupEmailThreading: z.optional(z.boolean()),
    isGroupNearDuplicates: z.optional(z.boolean()),
    codingFormId: z.nullable(id),
    codingFormReviewedFieldId: z.nullable(id),
    assignedUserList: reviewerIds,
    correlationId: nanoId,
  }),
  reply: z.object({ assignmentId: id, jobId: id }),
  summary:
    'Make an assignment of the documents of a result, or of those named, as they are now. Answers at once with the job that ' +
    'splits it into batches.',
})

export const updateAssignment = call({
  name: 'assignments.update',
  method: 'PUT',
  path: '/review/assignment/:assignmentId',
  needs: 'assignment.manage',
  scope: 'project',
  idempotencyKey: 'required',
  params: z.strictObject({ assignmentId: idParam }),
  body: z.strictObject({ assignmentName: name, assignedUserList: reviewerIds, correlationId: nanoId }),
  reply: assignment,
  summary: 'Rename an assignment, or say anew who may take its batches. Who holds a batch keeps it.',
})

export const deleteAssignment = call({
  name: 'assignments.delete',
  method: 'DELETE',
  path: '/review/assignment/:assignmentId',
  needs: 'assignment.manage',
  scope: 'project',
  idempotencyKey: 'required',
  params: z.strictObject({ assignmentId: idParam }),
  reply: z.void(),
  summary:
    'Delete an assignment with its batches. What was coded stays, and so does the past: Reconstruct shows them as they were.',
})

export const controlSplit = call({
  name: 'assignments.control',
  method: 'POST',
  path: '/review/assignment/job/control',
  needs: 'assignment.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({ assignmentId: id, action: jobAction }),
  reply: z.object({ jobId: id }),
  summary:
    'Cancel, pause, go on with or retry the job that splits an assignment. Batches that there are stay.',
})
