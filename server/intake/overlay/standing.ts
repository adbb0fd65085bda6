/** What stands on the record of documents that a file would fill. */
import type { CodedValue } from '#contracts/coding.ts'
import { breathe } from '../../platform/records/breathe.ts'
import { storedValue } from '../../review/coding-values/values.ts'
import type { Among } from './keys.ts'

/** A cell with the documents and the field that it is about. */
export interface Filling {
  readonly row: { readonly documentIds: readonly number[] }
  readonly filled: { readonly targetId: number }
  readonly value: CodedValue
}

/** Documents of one question. */
const slice = 500

type StandingOf = (documentId: number, targetId: number) => CodedValue

const documentsIn = (cells: readonly Filling[]): readonly number[] => [
  ...new Set(cells.flatMap(({ row }) => row.documentIds)),
]

export async function customIdsOf({ read }: Among, cells: readonly Filling[]): Promise<StandingOf> {
  const ids = documentsIn(cells)
  const known = new Map<number, string | null>()
  for (let from = 0; from < ids.length; from += slice) {
    const rows = await read
      .selectFrom('document')
      .select(['document_id', 'custom_id'])
      .where('document_id', 'in', ids.slice(from, from + slice))
      .execute()
    for (const { document_id, custom_id } of rows) known.set(document_id, custom_id)
    await breathe()
  }
  return (documentId) => known.get(documentId) ?? null
}

export async function valuesOf({ read }: Among, cells: readonly Filling[]): Promise<StandingOf> {
  const ids = documentsIn(cells)
  const fieldIds = [...new Set(cells.map(({ filled }) => filled.targetId))]
  const known = new Map<string, CodedValue>()
  for (let from = 0; from < ids.length; from += slice) {
    const rows = await read
      .selectFrom('coding_value')
      .select(['document_id', 'field_id', 'value'])
      .where('document_id', 'in', ids.slice(from, from + slice))
      .where('field_id', 'in', fieldIds)
      .execute()
    for (const row of rows) known.set(`${row.document_id}.${row.field_id}`, storedValue(row.value))
    await breathe()
  }
  return (documentId, fieldId) => known.get(`${documentId}.${fieldId}`) ?? null
}
