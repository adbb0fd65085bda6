/** What a project grants beside a role, who manages its people, and the provider's support access. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listBulk } from '#contracts/bulk.ts'
import { cookies, headers, pathOf } from '#contracts/call.ts'
import { deleteMember, listCandidates, listMembers, putMember } from '#contracts/members.ts'
import { getProject } from '#contracts/project.ts'
import {
  closeSupport,
  getSupportSetting,
  listSupport,
  openSupport,
  putSupportSetting,
} from '#contracts/support.ts'
import { listTags } from '#contracts/tags.ts'
import { createGroup, getWalls, putWalls } from '#contracts/walls.ts'
import { costlyDialects, startServer, type TestServer, type TestUser } from './harness.ts'
import { trail } from './people.ts'

describe.each(costlyDialects)('people of a project, on %s', (dialect) => {
  let server: TestServer
  let company: number
  let project: number
  let manager: TestUser
  let admin: TestUser
  let staff: TestUser
  beforeAll(async () => {
    server = await startServer({ dialect, work: false })
    company = await server.company()
    project = await server.project(company)
    manager = await server.user({ role: 'ProjectManager', companyId: company, name: 'Mara' })
    await server.member(project, manager.userId, 'ProjectManager')
    admin = await server.user({ role: 'ClientAdmin', companyId: company, name: 'Cara' })
    staff = await server.user({ role: 'SystemAdmin', name: 'Sol', looks: false })
  })
  afterAll(() => server.close())

  const may = async (user: TestUser) => (await server.call(user, getProject, { project })).data.may
  const put = (by: TestUser, body: { userId: number; role: string; granted: string[] }) =>
    server.call(by, putMember, { project, body: body as never })

  it('[entity-project-role] [rest-any-project-set-users] [rest-any-project-set-invite-user] [transport-exempt-invite-user] [rest-any-project-set-user-info] a manager gives a role and grants, which count at the next call', async () => {
    const user = await server.user({ role: 'Default', companyId: company, name: 'Ines' })
    expect((await server.call(user, getProject, { project })).status).toBe(404)
    const found = await server.call(manager, listCandidates, { project, query: { query: 'INES' } })
    expect(found.data.data).toMatchObject([{ userId: user.userId, userName: 'Ines' }])
    // Addresses of that name carry no token: the session's cookie says who asks.
    const byCookie = (cookie: string) =>
      server.app.inject({
        ...{ method: 'GET', url: pathOf(listCandidates) },
        headers: { [headers.project]: String(project), cookie },
      })
    expect((await byCookie(`${cookies.session}=${manager.cookie}`)).statusCode).toBe(200)
    expect((await byCookie('')).statusCode).toBe(401)

    expect((await put(manager, { userId: user.userId, role: 'SeniorReviewer', granted: [] })).status).toBe(
      200,
    )
    expect(await may(user)).not.toContain('coding.bulk')
    expect((await server.call(user, listBulk, { project })).status).toBe(403)
    const given = await put(manager, {
      ...{ userId: user.userId, role: 'SeniorReviewer', granted: ['coding.bulk'] },
    })
    expect(given.data).toMatchObject({ granted: ['coding.bulk'], changeable: true })
    expect((await server.call(user, listBulk, { project })).status).toBe(200)
    // Another role begins without what was granted to the one before.
    await put(manager, { userId: user.userId, role: 'Reviewer', granted: [] })
    const list = (await server.call(manager, listMembers, { project })).data.data
    expect(list.find(({ userId }) => userId === user.userId)).toMatchObject({ role: 'Reviewer', granted: [] })
    const said = (await trail(server, `project:${project}`)).filter(
      ({ facts }) => facts.userId === user.userId,
    )
    expect(said.map(({ action }) => action)).toEqual([
      'user.projectRoleGiven',
      'user.granted',
      'user.projectRoleGiven',
    ])
  })

  it('[rest-delete-project-user-role] nobody acts on their own rank or a stronger one, on themselves, or on another client’s', async () => {
    const other = await server.user({ role: 'ProjectManager', companyId: company })
    await server.member(project, other.userId, 'ProjectManager')
    const stranger = await server.user({ role: 'Reviewer', companyId: await server.company() })
    const asked = { role: 'Reviewer', granted: [] }
    expect((await put(manager, { userId: other.userId, ...asked })).status).toBe(403)
    expect((await put(manager, { userId: manager.userId, ...asked })).status).toBe(403)
    expect((await put(manager, { userId: admin.userId, ...asked })).status).toBe(403)
    expect((await put(manager, { userId: stranger.userId, ...asked })).status).toBe(404)
    expect((await put(admin, { userId: other.userId, ...asked })).status).toBe(200)
    const removed = await server.call(admin, deleteMember, { project, body: { userId: other.userId } })
    expect(removed.status).toBe(204)
    // Signed out: not even the session goes on.
    expect((await server.call(other, getProject, { project })).status).toBe(401)
  })

  it('[rest-any-project-set-create-group] [entity-user-group] a manager adds a group, which is one of the walls', async () => {
    const asked = { project, body: { name: 'Case team' } }
    const made = await server.call(manager, createGroup, asked)
    expect(made.data.groups).toMatchObject([{ name: 'Case team', userIds: [], parts: [] }])
    const twice = await server.call(manager, createGroup, { project, body: { name: 'CASE TEAM' } })
    expect(twice.error).toMatchObject({ code: 'request.invalid', detail: 'groups' })
    const reviewer = await server.user({ role: 'Reviewer', companyId: company })
    await server.member(project, reviewer.userId, 'Reviewer')
    expect((await server.call(reviewer, createGroup, asked)).status).toBe(403)
    const { version, groups } = (await server.call(manager, getWalls, { project })).data
    expect({ version, groups }).toEqual({ version: 1, groups: made.data.groups })
    const none = { project, ifMatch: String(version), body: { groups: [], batchesOnly: false } }
    expect((await server.call(manager, putWalls, none)).status).toBe(200)
  })

  it('what a role may not be granted is refused', async () => {
    const user = await server.user({ role: 'Reviewer', companyId: company })
    const refused = await put(manager, {
      ...{ userId: user.userId, role: 'Reviewer', granted: ['coding.bulk'] },
    })
    expect(refused.error).toMatchObject({ code: 'request.invalid', detail: 'coding.bulk' })
  })

  it('the provider’s staff look at documents only with a reason and for a time, seen and ended by the client', async () => {
    const looks = async () => (await server.call(staff, listTags, { project })).status
    expect(await looks()).toBe(403)
    const short = await server.call(staff, openSupport, { project, body: { reason: 'because', hours: 1 } })
    expect(short.status).toBe(400)
    const body = { reason: 'Ticket 4711: the import looks stuck', hours: 2 }
    const opened = (await server.call(staff, openSupport, { project, body })).data
    expect(opened).toMatchObject({ userName: 'Sol', open: true, reason: body.reason })
    expect(await looks()).toBe(200)
    // They see, and do not code.
    expect(await may(staff)).not.toContain('coding.save')
    expect((await server.call(staff, openSupport, { project, body })).status).toBe(409)
    const seen = (await server.call(manager, listSupport, { project })).data.data
    expect(seen).toMatchObject([{ accessId: opened.accessId, reason: body.reason, open: true }])
    // An access to another project is none of this one's.
    const elsewhere = await server.project(company, { name: 'Elsewhere', prefix: 'ELS' })
    const other = (await server.call(staff, openSupport, { project: elsewhere, body })).data.accessId
    for (const accessId of [other, 987_654])
      expect((await server.call(manager, closeSupport, { project, body: { accessId } })).status).toBe(404)
    await server.call(manager, closeSupport, { project, body: { accessId: opened.accessId } })
    expect(await looks()).toBe(403)
    const said = (await trail(server, `project:${project}`)).filter(({ action }) =>
      action.startsWith('support.'),
    )
    expect(said.map(({ action, beside }) => [action, beside.reason ?? null])).toEqual([
      ['support.opened', body.reason],
      ['support.closed', null],
    ])
  })

  it('an access ends by itself', async () => {
    const body = { reason: 'Ticket 4712: look once more', hours: 1 }
    server.setNow(new Date(Date.now() - 3_600_000 * 2))
    await server.call(staff, openSupport, { project, body })
    server.setNow(null)
    expect((await server.call(staff, listTags, { project })).status).toBe(403)
  })

  it('a client forbids it, which ends what is open', async () => {
    const body = { reason: 'Ticket 4713: a third look', hours: 1 }
    expect((await server.call(staff, openSupport, { project, body })).status).toBe(200)
    const forbid = { body: { companyId: company, allowed: false } }
    expect((await server.call(manager, putSupportSetting, forbid)).status).toBe(403)
    // Nor is it for the provider's staff to say.
    const allow = { body: { companyId: company, allowed: true } }
    expect((await server.call(staff, putSupportSetting, allow)).status).toBe(403)
    expect((await server.call(admin, putSupportSetting, forbid)).data.allowed).toBe(false)
    expect((await server.call(staff, listTags, { project })).status).toBe(403)
    expect((await server.call(staff, openSupport, { project, body })).error.code).toBe('permission.denied')
    // Allowed again, what was open stays ended.
    expect((await server.call(admin, putSupportSetting, allow)).status).toBe(200)
    expect((await server.call(staff, listTags, { project })).status).toBe(403)
    await server.call(admin, putSupportSetting, forbid)
    const setting = await server.call(admin, getSupportSetting, { query: { companyId: company } })
    expect(setting.data).toEqual({ companyId: company, allowed: false })
  })
})
