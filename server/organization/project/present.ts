/** A project as its callers see it. */
import { canIn, capabilities, changing, type Holder } from '#contracts/permission.ts'
import type { Project } from '#contracts/project.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { notFound } from '../../platform/http/error.ts'
import type { Reader } from '../../platform/records/records.ts'
import { featuresOf } from './features.ts'

/** What somebody is in a project. */
interface Place {
  readonly userId: number
  readonly holder: Holder
  readonly level: number
  readonly roleName: string
}

/** The names of the securable groups that somebody is in. */
async function groupsOf(read: Reader, projectId: number, userId: number): Promise<string[]> {
  const rows = await read
    .selectFrom('securable_group as g')
    .innerJoin('securable_group_user as u', 'u.group_id', 'g.group_id')
    .select('g.name')
    .where('g.project_id', '=', projectId)
    .where('u.user_id', '=', userId)
    .orderBy('g.name')
    .execute()
  return rows.map(({ name }) => name)
}

/** The caller's place in the project that a call names. */
export const placeOf = ({ project, caller }: ProjectContext): Place => ({ ...project, userId: caller.userId })

/** One project with the caller's place in it. */
export async function presentProject(read: Reader, projectId: number, of: Place): Promise<Project> {
  const row = await read
    .selectFrom('project as p')
    .innerJoin('company as c', 'c.company_id', 'p.company_id')
    .selectAll('p')
    .select('c.name as company_name')
    .where('p.project_id', '=', projectId)
    .executeTakeFirst()
  if (row === undefined) throw notFound('project')
  return {
    projectId: row.project_id,
    projectName: row.name,
    companyId: row.company_id,
    companyName: row.company_name,
    prefix: row.prefix,
    roleName: of.roleName,
    level: of.level,
    may: capabilities.filter(
      (capability) =>
        canIn(of.holder, capability) && !(row.archived_at !== null && changing.includes(capability)),
    ),
    settings: {
      timeZone: row.time_zone,
      precedence: row.precedence === 'dtsearch' ? 'dtsearch' : 'standard',
    },
    features: featuresOf(row.features),
    maxTextSize: row.max_text_size,
    propagationEnabled: row.propagation_enabled === 1,
    reviewerTrackingEnabled: row.reviewer_tracking_enabled === 1,
    codingIdleTimeout: row.coding_idle_timeout,
    securableGroups: await groupsOf(read, projectId, of.userId),
    archivedAt: row.archived_at,
  }
}
