/**
 * Assignments: documents of a search, frozen and split into batches that reviewers check out one at a time
 * (docs/requirements.tsv, entity-assignment; the names of its fields are the specification's).
 *
 * A batch is `NotStarted` until somebody checks it out, then `InProgress`. It is checked in as `Completed`, or as
 * `Pending`, which returns it unfinished to the pool. Families are never split: a batch exceeds the requested size if one
 * family does.
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
  /** From 1, in the order of check-out. */
  number: z.int(),
  /** Number of documents. */
  size: z.int(),
  status: batchStatus,
  /** Who has checked it out, or has completed it. */
  holder: z.nullable(reviewer),
  /** Since when it has this status. */
  since: z.nullable(instant),
  /** Documents whose reviewed field has a value. */
  reviewed: z.int(),
})
export type Batch = z.infer<typeof batch>

export const assignment = z.object({
  assignmentId: id,
  assignmentName: z.string(),
  /** The query; null if documents were selected individually. */
  searchCriteria: z.nullable(searchQuery),
  /** The documents that it was made of, in words: the query, and the batch that it was limited to. */
  assignmentCondition: z.string(),
  /** The saved search that it was made of; empty: a query of its own, or documents selected individually. */
  searchName: z.string(),
  isIncludeFamilies: z.boolean(),
  batchSize: z.int(),
  groupBy,
  /** Threads and near-duplicate groups stay together as far as a batch can hold them. */
  isGroupEmailThreading: z.boolean(),
  isGroupNearDuplicates: z.boolean(),
  codingFormId: z.nullable(id),
  /** A document is reviewed if this field has a value; null: any coded form field or tag. */
  codingFormReviewedFieldId: z.nullable(id),
  reviewedFieldName: z.nullable(z.string()),
  /** Without a coding form: the tag categories of the project, by which its documents are reviewed. */
  assignedTagCategoryList: z.array(z.object({ tagCategoryId: id, name: z.string() })),
  /** Who may check out its batches; empty: every reviewer of the project. */
  assignedUserList: z.array(reviewer),
  /** Its batches in the order of check-out; `listBatches` answers more about each. */
  batchList: z.array(z.pick(batch, { batchId: true, number: true, size: true, status: true })),
  /** Number of batches by status. */
  batcheStatus: z.record(batchStatus, z.int()),
  totalBatchCount: z.int(),
  completedBatchCount: z.int(),
  assignmentProgress: z.object({ documents: z.int(), reviewed: z.int() }),
  /** The job that splits it, and its state. */
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

/** An assignment as reviewers see it. */
export const offered = z.object({
  assignmentId: id,
  assignmentName: z.string(),
  reviewedFieldName: z.nullable(z.string()),
  /** Batches available for check-out. */
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
  summary: 'The assignments whose batches the caller may check out.',
})

export const unfinishedBatches = call({
  name: 'assignments.unfinished',
  method: 'GET',
  path: '/review/assignment/unfinished',
  needs: 'batch.take',
  scope: 'project',
  reply: listOf(batch),
  summary: 'The batches that the caller has checked out.',
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
    "Check out a batch: the caller's open batch of this assignment, else the next one, returned batches " +
    'first. No batch is given to two people.',
})

export const checkInAs = z.enum(['Completed', 'Pending'])

/** Sent with a refused check-in: the first documents that are not reviewed, and their number. */
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
    'Check in a batch that the caller has checked out: as completed if all its documents are reviewed (else ' +
    '409 with those that are not), or as pending, which returns it to the pool.',
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
      /** Batches that this person has checked out, and has completed. */
      open: z.int(),
      completed: z.int(),
      /** Documents that this person was at work on while review time was recorded, and the seconds. */
      documents: z.int(),
      seconds: z.int(),
    }),
  ),
  summary:
    'Who may check out batches in this project, with the number checked out and completed, and their review time.',
})

export const listBatches = call({
  name: 'assignments.batches',
  method: 'GET',
  path: '/review/assignment/batches',
  needs: 'assignment.manage',
  scope: 'project',
  query: z.strictObject({
    assignmentId: idParam,
    /** The page starts after this number. */
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
  summary: 'Assign unassigned batches to a reviewer: all of them, or (409) none.',
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
    'Reassign checked-out or completed batches to another reviewer, or (null) return them to the pool as ' +
    'pending. Coding stays.',
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
    'Create an assignment of the documents of a result, or of the listed ones, as they are now. Answers at ' +
    'once with the job that splits it into batches.',
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
  summary:
    'Rename an assignment, or change who may check out its batches. Checked-out batches stay with their reviewers.',
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
    'Delete an assignment with its batches. Coding stays, and Reconstruct still shows the batches in the past.',
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
  summary: 'Cancel, pause, resume or retry the job that splits an assignment. Existing batches stay.',
})
