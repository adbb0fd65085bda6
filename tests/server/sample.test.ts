import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirmMfa, login, openMfa } from '#contracts/auth.ts'
import { fieldTypes } from '#contracts/project.ts'
import { verifyPassword } from '#server/platform/auth/passwords.ts'
import { resetSecondStep, standingOf } from '#server/platform/auth/standing.ts'
import { sampleUsers } from '#server/sample/people.ts'
import { type Seeded, sampleProjects, seedSample } from '#server/sample/seed.ts'
import { costlyDialects, startServer, type TestServer } from './harness.ts'

interface Made {
  readonly where: { readonly timeZone: string; readonly locale: string }
  readonly boxes: readonly { readonly name: string; readonly size: number; readonly sha256: string }[]
}

/** All mailboxes of the sample, as a process of its own makes them in such an environment. */
async function madeElsewhere(env: Readonly<Record<string, string>>): Promise<Made> {
  const program = fileURLToPath(new URL('./children/sample-boxes.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [program], {
    env: { ...process.env, ...env },
  })
  return JSON.parse(stdout)
}

describe.each(costlyDialects)('the sample matter on %s', (dialect) => {
  let server: TestServer
  let dataDir: string
  let seeded: Seeded | null
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'affiant-sample-'))
    server = await startServer({ dialect, dataDir, env: { AFFIANT_SAMPLE: 'on' } })
    seeded = await seedSample(server.services)
  }, 120_000)
  afterAll(async () => {
    await server.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const read = () => server.services.records.read
  const count = async (projectName: string) => {
    const row = await read()
      .selectFrom('document as d')
      .innerJoin('project as p', 'p.project_id', 'd.project_id')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('p.name', '=', projectName)
      .executeTakeFirstOrThrow()
    return row.n
  }

  it('has about four hundred documents, families, copies, two languages, odd dates, a sheet and a scanned page', async () => {
    expect(seeded?.firstTime).toBe(true)
    expect(await count('Harmon 14-2 and Larkspur')).toBeGreaterThan(350)
    expect(await count('Harmon 14-2 and Larkspur')).toBeLessThan(450)
    expect(await count('Inquiry into year-end entries')).toBeGreaterThan(60)
    const rows = await read()
      .selectFrom('document')
      .select(['file_name', 'sent_at', 'depth', 'from_text', 'file_category'])
      .execute()
    expect(rows.filter((row) => row.file_name.endsWith('.xlsx')).length).toBeGreaterThan(3)
    expect(rows.some((row) => row.file_name === 'lien-518872.png')).toBe(true)
    expect(rows.some((row) => row.depth > 2)).toBe(true)
    expect(rows.some((row) => row.sent_at?.startsWith('1980-01-01'))).toBe(true)
    expect(rows.some((row) => row.sent_at?.startsWith('2028'))).toBe(true)
    expect(rows.some((row) => row.from_text.includes('hartlaw.example'))).toBe(true)
    const german = await read()
      .selectFrom('document_text')
      .select('document_id')
      .where('text', 'like', '%Füllstand%')
      .execute()
    expect(german.length).toBeGreaterThan(20)
    const shared = await read()
      .selectFrom('document_custodian')
      .select('document_id')
      .where('position', '>', 0)
      .execute()
    expect(shared.length).toBeGreaterThan(100)
    const codes = await read().selectFrom('exception').select('code').distinct().execute()
    expect(codes.map((row) => row.code).toSorted()).toEqual(['corrupt', 'encrypted', 'noTextYet', 'zeroByte'])
  })

  it('came through real imports, each with nothing unexplained', async () => {
    const jobs = await read().selectFrom('job').selectAll().where('kind', '=', 'import').execute()
    expect(jobs).toHaveLength(10)
    for (const job of jobs) {
      expect(['Completed', 'CompletedWithErrors']).toContain(job.state)
      expect(job.items_in).toBe(
        job.promoted + job.duplicates + job.containers + job.exceptions + job.inline_images + job.filtered,
      )
    }
  })

  it('has a user for each role, who signs in with the password of the file', async () => {
    const file = join(dataDir, 'sample-password')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const password = /^password: (.+)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? ''
    expect(password).toBe(seeded?.secrets?.password)
    for (const { login: name, role } of sampleUsers) {
      const row = await read()
        .selectFrom('app_user')
        .select(['password', 'role', 'company_id'])
        .where('email', '=', `${name}@northwind.example`)
        .executeTakeFirstOrThrow()
      expect(row.role).toBe(role)
      expect(row.company_id === null).toBe(role === 'SystemAdmin' || role === 'ProviderAdmin')
      expect(await verifyPassword(row.password, password)).toBe(true)
    }
  })

  it('shows the second step with one of them: the secret of the file makes the code', async () => {
    const text = readFileSync(join(dataDir, 'sample-password'), 'utf8')
    const password = /^password: (.+)$/m.exec(text)?.[1] ?? ''
    const secret = /^totp secret: (.+)$/m.exec(text)?.[1] ?? ''
    const first = await server.call(null, login, {
      body: { email: 'projectmanager@northwind.example', password },
    })
    expect(first.data.stage).toBe('mfa')
    const setCookies = first.raw.cookies
    const cookie = Object.fromEntries(setCookies.map((one) => [one.name, one.value]))
    const headers = {
      'Access-Token': first.data.token,
      'X-XSRF-TOKEN': cookie['XSRF-TOKEN'] ?? '',
      cookie: setCookies.map((one) => `${one.name}=${one.value}`).join('; '),
    }
    const opened = await server.call(null, openMfa, { headers })
    expect(opened.data.enrol).toBeNull()
    const code = new TOTP({ secret }).generate()
    const confirmed = await server.call(null, confirmMfa, { headers, body: { code } })
    expect(confirmed.data.stage).toBe('licence')
  })

  it('has one form with every field type, and tags with nine quick keys where forms are off', async () => {
    const fields = await read().selectFrom('field').select('type_id').distinct().execute()
    expect(fields.map((row) => row.type_id).toSorted((a, b) => a - b)).toEqual(
      Object.values(fieldTypes).toSorted((a, b) => a - b),
    )
    const keys = await read()
      .selectFrom('tag')
      .select('quick_key')
      .where('quick_key', 'is not', null)
      .orderBy('quick_key')
      .execute()
    expect(keys.map((row) => row.quick_key)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    const features = await read()
      .selectFrom('project')
      .select(['name', 'features'])
      .orderBy('project_id')
      .execute()
    expect(features.map((row) => JSON.parse(row.features)[0].enabled)).toEqual([true, false])
  })

  it('is loaded once, and goes on where a start was cut', async () => {
    const before = await read()
      .selectFrom('document')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    const again = await seedSample(server.services)
    expect(again).toMatchObject({ firstTime: false, secrets: { password: seeded?.secrets?.password } })
    const after = await read()
      .selectFrom('document')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    expect(after.n).toBe(before.n)
  })

  it('gives no second step back that was reset', async () => {
    const { records } = server.services
    const { user_id } = await read()
      .selectFrom('app_user')
      .select('user_id')
      .where('totp_secret', 'is not', null)
      .executeTakeFirstOrThrow()
    const occasion = { now: () => new Date() }
    await records.write('interactive', (trx) => resetSecondStep(trx, occasion, null, user_id))
    await seedSample(server.services)
    expect((await standingOf(read(), user_id)).enrolled).toBe(false)
  })
})

describe('the mail of the sample matter', () => {
  it('is the same mail every time, byte for byte, in whatever time zone and language it is made', async () => {
    const made = await Promise.all([
      madeElsewhere({ TZ: 'Pacific/Kiritimati', LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' }),
      madeElsewhere({ TZ: 'America/St_Johns', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' }),
    ])
    const [first = [], second] = made.map(({ boxes }) => boxes)
    expect(second).toEqual(first)
    expect(first).toHaveLength(sampleProjects.reduce((sum, project) => sum + project.mailboxes, 0))
    expect(first.every(({ size }) => size > 1000)).toBe(true)
    // The processes were really elsewhere.
    expect(made.map(({ where }) => where)).toEqual([
      { timeZone: 'Pacific/Kiritimati', locale: 'de-DE' },
      { timeZone: 'America/St_Johns', locale: 'tr-TR' },
    ])
  })
})

describe('without the sample', () => {
  it('leaves records alone that are somebody’s own', async () => {
    const server = await startServer({ env: { AFFIANT_SAMPLE: 'on' } })
    try {
      await server.company('A firm')
      expect(await seedSample(server.services)).toBeNull()
      const users = await server.services.records.read.selectFrom('app_user').select('user_id').execute()
      expect(users).toEqual([])
    } finally {
      await server.close()
    }
  })
})
