/** Clients (companies) and the projects that their users see. */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { id, idParam, instant } from './ids.ts'

export const company = z.object({
  company_id: id,
  company_name: z.string(),
  qa_copilot: z.boolean(),
  slack_collection: z.boolean(),
  projectCount: z.int(),
})
export type Company = z.infer<typeof company>

export const listCompanies = call({
  name: 'company.list',
  method: 'GET',
  path: '/company',
  needs: 'account',
  query: z.strictObject({ query: z.optional(z.string().check(z.maxLength(200))) }),
  reply: listOf(company),
  summary: 'The clients that the user can see.',
})

/** A row of the client home. */
export const projectRow = z.object({
  projectId: id,
  projectName: z.string(),
  companyId: id,
  /** Control number prefix. */
  prefix: z.string(),
  roleName: z.string(),
  /** The user's permission level here; the lower, the more powerful. */
  level: z.number(),
  documentCount: z.int(),
  /** Documents with at least one coded value. */
  codedCount: z.int(),
  runningJobs: z.int(),
  createdAt: instant,
  lastActivityAt: z.nullable(instant),
})
export type ProjectRow = z.infer<typeof projectRow>

export const listProjects = call({
  name: 'company.listProjects',
  method: 'GET',
  path: '/company/project',
  needs: 'account',
  query: z.strictObject({ companyId: z.optional(idParam) }),
  reply: listOf(projectRow),
  summary: 'The projects that the user can see, of one client or of all.',
})

export const listOwnProjects = call({
  name: 'project.list',
  method: 'GET',
  path: '/project',
  needs: 'account',
  reply: listOf(projectRow),
  summary: 'All projects that the user can see, of any client.',
})
