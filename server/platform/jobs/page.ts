/** Pages of jobs, newest first. */
import type { Job } from '#contracts/jobs.ts'
import { rankCan, roleRanks } from '#contracts/permission.ts'
import type { Reader } from '../records/records.ts'
import { presentJob, selectJobs } from './present.ts'

const defaultLimit = 50

interface Page {
  readonly before?: number | undefined
  readonly limit?: number | undefined
}

/** The jobs of these projects, as somebody sees them who has that level in each. */
export async function pageOfJobs(
  read: Reader,
  /** With what the caller is in each. */
  levels: ReadonlyMap<number, number>,
  { before, limit }: Page,
): Promise<{ data: Job[]; totalCount: number }> {
  const projects = [...levels.keys()]
  if (projects.length === 0) return { data: [], totalCount: 0 }
  let page = selectJobs(read).where('j.project_id', 'in', projects)
  if (before !== undefined) page = page.where('j.job_id', '<', before)
  const rows = await page
    .orderBy('j.job_id', 'desc')
    .limit(limit ?? defaultLimit)
    .execute()
  const { total } = await read
    .selectFrom('job')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('project_id', 'in', projects)
    .executeTakeFirstOrThrow()
  const data = rows.map((row) =>
    presentJob(row, (capability) => rankCan(levels.get(row.project_id) ?? roleRanks.Default, capability)),
  )
  return { data, totalCount: total }
}
