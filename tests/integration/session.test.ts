import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as auth from '#contracts/auth.ts'
import { encodeRole } from '#contracts/permission.ts'
import { fingerprint, newSecret } from '#server/platform/auth/secrets.ts'
import { changePassword } from '#src/commands/profile.ts'
import { openResetLink } from '#src/commands/reset.ts'
import { selectProject } from '#src/commands/selection.ts'
import * as session from '#src/commands/session.ts'
import { protectedGuard, publicGuard, standingOf, termsGuard, unknownGuard } from '#src/routes/guards.ts'
import { $reviewerMarker, enrolment, enrolmentKey, licenceTexts, reviewerClass } from '#src/stores/session.ts'
import { startServer, type TestServer, type TestUser } from '../server/harness.ts'
import { account, goodPassword } from '../server/people.ts'
import { createPerson, type Person, type PersonTab } from '../support/workspaces.ts'

let server: TestServer
let origin: string
let person: Person
beforeAll(async () => {
  server = await startServer()
  origin = await server.listen()
})
afterAll(() => server.close())
beforeEach(async () => {
  server.setNow(null)
  person = await createPerson(origin)
})
afterEach(() => person.close())

const who = (tab: PersonTab) => tab.app.state().session
const standing = (tab: PersonTab) => standingOf(who(tab), tab.app.state().selection, tab.app.tabId())
const toasts = (tab: PersonTab) => tab.app.state().toasts.notifications.map(({ message }) => message)

async function signIn(tab: PersonTab, user: TestUser, password = goodPassword): Promise<void> {
  await tab.app.dispatch(session.logIn({ email: user.email, password }))
  await tab.rest()
}
async function member(role: Parameters<typeof account>[1] = {}) {
  const user = await account(server, role)
  const companyId = user.companyId ?? (await server.company())
  const projectId = await server.project(companyId)
  await server.member(projectId, user.userId, 'ReviewManager')
  return { user, companyId, projectId }
}

/** A single sign-on that the provider of the user's client has confirmed; answers the secret of its browser. */
async function confirmedSso({ userId, companyId }: TestUser): Promise<string> {
  const secret = newSecret()
  const at = new Date().toISOString()
  const company = companyId ?? 0
  await server.services.records.write('interactive', async (trx) => {
    await trx
      .insertInto('sso_config')
      .values({
        ...{ company_id: company, provider_id: 'urn:idp', sso_url: 'https://idp.example/sso', version: 1 },
        ...{ certificates: '[]', email_claim: '', name_claim: '', state: 'on', forced: 0, tried: null },
        ...{ exceptions: '[]', creates_accounts: 0, provider_mfa: 0, changed_at: at },
      })
      .execute()
    await trx
      .insertInto('saml_request')
      .values({
        ...{
          request_id: `_${userId}`,
          company_id: company,
          purpose: 'signIn',
          relay_hash: '',
          by_user: null,
        },
        ...{ browser_hash: fingerprint(secret), state: 'accepted', user_id: userId, message: null },
        ...{ created_at: at, expires_at: new Date(Date.now() + 60_000).toISOString() },
      })
      .execute()
  })
  return secret
}

describe('signing in', () => {
  it('[state-login-start] clears the token when a login starts', async () => {
    const { user } = await member()
    const tab = await person.openTab()
    await signIn(tab, user)
    expect(who(tab).hasToken).toBe(true)
    const done = await tab.app.dispatch(session.logIn({ email: user.email, password: 'wrong' }))
    expect(done.rejected).toBeNull()
    expect(who(tab)).toMatchObject({ hasToken: false, isAuth: false, busy: 'login' })
    await tab.rest()
    // The refused login left nothing behind that a call could carry.
    await expect(tab.http.call(auth.getProfile, { query: {} })).rejects.toMatchObject({
      failure: { status: 401 },
    })
    expect(who(tab).fault).toMatchObject({ step: 'login' })
  })

  it('[state-login-success] [state-login-isauth-held] [entity-auth] stores role and version, and holds isAuth back until the licence is checked', async () => {
    const { user } = await member({ role: 'ReviewManager' })
    const tab = await person.openTab()
    const seen: { isAuth: boolean; hasToken: boolean; type: string }[] = []
    tab.app.onCommitted((envelopes) => {
      for (const { type } of envelopes)
        seen.push({ type, isAuth: who(tab).isAuth, hasToken: who(tab).hasToken })
    })
    expect(who(tab).projectListLevelPermission).toBe(-1)
    await signIn(tab, user)
    expect(seen.find(({ type }) => type === 'session.loggedIn')).toMatchObject({
      isAuth: false,
      hasToken: true,
    })
    expect(who(tab)).toMatchObject({
      isAuth: true,
      roleName: 'ReviewManager',
      roleCode: encodeRole('ReviewManager'),
      projectListLevelPermission: 4,
      acceptedCurrentVersion: true,
      userId: user.userId,
    })
    expect(who(tab).version).not.toBe('')
    expect(who(tab).profile?.userEmail).toBe(user.email)
  })

  it('says why it was refused, and lets one try again', async () => {
    const { user } = await member()
    const tab = await person.openTab()
    await signIn(tab, user, 'not the password')
    expect(who(tab)).toMatchObject({
      isAuth: false,
      hasToken: false,
      busy: null,
      fault: { step: 'login', code: 'auth.failed' },
    })
    await signIn(tab, user)
    expect(who(tab)).toMatchObject({ isAuth: true, fault: null })
  })

  it('[state-login-isauth-held] [integ-mfa-signin] stops at the second step, enrols, and goes on with a right code only', async () => {
    const user = await account(server, { mfa: true })
    const tab = await person.openTab()
    await signIn(tab, user)
    expect(who(tab)).toMatchObject({ isAuth: false, hasToken: true, stage: 'mfa', mfa: { enrolling: true } })
    expect(publicGuard(standing(tab), '/')).toEqual({ show: true })
    const secret = tab.app.scope.getState(enrolment.$entries).get(enrolmentKey)?.secret ?? ''
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    await tab.app.dispatch(session.confirmMfa({ code: code === '000000' ? '111111' : '000000' }))
    await tab.rest()
    expect(who(tab)).toMatchObject({
      isAuth: false,
      stage: 'mfa',
      fault: { step: 'mfa', code: 'auth.codeWrong' },
    })
    await tab.app.dispatch(session.confirmMfa({ code }))
    await tab.rest()
    expect(who(tab)).toMatchObject({ isAuth: true, stage: 'full', mfa: null })
  })

  it('[state-licence-accepted] [state-licence-not-accepted] [state-terms-forced] [state-licence-accept] sends to the terms, deletes the pending record, and lets in who accepts', async () => {
    const user = await account(server, { accepted: false })
    const tab = await person.openTab()
    await signIn(tab, user)
    expect(who(tab)).toMatchObject({
      isAuth: false,
      hasToken: true,
      accepted: false,
      acceptedCurrentVersion: false,
    })
    expect(person.asked).toContain('DELETE /rest/user-eula')
    expect(person.cookies.get('accepted')).toBe('false')
    const forced = standing(tab)
    expect(publicGuard(forced, '/')).toEqual({ redirect: '/eula' })
    expect(protectedGuard(forced, '/project')).toEqual({ redirect: '/eula' })
    expect(unknownGuard(forced, '/nowhere')).toEqual({ redirect: '/eula' })
    expect(termsGuard(forced, '/eula')).toEqual({ show: true })
    const version = who(tab).licenceVersion ?? ''
    expect(tab.app.scope.getState(licenceTexts.$entries).get(version)).toBeTruthy()
    await tab.app.dispatch(session.acceptLicence({}))
    await tab.rest()
    expect(who(tab)).toMatchObject({ isAuth: true, accepted: true, acceptedCurrentVersion: true })
    expect(person.cookies.get('accepted')).toBe('true')
    expect(publicGuard(standing(tab), '/')).toEqual({ redirect: '/client' })
  })

  it('goes back to the login when the terms are declined', async () => {
    const user = await account(server, { accepted: false })
    const tab = await person.openTab()
    await signIn(tab, user)
    await tab.app.dispatch(session.declineLicence({}))
    await tab.rest()
    expect(who(tab)).toMatchObject({ isAuth: false, hasToken: false, ended: 'logout' })
    expect(person.asked.filter((asked) => asked === 'DELETE /rest/user-eula')).toHaveLength(2)
    expect(person.asked).toContain('DELETE /rest/token')
  })

  it('[state-sso-login] takes the session of the single sign-on that this browser has begun, and isAuth only with an accepted licence', async () => {
    for (const accepted of [true, false]) {
      const user = await account(server, { accepted })
      person.cookies.set('affiant_sso', await confirmedSso(user))
      const tab = await person.openTab()
      await tab.rest()
      await tab.app.dispatch(session.landSso({}))
      await tab.rest()
      expect(who(tab)).toMatchObject({ isAuth: accepted, hasToken: true, userId: user.userId })
      await tab.app.dispatch(session.endSession({ reason: 'logout', elsewhere: false }))
      await tab.rest()
    }
  })

  it('[role-reviewer-marker] [role-unknown-marker] [role-decoded-from-code] marks reviewers, and codes that nobody knows', async () => {
    const tab = await person.openTab()
    const marked = () => tab.app.scope.getState($reviewerMarker)
    expect(marked()).toBe(false)
    await signIn(tab, (await member({ role: 'Reviewer' })).user)
    expect(who(tab).roleName).toBe('Reviewer')
    expect(marked()).toBe(true)
    expect(reviewerClass).toBe('role-reviewer')
    const { expiresAt, idleMs, version } = who(tab)
    const granted = {
      stage: 'full' as const,
      userId: 1,
      expiresAt: expiresAt ?? '',
      idleMs: idleMs ?? 0,
      version,
    }
    await tab.app.dispatch(session.acceptLogin({ ...granted, roleCode: encodeRole('ProjectManager') }))
    expect(marked()).toBe(false)
    await tab.app.dispatch(session.acceptLogin({ ...granted, roleCode: 'r-from-the-future' }))
    expect(who(tab).roleName).toBe('Default')
    expect(marked()).toBe(true)
  })

  it('keeps passwords, codes and tokens out of every envelope and every message', async () => {
    const { user } = await member()
    const tab = await person.openTab()
    await signIn(tab, user)
    await tab.app.dispatch(changePassword({ current: goodPassword, password: 'a-brand-new-passphrase-71' }))
    await tab.app.dispatch(session.forgotPassword({ email: user.email }))
    await tab.rest()
    const logs = await Promise.all(
      (['device', 'account', 'project'] as const).map((kind) =>
        tab.app.log(kind)?.read({ after: 0, limit: 10_000 }),
      ),
    )
    const everything = JSON.stringify([logs, person.kernel.hub.said, person.local.getItem('persist:auth')])
    expect(logs[0]?.length).toBeGreaterThan(5)
    const { token } = await tab.http.call(auth.getToken)
    for (const secret of [goodPassword, 'a-brand-new-passphrase-71', token])
      expect(everything).not.toContain(secret)
  })
})

describe('going on with a session', () => {
  it('takes the session up after a reload by its cookie, and the token never stands in storage', async () => {
    const { user } = await member()
    const first = await person.openTab()
    await signIn(first, user)
    const { token } = await first.http.call(auth.getToken)
    for (let index = 0; index < person.local.length; index++) {
      expect(person.local.getItem(person.local.key(index) ?? '')).not.toContain(token)
    }
    await first.close()
    const reloaded = await person.openTab({ session: first.session })
    // What was stored stands at once, before the server has said anything.
    expect(who(reloaded)).toMatchObject({ rehydrated: true, isAuth: true, userId: user.userId })
    await reloaded.rest()
    expect(who(reloaded)).toMatchObject({ isAuth: true, hasToken: true })
    await expect(reloaded.http.call(auth.getProfile, { query: {} })).resolves.toMatchObject({
      userEmail: user.email,
    })
  })

  it('takes up the terms step after a reload in the middle of it', async () => {
    const user = await account(server, { accepted: false })
    const tab = await person.openTab()
    await signIn(tab, user)
    await tab.close()
    const reloaded = await person.openTab()
    await reloaded.rest()
    expect(who(reloaded)).toMatchObject({ isAuth: false, hasToken: true, stage: 'licence' })
    expect(termsGuard(standing(reloaded), '/eula')).toEqual({ show: true })
  })

  it('opens without a network, and asks for the token with the first call after it is back', async () => {
    const { user } = await member()
    const first = await person.openTab()
    await signIn(first, user)
    await first.close()
    person.setOffline(true)
    const reloaded = await person.openTab()
    expect(who(reloaded).isAuth).toBe(true)
    expect(protectedGuard(standing(reloaded), '/overview')).toEqual({ show: true })
    await expect(reloaded.http.call(auth.getProfile, { query: {} })).rejects.toMatchObject({
      failure: { kind: 'network' },
    })
    expect(who(reloaded)).toMatchObject({ isAuth: true, ended: null })
    person.setOffline(false)
    await expect(reloaded.http.call(auth.getProfile, { query: {} })).resolves.toMatchObject({
      userEmail: user.email,
    })
  })

  it('[persist-tab-sync] signs the other tabs in and out with this one', async () => {
    const { user } = await member()
    const [one, two] = [await person.openTab(), await person.openTab()]
    await signIn(one, user)
    await expect.poll(() => who(two).isAuth && who(two).hasToken).toBe(true)
    await expect(two.http.call(auth.getProfile, { query: {} })).resolves.toMatchObject({
      userEmail: user.email,
    })
    await one.app.dispatch(session.logOut({}))
    await expect.poll(() => who(two).ended).toBe('logout')
    expect(who(two)).toMatchObject({ isAuth: false, hasToken: false, profile: null })
  })
})

describe('the end', () => {
  it('[state-logout] [msg-logout] logs out: profile, token and stored session data are gone, and it is said', async () => {
    const { user, companyId, projectId } = await member()
    const tab = await person.openTab()
    await signIn(tab, user)
    await tab.app.dispatch(selectProject({ clientId: companyId, projectId }))
    await tab.rest()
    person.local.setItem('codingFormDataReact', '{}')
    expect((await person.kernel.indexedDB.databases()).length).toBeGreaterThan(0)
    await tab.app.dispatch(session.logOut({}))
    await tab.rest()
    expect(who(tab)).toMatchObject({
      isAuth: false,
      hasToken: false,
      profile: null,
      userId: null,
      ended: 'logout',
    })
    expect(toasts(tab)).toContain('You successfully logged out.')
    expect(person.asked).toContain('DELETE /rest/token')
    expect(protectedGuard(standing(tab), '/overview')).toEqual({ redirect: '/' })
    expect(person.local.getItem('codingFormDataReact')).toBeNull()
    expect(JSON.parse(person.local.getItem('persist:auth') ?? '{}')).toMatchObject({
      isAuth: 'false',
      profile: 'null',
    })
    expect(await person.kernel.indexedDB.databases()).toEqual([])
    await expect(tab.http.call(auth.getProfile, { query: {} })).rejects.toMatchObject({
      failure: { status: 401 },
    })
  })

  it('[state-401-auto-logout] [state-401-reset] locks on an expired token, in all tabs, and resets client, project, inspect, review and notification state', async () => {
    const { user, companyId, projectId } = await member()
    const [one, two] = [await person.openTab(), await person.openTab()]
    await signIn(one, user)
    await expect.poll(() => who(two).hasToken).toBe(true)
    await one.app.dispatch(selectProject({ clientId: companyId, projectId }))
    await one.rest()
    await two.rest()
    const before = one.app.state()
    expect(before.selection.chosen).toEqual({ clientId: companyId, projectId })
    server.setNow(new Date(Date.now() + 9 * 3_600_000))
    await expect(one.http.call(auth.getProfile, { query: {} })).rejects.toMatchObject({
      failure: { status: 401 },
    })
    await one.rest()
    expect(who(one)).toMatchObject({ isAuth: false, hasToken: false, ended: 'expired' })
    await expect.poll(() => who(two).isAuth).toBe(false)
    const { selection, review, shell, coding } = one.app.state()
    expect(selection).toMatchObject({ chosen: { clientId: null, projectId: null }, byTab: {}, projects: {} })
    expect(review.byTab).toEqual({})
    expect(shell.tabs).toEqual({})
    expect(coding.documents.every((bucket) => bucket === null)).toBe(true)
    expect(toasts(one)).toEqual(['Access token is expired.'])
    // Locked, not deleted: what was not sent goes out when the same account comes back.
    expect((await person.kernel.indexedDB.databases()).length).toBeGreaterThan(0)
    server.setNow(null)
    await signIn(one, user)
    expect(one.app.state().selection.chosen).toEqual({ clientId: companyId, projectId })
  })

  it('[state-401-auto-logout] ends once, however many calls were in flight', async () => {
    const { user } = await member()
    const tab = await person.openTab()
    await signIn(tab, user)
    const ends: string[] = []
    tab.app.onCommitted((envelopes) => {
      for (const { type } of envelopes) if (type === 'session.ended') ends.push(type)
    })
    server.setNow(new Date(Date.now() + 9 * 3_600_000))
    await Promise.allSettled(Array.from({ length: 8 }, () => tab.http.call(auth.getProfile, { query: {} })))
    await tab.rest()
    expect(ends).toHaveLength(1)
    expect(toasts(tab)).toHaveLength(1)
  })

  it('ends after the idle time without activity in any tab, and not while another tab is at work', async () => {
    const { user } = await member()
    const [one, two] = [await person.openTab(), await person.openTab()]
    await signIn(one, user)
    await expect.poll(() => who(two).hasToken).toBe(true)
    await two.rest()
    const idleMs = who(one).idleMs ?? 0
    expect(idleMs).toBe(3_600_000)
    two.clock.offset = 0
    one.clock.offset = idleMs - 60_000
    two.idle.active()
    await new Promise((resolve) => setTimeout(resolve, 40))
    one.clock.offset = idleMs + 10_000
    await new Promise((resolve) => setTimeout(resolve, 80))
    expect(who(one).isAuth).toBe(true)
    one.clock.offset = 3 * idleMs
    await expect.poll(() => who(one).ended).toBe('idle')
    await expect.poll(() => who(two).isAuth).toBe(false)
  })
})

describe('a forgotten password', () => {
  it('answers the same for every address, and refuses a stale link', async () => {
    const tab = await person.openTab()
    await tab.app.dispatch(session.forgotPassword({ email: 'nobody@northwind.example' }))
    await tab.rest()
    expect(who(tab).notice).toMatch(/If this address has an account/)
    await tab.app.dispatch(openResetLink({ token: 'x'.repeat(40) }))
    await tab.rest()
    expect(who(tab).resetLink).toBe('stale')
  })
})
