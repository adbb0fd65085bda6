/**
 * Custom fields: what a project records about its documents in addition to their metadata. A field belongs to the project;
 * coding forms show it, overlays fill it, and its values exist whichever form shows it.
 */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { choiceMarks, codedValue, fieldValue, formLimits, sentUndoMark } from './coding.ts'
import { searchQuery } from './documents.ts'
import { id, idParam, nanoId } from './ids.ts'
import { type FieldTypeId, field } from './project.ts'

/** A project's documents are read with all of its fields, so the number is limited. */
export const maxFields = 1_000

/** Names of the field types in editors. Two kinds of long text are edited alike. */
export const editorTypes = [
  'ShortText',
  'LongText',
  'MultipleChoice',
  'SingleChoice',
  'Float',
  'Integer',
  'Date',
  'Boolean',
  'SingleObject',
] as const
export type EditorType = (typeof editorTypes)[number]

export const editorTypeOf: Readonly<Record<FieldTypeId, EditorType>> = {
  1: 'Date',
  2: 'Integer',
  3: 'Float',
  4: 'ShortText',
  5: 'LongText',
  6: 'LongText',
  7: 'Boolean',
  8: 'SingleChoice',
  9: 'MultipleChoice',
  15: 'SingleObject',
}

export const listFieldTypes = call({
  name: 'fields.types',
  method: 'GET',
  path: '/project/field-types',
  needs: 'project.view',
  scope: 'project',
  reply: listOf(
    z.object({
      typeId: z.int(),
      name: z.enum(editorTypes),
      /** Its values are chosen from its choices. */
      hasChoices: z.boolean(),
      multiValue: z.boolean(),
      /** Maximum number of characters of a text; null for other types. */
      longest: z.nullable(z.int()),
    }),
  ),
  summary: 'The types that a custom field can have.',
})

export const customField = z.object({
  fieldId: id,
  name: z.string(),
  /** Its name in queries. */
  queryName: z.string(),
  typeId: z.int(),
  multiValue: z.boolean(),
  choices: z.array(z.object({ choiceId: id, text: z.string(), ...choiceMarks })),
  /** Forms that show it. */
  forms: z.array(z.object({ coding_form_id: id, name: z.string() })),
  /** Documents with a value. */
  documents: z.int(),
})
export type CustomField = z.infer<typeof customField>

export const listCustomFields = call({
  name: 'fields.list',
  method: 'GET',
  path: '/project/field',
  needs: 'codingForm.read',
  scope: 'project',
  reply: listOf(customField),
  summary: 'The custom fields of the project by name, with their choices, forms and usage.',
})

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))
const choiceText = z.string().check(z.trim(), z.minLength(1), z.maxLength(200))

export const createField = call({
  name: 'fields.create',
  method: 'POST',
  path: '/project/field',
  needs: 'codingForm.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({
    name,
    field_type_id: z.int(),
    choices: z.array(choiceText).check(z.maxLength(formLimits.choices)),
  }),
  reply: customField,
  summary:
    'Add a custom field; a name that would equal another one in queries (letters and digits, ignoring case) is refused.',
})

const fieldParams = z.strictObject({ fieldId: idParam })

export const changeField = call({
  name: 'fields.change',
  method: 'PUT',
  path: '/project/field/:fieldId',
  needs: 'codingForm.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  params: fieldParams,
  body: z.strictObject({
    name,
    /** All choices in order: existing ones by id, with their texts, and new ones. */
    choices: z
      .array(z.union([choiceText, z.strictObject({ choiceId: id, text: choiceText })]))
      .check(z.maxLength(formLimits.choices)),
    /** The ids of the choices that were seen: if others were added since, nothing is changed. */
    seen: z.optional(z.array(id).check(z.maxLength(formLimits.choices))),
  }),
  reply: customField,
  summary:
    'Rename a custom field, and set its choices. A choice named by its id is renamed, and documents coded ' +
    'with it stay coded; a used choice cannot be removed, nor one that was not seen. The type stays.',
})

export const deleteField = call({
  name: 'fields.delete',
  method: 'DELETE',
  path: '/project/field/:fieldId',
  needs: 'codingForm.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  params: fieldParams,
  reply: z.void(),
  summary:
    'Delete a custom field that no form shows, no assignment uses, and no document was ever coded with.',
})

export const addFieldValue = call({
  name: 'fields.addValue',
  method: 'POST',
  path: '/project/field/:fieldId/value',
  needs: 'codingForm.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  params: fieldParams,
  body: z.strictObject({ text: choiceText }),
  reply: customField,
  summary: 'Add a choice to a custom field, after the existing ones.',
})

export const listMultiValueFields = call({
  name: 'fields.multiValues',
  method: 'GET',
  path: '/project/fields/multi-values',
  needs: 'project.view',
  scope: 'project',
  reply: listOf(field),
  summary: 'The fields that may have several values per document.',
})

export const searchFields = call({
  name: 'fields.search',
  method: 'POST',
  path: '/project/search/field',
  needs: 'project.view',
  scope: 'project',
  body: z.strictObject({
    text: z.string().check(z.maxLength(200)),
    most: z.int().check(z.minimum(1), z.maximum(200)),
  }),
  reply: listOf(field),
  onlyAsks: true,
  summary:
    'Find fields by name, ignoring case: names that start with the text come first. `totalCount` counts all matches.',
})

export const countByField = call({
  name: 'fields.countDocuments',
  method: 'POST',
  path: '/project/calcDocsForField',
  needs: 'document.search',
  scope: 'project',
  body: z.strictObject({
    /** Its name in queries. */
    field: z.string().check(z.minLength(1), z.maxLength(200)),
    /** Only documents that this query finds; null: all in review. */
    query: z.nullable(searchQuery),
    most: z.int().check(z.minimum(1), z.maximum(1_000)),
  }),
  reply: z.object({
    field: z.string(),
    /** Documents with a value, and without. */
    documents: z.int(),
    none: z.int(),
    /** The most frequent first; a document counts for each of its values. */
    values: z.array(z.object({ value: z.string(), documents: z.int() })),
    /** Number of values that are not listed. */
    others: z.int(),
  }),
  onlyAsks: true,
  summary: 'Number of documents with a value of a field, and per value. Exact.',
})

export const setCustomField = call({
  name: 'fields.set',
  method: 'POST',
  path: '/review/set-custom-field',
  needs: 'coding.save',
  scope: 'project',
  idempotencyKey: 'required',
  ifMatch: 'The version of the field that was seen, `"<fieldId>.<version>"`.',
  body: z.strictObject({
    documentId: id,
    fieldId: id,
    value: codedValue,
    /** The version that is overwritten knowingly. */
    over: z.optional(id),
    undo: sentUndoMark,
    correlationId: nanoId,
  }),
  reply: z.object({ documentId: id, values: z.array(fieldValue), auditIds: z.array(id) }),
  summary:
    'Set a document’s value of a custom field without a form, as a save of coding does: the answer is 412 ' +
    'with both values if the field has changed (its `coding_form_field_id` is then the field’s id). A field ' +
    'that no form lets reviewers code is set by users who manage forms.',
})
