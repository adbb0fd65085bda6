import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login } from '#contracts/auth.ts'
import { lockRules, waitAfter } from '#server/platform/auth/lockout.ts'
import { Browser } from './browser.ts'
import { costlyDialects, startServer, type TestServer } from './harness.ts'
import { account, actions, goodPassword, trail } from './people.ts'

describe.each(costlyDialects)('waiting after failures on %s', (dialect) => {
  let server: TestServer
  let now = Date.parse('2026-03-02T09:00:00Z')
  beforeAll(async () => {
    server = await startServer({ dialect })
    pass(0)
  })
  afterAll(() => server.close())
  const pass = (ms: number): void => {
    now += ms
    server.setNow(new Date(now))
  }
  const tryPassword = async (email: string, password: string) => {
    const { status, raw } = await new Browser(server).call(login, { body: { email, password } })
    return { status, retryAfter: raw.headers['retry-after'] }
  }
  const wrong = 'wrong wrong wrong'

  it('begins with the fifth failure, at one second, and doubles up to fifteen minutes', async () => {
    const { email } = await account(server)
    for (let i = 0; i < 5; i += 1) expect(await tryPassword(email, wrong)).toMatchObject({ status: 401 })
    const waits: number[] = []
    for (let i = 0; i < 13; i += 1) {
      const locked = await tryPassword(email, goodPassword)
      expect(locked.status).toBe(429)
      waits.push(Number(locked.retryAfter))
      pass(Number(locked.retryAfter) * 1000 - 1)
      expect((await tryPassword(email, wrong)).status).toBe(429)
      pass(1)
      expect((await tryPassword(email, wrong)).status).toBe(401)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900])
  })

  it('treats an address without an account the same', async () => {
    const email = 'nobody-locked@northwind.example'
    for (let i = 0; i < 5; i += 1) expect((await tryPassword(email, wrong)).status).toBe(401)
    expect(await tryPassword(email, wrong)).toEqual({ status: 429, retryAfter: '1' })
    const last = (await trail(server, 'system')).slice(-3)
    expect(last.map(({ action }) => action)).toEqual([
      'auth.signInFailed',
      'auth.locked',
      'auth.refusedWhileLocked',
    ])
    expect(last[1]).toMatchObject({ facts: { failures: 5, waitMs: 1000 }, beside: { email } })
  })

  it('puts every failure, lock and refusal on the record, and the right password clears the count', async () => {
    const user = await account(server)
    for (let i = 0; i < 5; i += 1) await tryPassword(user.email, wrong)
    expect((await tryPassword(user.email, goodPassword)).status).toBe(429)
    pass(1000)
    expect((await tryPassword(user.email, goodPassword)).status).toBe(200)
    expect(await actions(server, user)).toEqual([
      ...Array.from({ length: 5 }, () => 'auth.signInFailed'),
      'auth.locked',
      'auth.refusedWhileLocked',
      'auth.signedIn',
    ])
    for (let i = 0; i < 4; i += 1) expect((await tryPassword(user.email, wrong)).status).toBe(401)
    expect((await tryPassword(user.email, goodPassword)).status).toBe(200)
  })

  it('holds one address back and no other', async () => {
    const [a, b] = [await account(server), await account(server)]
    for (let i = 0; i < 6; i += 1) await tryPassword(a.email, wrong)
    expect((await tryPassword(a.email, goodPassword)).status).toBe(429)
    expect((await tryPassword(b.email, goodPassword)).status).toBe(200)
  })

  it('cannot be run past by many tries at once', async () => {
    const { email } = await account(server)
    const replies = await Promise.all(Array.from({ length: 20 }, () => tryPassword(email, wrong)))
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(lockRules.free)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(20 - lockRules.free)
  })

  it('forgets failures after a day without any', async () => {
    const { email } = await account(server)
    for (let i = 0; i < 5; i += 1) await tryPassword(email, wrong)
    pass(lockRules.forgetMs)
    for (let i = 0; i < 4; i += 1) expect((await tryPassword(email, wrong)).status).toBe(401)
    expect((await tryPassword(email, goodPassword)).status).toBe(200)
    expect(waitAfter(4)).toBe(0)
  })
})
