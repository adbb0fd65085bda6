/** Jobs that nobody works on any more although their leases stand. */
import { isGone } from '../process-id.ts'
import type { Reader, Records } from '../records/records.ts'

/**
 * Frees the jobs of workers that are certainly dead, without waiting for their leases to end. What such a worker had under
 * way cannot commit any more: on SQLite it died with it, on PostgreSQL this transaction comes after it in turn, and every
 * transaction of a run makes sure of its lease.
 */
export async function freeAbandoned(records: Records): Promise<void> {
  const abandoned = async (reader: Reader): Promise<number[]> => {
    const rows = await reader
      .selectFrom('job')
      .select(['job_id', 'lease_owner'])
      .where('lease_owner', 'is not', null)
      .execute()
    return rows.filter((row) => isGone(row.lease_owner ?? '')).map((row) => row.job_id)
  }
  if ((await abandoned(records.read)).length === 0) return
  await records.write('interactive', async (trx) => {
    const jobs = await abandoned(trx)
    if (jobs.length === 0) return
    await trx
      .updateTable('job')
      .set({ lease_owner: null, lease_until: null })
      .where('job_id', 'in', jobs)
      .execute()
  })
}
