/** A document as its pages are made from it. */
import { notFound } from '../http/error.ts'
import type { Reader } from '../records/records.ts'
import type { Makeable, Source } from './draw.ts'
import { makerOf } from './makers.ts'

/** 404 where the project has no such document. */
export async function sourceOf(read: Reader, projectId: number, documentId: number): Promise<Source> {
  const row = await read
    .selectFrom('document')
    .select(['sha256', 'mime_type', 'file_category'])
    .where('document_id', '=', documentId)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  if (row === undefined) throw notFound('document')
  return {
    documentId,
    projectId,
    sha256: row.sha256,
    mimeType: row.mime_type,
    category: row.file_category,
  }
}

/** With the maker of its pages; null where there is none. */
export function makeable(source: Source): Makeable | null {
  const maker = makerOf(source.mimeType)
  return maker === null ? null : { ...source, maker }
}
