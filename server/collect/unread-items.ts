/** Which items of an import are read again because something in them is locked, or was larger than what was read. */
import type { Reader } from '../records/records.ts'
import type { ImportState } from './import-state.ts'
import { readInRetry } from './read-again.ts'

/** An item, by its path (JSON), and the document that it is. */
export interface UnreadItem {
  readonly rootId: number
  readonly path: string
}

/**
 * Families of the import in which a document is locked, or is not too large any more where items of so many bytes are read;
 * and files that became a document's own where something in that family is so.
 */
export async function unreadItems(
  read: Reader,
  { jobId, becomes }: Pick<ImportState, 'jobId' | 'becomes'>,
  itemBytes: number,
): Promise<UnreadItem[]> {
  const unread = await read
    .selectFrom('exception as x')
    .innerJoin('document as d', 'd.document_id', 'x.document_id')
    .innerJoin('document as f', 'f.document_id', 'd.family_id')
    .select(['f.document_id as familyId', 'f.source_path as path', 'f.job_id as jobId'])
    .distinct()
    .where('x.job_id', '=', jobId)
    .where(readInRetry('x'))
    .where((eb) => eb.or([eb('x.code', '=', 'encrypted'), eb('x.size', '<=', itemBytes)]))
    .where('x.resolution', '=', 'open')
    .orderBy('f.document_id')
    .execute()
  const families = new Set(unread.map(({ familyId }) => familyId))
  const own = unread.flatMap(({ familyId, path, jobId: of }) =>
    of === jobId ? [{ rootId: familyId, path }] : [],
  )
  const replacing: UnreadItem[] = []
  for (const [path, rootId] of becomes) {
    const { family_id } = await read
      .selectFrom('document')
      .select('family_id')
      .where('document_id', '=', rootId)
      .executeTakeFirstOrThrow()
    if (families.has(family_id)) replacing.push({ rootId, path })
  }
  return [...own, ...replacing]
}
