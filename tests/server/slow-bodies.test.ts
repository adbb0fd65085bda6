/** Requests that never come to their end, and callers who go away: over real connections. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { PassThrough, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login } from '#contracts/auth.ts'
import type { AnyCall } from '#contracts/call.ts'
import { chunkBytes, putChunk } from '#contracts/collect.ts'
import { nativeBytes } from '#contracts/documents.ts'
import { createCustodian } from '#contracts/project.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { defaultPatience } from '#server/platform/http/slow-bodies.ts'
import { type CallOptions, requestOf, startServer, type TestServer, type TestUser } from './harness.ts'

const lines: string[] = []
const log = pino(
  { level: 'debug' },
  new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(line.toString())
      done()
    },
  }),
)
const complaints = (): string[] => lines.filter((line) => Number(JSON.parse(line).level) >= 40)

let taken: Promise<number>
const routes: Route[] = [
  route(createCustodian, async (ctx, { body }) => {
    // As a query does that nobody waits for any more.
    await once(ctx.signal, 'abort')
    if (body.name === 'crash') throw new Error('a fault of ours')
    throw ctx.signal.reason
  }),
  route(putChunk, async (ctx, { body, query }) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    taken = promise
    promise.catch(() => {})
    let bytes = 0
    try {
      for await (const part of body as AsyncIterable<Buffer>) bytes += part.length
    } catch (error) {
      reject(error)
      throw error
    }
    resolve(bytes)
    const at = ctx.now().toISOString()
    const upload = { uploadId: 'u', fileName: 'f', size: bytes, received: query.offset, sourceId: 1 }
    return { ...upload, createdAt: at, by: 'Ada', own: true, replaces: null }
  }),
  route(nativeBytes, async (_ctx, { reply }) => {
    const endless = new PassThrough()
    endless.write(Buffer.alloc(100_000))
    return reply.type('application/octet-stream').send(endless)
  }),
]

let user: TestUser
let project: number
async function started(patience: Partial<typeof defaultPatience>): Promise<TestServer> {
  const server = await startServer({
    routes,
    log,
    patience: { ...defaultPatience, ...patience },
    alone: true,
  })
  const companyId = await server.company()
  project = await server.project(companyId)
  user = await server.user({ role: 'LitigationSupport', companyId })
  await server.member(project, user.userId, 'LitigationSupport')
  return server
}

/** The head of a request, with a length that is not kept to. */
function head<C extends AnyCall>(call: C, length: number, given: CallOptions<C> = {}): string {
  const { method, url, headers } = requestOf(call === (login as AnyCall) ? null : user, call, {
    project,
    ...given,
    headers: {
      'content-type': call.rawBody === true ? 'application/octet-stream' : 'application/json',
      ...(length === 0 ? {} : { 'content-length': String(length) }),
      host: 'localhost',
    },
  })
  const all = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${String(value)}`)
  return [`${method} ${String(url)} HTTP/1.1`, ...all, '', ''].join('\r\n')
}
const chunk = (length: number): string =>
  head(putChunk, length, { params: { uploadId: 'u' }, query: { offset: 0 } })

describe('a request that is too slow', () => {
  let server: TestServer
  let port: number
  beforeAll(async () => {
    server = await started({ headMs: 300, jsonMs: 200, idleMs: 1000 })
    port = Number(new URL(await server.listen()).port)
  })
  afterAll(() => server.close())
  const open = (sent: string): Socket => {
    const socket = connect(port, '127.0.0.1')
    socket.write(sent)
    return socket
  }

  it.each([
    ['in its head', () => 'POST /rest/login HTTP/1.1\r\nHost: localhost\r\n'],
    ['in its JSON', () => `${head(createCustodian, 100)}{"name":`],
    ['in the JSON of a sign-in', () => `${head(login, 100)}{"email":`],
    [
      'in what no call takes',
      () => 'POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nx',
    ],
    ['in its bytes, of which no more come', () => `${chunk(1000)}some`],
  ])('%s is told so, and its connection ends', async (_where, sent) => {
    const answer = await text(open(sent()))
    expect(answer).toMatch(/^HTTP\/1\.1 (408|404) /)
    if (answer.includes(' 408 ')) expect(answer).toContain('"code":"request.tooSlow"')
  })

  it('that was refused already keeps its connection no longer either', async () => {
    const { method, url } = requestOf(null, putChunk, { params: { uploadId: 'u' }, query: { offset: 0 } })
    const answer = await text(
      open(
        `${method} ${String(url)} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/octet-stream\r\nContent-Length: ${chunkBytes}\r\n\r\nx`,
      ),
    )
    expect(answer).toMatch(/^HTTP\/1\.1 401 /)
  })

  it('leaves none of many behind', async () => {
    const many = Array.from({ length: 50 }, () => open(`${head(login, 100)}{`))
    await Promise.all(many.map((socket) => text(socket).catch(() => '')))
    const served = promisify(server.app.server.getConnections.bind(server.app.server))
    await expect.poll(() => served()).toBe(0)
  })

  it('may take as long as it needs while its bytes go on coming', async () => {
    const socket = open(chunk(12))
    for (let i = 0; i < 12; i += 1) {
      await wait(100)
      socket.write('x')
    }
    expect(await taken).toBe(12)
    socket.destroy()
  })
})

describe('a caller who goes away', () => {
  let server: TestServer
  let port: number
  beforeAll(async () => {
    server = await started({})
    port = Number(new URL(await server.listen()).port)
  })
  afterAll(() => server.close())

  it('and meets a fault of ours leaves it in the log', async () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(`${head(createCustodian, 16)}{"name":"crash"}`)
    await wait(100)
    socket.destroy()
    await expect.poll(complaints).toEqual([expect.stringContaining('a fault of ours')])
    lines.length = 0
  })

  it.each([
    ['within a JSON body', () => `${head(createCustodian, 100)}{"name":`],
    ['within bytes', () => `${chunk(1000)}some`],
    ['while the work is done', () => `${head(createCustodian, 15)}{"name":"Lena"}`],
    ['within the answer', () => head(nativeBytes, 0, { params: { documentId: 1 } })],
  ])('%s is no error in the log', async (_when, sent) => {
    for (const end of ['destroy', 'resetAndDestroy'] as const) {
      const before = lines.length
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {})
      socket.write(sent())
      // Until the server has it in hand.
      await wait(100)
      socket[end]()
      await expect.poll(() => lines.length).toBeGreaterThan(before)
      await wait(50)
    }
    expect(complaints()).toEqual([])
  })
})
