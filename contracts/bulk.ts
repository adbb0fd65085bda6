/**
 * Mass edits: one change of many documents by a job, in small steps. Each leaves a receipt (which documents, values before
 * and after), by which it is undone and redone as one step, from any machine, on any day.
 */
import * as z from 'zod/mini'
import { type BulkFieldChange, bulkDocuments, bulkKind, fieldChange } from './bulk-changes.ts'
import { call, listOf } from './call.ts'
import { fieldValue, formLimits } from './coding.ts'
import { type FieldRule, kindOf, shownValue } from './coding-values.ts'
import { id, idParam, instant, nanoId, wholeParam } from './ids.ts'
import { jobAction, jobState } from './jobs.ts'

const which = {
  documents: bulkDocuments,
  /** Include all family members. */
  families: z.boolean(),
  correlationId: nanoId,
}

/** What it changes. */
export const bulkWhat = z.enum(['coding', 'tags', 'customIds', 'folders'])
export type BulkWhat = z.infer<typeof bulkWhat>

/**
 * Why a value was not written: the document does not exist (any more); somebody has changed the value since; the field is
 * read-only; its choice was deleted, or its custom id belongs to another document. Of values that were propagated: somebody
 * has coded the document directly; somebody else holds it in a batch; a privilege would be lowered.
 */
const leftReasons = ['gone', 'changed', 'readOnly', 'refused', 'direct', 'held', 'privilege'] as const
export const leftReason = z.enum(leftReasons)
export type LeftReason = z.infer<typeof leftReason>

const bulkReceipt = z.object({
  jobId: id,
  kind: bulkKind,
  /** The original edit of the sequence: its own id if this is the original. */
  rootId: id,
  /** The mass edit that this one reverses. */
  reverses: z.nullable(id),
  /** The mass edit that reverses this one. */
  reversedBy: z.nullable(id),
  commandId: z.string(),
  what: bulkWhat,
  /** 'Set Responsive to Yes'. */
  title: z.string(),
  userId: id,
  by: z.string(),
  at: instant,
  endedAt: z.nullable(instant),
  state: jobState,
  rate: z.nullable(z.number()),
  secondsLeft: z.nullable(z.number()),
  message: z.nullable(z.string()),
  /** Number of documents, and how many are done; the first is known after families have been looked up. */
  documents: z.int(),
  done: z.int(),
  /** Documents with written values, and number of values written. */
  writtenDocuments: z.int(),
  written: z.int(),
  /** Values that already matched. */
  alreadySo: z.int(),
  /** Skipped values, by reason. */
  left: z.record(leftReason, z.int()),
})
export type BulkReceipt = z.infer<typeof bulkReceipt>

const asked = z.object({
  jobId: id,
  /**
   * The audit row of the request; null if a job of another command has done it already, and in stored replies of earlier
   * versions.
   */
  auditIds: z._default(z.array(id), []),
})

export const bulkCode = call({
  name: 'bulk.code',
  method: 'POST',
  path: '/project/bulkfield',
  needs: 'coding.bulk',
  scope: 'project',
  idempotencyKey: 'required',
  body: z.strictObject({
    ...which,
    coding_form_id: id,
    changes: z.array(fieldChange).check(z.minLength(1), z.maxLength(formLimits.fields)),
  }),
  reply: asked,
  summary:
    'Code many documents: those of a result, or listed ones. Answers at once with the job; its receipt says ' +
    'what was written and what was skipped. Never propagates. Needs an Idempotency-Key.',
})

const tagIds = z.array(id).check(z.maxLength(200))

export const bulkTag = call({
  name: 'bulk.tag',
  method: 'POST',
  path: '/job/bulkTagging',
  needs: 'coding.bulk',
  scope: 'project',
  idempotencyKey: 'required',
  body: z.strictObject({ ...which, add: tagIds, remove: tagIds }),
  reply: asked,
  summary: 'Put tags on many documents and remove tags. Answers at once with the job.',
})

const reversal = (name: string, path: string, summary: string) =>
  call({
    name,
    method: 'POST',
    path,
    // Whoever files documents in folders takes that back; for all else the handlers ask for more.
    needs: 'document.view',
    scope: 'project',
    idempotencyKey: 'required',
    /** Any mass edit of the sequence: the original, or a later undo or redo. */
    body: z.strictObject({ jobId: id, correlationId: nanoId }),
    reply: asked,
    summary,
  })

export const undoBulk = reversal(
  'bulk.undo',
  '/job/bulk/undo',
  'Undo a mass edit as one step: values that it wrote and nobody has changed since are reverted; changed values are ' +
    'skipped and listed. If it is undone already, answers with the job that did it.',
)
export const redoBulk = reversal(
  'bulk.redo',
  '/job/bulk/redo',
  'Redo a mass edit: restore what its undo has reverted. If nothing is undone, answers with the current job.',
)

/**
 * Whoever may change many documents controls mass edits and reads their receipts; whoever codes, those of what he has
 * propagated himself. No capability is both: of anybody else the handlers are told nothing, and answer 404.
 */
export const controlBulk = call({
  name: 'bulk.control',
  method: 'POST',
  path: '/job/bulk/control',
  needs: 'document.view',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({ jobId: id, action: jobAction }),
  reply: z.object({ jobId: id }),
  summary:
    'Cancel, pause or resume one’s own mass edit, or job of one’s own propagation. What it has done stays, and its ' +
    'receipt covers it.',
})

export const listBulk = call({
  name: 'bulk.list',
  method: 'GET',
  path: '/job/bulk',
  needs: 'coding.bulk',
  scope: 'project',
  query: z.strictObject({ before: z.optional(idParam), limit: z.optional(wholeParam(1, 200)) }),
  reply: listOf(bulkReceipt),
  summary:
    'Mass edits of the project, newest first, by cursor: one’s own, and for review managers everybody’s.',
})

export const getBulk = call({
  name: 'bulk.get',
  method: 'GET',
  path: '/job/bulk/receipt',
  needs: 'document.view',
  scope: 'project',
  query: z.strictObject({ jobId: idParam }),
  reply: z.object({
    receipt: bulkReceipt,
    /** The whole sequence in order: the edit, its undo, its redo, and so on. */
    chain: z.array(bulkReceipt),
  }),
  summary: 'The receipt of a mass edit, or of a propagation of one’s own, with later undo and redo.',
})

const bulkRow = z.object({
  documentId: id,
  /** Null if the document does not exist. */
  controlNumber: z.nullable(z.string()),
  /** The field, or the tag category. */
  name: z.string(),
  targetId: z.int(),
  outcome: z.enum(['written', ...leftReasons]),
  /** As displayed. Written: the value before. Skipped: the value it should have become. */
  before: z.string(),
  /** Written: the value after. Skipped: the value that was kept. */
  after: z.string(),
  /** Whose value was kept, and since when. */
  by: z.nullable(z.string()),
  at: z.nullable(instant),
})
export type BulkRow = z.infer<typeof bulkRow>

export const listBulkRows = call({
  name: 'bulk.rows',
  method: 'GET',
  path: '/job/bulk/receipt/rows',
  needs: 'document.view',
  scope: 'project',
  query: z.strictObject({
    jobId: idParam,
    show: z.enum(['written', 'left']),
    /** The last known row: the page starts after it. */
    afterDocument: z.optional(wholeParam(0)),
    afterTarget: z.optional(wholeParam(0)),
    limit: z.optional(wholeParam(1, 200)),
  }),
  reply: listOf(bulkRow),
  summary: 'The rows of a receipt: what was written, or what was skipped and why.',
})

export const selectedCount = call({
  name: 'bulk.selectedCount',
  method: 'POST',
  path: '/review/selected-document-count',
  needs: 'document.search',
  scope: 'project',
  body: z.strictObject({ documents: bulkDocuments, families: z.boolean() }),
  reply: z.object({ count: z.int() }),
  onlyAsks: true,
  summary: 'Number of documents in a selection: those in review now, with their families if requested.',
})

/** At most so many documents per request. */
export const maxStanding = 200

export const bulkStanding = call({
  name: 'bulk.standing',
  method: 'POST',
  path: '/review/codingForm/standing',
  needs: 'document.view',
  scope: 'project',
  body: z.strictObject({ documentIds: z.array(id).check(z.minLength(1), z.maxLength(maxStanding)) }),
  reply: listOf(z.object({ documentId: id, values: z.array(fieldValue), tagIds: z.array(id) })),
  onlyAsks: true,
  summary: 'Current coding and tags of documents that a browser holds, after a mass edit.',
})

/** The title of a field change: 'Set Responsive to Yes'. Typed text is never part of a title. */
export function changeTitle(
  field: FieldRule,
  { how, value }: Pick<BulkFieldChange, 'how' | 'value'>,
): string {
  const name = field.field_name
  if (how !== 'set') {
    const chosen = shownValue(field, value)
    return how === 'add' ? `Add ${chosen} to ${name}` : `Remove ${chosen} from ${name}`
  }
  const kind = kindOf(field)
  if (value === null || value === '') return `Clear ${name}`
  return kind === 'text' || kind === 'object' ? `Set ${name}` : `Set ${name} to ${shownValue(field, value)}`
}

/** The title of a tag change: 'Put on Hot, take off Cold'. */
export function tagsTitle(added: readonly string[], removed: readonly string[]): string {
  const parts = [
    ...(added.length > 0 ? [`put on ${added.join(', ')}`] : []),
    ...(removed.length > 0 ? [`take off ${removed.join(', ')}`] : []),
  ].join('; ')
  return parts.charAt(0).toUpperCase() + parts.slice(1)
}
