/** The documents that a job is about: kept in slices when it is asked for, read whole by the job that works on them. */
import * as z from 'zod/mini'
import { breathe } from '../../platform/records/breathe.ts'
import { insertAll } from '../../platform/records/insert.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'

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
  await insertAll(trx, 'job_documents', parts)
}

/**
 * The documents in ascending order, each once; with their families where that was asked for: those of the project that the
 * reader sees.
 */
export async function plannedDocuments(read: Reader, jobId: number, families: boolean): Promise<Int32Array> {
  const ids = new Set<number>()
  for (let part = 0; ; part++) {
    const row = await read
      .selectFrom('job_documents')
      .select('ids')
      .where('job_id', '=', jobId)
      .where('part', '=', part)
      .executeTakeFirst()
    if (row === undefined) break
    for (const id of z.array(z.int()).parse(JSON.parse(row.ids))) ids.add(id)
    await breathe()
  }
  if (families) for (const member of await membersOf(read, jobId, [...ids])) ids.add(member)
  return Int32Array.from(ids).sort()
}

async function membersOf(read: Reader, jobId: number, ids: readonly number[]): Promise<number[]> {
  const members: number[] = []
  const ofJob = read.selectFrom('job').select('project_id').where('job_id', '=', jobId)
  for (let from = 0; from < ids.length; from += familySlice) {
    const slice = ids.slice(from, from + familySlice)
    const rows = await read
      .selectFrom('document as m')
      .select('m.document_id')
      // Ids come from callers: what is of another project is not there.
      .where('m.project_id', '=', ofJob)
      .where('m.family_id', 'in', (eb) =>
        eb.selectFrom('document as d').select('d.family_id').where('d.document_id', 'in', slice),
      )
      .execute()
    for (const { document_id } of rows) members.push(document_id)
    await breathe()
  }
  return members
}
