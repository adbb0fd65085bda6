import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import pino from 'pino'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkReset, forgot, login, putPassword, resetPassword } from '#contracts/auth.ts'
import { headers, pathOf } from '#contracts/call.ts'
import { listCompanies } from '#contracts/company.ts'
import { messages } from '#contracts/errors.ts'
import { newKey } from '#server/platform/auth/api-keys.ts'
import { sayCounts } from '#server/platform/auth/counted.ts'
import { createMailer } from '#server/platform/auth/mailer.ts'
import { fingerprint } from '#server/platform/auth/secrets.ts'
import { Browser } from './browser.ts'
import { costlyDialects, startServer, type TestServer } from './harness.ts'
import { account, actions, goodPassword, trail } from './people.ts'

const newPassword = 'quarry-lantern-biscuit-7'

describe.each(costlyDialects)('a forgotten password on %s', (dialect) => {
  let server: TestServer
  const lines: string[] = []
  beforeAll(async () => {
    const sink = new Writable({
      write(line: Buffer, _encoding, done) {
        lines.push(line.toString())
        done()
      },
    })
    server = await startServer({ dialect, log: pino({ level: 'info' }, sink) })
  })
  afterAll(() => server.close())
  const at = (ms: number) => server.setNow(new Date(Date.parse('2026-03-02T09:00:00Z') + ms))
  const mails = (): string[] => {
    try {
      return readdirSync(join(server.config.dataDir, 'mail'))
        .filter((name) => name.endsWith('.eml'))
        .sort()
    } catch {
      return []
    }
  }

  /** Asks for a link and reads it from the file that the mail became. */
  const linkFor = async (email: string): Promise<string> => {
    const before = new Set(mails())
    await new Browser(server).call(forgot, { body: { email } })
    for (let i = 0; i < 100; i += 1) {
      const fresh = mails().find((name) => !before.has(name))
      if (fresh !== undefined) {
        const mail = await new PostalMime().parse(readFileSync(join(server.config.dataDir, 'mail', fresh)))
        const link = /https?:\S+#token=(\S+)/.exec(mail.text ?? '')
        expect(mail.to?.[0]?.address).toBe(email)
        expect(link?.[0]).toContain(`${server.config.publicUrl}/reset_password.html#token=`)
        return link?.[1] ?? ''
      }
      await wait(20)
    }
    throw new Error('No mail came.')
  }

  const check = (token: string, browser = new Browser(server)) =>
    browser.call(checkReset, { headers: { [headers.linkToken]: token } })

  it('[rest-post-forgot] answers the same whether or not there is an account, and writes to nobody else', async () => {
    at(0)
    const user = await account(server)
    const known = await new Browser(server).call(forgot, { body: { email: user.email } })
    const count = mails().length
    const unknown = await new Browser(server).call(forgot, { body: { email: 'nobody@northwind.example' } })
    expect(unknown.status).toBe(200)
    expect(unknown.data).toEqual(known.data)
    await wait(300)
    expect(mails().length - count).toBeLessThanOrEqual(1)
    expect(await actions(server, user)).toEqual(['auth.resetLinkSent'])
    expect((await trail(server, 'system')).at(-1)).toMatchObject({
      action: 'auth.resetNotSent',
      beside: { email: 'nobody@northwind.example' },
    })
  })

  it('[rest-get-forgot-password] [rest-put-forgot-password] the link works once, and ends every session and key', async () => {
    at(0)
    const user = await account(server)
    const body = { email: user.email, password: goodPassword }
    const browser = new Browser(server)
    browser.token = (await browser.call(login, { body })).data.token
    const secret = newKey()
    await server.services.records.write('interactive', (trx) =>
      trx
        .insertInto('api_key')
        .values({
          ...{ user_id: user.userId, label: 'Export', shown: 'affk_abc', secret_hash: fingerprint(secret) },
          ...{ role: null, read_only: 1, all_projects: 1, made_at: '2026-03-01', ends_at: '2026-04-01' },
          ...{ used_at: null, revoked_at: null },
        })
        .execute(),
    )
    const byKey = async () =>
      (await server.call(null, listCompanies, { headers: { authorization: `Bearer ${secret}` } })).status
    expect(await byKey()).toBe(200)
    const token = await linkFor(user.email)
    expect((await check(token, browser)).data).toEqual({ valid: true })
    const bad = await browser.call(resetPassword, { body: { token, password: 'password12345' } })
    expect({ status: bad.status, detail: bad.error.detail }).toEqual({ status: 400, detail: 'password' })
    expect((await check(token, browser)).data).toEqual({ valid: true })
    expect((await browser.call(resetPassword, { body: { token, password: newPassword } })).status).toBe(200)
    expect((await browser.call(listCompanies)).error.detail).toBe(messages.tokenNotFound)
    expect(await byKey()).toBe(401)
    expect((await check(token, browser)).data).toEqual({ valid: false })
    const again = await browser.call(resetPassword, { body: { token, password: newPassword } })
    expect({ status: again.status, code: again.error.code }).toEqual({
      status: 400,
      code: 'auth.linkExpired',
    })
    expect((await new Browser(server).call(login, { body })).status).toBe(401)
    expect((await new Browser(server).call(login, { body: { ...body, password: newPassword } })).status).toBe(
      200,
    )
    expect((await trail(server, `company:${user.companyId}`)).map(({ action }) => action)).toContain(
      'auth.passwordReset',
    )
  })

  it('keeps its token out of addresses, and so out of the logs of whoever stands in between', async () => {
    at(0)
    const token = 'q'.repeat(43)
    const address = await server.app.inject(`${pathOf(checkReset)}?token=${token}`)
    expect(address.statusCode).toBe(400)
    expect(address.body).not.toContain(token)
    const none = await new Browser(server).call(checkReset)
    expect([none.status, none.error.detail]).toEqual([400, headers.linkToken])
    expect((await check(token)).data).toEqual({ valid: false })
    expect((await check(token)).raw.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
  })

  it('takes a known and an unknown address the same time, which is none of the work’s', async () => {
    at(0)
    const user = await account(server)
    for (const email of [user.email, 'nobody@northwind.example']) {
      const began = performance.now()
      await new Browser(server).call(forgot, { body: { email } })
      // A timer may ring a millisecond early, the work alone takes a tenth of this.
      expect(performance.now() - began).toBeGreaterThan(240)
    }
  })

  it('says in the log where the mail lies that no server was there to send, and nothing of what is in it', async () => {
    at(0)
    const user = await account(server)
    const before = new Set(mails())
    lines.length = 0
    const token = await linkFor(user.email)
    const fresh = mails().filter((name) => !before.has(name))
    expect(fresh).toHaveLength(1)
    const said = () => lines.filter((line) => line.includes('SMTP_URL')).map((line) => JSON.parse(line))
    await expect.poll(said).toMatchObject([
      {
        level: pino.levels.values.info,
        file: join(server.config.dataDir, 'mail', fresh[0] ?? ''),
        msg: 'a mail was written to a file, because SMTP_URL is not set',
      },
    ])
    const log = lines.join('')
    expect(log).not.toContain(token)
    expect(log).not.toContain(user.email)
  })

  it('is used up even when two pages send it at the same moment', async () => {
    at(0)
    const user = await account(server)
    const token = await linkFor(user.email)
    const replies = await Promise.all(
      [newPassword, 'violet-anchor-mosaic-22'].map((password) =>
        new Browser(server).call(resetPassword, { body: { token, password } }),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  it('is good for one hour', async () => {
    at(0)
    const user = await account(server)
    const token = await linkFor(user.email)
    at(60 * 60_000 - 1)
    expect((await check(token)).data.valid).toBe(true)
    at(60 * 60_000)
    expect((await check(token)).data.valid).toBe(false)
    const late = await new Browser(server).call(resetPassword, { body: { token, password: newPassword } })
    expect(late.error.code).toBe('auth.linkExpired')
  })

  it('is good no more once the password has been changed', async () => {
    at(0)
    const user = await account(server)
    const token = await linkFor(user.email)
    const changed = await server.call(user, putPassword, {
      body: { current: goodPassword, password: newPassword },
    })
    expect(changed.status).toBe(200)
    const late = await new Browser(server).call(resetPassword, {
      body: { token, password: 'walnut-harbour-cricket-5' },
    })
    expect(late.error.code).toBe('auth.linkExpired')
  })

  it('fills nobody’s mailbox: five links at a time', async () => {
    at(0)
    const user = await account(server)
    for (let i = 0; i < 7; i += 1) await new Browser(server).call(forgot, { body: { email: user.email } })
    const done = await actions(server, user)
    expect(done.filter((action) => action === 'auth.resetLinkSent')).toHaveLength(5)
    // The first of the hour; the others have one row with their count when it is over.
    expect(done.filter((action) => action === 'auth.resetNotSent')).toHaveLength(1)
    await sayCounts(server.services.records, new Date(Date.parse('2026-03-02T10:00:00Z')))
    const counted = (await trail(server, `company:${user.companyId}`)).at(-1)
    expect(counted).toMatchObject({ action: 'auth.resetNotSent', facts: { further: 1 } })
  })

  it('lets a locked account in again', async () => {
    at(0)
    const user = await account(server)
    const body = { email: user.email, password: 'wrong wrong wrong' }
    for (let i = 0; i < 5; i += 1) await new Browser(server).call(login, { body })
    expect((await new Browser(server).call(login, { body })).status).toBe(429)
    const token = await linkFor(user.email)
    await new Browser(server).call(resetPassword, { body: { token, password: newPassword } })
    expect((await new Browser(server).call(login, { body: { ...body, password: newPassword } })).status).toBe(
      200,
    )
  })

  it('keeps neither the token of a link nor a readable mail for others', async () => {
    at(0)
    const user = await account(server)
    const token = await linkFor(user.email)
    const rows = JSON.stringify(await server.services.records.read.selectFrom('reset').selectAll().execute())
    expect(rows).not.toContain(token)
    const folder = join(server.config.dataDir, 'mail')
    expect(statSync(folder).mode & 0o077).toBe(0)
    for (const name of mails()) expect(statSync(join(folder, name)).mode & 0o077).toBe(0)
  })
})

describe('mail', () => {
  it('goes to the SMTP server that is set', async () => {
    const received: { to: string[]; bytes: string }[] = []
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, session, done) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          const to = session.envelope.rcptTo.map(({ address }) => address)
          received.push({ to, bytes: Buffer.concat(chunks).toString() })
          done()
        })
      },
    })
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', () => resolve()))
    const address = smtp.server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const errors: unknown[] = []
    const log = { info: () => {}, error: (fact: unknown) => errors.push(fact) }
    const config = { dataDir: '/nowhere', publicUrl: 'https://review.northwind.example' }
    const mailer = createMailer({ ...config, smtpUrl: `smtp://127.0.0.1:${port}` }, log)
    await mailer.send({ to: 'ida@northwind.example', subject: 'Grüße', text: 'Hello\r\n' })
    await new Promise<void>((resolve) => smtp.close(() => resolve()))
    expect(received.map(({ to }) => to)).toEqual([['ida@northwind.example']])
    const mail = await new PostalMime().parse(received[0]?.bytes ?? '')
    expect(mail).toMatchObject({ subject: 'Grüße', from: { address: 'affiant@review.northwind.example' } })

    // The server is gone now: whoever asked for a link is not kept waiting, and the log does not have the message.
    mailer.post({ to: 'ida@northwind.example', subject: 'S', text: 'https://secret-link' })
    await mailer.close()
    expect(errors).toEqual([{ reason: 'ESOCKET' }])
  })
})
