/** Which items of an import are read again because something in them is locked. */
import type { Reader } from '../records/records.ts'
import type { ImportState } from './import-state.ts'

/** An item, by its path (JSON), and the document that it is. */
export interface LockedItem {
  readonly rootId: number
  readonly path: string
}

/**
 * Families of the import in which a document is locked; of one that has brought a document's own file that file, where
 * something is that it has brought.
 */
export async function lockedItems(
  read: Reader,
  { jobId, files, becomes }: Pick<ImportState, 'jobId' | 'files' | 'becomes'>,
): Promise<LockedItem[]> {
  const locked = await read
    .selectFrom('exception as x')
    .innerJoin('document as d', 'd.document_id', 'x.document_id')
    .innerJoin('document as f', 'f.document_id', 'd.family_id')
    .select(['f.document_id as rootId', 'f.source_path as path', 'f.job_id as jobId'])
    .distinct()
    .where('x.job_id', '=', jobId)
    .where('x.code', '=', 'encrypted')
    .where('x.resolution', '=', 'open')
    .orderBy('f.document_id')
    .execute()
  if (becomes === null) return locked.filter((family) => family.jobId === jobId)
  return locked.length === 0 ? [] : files.map(({ path }) => ({ rootId: becomes, path: JSON.stringify(path) }))
}
