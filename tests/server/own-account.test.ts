/** Looking after one's own account: sessions, the authenticator, recovery codes. */
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as own from '#contracts/account.ts'
import { confirmMfa, getProfile, login, openMfa } from '#contracts/auth.ts'
import { Browser } from './browser.ts'
import { costlyDialects, startServer, type TestServer, type TestUser } from './harness.ts'
import { account, actions, goodPassword } from './people.ts'

const codeOf = (secret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })

describe.each(costlyDialects)("one's own account on %s", (dialect) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ dialect, work: false })
  })
  afterAll(() => server.close())

  const signIn = async (user: TestUser) => {
    const browser = new Browser(server)
    const reply = await browser.call(login, { body: { email: user.email, password: goodPassword } })
    browser.token = reply.data.token
    return { browser, stage: reply.data.stage }
  }

  it('shows the open sessions, ends one of them, and then all others', async () => {
    const user = await account(server)
    const [first, second, third] = [await signIn(user), await signIn(user), await signIn(user)]
    const { data } = (await first.browser.call(own.listSessions)).data
    expect(data).toHaveLength(4)
    expect(data[0]).toMatchObject({ current: true, ip: '127.0.0.1' })
    expect(data[0]?.agent).not.toBe('')
    const { sessionKey } = (await second.browser.call(own.listSessions)).data.data[0] ?? { sessionKey: '' }
    expect((await second.browser.call(own.endSession, { body: { sessionKey } })).status).toBe(400)
    expect((await first.browser.call(own.endSession, { body: { sessionKey } })).data).toEqual({ ended: 1 })
    expect((await second.browser.call(getProfile)).status).toBe(401)
    expect((await first.browser.call(own.endSession, { body: { sessionKey } })).status).toBe(404)
    const stranger = await account(server)
    const foreign = await server.call(stranger, own.endSession, {
      body: { sessionKey: data[0]?.sessionKey ?? '' },
    })
    expect(foreign.status).toBe(404)
    expect((await first.browser.call(own.endOtherSessions)).data).toEqual({ ended: 2 })
    expect((await third.browser.call(getProfile)).status).toBe(401)
    expect((await first.browser.call(getProfile)).status).toBe(200)
    expect((await actions(server, user)).filter((one) => one === 'auth.sessionsEnded')).toHaveLength(2)
  })

  it('sets up an authenticator, replaces it, and makes recovery codes that stand in for it', async () => {
    const user = await account(server)
    const at = new Date('2026-03-02T09:00:00Z')
    server.setNow(at)
    const { browser } = await signIn(user)
    const elsewhere = await signIn(user)
    const early = await browser.call(own.makeRecoveryCodes, { body: { proof: goodPassword } })
    expect([early.status, early.error.detail]).toEqual([409, 'authenticator'])
    const wrong = await browser.call(own.offerAuthenticator, { body: { proof: 'not-the-password' } })
    expect([wrong.status, wrong.error.detail]).toEqual([400, 'proof'])
    const first = (await browser.call(own.offerAuthenticator, { body: { proof: goodPassword } })).data
    expect(first.uri).toContain(first.secret)

    const miss = await browser.call(own.takeAuthenticator, { body: { offer: first.offer, code: '000000' } })
    expect([miss.status, miss.error.detail]).toEqual([400, 'code'])
    // Another session, or another person, gets nothing by the offer.
    const stolen = await elsewhere.browser.call(own.takeAuthenticator, {
      body: { offer: first.offer, code: codeOf(first.secret, at) },
    })
    expect([stolen.status, stolen.error.detail]).toEqual([400, 'offer'])
    const taken = await browser.call(own.takeAuthenticator, {
      body: { offer: first.offer, code: codeOf(first.secret, at) },
    })
    expect(taken.data.recoveryCodes).toHaveLength(10)
    expect((await elsewhere.browser.call(getProfile)).status).toBe(401)
    expect((await browser.call(own.getSecondStep)).data).toEqual({
      ...{ enrolled: true, required: true, codesLeft: 10, ssoEnabled: false },
    })

    // A code shows who it is as well as the password does, and is used up by it.
    const later = new Date(at.getTime() + 60_000)
    server.setNow(later)
    const proof = codeOf(first.secret, later)
    const renewed = await browser.call(own.makeRecoveryCodes, { body: { proof } })
    expect(renewed.status).toBe(200)
    expect((await browser.call(own.makeRecoveryCodes, { body: { proof } })).status).toBe(400)

    const second = (await browser.call(own.offerAuthenticator, { body: { proof: goodPassword } })).data
    server.setNow(new Date(later.getTime() + 11 * 60_000))
    const late = await browser.call(own.takeAuthenticator, {
      body: { offer: second.offer, code: codeOf(second.secret, new Date(later.getTime() + 11 * 60_000)) },
    })
    expect([late.status, late.error.detail]).toEqual([400, 'offer'])

    const again = await signIn(user)
    expect(again.stage).toBe('mfa')
    await again.browser.call(openMfa)
    const old = await again.browser.call(confirmMfa, { body: { code: taken.data.recoveryCodes[0] ?? '' } })
    expect(old.status).toBe(401)
    const [spare = ''] = renewed.data.recoveryCodes
    expect((await again.browser.call(confirmMfa, { body: { code: spare } })).status).toBe(200)
    expect((await browser.call(own.getSecondStep)).data.codesLeft).toBe(9)
    expect(await actions(server, user)).toEqual(
      expect.arrayContaining(['auth.authenticatorSet', 'auth.recoveryCodesMade', 'auth.proofFailed']),
    )
    server.setNow(null)
  })
})
