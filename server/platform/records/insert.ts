/** Many rows of one table. */
import type { InsertObject } from 'kysely'
import { slices } from './dialect.ts'
import type { Writer } from './records.ts'
import type { Schema } from './schema.ts'

/** Inserts rows that all have the same columns, in as many statements as it takes. */
export async function insertAll<T extends keyof Schema>(
  trx: Writer,
  table: T,
  rows: readonly InsertObject<Schema, T>[],
): Promise<void> {
  for (const slice of slices(rows, Object.keys(rows[0] ?? {}).length))
    await trx.insertInto(table).values(slice).execute()
}
