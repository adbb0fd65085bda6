import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login } from '#contracts/auth.ts'
import { lockRules } from '#server/platform/auth/lockout.ts'
import { Browser } from './browser.ts'
import { costlyDialects, startServer, type TestServer } from './harness.ts'
import { account, goodPassword, trail } from './people.ts'

describe.each(costlyDialects)('who goes on trying while an address waits, on %s', (dialect) => {
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

  const wrong = 'wrong wrong wrong'
  const tryPassword = async (email: string, password: string) =>
    (await new Browser(server).call(login, { body: { email, password } })).status
  const refusals = async (chain: string) =>
    (await trail(server, chain))
      .filter(({ action }) => action === 'auth.refusedWhileLocked')
      .map(({ facts, beside }) => ({ facts, email: beside.email }))

  it('is on the record with one row at once, and one for all the rest when the wait is over', async () => {
    const user = await account(server)
    const { email } = user
    const chain = `company:${user.companyId}`
    for (let i = 0; i < 30; i += 1) await tryPassword(email, wrong)
    const first = { facts: { failures: 5, waitMs: 1000 }, email }
    expect(await refusals(chain)).toEqual([first])
    pass(1000)
    expect(await tryPassword(email, goodPassword)).toBe(200)
    expect(await refusals(chain)).toEqual([first, { facts: { failures: 5, further: 24 }, email }])
  })

  it('is counted anew in the next wait', async () => {
    const user = await account(server)
    for (let i = 0; i < 8; i += 1) await tryPassword(user.email, wrong)
    pass(1000)
    expect(await tryPassword(user.email, wrong)).toBe(401)
    expect(await tryPassword(user.email, wrong)).toBe(429)
    pass(2000)
    expect(await tryPassword(user.email, goodPassword)).toBe(200)
    expect(
      (await refusals(`company:${user.companyId}`)).map(({ facts }) => facts.further ?? 'first'),
    ).toEqual(['first', 2, 'first'])
  })

  it('is on the record even where nobody tries again', async () => {
    const user = await account(server)
    for (let i = 0; i < 8; i += 1) await tryPassword(user.email, wrong)
    pass(lockRules.forgetMs + 1)
    await tryPassword('somebody-else@northwind.example', wrong)
    expect((await refusals(`company:${user.companyId}`)).at(-1)?.facts).toEqual({ failures: 5, further: 2 })
  })
})
