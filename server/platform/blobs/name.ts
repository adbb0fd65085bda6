/** Files that are kept have their place on the record. */
import { slices } from '../records/dialect.ts'
import type { Writer } from '../records/records.ts'

/** Puts kept files on the record. */
export async function nameBlobs(trx: Writer, files: ReadonlyMap<string, number>, at: string): Promise<void> {
  for (const slice of slices([...files], 3))
    await trx
      .insertInto('blob')
      .values(slice.map(([sha256, size]) => ({ sha256, size, at })))
      .onConflict((conflict) => conflict.column('sha256').doNothing())
      .execute()
}
