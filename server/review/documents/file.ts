/** The file of a document, which another may take the place of. */
import type { Reader } from '../../platform/records/records.ts'

/** A document and the file that it had when somebody began to work on it. */
export interface DocumentFile {
  readonly documentId: number
  readonly sha256: string
}

/** Whether the document has this file still: what was made of another says nothing of it. */
export async function hasFile(read: Reader, { documentId, sha256 }: DocumentFile): Promise<boolean> {
  const row = await read
    .selectFrom('document')
    .select('sha256')
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  return row?.sha256 === sha256
}
