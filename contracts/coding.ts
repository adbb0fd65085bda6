/** Coding: forms, values with a version per document and field, saves and their conflicts. */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { id, idParam, instant, nanoId } from './ids.ts'

export const formNameMax = 50
export const formNameForbidden = ['/', '\\', ':', '*', '?', '"', '<', '>', '|'] as const
export const formNameMessages = {
  empty: 'Form name cannot be empty',
  tooLong: 'Name exceeds 50 characters. Supply a shorter name.',
  forbidden: `Name cannot contain any of these characters: ${formNameForbidden.join(' ')}`,
  exists: 'Form Name exists. Supply a unique name.',
} as const

/** The error message for a form name, or null; `taken` are the names of the project's other forms. */
export function formNameFault(name: string, taken: readonly string[]): string | null {
  const trimmed = name.trim()
  if (trimmed === '') return formNameMessages.empty
  if ([...trimmed].length > formNameMax) return formNameMessages.tooLong
  if (formNameForbidden.some((c) => trimmed.includes(c))) return formNameMessages.forbidden
  const key = trimmed.toLowerCase()
  if (taken.some((other) => other.trim().toLowerCase() === key)) return formNameMessages.exists
  return null
}

/** Colors that a choice may be marked with, beside its text and never instead of it. */
export const choiceColors = ['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'gray'] as const
const choiceColor = z.enum(choiceColors)
export type ChoiceColor = z.infer<typeof choiceColor>

/** The digit that chooses a value of the focused field. */
export const quickKey = z.int().check(z.minimum(1), z.maximum(9))

/** How a choice is marked; absent: not at all. */
export const choiceMarks = { color: z.optional(choiceColor), key: z.optional(quickKey) }

/** A choice of a field, identified by its id: a renaming keeps it. */
export const choice = z.object({
  choiceId: id,
  position: z.int(),
  short_text_value: z.string(),
  checked: z.boolean(),
  ...choiceMarks,
})
export type Choice = z.infer<typeof choice>

export const formField = z.object({
  coding_form_field_id: id,
  /** The project field behind it. Values belong to the project field, whichever form shows it. */
  fieldId: id,
  position: z.int(),
  field_name: z.string(),
  field_type_id: z.int(),
  is_read_only: z.boolean(),
  is_required: z.boolean(),
  is_single_choice: z.boolean(),
  is_multi: z.boolean(),
  /** What reviewers are told about it; absent: nothing. */
  help: z.optional(z.string()),
  /** Choices of choice fields and booleans; empty for other fields. */
  values: z.array(choice),
})
export type FormField = z.infer<typeof formField>

export const formSection = z.object({
  sectionId: id,
  position: z.int(),
  name: z.string(),
  isExpanded: z.boolean(),
  isEditing: z.boolean(),
  fields: z.array(formField),
})
export type FormSection = z.infer<typeof formSection>

/** `coding_form_id` -1 is the placeholder form: nothing to code with yet, and nothing to reset. */
export const placeholderFormId = -1

export const codingForm = z.object({
  coding_form_id: z.int(),
  name: z.string(),
  isSelected: z.boolean(),
  /** 0 none, 1 added, 2 changed, 3 removed. */
  modifyActionType: z.int(),
  sections: z.array(formSection),
})
export type CodingForm = z.infer<typeof codingForm>

export const codingFormInfo = z.object({
  coding_form_id: id,
  name: z.string(),
  isSelected: z.boolean(),
  /** Changes with every change of the form, to check a cached copy. */
  revision: z.int(),
})

/**
 * A coded value as it travels: text for short text, long text, text and dates (`YYYY-MM-DDThh:mm:ss`, floating);
 * a number; true or false; the choice's text; the list of the checked choices' texts; null for "not coded".
 */
export const codedValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()])
export type CodedValue = z.infer<typeof codedValue>

/** A stored value, with the version that a save must have seen (0: never coded). */
export const fieldValue = z.object({
  fieldId: id,
  value: codedValue,
  version: z.int(),
  by: z.nullable(z.string()),
  at: z.nullable(instant),
})
export type FieldValue = z.infer<typeof fieldValue>

export const listForms = call({
  name: 'coding.listForms',
  service: 'api',
  method: 'GET',
  path: '/v1/coding-forms',
  needs: 'codingForm.read',
  scope: 'project',
  query: z.strictObject({ basicInfoOnly: z.optional(z.enum(['true', 'false'])) }),
  reply: z.object({
    data: z.array(z.extend(codingFormInfo, { sections: z.optional(z.array(formSection)) })),
    totalCount: z.int(),
  }),
  summary: "The project's coding forms; with basicInfoOnly=true without their sections.",
})

const formParams = z.strictObject({ id: idParam })

export const getForm = call({
  name: 'coding.getForm',
  service: 'api',
  method: 'GET',
  path: '/v1/coding-forms/:id/details',
  needs: 'codingForm.read',
  scope: 'project',
  params: formParams,
  reply: z.extend(codingForm, {
    revision: z.int(),
    /** What a replacement of the form states in If-Match that it has seen. */
    version: z.optional(z.int()),
  }),
  summary: 'A coding form with its sections, fields and choices.',
})

/** Limits of a form. A save carries at most all fields of a form, and a form is written while others wait. */
export const formLimits = { sections: 100, fields: 200, choices: 500 } as const

/** Maximum lengths of what a form says. */
export const formTextLimits = { section: 100, field: 100, choice: 200, help: 500 } as const

/** How a change became an undo step, stored with its audit rows so that the edits can be rebuilt from them. */
export const undoMark = z.strictObject({
  kind: z.enum(['do', 'undo', 'redo', 'none']),
  group: nanoId,
  /** The command ids that this one compensates. */
  targets: z.array(nanoId),
})
export type UndoMark = z.infer<typeof undoMark>

/** At most so many targets are sent with a change: each changed field has them in its audit row. */
export const maxTargets = 200

/** As sent. Stored ones may be longer. */
export const sentUndoMark = z.extend(undoMark, { targets: z.array(nanoId).check(z.maxLength(maxTargets)) })

/** A change of one field. The maximum length of a value follows from the field's type: `textLimits` of coding-values.ts. */
export const fieldChange = z.strictObject({
  name: z.string().check(z.maxLength(200)),
  value: codedValue,
  coding_form_field_id: id,
  /** The version that is overwritten knowingly: both values were shown, and this one was chosen. */
  over: z.optional(id),
})
export type FieldChange = z.infer<typeof fieldChange>

/** The reviewer's own value of a field, given up for a version that somebody else had written meanwhile. */
export const givenUp = z.strictObject({ fieldId: id, value: codedValue, version: id })
export type GivenUp = z.infer<typeof givenUp>

/** The answer to a stale save, in `data` of the 412: each changed field, with both values, who and when. */
export const conflict = z.object({
  fieldId: id,
  coding_form_field_id: id,
  name: z.string(),
  yours: codedValue,
  theirs: codedValue,
  version: z.int(),
  by: z.string(),
  at: instant,
})
export type Conflict = z.infer<typeof conflict>
export const staleData = z.object({ conflicts: z.array(conflict) })

/** To which related documents a save goes, as the reviewer chose; Skip is this document only, and excludes the others. */
export const propagationOptions = z.strictObject({
  family: z.boolean(),
  emailThread: z.boolean(),
  nearDuplicates: z.boolean(),
  Skip: z.boolean(),
})
export type PropagationOptions = z.infer<typeof propagationOptions>

/** As a save carries it: with the fields that go (`coding_form_field_id`). */
export const propagationAsked = z.strictObject({
  ...propagationOptions.shape,
  fields: z.array(id).check(z.maxLength(formLimits.fields)),
})
export type PropagationAsked = z.infer<typeof propagationAsked>

/** What became of related documents with a save, or with taking one back. */
export const propagationDone = z.object({
  /** Documents with written values. */
  documents: z.int(),
  /** Values that were left as they were. */
  left: z.int(),
  /** Documents that jobs go through, where there are too many for the save itself. */
  inJobs: z.int(),
  /** These jobs, one for each field: whoever saved reads their receipts. Absent in replies of earlier versions. */
  jobIds: z.optional(z.array(id)),
  /** Written values: of listed documents. */
  values: z.array(z.object({ documentId: id, values: z.array(fieldValue) })),
})
export type PropagationDone = z.infer<typeof propagationDone>

export const saveCoding = call({
  name: 'coding.save',
  method: 'PUT',
  path: '/review/codingForm',
  needs: 'coding.save',
  scope: 'project',
  idempotencyKey: 'required',
  ifMatch: 'The version of each changed field that the reviewer saw, `"<coding_form_field_id>.<version>"`.',
  body: z.strictObject({
    documentId: id,
    coding_form_id: id,
    /** May be empty if a value is given up. */
    fields: z.array(fieldChange).check(z.maxLength(formLimits.fields)),
    gaveUp: z.optional(z.array(givenUp).check(z.maxLength(formLimits.fields))),
    /** The batch that is worked on: it must be checked out to the caller. */
    batchId: z.optional(id),
    propagation: z.optional(propagationAsked),
    undo: sentUndoMark,
    correlationId: nanoId,
  }),
  reply: z.object({
    documentId: id,
    /** The fields that were written, with their current values. */
    values: z.array(fieldValue),
    auditIds: z.array(id),
    /** Only if other documents were to change with it. */
    propagated: z.optional(propagationDone),
  }),
  summary:
    'Save changes of one document, and decisions for another reviewer’s value. All or nothing: if fields have ' +
    'changed since they were seen, the answer is 412 with both values; other fields merge. A short text takes ' +
    '500 characters, a long one 50,000. With `batchId`, 409 if that batch is not checked out to the caller any ' +
    'more. With `propagation`, what it changes goes to related documents too, one hop; undo takes that back. ' +
    'Needs an Idempotency-Key (the command id), which answers the same when repeated, and If-Match.',
})

/** The same under the name of what it changes, for programs that know documents and no forms. */
export const changeDocument = call({
  ...saveCoding,
  name: 'documents.change',
  path: '/review/document',
  summary:
    'Change what is coded of a document: the same call as PUT /review/codingForm, with the same rules and answers.',
})

export const readCoding = call({
  name: 'coding.read',
  method: 'GET',
  path: '/review/codingForm',
  needs: 'document.view',
  scope: 'project',
  query: z.strictObject({ documentId: idParam }),
  reply: listOf(fieldValue),
  summary: "A document's coded values with their versions.",
})

/**
 * Activity of a reviewer, for the review clock. Five seconds between beats; a warning for sixty seconds before the clock
 * stops.
 */
export const idle = { defaultMinutes: 15, beatSeconds: 5, warningSeconds: 60 } as const
