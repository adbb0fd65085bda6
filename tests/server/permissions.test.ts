/** Every call × every role × {own project, another of the same client, one of another client}, from the contracts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyCall, headers, pathOf } from '#contracts/call.ts'
import { messages } from '#contracts/errors.ts'
import { allCalls } from '#contracts/index.ts'
import {
  accountCan,
  type Capability,
  canIn,
  capabilities,
  grantable,
  type RoleName,
  roleNames,
  roleRanks,
} from '#contracts/permission.ts'
import { createProject, getProject } from '#contracts/project.ts'
import { allRoutes } from '#server/areas.ts'
import { goesByCookie, openSession } from '#server/platform/auth/sessions.ts'
import { routesMissing } from '#server/platform/http/app.ts'
import { route } from '#server/platform/http/route.ts'
import { costlyDialects, requestOf, startServer, type TestServer, type TestUser } from './harness.ts'

type Place = 'own' | 'other' | 'foreign'
const places: readonly Place[] = ['own', 'other', 'foreign']

const dataCalls = allCalls.filter(({ needs }) => needs !== 'public' && needs !== 'session')
const closedCalls = allCalls.filter(({ needs }) => needs !== 'public')
const isCapability = (needs: string): needs is Capability => capabilities.some((known) => known === needs)

/** What somebody may do there: nothing was granted, or all that can be (of the provider's staff: an access is open). */
type Means = 'bare' | 'granted'

/**
 * The matrix of roles and capabilities, written out on purpose: what the domain says, for the program's own table to be held
 * against. What a role may do in a project in which its holder has a role.
 */
const everyMember: readonly Capability[] = ['project.view', 'document.view', 'document.search']
const reviewer: readonly Capability[] = [
  ...everyMember,
  ...(['coding.save', 'tag.apply', 'batch.take', 'codingForm.read', 'audit.own'] as const),
  'redaction.see',
]
const manager: readonly Capability[] = [
  ...reviewer,
  ...(['coding.bulk', 'coding.bulkOfOthers', 'assignment.manage', 'codingForm.manage'] as const),
  ...(['redaction.draw', 'redaction.ofOthers', 'redaction.clear', 'search.share'] as const),
  ...(['tag.manage', 'audit.project', 'collect.view', 'job.view', 'production.view'] as const),
  'privilegeLog.edit',
]
const support: readonly Capability[] = [
  ...manager,
  'apiKey.use',
  ...(['document.download', 'ocr.run', 'text.derive', 'collect.manage', 'job.control'] as const),
  ...(['production.download', 'production.manage', 'export.run'] as const),
]
const projectManager: readonly Capability[] = [
  ...support,
  ...(['project.manage', 'user.manage', 'wall.manage'] as const),
  ...(['production.rollback', 'production.deliver'] as const),
]
const clientAdmin: readonly Capability[] = [...projectManager, 'project.archive']
/** What the provider's staff may without a look at documents. */
const staff: readonly Capability[] = [
  ...(['project.view', 'codingForm.read', 'assignment.manage', 'codingForm.manage', 'tag.manage'] as const),
  ...(['job.view', 'job.control', 'project.manage', 'user.manage', 'wall.manage', 'support.open'] as const),
  'project.archive',
]
const looking: readonly Capability[] = [
  ...(['document.view', 'document.search', 'audit.own', 'ocr.run', 'audit.project'] as const),
  ...(['collect.view', 'collect.manage', 'redaction.see', 'production.view'] as const),
]
const inProject: Readonly<Record<RoleName, Readonly<Record<Means, readonly Capability[]>>>> = {
  SystemAdmin: { bare: staff, granted: [...looking, 'document.download'] },
  ProviderAdmin: { bare: staff, granted: looking },
  ClientAdmin: { bare: clientAdmin, granted: [] },
  ProjectManager: { bare: projectManager, granted: [] },
  LitigationSupport: { bare: support, granted: ['production.rollback'] },
  ReviewManager: {
    bare: manager,
    granted: ['document.download', 'ocr.run', 'text.derive', 'production.download', 'export.run'],
  },
  SeniorReviewer: {
    bare: [...reviewer, 'job.view', 'redaction.draw', 'production.view'],
    granted: ['document.download', 'coding.bulk', 'redaction.ofOthers', 'privilegeLog.edit'],
  },
  Reviewer: { bare: reviewer, granted: ['redaction.draw'] },
  Default: {
    bare: ['audit.own'],
    granted: ['project.view', 'document.view', 'document.search', 'codingForm.read'],
  },
}
/** A client administrator in a project of the client in which they have no role. */
const codes: readonly Capability[] = [
  ...(['coding.save', 'tag.apply', 'batch.take'] as const),
  ...(['redaction.draw', 'redaction.ofOthers', 'redaction.clear', 'redaction.see'] as const),
  'privilegeLog.edit',
]
const atClient = clientAdmin.filter((capability) => !codes.includes(capability))
/** What an account may outside of projects. */
const byAccount: Readonly<Record<RoleName, readonly Capability[]>> = {
  SystemAdmin: [
    ...(['company.view', 'company.sso', 'project.create', 'company.manage', 'company.people'] as const),
    ...(['company.all', 'system.view', 'system.manage'] as const),
  ],
  ProviderAdmin: [
    ...(['company.view', 'company.sso', 'project.create', 'company.manage', 'company.people'] as const),
    ...(['company.all', 'system.view'] as const),
  ],
  ClientAdmin: [
    ...(['company.view', 'company.support', 'company.sso', 'project.create'] as const),
    ...(['company.manage', 'company.people'] as const),
  ],
  ProjectManager: ['company.view'],
  LitigationSupport: ['company.view'],
  ReviewManager: ['company.view'],
  SeniorReviewer: ['company.view'],
  Reviewer: ['company.view'],
  Default: ['company.view'],
}
const outside: readonly Capability[] = [...byAccount.SystemAdmin, 'company.support']

/** Null: nobody who may know of the project. */
function mayThere(role: RoleName, place: Place, means: Means): readonly Capability[] | null {
  const { bare, granted } = inProject[role]
  const all = means === 'granted' ? [...bare, ...granted] : bare
  if (roleRanks[role] < 1) return all
  if (place === 'foreign') return null
  if (role === 'ClientAdmin') return place === 'own' ? clientAdmin : atClient
  return place === 'own' ? all : null
}

/** What admission answers. Let in, the call stops at a query parameter that no call has: nothing is done. */
function expected(call: AnyCall, role: RoleName, place: Place, means: Means = 'bare'): number {
  if (!isCapability(call.needs)) return 400
  if (call.scope !== 'project') return byAccount[role].includes(call.needs) ? 400 : 403
  const may = mayThere(role, place, means)
  if (may === null) return 404
  return may.includes(call.needs) ? 400 : 403
}

describe('the roles', () => {
  it('[role-systemadmin] [role-provider-staff-admin] [role-clientadmin] [role-projectmanager] [role-litigationsupport] [role-reviewmanager] [role-seniorreviewer] [role-reviewer] [role-default] have their ranks', () => {
    // Written out on purpose: what the specification says, for the contract's own table to be held against.
    expect(roleRanks).toEqual({
      SystemAdmin: 0,
      ProviderAdmin: 0.5,
      ClientAdmin: 1,
      ProjectManager: 2,
      LitigationSupport: 3,
      ReviewManager: 4,
      SeniorReviewer: 5,
      Reviewer: 6,
      Default: 7,
    })
  })

  it('[open-role-capabilities] may do what the matrix of roles and capabilities says', () => {
    for (const role of roleNames)
      for (const means of ['bare', 'granted'] as const) {
        const { bare, granted } = inProject[role]
        const may = means === 'granted' ? [...bare, ...granted] : bare
        const holder = {
          role,
          member: true,
          support: means === 'granted',
          granted: new Set(means === 'granted' ? grantable(role) : []),
          walled: false,
        }
        const held = capabilities.filter((capability) => canIn(holder, capability))
        expect({ role, means, held: held.filter((one) => !outside.includes(one)).toSorted() }).toEqual({
          ...{ role, means },
          held: may.toSorted(),
        })
        expect(
          capabilities
            .filter((capability) => accountCan(role, capability) && outside.includes(capability))
            .toSorted(),
        ).toEqual(byAccount[role].toSorted())
      }
  })

  it('[role-lower-more-powerful] stand by rank: the stronger acts on the weaker, and rank alone allows nothing', () => {
    const ranks = roleNames.map((role) => roleRanks[role])
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
    // The strongest role does not code, whatever was opened to it.
    expect(inProject.SystemAdmin.granted).not.toContain('coding.save')
  })
})

describe('the contracts', () => {
  it('leave to open sessions only what signing in needs', () => {
    const open = allCalls.filter(({ needs }) => needs === 'public' || needs === 'session')
    expect(open.map(({ name }) => name).sort()).toEqual(
      [
        'auth.login',
        'auth.forgot',
        'auth.checkReset',
        'auth.findSso',
        'auth.landSso',
        'sso.response',
        'auth.resetPassword',
        'auth.readInvitation',
        'auth.acceptInvitation',
        'auth.askForInvitation',
        'auth.openMfa',
        'auth.confirmMfa',
        'auth.getToken',
        'auth.deleteToken',
        'auth.getLicence',
        'auth.acceptLicence',
        'auth.deleteLicence',
        'auth.getProfile',
      ].sort(),
    )
  })

  it('name a capability for everything that belongs to a project, and check it there', () => {
    const elsewhere = new Set<string>(outside)
    for (const { name, needs, scope } of dataCalls) {
      if (isCapability(needs))
        expect({ name, inProject: scope === 'project' }).toEqual({ name, inProject: !elsewhere.has(needs) })
      else expect({ name, scope }).not.toEqual({ name, scope: 'project' })
    }
  })
})

describe.each(costlyDialects)('who may do what, on %s', (dialect) => {
  let server: TestServer
  const projects = { own: 0, other: 0, foreign: 0 }
  const companies = { own: 0, foreign: 0 }
  const users = { bare: new Map<RoleName, TestUser>(), granted: new Map<RoleName, TestUser>() }
  const userOf = (role: RoleName, means: Means = 'bare'): TestUser =>
    users[means].get(role) ?? expect.fail(`no user for ${role}`)

  beforeAll(async () => {
    const routes = allRoutes()
    // A call that nobody answers yet is admitted by the same rules.
    const missing = allCalls
      .filter((call) => routesMissing(routes).includes(call.name))
      .map((call) => route(call, () => Promise.reject(new Error(call.name))))
    server = await startServer({ dialect, routes: [...routes, ...missing], work: false })
    companies.own = await server.company()
    companies.foreign = await server.company()
    projects.own = await server.project(companies.own, { name: 'Own', prefix: 'OWN' })
    projects.other = await server.project(companies.own, { name: 'Other', prefix: 'OTH' })
    projects.foreign = await server.project(companies.foreign, { name: 'Foreign', prefix: 'FRN' })
    for (const role of roleNames)
      for (const means of ['bare', 'granted'] as const) {
        const companyId = roleRanks[role] < 1 ? null : companies.own
        const user = await server.user({ role, companyId, looks: means === 'granted' })
        users[means].set(role, user)
        const granted = means === 'granted' ? grantable(role) : []
        if (role === 'ClientAdmin') await server.member(projects.own, user.userId, 'ProjectManager')
        if (roleRanks[role] > 1) await server.member(projects.own, user.userId, role, granted)
      }
  })
  afterAll(() => server.close())

  const probe = async (user: TestUser | null, call: AnyCall, project?: number) => {
    const request = requestOf(user, call, {
      query: { probe: '1' },
      ...(project === undefined ? {} : { project }),
      ...(call.rawBody === true ? { body: Buffer.from('x') } : call.method === 'GET' ? {} : { body: {} }),
    })
    const url = String(request.url).replaceAll(/:\w+/g, '1')
    const raw = await server.app.inject({ ...request, url })
    const { code, detail, data } = raw.json<{ code: string; detail: string; data?: unknown }>()
    return { status: raw.statusCode, code, detail, probed: JSON.stringify(data ?? '').includes('"probe"') }
  }

  it.each(dataCalls.map((call) => [call.name, call] as const))('%s', async (_name, call) => {
    for (const [role, means] of roleNames.flatMap((one) => [
      [one, 'bare'] as const,
      [one, 'granted'] as const,
    ])) {
      for (const place of call.scope === 'project' ? places : (['own'] as const)) {
        const { status, code, probed } = await probe(userOf(role, means), call, projects[place])
        const wanted = expected(call, role, place, means)
        expect({ role, means, place, status }).toEqual({ role, means, place, status: wanted })
        if (wanted === 400) expect({ code, probed }).toEqual({ code: 'request.invalid', probed: true })
        if (wanted === 404) expect(code).toBe('notFound')
      }
    }
  })

  it('answers a foreign project and one that is not there with the same words', async () => {
    const user = userOf('ReviewManager')
    const foreign = await server.call(user, getProject, { project: projects.foreign })
    const none = await server.call(user, getProject, { project: 999_999 })
    expect({ ...foreign.error, requestId: '' }).toEqual({ ...none.error, requestId: '' })
  })

  it('lets no membership reach over the boundary between clients', async () => {
    for (const role of ['ClientAdmin', 'ProjectManager'] as const) {
      const user = await server.user({ role, companyId: companies.own })
      await server.member(projects.foreign, user.userId, 'ProjectManager')
      expect((await server.call(user, getProject, { project: projects.foreign })).status).toBe(404)
    }
  })

  it('counts the role in the project, not that of the account', async () => {
    const strong = await server.user({ role: 'ProjectManager', companyId: companies.own })
    await server.member(projects.own, strong.userId, 'Reviewer', [])
    const weak = await server.user({ role: 'Reviewer', companyId: companies.own })
    await server.member(projects.own, weak.userId, 'ProjectManager')
    for (const call of allCalls.filter(({ scope }) => scope === 'project')) {
      expect((await probe(strong, call, projects.own)).status).toBe(expected(call, 'Reviewer', 'own'))
      expect((await probe(weak, call, projects.own)).status).toBe(expected(call, 'ProjectManager', 'own'))
    }
  })

  it('takes a role away at the next call', async () => {
    const user = await server.user({ role: 'Default', companyId: companies.own })
    await server.member(projects.own, user.userId, 'Reviewer')
    expect((await server.call(user, getProject, { project: projects.own })).status).toBe(200)
    await server.services.records.write('interactive', async (trx) => {
      await trx.deleteFrom('project_user').where('user_id', '=', user.userId).execute()
    })
    expect((await server.call(user, getProject, { project: projects.own })).status).toBe(404)
  })

  it('answers nobody in particular with 401, on every call that is not for everybody', async () => {
    for (const call of closedCalls) {
      const { status, detail } = await probe(null, call, projects.own)
      const wanted = goesByCookie(call) ? messages.tokenNotFound : messages.accessTokenNotFound
      expect({ call: call.name, status, detail }).toEqual({ call: call.name, status: 401, detail: wanted })
    }
  })

  it('answers 403 on every data call while the terms are not accepted, whatever the role', async () => {
    for (const role of ['SystemAdmin', 'ClientAdmin', 'Reviewer'] as const) {
      const companyId = role === 'SystemAdmin' ? null : companies.own
      const user = await server.user({ role, companyId, accepted: false })
      if (role === 'Reviewer') await server.member(projects.own, user.userId, 'Reviewer')
      for (const call of dataCalls) {
        const { status, code } = await probe(user, call, projects.own)
        expect({ call: call.name, status, code }).toEqual({
          call: call.name,
          status: 403,
          code: 'auth.termsPending',
        })
      }
    }
  })

  it('answers 403 on every data call while the second step is open', async () => {
    const user = await server.user({ role: 'SystemAdmin' })
    const session = await server.services.records.write('interactive', (trx) =>
      openSession(trx, { userId: user.userId, stage: 'mfa', ip: '127.0.0.1' }, new Date()),
    )
    for (const call of dataCalls) {
      const { status, code } = await probe({ ...user, ...session }, call, projects.own)
      expect({ call: call.name, status, code }).toEqual({
        call: call.name,
        status: 403,
        code: 'auth.stagePending',
      })
    }
  })

  it('refuses every write without its XSRF pair', async () => {
    for (const call of closedCalls.filter(({ method }) => method !== 'GET')) {
      const request = requestOf(userOf('SystemAdmin'), call, {
        project: projects.own,
        headers: { [headers.xsrf]: 'x'.repeat(43) },
      })
      const raw = await server.app.inject({ ...request, url: pathOf(call).replaceAll(/:\w+/g, '1') })
      expect({ call: call.name, code: raw.json<{ code: string }>().code }).toEqual({
        call: call.name,
        code: 'auth.xsrf',
      })
    }
  })

  it('starts projects only for those who may, in clients that are theirs', async () => {
    for (const role of roleNames) {
      for (const place of ['own', 'foreign'] as const) {
        const { status } = await server.call(userOf(role), createProject, {
          body: {
            companyId: companies[place],
            projectName: `By ${role}`,
            prefix: `P${roleNames.indexOf(role)}`,
            timeZone: 'Europe/Berlin',
            codingForms: true,
          },
        })
        const may = byAccount[role].includes('project.create')
        const wanted = !may ? 403 : roleRanks[role] >= 1 && place === 'foreign' ? 404 : 200
        expect({ role, place, status }).toEqual({ role, place, status: wanted })
      }
    }
  })
})
