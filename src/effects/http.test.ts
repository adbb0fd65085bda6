import { JSDOM } from 'jsdom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import * as auth from '#contracts/auth.ts'
import { type AnyCall, call, headers, pathOf, services } from '#contracts/call.ts'
import { allCalls } from '#contracts/index.ts'
import { startHttpServer, type TestHttpServer } from '#tests/support/http-server.ts'
import { CallFailed, type CallFailure } from './failure.ts'
import { createHttp, type Http, type HttpPorts } from './http.ts'
import { buildRequest, isExempt, sameServer } from './http-request.ts'
import { createTokenVault, type TokenVault } from './token-vault.ts'

const ping = call({
  name: 'test.ping',
  method: 'GET',
  path: '/ping',
  needs: 'account',
  query: z.strictObject({ q: z.optional(z.string()) }),
  reply: z.object({ pong: z.boolean() }),
  summary: 'For tests.',
})
const scoped = call({
  ...ping,
  name: 'test.scoped',
  path: '/things/:id',
  scope: 'project',
  params: z.strictObject({ id: z.int() }),
})
const post = call({
  name: 'test.post',
  method: 'POST',
  path: '/post',
  needs: 'account',
  body: z.strictObject({ say: z.string() }),
  reply: z.object({ ok: z.boolean() }),
  summary: 'For tests.',
})
const nothingBack = call({
  name: 'test.drop',
  method: 'DELETE',
  path: '/post',
  needs: 'account',
  reply: z.void(),
  summary: 'x',
})
const bytes = call({
  name: 'test.bytes',
  method: 'GET',
  path: '/bytes',
  needs: 'account',
  rawReply: true,
  reply: z.any(),
  summary: 'For tests.',
})
const putBytes = call({
  name: 'test.putBytes',
  method: 'PUT',
  path: '/bytes',
  needs: 'account',
  rawBody: true,
  body: z.any(),
  reply: z.object({ ok: z.boolean() }),
  summary: 'For tests.',
})

let server: TestHttpServer
let vault: TokenVault
let ended: CallFailure[]
let said: unknown[]
let cookies: Record<string, string>
let signedIn: boolean

beforeEach(async () => {
  server = await startHttpServer(() => ({ body: { pong: true } }))
  vault = createTokenVault()
  ended = []
  said = []
  cookies = {}
  signedIn = true
})
afterEach(() => server.close())

const ports = (over: Partial<HttpPorts> = {}): HttpPorts => ({
  fetch: globalThis.fetch,
  // A real XMLHttpRequest of a page that the server's own origin serves.
  xhr: () => new new JSDOM('', { url: server.origin }).window.XMLHttpRequest(),
  baseUrls: sameServer(server.origin),
  vault,
  timeZone: () => 'Europe/Zurich',
  project: () => 7,
  cookie: (name) => cookies[name] ?? null,
  signedIn: () => signedIn,
  authorise: async () => undefined,
  onSessionEnd: (failure) => ended.push(failure),
  redirectOrigins: ['https://login.example'],
  ownOrigin: server.origin,
  console: { error: (...words: unknown[]) => said.push(...words) },
  ...over,
})
const http = (over: Partial<HttpPorts> = {}): Http => createHttp(ports(over))

async function failure(asked: Promise<unknown>): Promise<CallFailure> {
  const thrown = await asked.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(thrown instanceof CallFailed)) throw new Error(`It did not fail as a call: ${String(thrown)}`)
  return thrown.failure
}
const last = () => {
  const asked = server.asked.at(-1)
  if (!asked) throw new Error('Nothing was asked')
  return asked
}

describe('where and with what a call goes', () => {
  it('[transport-base-services] sends each of the four services to its own base address', async () => {
    const others = await startHttpServer(() => ({ body: { pong: true } }))
    try {
      const split = http({
        baseUrls: {
          rest: `${server.origin}/rest`,
          api: `${server.origin}/api`,
          internal: `${others.origin}/internal`,
          sheet: `${others.origin}/sheet`,
        },
      })
      for (const service of ['rest', 'api', 'internal', 'sheet'] as const)
        await split.call({ ...ping, service })
      expect(server.asked.map(({ url }) => url)).toEqual(['/rest/ping', '/api/ping'])
      expect(others.asked.map(({ url }) => url)).toEqual(['/internal/ping', '/sheet/ping'])
      expect(Object.keys(services)).toEqual(['rest', 'api', 'internal', 'sheet'])
    } finally {
      await others.close()
    }
  })

  it('[transport-header-timezone] [transport-header-token] carries the time zone by its IANA name, and the token', async () => {
    vault.set('token-1')
    await http().call(ping)
    expect(last().headers['time-zone']).toBe('Europe/Zurich')
    expect(last().headers['access-token']).toBe('token-1')
  })

  it('[transport-header-timezone] [transport-header-token] carries both on every call of the product but the exempt ones', () => {
    const carried = {
      baseUrls: sameServer(''),
      timeZone: () => 'UTC',
      project: () => 7,
      token: () => 't',
      cookie: () => null,
    }
    const without = allCalls.filter((contract) => {
      const params = Object.fromEntries(
        [...contract.path.matchAll(/:(\w+)/g)].map(([, name]) => [name ?? '', 1]),
      )
      const body = contract.rawBody ? new Blob(['x']) : {}
      const sent = buildRequest(contract, { params, body }, carried).headers
      return sent[headers.token] === undefined || sent[headers.timeZone] === undefined
    })
    expect(without.map(({ name }) => name).sort()).toEqual([
      'auth.deleteToken',
      'auth.getToken',
      ...['invite', 'inviteToProject', 'list', 'resend', 'revoke'].map((name) => `invitations.${name}`),
      'project.listCandidates',
    ])
  })

  it('[transport-exempt-token] sends neither header to token addresses', async () => {
    vault.set('token-1')
    server.handler = () => ({ status: 204 })
    await http().call(auth.deleteToken)
    expect(last().url).toBe('/rest/token')
    expect(last().headers['time-zone']).toBeUndefined()
    expect(last().headers['access-token']).toBeUndefined()
  })

  it('[transport-exempt-reset-password] sends neither header to reset-password addresses', async () => {
    vault.set('token-1')
    await http().call({ ...ping, path: '/user/reset-password' })
    expect(last().headers['time-zone']).toBeUndefined()
    expect(last().headers['access-token']).toBeUndefined()
  })

  it('[transport-exempt-invite-user] sends neither header to invite-user addresses', async () => {
    vault.set('token-1')
    await http().call({ ...ping, path: '/company/invite-user/admin' })
    expect(last().headers['time-zone']).toBeUndefined()
    expect(last().headers['access-token']).toBeUndefined()
  })

  it('[transport-exempt-token] compares whole parts of the path', () => {
    expect(isExempt('/rest/token')).toBe(true)
    expect(isExempt('/rest/token?x=1')).toBe(true)
    expect(isExempt('/api/v1/user-token-passkeys')).toBe(false)
    expect(isExempt('/rest/tokens')).toBe(false)
    expect(isExempt('/rest/search?q=/token')).toBe(false)
  })

  it('tells what time the server says it is, whatever this computer thinks', async () => {
    const heard: number[] = []
    await http({ heard: (time) => heard.push(time) }).call(ping, {})
    const [time = 0] = heard
    // Both run on one computer here; a header says whole seconds.
    expect(Math.abs(time - Date.now())).toBeLessThan(60_000)
    expect(time % 1_000).toBe(0)
  })

  it('names the project of project-scoped calls, and a project of their own where one is said', async () => {
    await http().call(scoped, { params: { id: 3 } })
    expect(last().url).toBe('/rest/things/3')
    expect(last().headers.projectid).toBe('7')
    await http().call(scoped, { params: { id: 3 }, projectId: 8 })
    expect(last().headers.projectid).toBe('8')
    await http().call(ping)
    expect(last().headers.projectid).toBeUndefined()
  })

  it('[transport-xsrf] copies the XSRF cookie into the header of writes, and of nothing else', async () => {
    cookies = { 'XSRF-TOKEN': 'x-1' }
    server.handler = ({ method }) => ({ body: method === 'POST' ? { ok: true } : { pong: true } })
    await http().call(post, { body: { say: 'hi' } })
    expect(last().headers['x-xsrf-token']).toBe('x-1')
    await http().call(ping)
    expect(last().headers['x-xsrf-token']).toBeUndefined()
  })

  it('sends an idempotency key and If-Match with writes', async () => {
    server.handler = () => ({ body: { ok: true } })
    await http().call(post, { body: { say: 'hi' }, idempotencyKey: 'key-1', ifMatch: '"3"' })
    expect(last().headers['idempotency-key']).toBe('key-1')
    expect(last().headers['if-match']).toBe('"3"')
    expect(JSON.parse(last().body)).toEqual({ say: 'hi' })
  })

  it('carries the token of a secret link in a header and never in the address', async () => {
    server.handler = () => ({ body: { valid: true } })
    await http().call(auth.checkReset, { linkToken: 'secret-of-the-link' })
    expect(last().headers['link-token']).toBe('secret-of-the-link')
    expect(last().url).toBe('/rest/forgot-password')
  })

  it('encodes what stands in the path and in the query', async () => {
    const named = call({ ...ping, path: '/named/:name', params: z.strictObject({ name: z.string() }) })
    await http().call(named, { params: { name: 'a/b c' }, query: { q: 'x&y=ü' } })
    expect(last().url).toBe('/rest/named/a%2Fb%20c?q=x%26y%3D%C3%BC')
  })
})

describe('what an answer becomes', () => {
  it.each([200, 201, 204, 299])(
    '[transport-success-2xx] [transport-named-statuses] takes %i as success',
    async (status) => {
      server.handler = () => (status === 204 ? { status } : { status, body: { pong: true } })
      if (status === 204) await expect(http().call(nothingBack)).resolves.toBeUndefined()
      else await expect(http().call(ping)).resolves.toEqual({ pong: true })
    },
  )

  it.each([304, 400, 401, 403, 404, 500])(
    '[transport-success-2xx] [transport-named-statuses] [msg-status-code] takes %i as a failure that names the status',
    async (status) => {
      server.handler = () => ({
        status,
        body: status === 304 ? undefined : { message: 'No.', detail: 'why' },
      })
      const failed = await failure(http().call(ping))
      expect(failed).toMatchObject({ kind: 'status', status })
      expect(failed.transport).toBe(`Request failed with status code ${status}`)
    },
  )

  it("[msg-generic-fallback] [open-transport-error-handling] says the server's message, else its detail, else the fallback", async () => {
    server.handler = () => ({
      status: 400,
      body: { message: 'Not so.', detail: 'name', code: 'request.invalid', requestId: 'r1' },
    })
    expect(await failure(http().call(ping))).toMatchObject({
      message: 'Not so.',
      detail: 'name',
      code: 'request.invalid',
      requestId: 'r1',
    })
    server.handler = () => ({ status: 403, body: { detail: 'Only for managers' } })
    expect((await failure(http().call(ping))).message).toBe('Only for managers')
    server.handler = () => ({ status: 500, body: '<h1>oops</h1>' })
    expect((await failure(http().call(ping))).message).toBe('An unexpected error occurred.')
  })

  it('[transport-redirect-url] takes a reply with redirect_url as success data, whatever its status', async () => {
    const sso = call({
      ...ping,
      name: 'test.sso',
      reply: z.union([z.object({ pong: z.boolean() }), z.object({ redirect_url: z.string() })]),
    })
    for (const status of [200, 401, 500]) {
      server.handler = () => ({ status, body: { redirect_url: 'https://login.example/saml?x=1' } })
      await expect(http().call(sso)).resolves.toEqual({ redirect_url: 'https://login.example/saml?x=1' })
    }
    expect(ended).toEqual([])
    server.handler = () => ({ body: { redirect_url: '/saml-login.html' } })
    await expect(http().call(sso)).resolves.toEqual({ redirect_url: '/saml-login.html' })
    for (const elsewhere of ['https://evil.example/', 'javascript:alert(1)', '//evil.example']) {
      server.handler = () => ({ body: { redirect_url: elsewhere } })
      expect((await failure(http().call(sso))).kind).toBe('invalid')
    }
  })

  it('[open-payload-shapes] refuses a reply that its contract does not vouch for, without repeating what it held', async () => {
    server.handler = () => ({ body: { pong: 'privileged words' } })
    const failed = await failure(http().call(ping))
    expect(failed.kind).toBe('invalid')
    expect(JSON.stringify(failed)).not.toContain('privileged')
    expect(JSON.stringify(said)).not.toContain('privileged')
    server.handler = () => ({ body: 'not json' })
    expect((await failure(http().call(ping))).kind).toBe('invalid')
  })

  it("reads Retry-After in seconds and as a date by the server's own clock", async () => {
    server.handler = () => ({ status: 429, headers: { 'Retry-After': '3' }, body: {} })
    expect((await failure(http().call(ping))).retryAfter).toBe(3000)
    server.handler = () => ({
      status: 503,
      headers: { 'Retry-After': 'Wed, 21 Oct 2015 07:28:05 GMT', Date: 'Wed, 21 Oct 2015 07:28:00 GMT' },
      body: {},
    })
    expect((await failure(http().call(ping))).retryAfter).toBe(5000)
  })
})

describe('how a call fails on the way', () => {
  it('[msg-network-error] says Network Error where nobody answers', async () => {
    server.handler = () => 'hangUp'
    expect(await failure(http().call(ping))).toMatchObject({
      kind: 'network',
      status: 0,
      message: 'Network Error',
      transport: 'Network Error',
    })
  })

  it('[transport-timeouts] [msg-timeout] [msg-timeout-exceeded] ends a call after its time', async () => {
    server.handler = () => new Promise(() => undefined)
    expect(await failure(http().call(ping, { timeout: 30 }))).toMatchObject({
      kind: 'timeout',
      message: 'Request Timed Out',
      transport: 'timeout of 30 ms exceeded',
    })
  })

  it('[limit-http-timeout-0] sets no time-out where none is asked for', async () => {
    const setTimer = vi.spyOn(globalThis, 'setTimeout')
    const answer = new Response(JSON.stringify({ pong: true }), { status: 200 })
    await http({ fetch: async () => answer }).call(ping)
    expect(setTimer).not.toHaveBeenCalled()
    let given = -1
    const xhr = { open: vi.fn(), setRequestHeader: vi.fn(), upload: {}, send: vi.fn(), abort: vi.fn() }
    const pending = http({
      xhr: () => {
        queueMicrotask(() => {
          given = (xhr as unknown as XMLHttpRequest).timeout
        })
        return xhr as unknown as XMLHttpRequest
      },
    }).call(post, { body: { say: 'x' }, progress: () => undefined })
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(given).toBe(0)
    void pending
  })

  it('[msg-cancelled] says Request was canceled, and hangs up', async () => {
    let arrived: (() => void) | undefined
    const there = new Promise<void>((resolve) => {
      arrived = resolve
    })
    server.handler = () => {
      arrived?.()
      return new Promise(() => undefined)
    }
    const stop = new AbortController()
    const asked = failure(http().call(ping, { signal: stop.signal }))
    await there
    stop.abort()
    expect(await asked).toMatchObject({ kind: 'canceled', message: 'Request was canceled' })
    await expect.poll(() => last().gone()).toBe(true)
    expect(await failure(http().call(ping, { signal: stop.signal }))).toMatchObject({ kind: 'canceled' })
    expect(said).toEqual([])
  })

  it('[msg-request-aborted] says Request aborted where the browser itself gave up', async () => {
    const abandoning = http({ fetch: () => Promise.reject(new DOMException('The user left', 'AbortError')) })
    expect(await failure(abandoning.call(ping))).toMatchObject({
      kind: 'aborted',
      message: 'Request aborted',
    })
  })

  it('[msg-unsupported-protocol] refuses other protocols than HTTP', async () => {
    const ftp = http({ baseUrls: { ...sameServer(server.origin), rest: 'ftp://files.example/rest' } })
    const failed = await failure(ftp.call(ping))
    expect(failed).toMatchObject({ kind: 'protocol', message: 'Unsupported protocol' })
    expect(failed.transport).toBe('Unsupported protocol ftp:')
    expect(server.asked).toEqual([])
  })

  it("[msg-backend-logging] writes the response's message, else the request's error, else the fixed words, to the console only", async () => {
    server.handler = () => ({ status: 400, body: { message: 'Not so.' } })
    await failure(http().call(ping))
    server.handler = () => ({ status: 500, body: {} })
    await failure(http().call(ping))
    server.handler = () => 'hangUp'
    await failure(http().call(ping))
    expect(said).toEqual(['Not so.', 'Request failed with status code 500', 'Network Error'])
    said = []
    const speechless = http({ authorise: () => Promise.reject(undefined) })
    await expect(speechless.call(ping)).rejects.toBeUndefined()
    expect(said).toEqual(['An unknown error occurred.'])
  })
})

describe('what is no error of the product', () => {
  it.each(['query.invalid', 'search.opening', 'search.timeout'])(
    'is told to whoever asked, and not on the console: %s',
    async (code) => {
      server.handler = () => ({ status: 400, body: { message: 'Not so.', detail: '', code, requestId: '' } })
      expect(await failure(http().call(ping))).toMatchObject({ code, message: 'Not so.' })
      expect(said).toEqual([])
    },
  )

  it('is a call that the browser stopped because the page is left', async () => {
    const leaving = http({ fetch: () => Promise.reject(new DOMException('Aborted.', 'AbortError')) })
    expect(await failure(leaving.call(ping))).toMatchObject({ kind: 'aborted' })
    expect(said).toEqual([])
  })
})

describe('the end of a session', () => {
  const refuse = (detail: string) => () => ({
    status: 401,
    body: { message: detail, detail, code: 'auth.x', requestId: '' },
  })

  it.each([
    ['[msg-401-token-not-found] [state-401-auto-logout]', 'Token not found.'],
    ['[msg-401-access-token-not-found] [state-401-auto-logout]', 'Access Token not found.'],
    ['[msg-401-access-token-expired] [state-401-auto-logout]', 'Access token is expired.'],
  ])('%s ends the session on a 401 with "%s", whatever its case', async (_, detail) => {
    vault.set('t')
    server.handler = refuse(detail.toUpperCase())
    expect(await failure(http().call(ping))).toMatchObject({ status: 401 })
    expect(ended).toHaveLength(1)
  })

  it('[state-401-auto-logout] ends it once, however many calls were in flight', async () => {
    vault.set('t')
    server.handler = refuse('Access token is expired.')
    const one = http()
    await Promise.all(Array.from({ length: 12 }, () => failure(one.call(ping))))
    expect(ended).toHaveLength(1)
  })

  it('[state-401-other-detail] does not end it on any other detail, or while nobody is signed in', async () => {
    vault.set('t')
    server.handler = refuse('Wrong code.')
    await failure(http().call(ping))
    server.handler = () => ({ status: 403, body: { message: 'Token not found.' } })
    await failure(http().call(ping))
    signedIn = false
    server.handler = refuse('Token not found.')
    await failure(http().call(ping))
    expect(ended).toEqual([])
  })

  it('does not end a new session for the late answer to a token of the one before', async () => {
    vault.set('old')
    let answer: (() => void) | undefined
    server.handler = () =>
      new Promise((resolve) => {
        answer = () => resolve(refuse('Access token is expired.')())
      })
    const one = http()
    const asked = failure(one.call(ping))
    await expect.poll(() => answer).toBeDefined()
    vault.set('new')
    answer?.()
    await asked
    expect(ended).toEqual([])
    server.handler = refuse('Access token is expired.')
    await failure(one.call(ping))
    expect(ended).toHaveLength(1)
  })

  it('asks for the token first where a call would go without one', async () => {
    const authorise = vi.fn(async (_: AnyCall) => vault.set('again'))
    await http({ authorise }).call(ping)
    expect(authorise).toHaveBeenCalledOnce()
    expect(last().headers['access-token']).toBe('again')
    await http({ authorise }).call({ ...ping, needs: 'public' })
    await http({ authorise }).call(ping)
    expect(authorise).toHaveBeenCalledOnce()
    expect(pathOf(ping)).toBe('/rest/ping')
  })
})

describe('progress', () => {
  it('[transport-download-progress] counts the bytes that come', async () => {
    const whole = Buffer.alloc(300_000, 'x')
    server.handler = () => ({ body: whole, headers: { 'Content-Length': String(whole.length) } })
    const seen: [number, number][] = []
    const blob = await http().call(bytes, { progress: (done, total) => seen.push([done, total]) })
    expect((blob as Blob).size).toBe(300_000)
    expect(seen[0]).toEqual([0, 300_000])
    expect(seen.at(-1)).toEqual([300_000, 300_000])
    expect(seen.length).toBeGreaterThan(2)
    for (const [index, [done]] of seen.entries())
      expect(done).toBeGreaterThanOrEqual(seen[index - 1]?.[0] ?? 0)
  })

  it('[transport-upload-progress] counts the bytes that go, and takes the same answers and failures', async () => {
    server.handler = () => ({ body: { ok: true } })
    const seen: [number, number][] = []
    const sent = new Uint8Array(200_000).fill(65)
    await expect(
      http().call(putBytes, { body: sent, progress: (done, total) => seen.push([done, total]) }),
    ).resolves.toEqual({ ok: true })
    expect(last().bytes.length).toBe(200_000)
    expect(last().headers['time-zone']).toBe('Europe/Zurich')
    expect(seen.at(-1)).toEqual([200_000, 200_000])
    server.handler = () => ({ status: 409, body: { message: 'Another offset.', data: { received: 5 } } })
    expect(await failure(http().call(putBytes, { body: sent, progress: () => undefined }))).toMatchObject({
      status: 409,
      message: 'Another offset.',
      data: { received: 5 },
    })
  })

  it('[transport-upload-progress] [msg-cancelled] [transport-timeouts] stops an upload on cancel and after its time', async () => {
    server.handler = () => new Promise(() => undefined)
    const stop = new AbortController()
    const options = { body: new Uint8Array(10), progress: () => undefined }
    const asked = failure(http().call(putBytes, { ...options, signal: stop.signal }))
    await expect.poll(() => server.asked.length).toBe(1)
    stop.abort()
    expect(await asked).toMatchObject({ kind: 'canceled', message: 'Request was canceled' })
    expect(await failure(http().call(putBytes, { ...options, timeout: 30 }))).toMatchObject({
      kind: 'timeout',
      transport: 'timeout of 30 ms exceeded',
    })
  })
})
