/** What a bulk change has for each document of its own: kept in slices when it is asked for, read whole by its job. */
import * as z from 'zod/mini'
import { type CodedValue, codedValue } from '#contracts/coding.ts'
import { breathe } from '../../platform/records/breathe.ts'
import { insertAll } from '../../platform/records/insert.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'

/** Values by document: a field and what becomes of it. A custom id stands in the place of `customIdTarget`. */
export type BulkValues = ReadonlyMap<number, readonly (readonly [fieldId: number, value: CodedValue])[]>

/** In place of a field: the custom id. */
export const customIdTarget = 0

/** Documents of one row. */
const partSize = 1_000

const stored = z.array(z.tuple([z.int(), z.array(z.tuple([z.int(), codedValue]))]))

/** Puts the values on the record. */
export async function keepValues(trx: Writer, jobId: number, values: BulkValues): Promise<void> {
  const all = [...values]
  const parts = Array.from({ length: Math.ceil(all.length / partSize) }, (_, part) => ({
    job_id: jobId,
    part,
    rows: JSON.stringify(all.slice(part * partSize, (part + 1) * partSize)),
  }))
  await insertAll(trx, 'bulk_values', parts)
}

/** Null where a bulk change has none. */
export async function valuesOf(read: Reader, jobId: number): Promise<BulkValues | null> {
  const values = new Map<number, readonly (readonly [number, CodedValue])[]>()
  for (let part = 0; ; part++) {
    const row = await read
      .selectFrom('bulk_values')
      .select('rows')
      .where('job_id', '=', jobId)
      .where('part', '=', part)
      .executeTakeFirst()
    if (row === undefined) return part === 0 ? null : values
    for (const [documentId, own] of stored.parse(JSON.parse(row.rows))) values.set(documentId, own)
    await breathe()
  }
}
