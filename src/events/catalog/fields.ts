/** Facts about custom fields: asked to be made, changed or set on a document, and what became of it. */
import * as z from 'zod/mini'
import { codedValue } from '#contracts/coding.ts'
import { id } from '#contracts/ids.ts'
import { event } from '../define.ts'

/** Each try to save a form has a key of its own; the first version had none. */
const form = { formKey: z.string() }
const formed = {
  version: 2,
  upcasts: [(first: unknown) => ({ ...Object(first), formKey: '' })],
}

const ofProject = { log: 'project', stream: () => 'fields' } as const

export const fieldAsked = event({
  ...ofProject,
  retention: 'audit',
  ...formed,
  type: 'fields.asked',
  payload: z.strictObject({
    ...form,
    /** Null: a new one. */
    fieldId: z.nullable(id),
    name: z.string(),
    typeId: z.int(),
    /** In order; null: one that it does not have yet. */
    choices: z.array(z.strictObject({ choiceId: z.nullable(id), text: z.string() })),
    /** The choices that it had when it was opened. */
    seen: z.optional(z.array(id)),
  }),
})

/** It is on the record: the message is null; else it says why it is not. */
export const fieldSettled = event({
  ...ofProject,
  retention: 'audit',
  ...formed,
  type: 'fields.settled',
  payload: z.strictObject({ ...form, message: z.nullable(z.string()) }),
})

export const fieldRemovalAsked = event({
  ...ofProject,
  retention: 'audit',
  type: 'fields.removalAsked',
  payload: z.strictObject({ fieldId: id, name: z.string() }),
})

export const fieldValue = z.strictObject({
  ...form,
  documentId: id,
  fieldId: id,
  name: z.string(),
  value: codedValue,
})

/** One field of one document was set by hand, without a form. */
export const fieldValueAsked = event({
  log: 'project',
  retention: 'audit',
  stream: ({ documentId }: { documentId: number }) => `document:${documentId}`,
  type: 'fields.valueAsked',
  payload: z.extend(fieldValue, {
    /** The version that stood there when it was asked for; 0: never set. */
    seen: z.int().check(z.nonnegative()),
  }),
})
