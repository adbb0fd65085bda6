/**
 * Reconstruct: who coded what, when and by which method, and the project's coding as of any moment. All of it is read from
 * the audit log, for users who may read the project's audit log; what it says about reviewers is personal data.
 *
 * A moment is named by an instant or by a position in the project's chain. An instant means the last change of coding or
 * tags at or before it, in the order of the chain: if the server's clock was set back, a change counts as made no earlier
 * than the one before it. A position means right after that row, whatever the clocks say.
 */
import * as z from 'zod/mini'
import { batchStatus } from './assignments.ts'
import { how } from './audit.ts'
import { call } from './call.ts'
import { codedValue } from './coding.ts'
import { id, idParam, instant, wholeParam } from './ids.ts'

/** A moment in a request: `at` an instant, or `seq` right after that row of the chain. */
export const moment = z.union([
  z.strictObject({ at: instant }),
  z.strictObject({ seq: z.int().check(z.minimum(0)) }),
])
export type Moment = z.infer<typeof moment>

/** The same in an address; neither means now. If both are given, `seq` counts. */
const momentQuery = {
  at: z.optional(instant),
  seq: z.optional(wholeParam(0)),
}

/** A moment as interpreted. */
export const stoodAt = z.object({
  /** The last change of coding or tags that is included; 0: before the first one. */
  seq: z.int(),
  /** When that change was made, by the server's clock; null before the first one. */
  changedAt: z.nullable(instant),
  /** Documents imported at or before this time exist. */
  at: instant,
})
export type StoodAt = z.infer<typeof stoodAt>

/** A coding field, or a tag category. */
export const subject = z.object({
  kind: z.enum(['field', 'tags']),
  /** A fieldId or a tagCategoryId. */
  subjectId: id,
  name: z.string(),
  /** A field's type (contracts/project.ts, fieldTypes); null for tags. */
  typeId: z.nullable(z.int()),
})
export type Subject = z.infer<typeof subject>

/**
 * A value of the past. Choices have the names of the requested moment; tags are lists of names. `erased`: the value was
 * erased by law and `value` is null.
 */
export const pastValue = z.object({ value: codedValue, erased: z.boolean() })
export type PastValue = z.infer<typeof pastValue>

const person = z.object({
  /** Null: the product itself. */
  userId: z.nullable(id),
  /** The name at the time; in sums the current name. */
  userName: z.string(),
})

// ── what is looked at ───────────────────────────────────────────────────────────────────────────────────────────

export const activityLimit = { default: 100, most: 500 } as const

const ids = z.array(id).check(z.minLength(1), z.maxLength(200))

/** Which changes are meant. An omitted condition filters nothing; all given conditions must hold. */
export const activityFilter = z.strictObject({
  /** By any of these people. */
  userIds: z.optional(ids),
  documentId: z.optional(id),
  /** In documents of this batch, whoever has checked it out. */
  batchId: z.optional(id),
  /** Of any of these fields or categories. */
  fieldIds: z.optional(ids),
  tagCategoryIds: z.optional(ids),
  /** After `from` and up to `to`. */
  from: z.optional(moment),
  to: z.optional(moment),
  /** By any of these methods. */
  how: z.optional(z.array(how).check(z.minLength(1), z.maxLength(20))),
  action: z.optional(z.enum(['coding', 'tags'])),
  /** By this job: a mass edit. */
  jobId: z.optional(id),
})
export type ActivityFilter = z.infer<typeof activityFilter>

/** One change of one field or category of one document. */
export const activityEvent = z.object({
  seq: id,
  auditId: id,
  at: instant,
  userId: z.nullable(id),
  userName: z.string(),
  roleName: z.string(),
  documentId: id,
  /** Empty if the document does not exist any more. */
  controlNumber: z.string(),
  kind: z.enum(['field', 'tags']),
  subjectId: id,
  /** The field's or category's name at the time. */
  field: z.string(),
  /** As in the audit log: choices by their names at the time of the change. */
  old: pastValue,
  new: pastValue,
  how,
  /** The user action: changes saved together share it. */
  commandId: z.nullable(z.string()),
  jobId: z.nullable(id),
  /**
   * Active milliseconds of the reviewer on the document before this change: since the last view or the last save of it,
   * whichever is later; gaps longer than the project's idle limit are not counted. Null if unknown: not made manually, or
   * no view of the document is recorded.
   */
  tookMs: z.nullable(z.int()),
})
export type ActivityEvent = z.infer<typeof activityEvent>

/** A change in an exported file (NDJSON: one a line). */
export const exportedEvent = z.extend(activityEvent, {
  /** Exports of the project exclude the field: its values are null here, whatever they are. */
  excluded: z.boolean(),
})

export const activity = call({
  name: 'reconstruct.activity',
  method: 'POST',
  path: '/review/reconstruct/activity',
  needs: 'audit.project',
  scope: 'project',
  body: z.strictObject({
    filter: activityFilter,
    /** The `next` of the previous page. */
    before: z.optional(id),
    limit: z.optional(z.int().check(z.minimum(1), z.maximum(activityLimit.most))),
  }),
  reply: z.object({
    data: z.array(activityEvent),
    /** Where the next page starts; null at the end. */
    next: z.nullable(id),
  }),
  onlyAsks: true,
  summary:
    'Changes of coding and tags, newest first, by cursor: who, when, old and new value, method, time spent.',
})

const worked = {
  /** Changes of single fields and categories, by any method. */
  changes: z.int(),
  /** Distinct documents among them, by any method. */
  documents: z.int(),
}

export const reviewerSummary = z.object({
  ...person.shape,
  ...worked,
  /**
   * Documents that this person coded manually for the first time in the period. Propagated, mass-edited, undone and
   * imported values never count as reviewed.
   */
  reviewed: z.int(),
  /** Time between recorded actions (views, downloads, saves) with gaps within the idle limit. */
  activeMs: z.int(),
  /** `reviewed` per active hour; null without active time. */
  documentsPerHour: z.nullable(z.number()),
})
export type ReviewerSummary = z.infer<typeof reviewerSummary>

export const summary = call({
  name: 'reconstruct.summary',
  method: 'POST',
  path: '/review/reconstruct/summary',
  needs: 'audit.project',
  scope: 'project',
  body: z.strictObject({ filter: activityFilter }),
  reply: z.object({
    total: z.object(worked),
    /** Most changes first. Active time is that of the whole period, whichever fields are requested. */
    reviewers: z.array(reviewerSummary),
    subjects: z.array(z.object({ ...subject.shape, ...worked })),
    means: z.array(z.object({ how, ...worked })),
    /** Minutes: the project's idle limit used for active time. */
    idleMinutes: z.int(),
    /** False if the project does not track its reviewers: then there is no active time and no rate. */
    tracked: z.boolean(),
  }),
  onlyAsks: true,
  summary: 'Changes, documents, active time and documents per hour by reviewer, field and method.',
})

/** An event on the time line other than coding: the end of a job. */
export const mark = z.object({
  at: instant,
  kind: z.enum(['import', 'job']),
  jobId: id,
  title: z.string(),
  state: z.string(),
})
export type Mark = z.infer<typeof mark>

export const density = call({
  name: 'reconstruct.density',
  method: 'POST',
  path: '/review/reconstruct/density',
  needs: 'audit.project',
  scope: 'project',
  body: z.strictObject({
    filter: activityFilter,
    /** Maximum number of bins. */
    bins: z.optional(z.int().check(z.minimum(10), z.maximum(1000))),
  }),
  reply: z.object({
    /** The whole period: from the project's start to now. Does not depend on the filter. */
    first: instant,
    last: instant,
    /** The period of the bins. Bin i starts at `from` + i × `binMs`. */
    from: instant,
    to: instant,
    binMs: z.int(),
    /** Changes in each bin, in order, including bins with none. */
    counts: z.array(z.int()),
    total: z.int(),
    /** In order of time, the last `marksTotal` if there are too many to draw. */
    marks: z.array(mark),
    marksTotal: z.int(),
  }),
  onlyAsks: true,
  summary: 'Number of changes over time, in bins that the server chooses for the period, and other events.',
})

// ── as of ───────────────────────────────────────────────────────────────────────────────────────────────────────

/** A value as of the moment, and how it was set. */
export const stoodValue = z.object({
  ...subject.shape,
  ...pastValue.shape,
  ...person.shape,
  at: instant,
  seq: id,
  how,
  jobId: z.nullable(id),
})
export type StoodValue = z.infer<typeof stoodValue>

/** What a step changed in a document: changes that were saved together. */
export const step = z.object({
  /** Its last row. */
  seq: id,
  at: instant,
  ...person.shape,
  how,
  changes: z.array(z.object({ ...subject.shape, old: pastValue, new: pastValue })),
})
export type Step = z.infer<typeof step>

export const documentAsOf = call({
  name: 'reconstruct.documentAsOf',
  method: 'GET',
  path: '/review/reconstruct/document',
  needs: 'audit.project',
  scope: 'project',
  query: z.strictObject({ documentId: idParam, ...momentQuery }),
  reply: z.object({
    asOf: stoodAt,
    documentId: id,
    controlNumber: z.string(),
    /** Whether it had been imported by then; if not, it has no values. */
    existed: z.boolean(),
    /** Fields and categories that had ever been coded by then, including cleared ones (null or an empty list). */
    values: z.array(stoodValue),
    /** The last step at or before the moment that changed the document. */
    lastStep: z.nullable(step),
    /** Rows of the previous and next change of the document, to go from step to step. */
    previousSeq: z.nullable(id),
    nextSeq: z.nullable(id),
  }),
  summary:
    "A document's coding and tags as of a moment: who, when, how, and what the last step before it changed.",
})

export const choiceCount = z.object({
  /** As in a coded value: the text of a choice or tag, true or false. */
  value: z.union([z.string(), z.boolean()]),
  /** Its name at the time. */
  label: z.string(),
  documents: z.int(),
})

export const subjectCount = z.object({
  ...subject.shape,
  /** Documents with a value. */
  coded: z.int(),
  notCoded: z.int(),
  /** Choices, booleans and tags that existed then; empty for other fields. */
  choices: z.array(choiceCount),
})
export type SubjectCount = z.infer<typeof subjectCount>

export const countsAsOf = call({
  name: 'reconstruct.countsAsOf',
  method: 'GET',
  path: '/review/reconstruct/counts',
  needs: 'audit.project',
  scope: 'project',
  query: z.strictObject({ ...momentQuery }),
  reply: z.object({
    asOf: stoodAt,
    /** Documents imported by then. */
    documents: z.int(),
    /** With at least one value or tag, and without any. */
    coded: z.int(),
    notCoded: z.int(),
    subjects: z.array(subjectCount),
  }),
  summary: 'Number of documents with each choice or tag as of a moment, and how many were coded.',
})

/**
 * Which documents a list shows: all imported ones, those with or without any coding, those whose field (or tag category)
 * was coded or not, those with a choice (by its name then; true and false of a yes/no field) or a tag, those of a batch.
 */
export const asOfFilter = z.union([
  z.strictObject({ is: z.enum(['all', 'coded', 'notCoded']) }),
  z.strictObject({ is: z.literal('field'), fieldId: id, coded: z.boolean() }),
  z.strictObject({ is: z.literal('field'), fieldId: id, value: z.union([z.string(), z.boolean()]) }),
  z.strictObject({ is: z.literal('tags'), tagCategoryId: id, coded: z.boolean() }),
  z.strictObject({ is: z.literal('tags'), tagCategoryId: id, value: z.string() }),
  /** For a batch: all, or those whose reviewed field had a value then, or had none. */
  z.strictObject({ is: z.literal('batch'), batchId: id, reviewed: z.nullable(z.boolean()) }),
])
export type AsOfFilter = z.infer<typeof asOfFilter>

export const pastRow = z.object({
  documentId: id,
  controlNumber: z.string(),
  title: z.string(),
  from: z.string(),
  parentDate: z.nullable(instant),
  recordType: z.string(),
  custodian: z.string(),
  /** Long texts are cut. */
  values: z.array(
    z.object({ kind: z.enum(['field', 'tags']), subjectId: id, name: z.string(), ...pastValue.shape }),
  ),
  /** Who changed the document last by then. */
  codedBy: z.nullable(z.string()),
  codedAt: z.nullable(instant),
})
export type PastRow = z.infer<typeof pastRow>

export const listLimit = { default: 50, most: 200 } as const

export const listAsOf = call({
  name: 'reconstruct.listAsOf',
  method: 'POST',
  path: '/review/reconstruct/list',
  needs: 'audit.project',
  scope: 'project',
  body: z.strictObject({
    /** Absent: now. */
    asOf: z.optional(moment),
    filter: asOfFilter,
    /** The `next` of the previous page. */
    after: z.optional(id),
    limit: z.optional(z.int().check(z.minimum(1), z.maximum(listLimit.most))),
  }),
  reply: z.object({
    asOf: stoodAt,
    /** In the order of import. */
    data: z.array(pastRow),
    next: z.nullable(id),
    totalCount: z.int(),
  }),
  onlyAsks: true,
  summary: 'Documents as of a moment, with their coding then: all, coded, not coded, or with a value.',
})

export const batchThen = z.object({
  batchId: id,
  assignmentId: id,
  assignmentName: z.string(),
  number: z.int(),
  size: z.int(),
  status: batchStatus,
  /** Who had checked it out, or had completed it. */
  userId: z.nullable(id),
  userName: z.nullable(z.string()),
  /** Since when it had this status. */
  at: instant,
  seq: id,
  /** Documents whose reviewed field had a value then. */
  reviewed: z.int(),
})
export type BatchThen = z.infer<typeof batchThen>

export const batchesAsOf = call({
  name: 'reconstruct.batchesAsOf',
  method: 'GET',
  path: '/review/reconstruct/batches',
  needs: 'audit.project',
  scope: 'project',
  query: z.strictObject({
    ...momentQuery,
    /** Of this assignment. */
    assignmentId: z.optional(idParam),
    /** The `next` of the previous page. */
    after: z.optional(idParam),
    limit: z.optional(wholeParam(1, listLimit.most)),
  }),
  reply: z.object({
    asOf: stoodAt,
    /** Batches that existed then, by assignment and number. */
    data: z.array(batchThen),
    next: z.nullable(id),
    /** Of all that existed: by status, with documents and how many of them were reviewed. */
    total: z.object({
      batches: z.int(),
      statuses: z.record(batchStatus, z.int()),
      documents: z.int(),
      reviewed: z.int(),
    }),
  }),
  summary:
    'Batches as of a moment: who had checked out which, their status, and how many of their documents were reviewed.',
})

/** Two moments, in either order. */
const between = { from: moment, to: z.optional(moment) }

export const difference = z.object({
  documentId: id,
  controlNumber: z.string(),
  ...subject.shape,
  /** At the earlier moment; null if it had not been coded. Choices by their names at the later one. */
  old: pastValue,
  new: pastValue,
  /** Who changed it last, up to the later moment. */
  ...person.shape,
  at: instant,
  seq: id,
  how,
  jobId: z.nullable(id),
})
export type Difference = z.infer<typeof difference>

export const compare = call({
  name: 'reconstruct.compare',
  method: 'POST',
  path: '/review/reconstruct/compare',
  needs: 'audit.project',
  scope: 'project',
  body: z.strictObject({
    ...between,
    documentId: z.optional(id),
    /** The `next` of the previous page. */
    before: z.optional(id),
    limit: z.optional(z.int().check(z.minimum(1), z.maximum(activityLimit.most))),
  }),
  reply: z.object({
    from: stoodAt,
    to: stoodAt,
    /** The last change first; a change that was reverted is not included. */
    data: z.array(difference),
    next: z.nullable(id),
  }),
  onlyAsks: true,
  summary:
    'Differences between two moments: each document and field with both values, and who changed it last.',
})

const differing = { changes: z.int(), documents: z.int() }

export const compareTotals = call({
  name: 'reconstruct.compareTotals',
  method: 'POST',
  path: '/review/reconstruct/compare/totals',
  needs: 'audit.project',
  scope: 'project',
  body: z.strictObject({ ...between, documentId: z.optional(id) }),
  reply: z.object({
    from: stoodAt,
    to: stoodAt,
    /** Total number of `compare` rows, and of distinct documents among them. */
    ...differing,
    /** Documents imported in between. */
    documentsAdded: z.int(),
    subjects: z.array(z.object({ ...subject.shape, ...differing })),
    reviewers: z.array(z.object({ ...person.shape, ...differing })),
  }),
  onlyAsks: true,
  summary: 'Number of differences between two moments, by field and by who changed it last.',
})

// ── taking it away ──────────────────────────────────────────────────────────────────────────────────────────────

/** Numbers in an address: `3,7,12`. */
const idsParam = z.pipe(
  z
    .string()
    .check(z.regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,199}$/, 'Expected ids with commas between them')),
  z.transform((text) => text.split(',').map(Number)),
)
const howsParam = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => text.split(',')),
  ),
  z.array(how).check(z.minLength(1), z.maxLength(20)),
)

/** The filter of `activity`, in an address: lists with commas, the period by instants or positions. */
export const exportActivity = call({
  name: 'reconstruct.exportActivity',
  method: 'GET',
  path: '/review/reconstruct/export',
  needs: 'audit.project',
  scope: 'project',
  query: z.strictObject({
    projectId: idParam,
    format: z.enum(['csv', 'ndjson']),
    userIds: z.optional(idsParam),
    documentId: z.optional(idParam),
    batchId: z.optional(idParam),
    fieldIds: z.optional(idsParam),
    tagCategoryIds: z.optional(idsParam),
    from: z.optional(instant),
    to: z.optional(instant),
    fromSeq: z.optional(wholeParam(0)),
    toSeq: z.optional(wholeParam(0)),
    how: z.optional(howsParam),
    action: z.optional(z.enum(['coding', 'tags'])),
    jobId: z.optional(idParam),
  }),
  rawReply: true,
  reply: z.any(),
  summary:
    'All matching changes, oldest first, as CSV (RFC 4180, with a byte order mark) or NDJSON; recorded in the ' +
    'audit log. In CSV a cell that begins with = + - @, a tab or a line break gets an apostrophe before it, ' +
    'so that no program runs it as a formula.',
})
