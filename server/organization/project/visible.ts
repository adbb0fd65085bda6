/** Which projects somebody may see, and at what level. */
import { canIn, roleRanks } from '#contracts/permission.ts'
import type { Caller } from '../../platform/http/context.ts'
import { notFound } from '../../platform/http/error.ts'
import { rankOf } from '../../platform/http/scope.ts'
import type { Reader } from '../../platform/records/records.ts'
import { type Standing, standingOf } from './view.ts'

/** A project with what the caller is in it. */
export interface VisibleProject extends Standing {
  readonly projectId: number
  readonly companyId: number
  readonly name: string
  readonly prefix: string
  readonly createdAt: string
  readonly archivedAt: string | null
  readonly level: number
  readonly roleName: string
}

/** The projects that the caller may see, by name; of one client where it is given. */
export async function visibleProjects(
  read: Reader,
  caller: Caller,
  companyId?: number,
): Promise<VisibleProject[]> {
  const rank = rankOf(caller)
  let query = read
    .selectFrom('project as p')
    .leftJoin('project_user as m', (join) =>
      join.onRef('m.project_id', '=', 'p.project_id').on('m.user_id', '=', caller.userId),
    )
    .select(['p.project_id', 'p.company_id', 'p.name', 'p.prefix', 'p.created_at', 'm.role', 'm.granted'])
    .select(['p.walls_version', 'p.batches_only', 'p.wall_filings', 'p.archived_at'])
    .where('p.deleted_at', 'is', null)
    .orderBy('p.project_id')
  if (companyId !== undefined) query = query.where('p.company_id', '=', companyId)
  // The boundary between companies is absolute, whatever a membership row may say.
  if (rank >= 1) query = query.where('p.company_id', '=', caller.companyId ?? 0)
  if (rank > 1) query = query.where('m.role', 'is not', null)
  const rows = await query.execute()
  const now = new Date()
  const seen: VisibleProject[] = []
  for (const row of rows) {
    const stands = await standingOf(read, caller, row, now)
    if (stands === null || !canIn(stands.holder, 'project.view')) continue
    seen.push({
      projectId: row.project_id,
      companyId: row.company_id,
      name: row.name,
      prefix: row.prefix,
      createdAt: row.created_at,
      ...stands,
      level: roleRanks[stands.holder.role],
      roleName: stands.holder.role,
      archivedAt: row.archived_at,
    })
  }
  return seen.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
}

/** Throws the answer for a project that is not there, where the caller may not see this one. */
export async function requireVisibleProject(read: Reader, caller: Caller, projectId: number): Promise<void> {
  const projects = await visibleProjects(read, caller)
  if (!projects.some((project) => project.projectId === projectId)) throw notFound('project')
}
