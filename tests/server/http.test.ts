import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acceptLicence, getLicence, getViewerSetting, login } from '#contracts/auth.ts'
import { cookies, headers, pathOf } from '#contracts/call.ts'
import { chunkBytes, listUploads, putChunk } from '#contracts/collect.ts'
import { listCompanies } from '#contracts/company.ts'
import { nativeBytes, recordView, searchDocuments } from '#contracts/documents.ts'
import { errorReply, messages } from '#contracts/errors.ts'
import { allCalls } from '#contracts/index.ts'
import { createCustodian, createProject, getProject, listCustodians, listFields } from '#contracts/project.ts'
import { allRoutes } from '#server/areas.ts'
import { routeFaults, routesMissing } from '#server/platform/http/app.ts'
import { ApiError } from '#server/platform/http/error.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { requestOf, startServer, type TestServer, type TestUser } from './harness.ts'

/** Handlers of our own behind real contracts: what is tried here is what happens around them. */
const received: Record<string, unknown> = {}
const routes: Route[] = [
  route(listCustodians, async (ctx) => {
    received.scope = ctx.project
    received.timeZone = ctx.timeZone
    return { data: [], totalCount: 0 }
  }),
  route(createCustodian, async (_ctx, { body }) => {
    if (body.name === 'crash') throw new Error('secret of the inside')
    if (body.name === 'full') throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
    if (body.name === 'gone') throw Object.assign(new Error('down'), { code: '57P01' })
    if (body.name === 'conflict')
      throw new ApiError('conflict', 'It is there.', { detail: 'name', data: { id: 4 } })
    return { custodianId: 1, name: body.name, documentCount: 0, secret: 'never sent' }
  }),
  route(createProject, async () => {
    throw new ApiError('unavailable', 'reached')
  }),
  route(getProject, async () => ({ projectId: 'not a number' }) as never),
  route(recordView, async () => undefined),
  route(listFields, async (ctx) => {
    received.can = [ctx.can('document.view'), ctx.can('project.manage')]
    return { data: [], totalCount: 0 }
  }),
  route(searchDocuments, async () => {
    throw new ApiError('unavailable', 'reached')
  }),
  route(listCompanies, async () => ({ data: [], totalCount: 0 })),
  route(getLicence, async () => ({ version: '1', text: 't', accepted: false, acceptedAt: null })),
  route(getViewerSetting, async () => ({})),
  route(login, async () => {
    throw new ApiError('unavailable', 'reached')
  }),
  route(acceptLicence, async () => {
    throw new ApiError('unavailable', 'reached')
  }),
  route(listUploads, async () => ({ data: [], totalCount: 0 })),
  route(putChunk, async (ctx, { body, query }) => {
    let bytes = 0
    for await (const part of body as Readable) bytes += (part as Buffer).length
    return {
      uploadId: 'u',
      fileName: 'f',
      size: bytes,
      received: query.offset,
      sourceId: 1,
      createdAt: ctx.now().toISOString(),
      by: 'Ada',
      own: true,
      replaces: null,
    }
  }),
  route(nativeBytes, async (_ctx, { reply }) => {
    reply.header('Content-Disposition', 'attachment; filename="a.html"').type('text/html')
    return reply.send(Readable.from([Buffer.from('<script>'), Buffer.from('1</script>')]))
  }),
]

const dist = mkdtempSync(join(tmpdir(), 'affiant-dist-'))
const lines: string[] = []
let server: TestServer
let company: number
let project: number
let foreign: number
let reviewer: TestUser
let manager: TestUser
let outsider: TestUser

const logInto = (into: string[]) =>
  pino(
    { level: 'info' },
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        into.push(chunk.toString())
        done()
      },
    }),
  )

beforeAll(async () => {
  mkdirSync(join(dist, 'assets'))
  writeFileSync(join(dist, 'index.html'), '<!doctype html><title>Affiant</title>')
  writeFileSync(join(dist, 'assets', 'index-abc123.js'), 'export {}')
  writeFileSync(join(dist, 'service-worker.js'), 'self')
  writeFileSync(join(dist, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  server = await startServer({ routes, dist, log: logInto(lines) })
  company = await server.company()
  project = await server.project(company)
  const other = await server.company()
  foreign = await server.project(other)
  reviewer = await server.user({ role: 'Reviewer', companyId: company })
  manager = await server.user({ role: 'ProjectManager', companyId: company })
  outsider = await server.user({ role: 'ProjectManager', companyId: other })
  await server.member(project, reviewer.userId, 'Reviewer')
  await server.member(project, manager.userId, 'ProjectManager')
  await server.member(foreign, outsider.userId, 'ProjectManager')
  // A row that should not be: membership across clients opens nothing.
  await server.member(foreign, reviewer.userId, 'ProjectManager')
})
afterAll(async () => {
  await server.close()
  rmSync(dist, { recursive: true })
})

const send = (text: string, extra: Record<string, string> = {}) =>
  server.app.inject({
    ...requestOf(manager, createCustodian, { project }),
    headers: {
      ...requestOf(manager, createCustodian, { project }).headers,
      'content-type': 'application/json',
      ...extra,
    },
    payload: text,
  })

describe('pages that are built anew under the server', () => {
  it('are the present ones, with the files that they name; what is gone is no page', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'affiant-rebuilt-'))
    const build = (name: string) => {
      rmSync(join(folder, 'assets'), { recursive: true, force: true })
      mkdirSync(join(folder, 'assets'))
      writeFileSync(join(folder, 'assets', `${name}.js`), `/* ${name} */`)
      writeFileSync(join(folder, 'index.html'), `<script type="module" src="/assets/${name}.js"></script>`)
    }
    // A server may be started before there is anything, and says what to do.
    rmSync(folder, { recursive: true })
    const said: string[] = []
    const own = await startServer({ dist: folder, log: logInto(said) })
    // The lines that greet who starts it come first.
    expect(said).toEqual([])
    const of = async (path: string) => {
      const { statusCode, body } = await own.app.inject(path)
      return [statusCode, body.slice(0, 60)]
    }
    try {
      expect((await of('/overview'))[0]).toBe(503)
      mkdirSync(folder)
      build('first-1')
      expect(await of('/overview')).toEqual([200, '<script type="module" src="/assets/first-1.js"></script>'])
      expect(await of('/assets/first-1.js')).toEqual([200, '/* first-1 */'])
      build('second-2')
      expect(await of('/overview')).toEqual([
        200,
        '<script type="module" src="/assets/second-2.js"></script>',
      ])
      expect(await of('/assets/second-2.js')).toEqual([200, '/* second-2 */'])
      expect((await of('/assets/first-1.js'))[0]).toBe(404)
      // Between two builds there is no page.
      rmSync(join(folder, 'index.html'))
      expect((await of('/overview'))[0]).toBe(503)
    } finally {
      await own.close()
      rmSync(folder, { recursive: true })
    }
  })
})

describe('what is wrong with a request', () => {
  it('[transport-named-statuses] malformed JSON is a 400 that says so and repeats nothing of it', async () => {
    const raw = await send('{"name": "Lena", oops')
    expect(raw.statusCode).toBe(400)
    expect(errorReply.parse(raw.json())).toMatchObject({ code: 'request.malformed' })
    expect(raw.body).not.toContain('oops')
    expect(raw.json<{ detail: string }>().detail).toMatch(/^body/)
  })

  it('an unknown field is named', async () => {
    const { status, error } = await server.call(manager, createCustodian, {
      project,
      body: { name: 'Lena', colour: 'red' },
    })
    expect(status).toBe(400)
    expect(error).toMatchObject({
      code: 'request.invalid',
      detail: 'colour',
      message: '"colour" in the body: There is no such field.',
    })
  })

  it('a request of many wrong fields, or of one very long name, is not answered at its own length', async () => {
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`field${i}`, 1]))
    const long = { name: 'Lena', ['x'.repeat(1_000_000)]: 1 }
    for (const body of [many, long]) {
      const { status, raw } = await server.call(manager, createCustodian, { project, body })
      expect(status).toBe(400)
      expect(raw.body.length).toBeLessThan(10_000)
    }
  })

  it('a request that holds more than any call takes is refused before it is parsed, and says what is too much', async () => {
    const names = `{${Array.from({ length: 40_000 }, (_, i) => `"k${i}":1`).join()}}`
    const wrong = `{"documentIds":[${'"a",'.repeat(300_000)}1]}`
    for (const [text, reason] of [
      [names, 'has more than 30000 fields'],
      [wrong, 'has more than 60000 values'],
      ['['.repeat(1_000_000), 'is nested more than 32 levels deep'],
    ] as const)
      expect((await send(text)).json()).toMatchObject({
        code: 'request.invalid',
        message: `The body of the request ${reason}.`,
      })
  })

  it('at most fifty things that are wrong are told', async () => {
    const body = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`field${i}`, 1]))
    const { error } = await server.call(manager, createCustodian, { project, body })
    expect((error.data as { issues: unknown[] }).issues).toHaveLength(50)
  })

  it('calls before the sign-in is complete take 16 kB, whoever makes them; all others more', async () => {
    const user = await server.user({ role: 'Reviewer', companyId: company, accepted: false })
    const large = JSON.stringify({ version: '1', padding: 'x'.repeat(16 * 1024) })
    for (const call of [login, acceptLicence]) {
      const { headers: sent, ...asked } = requestOf(user, call, { body: {} })
      const raw = await server.app.inject({ ...asked, headers: sent ?? {}, payload: large })
      expect([raw.statusCode, raw.json().code]).toEqual([413, 'request.tooLarge'])
    }
    const { status, error } = await server.call(manager, createCustodian, {
      project,
      body: JSON.parse(large),
    })
    expect([status, error.code]).toEqual([400, 'request.invalid'])
  })

  it('a wrong field is named, with the reason and where it stands', async () => {
    const missing = await server.call(manager, createCustodian, { project, body: {} })
    expect(missing.error.detail).toBe('name')
    expect(missing.error.message).toMatch(/expected string/i)
    const nested = await server.call(manager, searchDocuments, {
      project,
      body: {
        query: { queryString: 5, includeFamily: true, objectId: null, type: null },
        sort: 'parentDateAsc',
        viewer: 'parentsAndChildren',
        filter: 'all',
        pageSize: 51,
        page: 1,
      },
    })
    expect(nested.error.detail).toBe('query.queryString')
    const issues = (nested.error.data as { issues: { field: string }[] }).issues
    expect(issues.map(({ field }) => field)).toEqual(['query.queryString', 'pageSize'])
  })

  it('a body that is no object, or missing, or poisoned, is refused', async () => {
    for (const body of ['[]', 'null', '0', '"name"'])
      expect((await send(body)).json(), body).toMatchObject({ code: 'request.invalid' })
    expect((await send('')).json()).toMatchObject({ code: 'request.invalid', detail: 'name' })
    expect((await send('{"__proto__": {"name": "x"}}')).statusCode).toBe(400)
  })

  it('an unknown or wrong query is named', async () => {
    const wrong = await server.app.inject({
      ...requestOf(manager, listUploads, { project }),
      url: `${pathOf(listUploads)}?colour=red`,
    })
    expect(wrong.json()).toMatchObject({ code: 'request.invalid', detail: 'colour' })
    for (const offset of ['-1', '0x1', '1e3', ' 1', '']) {
      const refused = await server.call(manager, putChunk, {
        project,
        params: { uploadId: 'u' },
        query: { offset },
        body: Buffer.from('x'),
      })
      expect(refused.error, offset).toMatchObject({ code: 'request.invalid', detail: 'offset' })
    }
  })

  it('too much is a 413, another type a 415', async () => {
    expect((await send(JSON.stringify({ name: 'x'.repeat(3_000_000) }))).statusCode).toBe(413)
    const typed = await send('name=x', { 'content-type': 'application/x-www-form-urlencoded' })
    expect(typed.statusCode).toBe(415)
    expect(typed.json()).toMatchObject({ code: 'request.unsupportedType' })
  })

  it('an address that is not well formed is a 400, an unknown call a 404, another method a 405', async () => {
    expect((await server.app.inject('/rest/project/custodian/%ff')).statusCode).toBe(400)
    const unknown = await server.app.inject('/rest/nowhere')
    expect(unknown.statusCode).toBe(404)
    expect(errorReply.safeParse(unknown.json()).success).toBe(true)
    const method = await server.app.inject({ method: 'PATCH', url: pathOf(listCustodians) })
    expect(method.statusCode).toBe(405)
    expect(method.headers.allow).toBe('GET, POST')
    expect(method.json()).toMatchObject({ code: 'methodNotAllowed' })
  })
})

describe('bytes that are no request', () => {
  /** What is answered to bytes on a bare connection. */
  const answerTo = async (bytes: string) => {
    const { port } = new URL(address)
    const socket = connect(Number(port), '127.0.0.1')
    socket.end(bytes)
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
    return { head, body: errorReply.parse(JSON.parse(body)) }
  }
  let address = ''
  beforeAll(async () => {
    address = await server.listen()
  })

  it('are answered like every other fault', async () => {
    const broken = await answerTo('GET / HTTP/1.1\r\nHost: localhost\r\nno header at all\r\n\r\n')
    expect(broken.head).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/)
    expect(broken.body).toMatchObject({ code: 'request.malformed', detail: '' })
    const large = await answerTo(
      `GET / HTTP/1.1\r\nHost: localhost\r\nX-Large: ${'x'.repeat(40_000)}\r\n\r\n`,
    )
    expect(large.head).toMatch(/^HTTP\/1.1 413 /)
    expect(large.body).toMatchObject({ code: 'request.tooLarge' })
  })
})

describe('what went wrong inside', () => {
  it('is a 500 without a word about itself, and stands in the log', async () => {
    const { status, error, raw } = await server.call(manager, createCustodian, {
      project,
      body: { name: 'crash' },
    })
    expect(status).toBe(500)
    expect(error).toEqual({
      message: messages.unexpected,
      detail: '',
      code: 'internal',
      requestId: raw.headers[headers.requestId.toLowerCase()],
    })
    expect(raw.body).not.toMatch(/secret|stack|at /)
    expect(lines.some((line) => line.includes('secret of the inside'))).toBe(true)
  })

  it('a full disk is said', async () => {
    const { status, error } = await server.call(manager, createCustodian, { project, body: { name: 'full' } })
    expect([status, error.code]).toEqual([507, 'storage.full'])
  })

  it('a database that cannot be reached is said, so that it is tried again', async () => {
    const { status, error } = await server.call(manager, createCustodian, { project, body: { name: 'gone' } })
    expect([status, error.code]).toEqual([503, 'unavailable'])
  })

  it('what a handler throws on purpose is answered as it is', async () => {
    const { status, error } = await server.call(manager, createCustodian, {
      project,
      body: { name: 'conflict' },
    })
    expect(status).toBe(409)
    expect(error).toMatchObject({
      code: 'conflict',
      message: 'It is there.',
      detail: 'name',
      data: { id: 4 },
    })
  })

  it('a reply that breaks its contract is not sent', async () => {
    const { status, error } = await server.call(manager, getProject, { project })
    expect([status, error.code]).toEqual([500, 'internal'])
  })
})

describe('what is answered', () => {
  it('holds nothing that the contract does not name', async () => {
    const { status, data, raw } = await server.call(manager, createCustodian, {
      project,
      body: { name: '  Lena  ' },
    })
    expect(status).toBe(200)
    expect(data).toEqual({ custodianId: 1, name: 'Lena', documentCount: 0 })
    expect(raw.body).not.toContain('never sent')
  })

  it('is 204 where there is nothing to say', async () => {
    const { status, raw } = await server.call(reviewer, recordView, { project, body: { documentId: 1 } })
    expect([status, raw.body]).toEqual([204, ''])
  })

  it('carries the request id of the caller, or one of its own', async () => {
    const given = await server.call(manager, listCustodians, {
      project,
      headers: { [headers.requestId]: 'from-the-browser-1' },
    })
    expect(given.raw.headers['x-request-id']).toBe('client-from-the-browser-1')
    const forged = await server.call(manager, listCustodians, {
      project,
      headers: { [headers.requestId]: 'bad id"}' },
    })
    expect(forged.raw.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('is never stored nor sniffed nor framed', async () => {
    const { raw } = await server.call(manager, listCustodians, { project })
    expect(raw.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    })
    expect(raw.headers['content-security-policy']).toContain("default-src 'none'")
  })

  it('[transport-header-timezone] knows the zone of the browser, and UTC where it is none', async () => {
    for (const [zone, known] of [
      ['Europe/Berlin', 'Europe/Berlin'],
      ['Mars/Olympus', 'UTC'],
    ] as const) {
      await server.call(manager, listCustodians, { project, headers: { [headers.timeZone]: zone } })
      expect(received.timeZone).toBe(known)
    }
  })
})

describe('who may call', () => {
  it('[transport-header-token] nobody without a token, and the answer says which is missing', async () => {
    const none = await server.call(null, listCompanies)
    expect(none.status).toBe(401)
    expect(none.error.detail).toBe(messages.accessTokenNotFound)
    const wrong = await server.call({ ...manager, token: 'x'.repeat(43) }, listCompanies)
    expect([wrong.status, wrong.error.detail]).toEqual([401, messages.tokenNotFound])
  })

  it('nobody whose session has ended', async () => {
    const user = await server.user({ role: 'Reviewer', companyId: company })
    server.setNow(new Date(Date.now() + 2 * 3_600_000))
    const late = await server.call(user, listCompanies)
    server.setNow(null)
    expect([late.status, late.error.detail]).toEqual([401, messages.accessTokenExpired])
  })

  it('[transport-xsrf] no write without the XSRF pair, header and cookie', async () => {
    const body = { name: 'x' }
    const cookie = `${cookies.xsrf}=${manager.xsrf}`
    for (const wrong of [
      { [headers.xsrf]: '' },
      { [headers.xsrf]: 'x'.repeat(43) },
      { cookie: `${cookies.session}=${manager.cookie}` },
      { [headers.xsrf]: reviewer.xsrf, cookie: `${cookies.xsrf}=${reviewer.xsrf}` },
    ]) {
      const { status, error } = await server.call(manager, createCustodian, { project, body, headers: wrong })
      expect([status, error.code]).toEqual([403, 'auth.xsrf'])
    }
    expect((await server.call(manager, createCustodian, { project, body, headers: { cookie } })).status).toBe(
      200,
    )
  })

  it('nobody before the terms are accepted, but for what leads there', async () => {
    const fresh = await server.user({ role: 'ProjectManager', companyId: company, accepted: false })
    await server.member(project, fresh.userId, 'ProjectManager')
    const refused = await server.call(fresh, listCustodians, { project })
    expect([refused.status, refused.error.code]).toEqual([403, 'auth.termsPending'])
    expect((await server.call(fresh, getViewerSetting)).status).toBe(403)
    expect((await server.call(fresh, getLicence)).status).toBe(200)
  })

  it('nobody without the capability, and the answer names it', async () => {
    const { status, error } = await server.call(reviewer, createCustodian, { project, body: { name: 'x' } })
    expect([status, error.code, error.detail]).toEqual([403, 'permission.denied', 'collect.manage'])
    await server.call(reviewer, listFields, { project })
    expect(received.can).toEqual([true, false])
  })

  it('whether they may is decided before the body is looked at', async () => {
    const raw = await server.app.inject({
      ...requestOf(reviewer, createCustodian, { project, body: {} }),
      payload: '{broken',
    })
    expect(raw.statusCode).toBe(403)
  })
})

describe('the project of a call', () => {
  it('must be named', async () => {
    const { status, error } = await server.call(manager, listCustodians)
    expect([status, error.code, error.detail]).toEqual([400, 'request.invalid', headers.project])
  })

  it('a foreign one and one that is not there get the same answer', async () => {
    const answers = await Promise.all(
      [foreign, 999_999].map(
        async (id) => (await server.call(manager, listCustodians, { project: id })).error,
      ),
    )
    const [one, two] = answers.map(({ requestId: _own, ...rest }) => rest)
    expect(one).toEqual(two)
    expect(one).toMatchObject({ code: 'notFound', message: 'There is no such project.' })
    for (const text of ['0', '-1', '1.5', 'x', `${project}abc`]) {
      const wrong = await server.call(manager, listCustodians, { headers: { [headers.project]: text } })
      expect(wrong.status).toBe(404)
    }
  })

  it('membership across clients opens nothing', async () => {
    expect((await server.call(reviewer, listCustodians, { project: foreign })).status).toBe(404)
    expect((await server.call(outsider, listCustodians, { project: foreign })).status).toBe(200)
  })

  it('is open to administrators of the client and of the provider without a membership', async () => {
    const clientAdmin = await server.user({ role: 'ClientAdmin', companyId: company })
    const provider = await server.user({ role: 'ProviderAdmin' })
    expect((await server.call(clientAdmin, listCustodians, { project })).status).toBe(200)
    expect((await server.call(clientAdmin, listCustodians, { project: foreign })).status).toBe(404)
    expect((await server.call(provider, listCustodians, { project: foreign })).status).toBe(200)
    expect(received.scope).toMatchObject({ projectId: foreign, level: 0.5, roleName: 'ProviderAdmin' })
    const nobody = await server.user({ role: 'ProjectManager', companyId: company })
    expect((await server.call(nobody, listCustodians, { project })).status).toBe(404)
  })

  it('[company-project-hierarchy] the client of a call must be the own one', async () => {
    const admin = await server.user({ role: 'ClientAdmin', companyId: company })
    const body = (companyId: number) => ({
      companyId,
      projectName: 'New',
      prefix: 'NEW',
      timeZone: 'UTC',
      codingForms: true,
    })
    expect((await server.call(admin, createProject, { body: body(company) })).error.message).toBe('reached')
    expect((await server.call(admin, createProject, { body: body(company + 1) })).status).toBe(404)
  })
})

describe('bytes', () => {
  const chunk = (bytes: Buffer) =>
    server.call(manager, putChunk, { project, params: { uploadId: 'u' }, query: { offset: 3 }, body: bytes })

  it('come in as a stream, a whole chunk at most', async () => {
    const full = await chunk(Buffer.alloc(chunkBytes))
    expect(full.data).toMatchObject({ size: chunkBytes, received: 3 })
    const more = await chunk(Buffer.alloc(chunkBytes + 1))
    expect([more.status, more.error.code]).toEqual([413, 'request.tooLarge'])
  })

  it('that do not say how many they are end at the limit too', async () => {
    const raw = await server.app.inject({
      ...requestOf(manager, putChunk, { project, params: { uploadId: 'u' }, query: { offset: 0 } }),
      headers: {
        ...requestOf(manager, putChunk, { project }).headers,
        'content-type': 'application/octet-stream',
        'transfer-encoding': 'chunked',
      },
      payload: Readable.from(
        (function* () {
          for (let i = 0; i < 9; i += 1) yield Buffer.alloc(1024 * 1024)
        })(),
      ),
    })
    expect(raw.statusCode).toBe(413)
  })

  it('must say that they are bytes', async () => {
    const { status, error } = await server.call(manager, putChunk, {
      project,
      params: { uploadId: 'u' },
      query: { offset: 0 },
      body: { not: 'bytes' },
    })
    expect([status, error.code]).toEqual([415, 'request.unsupportedType'])
  })

  it('go out to the cookie alone, as data that nothing runs', async () => {
    const raw = await server.app.inject({
      url: `/rest/review/document/1/native?projectId=${project}`,
      headers: { cookie: `${cookies.session}=${manager.cookie}` },
    })
    expect([raw.statusCode, raw.body]).toEqual([200, '<script>1</script>'])
    expect(raw.headers).toMatchObject({
      'content-disposition': 'attachment; filename="a.html"',
      'x-content-type-options': 'nosniff',
    })
    const elsewhere = await server.app.inject({
      url: `/rest/review/document/1/native?projectId=${foreign}`,
      headers: { cookie: `${cookies.session}=${manager.cookie}` },
    })
    expect(elsewhere.statusCode).toBe(404)
  })

  it('everything else is not answered to the cookie alone', async () => {
    const raw = await server.app.inject({
      url: pathOf(listCustodians),
      headers: { cookie: `${cookies.session}=${manager.cookie}`, [headers.project]: String(project) },
    })
    expect(raw.statusCode).toBe(401)
    expect(raw.json<{ detail: string }>().detail).toBe(messages.accessTokenNotFound)
  })
})

describe('the pages', () => {
  it('every page route is the page, and is never kept', async () => {
    for (const url of [
      '/',
      '/overview/review',
      '/project/ClientSetting',
      '/saml-login.html',
      '/restful',
      '/eula',
    ]) {
      const raw = await server.app.inject(url)
      expect([url, raw.statusCode, raw.body]).toEqual([url, 200, '<!doctype html><title>Affiant</title>'])
      expect(raw.headers['cache-control']).toBe('no-cache')
      expect(raw.headers['content-security-policy']).toContain("script-src 'self'")
      expect(raw.headers['content-security-policy']).not.toContain('unsafe-eval')
    }
  })

  it('hashed assets are kept for ever, others are asked for again', async () => {
    const asset = await server.app.inject('/assets/index-abc123.js')
    expect(asset.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    expect(asset.headers['content-type']).toContain('javascript')
    expect((await server.app.inject('/favicon.svg')).headers['cache-control']).toBe('no-cache')
  })

  it('the worker that keeps them is asked for anew each time, and may ask nobody else', async () => {
    const worker = await server.app.inject('/service-worker.js')
    expect(worker.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; connect-src 'self'",
    })
    expect(worker.headers['content-type']).toContain('javascript')
  })

  it('a file that is not there is not the page', async () => {
    const raw = await server.app.inject('/assets/gone-000000.js')
    expect(raw.statusCode).toBe(404)
    expect((await server.app.inject({ method: 'POST', url: '/overview' })).statusCode).toBe(404)
    expect((await server.app.inject('/../package.json')).body).not.toContain('affiant')
  })
})

describe('what operators ask', () => {
  it('it lives, it is ready', async () => {
    expect((await server.app.inject('/healthz')).json()).toEqual({ status: 'ok' })
    expect((await server.app.inject('/readyz')).json()).toEqual({ status: 'ready' })
  })

  it('it is not ready once the records cannot be written', async () => {
    const other = await startServer({ routes: [], alone: true, unbalanced: 'Its records are closed.' })
    await other.services.records.close()
    const raw = await other.app.inject('/readyz')
    expect([raw.statusCode, raw.json<{ code: string }>().code]).toEqual([503, 'unavailable'])
    expect((await other.app.inject('/healthz')).statusCode).toBe(200)
    await other.close()
  })

  it('figures by call and status, with durations', async () => {
    await server.call(manager, listCustodians, { project })
    await server.call(null, listCustodians, { project })
    const { body, headers: sent } = await server.app.inject('/metrics')
    expect(sent['content-type']).toContain('version=0.0.4')
    expect(body).toMatch(/affiant_requests_total\{call="project.listCustodians",status="200"\} [1-9]/)
    expect(body).toMatch(/affiant_requests_total\{call="project.listCustodians",status="401"\} [1-9]/)
    expect(body).toMatch(/affiant_request_seconds_bucket\{call="project.listCustodians",le="\+Inf"\} [1-9]/)
    expect(body).toMatch(/process_resident_memory_bytes [1-9]/)
    expect(body).toMatch(/affiant_event_loop_delay_seconds\{quantile="0.99"\}/)
    for (const line of body.trim().split('\n'))
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{[^{}]*\})? -?[\d.e+-]+|\w+(\{[^{}]*\})? NaN)$/)
  })

  it('the figures are for this machine only, and not for whom a proxy on it asks', async () => {
    const asked = async (remoteAddress: string, forwarded?: string) => {
      const from = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
      return (await server.app.inject({ url: '/metrics', remoteAddress, headers: from })).statusCode
    }
    expect(await asked('127.0.0.1')).toBe(200)
    expect(await asked('::1')).toBe(200)
    expect(await asked('::ffff:127.0.0.1')).toBe(200)
    expect(await asked('10.1.2.3')).toBe(403)
    expect(await asked('fd00::1')).toBe(403)
    expect(await asked('127.0.0.1', '10.1.2.3')).toBe(403)
    // Who is no proxy of ours may say what he likes.
    expect(await asked('10.1.2.3', '127.0.0.1')).toBe(403)
  })

  it('the figures are for whoever has the token where one is set, and for nobody else', async () => {
    const token = 'figures-for-the-monitor'
    const other = await startServer({ routes: [], env: { METRICS_TOKEN: token } })
    const asked = async (remoteAddress: string, authorization?: string) => {
      const headers = authorization === undefined ? {} : { authorization }
      return (await other.app.inject({ url: '/metrics', remoteAddress, headers })).statusCode
    }
    expect(await asked('10.1.2.3', `Bearer ${token}`)).toBe(200)
    for (const wrong of [undefined, '', token, 'Bearer ', `Bearer ${token}x`])
      expect(await asked('127.0.0.1', wrong), String(wrong)).toBe(403)
    await other.close()
  })

  it('the log names calls, never what was asked or said', async () => {
    await server.call(manager, createCustodian, { project, body: { name: 'Whistle Blower' } })
    await server.app.inject({ url: `${pathOf(listUploads)}?q=privileged`, headers: {} })
    await server.call(null, login, { body: { email: 'a@b.example', password: 'correct horse' } })
    const log = lines.join('')
    expect(log).toContain('"call":"project.createCustodian"')
    for (const secret of [
      'Whistle',
      'privileged',
      'correct horse',
      'a@b.example',
      manager.token,
      manager.cookie,
    ])
      expect(log).not.toContain(secret)
  })
})

describe('the name that a server is called by', () => {
  const asked = (host: string, url = '/healthz', more: Record<string, string> = {}) =>
    server.app.inject({ method: url === pathOf(login) ? 'POST' : 'GET', url, headers: { host, ...more } })

  it('is one of its own, whatever the port', async () => {
    for (const host of ['localhost', 'LOCALHOST.:5173', '127.0.0.1:4400', '[::1]:4400'])
      expect([host, (await asked(host)).statusCode]).toEqual([host, 200])
  })

  it('opens nothing where it is another: no figures, no sign-in, no page, and nothing that is not there', async () => {
    for (const url of [
      '/metrics',
      pathOf(login),
      '/',
      '/healthz',
      '/rest/nothing',
      '/assets/index-abc123.js',
    ]) {
      const raw = await asked('rebound.example:4400', url)
      expect([url, raw.statusCode, raw.headers.connection]).toEqual([url, 421, 'close'])
      expect(raw.json()).toMatchObject({
        code: 'host.unknown',
        message: expect.stringMatching(/"rebound\.example".*AFFIANT_HOSTS/),
      })
    }
  })

  it('is what was asked for, and not what is said of it', async () => {
    expect((await asked('rebound.example', '/metrics', { 'x-forwarded-host': 'localhost' })).statusCode).toBe(
      421,
    )
    for (const host of ['localhost@rebound.example', 'localhost/', 'rebound.example#localhost', 'local host'])
      expect([host, (await asked(host)).statusCode]).toEqual([host, 421])
  })
})

describe('handlers', () => {
  it('answer every call of the contracts, each once', async () => {
    const all = allRoutes()
    expect(routeFaults(all)).toEqual([])
    expect(routesMissing(all)).toEqual([])
    expect(all).toHaveLength(allCalls.length)
  })

  it('of the same call twice, or of a call that is not there, do not start', async () => {
    const twice = routes.concat(routes.slice(0, 1))
    expect(routeFaults(twice)).toEqual(['project.listCustodians has two handlers'])
    await expect(startServer({ routes: twice })).rejects.toThrow(/two handlers/)
    const unknown = route({ ...listCompanies, name: 'company.unknown' }, async () => ({
      data: [],
      totalCount: 0,
    }))
    expect(routeFaults([unknown])).toEqual(['company.unknown is unknown'])
  })
})
