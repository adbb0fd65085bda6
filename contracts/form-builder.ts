/** Building coding forms: where each is used, its versions, and what a change would leave coded documents without. */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { choiceMarks } from './coding.ts'
import { formDraft } from './form-drafts.ts'
import { id, idParam, instant } from './ids.ts'

const definedChoice = z.object({ choiceId: id, text: z.string(), ...choiceMarks })

const definedField = z.object({
  fieldId: id,
  name: z.string(),
  typeId: z.int(),
  required: z.boolean(),
  readOnly: z.boolean(),
  help: z.optional(z.string()),
  choices: z.array(definedChoice),
})

/** All that makes a form what it is, in its order. Ids stay through a renaming, which the two names then tell. */
export const formDefinition = z.object({
  name: z.string(),
  sections: z.array(z.object({ sectionId: id, name: z.string(), fields: z.array(definedField) })),
})
export type FormDefinition = z.infer<typeof formDefinition>
export type DefinedSection = FormDefinition['sections'][number]
export type DefinedField = z.infer<typeof definedField>

export const managedForm = z.object({
  coding_form_id: id,
  name: z.string(),
  isSelected: z.boolean(),
  version: z.int(),
  /** Who made the version, and when; null where nobody did, or nobody knows any more. */
  changedBy: z.nullable(z.string()),
  changedAt: z.nullable(instant),
  sections: z.int(),
  fields: z.int(),
  /** The assignments that use it: while there are any, it is not deleted. */
  assignments: z.array(z.object({ assignmentId: id, assignmentName: z.string() })),
})
export type ManagedForm = z.infer<typeof managedForm>

export const listManagedForms = call({
  name: 'forms.listManaged',
  service: 'api',
  method: 'GET',
  path: '/v1/coding-forms/managed',
  needs: 'codingForm.manage',
  scope: 'project',
  reply: listOf(managedForm),
  summary: "The project's coding forms with their versions, and where each is used.",
})

const formParams = z.strictObject({ id: idParam })

export const formVersion = z.object({
  version: z.int(),
  by: z.nullable(z.string()),
  at: instant,
  /** In words, compared with the version before. */
  changes: z.array(z.string()),
  /** Documents that hold a value which was coded with it. */
  documents: z.int(),
})
export type FormVersion = z.infer<typeof formVersion>

export const listFormVersions = call({
  name: 'forms.listVersions',
  service: 'api',
  method: 'GET',
  path: '/v1/coding-forms/:id/versions',
  needs: 'codingForm.manage',
  scope: 'project',
  params: formParams,
  reply: listOf(formVersion),
  summary:
    'The versions of a coding form, the newest first: who made each and when, what changed, and how many ' +
    'documents hold values coded with it.',
})

/** A form as it was in one of its versions. */
export const definedVersion = z.object({
  coding_form_id: id,
  version: z.int(),
  by: z.nullable(z.string()),
  at: instant,
  definition: formDefinition,
})
export type DefinedVersion = z.infer<typeof definedVersion>

/** The answer to a replacement that has not seen the present version, in `data` of the 412. */
export const staleForm = z.object({ present: definedVersion })

export const getFormVersion = call({
  name: 'forms.getVersion',
  service: 'api',
  method: 'GET',
  path: '/v1/coding-forms/:id/versions/:version',
  needs: 'codingForm.manage',
  scope: 'project',
  params: z.strictObject({ id: idParam, version: idParam }),
  reply: definedVersion,
  summary: 'A coding form as it was in one of its versions.',
})

/**
 * What a change of a form means for documents. `required`: coded with the form, without a value that it would require.
 * `choiceUsed`: coded with a choice that it would take away, which is refused. `fieldGone`: coded with a field that it would
 * show no longer; the values stay.
 */
export const formFinding = z.object({
  kind: z.enum(['required', 'choiceUsed', 'fieldGone']),
  field: z.string(),
  choice: z.nullable(z.string()),
  documents: z.int(),
  /** Of these, the ones that are not in review: the query does not find them. */
  outside: z.optional(z.int()),
  /** Finds these documents. */
  query: z.string(),
})
export type FormFinding = z.infer<typeof formFinding>

export const checkForm = call({
  name: 'forms.check',
  service: 'api',
  method: 'POST',
  path: '/v1/coding-forms/:id/check',
  needs: 'codingForm.manage',
  scope: 'project',
  params: formParams,
  body: formDraft,
  onlyAsks: true,
  reply: z.object({ findings: z.array(formFinding) }),
  summary:
    'What a replacement of a form would mean for documents that are coded: those without a value that it ' +
    'requires, those coded with a choice that it takes away, and those with values of a field that it no ' +
    'longer shows. Changes nothing.',
})
