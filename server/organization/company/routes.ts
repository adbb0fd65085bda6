/** The calls of contracts/company.ts. */
import { Readable } from 'node:stream'
import * as client from '#contracts/client-settings.ts'
import * as company from '#contracts/company.ts'
import { listClientJobs } from '#contracts/jobs.ts'
import type { Holder } from '#contracts/permission.ts'
import * as ending from '#contracts/project-end.ts'
import { getSupportSetting, putSupportSetting } from '#contracts/support.ts'
import type { CallerContext } from '../../platform/http/context.ts'
import { sendDownload } from '../../platform/http/download.ts'
import { notFound } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { rankOf, requireOwnCompany } from '../../platform/http/scope.ts'
import { pageOfJobs } from '../../platform/jobs/page.ts'
import { allowSupport, isSupportAllowed } from '../project/support.ts'
import { visibleProjects } from '../project/visible.ts'
import { addCompany } from './add.ts'
import { certificateFile, certificatesOf } from './certificates.ts'
import { deleteCompanies } from './close.ts'
import { changeSettings, companyOf, defaultsOf, infoOf, settingsOf } from './settings.ts'

export const routes: readonly Route[] = [
  route(company.listCompanies, async (ctx, { query }) => {
    const data = await companiesOf(ctx, query.query ?? '')
    return { data, totalCount: data.length }
  }),

  route(company.createCompany, async (ctx, { body }) => {
    const { companyId } = await idempotent(ctx, async (trx) => ({
      companyId: await addCompany(trx, ctx, ctx.caller, body),
    }))
    return companyOf(ctx, companyId)
  }),
  route(company.deleteCompanies, (ctx, { body }) =>
    idempotent(ctx, (trx) => deleteCompanies(trx, ctx, body.companyIds)),
  ),

  route(client.getClientSettings, (ctx, { query }) => settingsOf(ctx.records.read, query.companyId)),
  route(client.putClientSettings, async (ctx, { body }) => {
    await idempotent(ctx, (trx) => changeSettings(trx, ctx, body))
    return settingsOf(ctx.records.read, body.companyId)
  }),
  route(client.getClientInfo, (ctx, { query }) => infoOf(ctx, query.companyId)),
  route(client.getCompany, (ctx, { query }) => companyOf(ctx, query.companyId)),

  route(ending.listCertificates, async (ctx, { query }) => {
    const data = await certificatesOf(ctx.records.read, query.companyId)
    return { data, totalCount: data.length }
  }),
  route(ending.listDeletedClients, async (ctx) => {
    const data = await certificatesOf(ctx.records.read, null)
    return { data, totalCount: data.length }
  }),
  route(ending.getCertificate, async (ctx, { params, query, reply }) => {
    const { name, text } = await certificateFile(ctx.records.read, { ...params, ...query })
    return sendDownload(reply, { name, size: Buffer.byteLength(text), bytes: Readable.from([text]) })
  }),

  route(listClientJobs, async (ctx, { query }) => {
    requireOwnCompany(ctx.caller, query.companyId)
    const projects = await projectsWithJobs(ctx, query.companyId)
    return await pageOfJobs(ctx.records.read, ctx.caller.userId, projects, query)
  }),

  route(getSupportSetting, async (ctx, { query: { companyId } }) => ({
    companyId,
    allowed: await isSupportAllowed(ctx.records.read, companyId),
  })),
  route(putSupportSetting, async (ctx, { body }) => {
    await idempotent(ctx, (trx) => allowSupport(trx, ctx, ctx.caller, body))
    return { companyId: body.companyId, allowed: await isSupportAllowed(ctx.records.read, body.companyId) }
  }),
]

/** The clients that the caller may see, by name; each with the number of its projects that the caller may see. */
async function companiesOf(ctx: CallerContext, text: string): Promise<company.Company[]> {
  const { read } = ctx.records
  let query = read
    .selectFrom('company')
    .select(['company_id', 'name', 'qa_copilot', 'slack_collection', 'defaults'])
    .where('deleted_at', 'is', null)
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
      defaults: defaultsOf(row.defaults),
    }))
    .sort((a, b) => a.company_name.localeCompare(b.company_name, 'en', { numeric: true }))
}

/** The client's projects that the caller may see, with what the caller is in each. */
async function projectsWithJobs(
  { records, caller }: CallerContext,
  companyId: number,
): Promise<Map<number, Holder>> {
  const company = await records.read
    .selectFrom('company')
    .select('company_id')
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (company === undefined) throw notFound('client')
  const projects = await visibleProjects(records.read, caller, companyId)
  return new Map(projects.map(({ projectId, holder }) => [projectId, holder]))
}
