/** Facts about keyword lists: asked to be saved or deleted, and what became of it. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import { termFault } from '#contracts/term-faults.ts'
import { event } from '../define.ts'

/** Each try to save a form has a key of its own. */
const form = { formKey: z.string() }
const ofProject = { log: 'project', stream: () => 'keywords' } as const

export const listAsked = event({
  ...ofProject,
  retention: 'audit',
  type: 'keywords.asked',
  payload: z.strictObject({
    ...form,
    name: z.string(),
    terms: z.array(z.string()),
    /** The one that is changed, as it was seen; null: a new one. */
    over: z.nullable(z.strictObject({ keywordListId: id, version: z.int() })),
  }),
})

/** It is on the record: the message is null; else it says why it is not, and which terms are at fault. */
export const listSettled = event({
  ...ofProject,
  retention: 'audit',
  type: 'keywords.settled',
  payload: z.strictObject({ ...form, message: z.nullable(z.string()), faults: z.array(termFault) }),
})

export const listDeletionAsked = event({
  ...ofProject,
  retention: 'audit',
  type: 'keywords.deletionAsked',
  payload: z.strictObject({ keywordListId: id, version: z.int(), name: z.string() }),
})
