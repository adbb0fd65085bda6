/**
 * Propagation of coding: what one save changes goes to related documents too, one hop from the document that was coded.
 * Here is what goes where, by rules that both sides share, and the preview of it.
 */
import * as z from 'zod/mini'
import { leftReason } from './bulk.ts'
import { call, listOf } from './call.ts'
import { type CodedValue, fieldChange, formLimits, type PropagationOptions } from './coding.ts'
import { checkedOf, type FieldRule, kindOf, sameValue } from './coding-values.ts'
import { id, idParam, instant } from './ids.ts'

/** How a document is related to the one that was coded, by the names of the options. */
export const relations = ['family', 'emailThread', 'nearDuplicates'] as const
export const relation = z.enum(relations)
export type Relation = (typeof relations)[number]

/** The relations that are chosen; none where this document only is meant. */
export const relationsIn = (options: PropagationOptions): readonly Relation[] =>
  options.Skip ? [] : relations.filter((one) => options[one])

/** At most so many documents change in the transaction of the save, and so many values; more are a job's. */
export const inSave = { documents: 200, values: 2_000 } as const

/**
 * What a document gets that holds `held`, where the coded one went from `before` to `after`. Of several choices only those
 * that were added or removed: each document keeps its others.
 */
export function propagatedValue(
  field: FieldRule,
  { before, after }: { readonly before: CodedValue; readonly after: CodedValue },
  held: CodedValue,
): CodedValue {
  if (kindOf(field) !== 'multi') return after
  const [was, is, own] = [checkedOf(before), checkedOf(after), checkedOf(held)]
  const checked = field.values
    .map((choice) => choice.short_text_value)
    .filter((text) => (was.includes(text) === is.includes(text) ? own.includes(text) : is.includes(text)))
  return checked.length === 0 ? null : checked
}

/** Whether all that was chosen before still is: what was added to a list takes nothing from whoever made it. */
export const keepsChoices = (before: CodedValue, after: CodedValue): boolean =>
  Array.isArray(before) && checkedOf(before).every((text) => checkedOf(after).includes(text))

/** Whether a field says what is privileged: by its name, as people read it. */
export const isPrivilege = ({ field_name }: Pick<FieldRule, 'field_name'>): boolean =>
  /privileg/i.test(field_name)

/** Choices that claim no privilege: `Not privileged`, `No`, `None`, `n/a`. */
const claimsNothing = (text: string): boolean => /^(no|not|non|none|n\/a)\b/i.test(text.trim())

/** What a value of a privilege field claims. */
function claimsOf(value: CodedValue): readonly string[] {
  if (value === null || value === false || value === '') return []
  return (Array.isArray(value) ? value : [String(value)]).filter((text) => !claimsNothing(text))
}

/**
 * Whether a claim of privilege would be taken away, weakened or exchanged for another. Nobody can say which of two claims
 * is the stronger: what claims privilege stays as it is, and only grows where choices are added.
 */
export function lowersPrivilege(field: FieldRule, before: CodedValue, after: CodedValue): boolean {
  if (!isPrivilege(field)) return false
  const claimed = claimsOf(before)
  if (claimed.length === 0 || sameValue(before, after)) return false
  const left = claimsOf(after)
  const denies = checkedOf(after).some((text) => claimsNothing(text) && !checkedOf(before).includes(text))
  return denies || claimed.some((claim) => !left.includes(claim))
}

/** What becomes of one value of one document. */
export const propagationOutcome = z.enum(['written', 'alreadySo', 'notInReview', ...leftReason.options])
export type PropagationOutcome = z.infer<typeof propagationOutcome>

const previewRow = z.object({
  documentId: id,
  controlNumber: z.string(),
  through: z.array(relation),
  fieldId: id,
  name: z.string(),
  outcome: propagationOutcome,
  /** As displayed. */
  before: z.string(),
  after: z.string(),
  /** Whose value stands there, and since when. */
  by: z.nullable(z.string()),
  at: z.nullable(instant),
})
export type PropagationRow = z.infer<typeof previewRow>

/** At most so many rows are listed; all are counted. */
export const previewRows = 500

const preview = z.object({
  /** Related documents. */
  documents: z.int(),
  /** Documents that would get a value. */
  reached: z.int(),
  /** Documents that would not change, because they are coded so already. */
  alreadySo: z.int(),
  /** Documents with a value that would be left as it is, and of them by reason. */
  leftDocuments: z.int(),
  left: z.record(propagationOutcome, z.int()),
  /** Families that would hold different values afterward and do not now. */
  mixedFamilies: z.int(),
  /** Too many for the save itself: a job does it. */
  byJob: z.boolean(),
  /** What is left, then what is written, then what is so already. */
  rows: z.array(previewRow),
})
export type PropagationPreview = z.infer<typeof preview>

export const previewPropagation = call({
  name: 'coding.previewPropagation',
  method: 'POST',
  path: '/review/codingForm/propagation',
  needs: 'coding.save',
  scope: 'project',
  body: z.strictObject({
    documentId: id,
    coding_form_id: id,
    /** What is about to be saved and is to go. */
    fields: z.array(fieldChange).check(z.minLength(1), z.maxLength(formLimits.fields)),
    to: z.array(relation).check(z.minLength(1), z.maxLength(relations.length)),
  }),
  onlyAsks: true,
  reply: preview,
  summary:
    'What a save with propagation would do to related documents: how many it reaches, and which values are left and ' +
    'why. Nothing is changed.',
})

const joined = z.object({
  documentId: id,
  controlNumber: z.string(),
  /** The fields whose values went to the others. */
  fields: z.array(z.string()),
})

export const listJoined = call({
  name: 'coding.joinedSince',
  method: 'GET',
  path: '/review/codingForm/propagation/joined',
  needs: 'coding.save',
  scope: 'project',
  query: z.strictObject({ documentId: idParam }),
  reply: listOf(joined),
  summary:
    'Documents that came into review after a document’s coding had gone to its family, thread or near-duplicates, ' +
    'and are coded differently. They do not inherit it.',
})
