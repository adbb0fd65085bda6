/** Which file was replaced in a document last. */
import type { Reader } from '../../platform/records/records.ts'

/** Text and HTML change only where a file is replaced; `0`: never was. */
export async function lastReplaced(read: Reader, documentId: number): Promise<number> {
  const { last } = await read
    .selectFrom('replaced_file')
    .select((eb) => eb.fn.max<number | null>('replaced_file_id').as('last'))
    .where('document_id', '=', documentId)
    .executeTakeFirstOrThrow()
  return Number(last ?? 0)
}
