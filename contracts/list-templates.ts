/** Templates of the document list: which fields it shows, in which order. Each user has their own. */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { id, instant } from './ids.ts'

/**
 * Fields that a document list never shows, by their query names: complete texts, content of other places, and internal
 * results.
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
  /** Query names, in column order. Fields that the project no longer has are omitted. */
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
    /** None: the template is deleted. */
    fields: z.array(z.string().check(z.maxLength(200))).check(z.maxLength(templateLimits.fields)),
  }),
  reply: listOf(template),
  summary:
    'Save one’s own template under its name (ignoring case), replacing an existing one; answers with all of ' +
    'them. Fields that no document list shows are refused.',
})
