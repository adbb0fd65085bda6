/** How a document list looks: its columns and their order. Kept as templates, one's own or shared with the project. */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { maxColumns, sort } from './documents.ts'
import { id, idParam } from './ids.ts'
import { ownOrShared } from './own-or-shared.ts'

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

export const templateLimits = {
  /** Maximum number of one's own in a project, and of shared ones. */
  templates: 50,
  nameLength: 100,
} as const

/** Widths of columns, in pixels. */
export const columnWidths = { least: 48, most: 1_200, usual: 160 } as const

export const listColumn = z.strictObject({
  /** Its name in queries. */
  field: z.string().check(z.minLength(1), z.maxLength(200)),
  width: z.int().check(z.minimum(columnWidths.least), z.maximum(columnWidths.most)),
  /** Stays at the left while the others scroll. */
  pinned: z.boolean(),
})
export type ListColumn = z.infer<typeof listColumn>

/** How a list looks. Columns in order; sort: null leaves the order of the list as it is. */
const shape = {
  columns: z.array(listColumn).check(z.maxLength(maxColumns)),
  sort: z.nullable(sort),
}
export const listShape = z.strictObject(shape)
export type ListShape = z.infer<typeof listShape>

export const listTemplate = z.object({
  templateId: id,
  name: z.string(),
  /** Columns of fields that the project no longer has, or that the caller may not see, are omitted; the sort likewise. */
  ...shape,
  ...ownOrShared,
})
export type ListTemplate = z.infer<typeof listTemplate>

export const listTemplates = call({
  name: 'listTemplates.list',
  method: 'GET',
  path: '/project/getDocumentListTemplates',
  needs: 'document.search',
  scope: 'project',
  reply: listOf(listTemplate),
  summary: 'One’s own templates of the document list and the shared ones, by name.',
})

export const saveTemplate = call({
  name: 'listTemplates.save',
  method: 'POST',
  path: '/project/saveDocumentListTemplate',
  needs: 'document.search',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(templateLimits.nameLength)),
    ...shape,
    columns: shape.columns.check(z.minLength(1)),
    shared: z.boolean(),
    /** The one to save over, with the version that was seen; null: a new one. */
    over: z.nullable(z.strictObject({ templateId: id, version: z.int() })),
  }),
  reply: z.object({ templateId: id, version: z.int() }),
  summary:
    'Save a template under a name that is unused (ignoring case) among one’s own or among the shared ones, or over one ' +
    'that the caller may change. Fields that no document list shows are refused.',
})

export const deleteTemplate = call({
  name: 'listTemplates.delete',
  method: 'DELETE',
  path: '/project/document-list-template',
  needs: 'document.search',
  scope: 'project',
  idempotencyKey: 'optional',
  query: z.strictObject({ templateId: idParam }),
  reply: z.void(),
  summary: 'Delete a template of the document list: its author, or, if it is shared, whoever may share.',
})
