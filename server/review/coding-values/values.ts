/** Coded values as they stand on the record. */
import type { CodedValue, FieldValue } from '#contracts/coding.ts'
import { codedValue } from '#contracts/coding.ts'
import { checkedOnly } from '../../platform/records/dialect.ts'
import type { Reader } from '../../platform/records/records.ts'

/** All values of a document, whichever form shows their fields, with the versions that a save must have seen. */
export async function valuesOf(read: Reader, projectId: number, documentId: number): Promise<FieldValue[]> {
  const rows = await read
    .selectFrom('coding_value as v')
    .innerJoin('app_user as u', 'u.user_id', 'v.by_user')
    .select(['v.field_id', 'v.value', 'v.version', 'v.at', 'u.name'])
    .where('v.document_id', '=', documentId)
    .where(checkedOnly('v.project_id'), '=', projectId)
    .orderBy('v.field_id')
    .execute()
  return rows.map((row) => ({
    fieldId: row.field_id,
    value: storedValue(row.value),
    version: row.version,
    by: row.name,
    at: row.at,
  }))
}

/** A value out of its column. */
export const storedValue = (column: string): CodedValue => codedValue.parse(JSON.parse(column))
