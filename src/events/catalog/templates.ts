/** Facts about filters that are saved under a name: asked to be saved or deleted, and what became of it. */
import * as z from 'zod/mini'
import { chosenDocuments } from '#contracts/filter.ts'
import { id } from '#contracts/ids.ts'
import { event } from '../define.ts'

/** Each try to save a form has a key of its own. */
const form = { formKey: z.string() }

const ofProject = { log: 'project', stream: () => 'templates' } as const

export const templateAsked = event({
  ...ofProject,
  retention: 'audit',
  type: 'templates.asked',
  payload: z.strictObject({
    ...form,
    name: z.string(),
    choice: chosenDocuments,
    /** The one that it takes the place of, as it was seen; null: a new one. */
    over: z.nullable(z.strictObject({ templateId: id, version: z.int() })),
  }),
})

/** It is on the record: the message is null; else it says why it is not. */
export const templateSettled = event({
  ...ofProject,
  retention: 'audit',
  type: 'templates.settled',
  payload: z.strictObject({ ...form, message: z.nullable(z.string()) }),
})

export const templateDeletionAsked = event({
  ...ofProject,
  retention: 'audit',
  type: 'templates.deletionAsked',
  payload: z.strictObject({ templateId: id, name: z.string() }),
})
