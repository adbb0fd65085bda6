/** What every call that takes JSON refuses, each by its contract: fields that it does not know, and what is no JSON. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { AnyCall } from '#contracts/call.ts'
import { errorReply } from '#contracts/errors.ts'
import { allCalls } from '#contracts/index.ts'
import { requestOf, startServer, type TestServer, type TestUser } from './harness.ts'

const writes = allCalls.filter(
  ({ method, rawBody, formBody }) => method !== 'GET' && rawBody !== true && formBody !== true,
)

interface Shape {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly additionalProperties?: unknown
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
}

/** Where a shape takes members that it does not name; a map of somebody's own names is one on purpose. */
function openIn({ type, properties, additionalProperties, items, anyOf = [] }: Shape, at: string): string[] {
  const isOpen = type === 'object' && properties !== undefined && additionalProperties !== false
  const members = Object.entries(properties ?? {})
  return [
    ...(isOpen ? [at] : []),
    ...members.flatMap(([name, member]) => openIn(member, `${at}.${name}`)),
    ...(items === undefined ? [] : openIn(items, `${at}[]`)),
    ...anyOf.flatMap((shape) => openIn(shape, at)),
  ]
}

describe('the contracts', () => {
  it.each(allCalls.map((call) => [call.name, call] as const))(
    'name all that %s takes, however deep',
    (_name, call) => {
      for (const part of ['params', 'query', 'body'] as const) {
        // A form comes from elsewhere, with whatever else its page puts in.
        if (part === 'body' && (call.rawBody === true || call.formBody === true)) continue
        const shape: Shape = JSON.parse(
          JSON.stringify(z.toJSONSchema(call[part], { io: 'input', unrepresentable: 'any' })),
        )
        expect(openIn(shape, part)).toEqual([])
      }
    },
  )
})

describe('a call with a body', () => {
  let server: TestServer
  let project: number
  let admin: TestUser
  let staff: TestUser
  beforeAll(async () => {
    server = await startServer({ work: false })
    const companyId = await server.company()
    project = await server.project(companyId)
    admin = await server.user({ role: 'ClientAdmin', companyId })
    await server.member(project, admin.userId, 'ProjectManager')
    staff = await server.user({ role: 'SystemAdmin' })
  })
  afterAll(() => server.close())

  /** What a call cannot do without beside its body, as ids. */
  const queryOf = (call: AnyCall) => {
    const { required = [] }: Shape = JSON.parse(
      JSON.stringify(z.toJSONSchema(call.query, { io: 'input', unrepresentable: 'any' })),
    )
    return Object.fromEntries(required.map((name) => [name, '1']))
  }

  /** Sends a body as it is, to a call that everything else is right of. */
  const send = async (call: AnyCall, body: string) => {
    // Each may nearly everything; what one of them may not, the other may.
    const ofStaff = ['support.open', 'company.all', 'system.manage'].includes(call.needs)
    const user = ofStaff ? staff : admin
    const request = requestOf(user, call, { project, key: 'command-0001', query: queryOf(call) })
    const raw = await server.app.inject({
      ...request,
      url: String(request.url).replaceAll(/:\w+/g, '1'),
      headers: { ...request.headers, 'content-type': 'application/json' },
      payload: body,
    })
    return { status: raw.statusCode, body: raw.body, error: errorReply.parse(raw.json()) }
  }

  it.each(writes.map((call) => [call.name, call] as const))(
    '[transport-named-statuses] %s refuses a field that it does not know, and names it',
    async (_name, call) => {
      const { status, error } = await send(call, '{"surplus": 1}')
      expect([status, error.code]).toEqual([400, 'request.invalid'])
      expect(error.data).toMatchObject({
        issues: expect.arrayContaining([
          { in: 'body', field: 'surplus', message: 'There is no such field.' },
        ]),
      })
    },
  )

  it.each(writes.map((call) => [call.name, call] as const))(
    '[transport-named-statuses] %s refuses what is no JSON, and repeats none of it',
    async (_name, call) => {
      for (const malformed of ['{"surplus": ', '{surplus: 1}', "{'surplus': 1}", '{"surplus": 1}}']) {
        const { status, error, body } = await send(call, malformed)
        expect([malformed, status, error.code]).toEqual([malformed, 400, 'request.malformed'])
        expect(error.detail).toMatch(/^body/)
        expect(body).not.toContain('surplus')
      }
    },
  )
})
