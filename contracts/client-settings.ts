/** How a client is set: for its administrators all of it, for everybody else of the client its name and whom to ask. */
import * as z from 'zod/mini'
import { call } from './call.ts'
import { company, companyName, projectDefaults } from './company.ts'
import { id, idParam } from './ids.ts'

/** Contacts of a client at most. */
export const contactsAtMost = 5
/** Minutes without activity, and hours in all, after which sessions of a client's people end. */
export const sessionLimits = { idle: { least: 5, most: 60 }, whole: { least: 1, most: 8 } } as const

/** Somebody to turn to. */
export const contact = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  /** An e-mail address. */
  address: z.string().check(z.trim(), z.maxLength(254), z.email()),
  /** May be empty. */
  phone: z.string().check(z.trim(), z.maxLength(40)),
})
export type Contact = z.infer<typeof contact>

/** What its administrators change together. */
const changeable = {
  name: companyName,
  contacts: z.array(contact).check(z.maxLength(contactsAtMost)),
  /** Everybody of the client needs a second step to sign in. */
  mfaRequired: z.boolean(),
  idleMinutes: z.int().check(z.minimum(sessionLimits.idle.least), z.maximum(sessionLimits.idle.most)),
  sessionHours: z.int().check(z.minimum(sessionLimits.whole.least), z.maximum(sessionLimits.whole.most)),
  /** The provider's staff turn these on and off. */
  qaCopilot: z.boolean(),
  slackCollection: z.boolean(),
  defaults: projectDefaults,
}

export const clientSettings = z.object({
  companyId: id,
  /** For `If-Match`. */
  version: z.int(),
  ...changeable,
  /** Whether the provider's staff may open a support access; changed by `support.putSetting`. */
  supportAllowed: z.boolean(),
})
export type ClientSettings = z.infer<typeof clientSettings>

export const getClientSettings = call({
  name: 'clientSettings.get',
  method: 'GET',
  path: '/company/settings/info_company_admin',
  needs: 'company.manage',
  scope: 'company',
  query: z.strictObject({ companyId: idParam }),
  reply: clientSettings,
  summary: 'All settings of the client.',
})

export const putClientSettings = call({
  name: 'clientSettings.put',
  method: 'PUT',
  path: '/company/settings/info_company_admin',
  needs: 'company.manage',
  scope: 'company',
  idempotencyKey: 'optional',
  ifMatch: 'the version of the settings that were changed',
  body: z.strictObject({ companyId: id, ...changeable }),
  reply: clientSettings,
  summary:
    'Change the settings of the client. Shorter sessions hold from the next request of everybody. 412 with those that stand now.',
})

/** What everybody of the client may know of it. */
export const clientInfo = z.object({
  companyId: id,
  name: z.string(),
  contacts: z.array(z.object({ name: z.string(), address: z.string(), phone: z.string() })),
  /** Projects of the client in which the caller has business. */
  projectCount: z.int(),
})
export type ClientInfo = z.infer<typeof clientInfo>

export const getClientInfo = call({
  name: 'clientSettings.info',
  method: 'GET',
  path: '/company/settings/info_none_admin',
  needs: 'company.view',
  scope: 'company',
  query: z.strictObject({ companyId: idParam }),
  reply: clientInfo,
  summary: 'Name and contacts of the client, and how many of its projects the caller sees.',
})

export const getCompany = call({
  name: 'clientSettings.company',
  method: 'GET',
  path: '/company/settings/info_company',
  needs: 'company.view',
  scope: 'company',
  query: z.strictObject({ companyId: idParam }),
  reply: company,
  summary: 'The client as it stands in the list of clients.',
})
