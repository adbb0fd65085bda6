/** Closing and opening accounts, their roles, second steps and sessions: what it does to who is signed in, and its record. */
import { once } from 'node:events'
import { request } from 'node:http'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkReset, confirmMfa, getProfile, login, openMfa } from '#contracts/auth.ts'
import { cookies, headers, pathOf } from '#contracts/call.ts'
import { beginUpload, listSources, putChunk } from '#contracts/collect.ts'
import { createCustodian } from '#contracts/project.ts'
import { giveProjectRole, takeProjectRole } from '#server/organization/project/members.ts'
import { sealKept, withoutKey } from '#server/platform/auth/seals.ts'
import { fingerprint } from '#server/platform/auth/secrets.ts'
import { openSession } from '#server/platform/auth/sessions.ts'
import { changeRole, disable, enable, resetSecondStep, signOut } from '#server/platform/auth/standing.ts'
import { sizeOf } from '#server/platform/blobs/upload-file.ts'
import { ApiError } from '#server/platform/http/error.ts'
import { createLog } from '#server/platform/log.ts'
import type { Writer } from '#server/platform/records/records.ts'
import { Browser } from './browser.ts'
import { dialects, startServer, type TestServer, type TestUser } from './harness.ts'
import { account, goodPassword, trail } from './people.ts'
import { newSource } from './uploads.ts'

const log = createLog('silent')

describe.each(dialects)('accounts on %s', (dialect) => {
  let server: TestServer
  let company: number
  beforeAll(async () => {
    // Requests that are cut off, and secrets that were tampered with, stand in the log.
    server = await startServer({ dialect, log })
    company = await server.company()
  }, 60_000)
  afterAll(() => server.close())

  const occasion = { now: () => new Date(), via: 'command line, as root' }
  const change = <T>(work: (trx: Writer) => Promise<T>) => server.services.records.write('interactive', work)
  const signIn = (user: TestUser) =>
    new Browser(server).call(login, { body: { email: user.email, password: goodPassword } })
  const whoIs = async (user: TestUser) => (await server.call(user, getProfile)).status
  const lastOf = async (chain: string) => (await trail(server, chain)).at(-1)

  it('that are disabled are refused at sign-in like a wrong password, and everything that they had open ends', async () => {
    const user = await account(server, { companyId: company })
    expect((await signIn(user)).status).toBe(200)
    const token = 'a-link-that-is-open'
    await change(async (trx) => {
      const expires_at = new Date(Date.now() + 3_600_000).toISOString()
      const link = { token_hash: fingerprint(token), user_id: user.userId, expires_at, used_at: null }
      await trx.insertInto('reset').values(link).execute()
    })
    expect(await change((trx) => disable(trx, occasion, null, user.userId))).toEqual({
      ...{ changed: true, sessionsEnded: 2 },
    })
    expect(await whoIs(user)).toBe(401)
    const [refused, wrong] = [
      await signIn(user),
      await new Browser(server).call(login, { body: { email: user.email, password: 'quite-another-one-9' } }),
    ]
    expect(refused).toMatchObject({
      status: 401,
      error: { code: 'auth.failed', message: wrong.error.message },
    })
    const link = await new Browser(server).call(checkReset, { headers: { [headers.linkToken]: token } })
    expect(link.data).toEqual({ valid: false })
    const rows = (await trail(server, `company:${company}`)).filter(({ action }) =>
      action.startsWith('user.'),
    )
    expect(rows.at(-1)).toMatchObject({
      action: 'user.disabled',
      userId: null,
      facts: { userId: user.userId, sessionsEnded: 2, via: 'command line, as root' },
      beside: { email: user.email },
    })
    expect(await change((trx) => disable(trx, occasion, null, user.userId))).toMatchObject({ changed: false })

    await change((trx) => enable(trx, occasion, null, user.userId))
    expect(await whoIs(user)).toBe(401)
    expect((await signIn(user)).status).toBe(200)
    expect((await trail(server, `company:${company}`)).map(({ action }) => action)).toContain('user.enabled')
  })

  it('have their requests that still run cut off', async () => {
    const project = await server.project(company, { prefix: 'CUT' })
    const user = await server.user({ role: 'ClientAdmin', companyId: company })
    const { custodianId } = (await server.call(user, createCustodian, { project, body: { name: 'Cut' } }))
      .data
    const sourceId = await newSource(server, user, project, custodianId)
    const body = { sourceId, fileName: 'half.bin', size: 1_000 }
    const { uploadId } = (await server.call(user, beginUpload, { project, body })).data
    const { port, hostname } = new URL(await server.listen())
    const uploading = request({
      ...{ port, hostname, method: 'PUT' },
      path: `${pathOf(putChunk).replace(':uploadId', uploadId)}?offset=0`,
      headers: {
        ...{ 'content-type': 'application/octet-stream', 'content-length': 1_000 },
        ...{ [headers.token]: user.token, [headers.xsrf]: user.xsrf, [headers.project]: String(project) },
        cookie: `${cookies.session}=${user.cookie}; ${cookies.xsrf}=${user.xsrf}`,
      },
    })
    const cut = once(uploading, 'error')
    uploading.write(Buffer.alloc(500))
    // It is let in before it is cut off: the server has begun to take the bytes.
    const file = join(server.config.dataDir, 'uploads', uploadId)
    await expect.poll(() => sizeOf(file), { timeout: 10_000 }).toBe(500)
    await change((trx) => signOut(trx, occasion, null, user.userId))
    const [error] = await cut
    expect(error).toMatchObject({ code: 'ECONNRESET' })
  })

  it('keep one active system administrator, also where two are closed at once', async () => {
    const staff = await Promise.all([0, 1].map(() => server.user({ role: 'SystemAdmin' })))
    const others = await server.services.records.read
      .selectFrom('app_user')
      .select('user_id')
      .where('role', '=', 'SystemAdmin')
      .where('active', '=', 1)
      .execute()
    expect(others).toHaveLength(2)
    const outcomes = await Promise.allSettled(
      staff.map(({ userId }) => change((trx) => disable(trx, occasion, null, userId))),
    )
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const last = staff[outcomes.findIndex(({ status }) => status === 'rejected')]
    if (last === undefined) throw new Error('Both were closed.')
    const role = { userId: last.userId, role: 'ProviderAdmin' } as const
    for (const attempt of [
      change((trx) => disable(trx, occasion, null, last.userId)),
      change((trx) => changeRole(trx, occasion, null, role)),
    ])
      await expect(attempt).rejects.toThrow(/is the last system administrator/)
    expect(await whoIs(last)).toBe(200)
    await server.user({ role: 'SystemAdmin' })
    expect(await change((trx) => changeRole(trx, occasion, null, role))).toEqual({
      ...{ changed: true, sessionsEnded: 1 },
    })
    expect(await lastOf('system')).toMatchObject({
      action: 'user.roleChanged',
      facts: { userId: last.userId, from: 'SystemAdmin', to: 'ProviderAdmin' },
    })
  })

  it('of clients never become the provider’s, nor the other way round', async () => {
    const theirs = await server.user({ role: 'ClientAdmin', companyId: company })
    const staff = await server.user({ role: 'ProviderAdmin' })
    for (const [userId, role] of [
      [theirs.userId, 'ProviderAdmin'],
      [staff.userId, 'ClientAdmin'],
    ] as const)
      await expect(change((trx) => changeRole(trx, occasion, null, { userId, role }))).rejects.toThrow(
        ApiError,
      )
  })

  it('lose what a weaker role, or none, does not allow, at once and on the record of the project', async () => {
    const project = await server.project(company, { prefix: 'ROL' })
    const user = await server.user({ role: 'Default', companyId: company })
    const give = (role: 'LitigationSupport' | 'ReviewManager' | 'Reviewer') =>
      change((trx) => giveProjectRole(trx, occasion, null, { userId: user.userId, projectId: project, role }))
    const sources = async (as: TestUser) => (await server.call(as, listSources, { project })).status
    await give('ReviewManager')
    expect(await sources(user)).toBe(200)
    expect(await give('LitigationSupport')).toEqual({ changed: true, sessionsEnded: 0 })
    expect(await give('LitigationSupport')).toEqual({ changed: false, sessionsEnded: 0 })
    expect(await sources(user)).toBe(200)
    expect(await give('Reviewer')).toEqual({ changed: true, sessionsEnded: 1 })
    expect(await lastOf(`project:${project}`)).toMatchObject({
      action: 'user.projectRoleGiven',
      facts: { userId: user.userId, role: 'Reviewer', from: 'LitigationSupport', sessionsEnded: 1 },
    })
    expect(await sources(user)).toBe(401)
    const anew = await again(user)
    expect(await sources(anew)).toBe(403)
    await change((trx) => takeProjectRole(trx, occasion, null, { userId: user.userId, projectId: project }))
    expect(await lastOf(`project:${project}`)).toMatchObject({
      action: 'user.projectRoleTaken',
      facts: { userId: user.userId, role: 'Reviewer', sessionsEnded: 1 },
    })
    expect(await sources(await again(user))).toBe(404)
  })
  /** The same user with another session. */
  const again = async (user: TestUser): Promise<TestUser> => {
    const of = { userId: user.userId, stage: 'full', ip: '127.0.0.1' } as const
    const { token, cookie, xsrf } = await change((trx) => openSession(trx, of, new Date()))
    return { ...user, token, cookie, xsrf }
  }

  it('whose second step is reset set up another authenticator, and the old one and its recovery codes are void', async () => {
    const user = await account(server, { companyId: company, mfa: true })
    const enrolling = async () => {
      const browser = new Browser(server)
      browser.token = (
        await browser.call(login, { body: { email: user.email, password: goodPassword } })
      ).data.token
      return { browser, enrol: (await browser.call(openMfa)).data.enrol }
    }
    const first = await enrolling()
    const secret = first.enrol?.secret ?? ''
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    first.browser.token = (await first.browser.call(confirmMfa, { body: { code } })).data.token
    expect((await enrolling()).enrol).toBeNull()
    await change((trx) => resetSecondStep(trx, occasion, null, user.userId))
    expect((await first.browser.call(getProfile)).status).toBe(401)
    const rows = await trail(server, `company:${company}`)
    expect(rows.at(-1)).toMatchObject({ action: 'user.secondStepReset', facts: { userId: user.userId } })
    const second = await enrolling()
    expect(second.enrol?.secret).not.toBe(secret)
    const old = first.enrol?.recoveryCodes[0] ?? ''
    expect((await second.browser.call(confirmMfa, { body: { code: old } })).status).toBe(401)
    expect(await change((trx) => resetSecondStep(trx, occasion, null, user.userId))).toMatchObject({
      changed: false,
    })
  })

  it('have their authenticators sealed: those of earlier versions too, and none opens for another account', async () => {
    const { records, seals } = server.services
    const [user, other] = [
      await account(server, { companyId: company, mfa: true }),
      await account(server, { companyId: company, mfa: true }),
    ]
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
    const keep = (userId: number, totp_secret: string) =>
      change((trx) =>
        trx.updateTable('app_user').set({ totp_secret }).where('user_id', '=', userId).execute(),
      )
    const kept = async ({ userId }: TestUser) =>
      (
        await records.read
          .selectFrom('app_user')
          .select('totp_secret')
          .where('user_id', '=', userId)
          .executeTakeFirstOrThrow()
      ).totp_secret ?? ''
    const confirm = async (who: TestUser) => {
      const browser = new Browser(server)
      const body = { email: who.email, password: goodPassword }
      browser.token = (await browser.call(login, { body })).data.token
      const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
      return (await browser.call(confirmMfa, { body: { code } })).status
    }
    await keep(user.userId, secret)
    expect(await sealKept(records, seals)).toBe(1)
    expect(await sealKept(records, seals)).toBe(0)
    expect(await kept(user)).toMatch(/^sealed\.[0-9a-f]{16}\.[\w-]+$/)
    expect(await kept(user)).not.toContain(secret)
    expect(await confirm(user)).toBe(200)
    await keep(other.userId, await kept(user))
    expect(await confirm(other)).toBe(500)
    expect(await withoutKey(records.read, seals)).toEqual([])
    await keep(other.userId, `sealed.${'0'.repeat(16)}.AAAA`)
    expect(await confirm(other)).toBe(503)
    expect(await withoutKey(records.read, seals)).toEqual([other.email])
  })
})
