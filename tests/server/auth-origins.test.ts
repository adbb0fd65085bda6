/** Failed sign-ins count where they come from: strangers keep nobody out, and fill no trail. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirmMfa, forgot, login, openMfa, putPassword } from '#contracts/auth.ts'
import { cookies } from '#contracts/call.ts'
import { sayCounts } from '#server/platform/auth/counted.ts'
import { inDeepRun } from '#tests/runs.ts'
import { Browser, cookieSet } from './browser.ts'
import { costlyDialects, startServer, type TestServer } from './harness.ts'
import { account, actions, goodPassword, trail } from './people.ts'

const wrong = 'wrong wrong wrong'
const office = '198.51.100.7'
const strangers = ['203.0.113.1', '203.0.113.99', '203.0.113.200']

describe.each(costlyDialects)('where tries come from, on %s', (dialect) => {
  let server: TestServer
  let now = Date.parse('2026-03-02T09:00:00Z')
  const pass = (ms: number): void => {
    now += ms
    server.setNow(new Date(now))
  }
  beforeAll(async () => {
    server = await startServer({ dialect })
    pass(0)
  })
  afterAll(() => server.close())

  /** As the proxy on this machine says. */
  const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } })
  const tryPassword = async (ip: string, email: string, password: string, browser = new Browser(server)) => {
    const reply = await browser.call(login, { ...from(ip), body: { email, password } })
    if (reply.status === 200) browser.token = reply.data.token
    return reply.status
  }
  const floodedBy = async (ips: readonly string[], email: string) => {
    for (let i = 0; i < 6; i += 1) await tryPassword(ips[i % ips.length] ?? '', email, wrong)
  }

  it('counts in their network, and in no other', async () => {
    const { email } = await account(server)
    await floodedBy(strangers, email)
    for (const ip of ['203.0.113.42', '::ffff:203.0.113.43'])
      expect(await tryPassword(ip, email, goodPassword)).toBe(429)
    for (const ip of [office, '203.0.114.1', '2001:db8:0:7::1'])
      expect(await tryPassword(ip, email, goodPassword)).toBe(200)
    await floodedBy(['2001:db8:0:8::1', '2001:db8:0:8:ffff::2'], email)
    expect(await tryPassword('2001:db8:0:8:1:2:3:4', email, goodPassword)).toBe(429)
    expect(await tryPassword('2001:db8:0:7::1', email, goodPassword)).toBe(200)
    // It clears the count of the one who knows the password, not that of the strangers.
    expect(await tryPassword('203.0.113.42', email, goodPassword)).toBe(429)
  })

  it('leaves a browser in which the account has signed in a budget of its own', async () => {
    const [user, other] = [await account(server), await account(server)]
    const desk = new Browser(server)
    expect(await tryPassword(office, user.email, goodPassword, desk)).toBe(200)
    await floodedBy([office], user.email)
    expect(await tryPassword(office, user.email, goodPassword)).toBe(429)
    expect(await tryPassword(office, user.email, goodPassword, desk)).toBe(200)
    // Also of others who sit at the same desk.
    expect(await tryPassword(office, other.email, goodPassword, desk)).toBe(200)
    await floodedBy([office], other.email)
    for (const { email } of [user, other])
      expect(await tryPassword(office, email, goodPassword, desk)).toBe(200)
    for (let i = 0; i < 5; i += 1) expect(await tryPassword(office, user.email, wrong, desk)).toBe(401)
    expect(await tryPassword(office, user.email, goodPassword, desk)).toBe(429)
  })

  it('knows a browser by what the server gave it, for the accounts that signed in there, and until the password changes', async () => {
    const [user, other] = [await account(server), await account(server)]
    const desk = new Browser(server)
    const { raw } = await desk.call(login, { body: { email: user.email, password: goodPassword } })
    const cookie = cookieSet(raw, cookies.browser)
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/rest' })
    const rows = await server.services.records.read.selectFrom('known_browser').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(cookie.value)
    const forged = new Browser(server)
    forged.jar.set(cookies.browser, 'q'.repeat(43))
    for (const { email } of [user, other]) await floodedBy([office], email)
    expect(await tryPassword(office, user.email, goodPassword, forged)).toBe(429)
    expect(await tryPassword(office, other.email, goodPassword, desk)).toBe(429)
    const fresh = 'quarry-lantern-biscuit-7'
    await server.call(user, putPassword, { body: { current: goodPassword, password: fresh } })
    await floodedBy([office], user.email)
    expect(await tryPassword(office, user.email, fresh, desk)).toBe(429)
  })

  it('counts wrong codes for the whole account: who has the password gains nothing by many networks', async () => {
    const user = await account(server, { mfa: true })
    const opened = await Promise.all(
      Array.from({ length: 6 }, async (_, i) => {
        const browser = new Browser(server)
        expect(await tryPassword(`192.0.${i}.1`, user.email, goodPassword, browser)).toBe(200)
        await browser.call(openMfa)
        return browser
      }),
    )
    const statuses: number[] = []
    for (const [i, browser] of opened.entries()) {
      const { status } = await browser.call(confirmMfa, { ...from(`192.0.${i}.1`), body: { code: 'abcdef' } })
      statuses.push(status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    // Where nobody got so far, the password is still asked for.
    expect(await tryPassword('192.0.99.1', user.email, goodPassword)).toBe(200)
  })

  it('puts resets of invented addresses on the record once, and once more with their count', async () => {
    pass(3_600_000)
    const resets = async () =>
      (await trail(server, 'system')).filter(({ action }) => action === 'auth.resetNotSent')
    const before = (await resets()).length
    const invented = (i: number) => ({ email: `nobody-${i}@northwind.example` })
    await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        new Browser(server).call(forgot, { ...from(strangers[i % 3] ?? ''), body: invented(i) }),
      ),
    )
    expect((await resets()).slice(before)).toHaveLength(1)
    await sayCounts(server.services.records, new Date(now))
    expect((await resets()).slice(before)).toHaveLength(1)
    pass(3_600_000)
    await sayCounts(server.services.records, new Date(now))
    expect((await resets()).slice(before).map(({ facts }) => facts)).toEqual([
      {},
      { network: '203.0.113.0/24', hour: '2026-03-02T10:00:00.000Z', further: 59 },
    ])
    // The next hour begins anew, also where nobody has looked in between.
    for (const hours of [0, 3]) {
      pass(hours * 3_600_000)
      for (const i of [1, 2]) await new Browser(server).call(forgot, { ...from(office), body: invented(i) })
    }
    const later = (await resets()).slice(before + 2)
    expect(later.map(({ facts }) => facts.further ?? null)).toEqual([null, 1, null])
    expect(later[1]?.facts).toMatchObject({ network: '198.51.100.0/24' })
  })

  it(
    'counts sign-ins at invented addresses behind the first ones, and none at an account',
    inDeepRun,
    async () => {
      pass(3_600_000)
      const failures = async () =>
        (await trail(server, 'system')).filter(({ action }) => action === 'auth.signInFailed')
      const before = (await failures()).length
      const tries = Array.from({ length: 30 }, (_, i) => `invented-${i}@northwind.example`)
      for (const email of tries) expect(await tryPassword('192.0.2.1', email, wrong)).toBe(401)
      expect((await failures()).slice(before)).toHaveLength(20)
      pass(3_600_000)
      await sayCounts(server.services.records, new Date(now))
      expect((await failures()).at(-1)?.facts).toMatchObject({ network: '192.0.2.0/24', further: 10 })
      const user = await account(server)
      for (let i = 0; i < 25; i += 1) {
        pass(900_000)
        expect(await tryPassword('192.0.2.1', user.email, wrong)).toBe(401)
      }
      expect((await actions(server, user)).filter((action) => action === 'auth.signInFailed')).toHaveLength(
        25,
      )
    },
  )
})
