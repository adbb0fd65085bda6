/**
 * Bulk changes: one change made to many documents by a job, in small steps. Each leaves a receipt on the record (which
 * documents, which values before and after), by which it is undone and redone as one step, from any machine, on any day.
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
  /** With all members of their families. */
  families: z.boolean(),
  correlationId: nanoId,
}

/** What it changes. */
export const bulkWhat = z.enum(['coding', 'tags', 'customIds'])
export type BulkWhat = z.infer<typeof bulkWhat>

/**
 * Why a change was not written: the document is not there (any more); somebody has changed the value since; the field is
 * read-only; its choice is gone, or its custom id is another document's.
 */
const leftReasons = ['gone', 'changed', 'readOnly', 'refused'] as const
export const leftReason = z.enum(leftReasons)
export type LeftReason = z.infer<typeof leftReason>

const bulkReceipt = z.object({
  jobId: id,
  kind: bulkKind,
  /** The change that all of it began with: its own id where this is it. */
  rootId: id,
  /** The bulk change that this one takes back. */
  reverses: z.nullable(id),
  /** The one that takes this one back. */
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
  /** Documents that it is about, and how many of them are done; the first is known when families have been looked up. */
  documents: z.int(),
  done: z.int(),
  /** Documents of which something was written, and values that were. */
  writtenDocuments: z.int(),
  written: z.int(),
  /** Values that were already so. */
  alreadySo: z.int(),
  /** Values that were left as they are, by reason. */
  left: z.record(leftReason, z.int()),
})
export type BulkReceipt = z.infer<typeof bulkReceipt>

const asked = z.object({
  jobId: id,
  /**
   * The row of the trail by which it was asked for; none where another command's job has done it already, and in replies
   * that were kept before there was this.
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
    'Code many documents: those of a result, or those named. Answers at once with the job that does it; ' +
    'its receipt says what was written and what was left. Never propagates. Needs an Idempotency-Key.',
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
  summary: 'Put tags on many documents and take tags off. Answers at once with the job that does it.',
})

const reversal = (name: string, path: string, summary: string) =>
  call({
    name,
    method: 'POST',
    path,
    needs: 'coding.bulk',
    scope: 'project',
    idempotencyKey: 'required',
    /** Any bulk change of the row: what it began with, or what has been done to it since. */
    body: z.strictObject({ jobId: id, correlationId: nanoId }),
    reply: asked,
    summary,
  })

export const undoBulk = reversal(
  'bulk.undo',
  '/job/bulk/undo',
  'Take a bulk change back as one step: values that are as it left them become what they were; what was changed since ' +
    'is left and listed. Where it is undone already, answers the job that did it.',
)
export const redoBulk = reversal(
  'bulk.redo',
  '/job/bulk/redo',
  'Put forth again what the undo of a bulk change took back. Where nothing is undone, answers the job that stands.',
)

export const controlBulk = call({
  name: 'bulk.control',
  method: 'POST',
  path: '/job/bulk/control',
  needs: 'coding.bulk',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({ jobId: id, action: jobAction }),
  reply: z.object({ jobId: id }),
  summary:
    'Cancel, pause or go on with a bulk change of one’s own. What it has done stays, and its receipt covers it.',
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
    'Bulk changes of the project, newest first, by cursor: one’s own, and for review managers everybody’s.',
})

export const getBulk = call({
  name: 'bulk.get',
  method: 'GET',
  path: '/job/bulk/receipt',
  needs: 'coding.bulk',
  scope: 'project',
  query: z.strictObject({ jobId: idParam }),
  reply: z.object({
    receipt: bulkReceipt,
    /** All that belongs to it, in order: the change, its undo, its redo, and so on. */
    chain: z.array(bulkReceipt),
  }),
  summary: 'The receipt of a bulk change, with what was done to it since.',
})

const bulkRow = z.object({
  documentId: id,
  /** Null where the document is not there. */
  controlNumber: z.nullable(z.string()),
  /** The field, or the category of tags. */
  name: z.string(),
  targetId: z.int(),
  outcome: z.enum(['written', ...leftReasons]),
  /** As people read them. Written: what stood before. Left: what it should have become. */
  before: z.string(),
  /** Written: what stands by it. Left: what stood there and was left. */
  after: z.string(),
  /** Whose value it was that was left, and since when. */
  by: z.nullable(z.string()),
  at: z.nullable(instant),
})
export type BulkRow = z.infer<typeof bulkRow>

export const listBulkRows = call({
  name: 'bulk.rows',
  method: 'GET',
  path: '/job/bulk/receipt/rows',
  needs: 'coding.bulk',
  scope: 'project',
  query: z.strictObject({
    jobId: idParam,
    show: z.enum(['written', 'left']),
    /** The last row that is known: the page begins behind it. */
    afterDocument: z.optional(wholeParam(0)),
    afterTarget: z.optional(wholeParam(0)),
    limit: z.optional(wholeParam(1, 200)),
  }),
  reply: listOf(bulkRow),
  summary: 'The rows of a receipt: what was written, or what was left and why.',
})

export const selectedCount = call({
  name: 'bulk.selectedCount',
  method: 'POST',
  path: '/review/selected-document-count',
  needs: 'document.search',
  scope: 'project',
  body: z.strictObject({ documents: bulkDocuments, families: z.boolean() }),
  reply: z.object({ count: z.int() }),
  summary:
    'How many documents a selection is: those that are in review now, with their families where that is asked for.',
})

/** So many documents are looked up at once. */
export const mostStanding = 200

export const bulkStanding = call({
  name: 'bulk.standing',
  method: 'POST',
  path: '/review/codingForm/standing',
  needs: 'document.view',
  scope: 'project',
  body: z.strictObject({ documentIds: z.array(id).check(z.minLength(1), z.maxLength(mostStanding)) }),
  reply: listOf(z.object({ documentId: id, values: z.array(fieldValue), tagIds: z.array(id) })),
  summary: 'How documents are coded and tagged now, for a browser that has them: after a change of many.',
})

/** What a change of a field is called: 'Set Responsive to Yes'. What people typed stays out of titles. */
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

/** What a change of tags is called: 'Put on Hot, take off Cold'. */
export function tagsTitle(added: readonly string[], removed: readonly string[]): string {
  const parts = [
    ...(added.length > 0 ? [`put on ${added.join(', ')}`] : []),
    ...(removed.length > 0 ? [`take off ${removed.join(', ')}`] : []),
  ].join('; ')
  return parts.charAt(0).toUpperCase() + parts.slice(1)
}
