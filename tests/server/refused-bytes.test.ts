/** Bytes that nobody wants: whoever sent them is told, and the connection stays good for the next request. */
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chunkBytes, putChunk } from '#contracts/collect.ts'
import { createCustodian } from '#contracts/project.ts'
import { requestOf, startServer, type TestServer, type TestUser } from './harness.ts'

let server: TestServer
let user: TestUser
let project: number
let port: number
beforeAll(async () => {
  server = await startServer()
  const companyId = await server.company()
  project = await server.project(companyId)
  user = await server.user({ role: 'LitigationSupport', companyId })
  await server.member(project, user.userId, 'LitigationSupport')
  port = Number(new URL(await server.listen()).port)
})
afterAll(() => server.close())

const chunkOf = (bytes: number, as: TestUser | null = user): Buffer => {
  const { method, url, headers } = requestOf(as, putChunk, {
    project,
    params: { uploadId: 'nowhere' },
    query: { offset: 0 },
    headers: {
      'content-type': 'application/octet-stream',
      'content-length': String(bytes),
      host: 'localhost',
    },
  })
  const lines = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${String(value)}`)
  return Buffer.from([`${method} ${String(url)} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
}
const health = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
const statuses = (answers: string): string[] =>
  [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, s]) => s ?? '')

describe('a chunk that is refused', () => {
  it.each([
    ['because there is no such upload', () => user, '404'],
    ['because nobody has signed in', () => null, '401'],
  ])(
    '%s is read to its end, and the next request of the connection is answered',
    async (_why, as, status) => {
      const socket = connect(port, '127.0.0.1')
      socket.write(chunkOf(chunkBytes, as()))
      socket.write(Buffer.alloc(chunkBytes))
      socket.write(health)
      expect(statuses(await text(socket))).toEqual([status, '200'])
    },
  )

  it('because it is longer than any may be ends the connection instead', async () => {
    const socket = connect(port, '127.0.0.1')
    socket.write(chunkOf(chunkBytes + 1))
    const answer = await text(socket)
    expect(statuses(answer)).toEqual(['413'])
    expect(answer.toLowerCase()).toContain('connection: close')
  })

  it('and whose connection breaks harms nobody', async () => {
    const socket = connect(port, '127.0.0.1')
    socket.write(chunkOf(chunkBytes))
    socket.write(Buffer.alloc(1000))
    await new Promise((resolve) => socket.once('data', resolve))
    const served = promisify(server.app.server.getConnections.bind(server.app.server))
    socket.resetAndDestroy()
    await expect.poll(() => served()).toBe(0)
    const other = connect(port, '127.0.0.1')
    other.write(health)
    expect(statuses(await text(other))).toEqual(['200'])
  })
})

describe('a body of the wrong kind is told what it should have been', () => {
  const messageOf = async (call: Parameters<typeof requestOf>[1], payload: string | Buffer, type: string) => {
    const asked = requestOf(user, call, {
      project,
      ...(call === putChunk ? { params: { uploadId: 'u' }, query: { offset: 0 } } : {}),
      headers: { 'content-type': type },
    })
    const raw = await server.app.inject({ ...asked, payload })
    return [raw.statusCode, raw.json<{ message: string }>().message]
  }

  it('bytes where a call takes bytes, JSON where it takes JSON', async () => {
    const bytes = [415, 'The bytes must be sent as application/octet-stream.']
    const json = [415, 'The request must be JSON (application/json).']
    expect(await messageOf(putChunk, 'x', 'text/plain')).toEqual(bytes)
    expect(await messageOf(putChunk, '{}', 'application/json')).toEqual(bytes)
    expect(await messageOf(createCustodian, 'x', 'text/plain')).toEqual(json)
    expect(await messageOf(createCustodian, Buffer.alloc(10), 'application/octet-stream')).toEqual(json)
  })

  it('names that nobody may use are told apart from JSON that is none', async () => {
    const [status, message] = await messageOf(
      createCustodian,
      '{"__proto__": {"name": "x"}}',
      'application/json',
    )
    expect([status, message]).toEqual([400, expect.stringContaining('"__proto__"')])
    expect(await messageOf(createCustodian, '{"name": ', 'application/json')).toEqual([
      400,
      'The body of the request is not valid JSON.',
    ])
  })
})
