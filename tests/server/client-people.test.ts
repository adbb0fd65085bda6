/** The people of a client: the list, one of them, changing what they are, and the access review. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getProfile, login } from '#contracts/auth.ts'
import {
  actOnPerson,
  type ClientPerson,
  changePerson,
  deleteProjectRole,
  exportAccess,
  getPerson,
  listPeople,
  listPeopleNames,
  listProjectRoles,
  putProjectRole,
} from '#contracts/client-people.ts'
import { invitePeople } from '#contracts/invitations.ts'
import { listMembers } from '#contracts/members.ts'
import { getProject } from '#contracts/project.ts'
import { deactivate } from '#server/organization/project/deactivate.ts'
import { giveProjectRole } from '#server/organization/project/members.ts'
import { batchesIn } from './batches.ts'
import { Browser } from './browser.ts'
import { costlyDialects, startServer, type TestServer, type TestUser } from './harness.ts'
import { startMatter } from './matter.ts'
import { goodPassword, trail } from './people.ts'

describe.each(costlyDialects)('the people of a client on %s', (dialect) => {
  let server: TestServer
  let companyId: number
  let project: number
  let admin: TestUser
  let staff: TestUser
  beforeAll(async () => {
    server = await startServer({ dialect, work: false })
    companyId = await server.company('Larkspur Legal')
    project = await server.project(companyId, { name: 'Harmon' })
    admin = await server.user({ role: 'ClientAdmin', companyId, name: 'Cara Mendes' })
    staff = await server.user({ role: 'SystemAdmin', name: 'Sol' })
  })
  afterAll(() => server.close())

  const newPerson = (name: string, role: 'Default' | 'ClientAdmin' = 'Default') =>
    server.user({ role, companyId, name, password: goodPassword })
  const list = async (query: object = {}) =>
    (await server.call(admin, listPeople, { query: { companyId, ...query } })).data
  const names = async (query: object) =>
    (await list(query)).data.map(({ person, invitation }) => person?.userName ?? invitation?.email)
  const get = async ({ userId }: TestUser, by = admin): Promise<ClientPerson> =>
    (await server.call(by, getPerson, { query: { companyId, userId } })).data
  const change = async (
    user: TestUser,
    what: { role?: string; active?: boolean },
    { by = admin, version }: { by?: TestUser; version?: string } = {},
  ) =>
    server.call(by, changePerson, {
      body: { companyId, userId: user.userId, ...what },
      ifMatch: version ?? (await get(user, staff)).version,
    })
  const act = (user: TestUser, what: string, more: object = {}, by = admin) =>
    server.call(by, actOnPerson, { body: { companyId, userId: user.userId, act: what, ...more } })
  const role = async (user: TestUser, given: string, by = admin) =>
    server.call(by, putProjectRole, {
      body: { companyId, userId: user.userId, projectId: project, role: given, granted: [] },
      ifMatch: (await get(user, staff)).version,
    })

  it('[rest-any-company-user-management] [rest-any-company-user-lists] are found by a part of a name in any case, and filtered, those who are invited among them', async () => {
    const ozil = await newPerson('Özil Ünal')
    await role(ozil, 'SeniorReviewer')
    await server.call(admin, invitePeople, {
      body: {
        ...{ companyId, dryRun: false },
        groups: [{ role: 'Default', projects: [], people: [{ email: 'ann@example.com' }] }],
      },
    })
    expect(await names({ query: 'öZIL ü' })).toEqual(['Özil Ünal'])
    expect(await names({})).toEqual(['ann@example.com', 'Cara Mendes', 'Özil Ünal'])
    expect(await names({ show: 'invited' })).toEqual(['ann@example.com'])
    expect(await names({ role: 'SeniorReviewer' })).toEqual(['Özil Ünal'])
    expect(await names({ role: 'SeniorReviewer', projectId: project })).toEqual(['Özil Ünal'])
    expect(await names({ role: 'Reviewer', projectId: project })).toEqual([])
    expect(await names({ show: 'withoutSecondStep', query: 'cara' })).toEqual(['Cara Mendes'])
    const all = await server.call(admin, listPeopleNames, { query: { companyId } })
    expect(all.data.data.map(({ userName }) => userName)).toEqual(['Cara Mendes', 'Özil Ünal'])
  })

  it('[rest-any-company-um-info] [rest-any-company-project-role] [entity-user] are given roles in projects, since when and by whom', async () => {
    const user = await newPerson('Ines Duarte')
    expect((await role(user, 'Reviewer')).status).toBe(200)
    const person = await get(user)
    expect(person).toMatchObject({
      ...{ userId: user.userId, userName: 'Ines Duarte', userEmail: user.email, role: 'Default' },
      ...{ active: true },
    })
    expect(person.projects).toMatchObject([
      { projectName: 'Harmon', role: 'Reviewer', givenBy: 'Cara Mendes', since: expect.any(String) },
    ])
    expect(person.changes[0]).toMatchObject({
      ...{ action: 'user.projectRoleGiven', to: 'Reviewer', projectName: 'Harmon', by: 'Cara Mendes' },
    })
    expect(person.sessions).toHaveLength(1)
    const inAll = await server.call(admin, listProjectRoles, { query: { companyId, userId: user.userId } })
    expect(inAll.data.data).toMatchObject([{ projectName: 'Harmon', role: 'Reviewer' }])
    const taken = await server.call(admin, deleteProjectRole, {
      body: { companyId, userId: user.userId, projectId: project },
      ifMatch: person.version,
    })
    expect(taken.data.projects).toEqual([])
    expect((await server.call(user, getProject, { project })).status).toBe(401)
  })

  it('that two change at once are changed by the first, and the second gets what stands', async () => {
    const user = await newPerson('Tom Field')
    const { version } = await get(user)
    expect((await change(user, { role: 'ClientAdmin' }, { by: staff, version })).status).toBe(200)
    const late = await change(user, { active: false }, { by: staff, version })
    expect([late.status, late.error.code]).toEqual([412, 'person.stale'])
    expect(late.error.data).toMatchObject({ role: 'ClientAdmin', active: true })
    expect((await get(user)).active).toBe(true)
  })

  it('nobody changes themselves, or somebody of their own rank or a stronger one', async () => {
    const peer = await newPerson('Peer', 'ClientAdmin')
    expect((await get(peer)).changeable).toBe(false)
    expect((await change(peer, { active: false })).status).toBe(403)
    expect((await change(admin, { role: 'Default' })).status).toBe(403)
    expect((await act(peer, 'endSessions')).status).toBe(403)
    expect((await role(peer, 'Reviewer')).status).toBe(403)
    const user = await newPerson('Weak')
    expect((await change(user, { role: 'SystemAdmin' })).status).toBe(403)
    expect((await change(user, { role: 'ClientAdmin' })).data.role).toBe('ClientAdmin')
    // A foreign client's people, and projects, are not there.
    const foreign = await server.company()
    const stranger = await server.user({ role: 'ClientAdmin', companyId: foreign })
    const away = await server.project(foreign)
    const mine = await newPerson('Mine')
    const body = { companyId: foreign, userId: mine.userId }
    const query = body
    for (const call of [getPerson, listProjectRoles])
      expect((await server.call(stranger, call, { query })).status).toBe(404)
    for (const sent of [
      server.call(stranger, changePerson, { body: { ...body, active: false }, ifMatch: 'x' }),
      server.call(stranger, actOnPerson, { body: { ...body, act: 'endSessions' } }),
      server.call(stranger, deleteProjectRole, { body: { ...body, projectId: away }, ifMatch: 'x' }),
      server.call(admin, putProjectRole, {
        body: { companyId, userId: mine.userId, projectId: away, role: 'Reviewer', granted: [] },
        ifMatch: (await get(mine)).version,
      }),
    ])
      expect((await sent).status).toBe(404)
    const byAnother = { body: { companyId, userId: mine.userId, active: false }, ifMatch: 'x' }
    expect((await server.call(stranger, changePerson, byAnother)).status).toBe(404)
  })

  it('the last active administrator is neither demoted nor deactivated', async () => {
    const lonely = await server.company('Lonely')
    const only = await server.user({ role: 'ClientAdmin', companyId: lonely })
    const other = await server.user({ role: 'ClientAdmin', companyId: lonely })
    const put = async (user: TestUser, what: object) => {
      const query = { companyId: lonely, userId: user.userId }
      const { version } = (await server.call(staff, getPerson, { query })).data
      return server.call(staff, changePerson, { body: { ...query, ...what }, ifMatch: version })
    }
    expect((await put(other, { active: false })).status).toBe(200)
    for (const what of [{ active: false }, { role: 'Default' }])
      expect((await put(only, what)).error).toMatchObject({
        code: 'conflict',
        message: `${only.email} is the last active administrator of the client. Make somebody else one first.`,
      })
  })

  it('that are deactivated are signed out, cannot come in, and come back with their roles', async () => {
    const user = await newPerson('Odo Marsh')
    await role(user, 'Reviewer')
    const off = await change(user, { active: false })
    expect(off.data).toMatchObject({ active: false, sessions: [] })
    expect((await server.call(user, getProfile)).status).toBe(401)
    const signIn = () =>
      new Browser(server).call(login, { body: { email: user.email, password: goodPassword } })
    expect((await signIn()).status).toBe(401)
    expect(await names({ show: 'disabled', query: 'odo' })).toEqual(['Odo Marsh'])
    expect((await change(user, { active: true })).data.projects).toHaveLength(1)
    expect((await signIn()).status).toBe(200)
  })

  it('that are locked are unlocked, have sessions ended, and set up another second step', async () => {
    const user = await newPerson('Lock Smith')
    const wrong = { body: { email: user.email, password: 'not-the-password-9' } }
    for (let times = 0; times < 9; times += 1) await new Browser(server).call(login, wrong)
    expect(await names({ show: 'locked' })).toEqual(['Lock Smith'])
    expect((await get(user)).locked).toBe(true)
    expect((await act(user, 'unlock')).data.locked).toBe(false)
    const right = { body: { email: user.email, password: goodPassword } }
    expect((await new Browser(server).call(login, right)).status).toBe(200)

    const { sessions } = await get(user)
    expect(sessions).toHaveLength(2)
    const left = await act(user, 'endSession', { sessionKey: sessions[0]?.sessionKey })
    expect(left.data.sessions).toMatchObject([{ sessionKey: sessions[1]?.sessionKey }])
    expect((await act(user, 'endSession', { sessionKey: 'none' })).status).toBe(404)
    expect((await act(user, 'endSessions')).data.sessions).toEqual([])

    await server.services.records.write('interactive', (trx) =>
      trx.updateTable('app_user').set({ totp_secret: 'x' }).where('user_id', '=', user.userId).execute(),
    )
    expect((await get(user)).secondStep).toBe(true)
    expect((await act(user, 'newSecondStep')).data.secondStep).toBe(false)
    const said = (await get(user)).changes.map(({ action }) => action)
    expect(said.slice(0, 4).toSorted()).toEqual([
      ...['user.secondStepReset', 'user.sessionEnded', 'user.signedOut', 'user.unlocked'],
    ])
  })

  it('know when somebody was seen last after the sessions are gone', async () => {
    const user = await newPerson('Long Gone')
    const seen = (await get(user)).lastSeenAt
    expect(seen).not.toBeNull()
    await server.services.records.write('interactive', (trx) =>
      trx.deleteFrom('session').where('user_id', '=', user.userId).execute(),
    )
    expect((await get(user)).lastSeenAt).not.toBeNull()
    // In the project as in the client.
    await server.member(project, user.userId, 'Reviewer')
    const { data: members } = await server.call(admin, listMembers, { project })
    expect(members.data.find(({ userId }) => userId === user.userId)?.lastSeenAt).not.toBeNull()
    server.setNow(new Date(Date.now() + 31 * 86_400_000))
    const row = await server.services.records.read
      .selectFrom('app_user')
      .select('seen_at')
      .where('user_id', '=', user.userId)
      .executeTakeFirst()
    expect(row?.seen_at).not.toBeNull()
    server.setNow(null)
  })

  it('[rest-get-company-user-project-roles] are reviewed as CSV, with no cell that a spreadsheet would run', async () => {
    const user = await newPerson('=SUM(1)')
    await server.services.records.write('interactive', (trx) =>
      giveProjectRole(trx, { now: () => new Date() }, null, {
        ...{ userId: user.userId, projectId: project, role: 'SeniorReviewer', granted: ['coding.bulk'] },
      }),
    )
    const { raw } = await server.call(admin, exportAccess, { query: { companyId } })
    expect(raw.headers['content-disposition']).toContain('Access review Larkspur Legal')
    const lines = raw.body.split('\r\n')
    expect(lines[0]).toContain('Name,E-mail,Account role')
    const own = lines.find((line) => line.includes(user.email))
    expect(own).toMatch(/^"'=SUM\(1\)",.*,Default,yes,no,.*,Harmon,SeniorReviewer,coding\.bulk,\d{4}-/)
    expect(raw.body).not.toContain('Sol')
    const said = (await trail(server, `project:${project}`)).map(({ action }) => action)
    expect(said).toContain('user.granted')
  })

  it('are found among ten thousand', async () => {
    const many = await server.company('Many')
    const by = await server.user({ role: 'ClientAdmin', companyId: many })
    await server.services.records.write('interactive', async (trx) => {
      const { password, setting } = await trx
        .selectFrom('app_user')
        .select(['password', 'setting'])
        .limit(1)
        .executeTakeFirstOrThrow()
      for (let at = 0; at < 10_000; at += 1_000)
        await trx
          .insertInto('app_user')
          .values(
            Array.from({ length: 1_000 }, (_, nth) => ({
              ...{
                email: `p${at + nth}@many.example`,
                name: `Person ${at + nth}`,
                phone: '',
                role: 'Default',
              },
              ...{ company_id: many, password, mfa_required: 0 as const, totp_secret: null, setting },
              ...{ totp_last_step: null, sso: 0 as const, active: 1 as const, accepted_version: null },
              ...{ accepted_at: null, created_at: '2026-01-01T00:00:00.000Z' },
            })),
          )
          .execute()
    })
    const find = async (query: object) =>
      (await server.call(by, listPeople, { query: { companyId: many, ...query } })).data
    await find({})
    const begun = performance.now()
    const found = await find({ query: 'person 77' })
    const took = performance.now() - begun
    expect(found.totalCount).toBe(111)
    expect((await find({ show: 'neverSignedIn', page: 199 })).data).toHaveLength(50)
    // Promised are 100 ms; machines that do other things besides get their time.
    expect(took).toBeLessThan(500)
    if (process.env.AFFIANT_SAY_TIMES) console.log(`searched 10,000 people in ${Math.round(took)} ms`)
  })
})

it.each(['over the web', 'by the command line'])(
  'whoever is deactivated %s gives back the batches that they hold',
  async (how) => {
    const matter = await startMatter('sqlite')
    try {
      const { server, companyId, ana } = matter
      const admin = await server.user({ role: 'ClientAdmin', companyId })
      const { made, take, batches } = batchesIn(matter)
      const assignmentId = await made({ assignedUserList: [ana.userId] })
      const { data: taken } = await take(ana, assignmentId)
      const held = async () =>
        (await batches(assignmentId)).find((one) => one.batchId === taken?.batch?.batchId)
      const before = await held()
      const query = { companyId, userId: ana.userId }
      if (how === 'over the web') {
        const { version } = (await server.call(admin, getPerson, { query })).data
        const body = { ...query, active: false }
        expect((await server.call(admin, changePerson, { body, ifMatch: version })).status).toBe(200)
      } else
        await server.services.records.write('interactive', (trx) =>
          deactivate(trx, { now: () => new Date(), via: 'command line' }, null, ana.userId),
        )
      expect([before?.status, (await held())?.status]).toEqual(['InProgress', 'Pending'])
    } finally {
      await matter.close()
    }
  },
)
