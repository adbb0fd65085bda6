/** Has the search take what a production says of its documents, once it stands or has fallen. */

import type { JobRun } from '../../platform/jobs/jobs.ts'
import { insertAll } from '../../platform/records/insert.ts'
import type { Writer } from '../../platform/records/records.ts'
import type { ProductionServices } from './job.ts'

/** Documents that are queued at once. */
const step = 500

/** Behind a production that is produced: a run that was cut here is run again, and queues them once more. */
export async function tellIndex(
  { records }: Pick<ProductionServices, 'records'>,
  run: JobRun,
  productionId: number,
): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await records.read
      .selectFrom('production_document')
      .select(['place', 'document_id'])
      .where('production_id', '=', productionId)
      .where('place', '>', after)
      .orderBy('place')
      .limit(step)
      .execute()
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.place
    await run.beat('Numbers for the search')
    await records.write('bulk', async (trx) => {
      await run.hold(trx)
      await queueFacts(
        trx,
        run.projectId,
        rows.map(({ document_id }) => document_id),
      )
    })
  }
}

/** In the transaction of what changes their facts. */
export const queueFacts = (trx: Writer, projectId: number, ids: readonly number[]): Promise<void> =>
  insertAll(
    trx,
    'index_queue',
    ids.map((id) => ({ project_id: projectId, document_id: id, what: 'facts' })),
  )
