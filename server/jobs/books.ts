/** The books of a job, from its row: what came in is held against what became of it. */
import type { Selectable } from 'kysely'
import type { CollectionBooks, Reconciliation } from '#contracts/jobs.ts'
import type { JobTable } from '../records/schema.ts'

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
export function booksOf(row: Pick<Row, 'items_in' | Columns>): Omit<Reconciliation, 'notRead'> {
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

/** Found = arrived + failed. What arrived is counted in the source, not by the job: so the two can be held together. */
export function booksOfCollection(
  { items_in: found, exceptions: failed }: Pick<Row, 'items_in' | 'exceptions'>,
  arrived: number,
): CollectionBooks {
  return { found, arrived, failed, unexplained: found - arrived - failed }
}
