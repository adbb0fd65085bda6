/** Reading and changing how a client is set. */
import * as z from 'zod/mini'
import type { BodyOf } from '#contracts/call.ts'
import {
  type ClientInfo,
  type ClientSettings,
  contact,
  type putClientSettings,
} from '#contracts/client-settings.ts'
import { type Company, type ProjectDefaults, projectDefaults } from '#contracts/company.ts'
import { record } from '../../platform/auth/record.ts'
import type { CallerContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { flag } from '../../platform/records/dialect.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import { knownTimeZone } from '../project/time-zone.ts'
import { visibleProjects } from '../project/visible.ts'
import { requireFreeName } from './add.ts'

const contacts = z.array(contact)

/** What a client's new projects start with; `{}` of a client that has never said. */
export function defaultsOf(json: string): ProjectDefaults {
  const kept = projectDefaults.safeParse(JSON.parse(json))
  return kept.success ? kept.data : { timeZone: null, codingForms: true }
}

/** A client that is not deleted; throws where there is none. */
async function clientRow(read: Reader, companyId: number) {
  const row = await read
    .selectFrom('company')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) throw notFound('client')
  return row
}

export async function settingsOf(read: Reader, companyId: number): Promise<ClientSettings> {
  const row = await clientRow(read, companyId)
  return {
    companyId,
    version: row.settings_version,
    name: row.name,
    contacts: contacts.parse(JSON.parse(row.contacts)),
    mfaRequired: row.mfa_required === 1,
    idleMinutes: row.idle_minutes,
    sessionHours: row.session_hours,
    qaCopilot: row.qa_copilot === 1,
    slackCollection: row.slack_collection === 1,
    defaults: defaultsOf(row.defaults),
    supportAllowed: row.support_allowed === 1,
  }
}

/** What whoever administers nothing may know of their client. */
export async function infoOf({ records, caller }: CallerContext, companyId: number): Promise<ClientInfo> {
  const row = await clientRow(records.read, companyId)
  return {
    companyId,
    name: row.name,
    contacts: contacts.parse(JSON.parse(row.contacts)),
    projectCount: (await visibleProjects(records.read, caller, companyId)).length,
  }
}

/** The client as it stands in lists. */
export async function companyOf({ records, caller }: CallerContext, companyId: number): Promise<Company> {
  const row = await clientRow(records.read, companyId)
  return {
    company_id: companyId,
    company_name: row.name,
    qa_copilot: row.qa_copilot === 1,
    slack_collection: row.slack_collection === 1,
    projectCount: (await visibleProjects(records.read, caller, companyId)).length,
    defaults: defaultsOf(row.defaults),
  }
}

/** Contacts are persons: what the trail says of them can be erased. */
const said = ['name', 'mfaRequired', 'idleMinutes', 'sessionHours', 'qaCopilot', 'slackCollection'] as const

/** Puts these settings in the place of those that stand; throws where others changed them meanwhile. */
export async function changeSettings(
  trx: Writer,
  ctx: CallerContext,
  { companyId, ...asked }: BodyOf<typeof putClientSettings>,
): Promise<void> {
  const before = await settingsOf(trx, companyId)
  if (ctx.ifMatch === null)
    throw new ApiError('version.required', 'Send If-Match with the version of the settings.', {
      detail: 'If-Match',
    })
  if (ctx.ifMatch !== String(before.version))
    throw new ApiError(
      'company.stale',
      'Somebody else has changed the settings meanwhile. Look at theirs, then make your change again.',
      { data: before },
    )
  const { timeZone } = asked.defaults
  const after = {
    ...asked,
    defaults: { ...asked.defaults, timeZone: timeZone === null ? null : knownTimeZone(timeZone) },
  }
  const ofStaff = after.qaCopilot !== before.qaCopilot || after.slackCollection !== before.slackCollection
  if (ofStaff && !ctx.can('company.all'))
    throw new ApiError('permission.denied', 'The provider’s staff turn this on and off. Ask them.', {
      detail: 'company.all',
    })
  if (after.name !== before.name) await requireFreeName(trx, after.name, companyId)
  const changed = said.filter((name) => before[name] !== after[name])
  const sameContacts = JSON.stringify(before.contacts) === JSON.stringify(after.contacts)
  const sameDefaults = JSON.stringify(before.defaults) === JSON.stringify(after.defaults)
  if (changed.length === 0 && sameContacts && sameDefaults) return
  await trx
    .updateTable('company')
    .set({
      name: after.name,
      contacts: JSON.stringify(after.contacts),
      mfa_required: flag(after.mfaRequired),
      idle_minutes: after.idleMinutes,
      session_hours: after.sessionHours,
      qa_copilot: flag(after.qaCopilot),
      slack_collection: flag(after.slackCollection),
      defaults: JSON.stringify(after.defaults),
      settings_version: before.version + 1,
    })
    .where('company_id', '=', companyId)
    .execute()
  await record(
    trx,
    ctx,
    ctx.caller,
    {
      action: 'company.settingsChanged',
      facts: {
        companyId,
        version: before.version + 1,
        from: Object.fromEntries(changed.map((name) => [name, before[name]])),
        to: Object.fromEntries(changed.map((name) => [name, after[name]])),
        ...(sameDefaults ? {} : { defaults: after.defaults }),
        ...(sameContacts ? {} : { contacts: after.contacts.length }),
      },
      ...(sameContacts ? {} : { erasable: { contacts: JSON.stringify(after.contacts) } }),
    },
    `company:${companyId}`,
  )
}
