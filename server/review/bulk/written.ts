/** What a bulk change has written: what an undo of it goes through. */

import { breathe } from '../../platform/records/breathe.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import type { BulkRowTable } from './tables.ts'

/** Documents of one page. */
const pageSize = 5_000

/** The documents of which a bulk change has written something, in ascending order. */
export async function writtenDocuments(read: Reader, jobId: number): Promise<Int32Array> {
  const ids: number[] = []
  for (;;) {
    const rows = await read
      .selectFrom('bulk_row')
      .select('document_id')
      .distinct()
      .where('job_id', '=', jobId)
      .where('outcome', '=', 'written')
      .where('document_id', '>', ids.at(-1) ?? 0)
      .orderBy('document_id')
      .limit(pageSize)
      .execute()
    if (rows.length === 0) return Int32Array.from(ids)
    for (const { document_id } of rows) ids.push(document_id)
    await breathe()
  }
}

/** What a bulk change has written of documents that are named in ascending order. */
export async function writtenRows(
  trx: Writer,
  jobId: number,
  documentIds: readonly number[],
): Promise<BulkRowTable[]> {
  const [first, last] = [documentIds[0], documentIds.at(-1)]
  if (first === undefined || last === undefined) return []
  return await trx
    .selectFrom('bulk_row')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('outcome', '=', 'written')
    // A stretch of the receipt: PostgreSQL goes through all of a receipt that its statistics do not know yet.
    .where('document_id', '>=', first)
    .where('document_id', '<=', last)
    .where('document_id', 'in', documentIds)
    .orderBy('document_id')
    .orderBy('target_id')
    .execute()
}
