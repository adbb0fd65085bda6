/** Templates of the document list: asked to be saved or deleted, and what became of it. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import { saveTemplate } from '#contracts/list-templates.ts'
import { event } from '../define.ts'

const ofProject = { log: 'project', stream: () => 'listTemplates', retention: 'audit' } as const

export const saveAsked = event({
  ...ofProject,
  type: 'listTemplates.saveAsked',
  payload: z.strictObject({ formKey: z.string(), template: saveTemplate.body }),
})

/** It is on the record: the message is null; else it says why it is not. */
export const saveSettled = event({
  ...ofProject,
  type: 'listTemplates.saveSettled',
  payload: z.strictObject({ formKey: z.string(), message: z.nullable(z.string()) }),
})

export const deletionAsked = event({
  ...ofProject,
  type: 'listTemplates.deletionAsked',
  payload: z.strictObject({ templateId: id, name: z.string() }),
})
