/** The calls of contracts/company.ts. */
import * as company from '#contracts/company.ts'
import type { CallerContext } from '../http/context.ts'
import { type Route, route } from '../http/route.ts'
import { rankOf, requireOwnCompany } from '../http/scope.ts'
import { countsOf } from '../project/counts.ts'
import { visibleProjects } from '../project/visible.ts'

export const routes: readonly Route[] = [
  route(company.listCompanies, async (ctx, { query }) => {
    const data = await companiesOf(ctx, query.query ?? '')
    return { data, totalCount: data.length }
  }),

  route(company.listProjects, async (ctx, { query }) => {
    requireOwnCompany(ctx.caller, query.companyId)
    const data = await projectRows(ctx, query.companyId)
    return { data, totalCount: data.length }
  }),

  route(company.listOwnProjects, async (ctx) => {
    const data = await projectRows(ctx)
    return { data, totalCount: data.length }
  }),
]

/** The clients that the caller may see, by name; each with the number of its projects that the caller may see. */
async function companiesOf(ctx: CallerContext, text: string): Promise<company.Company[]> {
  const { read } = ctx.records
  let query = read.selectFrom('company').select(['company_id', 'name', 'qa_copilot', 'slack_collection'])
  if (rankOf(ctx.caller) >= 1) query = query.where('company_id', '=', ctx.caller.companyId ?? 0)
  const rows = await query.execute()
  const projects = await visibleProjects(read, ctx.caller)
  const wanted = text.trim().toLowerCase()
  return rows
    .filter((row) => row.name.toLowerCase().includes(wanted))
    .map((row) => ({
      company_id: row.company_id,
      company_name: row.name,
      qa_copilot: row.qa_copilot === 1,
      slack_collection: row.slack_collection === 1,
      projectCount: projects.filter((project) => project.companyId === row.company_id).length,
    }))
    .sort((a, b) => a.company_name.localeCompare(b.company_name, 'en', { numeric: true }))
}

async function projectRows(ctx: CallerContext, companyId?: number): Promise<company.ProjectRow[]> {
  const { read } = ctx.records
  const projects = await visibleProjects(read, ctx.caller, companyId)
  const counts = await countsOf(
    read,
    projects.map((project) => project.projectId),
  )
  return projects.map((project) => {
    const counted = counts.get(project.projectId)
    return {
      projectId: project.projectId,
      projectName: project.name,
      companyId: project.companyId,
      prefix: project.prefix,
      roleName: project.roleName,
      level: project.level,
      documentCount: counted?.documents ?? 0,
      codedCount: counted?.coded ?? 0,
      runningJobs: counted?.runningJobs ?? 0,
      createdAt: project.createdAt,
      lastActivityAt: counted?.lastActivityAt ?? null,
    }
  })
}
