/**
 * Whether a document is coded: a field that stands in a coding form of its project has a value. What is filled from a file
 * or set by hand on the document, in a field that no form shows, is a fact about it and nobody's decision.
 */
import { type SqlBool, sql } from 'kysely'
import type { Reader } from '../../platform/records/records.ts'

/**
 * Whether a row of coding values makes its document coded. A value that was cleared is a row that says null. Written out,
 * not bound, and the field checked only: then the databases go by the index of coded values.
 */
export const isCoded = (row: string) =>
  sql<SqlBool>`${sql.ref(`${row}.value`)} <> 'null' and ${sql.ref(`${row}.value`)} not in ('""', '[]')
    and +${sql.ref(`${row}.field_id`)} in (select field_id from coding_form_field)`

/** The fields of a project that stand in any of its forms, each once. */
export async function formFieldIds(read: Reader, projectId: number): Promise<number[]> {
  const rows = await read
    .selectFrom('coding_form_field as ff')
    .innerJoin('coding_form_section as s', 's.section_id', 'ff.section_id')
    .innerJoin('coding_form as f', 'f.coding_form_id', 's.coding_form_id')
    .select('ff.field_id')
    .distinct()
    .where('f.project_id', '=', projectId)
    .execute()
  return rows.map(({ field_id }) => field_id)
}
