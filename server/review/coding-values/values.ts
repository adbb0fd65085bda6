/** Coded values as they stand on the record. */
import type { CodedValue, FieldValue } from '#contracts/coding.ts'
import { codedValue } from '#contracts/coding.ts'
import { checkedOnly, slices } from '../../platform/records/dialect.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'

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

/** A value of a document as its column is to hold it, in the version that it has from now on. */
export interface WrittenValue {
  readonly document_id: number
  readonly field_id: number
  readonly project_id: number
  readonly value: string
  readonly version: number
  readonly by_user: number
  readonly at: string
  /** The version of the form that it is coded with; null: without a form. */
  readonly form_version: number | null
}

/** Writes values over what stood there; however many they are, in a few statements. */
export async function putValues(trx: Writer, values: readonly WrittenValue[]): Promise<void> {
  for (const slice of slices(values, 8))
    await trx
      .insertInto('coding_value')
      .values(slice)
      .onConflict((conflict) =>
        conflict.columns(['document_id', 'field_id']).doUpdateSet((eb) => ({
          value: eb.ref('excluded.value'),
          version: eb.ref('excluded.version'),
          by_user: eb.ref('excluded.by_user'),
          at: eb.ref('excluded.at'),
          form_version: eb.ref('excluded.form_version'),
        })),
      )
      .execute()
}
