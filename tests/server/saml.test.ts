import { Secret, TOTP } from 'otpauth'
import type { Options } from 'samlp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getSecondStep, offerAuthenticator, takeAuthenticator } from '#contracts/account.ts'
import { listKeys, makeKey } from '#contracts/api-keys.ts'
import { findSso, forgot, getProfile, landSso, login, openMfa, putPassword } from '#contracts/auth.ts'
import { type BodyOf, headers } from '#contracts/call.ts'
import { acceptInvitation, invitePeople, readInvitation } from '#contracts/invitations.ts'
import { getProject } from '#contracts/project.ts'
import {
  deleteSso,
  getSso,
  getSsoAddresses,
  listSso,
  mostResponseBytes,
  putSso,
  type SsoSetting,
  trySso,
} from '#contracts/sso.ts'
import { endedKeysOf } from '#server/platform/auth/api-keys.ts'
import { hashPassword } from '#server/platform/auth/passwords.ts'
import { selfSigned } from '../fixtures/certificates.ts'
import {
  claimNames,
  type IdentityProvider,
  personOf,
  response,
  startProvider,
} from '../support/identity-provider.ts'
import { Browser } from './browser.ts'
import { costlyDialects, startServer, type TestServer, type TestUser } from './harness.ts'
import { invitationSecret } from './mail-files.ts'
import { goodPassword, trail } from './people.ts'

const year = 365 * 24 * 3_600_000

describe.each(costlyDialects)('single sign-on by SAML on %s', (dialect) => {
  let server: TestServer
  let provider: IdentityProvider
  const pair = selfSigned('idp.firm.example', new Date(Date.now() - year), new Date(Date.now() + 30 * year))
  const foreignPair = selfSigned('evil.example', new Date(Date.now() - year), new Date(Date.now() + year))
  let clients = 0
  let companyId: number
  let domain: string
  let admin: TestUser
  let acs: string
  let entityId: string

  beforeAll(async () => {
    server = await startServer({ dialect, work: false })
    provider = await startProvider(pair, () => acs)
  })
  afterAll(async () => {
    await provider[Symbol.asyncDispose]()
    await server.close()
  })
  const newClient = async () => {
    // Each client's refusals have rows of their own.
    await server.services.records.write('interactive', (trx) => trx.deleteFrom('counted_entry').execute())
    clients += 1
    domain = `firm${clients}.example`
    companyId = await server.company()
    admin = await person('ClientAdmin', `admin@${domain}`)
    const addresses = (await server.call(admin, getSsoAddresses, { query: { companyId } })).data
    acs = addresses.acsUrl
    entityId = addresses.entityId
  }

  const person = (role: TestUser['role'], email: string) => server.user({ role, companyId, email })
  /** As if they had come through the provider: what a password began ends where it is required. */
  const throughIt = (...people: readonly TestUser[]) =>
    server.services.records.write('interactive', (trx) =>
      trx
        .updateTable('session')
        .set({ sso: 1 })
        .where(
          'user_id',
          'in',
          people.map(({ userId }) => userId),
        )
        .execute(),
    )
  const setForced = (forced: 0 | 1) =>
    server.services.records.write('interactive', (trx) =>
      trx.updateTable('sso_config').set({ forced }).where('company_id', '=', companyId).execute(),
    )
  const givePassword = async ({ userId }: TestUser) => {
    const password = await hashPassword(goodPassword)
    await server.services.records.write('interactive', (trx) =>
      trx.updateTable('app_user').set({ password }).where('user_id', '=', userId).execute(),
    )
  }

  type Asked = Omit<BodyOf<typeof putSso>, 'companyId'>
  const asked = (changed: Partial<Asked> = {}): Asked => ({
    providerId: provider.entityId,
    ssoUrl: provider.url,
    certificates: [pair.cert],
    domains: [domain],
    emailClaim: claimNames.email,
    nameClaim: claimNames.name,
    providerMfa: false,
    createsAccounts: false,
    on: false,
    forced: false,
    exceptions: [],
    ...changed,
  })
  const put = async (changed: Partial<Asked> = {}, by = admin) => {
    const { setting } = (await server.call(by, getSso, { query: { companyId } })).data
    return server.call(by, putSso, {
      body: { companyId, ...asked(changed) },
      ifMatch: String(setting?.version ?? 0),
    })
  }
  const setting = async (): Promise<SsoSetting> => {
    const { data } = await server.call(admin, getSso, { query: { companyId } })
    return data.setting ?? expect.fail('there is no setting')
  }
  /** The request that an address at the provider carries, and the RelayState beside it. */
  const requestIn = async (url: string) => {
    const search = new URL(url).searchParams
    const samlp = (await import('samlp')).default
    const id = await new Promise<string>((done, fail) =>
      samlp.parseRequest({ query: Object.fromEntries(search) }, (error, data) =>
        error === null && data !== undefined ? done(data.id) : fail(error),
      ),
    )
    return { id, relay: search.get('RelayState') ?? '' }
  }
  const post = (fields: Record<string, string>, url = acs) =>
    server.app.inject({
      method: 'POST',
      url: new URL(url).pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://idp.firm.example' },
      payload: new URLSearchParams(fields).toString(),
    })
  const encoded = (xml: string): string => Buffer.from(xml).toString('base64')

  /** Begins in a new browser; answers it with the provider's address. */
  const begun = async (email: string) => {
    const browser = new Browser(server)
    const { url } = (await browser.call(findSso, { body: { email } })).data
    return { browser, url }
  }
  /** Goes to the provider over HTTP, and posts what its page has in its form. */
  const throughProvider = async (url: string) => {
    const page = await (await fetch(url)).text()
    const fieldOf = (name: string) => new RegExp(`name="${name}"\\s+value="([^"]*)"`).exec(page)?.[1] ?? ''
    return post({ SAMLResponse: fieldOf('SAMLResponse'), RelayState: fieldOf('RelayState') })
  }
  const tried = async () => {
    await put()
    provider.person = personOf(admin.email)
    const { raw } = await server.call(admin, trySso, { query: { companyId } })
    return throughProvider(String(raw.headers.location))
  }
  const turnedOn = async (changed: Partial<Asked> = {}) => {
    await tried()
    expect((await put({ on: true, ...changed })).data.setting?.state).toBe('on')
  }
  const reasons = async () =>
    (await trail(server, 'system'))
      .filter(({ action, facts }) => action === 'auth.ssoRefused' && facts.companyId === companyId)
      .map(({ facts }) => facts.reason)

  const standard = (id: string) => ({
    issuer: provider.entityId,
    audience: entityId,
    recipient: acs,
    destination: acs,
    inResponseTo: id,
    lifetimeInSeconds: 60,
    signatureAlgorithm: 'rsa-sha256',
    digestAlgorithm: 'sha256',
  })
  interface Forgery {
    readonly options?: Partial<Options>
    readonly email?: string
    /** What is made of the signed response. */
    readonly change?: (xml: string, requestId: string) => string
    /** How far the server's clock is ahead when it comes, in ms. */
    readonly later?: number
    readonly relay?: string
    readonly to?: string
  }
  /** Sends a response that differs in one thing; answers why it was refused, or `accepted`. */
  const forged = async ({ options, email = admin.email, change, later = 0, ...sent }: Forgery = {}) => {
    const before = (await reasons()).length
    const { browser, url } = await begun(admin.email)
    const { id, relay } = await requestIn(url ?? '')
    const xml = await response({ ...pair, ...standard(id), ...options }, personOf(email))
    if (later !== 0) server.setNow(new Date(Date.now() + later))
    try {
      const fields = { SAMLResponse: encoded(change?.(xml, id) ?? xml), RelayState: sent.relay ?? relay }
      await post(fields, sent.to)
      const landed = await browser.call(landSso)
      const [reason] = (await reasons()).slice(before)
      expect(landed.status).toBe(reason === undefined ? 200 : 403)
      return reason ?? 'accepted'
    } finally {
      server.setNow(null)
    }
  }
  const assertionOf = (xml: string): string => /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml)?.[0] ?? ''
  /** Someone else, unsigned, and of another id. */
  const evil = (xml: string): string =>
    assertionOf(xml)
      .replace(/<Signature.*<\/Signature>/s, '')
      .replace(/ID="[^"]*"/, 'ID="_evil"')
      .replaceAll(`admin@${domain}`, `boss@${domain}`)

  describe('of a client', () => {
    beforeEach(newClient)

    it('[integ-saml-signin] signs somebody in who began here and came through the provider', async () => {
      await turnedOn()
      const user = await person('Reviewer', `ida@${domain}`)
      const { browser, url } = await begun(user.email)
      provider.person = personOf(user.email)
      const answer = await throughProvider(url ?? '')
      expect([answer.statusCode, answer.headers.location]).toEqual([303, '/saml-login.html'])
      // No session comes with the form: another page has posted it.
      expect(answer.cookies).toEqual([])
      const { data } = await browser.call(landSso)
      browser.token = data.token
      expect(data).toMatchObject({ userId: user.userId, stage: 'full' })
      expect((await browser.call(getProfile)).data.userEmail).toBe(user.email)
      const [last] = (await trail(server, `company:${companyId}`)).slice(-1)
      expect(last).toMatchObject({ action: 'auth.signedIn', userId: user.userId, facts: { how: 'sso' } })
      // It is good once.
      expect((await browser.call(landSso)).error.code).toBe('auth.ssoRefused')
    })

    it('opens the session in the browser that has begun, and in no other', async () => {
      await turnedOn()
      const { browser, url } = await begun(admin.email)
      provider.person = personOf(admin.email)
      await throughProvider(url ?? '')
      expect((await new Browser(server).call(landSso)).error.message).toMatch(/begun in this browser/)
      const { browser: other } = await begun(admin.email)
      expect((await other.call(landSso)).status).toBe(403)
      expect((await browser.call(landSso)).status).toBe(200)
    })

    it('[rest-any-company-saml] is set up, tried, turned on and removed by administrators of the client', async () => {
      const none = await server.call(admin, getSso, { query: { companyId } })
      expect(none.data.setting).toBeNull()
      expect((await put({ on: true })).error.message).toMatch(/try it first/)
      expect((await put()).data.setting).toMatchObject({ state: 'draft', version: 1, domains: [domain] })
      const stale = await server.call(admin, putSso, { body: { companyId, ...asked() }, ifMatch: '0' })
      expect([stale.status, stale.error.code]).toEqual([412, 'sso.stale'])
      const answer = await tried()
      expect(answer.body).toContain('Nobody was signed in')
      expect(answer.cookies).toEqual([])
      const { state, tried: result, trying } = await setting()
      expect({ state, trying }).toEqual({ state: 'tried', trying: false })
      expect(result).toMatchObject({ worked: true, by: admin.name })
      expect(result?.says).toContain('would be signed in as ClientAdmin')
      expect(result?.claims).toContainEqual({ name: claimNames.email, values: [admin.email] })
      expect((await begun(admin.email)).url).toBeNull()
      expect((await put({ on: true })).data.setting).toMatchObject({ state: 'on', tried: null })
      // Another provider is no provider that was tried.
      expect((await put({ on: true, providerId: 'urn:other' })).error.message).toMatch(/connection itself/)
      const reviewer = await person('Reviewer', `r@${domain}`)
      expect((await server.call(reviewer, getSso, { query: { companyId } })).status).toBe(403)
      const { version } = await setting()
      const gone = await server.call(admin, deleteSso, { body: { companyId }, ifMatch: String(version) })
      expect(gone.data.setting).toBeNull()
      expect((await trail(server, `company:${companyId}`)).map(({ action }) => action)).toEqual(
        expect.arrayContaining(['sso.settingsChanged', 'sso.tried', 'sso.removed']),
      )
    })

    it('[rest-get-company-saml-ending] says what the provider has to know, another for each client', async () => {
      const { data } = await server.call(admin, getSsoAddresses, { query: { companyId } })
      expect(data.metadata).toContain(`entityID="${data.entityId}"`)
      expect(data.metadata).toContain(`Location="${data.acsUrl}"`)
      const other = await server.company()
      const staff = await server.user({ role: 'SystemAdmin' })
      const theirs = await server.call(staff, getSsoAddresses, { query: { companyId: other } })
      expect(theirs.data.entityId).not.toBe(data.entityId)
      expect((await server.call(admin, getSsoAddresses, { query: { companyId: other } })).status).toBe(404)
    })

    it('[rest-get-company-get-sso-list] [entity-sso-config] lists one’s own client, and all to whoever runs the system', async () => {
      await put()
      const before = companyId
      companyId = await server.company()
      const other = await person('ClientAdmin', `boss@other${clients}.example`)
      await put({ domains: [`other${clients}.example`] }, other)
      const staff = await server.user({ role: 'SystemAdmin' })
      const seenBy = async (user: TestUser) =>
        (await server.call(user, listSso)).data.data.map((row) => row.companyId)
      expect(await seenBy(admin)).toEqual([before])
      expect(await seenBy(other)).toEqual([companyId])
      expect(await seenBy(staff)).toEqual(expect.arrayContaining([before, companyId]))
      const { data } = await server.call(staff, listSso, { query: { query: `other${clients}` } })
      expect(data.data).toMatchObject([{ companyId, state: 'draft', domains: [`other${clients}.example`] }])
    })

    it.each<[string, Partial<Asked> | (() => Partial<Asked>), RegExp]>([
      ['a certificate that is none', { certificates: ['abc'] }, /no X.509 certificate/],
      [
        'a weak key',
        () => ({ certificates: [selfSigned('weak', new Date(), new Date(), 1024).cert] }),
        /2048/,
      ],
      ['an address without TLS', { ssoUrl: 'http://idp.firm.example/sso' }, /https/],
      ['a domain that is none', { domains: ['firm'] }, /no domain/],
      ['a public mail service', { domains: ['gmail.com'] }, /public mail service/],
      ['an unknown exception', { exceptions: ['x@y.example'] }, /Nobody of this client/],
      ['to be required while it is off', { forced: true }, /only while it is on/],
    ])('refuses %s', async (_what, changed, message) => {
      const { status, error } = await put(typeof changed === 'function' ? changed() : changed)
      expect(status).toBe(400)
      expect(error.message).toMatch(message)
    })

    it('gives a domain to one client, and none that accounts of others are in, without saying whose', async () => {
      await put()
      companyId = await server.company('Rival & Sons')
      const rival = await person('ClientAdmin', `rival@rival${clients}.example`)
      const { status, error } = await put({ domains: [domain] }, rival)
      expect(status).toBe(409)
      expect(error.message).toBe(
        `${domain} cannot be used by this client. If it is yours, ask the operator of this server.`,
      )
      await server.user({ role: 'ProviderAdmin', email: `staff@staff${clients}.example` })
      expect((await put({ domains: [`staff${clients}.example`] }, rival)).status).toBe(409)
      expect((await put({ domains: [`rival${clients}.example`] }, rival)).status).toBe(200)
    })

    it('answers for another client as for one that is not there', async () => {
      const other = await server.company()
      for (const foreign of [other, 999_999]) {
        const query = { companyId: foreign }
        const body = { companyId: foreign, ...asked() }
        const ofBody = { body: { companyId: foreign }, ifMatch: '0' }
        for (const answer of [
          await server.call(admin, getSso, { query }),
          await server.call(admin, getSsoAddresses, { query }),
          await server.call(admin, trySso, { query }),
          await server.call(admin, putSso, { body, ifMatch: '0' }),
          await server.call(admin, deleteSso, ofBody),
        ])
          expect([answer.status, answer.error.code]).toEqual([404, 'notFound'])
      }
    })

    it('answers every address alike where there is no single sign-on', async () => {
      for (const email of [admin.email, `nobody@${domain}`, 'x@nowhere.example']) {
        const { data, raw } = await new Browser(server).call(findSso, { body: { email } })
        expect(data).toEqual({ url: null })
        expect(raw.cookies.map(({ name }) => name)).toEqual(['affiant_sso'])
      }
      await turnedOn()
      // Of a domain that has it, too: whether there is an account is not said.
      const urls = await Promise.all(
        [admin.email, `nobody@${domain}`].map(async (email) => (await begun(email)).url),
      )
      expect(urls.map((url) => url?.split('?')[0])).toEqual([provider.url, provider.url])
    })

    it('asks for the second step, unless the provider does', async () => {
      await turnedOn()
      await server.services.records.write('interactive', async (trx) => {
        await trx
          .updateTable('company')
          .set({ mfa_required: 1 })
          .where('company_id', '=', companyId)
          .execute()
      })
      const through = async () => {
        const { browser, url } = await begun(admin.email)
        provider.person = personOf(admin.email)
        await throughProvider(url ?? '')
        const { data } = await browser.call(landSso)
        browser.token = data.token
        return { browser, stage: data.stage }
      }
      const first = await through()
      expect(first.stage).toBe('mfa')
      expect((await first.browser.call(openMfa)).data.method).toBe('totp')
      await put({ on: true, providerMfa: true })
      expect((await through()).stage).toBe('full')
    })

    it('makes accounts at the first sign-in where the client says so, with the weakest role', async () => {
      await turnedOn()
      const through = async (email: string) => {
        const { browser, url } = await begun(email)
        provider.person = personOf(email, 'Nia Weber')
        await throughProvider(url ?? '')
        return browser.call(landSso)
      }
      expect((await through(`new@${domain}`)).error.message).toMatch(/no account for you here/)
      expect(await reasons()).toEqual(['noAccount'])
      await put({ on: true, createsAccounts: true })
      expect((await through(`new@${domain}`)).data.stage).toBe('licence')
      const row = await server.services.records.read
        .selectFrom('app_user')
        .select(['name', 'role', 'company_id', 'sso'])
        .where('email', '=', `new@${domain}`)
        .executeTakeFirst()
      expect(row).toEqual({ name: 'Nia Weber', role: 'Default', company_id: companyId, sso: 1 })
    })

    it('lets whoever is invited come by the provider alone where it is required, with what they were invited to', async () => {
      const project = await server.project(companyId, { name: 'Harmon' })
      await turnedOn()
      await put({ on: true, forced: true, createsAccounts: true, exceptions: [admin.email] })
      const people = [{ email: `link@${domain}` }, { email: `first@${domain}` }]
      const projects = [{ project: 'Harmon', role: 'Reviewer' }]
      const groups = [{ role: 'Default', projects, people }]
      await server.call(admin, invitePeople, { body: { companyId, groups, dryRun: false } })
      await server.services.invitations.wake()
      const token = await invitationSecret(server.config.dataDir, `link@${domain}`)
      const byLink = new Browser(server)
      const shown = await byLink.call(readInvitation, { headers: { [headers.linkToken]: token } })
      expect(shown.data).toMatchObject({ state: 'open', signIn: 'provider' })
      // A password that is sent all the same opens nothing, now or later.
      const body = { token, name: 'Lin Key', password: goodPassword }
      const made = await byLink.call(acceptInvitation, { body })
      expect([made.data, made.raw.cookies]).toEqual([{ signedIn: false }, []])
      await setForced(0)
      const byPassword = { body: { email: `link@${domain}`, password: goodPassword } }
      expect((await new Browser(server).call(login, byPassword)).status).toBe(401)

      const { browser, url } = await begun(`first@${domain}`)
      provider.person = personOf(`first@${domain}`, 'Fia Rst')
      await throughProvider(url ?? '')
      expect((await browser.call(landSso)).data.stage).toBe('licence')
      const rows = await server.services.records.read
        .selectFrom('project_user as m')
        .innerJoin('app_user as u', 'u.user_id', 'm.user_id')
        .innerJoin('invitation as i', 'i.user_id', 'u.user_id')
        .select(['u.email', 'm.role', 'm.given_by', 'i.accepted_at'])
        .where('m.project_id', '=', project)
        .orderBy('u.email')
        .execute()
      const given = { role: 'Reviewer', given_by: admin.userId, accepted_at: expect.any(String) }
      expect(rows).toEqual([
        { email: `first@${domain}`, ...given },
        { email: `link@${domain}`, ...given },
      ])
    })

    it('[integ-saml-signin] refuses passwords where it is required, but for the named, and says nothing of accounts', async () => {
      const user = await person('Reviewer', `ida@${domain}`)
      await givePassword(user)
      await givePassword(admin)
      await throughIt(user)
      await turnedOn()
      expect((await put({ on: true, forced: true })).error.message).toMatch(
        /at least one active administrator/,
      )
      expect((await put({ on: true, forced: true, exceptions: [user.email] })).status).toBe(400)
      const { data } = await put({ on: true, forced: true, exceptions: [admin.email] })
      expect(data.setting).toMatchObject({ forced: true, exceptions: [{ userId: admin.userId }] })
      const tryPassword = (email: string, password: string) =>
        new Browser(server).call(login, { body: { email, password } })
      expect((await tryPassword(admin.email, goodPassword)).status).toBe(200)
      const refusals = await Promise.all([
        tryPassword(user.email, goodPassword),
        tryPassword(user.email, 'wrong'),
        tryPassword(`nobody@${domain}`, 'wrong'),
        tryPassword(admin.email, 'wrong'),
      ])
      const told = refusals.map(({ error: { code, message } }) => ({ code, message }))
      expect(new Set(told.map((one) => JSON.stringify(one))).size).toBe(1)
      expect(told[0]?.code).toBe('auth.ssoRequired')
      expect((await server.call(user, getProfile)).data.ssoEnabled).toBe(true)
      const changed = { current: goodPassword, password: 'another-otter-pavement-38' }
      expect((await server.call(user, putPassword, { body: changed })).status).toBe(403)
      await new Browser(server).call(forgot, { body: { email: user.email } })
      const actions = (await trail(server, `company:${companyId}`)).map(({ action }) => action)
      expect(actions).toContain('auth.resetNotSent')
      expect(actions).not.toContain('auth.resetLinkSent')
    })

    it('neither sets nor asks for a password of whoever must come through the provider', async () => {
      const [user, enrolled] = [
        await person('Reviewer', `ida@${domain}`),
        await person('Reviewer', `eli@${domain}`),
      ]
      for (const one of [user, enrolled, admin]) await givePassword(one)
      const prove = (as: TestUser, proof: string) => server.call(as, offerAuthenticator, { body: { proof } })
      const { secret, offer } = (await prove(enrolled, goodPassword)).data
      const code = (at: number) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })
      await server.call(enrolled, takeAuthenticator, { body: { offer, code: code(Date.now()) } })
      await throughIt(user, enrolled)
      await turnedOn()
      await put({ on: true, forced: true, exceptions: [admin.email] })
      const refused = await prove(user, goodPassword)
      expect([refused.status, refused.error.message]).toEqual([403, expect.stringMatching(/two-factor/)])
      expect((await server.call(user, getSecondStep)).data.ssoEnabled).toBe(true)
      expect((await prove(admin, goodPassword)).status).toBe(200)
      expect((await prove(enrolled, goodPassword)).error.message).toMatch(/six figures/)
      const later = Date.now() + 60_000
      server.setNow(new Date(later))
      expect((await prove(enrolled, code(later))).status).toBe(200)
      server.setNow(null)
    })

    it('lets accounts that the provider has made set a password once they may use one', async () => {
      await turnedOn({ createsAccounts: true })
      const email = `new@${domain}`
      const { browser, url } = await begun(email)
      provider.person = personOf(email)
      await throughProvider(url ?? '')
      await browser.call(landSso)
      const asked = async () => {
        await new Browser(server).call(forgot, { body: { email } })
        return (await trail(server, `company:${companyId}`)).at(-1)?.action
      }
      expect(await asked()).toBe('auth.resetNotSent')
      await put({ on: true, createsAccounts: true, exceptions: [email] })
      expect(await asked()).toBe('auth.resetLinkSent')
      await put({ on: false, createsAccounts: true })
      expect(await asked()).toBe('auth.resetLinkSent')
    })

    it('has invited people come through the provider where it is required, and opens nothing by the link', async () => {
      await givePassword(admin)
      await turnedOn()
      await put({ on: true, forced: true, exceptions: [admin.email] })
      const invite = async (email: string) => {
        const groups = [{ role: 'Reviewer', projects: [], people: [{ email }] }]
        await server.call(admin, invitePeople, { body: { companyId, groups, dryRun: false } })
        await server.services.invitations.wake(true)
        return invitationSecret(server.config.dataDir, email)
      }
      const email = `nia@${domain}`
      const token = await invite(email)
      const visitor = new Browser(server)
      const link = await visitor.call(readInvitation, { headers: { [headers.linkToken]: token } })
      expect(link.data).toMatchObject({ state: 'open', signIn: 'provider' })
      const body = { token, name: 'Nia Weber', password: goodPassword }
      const made = await visitor.call(acceptInvitation, { body })
      expect(made.data).toEqual({ signedIn: false })
      expect(made.raw.cookies).toEqual([])
      expect((await visitor.call(login, { body: { email, password: goodPassword } })).status).toBe(403)
      const { browser, url } = await begun(email)
      provider.person = personOf(email)
      await throughProvider(url ?? '')
      expect((await browser.call(landSso)).status).toBe(200)

      // Invited while it is not required, and come once it is.
      await setForced(0)
      const foreign = await invite(`guest@other-${domain}`)
      await setForced(1)
      const shown = await visitor.call(readInvitation, { headers: { [headers.linkToken]: foreign } })
      expect(shown.data.signIn).toBe('blocked')
      const refused = await visitor.call(acceptInvitation, { body: { ...body, token: foreign } })
      expect(refused.error.code).toBe('auth.ssoRequired')
    })

    it('says before anybody is invited how they will sign in, and invites no address that could not', async () => {
      await turnedOn()
      const people = [{ email: `nia@${domain}` }, { email: `guest@other-${domain}` }]
      const groups = [{ role: 'Default', projects: [], people }]
      const outcomes = async (dryRun = true) => {
        const { data } = await server.call(admin, invitePeople, { body: { companyId, groups, dryRun } })
        return [data.made, data.byProvider, ...data.lines.map(({ outcome }) => outcome)]
      }
      expect(await outcomes()).toEqual([2, false, 'new', 'new'])
      await throughIt(admin)
      await put({ on: true, forced: true, exceptions: [admin.email] })
      expect(await outcomes()).toEqual([1, true, 'new', 'notOfProvider'])
      expect(await outcomes(false)).toEqual([1, true, 'new', 'notOfProvider'])
      const made = await server.services.records.read
        .selectFrom('invitation')
        .select('email')
        .where('company_id', '=', companyId)
        .execute()
      expect(made).toEqual([{ email: `nia@${domain}` }])
    })

    it('ends sessions that a password began and stops keys where it is required, but for the named', async () => {
      const project = await server.project(companyId)
      const keyBody = (proof: string) => ({
        ...{ label: 'Export', days: 30, projectIds: null, role: null, readOnly: true, proof },
      })
      const withKey = async (name: string) => {
        const user = await person('ProjectManager', `${name}@${domain}`)
        await givePassword(user)
        await server.member(project, user.userId, 'ProjectManager')
        const { data } = await server.call(user, makeKey, { body: keyBody(goodPassword) })
        return { user, secret: data.secret, keyId: data.key.keyId }
      }
      const [barred, named, comer] = [await withKey('ida'), await withKey('eli'), await withKey('uma')]
      const offered = (await server.call(comer.user, offerAuthenticator, { body: { proof: goodPassword } }))
        .data
      const code = (timestamp: number) =>
        new TOTP({ secret: Secret.fromBase32(offered.secret) }).generate({ timestamp })
      const taken = { offer: offered.offer, code: code(Date.now()) }
      expect((await server.call(comer.user, takeAuthenticator, { body: taken })).status).toBe(200)
      const by = ({ secret }: { readonly secret: string }) =>
        server.call(null, getProject, { project, headers: { authorization: `Bearer ${secret}` } })
      const cutOff = () =>
        endedKeysOf(
          server.services.records.read,
          [barred, named, comer].map(({ keyId }) => `key:${keyId}`),
          new Date(),
        )
      await throughIt(comer.user)
      await turnedOn()
      expect((await setting()).holders).toEqual([
        { userEmail: admin.email, keys: 0, sessions: 1 },
        { userEmail: named.user.email, keys: 1, sessions: 1 },
        { userEmail: barred.user.email, keys: 1, sessions: 1 },
        { userEmail: comer.user.email, keys: 1, sessions: 0 },
      ])
      expect((await by(barred)).status).toBe(200)
      expect(await cutOff()).toEqual([])

      await put({ on: true, forced: true, exceptions: [admin.email, named.user.email] })
      const refused = await by(barred)
      expect([refused.status, refused.error.code]).toEqual([403, 'auth.ssoRequired'])
      expect(refused.error.message).toMatch(/requires single sign-on/)
      expect([(await by(named)).status, (await by(comer)).status]).toEqual([200, 403])
      expect(await cutOff()).toHaveLength(2)
      // Sessions that a password began are gone, but for those of the named.
      const sees = async ({ user }: { readonly user: TestUser }) =>
        (await server.call(user, getProfile)).status
      expect([await sees(barred), await sees(named), await sees(comer)]).toEqual([401, 200, 200])
      const changed = (await trail(server, `company:${companyId}`)).findLast(
        ({ action }) => action === 'sso.settingsChanged',
      )
      expect(changed?.facts).toMatchObject({ sessionsEnded: 1 })
      // None is made, whatever is shown for it.
      expect((await server.call(comer.user, listKeys)).data).toMatchObject({ barred: true, totalCount: 1 })
      const later = Date.now() + 60_000
      server.setNow(new Date(later))
      const asked = await server.call(comer.user, makeKey, { body: keyBody(code(later)) })
      server.setNow(null)
      expect(asked.error.code).toBe('auth.ssoRequired')
      expect((await server.call(named.user, listKeys)).data.barred).toBe(false)

      // Not required any more, the same keys work: they were stopped, and not revoked.
      await put({ on: true })
      expect((await by(barred)).status).toBe(200)
    })

    it('takes the next certificate beside the one in use, and none that is out of date', async () => {
      const next = selfSigned('next', new Date(Date.now() - year), new Date(Date.now() + year))
      await turnedOn()
      const both = await put({ on: true, certificates: [pair.cert, next.cert] })
      expect(both.data.setting).toMatchObject({ state: 'on' })
      expect(both.data.setting?.certificates).toHaveLength(2)
      expect(await forged({ options: next })).toBe('accepted')
      expect((await put({ on: true, certificates: [next.cert] })).data.setting?.state).toBe('on')
      expect(await forged()).toBe('signature')
      const ended = selfSigned('ended', new Date(Date.now() - year), new Date(Date.now() - 1000))
      await put({ on: true, certificates: [next.cert, ended.cert] })
      await put({ on: true, certificates: [ended.cert] })
      const { browser, url } = await begun(admin.email)
      const { id, relay } = await requestIn(url ?? '')
      const xml = await response({ ...ended, ...standard(id) }, personOf(admin.email))
      await post({ SAMLResponse: encoded(xml), RelayState: relay })
      expect((await browser.call(landSso)).error.message).toMatch(/certificate .* out of date/)
    })

    it('refuses a person of another client, and a response for another client', async () => {
      await turnedOn()
      const mine = { companyId, acs, entityId }
      companyId = await server.company()
      // Since the domain was given to the first client.
      const theirs = await person('Reviewer', `theirs@${domain}`)
      companyId = mine.companyId
      expect(await forged({ email: theirs.email })).toBe('otherClient')
      const other = await server.company()
      await forged({ to: mine.acs.replace(`/${companyId}/`, `/${other}/`) }).catch(() => null)
      const system = (await trail(server, 'system')).filter(({ action }) => action === 'auth.ssoRefused')
      expect(system.at(-1)?.facts).toMatchObject({ reason: 'unknownClient' })
    })

    it('takes each response once', async () => {
      await turnedOn()
      const { browser, url } = await begun(admin.email)
      const { id, relay } = await requestIn(url ?? '')
      const xml = await response({ ...pair, ...standard(id) }, personOf(admin.email))
      const fields = { SAMLResponse: encoded(xml), RelayState: relay }
      await Promise.all([post(fields), post(fields)])
      expect((await browser.call(landSso)).status).toBe(200)
      await post(fields)
      expect(await reasons()).toEqual(['requestUsed', 'requestUsed'])
      // The assertion is used up as well, whatever it would answer.
      await server.services.records.write('interactive', async (trx) => {
        await trx.updateTable('saml_request').set({ state: 'open' }).where('request_id', '=', id).execute()
      })
      await post(fields)
      expect((await reasons()).at(-1)).toBe('assertionUsed')
      expect((await browser.call(landSso)).status).toBe(403)
    })

    it('takes nothing but a form there, and a form nowhere else', async () => {
      const json = await server.app.inject({ method: 'POST', url: new URL(acs).pathname, payload: {} })
      expect(json.statusCode).toBe(415)
      const form = await server.app.inject({
        method: 'POST',
        url: '/rest/login',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'email=a%40b.example&password=x',
      })
      expect(form.statusCode).toBe(415)
    })
  })

  describe('with one thing changed in a response', () => {
    beforeAll(async () => {
      await newClient()
      await turnedOn()
    })
    beforeEach(async () => {
      await server.services.records.write('interactive', (trx) => trx.deleteFrom('counted_entry').execute())
    })

    it.each<[string, string, Forgery | (() => Forgery)]>([
      ['nothing wrong', 'accepted', {}],
      ['a response that is signed as well', 'accepted', { options: { signResponse: true } }],
      ['no signature', 'unsigned', { options: { signAssertion: false } }],
      [
        'a signature on the response alone',
        'unsigned',
        { options: { signAssertion: false, signResponse: true } },
      ],
      ['another key, with its certificate embedded', 'signature', () => ({ options: foreignPair })],
      [
        'something changed after it was signed',
        'signature',
        () => ({ change: (xml) => xml.replaceAll(`admin@${domain}`, `boss@${domain}`) }),
      ],
      [
        'a second assertion before the signed one',
        'notOneAssertion',
        { change: (xml) => xml.replace('<saml:Assertion', `${evil(xml)}<saml:Assertion`) },
      ],
      [
        'a second assertion after the signed one',
        'notOneAssertion',
        { change: (xml) => xml.replace('</samlp:Response>', `${evil(xml)}</samlp:Response>`) },
      ],
      [
        'the signed assertion wrapped in another',
        'notOneAssertion',
        {
          change: (xml) =>
            xml.replace(
              assertionOf(xml),
              evil(xml).replace(
                '</saml:Assertion>',
                `<saml:Advice>${assertionOf(xml)}</saml:Advice></saml:Assertion>`,
              ),
            ),
        },
      ],
      [
        'the signed assertion wrapped in the signature of another',
        'notOneAssertion',
        {
          change: (xml) =>
            xml.replace(
              assertionOf(xml),
              evil(xml).replace(
                '<saml:Subject>',
                `<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><Object>${assertionOf(xml)}</Object></Signature><saml:Subject>`,
              ),
            ),
        },
      ],
      [
        'an encrypted assertion',
        'encrypted',
        { change: (xml) => xml.replaceAll('saml:Assertion', 'saml:EncryptedAssertion') },
      ],
      [
        'a comment within the NameID',
        'comment',
        () => ({
          email: `admin@${domain}.evil.example`,
          change: (xml) => xml.replaceAll(`admin@${domain}.evil`, `admin@${domain}<!---->.evil`),
        }),
      ],
      ['another issuer', 'issuer', { options: { issuer: 'urn:idp.evil.example' } }],
      [
        'another issuer of the response alone',
        'issuer',
        { change: (xml) => xml.replace('urn:idp.firm.example', 'urn:idp.evil.example') },
      ],
      ['another audience', 'audience', { options: { audience: 'https://other.example/saml/1' } }],
      ['another destination', 'destination', { options: { destination: 'https://other.example/acs' } }],
      ['no destination', 'destination', { change: (xml) => xml.replace(/ Destination="[^"]*"/, '') }],
      ['another recipient', 'recipient', { options: { recipient: 'https://other.example/acs' } }],
      ['a request that is none of ours', 'unknownRequest', { options: { inResponseTo: '_0123456789' } }],
      ['no InResponseTo, as unsolicited', 'inResponseTo', { options: { inResponseTo: '' } }],
      [
        'no InResponseTo in the assertion',
        'inResponseTo',
        () => ({
          options: { inResponseTo: '' },
          change: (xml, id) => xml.replace('<samlp:Response', `<samlp:Response InResponseTo="${id}"`),
        }),
      ],
      ['an assertion that has expired', 'expired', { later: 4 * 60_000 }],
      ['an assertion that is not valid yet', 'early', { later: -3 * 60_000 }],
      ['SHA-1', 'algorithm', { options: { signatureAlgorithm: 'rsa-sha1', digestAlgorithm: 'sha1' } }],
      ['a document type', 'documentType', { change: (xml) => `<!DOCTYPE Response [<!ENTITY x "y">]>${xml}` }],
      ['more than 256 KB', 'tooLarge', { change: (xml) => xml + ' '.repeat(mostResponseBytes) }],
      ['no XML', 'malformed', { change: () => 'not <xml' }],
      [
        'the words of a refusal',
        'status',
        { options: { samlStatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Responder' } },
      ],
      ['another RelayState', 'relayState', { relay: 'another' }],
      ['an address of another domain', 'domain', () => ({ email: 'admin@elsewhere.example' })],
      ['no address', 'noAddress', { email: 'admin' }],
    ])('[integ-saml-signin] %s: %s', async (_what, reason, forgery) => {
      expect(await forged(typeof forgery === 'function' ? forgery() : forgery)).toBe(reason)
    })
  })
})
