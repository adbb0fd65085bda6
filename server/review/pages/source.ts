/** A document as its pages are made from it. */
import { notFound } from '../../platform/http/error.ts'
import type { Reader } from '../../platform/records/records.ts'
import type { Source } from './draw.ts'

/** 404 where the project has no such document. */
export async function sourceOf(read: Reader, projectId: number, documentId: number): Promise<Source> {
  const row = await read
    .selectFrom('document')
    .select(['document_id', 'project_id', 'sha256', 'mime_type', 'file_category'])
    .where('document_id', '=', documentId)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  if (row === undefined) throw notFound('document')
  return sourceIn(row)
}

interface Row {
  readonly document_id: number
  readonly project_id: number
  readonly sha256: string
  readonly mime_type: string
  readonly file_category: string
}

export const sourceIn = (row: Row): Source => ({
  documentId: row.document_id,
  projectId: row.project_id,
  sha256: row.sha256,
  mimeType: row.mime_type,
  category: row.file_category,
})
