/** Facts about the end of a project: what was asked of its archive, its hold and its deletion, and what became of it. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import { endProject } from '#contracts/project-end.ts'
import { event } from '../define.ts'

const ofProject = { log: 'project', retention: 'audit', stream: () => 'projectEnd' } as const
/** Each try to save a form has a key of its own. */
const form = { formKey: z.string() }

export const archiveAsked = event({
  ...ofProject,
  type: 'projectEnd.archiveAsked',
  /** False: it is to be restored. */
  payload: z.strictObject({ ...form, archived: z.boolean() }),
})

export const holdAsked = event({
  ...ofProject,
  type: 'projectEnd.holdAsked',
  /** `holdId`: of the hold that is to be released; null: one is to be set. */
  payload: z.strictObject({ ...form, holdId: z.nullable(id), reason: z.string() }),
})

export const endAsked = event({
  ...ofProject,
  type: 'projectEnd.endAsked',
  payload: z.strictObject({ ...form, ...endProject.body.shape }),
})

/** It is on the record: the message is null; else it says why it is not. */
export const formSettled = event({
  ...ofProject,
  type: 'projectEnd.settled',
  payload: z.strictObject({ ...form, message: z.nullable(z.string()) }),
})
