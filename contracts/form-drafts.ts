/** Writing coding forms: drafts, and the calls that make, replace, select and delete forms. Reviewers have no use for it. */
import * as z from 'zod/mini'
import { call } from './call.ts'
import { choiceColors, codingForm, codingFormInfo, formLimits, formTextLimits, quickKey } from './coding.ts'
import { id, idParam } from './ids.ts'

const choiceText = z.string().check(z.trim(), z.minLength(1), z.maxLength(formTextLimits.choice))

/** A choice to be written: known ones by their ids. A mark that is not named stays as it is, null takes it away. */
const choiceDraft = z.strictObject({
  choiceId: z.optional(id),
  text: choiceText,
  color: z.optional(z.nullable(z.enum(choiceColors))),
  key: z.optional(z.nullable(quickKey)),
})

const draftField = z.strictObject({
  /** A field of the project, whatever it is called by now: its name here is then of no account. */
  fieldId: z.optional(id),
  /** An existing coding field of the project, by name, or a new one of this type. */
  field_name: z.string().check(z.trim(), z.minLength(1), z.maxLength(formTextLimits.field)),
  field_type_id: z.int(),
  is_required: z.boolean(),
  is_read_only: z.boolean(),
  /** What is not named stays as it is; null or nothing written takes it away. */
  help: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(formTextLimits.help)))),
  /** Choices by their texts; a choice to be renamed or marked by its id, with its new text. None: those that it has. */
  choices: z.array(z.union([choiceText, choiceDraft])).check(z.maxLength(formLimits.choices)),
})

const newSection = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(formTextLimits.section)),
  fields: z.array(draftField).check(z.maxLength(formLimits.fields)),
})

const draft = { shape: z.optional(z.literal(1)), name: z.string().check(z.maxLength(500)) }

/**
 * A form as a manager writes it; the server assigns ids. `shape` is what a draft can say: conditions and rules between
 * fields come with a second shape, and are refused until then.
 */
export const formDraft = z.strictObject({
  ...draft,
  sections: z
    .array(
      z.extend(newSection, {
        /** One that the form has: it stays what it is under another name. */
        sectionId: z.optional(id),
      }),
    )
    .check(z.maxLength(formLimits.sections)),
})
export type FormDraft = z.infer<typeof formDraft>

const formParams = z.strictObject({ id: idParam })

export const createForm = call({
  name: 'coding.createForm',
  service: 'api',
  method: 'POST',
  path: '/v1/coding-forms',
  needs: 'codingForm.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({
    ...draft,
    sections: z.array(newSection).check(z.maxLength(formLimits.sections)),
  }),
  reply: z.extend(codingForm, { version: z.int() }),
  summary: 'Create a coding form.',
})

export const putForm = call({
  name: 'coding.putForm',
  service: 'api',
  method: 'PUT',
  path: '/v1/coding-forms/:id',
  needs: 'codingForm.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  ifMatch:
    'The version of the form that was seen, `"<coding_form_id>.<version>"`. Without it the form is replaced ' +
    'whatever it has become.',
  ifMatchIsOptional: true,
  params: formParams,
  body: formDraft,
  reply: z.extend(codingForm, { version: z.int() }),
  summary:
    'Replace a coding form. If it is another version by now, the answer is 412 with that version. Fields and choices of the same name keep their ids; used choices cannot be ' +
    'removed. A field named by its id is that field, under the name that it has by now. A choice named by its id is renamed, and documents coded with it stay coded.',
})

export const patchForm = call({
  name: 'coding.patchForm',
  service: 'api',
  method: 'PATCH',
  path: '/v1/coding-forms/:id',
  needs: 'codingForm.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  params: formParams,
  body: z.strictObject({
    name: z.optional(z.string().check(z.maxLength(500))),
    isSelected: z.optional(z.boolean()),
  }),
  reply: codingFormInfo,
  summary: "Rename a form, or make it the project's selected form.",
})

export const deleteForm = call({
  name: 'coding.deleteForm',
  service: 'api',
  method: 'DELETE',
  path: '/v1/coding-forms/:id',
  needs: 'codingForm.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  params: formParams,
  reply: z.void(),
  summary:
    'Delete a form that no assignment uses (409 names those that do); its fields and their values stay.',
})
