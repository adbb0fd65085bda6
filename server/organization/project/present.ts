/** A project as its callers see it. */
import * as z from 'zod/mini'
import { feature, type Project } from '#contracts/project.ts'
import { notFound } from '../../platform/http/error.ts'
import type { Reader } from '../../platform/records/records.ts'

const features = z.array(feature)

/** The features that a project's row holds. */
const featuresOf = (json: string): z.infer<typeof features> => features.parse(JSON.parse(json))

/** One project with the caller's place in it. */
export async function presentProject(
  read: Reader,
  projectId: number,
  of: { readonly level: number; readonly roleName: string },
): Promise<Project> {
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
    settings: {
      timeZone: row.time_zone,
      precedence: row.precedence === 'dtsearch' ? 'dtsearch' : 'standard',
    },
    features: featuresOf(row.features),
    maxTextSize: row.max_text_size,
    propagationEnabled: row.propagation_enabled === 1,
    reviewerTrackingEnabled: row.reviewer_tracking_enabled === 1,
    codingIdleTimeout: row.coding_idle_timeout,
    // No group restricts anybody yet, so there is none to name.
    securableGroups: [],
  }
}
