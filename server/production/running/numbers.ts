/** Taking the numbers of a production once its pages are counted: one transaction, and it is done or it is not. */
import { appendAudit } from '../../platform/audit/append.ts'
import type { JobRun } from '../../platform/jobs/jobs.ts'
import { batesNumber, numbersNeeded } from '../record/bates.ts'
import { prefixOf, takeNumbers } from '../record/ranges.ts'
import type { StoredRun } from '../record/stored.ts'
import type { ProductionServices } from './job.ts'

/** Rejects where the numbers are not free; nothing of the production has one then. */
export async function takeAll(
  { records, now }: ProductionServices,
  run: JobRun,
  production: StoredRun,
): Promise<void> {
  if (production.first_number !== null || production.settings.numbering.level === 'none') return
  const { production_id: productionId, project_id: projectId, name, documents, pages } = production
  if (documents === null || pages === null) throw new Error('Numbers are taken before the plan is whole.')
  const { numbering } = production.settings
  const { prefix, digits, start } = numbering
  const needed = numbersNeeded(numbering, { documents, pages })
  await records.write('bulk', async (trx) => {
    await run.hold(trx)
    const first = start ?? (await prefixOf(trx, projectId, prefix))?.next ?? 1
    const last = first + needed - 1
    const { created_by: userId } = await trx
      .selectFrom('job')
      .select('created_by')
      .where('job_id', '=', run.jobId)
      .executeTakeFirstOrThrow()
    const at = now()
    await takeNumbers(trx, { projectId, prefix, digits, first, last, productionId, name, userId }, at)
    await trx
      .updateTable('production')
      .set({ first_number: first })
      .where('production_id', '=', productionId)
      .execute()
    await appendAudit(trx, `project:${projectId}`, [
      {
        ...{ at, user: null, action: 'production.numbered', projectId, jobId: run.jobId },
        facts: {
          ...{ productionId, name, documents, pages },
          ...{ first: batesNumber({ prefix, digits }, first), last: batesNumber({ prefix, digits }, last) },
        },
      },
    ])
  })
}
