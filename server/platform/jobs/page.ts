/** Pages of jobs, newest first. */
import type { ExpressionBuilder } from 'kysely'
import type { Job } from '#contracts/jobs.ts'
import { canIn, type Holder, reachIn } from '#contracts/permission.ts'
import type { Reader } from '../records/records.ts'
import type { Schema } from '../records/schema.ts'
import { presentJob, selectJobs } from './present.ts'

const defaultLimit = 50

interface Page {
  readonly before?: number | undefined
  readonly limit?: number | undefined
}

/** The jobs of these projects that somebody may see who is that in each: all, or those they started. */
export async function pageOfJobs(
  read: Reader,
  userId: number,
  holders: ReadonlyMap<number, Holder>,
  { before, limit }: Page,
): Promise<{ data: Job[]; totalCount: number }> {
  const reaches = [...holders].map(([projectId, holder]) => ({
    projectId,
    reach: reachIn(holder, 'job.view'),
  }))
  const own = reaches.filter(({ reach }) => reach === 'own').map(({ projectId }) => projectId)
  const whole = reaches
    .filter(({ reach }) => reach !== 'own' && reach !== 'no')
    .map(({ projectId }) => projectId)
  if (whole.length + own.length === 0) return { data: [], totalCount: 0 }
  const seen = (eb: ExpressionBuilder<Schema & { j: Schema['job'] }, 'j'>) =>
    eb.or([
      ...(whole.length === 0 ? [] : [eb('j.project_id', 'in', whole)]),
      ...(own.length === 0 ? [] : [eb.and([eb('j.project_id', 'in', own), eb('j.created_by', '=', userId)])]),
    ])
  let page = selectJobs(read).where(seen)
  if (before !== undefined) page = page.where('j.job_id', '<', before)
  const rows = await page
    .orderBy('j.job_id', 'desc')
    .limit(limit ?? defaultLimit)
    .execute()
  const { total } = await read
    .selectFrom('job as j')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(seen)
    .executeTakeFirstOrThrow()
  const data = rows.map((row) =>
    presentJob(row, (capability) => {
      const holder = holders.get(row.project_id)
      return holder !== undefined && canIn(holder, capability)
    }),
  )
  return { data, totalCount: total }
}
