/** The reconciliation of a job, from its row: what came in is held against what became of it. */

import type { Selectable } from 'kysely'
import type { Reconciliation } from '#contracts/jobs.ts'
import type { JobTable } from '../../platform/jobs/tables.ts'

type Row = Selectable<JobTable>
type Columns =
  | 'promoted'
  | 'waiting'
  | 'duplicates'
  | 'de_nisted'
  | 'containers'
  | 'exceptions'
  | 'inline_images'
  | 'filtered'

/** In = promoted + waiting + duplicates + de-NISTed + containers + exceptions + inline images + filtered. */
export function reconciliationOf(row: Pick<Row, 'items_in' | Columns>): Omit<Reconciliation, 'notRead'> {
  const { promoted, waiting, duplicates, containers, exceptions, filtered } = row
  const { de_nisted: deNisted, inline_images: inlineImages } = row
  const accounted =
    promoted + waiting + duplicates + deNisted + containers + exceptions + inlineImages + filtered
  return {
    itemsIn: row.items_in,
    promoted,
    waiting,
    duplicates,
    deNisted,
    containers,
    exceptions,
    inlineImages,
    filtered,
    unexplained: row.items_in - accounted,
  }
}
