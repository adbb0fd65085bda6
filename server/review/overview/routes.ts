/** What projects hold, counted: the client home, the overview, custodians. */
import * as company from '#contracts/company.ts'
import * as project from '#contracts/project.ts'
import { getDocumentCount } from '#contracts/settings.ts'
import { custodianId } from '../../organization/project/custodians.ts'
import { visibleProjects } from '../../organization/project/visible.ts'
import type { CallerContext } from '../../platform/http/context.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { requireOwnCompany } from '../../platform/http/scope.ts'
import { limitedReader } from '../documents/door.ts'
import { countsOf, countsOfPart, type ProjectCounts } from './counts.ts'
import { listCustodians } from './custodians.ts'
import { documentCounts } from './document-counts.ts'
import { readReport } from './report.ts'

export const routes: readonly Route[] = [
  route(company.listProjects, async (ctx, { query }) => {
    requireOwnCompany(ctx.caller, query.companyId)
    const data = await projectRows(ctx, query.companyId)
    return { data, totalCount: data.length }
  }),

  route(company.listOwnProjects, async (ctx) => {
    const data = await projectRows(ctx)
    return { data, totalCount: data.length }
  }),
  route(project.getReport, (ctx) => readReport(ctx)),

  route(project.listCustodians, async (ctx) => {
    const all = await listCustodians(ctx.records.read, ctx.project.projectId)
    // Of whom one sees nothing one does not hear.
    const data = ctx.project.view === null ? all : all.filter(({ documentCount }) => documentCount > 0)
    return { data, totalCount: data.length }
  }),

  route(project.createCustodian, async (ctx, { body }) => {
    const { projectId } = ctx.project
    const id = await idempotent(ctx, async (trx) => ({
      custodianId: await custodianId(trx, ctx, ctx.caller, projectId, body.name),
    }))
    const found = (await listCustodians(ctx.records.read, projectId)).find(
      (one) => one.custodianId === id.custodianId,
    )
    return found ?? { ...id, name: body.name, documentCount: 0 }
  }),
  route(getDocumentCount, (ctx) => documentCounts(ctx)),
]

async function projectRows(ctx: CallerContext, companyId?: number): Promise<company.ProjectRow[]> {
  const { read } = ctx.records
  const projects = await visibleProjects(read, ctx.caller, companyId)
  const counts = await countsOf(
    read,
    projects.filter(({ view }) => view === null).map(({ projectId }) => projectId),
  )
  const parts = new Map<number, ProjectCounts>()
  for (const { projectId, view } of projects)
    if (view !== null) parts.set(projectId, await countsOfPart(limitedReader(read, view), projectId))
  return projects.map((project) => {
    const counted = counts.get(project.projectId) ?? parts.get(project.projectId)
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
      archivedAt: project.archivedAt,
    }
  })
}
