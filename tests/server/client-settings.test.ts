/** How a client is set, who changes it, and how clients come and go. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getToken } from '#contracts/auth.ts'
import {
  getClientInfo,
  getClientSettings,
  getCompany,
  putClientSettings,
} from '#contracts/client-settings.ts'
import { createCompany, deleteCompanies, listCompanies } from '#contracts/company.ts'
import { invitePeople } from '#contracts/invitations.ts'
import { createProject } from '#contracts/project.ts'
import { costlyDialects, startServer, type TestServer, type TestUser } from './harness.ts'
import { trail } from './people.ts'

const minute = 60_000

describe.each(costlyDialects)('settings of a client, on %s', (dialect) => {
  let server: TestServer
  let company: number
  let admin: TestUser
  let staff: TestUser
  let reviewer: TestUser
  beforeAll(async () => {
    server = await startServer({ dialect, work: false })
    company = await server.company('Northwind Energy')
    admin = await server.user({ role: 'ClientAdmin', companyId: company })
    staff = await server.user({ role: 'SystemAdmin' })
    reviewer = await server.user({ role: 'Reviewer', companyId: company })
  })
  afterAll(() => server.close())

  /** As its administrator has set it up, with a sign-in that is under way. */
  const withProvider = (companyId: number, domain: string) =>
    server.services.records.write('interactive', async (trx) => {
      const at = new Date().toISOString()
      await trx
        .insertInto('sso_config')
        .values({
          ...{
            company_id: companyId,
            provider_id: 'idp',
            sso_url: 'https://idp.example',
            certificates: '[]',
          },
          ...{ email_claim: '', name_claim: '', state: 'on', forced: 0, exceptions: '[]' },
          ...{ creates_accounts: 0, provider_mfa: 0, version: 1, tried: null, changed_at: at },
        })
        .execute()
      await trx.insertInto('sso_domain').values({ domain, company_id: companyId }).execute()
      await trx
        .insertInto('saml_request')
        .values({
          ...{ request_id: '_1', company_id: companyId, purpose: 'signIn', relay_hash: 'r', state: 'open' },
          ...{ browser_hash: null, by_user: null, user_id: null, message: null },
          ...{ created_at: at, expires_at: at },
        })
        .execute()
    })
  const get = async (by: TestUser, companyId = company) =>
    server.call(by, getClientSettings, { query: { companyId } })
  const change = async (by: TestUser, asked: object, version?: number) => {
    const now = (await get(admin)).data
    const { version: current, supportAllowed: _, ...body } = now
    const ifMatch = String(version ?? current)
    return server.call(by, putClientSettings, { body: { ...body, ...asked }, ifMatch })
  }

  it('[entity-company] [rest-any-company-info-company-admin] an administrator changes all of it at once, and the trail says what was and what became', async () => {
    const contacts = [{ name: 'Ida Roth', address: 'ida@northwind.example', phone: '+1 713 555 0100' }]
    const defaults = { timeZone: 'America/Chicago', codingForms: false }
    const saved = await change(admin, { contacts, defaults, idleMinutes: 20, mfaRequired: true })
    expect(saved.data).toMatchObject({ contacts, defaults, idleMinutes: 20, mfaRequired: true, version: 1 })
    const said = (await trail(server, `company:${company}`)).at(-1)
    expect(said).toMatchObject({
      action: 'company.settingsChanged',
      facts: { from: { idleMinutes: 60, mfaRequired: false }, to: { idleMinutes: 20, mfaRequired: true } },
    })
    // Contacts are persons: they stand beside what is hashed, and can be erased.
    expect(said?.text).not.toContain('Ida')
    expect(said?.beside.contacts).toContain('Ida Roth')
    const { data } = (await server.call(admin, listCompanies)).data
    expect(data[0]?.defaults).toEqual(defaults)
    await change(admin, { idleMinutes: 60, mfaRequired: false })
  })

  it('two administrators at once: the second gets both, and overwrites nothing', async () => {
    const { version } = (await get(admin)).data
    expect((await change(admin, { sessionHours: 6 }, version)).status).toBe(200)
    const late = await change(admin, { sessionHours: 4 }, version)
    expect(late.error).toMatchObject({
      code: 'company.stale',
      data: { sessionHours: 6, version: version + 1 },
    })
    expect((await get(admin)).data.sessionHours).toBe(6)
    const { supportAllowed: _, version: __, ...body } = (await get(admin)).data
    expect((await server.call(admin, putClientSettings, { body })).error.code).toBe('version.required')
    await change(admin, { sessionHours: 8 })
  })

  it.each([
    ['idleMinutes', 4],
    ['idleMinutes', 61],
    ['sessionHours', 0],
    ['sessionHours', 9],
    ['name', '  '],
    ['contacts', [{ name: 'Ida', address: 'nowhere', phone: '' }]],
    ['contacts', Array.from({ length: 6 }, () => ({ name: 'I', address: 'i@x.example', phone: '' }))],
    ['defaults', { timeZone: 'Mars/Olympus', codingForms: true }],
  ])('refuses %s of %j', async (name, value) => {
    const before = (await get(admin)).data
    expect((await change(admin, { [name]: value })).error.code).toBe('request.invalid')
    expect((await get(admin)).data).toEqual(before)
  })

  it('[company-settings-by-role] the flags are the provider’s to set, and an administrator sees them', async () => {
    expect((await change(admin, { qaCopilot: true })).status).toBe(403)
    expect((await change(staff, { qaCopilot: true, slackCollection: true })).status).toBe(200)
    expect((await get(admin)).data).toMatchObject({ qaCopilot: true, slackCollection: true })
    // What stays as it is is nobody's change.
    expect((await change(admin, { idleMinutes: 30 })).status).toBe(200)
    expect((await change(reviewer, { idleMinutes: 60 })).status).toBe(403)
    await change(admin, { idleMinutes: 60 })
  })

  it('[rest-any-company-info-none-admin] [rest-get-company-info-company] [company-settings-by-role] whoever is no administrator sees name, contacts and their own projects', async () => {
    const project = await server.project(company, { name: 'One', prefix: 'ONE' })
    await server.project(company, { name: 'Two', prefix: 'TWO' })
    await server.member(project, reviewer.userId, 'Reviewer')
    const info = (await server.call(reviewer, getClientInfo, { query: { companyId: company } })).data
    expect(Object.keys(info).sort()).toEqual(['companyId', 'contacts', 'name', 'projectCount'])
    expect(info).toMatchObject({ name: 'Northwind Energy', projectCount: 1 })
    const row = await server.call(reviewer, getCompany, { query: { companyId: company } })
    expect(row.data).toMatchObject({ company_id: company, company_name: 'Northwind Energy', projectCount: 1 })
    expect((await get(reviewer)).status).toBe(403)
    const other = await server.company()
    expect((await server.call(reviewer, getClientInfo, { query: { companyId: other } })).status).toBe(404)
    expect((await server.call(admin, getClientSettings, { query: { companyId: other } })).status).toBe(404)
  })

  it('shorter sessions end at the next request, and longer ones go on', async () => {
    const person = await server.user({ role: 'Reviewer', companyId: company })
    const began = Date.now()
    const at = async (ms: number) => {
      server.setNow(new Date(began + ms))
      try {
        return (await server.call(person, listCompanies)).status
      } finally {
        server.setNow(null)
      }
    }
    expect(await at(9 * minute)).toBe(200)
    await change(admin, { idleMinutes: 10, sessionHours: 1 })
    expect(await at(18 * minute)).toBe(200)
    expect(await at(29 * minute)).toBe(401)
    await change(admin, { idleMinutes: 60 })
    // Not ended for good by an idle time that was shorter for a while.
    expect(await at(29 * minute)).toBe(200)
    const told = await server.call(person, getToken)
    expect(told.data.idleMs).toBe(60 * minute)
    expect(Date.parse(told.data.expiresAt)).toBeLessThanOrEqual(began + 61 * minute)
    expect(await at(61 * minute)).toBe(401)
    await change(admin, { sessionHours: 8 })
    expect(await at(61 * minute)).toBe(200)
  })

  it('[rest-any-company] [rest-delete-company] the provider adds clients and deletes those without projects, with their people', async () => {
    expect((await server.call(admin, createCompany, { body: { name: 'Mine' } })).status).toBe(403)
    const made = (await server.call(staff, createCompany, { body: { name: '  Harbor Shipping ' } })).data
    expect(made).toMatchObject({ company_name: 'Harbor Shipping', projectCount: 0 })
    const again = await server.call(staff, createCompany, { body: { name: 'harbor shipping' } })
    expect(again.error).toMatchObject({ code: 'conflict', detail: 'name' })
    const companyId = made.company_id
    const clerk = await server.user({ role: 'ClientAdmin', companyId })
    const provider = await server.user({ role: 'ProviderAdmin' })
    const body = { companyIds: [companyId, company] }
    expect((await server.call(provider, deleteCompanies, { body })).status).toBe(403)
    const kept = await server.call(staff, deleteCompanies, { body })
    expect(kept.error.message).toBe(
      'Northwind Energy still has “One” and 1 more. Archive and delete its projects first.',
    )
    // All or none.
    expect((await get(clerk, companyId)).status).toBe(200)
    const groups = [{ role: 'Default', projects: [], people: [{ email: 'late@harbor.example' }] }]
    const invited = await server.call(clerk, invitePeople, { body: { companyId, groups, dryRun: false } })
    expect(invited.status).toBe(200)
    await withProvider(companyId, 'harbor.example')
    expect((await server.call(staff, deleteCompanies, { body: { companyIds: [companyId] } })).status).toBe(
      204,
    )
    expect((await get(clerk, companyId)).status).toBe(401)
    expect((await get(staff, companyId)).status).toBe(404)
    // No way in is left.
    const { read } = server.services.records
    const invitations = read.selectFrom('invitation').select('revoked_at').where('company_id', '=', companyId)
    expect(await invitations.execute()).toEqual([{ revoked_at: expect.any(String) }])
    for (const table of ['sso_config', 'sso_domain', 'saml_request'] as const)
      expect(await read.selectFrom(table).selectAll().where('company_id', '=', companyId).execute()).toEqual(
        [],
      )
    const project = {
      ...{ companyId, projectName: 'Late', prefix: 'L', timeZone: 'UTC', codingForms: true },
    }
    expect((await server.call(staff, createProject, { body: project })).status).toBe(404)
    const { data } = (await server.call(staff, listCompanies)).data
    expect(data.map(({ company_name }) => company_name)).not.toContain('Harbor Shipping')
    // Its name is free again.
    expect((await server.call(staff, createCompany, { body: { name: 'Harbor Shipping' } })).status).toBe(200)
    const said = (await trail(server, `company:${companyId}`)).map(({ action }) => action)
    expect(said.slice(-3)).toEqual(['invitation.revoked', 'sso.removed', 'company.deleted'])
  })
})
