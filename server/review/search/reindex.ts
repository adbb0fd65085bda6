/** The job that builds a project's search index anew, from its records. */

import type { JobKind, JobRun } from '../../platform/jobs/jobs.ts'
import type { JobTraits } from '../../platform/jobs/traits.ts'
import type { Services } from '../../platform/services.ts'

export const reindexTraits: JobTraits = { kind: 'reindex', items: { stage: 'indexed', of: 'documents' } }

/** The job kind `reindex`. The old index serves until the new one is whole; stopped half-way, it stays. */
export function reindexKind({ records, search }: Pick<Services, 'records' | 'search'>): JobKind {
  const show = (run: JobRun, counts: { items_total?: number; items_done: number }): Promise<void> =>
    records.write('bulk', async (trx) => {
      await run.hold(trx)
      await trx.updateTable('job').set(counts).where('job_id', '=', run.jobId).execute()
    })
  return {
    kind: 'reindex',
    run: async (run) => {
      const { total } = await records.read
        .selectFrom('document')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .where('project_id', '=', run.projectId)
        .executeTakeFirstOrThrow()
      await show(run, { items_total: total, items_done: 0 })
      await search.rebuild(run.projectId, async (documents) => {
        await run.beat(null)
        await show(run, { items_done: documents })
      })
    },
  }
}
