/** What a collection found is held against what arrived in its source. */
import type { Selectable } from 'kysely'
import type { CollectionReconciliation } from '#contracts/jobs.ts'
import type { JobTable } from '../../platform/jobs/tables.ts'

/** Found = arrived + failed. What arrived is counted in the source, not by the job: so the two can be held together. */
export function collectionReconciliationOf(
  { items_in: found, exceptions: failed }: Pick<Selectable<JobTable>, 'items_in' | 'exceptions'>,
  arrived: number,
): CollectionReconciliation {
  return { found, arrived, failed, unexplained: found - arrived - failed }
}
