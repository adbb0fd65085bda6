/** Clients (companies) and the projects that their users see. */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { id, idParam, instant } from './ids.ts'

/** What a new project starts with, unless whoever starts it says otherwise. */
export const projectDefaults = z.strictObject({
  /** IANA time zone; null: that of the browser in which it is started. */
  timeZone: z.nullable(z.string()),
  /** Coded with forms; else sorted with tags. */
  codingForms: z.boolean(),
})
export type ProjectDefaults = z.infer<typeof projectDefaults>

export const company = z.object({
  company_id: id,
  company_name: z.string(),
  qa_copilot: z.boolean(),
  slack_collection: z.boolean(),
  projectCount: z.int(),
  /** What the client's new projects start with; absent as an earlier version of the program kept it. */
  defaults: z.optional(projectDefaults),
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

export const companyName = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))

export const createCompany = call({
  name: 'company.create',
  method: 'POST',
  path: '/company',
  needs: 'company.all',
  idempotencyKey: 'optional',
  body: z.strictObject({ name: companyName }),
  reply: company,
  summary: 'Add a client. Its name must be free; its settings are as they are by default.',
})

export const deleteCompanies = call({
  name: 'company.delete',
  method: 'DELETE',
  path: '/company',
  needs: 'system.manage',
  idempotencyKey: 'optional',
  body: z.strictObject({ companyIds: z.array(id).check(z.minLength(1), z.maxLength(100)) }),
  reply: z.void(),
  summary:
    'Delete clients, all of them or none: one with a project that is not deleted is refused. Their people are deactivated.',
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
  /** Since when it is read only; absent or null: it is worked on. */
  archivedAt: z.optional(z.nullable(instant)),
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
