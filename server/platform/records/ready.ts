/** Whether the records answer, to read and to write. */
import { sql } from 'kysely'
import type { Records } from './records.ts'

/** Asks reader and writer. An empty transaction costs no sync; a writer that hangs or has ended shows itself here. */
export async function isReady(records: Records): Promise<boolean> {
  try {
    await sql`select 1`.execute(records.read)
    await records.write('interactive', (trx) => sql`select 1`.execute(trx))
    return true
  } catch {
    return false
  }
}
