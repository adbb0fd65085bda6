/** What collections say of themselves. */

import type { JobTraits } from '../../platform/jobs/traits.ts'
import { collectionReconciliationOf } from './collection-reconciliation.ts'

export const collectTraits: JobTraits = {
  kind: 'collect',
  items: { stage: 'done', of: 'items' },
  namesFiles: true,
  retry: { helps: () => true },
  columns: (eb) => [
    eb
      .selectFrom('source_file as f')
      .select((c) => c.fn.countAll<number>().as('n'))
      .whereRef('f.collected_by', '=', 'j.job_id')
      .as('arrived'),
  ],
  present: (row) => ({
    // What it will still find is not known before its end.
    secondsLeft: null,
    collected: collectionReconciliationOf(row, Number(row.arrived ?? 0)),
  }),
}
