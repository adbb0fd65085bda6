import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirmMfa, getLicence, getProfile, getToken, login, openMfa } from '#contracts/auth.ts'
import { cookies } from '#contracts/call.ts'
import { listCompanies } from '#contracts/company.ts'
import { messages } from '#contracts/errors.ts'
import { Browser, cookieSet } from './browser.ts'
import { costlyDialects, startServer, type TestServer } from './harness.ts'
import { account, actions, goodPassword, trail } from './people.ts'

const start = Date.parse('2026-03-02T09:00:00Z')
const codeOf = (secret: string, at: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })
/** A code that is right at no time near. */
const wrongCode = (secret: string, at: number): string => {
  const near = [-60, -30, 0, 30, 60].map((s) => codeOf(secret, at + s * 1000))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((c) => !near.includes(c)) ?? ''
}

describe.each(costlyDialects)('the second step on %s', (dialect) => {
  let server: TestServer
  let now = start
  beforeAll(async () => {
    server = await startServer({ dialect })
  })
  afterAll(() => server.close())
  const at = (ms: number): void => {
    now = start + ms
    server.setNow(new Date(now))
  }

  const password = async (user: { email: string }) => {
    const browser = new Browser(server)
    const reply = await browser.call(login, { body: { email: user.email, password: goodPassword } })
    if (reply.status === 200) browser.token = reply.data.token
    return { browser, reply }
  }
  /** Somebody with an authenticator, signed in with its first code. */
  const enrolled = async () => {
    at(0)
    const user = await account(server, { mfa: true })
    const { browser } = await password(user)
    const { enrol } = (await browser.call(openMfa)).data
    if (enrol === null) throw new Error('There was nothing to enrol with.')
    const { data } = await browser.call(confirmMfa, { body: { code: codeOf(enrol.secret, now) } })
    browser.token = data.token
    return { user, browser, secret: enrol.secret, recoveryCodes: enrol.recoveryCodes, session: data }
  }

  it('[rest-post-login] stops after the password where the account, or its company, wants a second step', async () => {
    at(0)
    const own = await account(server, { mfa: true })
    expect((await password(own)).reply.data).toMatchObject({
      stage: 'mfa',
      expiresAt: '2026-03-02T09:10:00.000Z',
    })
    const companyId = await server.company()
    await server.services.records.write('interactive', async (trx) => {
      await trx.updateTable('company').set({ mfa_required: 1 }).where('company_id', '=', companyId).execute()
    })
    const theirs = await account(server, { companyId })
    expect((await password(theirs)).reply.data.stage).toBe('mfa')
    expect(await actions(server, theirs)).toEqual(['auth.passwordAccepted'])
  })

  it('lets nothing through before it is done, not even the profile or the terms', async () => {
    at(0)
    const { browser } = await password(await account(server, { mfa: true }))
    for (const call of [listCompanies, getProfile, getLicence]) {
      const { status, error } = await browser.call(call)
      expect({ status, code: error.code }).toEqual({ status: 403, code: 'auth.stagePending' })
    }
    expect((await browser.tab().call(getToken)).data).toMatchObject({ stage: 'mfa', token: browser.token })
  })

  it('[rest-post-multi-auth] enrols an account that has no authenticator, and says the same again to the same session', async () => {
    at(0)
    const user = await account(server, { mfa: true })
    const { browser } = await password(user)
    const { data } = await browser.call(openMfa)
    expect(data).toMatchObject({ method: 'totp', triesLeft: 5 })
    expect(data.enrol?.uri).toMatch(/^otpauth:\/\/totp\/Affiant:/)
    expect(data.enrol?.uri).toContain(data.enrol?.secret)
    expect(data.enrol?.recoveryCodes).toHaveLength(10)
    expect(new Set(data.enrol?.recoveryCodes).size).toBe(10)
    for (const code of data.enrol?.recoveryCodes ?? []) expect(code).toMatch(/^[\da-z]{5}-[\da-z]{5}$/)
    expect((await browser.call(openMfa)).data).toEqual(data)
    const another = await password(user)
    expect((await another.browser.call(openMfa)).data.enrol?.secret).not.toBe(data.enrol?.secret)
  })

  it('[rest-put-multi-auth] [integ-mfa-signin] confirms with a code; the session gets a new token and cookie', async () => {
    at(0)
    const user = await account(server, { mfa: true })
    const { browser } = await password(user)
    const { enrol } = (await browser.call(openMfa)).data
    const before = browser.tab()
    before.token = browser.token
    const { data, raw } = await browser.call(confirmMfa, { body: { code: codeOf(enrol?.secret ?? '', now) } })
    expect(data).toMatchObject({ stage: 'full', expiresAt: '2026-03-02T17:00:00.000Z' })
    expect(data.token).not.toBe(browser.token)
    expect(cookieSet(raw, cookies.session).value).not.toBe(before.jar.get(cookies.session))
    browser.token = data.token
    expect((await browser.call(listCompanies)).status).toBe(200)
    expect((await browser.call(getProfile)).data.mfaEnabled).toBe(true)
    expect((await before.call(listCompanies)).error.detail).toBe(messages.tokenNotFound)
    expect((await before.call(getToken)).error.detail).toBe(messages.tokenNotFound)
    expect(await actions(server, user)).toEqual(['auth.passwordAccepted', 'auth.mfaOffered', 'auth.signedIn'])
  })

  it('offers no new authenticator to whoever has the password of an enrolled account', async () => {
    const { user } = await enrolled()
    at(60_000)
    const { browser } = await password(user)
    expect((await browser.call(openMfa)).data).toEqual({ method: 'totp', enrol: null, triesLeft: 5 })
  })

  it('goes on to the terms where they are not accepted', async () => {
    at(0)
    const user = await account(server, { mfa: true, accepted: false })
    const { browser } = await password(user)
    const { enrol } = (await browser.call(openMfa)).data
    const { data } = await browser.call(confirmMfa, { body: { code: codeOf(enrol?.secret ?? '', now) } })
    expect(data.stage).toBe('licence')
  })

  it('takes each time step once, one step of drift each way, and none further', async () => {
    const { user, secret } = await enrolled()
    const tryCode = async (codeAt: number): Promise<number> => {
      const { browser } = await password(user)
      return (await browser.call(confirmMfa, { body: { code: codeOf(secret, codeAt) } })).status
    }
    expect(await tryCode(now)).toBe(401)
    at(90_000)
    expect(await tryCode(now - 60_000)).toBe(401)
    expect(await tryCode(now + 60_000)).toBe(401)
    expect(await tryCode(now + 30_000)).toBe(200)
    expect(await tryCode(now)).toBe(401)
    at(90_000 + 10_000)
    expect(await tryCode(now)).toBe(401)
    at(150_000)
    expect(await tryCode(now)).toBe(200)
  })

  it('takes a code once even when two tabs send it at the same moment', async () => {
    const { user, secret } = await enrolled()
    at(60_000)
    const [a, b] = [await password(user), await password(user)]
    const code = codeOf(secret, now)
    const replies = await Promise.all(
      [a, b].map(({ browser }) => browser.call(confirmMfa, { body: { code } })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  it('ends the session after five wrong codes and says how many tries are left', async () => {
    const { user, secret } = await enrolled()
    at(60_000)
    const { browser } = await password(user)
    const left: unknown[] = []
    for (let i = 0; i < 5; i += 1) {
      const { status, error } = await browser.call(confirmMfa, { body: { code: wrongCode(secret, now) } })
      expect({ status, code: error.code }).toEqual({ status: 401, code: 'auth.codeWrong' })
      left.push((error.data as { triesLeft: number }).triesLeft)
    }
    expect(left).toEqual([4, 3, 2, 1, 0])
    const { error } = await browser.call(confirmMfa, { body: { code: codeOf(secret, now) } })
    expect(error.detail).toBe(messages.tokenNotFound)
    const done = await actions(server, user)
    expect(done.filter((action) => action === 'auth.mfaFailed')).toHaveLength(5)
    expect(done.at(-1)).toBe('auth.locked')
    // A right password does not wipe out the wrong codes: the account waits as after wrong passwords.
    const { reply } = await password(user)
    expect(reply.status).toBe(429)
    expect(reply.raw.headers['retry-after']).toBe('1')
  })

  it('counts wrong codes over several sign-ins: knowing the password buys no fresh tries', async () => {
    const { user, secret } = await enrolled()
    at(60_000)
    for (let i = 0; i < 5; i += 1) {
      const { browser } = await password(user)
      const wrong = await browser.call(confirmMfa, { body: { code: wrongCode(secret, now) } })
      expect(wrong.status).toBe(401)
    }
    expect((await password(user)).reply.status).toBe(429)
    at(61_000)
    const { browser } = await password(user)
    expect((await browser.call(confirmMfa, { body: { code: codeOf(secret, now) } })).status).toBe(200)
  })

  it('is open for ten minutes', async () => {
    const { user, secret } = await enrolled()
    at(60_000)
    const { browser } = await password(user)
    at(60_000 + 10 * 60_000)
    const { error } = await browser.call(confirmMfa, { body: { code: codeOf(secret, now) } })
    expect(error.detail).toBe(messages.accessTokenExpired)
  })

  it('takes each recovery code once, however it is typed, and keeps only hashes', async () => {
    const { user, recoveryCodes } = await enrolled()
    const [first = '', second = ''] = recoveryCodes
    const rows = await server.services.records.read
      .selectFrom('recovery_code')
      .selectAll()
      .where('user_id', '=', user.userId)
      .execute()
    expect(rows).toHaveLength(10)
    const kept = JSON.stringify(rows)
    for (const code of recoveryCodes) {
      expect(kept).not.toContain(code)
      expect(kept).not.toContain(code.replace('-', ''))
    }
    const tryCode = async (code: string): Promise<number> => {
      const { browser } = await password(user)
      return (await browser.call(confirmMfa, { body: { code } })).status
    }
    expect(await tryCode(first)).toBe(200)
    expect(await tryCode(first)).toBe(401)
    expect(await tryCode(` ${second.toUpperCase().replace('-', '')} `)).toBe(200)
    expect((await trail(server, `company:${user.companyId}`)).at(-1)).toMatchObject({
      action: 'auth.signedIn',
      facts: { mfa: 'recoveryCode' },
    })
  })

  it('refuses the recovery codes that were shown until a code has proved the authenticator', async () => {
    at(0)
    const user = await account(server, { mfa: true })
    const { browser } = await password(user)
    const { enrol } = (await browser.call(openMfa)).data
    const reply = await browser.call(confirmMfa, { body: { code: enrol?.recoveryCodes[0] ?? '' } })
    expect(reply.status).toBe(401)
    const stored = await server.services.records.read
      .selectFrom('app_user')
      .select('totp_secret')
      .where('user_id', '=', user.userId)
      .executeTakeFirstOrThrow()
    expect(stored.totp_secret).toBeNull()
  })

  it('cannot be opened or confirmed again once it is done', async () => {
    const { browser, secret } = await enrolled()
    expect((await browser.call(openMfa)).status).toBe(409)
    at(60_000)
    const again = await browser.call(confirmMfa, { body: { code: codeOf(secret, now) } })
    expect(again.status).toBe(409)
  })
})
