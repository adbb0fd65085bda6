/** Which documents a bulk change is about: kept in slices, read whole by the job that does it. */
import * as z from 'zod/mini'
import { insertAll } from '../records/insert.ts'
import type { Reader, Writer } from '../records/records.ts'
import type { BulkRowTable } from '../records/schema.ts'

/** Ids of one row. */
const partSize = 5_000
/** Ids of one question about families: the reader answers on the server's own thread. */
const familySlice = 500

/** Puts the documents on the record. */
export async function keepDocuments(
  trx: Writer,
  jobId: number,
  documentIds: ArrayLike<number>,
): Promise<void> {
  const ids = Int32Array.from(documentIds).sort()
  const parts = Array.from({ length: Math.ceil(ids.length / partSize) }, (_, part) => ({
    job_id: jobId,
    part,
    ids: JSON.stringify([...ids.subarray(part * partSize, (part + 1) * partSize)]),
  }))
  await insertAll(trx, 'bulk_documents', parts)
}

/** The documents in ascending order, each once; with their families where that was asked for. */
export async function plannedDocuments(read: Reader, jobId: number, families: boolean): Promise<Int32Array> {
  const ids = new Set<number>()
  for (let part = 0; ; part++) {
    const row = await read
      .selectFrom('bulk_documents')
      .select('ids')
      .where('job_id', '=', jobId)
      .where('part', '=', part)
      .executeTakeFirst()
    if (row === undefined) break
    for (const id of z.array(z.int()).parse(JSON.parse(row.ids))) ids.add(id)
    await othersFirst()
  }
  if (families) for (const member of await membersOf(read, [...ids])) ids.add(member)
  return Int32Array.from(ids).sort()
}

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
      .limit(partSize)
      .execute()
    if (rows.length === 0) return Int32Array.from(ids)
    for (const { document_id } of rows) ids.push(document_id)
    await othersFirst()
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

async function membersOf(read: Reader, ids: readonly number[]): Promise<number[]> {
  const members: number[] = []
  for (let from = 0; from < ids.length; from += familySlice) {
    const slice = ids.slice(from, from + familySlice)
    const rows = await read
      .selectFrom('document as m')
      .select('m.document_id')
      .where('m.family_id', 'in', (eb) =>
        eb.selectFrom('document as d').select('d.family_id').where('d.document_id', 'in', slice),
      )
      .execute()
    for (const { document_id } of rows) members.push(document_id)
    await othersFirst()
  }
  return members
}

/** Lets the server answer whoever came meanwhile. */
const othersFirst = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
