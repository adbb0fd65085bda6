/** Whether a server's jobs have lost anything: their reconciliations are held against each other, and against what has arrived. */
import { collectionReconciliationOf } from '#server/intake/sources/collection-reconciliation.ts'
import { reconciliationOf } from '#server/intake/writing/reconciliation.ts'
import type { Reader } from '#server/platform/records/records.ts'

/** Throws, naming the jobs, where a reconciliation does not add up. It does at each moment: what is written is written with its reconciliation. */
export async function requireBalance(read: Reader): Promise<void> {
  const rows = await read
    .selectFrom('job as j')
    .selectAll('j')
    .select((eb) =>
      eb
        .selectFrom('source_file as f')
        .select((c) => c.fn.countAll<number>().as('n'))
        .whereRef('f.collected_by', '=', 'j.job_id')
        .as('arrived'),
    )
    .where('j.kind', 'in', ['import', 'collect'])
    .orderBy('j.job_id')
    .execute()
  const lost = rows.flatMap((row) => {
    const { unexplained } =
      row.kind === 'import'
        ? reconciliationOf(row)
        : collectionReconciliationOf(row, Number(row.arrived ?? 0))
    const { job_id, kind, title, state } = row
    return unexplained === 0 ? [] : [`job ${job_id} (${kind} "${title}", ${state}): ${unexplained}`]
  })
  if (lost.length > 0)
    throw new Error(`Items are not accounted for by the reconciliation of these jobs: ${lost.join('; ')}.`)
}
