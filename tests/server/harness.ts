/**
 * A whole server on a temporary folder for tests, with typed calls. Runs on every database that can be had here.
 *
 * A test file has one server for each database and each set of options: it is lent to one test at a time, and made as
 * if it were new when that test closes it. Who asks for one while it is lent gets another.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Logger } from 'pino'
import {
  type AnyCall,
  type BodyOf,
  cookies,
  headers,
  type ParamsOf,
  pathOf,
  type QueryOf,
  type ReplyOf,
} from '#contracts/call.ts'
import type { ErrorReply } from '#contracts/errors.ts'
import { type Capability, grantable, type RoleName, roleRanks } from '#contracts/permission.ts'
import { allRoutes } from '#server/areas.ts'
import { hashPassword } from '#server/platform/auth/passwords.ts'
import { openSession } from '#server/platform/auth/sessions.ts'
import { currentTerms } from '#server/platform/auth/terms.ts'
import { type Config, type LogLevel, readConfig } from '#server/platform/config.ts'
import { buildApp } from '#server/platform/http/app.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { Patience } from '#server/platform/http/slow-bodies.ts'
import type { JobKind } from '#server/platform/jobs/jobs.ts'
import { createLog } from '#server/platform/log.ts'
import type { DialectName } from '#server/platform/records/dialect.ts'
import type { Writer } from '#server/platform/records/records.ts'
import type { Services } from '#server/platform/services.ts'
import { openServices } from '#server/services.ts'
import { deep } from '#tests/runs.ts'
import { atEnd } from './at-end.ts'
import { requireBalance } from './balanced.ts'
import { empty, shapeOf, stopJobs } from './emptied.ts'
import { hasPostgres, postgresUrl } from './postgres.ts'
import { makeRecordsFile, makeSchema, onPostgres } from './schema-script.ts'

/**
 * For tests of what has SQL of its own that could differ (records, search, audit, repeated and concurrent writes, jobs):
 * every database that can be had here, each time.
 */
export const dialects: readonly DialectName[] = hasPostgres() ? ['sqlite', 'postgres'] : ['sqlite']
/** For all other tests: SQLite each time, PostgreSQL in the deep run. */
export const costlyDialects: readonly DialectName[] = deep && hasPostgres() ? ['postgres'] : ['sqlite']

/** Somebody who is signed in. */
export interface TestUser {
  readonly userId: number
  readonly email: string
  readonly name: string
  readonly role: RoleName
  readonly companyId: number | null
  readonly token: string
  readonly cookie: string
  readonly xsrf: string
}

export interface CallOptions<C extends AnyCall> {
  readonly params?: ParamsOf<C>
  readonly query?: Partial<Record<keyof QueryOf<C>, string | number | undefined>>
  /** What is sent as the body, right or wrong. */
  readonly body?: BodyOf<C> | unknown
  readonly project?: number
  readonly key?: string
  readonly ifMatch?: string
  readonly headers?: Record<string, string>
}

export interface Answer<T> {
  readonly status: number
  /** The reply; throws where the call failed. */
  readonly data: T
  /** The error; throws where the call succeeded. */
  readonly error: ErrorReply
  readonly raw: LightMyRequestResponse
}

export interface TestServer {
  readonly dialect: DialectName
  readonly services: Services
  readonly app: FastifyInstance
  readonly config: Config
  /** Sets the server's clock; `null`: it runs again. */
  setNow(at: Date | null): void
  /** Calls as somebody (`null`: as nobody), through everything but the network. */
  call<C extends AnyCall>(
    user: TestUser | null,
    contract: C,
    options?: CallOptions<C>,
  ): Promise<Answer<ReplyOf<C>>>
  /** Listens on a free port and answers its address, for what needs a real connection. */
  listen(): Promise<string>
  company(name?: string): Promise<number>
  project(
    companyId: number,
    options?: { name?: string; prefix?: string; codingForms?: boolean },
  ): Promise<number>
  /** Adds an account that has accepted the terms and signs it in. `password` is set only where it is given. */
  user(options: {
    role: RoleName
    companyId?: number | null
    name?: string
    email?: string
    password?: string
    accepted?: boolean
    /** Of the provider's staff: has an open support access to every project. True unless a test is about that. */
    looks?: boolean
  }): Promise<TestUser>
  /** `granted`: besides the role; unless a test says, all that can be granted to it, but nothing to Default. */
  member(projectId: number, userId: number, role: RoleName, granted?: readonly Capability[]): Promise<void>
  close(): Promise<void>
}

interface ServerOptions {
  readonly dialect?: DialectName
  readonly routes?: readonly Route[]
  readonly kinds?: readonly JobKind[]
  readonly dist?: string
  readonly patience?: Patience
  readonly env?: Readonly<Record<string, string>>
  /** A data folder to open again; the caller removes it. */
  readonly dataDir?: string
  readonly work?: boolean
  readonly log?: Logger
}

/** In the place of the product's kind: done as soon as it is begun. */
const notAnalysed: JobKind = { kind: 'analysis', run: async () => {} }
let analyses = true

/**
 * What comes in is not analysed on the servers of this test file: its subject is something else, and its tests end before
 * an analysis would. A process that is started for it, and is ended with the test, takes a third of such a test.
 */
export function withoutAnalysis(): void {
  analyses = false
}

/** A server that runs, whoever has it. */
interface Running {
  readonly options: ServerOptions
  readonly services: Services
  readonly app: FastifyInstance
  readonly config: Config
  readonly now: () => Date
  setNow(at: Date | null): void
  listen(): Promise<string>
  /** `check`: what is asked of the records before they are closed. */
  close(check?: () => Promise<void>): Promise<void>
}

/** Starts a server with all routes of the product (or those given), or lends the one of this file that is like it. */
export async function startServer(
  given: ServerOptions & {
    /** The test is about the server itself, or does to it what cannot be undone: it has one that nobody had before. */
    alone?: boolean
    /** Why the reconciliation of jobs does not add up here; where it is not said, a job whose reconciliation does not fails the test. */
    unbalanced?: string
  } = {},
): Promise<TestServer> {
  const { alone = false, unbalanced, ...options } = given
  const lends = canLend && !alone && options.dataDir === undefined
  const running = (lends ? takeFree(options) : null) ?? (await start(options))
  const { records } = running.services
  const balanced = unbalanced === undefined ? () => requireBalance(records.read) : async () => {}
  if (!lends) return testServer(running, () => running.close(balanced))
  lent.add(running)
  const shape = await shapeOf(running.services)
  return testServer(running, async () => {
    lent.delete(running)
    try {
      running.setNow(null)
      await stopJobs(running.services)
      await balanced()
      if ((await shapeOf(running.services)) !== shape) return await running.close()
      await empty(running.services)
    } catch (error) {
      await running.close()
      throw error
    }
    free.add(running)
  })
}

/** Servers of this file that nobody has at the moment, and those that somebody has. */
const free = new Set<Running>()
const lent = new Set<Running>()

/** Benches start theirs outside of the test runner: nobody would close what was lent. */
const canLend = process.env.VITEST !== undefined

/** The next file in this process begins with servers of its own. */
atEnd.add(async () => {
  analyses = true
  const all = [...free, ...lent]
  free.clear()
  lent.clear()
  for (const running of all) await running.close()
})

/** A free server that was started with the same; from now on somebody has it. */
function takeFree(options: ServerOptions): Running | null {
  const found = [...free].find((running) => isSame(running.options, options)) ?? null
  if (found !== null) free.delete(found)
  return found
}

const isSame = (a: ServerOptions, b: ServerOptions): boolean =>
  (a.dialect ?? 'sqlite') === (b.dialect ?? 'sqlite') &&
  a.work === b.work &&
  a.dist === b.dist &&
  a.patience === b.patience &&
  a.log === b.log &&
  isDeepStrictEqual(a.env ?? {}, b.env ?? {}) &&
  sameItems(a.routes, b.routes) &&
  sameItems(a.kinds, b.kinds)

const sameItems = (a: readonly unknown[] = [], b: readonly unknown[] = []): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index])

async function start(options: ServerOptions): Promise<Running> {
  const dialect = options.dialect ?? 'sqlite'
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'affiant-test-'))
  const base = dialect === 'postgres' ? await postgresUrl() : null
  const schema = `t_${randomBytes(6).toString('hex')}`
  if (base !== null) await makeSchema(base, schema)
  else if (options.dataDir === undefined) makeRecordsFile(dataDir)
  const config = readConfig({
    AFFIANT_DATA: dataDir,
    AFFIANT_SAMPLE: 'off',
    // The same on machines that have it; tests of it find it themselves.
    AFFIANT_SOFFICE: 'off',
    AFFIANT_TESSDATA: 'off',
    PORT: '0',
    ...(base === null ? {} : { DATABASE_URL: base }),
    ...options.env,
  })
  let frozen: Date | null = null
  const now = (): Date => (frozen === null ? new Date() : new Date(frozen))
  const log = options.log ?? createLog((process.env.AFFIANT_TEST_LOG ?? 'error') as LogLevel)
  const { services, close } = await openServices(config, {
    log,
    now,
    schema,
    kinds: [...(analyses ? [] : [notAnalysed]), ...(options.kinds ?? [])],
    ...(options.work === undefined ? {} : { work: options.work }),
  })
  const app = await buildApp(services, {
    routes: options.routes ?? allRoutes(),
    ...(options.dist === undefined ? {} : { dist: options.dist }),
    ...(options.patience === undefined ? {} : { patience: options.patience }),
  }).catch(async (error: unknown) => {
    await close()
    throw error
  })
  let address: Promise<string> | null = null
  return {
    options,
    services,
    app,
    config,
    now,
    setNow: (at) => {
      frozen = at
    },
    listen: () => (address ??= app.listen({ port: 0, host: '127.0.0.1' })),
    close: async (check = async () => {}) => {
      try {
        await app.close()
        await check()
      } finally {
        await close()
        if (base !== null) await onPostgres(base, `drop schema ${schema} cascade`)
        if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
      }
    },
  }
}

function testServer(
  { options, services, app, config, now, setNow, listen }: Running,
  close: () => Promise<void>,
): TestServer {
  const write = services.records.write
  const dialect = options.dialect ?? 'sqlite'
  // Some tests start none of their own, and close what the one before has closed.
  let closing: Promise<void> | null = null
  /** The provider's staff to whom every project is open. */
  const looking: number[] = []
  const openSupport = async (trx: Writer, projectId: number, userId: number): Promise<void> => {
    await trx
      .insertInto('support_access')
      .values({
        ...{ project_id: projectId, user_id: userId, reason: 'A test looks into it', closed_at: null },
        ...{ opened_at: now().toISOString(), ends_at: '2999-01-01T00:00:00.000Z', closed_by: null },
      })
      .execute()
  }

  return {
    dialect,
    services,
    app,
    config,
    setNow,
    call: async (user, contract, given = {}) => {
      const raw = await app.inject(requestOf(user, contract, given))
      return answerOf(raw)
    },
    listen,
    company: (name = `Company ${randomUUID()}`) =>
      write('interactive', async (trx) => {
        const row = { name, mfa_required: 0, qa_copilot: 0, slack_collection: 0 } as const
        const { company_id } = await trx
          .insertInto('company')
          .values({ ...row, created_at: now().toISOString() })
          .returning('company_id')
          .executeTakeFirstOrThrow()
        return company_id
      }),
    project: (companyId, { name = 'Matter', prefix = 'AFF', codingForms = true } = {}) =>
      write('interactive', async (trx) => {
        const { project_id } = await trx
          .insertInto('project')
          .values({
            company_id: companyId,
            name,
            prefix,
            time_zone: 'America/New_York',
            precedence: 'standard',
            features: JSON.stringify([{ name: 'codingforms', enabled: codingForms }]),
            max_text_size: 10_000_000,
            propagation_enabled: 1,
            reviewer_tracking_enabled: 1,
            coding_idle_timeout: 15,
            last_control: 0,
            created_at: now().toISOString(),
            last_activity_at: null,
          })
          .returning('project_id')
          .executeTakeFirstOrThrow()
        for (const userId of looking) await openSupport(trx, project_id, userId)
        return project_id
      }),
    user: async ({ role, companyId = null, name = role, email, password, accepted = true, looks = true }) => {
      const address = email ?? `${role.toLowerCase()}-${randomBytes(4).toString('hex')}@northwind.example`
      const hash = password === undefined ? '!' : await hashOf(password)
      return await write('interactive', async (trx) => {
        const at = now().toISOString()
        const { user_id } = await trx
          .insertInto('app_user')
          .values({
            email: address,
            name,
            phone: '',
            role,
            company_id: companyId,
            password: hash,
            mfa_required: 0,
            totp_secret: null,
            totp_last_step: null,
            sso: 0,
            active: 1,
            setting: '{}',
            accepted_version: accepted ? currentTerms.version : null,
            accepted_at: accepted ? at : null,
            created_at: at,
          })
          .returning('user_id')
          .executeTakeFirstOrThrow()
        const session = await openSession(trx, { userId: user_id, stage: 'full', ip: '127.0.0.1' }, now())
        const { token, cookie, xsrf } = session
        if (roleRanks[role] < 1 && looks) {
          looking.push(user_id)
          for (const { project_id } of await trx.selectFrom('project').select('project_id').execute())
            await openSupport(trx, project_id, user_id)
        }
        return { userId: user_id, email: address, name, role, companyId, token, cookie, xsrf }
      })
    },
    member: (projectId, userId, role, granted = role === 'Default' ? [] : grantable(role)) =>
      write('interactive', async (trx) => {
        await trx
          .insertInto('project_user')
          .values({ project_id: projectId, user_id: userId, role, granted: JSON.stringify(granted) })
          .execute()
      }),
    close: () => (closing ??= close()),
  }
}

/** A hash costs as much as it must: the same password is hashed once. */
const hashes = new Map<string, Promise<string>>()
function hashOf(password: string): Promise<string> {
  const known = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, known)
  return known
}

/** The request that a browser would send. */
export function requestOf<C extends AnyCall>(
  user: TestUser | null,
  contract: C,
  given: CallOptions<C> = {},
): InjectOptions {
  const params = Object.entries(Object(given.params))
  const path = params.reduce(
    (text, [name, value]) => text.replace(`:${name}`, encodeURIComponent(String(value))),
    pathOf(contract),
  )
  const query = Object.entries(Object(given.query)).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(query.map(([name, value]) => [name, String(value)])).toString()
  const write = contract.method !== 'GET'
  return {
    method: contract.method,
    url: search === '' ? path : `${path}?${search}`,
    headers: {
      ...(user === null ? {} : { [headers.token]: user.token }),
      ...(user !== null && write
        ? {
            [headers.xsrf]: user.xsrf,
            cookie: `${cookies.session}=${user.cookie}; ${cookies.xsrf}=${user.xsrf}`,
          }
        : {}),
      ...(given.project === undefined ? {} : { [headers.project]: String(given.project) }),
      ...(given.key === undefined ? {} : { [headers.idempotencyKey]: given.key }),
      ...(given.ifMatch === undefined ? {} : { [headers.ifMatch]: given.ifMatch }),
      ...(given.body === undefined
        ? {}
        : {
            'content-type': Buffer.isBuffer(given.body) ? 'application/octet-stream' : 'application/json',
          }),
      ...given.headers,
    },
    ...(given.body === undefined
      ? {}
      : { payload: Buffer.isBuffer(given.body) ? given.body : JSON.stringify(given.body) }),
  }
}

function answerOf<T>(raw: LightMyRequestResponse): Answer<T> {
  const ok = raw.statusCode >= 200 && raw.statusCode < 300
  return {
    status: raw.statusCode,
    raw,
    get data(): T {
      if (!ok) throw new Error(`The call failed with ${raw.statusCode}: ${raw.body}`)
      return raw.body === '' ? (undefined as T) : raw.json<T>()
    },
    get error(): ErrorReply {
      if (ok) throw new Error(`The call succeeded with ${raw.statusCode}.`)
      return raw.json<ErrorReply>()
    },
  }
}
