/** Who may collect from which configured folder of the server. Asked for every look and again when the job runs. */
import { accountCan } from '#contracts/permission.ts'
import type { CollectRoot } from '../../platform/collect-from.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { roleOf } from '../../platform/http/scope.ts'
import type { Reader } from '../../platform/records/records.ts'

/** Somebody who collects, and where to. */
export interface Collector {
  readonly projectId: number
  readonly companyId: number
  /** Works for the provider, and so for every client. */
  readonly isStaff: boolean
}

/**
 * A bound folder is for the projects that it is bound to, whoever asks: nobody, the provider's staff included, may bring one
 * client's files into another's project. One that is bound to nothing is for the provider's staff.
 */
export const mayCollectFrom = (
  { companies, projects }: Omit<CollectRoot, 'path'>,
  { companyId, projectId, isStaff }: Collector,
): boolean =>
  companies.length + projects.length === 0
    ? isStaff
    : companies.includes(companyId) || projects.includes(projectId)

/** Whoever calls. */
export const collectorOf = ({ project, can }: ProjectContext): Collector => ({
  projectId: project.projectId,
  companyId: project.companyId,
  isStaff: can('company.all'),
})

/** Whoever asked for a job, as they are by now; nobody's staff once their account is disabled. */
export async function collectorOfJob(read: Reader, jobId: number): Promise<Collector> {
  const { projectId, companyId, role, active } = await read
    .selectFrom('job as j')
    .innerJoin('project as p', 'p.project_id', 'j.project_id')
    .innerJoin('app_user as u', 'u.user_id', 'j.created_by')
    .select(['p.project_id as projectId', 'p.company_id as companyId', 'u.role', 'u.active'])
    .where('j.job_id', '=', jobId)
    .executeTakeFirstOrThrow()
  return {
    projectId,
    companyId,
    isStaff: active === 1 && accountCan(roleOf(role), 'company.all'),
  }
}

/** What folders are bound to that is not there: nobody may collect from these. As the setting names it. */
export async function missingBindings(read: Reader, roots: readonly CollectRoot[]): Promise<string[]> {
  const [companies, projects] = [
    roots.flatMap((root) => root.companies),
    roots.flatMap((root) => root.projects),
  ]
  if (companies.length + projects.length === 0) return []
  const thereIs = {
    companies: await read.selectFrom('company').select('company_id as id').execute(),
    projects: await read.selectFrom('project').select('project_id as id').execute(),
  }
  const missing = (asked: readonly number[], rows: readonly { id: number }[]): number[] =>
    [...new Set(asked)].filter((id) => rows.every((row) => row.id !== id))
  return [
    ...missing(companies, thereIs.companies).map((id) => `company-${id}`),
    ...missing(projects, thereIs.projects).map((id) => `project-${id}`),
  ]
}
