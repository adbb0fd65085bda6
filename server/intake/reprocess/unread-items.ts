/** Which items of an import are read again because something in them was not read. */
import type { Reader } from '../../platform/records/records.ts'
import type { ImportState } from '../writing/import-state.ts'
import { readInRetry } from './read-again.ts'

/** An item, by its path (JSON), and the document that it is. */
export interface UnreadItem {
  readonly rootId: number
  readonly path: string
}

/**
 * Families of the import in which a document is locked, or was too large and is not any more where items of so many bytes are
 * read; of an import that has brought a document's own file that file, where something is that came with it. Of these
 * exceptions only, where some are named.
 */
export async function unreadItems(
  read: Reader,
  { jobId, files, becomes, inArchive }: Pick<ImportState, 'jobId' | 'files' | 'becomes' | 'inArchive'>,
  itemBytes: number,
  only: readonly number[] | null,
): Promise<UnreadItem[]> {
  const unread = await read
    .selectFrom('exception as x')
    .innerJoin('document as d', 'd.document_id', 'x.document_id')
    .innerJoin('document as f', 'f.document_id', 'd.family_id')
    .select(['f.document_id as rootId', 'f.source_path as path', 'f.job_id as jobId'])
    .distinct()
    .where('x.job_id', '=', jobId)
    .where(readInRetry('x'))
    .where((eb) => eb.or([eb('x.code', '=', 'encrypted'), eb('x.size', '<=', itemBytes)]))
    .where('x.resolution', '=', 'open')
    .$if(only !== null, (query) => query.where('x.exception_id', 'in', only ?? []))
    .orderBy('f.document_id')
    .execute()
  if (becomes === null) return unread.filter((family) => family.jobId === jobId)
  if (unread.length === 0) return []
  const rootId = inArchive ? await firstOf(read, jobId) : becomes
  return files.map(({ path }) => ({ rootId, path: JSON.stringify(path) }))
}

/** The document that a file became: what stands in it came behind it. */
async function firstOf(read: Reader, jobId: number): Promise<number> {
  const { first } = await read
    .selectFrom('document')
    .select((eb) => eb.fn.min('document_id').as('first'))
    .where('job_id', '=', jobId)
    .executeTakeFirstOrThrow()
  return first
}
