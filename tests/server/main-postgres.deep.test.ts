import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { acceptLicence, login } from '#contracts/auth.ts'
import { type AnyCall, cookies, headers, pathOf, type ReplyOf } from '#contracts/call.ts'
import { getForm, listForms, readCoding, saveCoding } from '#contracts/coding.ts'
import { ifMatchOf } from '#contracts/coding-versions.ts'
import { searchDocuments } from '#contracts/documents.ts'
import { chainsOf, verifyChain } from '#server/platform/audit/verify.ts'
import { currentTerms } from '#server/platform/auth/terms.ts'
import { openRecords } from '#server/platform/records/open.ts'
import { hasPostgres, type OwnDatabase, ownDatabase } from './postgres.ts'
import { type ServerProcess, startProcess } from './server-process.ts'

const here = hasPostgres()
if (!here) console.warn('There is no PostgreSQL here: the server as a process is not tried on it.')
const password = 'correct horse battery staple'

describe.runIf(here)('the server as a process on PostgreSQL', () => {
  let dataDir: string
  let database: OwnDatabase
  let server: ServerProcess | null = null
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'affiant-main-pg-'))
    database = await ownDatabase()
  }, 60_000)
  afterEach(async () => {
    await server?.kill()
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const start = async (): Promise<string> => {
    server = startProcess(dataDir, {
      DATABASE_URL: database.url,
      AFFIANT_SAMPLE: 'on',
      AFFIANT_SAMPLE_PASSWORD: password,
    })
    return await server.address(100_000)
  }

  it('loads the sample, is signed in to, searched and coded, and keeps all that it acknowledged when it is killed', async () => {
    const url = await start()
    expect(server?.out.stdout).toMatch(/^Loading the sample matter …\nAffiant \S+ is at http/)
    const reviewer = await signIn(url)
    const records = await openRecords({ dataDir, databaseUrl: database.url })
    const { project_id: project } = await records.read
      .selectFrom('project')
      .select('project_id')
      .where('prefix', '=', 'NW')
      .executeTakeFirstOrThrow()
    const found = await reviewer.call(searchDocuments, project, { body: search('turbine OR contract') })
    const documentId = found.data[0]?.documentId ?? 0
    expect(documentId).toBeGreaterThan(0)
    const forms = await reviewer.call(listForms, project)
    const formId = forms.data[0]?.coding_form_id ?? 0
    const form = await reviewer.call(getForm, project, { params: { id: formId } })
    const field = form.sections.flatMap((s) => s.fields).find((f) => f.values.length > 0 && !f.is_read_only)
    const choice = field?.values[0]?.short_text_value ?? ''
    const fieldId = field?.coding_form_field_id ?? 0
    const value = field?.is_multi === true ? [choice] : choice
    const saved = await reviewer.call(saveCoding, project, {
      ifMatch: ifMatchOf(new Map([[fieldId, 0]])),
      key: 'command-0001',
      body: {
        documentId,
        coding_form_id: formId,
        fields: [{ name: field?.field_name ?? '', value, coding_form_field_id: fieldId }],
        undo: { kind: 'do', group: 'group-0001', targets: [] },
        correlationId: 'gesture-0001',
      },
    })
    expect(saved.values).toMatchObject([{ fieldId: field?.fieldId, value, version: 1 }])
    await server?.kill()

    const again = await signIn(await start())
    expect(again.accepted).toBe(true)
    const coding = await again.call(readCoding, project, { query: { documentId } })
    expect(coding.data).toMatchObject([{ fieldId: field?.fieldId, value, version: 1 }])
    const later = await again.call(searchDocuments, project, { body: search('turbine OR contract') })
    expect(later.totalCount).toBe(found.totalCount)
    const chains = await chainsOf(records.read)
    expect(chains).toContain(`project:${project}`)
    for (const chain of chains)
      expect(await verifyChain(records.read, chain), chain).toMatchObject({ firstBroken: null })
    await records.close()
    server?.started.kill('SIGTERM')
    expect(await server?.exited).toBe(0)
  }, 240_000)
})

const search = (queryString: string) => ({
  query: { queryString, includeFamily: false, objectId: null, type: null },
  sort: 'parentDateAsc',
  viewer: 'parentsAndChildren',
  filter: 'all',
  pageSize: 25,
  page: 1,
})

interface Asked {
  readonly params?: Readonly<Record<string, number>>
  readonly query?: Readonly<Record<string, number>>
  readonly body?: unknown
  readonly ifMatch?: string
  readonly key?: string
}

/** Signs in as a browser does, accepts the terms where they wait; answers what calls from then on. */
async function signIn(url: string) {
  const reply = await fetch(url + pathOf(login), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'reviewmanager@northwind.example', password }),
  })
  expect(reply.status).toBe(200)
  let session: ReplyOf<typeof login> = await reply.json()
  const jar = new Map(
    reply.headers.getSetCookie().map((line) => {
      const [pair = ''] = line.split(';')
      return [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
    }),
  )
  const call = async <C extends AnyCall>(
    contract: C,
    project: number | null,
    asked: Asked = {},
  ): Promise<ReplyOf<C>> => {
    const path = Object.entries(asked.params ?? {}).reduce(
      (text, [name, value]) => text.replace(`:${name}`, String(value)),
      pathOf(contract),
    )
    const query = new URLSearchParams(
      Object.entries(asked.query ?? {}).map(([name, value]) => [name, String(value)]),
    )
    const answer = await fetch(`${url}${path}?${query}`, {
      method: contract.method,
      headers: {
        [headers.token]: session.token,
        ...(project === null ? {} : { [headers.project]: String(project) }),
        [headers.xsrf]: jar.get(cookies.xsrf) ?? '',
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(asked.key === undefined ? {} : { [headers.idempotencyKey]: asked.key }),
        ...(asked.ifMatch === undefined ? {} : { [headers.ifMatch]: asked.ifMatch }),
        ...(asked.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(asked.body === undefined ? {} : { body: JSON.stringify(asked.body) }),
    })
    if (!answer.ok) throw new Error(`${contract.name} failed with ${answer.status}: ${await answer.text()}`)
    return await answer.json()
  }
  const accepted = session.stage === 'full'
  if (!accepted) session = await call(acceptLicence, null, { body: { version: currentTerms.version } })
  expect(session.stage).toBe('full')
  return { call, accepted }
}
