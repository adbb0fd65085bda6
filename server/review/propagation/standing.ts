/** What stands of fields of many documents, and which of these documents somebody else is working on. */
import type { CodedValue } from '#contracts/coding.ts'
import { checkedOnly, slices } from '../../platform/records/dialect.ts'
import type { Reader } from '../../platform/records/records.ts'
import { storedValue } from '../coding-values/values.ts'
import { valueKey } from './provenance.ts'

export interface Standing {
  readonly value: CodedValue
  readonly version: number
  readonly byUser: number | null
  readonly by: string | null
  readonly at: string | null
}
const never: Standing = { value: null, version: 0, byUser: null, by: null, at: null }

/** By document and field; a value that was never coded stands in version 0. */
export async function standingOf(
  read: Reader,
  documentIds: readonly number[],
  fieldIds: readonly number[],
): Promise<(documentId: number, fieldId: number) => Standing> {
  const known = new Map<string, Standing>()
  if (fieldIds.length > 0)
    for (const ids of slices(documentIds, 1)) {
      const rows = await read
        .selectFrom('coding_value as v')
        .innerJoin('app_user as u', 'u.user_id', 'v.by_user')
        .select(['v.document_id', 'v.field_id', 'v.value', 'v.version', 'v.by_user', 'v.at', 'u.name'])
        .where('v.document_id', 'in', ids)
        .where('v.field_id', 'in', fieldIds)
        .execute()
      for (const { document_id, field_id, value, version, by_user, at, name } of rows)
        known.set(valueKey(document_id, field_id), {
          value: storedValue(value),
          version,
          byUser: by_user,
          by: name,
          at,
        })
    }
  return (documentId, fieldId) => known.get(valueKey(documentId, fieldId)) ?? never
}

/** Those of the documents that stand in a batch which somebody else has checked out. */
export async function heldByOthers(
  read: Reader,
  projectId: number,
  userId: number,
  documentIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const held = new Set<number>()
  for (const ids of slices(documentIds, 1)) {
    const rows = await read
      .selectFrom('batch_document as d')
      .innerJoin('batch as b', 'b.batch_id', 'd.batch_id')
      .innerJoin('assignment as a', 'a.assignment_id', 'b.assignment_id')
      .select('d.document_id')
      .where('d.document_id', 'in', ids)
      .where('b.status', '=', 'InProgress')
      .where('b.holder', '<>', userId)
      .where('a.deleted_at', 'is', null)
      .where(checkedOnly('b.project_id'), '=', projectId)
      .execute()
    for (const { document_id } of rows) held.add(document_id)
  }
  return held
}
