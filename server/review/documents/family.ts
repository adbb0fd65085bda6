/** The documents of a family. */
import type { Reader } from '../../platform/records/records.ts'
import { controlNumber } from './control.ts'

/** The whole family in order. */
export async function familyOf(read: Reader, projectId: number, prefix: string, familyId: number) {
  const rows = await read
    .selectFrom('document')
    .select([
      'document_id',
      'control',
      'parent_id',
      'ordinal',
      'depth',
      'title',
      'file_name',
      'record_type',
      'extension',
      'size',
      'has_text',
    ])
    .where('family_id', '=', familyId)
    .where('project_id', '=', projectId)
    .orderBy('ordinal')
    .execute()
  return rows.map((row) => ({
    documentId: row.document_id,
    controlNumber: controlNumber(prefix, row.control),
    parentId: row.parent_id,
    ordinal: row.ordinal,
    depth: row.depth,
    title: row.title === '' ? row.file_name : row.title,
    recordType: row.record_type,
    fileExtension: row.extension,
    size: row.size,
    hasText: row.has_text === 1,
  }))
}
