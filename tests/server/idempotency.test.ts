import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCustodian, listCustodians } from '#contracts/project.ts'
import { appendAudit } from '#server/platform/audit/append.ts'
import { ApiError } from '#server/platform/http/error.ts'
import { forgetReplies, idempotent } from '#server/platform/http/idempotency.ts'
import { route } from '#server/platform/http/route.ts'
import { dialects, startServer, type TestServer, type TestUser } from './harness.ts'

let refuse = false
/** A write that counts itself in the audit chain. */
const create = route(createCustodian, (ctx, { body }) =>
  idempotent(ctx, async (trx) => {
    const { custodian_id } = await trx
      .insertInto('custodian')
      .values({ project_id: ctx.project.projectId, name: body.name })
      .returning('custodian_id')
      .executeTakeFirstOrThrow()
    await appendAudit(trx, `project:${ctx.project.projectId}`, [
      { at: ctx.now(), user: null, action: 'custodian.added' },
    ])
    if (refuse) throw new ApiError('conflict', 'Not now.')
    return { custodianId: custodian_id, name: body.name, documentCount: 0 }
  }),
)
const list = route(listCustodians, async () => ({ data: [], totalCount: 0 }))

describe.each(dialects)('a repeated write on %s', (dialect) => {
  let server: TestServer
  let project: number
  let other: number
  let lena: TestUser
  let omar: TestUser
  beforeEach(async () => {
    refuse = false
    server = await startServer({ dialect, routes: [create, list] })
    const company = await server.company()
    project = await server.project(company)
    other = await server.project(company)
    lena = await server.user({ role: 'ClientAdmin', companyId: company })
    omar = await server.user({ role: 'ClientAdmin', companyId: company })
  })
  afterEach(() => server.close())

  const add = (name: string, key: string | undefined, user = lena, into = project) =>
    server.call(user, createCustodian, {
      project: into,
      body: { name },
      ...(key === undefined ? {} : { key }),
    })
  const effects = async (): Promise<[number, number]> => {
    const read = server.services.records.read
    const rows = await read.selectFrom('custodian').select('name').execute()
    const audit = await read.selectFrom('audit').select('audit_id').execute()
    return [rows.length, audit.length]
  }

  it('answers what the first one did, and does nothing', async () => {
    const first = await add('Lena', 'command-0001')
    const again = await add('Lena', 'command-0001')
    expect(again.status).toBe(200)
    expect(again.data).toEqual(first.data)
    expect(await effects()).toEqual([1, 1])
  })

  it('has one effect however many come at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => add('Lena', 'command-0001')))
    expect(new Set(answers.map(({ data }) => data.custodianId)).size).toBe(1)
    expect(await effects()).toEqual([1, 1])
  })

  it('is refused where the key was used for something else', async () => {
    await add('Lena', 'command-0001')
    for (const wrong of [add('Omar', 'command-0001'), add('Lena', 'command-0001', lena, other)]) {
      const { status, error } = await wrong
      expect([status, error.code]).toEqual([422, 'idempotency.mismatch'])
    }
    expect(await effects()).toEqual([1, 1])
  })

  it('is another one for another user, or with another key', async () => {
    await add('Lena', 'command-0001')
    expect((await add('Omar', 'command-0001', omar)).status).toBe(200)
    expect((await add('Ines', 'command-0002')).status).toBe(200)
    expect(await effects()).toEqual([3, 3])
  })

  it('that failed is done when it is repeated', async () => {
    refuse = true
    expect((await add('Lena', 'command-0001')).status).toBe(409)
    expect(await effects()).toEqual([0, 0])
    refuse = false
    expect((await add('Lena', 'command-0001')).status).toBe(200)
    expect(await effects()).toEqual([1, 1])
  })

  it('without a key is done each time, and with one that can be none not at all', async () => {
    expect((await add('Lena', undefined)).status).toBe(200)
    expect((await add('Omar', undefined)).status).toBe(200)
    expect(await effects()).toEqual([2, 2])
    const bad = await add('Ines', 'a b')
    expect([bad.status, bad.error.detail]).toEqual([400, 'Idempotency-Key'])
    expect(await effects()).toEqual([2, 2])
    // Only where the contract takes one is it looked at.
    expect((await server.call(lena, listCustodians, { project, key: 'a b' })).status).toBe(200)
  })

  it('is kept for longer than anybody is away, and not for ever', async () => {
    await add('Lena', 'command-0001')
    const { records } = server.services
    const days = (n: number) => new Date(Date.now() + n * 86_400_000)
    await forgetReplies(records, days(80))
    expect(await records.read.selectFrom('idempotency').select('key').execute()).toHaveLength(1)
    await forgetReplies(records, days(91))
    expect(await records.read.selectFrom('idempotency').select('key').execute()).toHaveLength(0)
  })
})
