/** Templates of the document list: which fields it shows, in which order. Everybody has their own. */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { id, instant } from './ids.ts'

/**
 * Fields that a document list never carries, by their names in queries: whole texts, what other places show, and marks of
 * what the product has worked out.
 */
export const excludedFromDocumentList = [
  'Extracted_Text',
  'OCR_Text',
  'Transcribed_Text',
  'Translated_Text',
  'Transfer_Job',
  'Annotation',
  'Folder_Ids',
  'Batch_Ids',
  'AI_Chattable',
  'AI_Codeable',
  'AI_Summarized',
] as const

/** Whether a document list can show a field. */
export const isForDocumentList = (name: string): boolean =>
  !excludedFromDocumentList.some((excluded) => excluded.toLowerCase() === name.toLowerCase())

export const templateLimits = { templates: 50, fields: 100 } as const

const template = z.object({
  templateId: id,
  name: z.string(),
  /** Names as in queries, in the order of the columns. Those that the project has lost are left out. */
  fields: z.array(z.string()),
  at: instant,
})

export const listTemplates = call({
  name: 'listTemplates.list',
  method: 'GET',
  path: '/project/getDocumentListTemplates',
  needs: 'document.search',
  scope: 'project',
  reply: listOf(template),
  summary: 'One’s own templates of the document list, by name.',
})

export const saveTemplate = call({
  name: 'listTemplates.save',
  method: 'POST',
  path: '/project/saveDocumentListTemplate',
  needs: 'document.search',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
    /** None: the template is removed. */
    fields: z.array(z.string().check(z.maxLength(200))).check(z.maxLength(templateLimits.fields)),
  }),
  reply: listOf(template),
  summary:
    'Save a template of one’s own under its name (case aside), over the one that has it; answers all of them. Fields that ' +
    'no document list carries are refused.',
})
