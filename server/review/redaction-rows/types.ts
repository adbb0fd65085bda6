/** What fields say of redactions: whether a document has any, and of which types. */
import type { Reader } from '../../platform/records/records.ts'

/** By document the types of its redactions that are in force, as the field `Redaction_Type` says them; others are not there. */
export async function redactionTypesOf(
  read: Reader,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const rows = await read
    .selectFrom('redaction')
    .select('document_id')
    .distinct()
    .where('document_id', 'in', [...ids])
    .where('removed_at', 'is', null)
    .execute()
  return new Map(rows.map(({ document_id }) => [document_id, ofPages]))
}

/** Drawn on pages. */
const ofPages: readonly string[] = ['Pages']
