/** Invitations: what becomes of each line, the mail, the page behind its link, and what the account gets of it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acceptLicence, getLicence, getToken } from '#contracts/auth.ts'
import { headers, pathOf } from '#contracts/call.ts'
import { changePerson, getPerson, listProjectRoles } from '#contracts/client-people.ts'
import { listProjects } from '#contracts/company.ts'
import {
  acceptInvitation,
  askForInvitation,
  invitePeople,
  inviteToProject,
  listInvitations,
  readInvitation,
  resendInvitation,
  revokeInvitation,
} from '#contracts/invitations.ts'
import { getProject } from '#contracts/project.ts'
import { getWalls, putWalls } from '#contracts/walls.ts'
import { previewInvitations } from '#server/organization/people/invitations.ts'
import { createLog } from '#server/platform/log.ts'
import { Browser } from './browser.ts'
import { costlyDialects, startServer, type TestServer, type TestUser } from './harness.ts'
import { invitationSecret, mailsIn } from './mail-files.ts'
import { goodPassword, trail } from './people.ts'

describe.each(costlyDialects)('invitations on %s', (dialect) => {
  let server: TestServer
  let companyId: number
  let project: number
  let admin: TestUser
  let manager: TestUser
  beforeAll(async () => {
    // That a mail could not be sent stands in the log.
    server = await startServer({ dialect, work: false, log: createLog('silent') })
    companyId = await server.company('Larkspur Legal')
    project = await server.project(companyId, { name: 'Harmon' })
    admin = await server.user({ role: 'ClientAdmin', companyId, name: 'Cara Mendes' })
    manager = await server.user({ role: 'ProjectManager', companyId, name: 'Mara' })
    await server.member(project, manager.userId, 'ProjectManager')
  })
  afterAll(() => server.close())

  const groupOf = (email: string, more: object = {}) => ({
    role: 'Default',
    projects: [],
    people: [{ email }],
    ...more,
  })
  const invite = (groups: readonly object[], dryRun = false, by = admin) =>
    server.call(by, invitePeople, { body: { companyId, groups, dryRun } })
  const sent = async (email: string): Promise<string> => {
    await server.services.invitations.wake(true)
    return invitationSecret(server.config.dataDir, email)
  }
  const read = async (secret: string) =>
    (await new Browser(server).call(readInvitation, { headers: { [headers.linkToken]: secret } })).data
  const accept = (secret: string, browser = new Browser(server)) =>
    browser.call(acceptInvitation, { body: { token: secret, name: 'Ines Duarte', password: goodPassword } })
  const pending = async () => (await server.call(admin, listInvitations, { query: { companyId } })).data.data
  const idOf = async (email: string) =>
    (await pending()).find((one) => one.email === email)?.invitationId ??
    expect.fail(`${email} is not invited`)

  it('[rest-post-company-um-invite-user] [rest-any-company-um-invite-user] say of each line what becomes of it, and invite nobody in a dry run', async () => {
    const elsewhere = await server.user({ role: 'Reviewer', companyId: await server.company() })
    const groups = [
      {
        role: 'Default',
        projects: [{ project: 'HARMON', role: 'senior reviewer' }],
        people: [
          { email: 'New.One@Example.com', name: 'New One' },
          { email: 'new.one@example.com' },
          { email: manager.email },
          { email: elsewhere.email },
          { email: admin.email },
          { email: '=HYPERLINK("http://x.example";"a@b.example")' },
          { email: '+plus@example.com' },
          { email: 'nobody' },
        ],
      },
      groupOf('p@example.com', { projects: [{ project: 'No such', role: 'Reviewer' }] }),
      groupOf('r@example.com', { role: 'Overlord' }),
      groupOf('s@example.com', { role: 'SystemAdmin' }),
      groupOf('q@example.com', { projects: [{ project: 'Harmon', role: 'ClientAdmin' }] }),
    ]
    const wanted = [
      ...['new', 'twice', 'member', 'elsewhere', 'self', 'notAnAddress', 'notAnAddress', 'notAnAddress'],
      ...['projectUnknown', 'roleUnknown', 'roleUnknown', 'roleUnknown'],
    ]
    const dry = (await invite(groups, true)).data
    expect(dry.lines.map(({ outcome }) => outcome)).toEqual(wanted)
    expect(dry.made).toBe(1)
    expect(await pending()).toEqual([])
    const made = (await invite(groups)).data
    expect(made).toEqual(dry)
    expect((await invite([groupOf('new.one@example.com')], true)).data.lines[0]?.outcome).toBe('invited')
    await server.services.invitations.wake()
    expect(await pending()).toMatchObject([
      {
        email: 'new.one@example.com',
        name: 'New One',
        state: 'sent',
        madeBy: 'Cara Mendes',
        projects: [{ projectName: 'Harmon', role: 'SeniorReviewer' }],
      },
    ])
    const [mail] = await mailsIn(server.config.dataDir)
    expect(mail).toMatchObject({
      to: 'new.one@example.com',
      subject: 'You are invited to Larkspur Legal on Affiant',
    })
    expect(mail?.text).toContain(
      `Cara Mendes (${admin.email}) invites you to review documents for Larkspur Legal on Affiant.`,
    )
    // When it ends stands there as a date: a mail that is late says no wrong number of days.
    const until = new Date((await pending())[0]?.endsAt ?? '')
    const day = `${until.getUTCDate()}, ${until.getUTCFullYear()}`
    expect(mail?.text).toMatch(new RegExp(`until \\w+, \\w+ ${day} at .* UTC`))
    const rows = await trail(server, `company:${companyId}`)
    expect(rows.filter(({ action }) => action === 'invitation.made')).toMatchObject([
      { facts: { role: 'Default' }, beside: { email: 'new.one@example.com' } },
    ])
    // The secret is in the mail, and nowhere on the record.
    const secret = await invitationSecret(server.config.dataDir, 'new.one@example.com')
    expect(JSON.stringify([rows, await pending(), made])).not.toContain(secret)
  })

  it('[rest-get-user-invite] [rest-post-user-invite] become an account with its roles, signed in up to the terms', async () => {
    await invite([groupOf('ines@example.com', { projects: [{ project: 'Harmon', role: 'Reviewer' }] })])
    const secret = await sent('ines@example.com')
    expect(await read(secret)).toEqual({
      ...{ state: 'open', email: 'ines@example.com', name: '', companyName: 'Larkspur Legal', asked: false },
      signIn: 'password',
    })
    const browser = new Browser(server)
    const weak = { token: secret, name: 'Ines', password: 'password password' }
    expect((await browser.call(acceptInvitation, { body: weak })).error).toMatchObject({ detail: 'password' })
    const accepted = await accept(secret, browser)
    expect([accepted.status, accepted.raw.body]).toEqual([200, '{"signedIn":true}'])
    const { token, stage } = (await browser.call(getToken)).data
    expect(stage).toBe('licence')
    browser.token = token
    const { version } = (await browser.call(getLicence)).data
    browser.token = (await browser.call(acceptLicence, { body: { version } })).data.token
    const opened = (await browser.call(getProject, { project })).data
    expect(opened).toMatchObject({ roleName: 'Reviewer' })
    expect((await browser.call(listProjects, { query: {} })).data.data).toHaveLength(1)
    // It works once.
    expect((await accept(secret)).error).toMatchObject({
      code: 'auth.linkExpired',
      message: 'This invitation has been used. Sign in with your password.',
    })
    expect((await read(secret)).state).toBe('accepted')
    expect(await read('x'.repeat(43))).toMatchObject({ state: 'unknown', email: '' })
    const given = (await trail(server, `project:${project}`)).findLast(
      ({ action }) => action === 'user.projectRoleGiven',
    )
    expect(given?.facts).toMatchObject({ role: 'Reviewer', via: 'invitation', askedBy: admin.userId })
  })

  it('ask for a second step first where the client demands it', async () => {
    await server.services.records.write('interactive', async (trx) => {
      await trx.updateTable('company').set({ mfa_required: 1 }).where('company_id', '=', companyId).execute()
    })
    await invite([groupOf('mfa@example.com')])
    const browser = new Browser(server)
    await accept(await sent('mfa@example.com'), browser)
    expect((await browser.call(getToken)).data.stage).toBe('mfa')
    await server.services.records.write('interactive', async (trx) => {
      await trx.updateTable('company').set({ mfa_required: 0 }).where('company_id', '=', companyId).execute()
    })
  })

  it('[rest-delete-company-um-invite-user] are taken back, end after seven days, and can be asked for again', async () => {
    await invite([groupOf('late@example.com')])
    const first = await sent('late@example.com')
    const invitationId = await idOf('late@example.com')
    server.setNow(new Date(Date.now() + 7 * 86_400_000 + 1_000))
    expect(await read(first)).toMatchObject({ state: 'ended', email: '' })
    expect((await accept(first)).error.message).toBe('This invitation has ended. Ask for a new one.')
    for (let times = 0; times < 2; times += 1)
      expect((await new Browser(server).call(askForInvitation, { body: { token: first } })).status).toBe(204)
    server.setNow(null)
    expect((await pending()).find((one) => one.invitationId === invitationId)?.askedAt).not.toBeNull()
    const asked = (await trail(server, `company:${companyId}`)).filter(
      ({ action }) => action === 'invitation.askedAgain',
    )
    expect(asked).toHaveLength(1)

    const again = await server.call(admin, resendInvitation, { body: { companyId, invitationId } })
    expect(again.data).toMatchObject({ askedAt: null })
    const second = await sent('late@example.com')
    expect(second).not.toBe(first)
    expect((await read(first)).state).toBe('unknown')
    expect((await read(second)).state).toBe('open')

    const revoked = await server.call(admin, revokeInvitation, { body: { companyId, invitationId } })
    expect(revoked.status).toBe(204)
    expect((await read(second)).state).toBe('revoked')
    expect((await accept(second)).error.message).toBe('This invitation was taken back. Ask for a new one.')
    expect((await pending()).map(({ email }) => email)).not.toContain('late@example.com')
    await new Browser(server).call(askForInvitation, { body: { token: second } })
    expect((await pending()).find(({ email }) => email === 'late@example.com')?.state).toBe('revoked')
    expect(
      (await new Browser(server).call(askForInvitation, { body: { token: 'y'.repeat(43) } })).status,
    ).toBe(400)
  })

  it('stay where the mail cannot be sent, say so, and are sent by the next round', async () => {
    const { mailer } = server.services
    const { send } = mailer
    Object.assign(mailer, { send: () => Promise.reject(new Error('no such server')) })
    await invite([groupOf('wait@example.com')])
    await server.services.invitations.wake()
    const stateOf = async () => (await pending()).find(({ email }) => email === 'wait@example.com')?.state
    expect(await stateOf()).toBe('notSent')
    Object.assign(mailer, { send })
    await server.services.invitations.wake(true)
    expect(await stateOf()).toBe('sent')
    expect((await read(await invitationSecret(server.config.dataDir, 'wait@example.com'))).state).toBe('open')
  })

  it('[rest-any-project-set-invite-user] bring somebody new into a project, with no stronger role than the inviter’s', async () => {
    const body = (role: string) => ({
      people: [{ email: 'team@example.com', name: 'Team' }],
      role,
      granted: [],
    })
    const strong = await server.call(manager, inviteToProject, { project, body: body('ClientAdmin') })
    expect(strong.status).toBe(403)
    const made = await server.call(manager, inviteToProject, { project, body: body('LitigationSupport') })
    expect(made.data).toMatchObject({ made: 1, lines: [{ outcome: 'new' }] })
    await accept(await sent('team@example.com'))
    const row = await server.services.records.read
      .selectFrom('project_user as m')
      .innerJoin('app_user as u', 'u.user_id', 'm.user_id')
      .select(['m.role', 'u.role as account', 'm.given_by'])
      .where('u.email', '=', 'team@example.com')
      .executeTakeFirst()
    expect(row).toEqual({ role: 'LitigationSupport', account: 'Default', given_by: manager.userId })
  })

  it('bring people into the groups of a project that has walls, by whoever may set these up', async () => {
    const walled = await server.project(companyId, { name: 'Walled' })
    await server.member(walled, manager.userId, 'ProjectManager')
    const groups = ['Case team', 'Lead'].map((name) => ({ name, userIds: [], parts: [] }))
    const put = await server.call(admin, putWalls, {
      ...{ project: walled, ifMatch: '0' },
      body: { groups, batchesOnly: false, shutOut: true },
    })
    expect(put.status).toBe(200)
    const into = (email: string, ...names: string[]) =>
      groupOf(email, { projects: [{ project: 'Walled', role: 'Reviewer', groups: names }] })
    const judged = await invite([into('wa@example.com', 'case TEAM'), into('wb@example.com', 'No such')])
    expect(judged.data.lines.map(({ outcome }) => outcome)).toEqual(['new', 'groupUnknown'])
    const found = (await pending()).find(({ email }) => email === 'wa@example.com')
    expect(found?.projects).toMatchObject([{ projectName: 'Walled', groups: ['Case team'] }])
    await accept(await sent('wa@example.com'))
    const standing = async () => (await server.call(admin, getWalls, { project: walled })).data
    const now = await standing()
    const people = Object.fromEntries(now.groups.map(({ name, userIds }) => [name, userIds.length]))
    expect(people).toEqual({ 'Case team': 1, Lead: 0 })
    // Whoever has opened the walls before is told that they have changed.
    expect(now.version).toBe(put.data.version + 1)
    const joined = (await trail(server, `project:${walled}`)).findLast(
      ({ action }) => action === 'walls.joined',
    )
    expect(joined?.facts).toMatchObject({ groupIds: [expect.any(Number)], askedBy: admin.userId })

    // Granted people management alone, somebody gives no group: neither one that is there nor one that is not.
    const body = (...names: string[]) => ({
      ...{ people: [{ email: 'wc@example.com' }], role: 'Reviewer' as const, granted: [], groups: names },
    })
    expect(
      (await server.call(manager, inviteToProject, { project: walled, body: body('Lead') })).data,
    ).toMatchObject({ made: 1 })
    const by = { userId: manager.userId, email: manager.email, name: 'Mara', role: 'ProjectManager' }
    for (const name of ['Lead', 'No such'])
      await expect(
        previewInvitations(
          server.services.records.read,
          companyId,
          [into('wd@example.com', name)],
          { ...by, rank: 0, givesGroups: false },
          new Date(),
        ),
      ).rejects.toMatchObject({ code: 'permission.denied', detail: 'wall.manage' })
  })

  it('are for whoever manages the people to answer for, when their maker is deactivated', async () => {
    const leaver = await server.user({ role: 'ClientAdmin', companyId, name: 'Leo Ver' })
    await invite([groupOf('left@example.com')], false, leaver)
    const staff = await server.user({ role: 'SystemAdmin' })
    const query = { companyId, userId: leaver.userId }
    const seen = (await server.call(staff, getPerson, { query })).data
    expect(seen.openInvitations).toBe(1)
    const body = { ...query, active: false }
    expect((await server.call(staff, changePerson, { body, ifMatch: seen.version })).status).toBe(200)
    const found = async () => (await pending()).find(({ email }) => email === 'left@example.com')
    expect(await found()).toMatchObject({ madeBy: 'Leo Ver', makerLeft: true })
    const invitationId = await idOf('left@example.com')
    await server.call(admin, resendInvitation, { body: { companyId, invitationId } })
    expect(await found()).toMatchObject({ madeBy: 'Cara Mendes', makerLeft: false })
  })

  it('give no role in a project that was deleted, and end with their client', async () => {
    const client = await server.company('Short Lived')
    const own = await server.user({ role: 'ClientAdmin', companyId: client })
    const gone = await server.project(client, { name: 'Gone' })
    const groups = [groupOf('gone@example.com', { projects: [{ project: 'Gone', role: 'Reviewer' }] })]
    await server.call(own, invitePeople, { body: { companyId: client, groups, dryRun: false } })
    const secret = await sent('gone@example.com')
    const deleted_at = new Date().toISOString()
    await server.services.records.write('interactive', (trx) =>
      trx.updateTable('project').set({ deleted_at }).where('project_id', '=', gone).execute(),
    )
    const again = [{ ...groups[0], people: [{ email: 'other@example.com' }] }]
    const body = { companyId: client, groups: again, dryRun: true }
    expect((await server.call(own, invitePeople, { body })).data.lines[0]?.outcome).toBe('projectUnknown')
    const query = { companyId: client, userId: own.userId }
    expect((await server.call(own, listProjectRoles, { query })).data.data).toEqual([])
    await server.services.records.write('interactive', (trx) =>
      trx.updateTable('company').set({ deleted_at }).where('company_id', '=', client).execute(),
    )
    expect((await read(secret)).state).toBe('unknown')
    expect((await accept(secret)).error.code).toBe('auth.linkExpired')
  })

  it('of another client are answered as not there, and no secret goes by the address', async () => {
    const foreign = await server.company()
    const stranger = await server.user({ role: 'ClientAdmin', companyId: foreign })
    await invite([groupOf('theirs@example.com')])
    const invitationId = await idOf('theirs@example.com')
    for (const call of [resendInvitation, revokeInvitation] as const)
      expect((await server.call(stranger, call, { body: { companyId: foreign, invitationId } })).status).toBe(
        404,
      )
    const secret = await sent('theirs@example.com')
    const asked = await server.app.inject({ method: 'GET', url: `${pathOf(readInvitation)}?token=${secret}` })
    expect(asked.statusCode).toBe(400)
  })

  it('take ten thousand lines at once', async () => {
    const people = Array.from({ length: 10_000 }, (_, nth) => ({ email: `p${nth}@many.example` }))
    const begun = performance.now()
    const dry = (await invite([{ role: 'Default', projects: [], people }], true)).data
    expect(dry.made).toBe(10_000)
    expect(performance.now() - begun).toBeLessThan(5_000)
    const more = [{ role: 'Default', projects: [], people: [{ email: 'one@more.example' }] }]
    expect(
      (await invite([{ role: 'Default', projects: [], people }, ...more], true)).error.message,
    ).toContain('at most 10000 lines')
  })
})
