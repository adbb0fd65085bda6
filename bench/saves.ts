/**
 * How many saves of coding a server takes, and how long reviewers wait for them, over HTTP on both databases. Each figure
 * stands beside what one synced transaction costs on the same disk and database, measured in the same run.
 */
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import pg from 'pg'
import { type AnyCall, cookies, headers, pathOf } from '../contracts/call.ts'
import { saveCoding } from '../contracts/coding.ts'
import { ifMatchOf } from '../contracts/coding-versions.ts'
import { previewPropagation } from '../contracts/propagation.ts'
import { type Opened, openSession } from '../server/platform/auth/sessions.ts'
import { currentTerms } from '../server/platform/auth/terms.ts'
import { openRecords } from '../server/platform/records/open.ts'
import type { Records } from '../server/platform/records/records.ts'
import { readForm } from '../server/review/coding-values/form-queries.ts'
import { chance } from '../tests/chance.ts'
import { addPerson } from '../tests/e2e/people.ts'
import { ownProject } from '../tests/e2e/projects.ts'
import { type RunningServer, startServer } from '../tests/e2e/server.ts'
import { addDocuments } from '../tests/fixtures/record-documents.ts'
import { durablePostgres } from '../tests/server/postgres.ts'
import { type Figure, p95 } from './figure.ts'
import { times } from './references.ts'

const reviewers = 100
const documentsEach = 20
/** A reviewer who reads fast: one save in two seconds. */
const betweenSavesMs = 2_000
const secondsEach = 20
/** Away from the system's folder for temporary files, which may be kept in memory. */
const cache = new URL('../.cache/', import.meta.url).pathname

export async function* figures(): AsyncGenerator<Figure> {
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'bench-'))
  try {
    yield* measured('SQLite', folder, null, () => syncedOnSqlite(join(folder, 'bare.sqlite')))
    const database = await durablePostgres()
    if (database === null) {
      console.log('  There is no PostgreSQL here: its saves are not measured.')
      return
    }
    try {
      yield* measured('PostgreSQL', folder, database.url, () => syncedOnPostgres(database.url))
    } finally {
      database.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** As the product promises it: so many saves of 16 writers a second where a bare synced transaction takes so long. */
const promised = { savesPerSecond: 250, syncedMs: 2, waitMs: 100 } as const

/**
 * So many times as many saves as one writer 16 of them do at least, where a bare synced transaction takes so many ms. With a
 * sync for each save that is less than 1.4 from 2 ms on, and comes to 1 the longer a sync takes; where several share one, it grows.
 * Below that the processor decides, and this says only that they do not hinder each other.
 */
const sharedAtLeast = (syncedMs: number): number => (syncedMs >= 5 ? 2 : syncedMs >= 2 ? 1.6 : 1.3)

async function* measured(
  database: string,
  folder: string,
  databaseUrl: string | null,
  synced: () => Promise<number>,
): AsyncGenerator<Figure> {
  const server = await startServer({
    TMPDIR: folder,
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
  })
  const records = await openRecords({ dataDir: server.data, databaseUrl })
  try {
    const saving = await reviewersOf(server, records)
    const bare: number[] = []
    const rates = new Map<number, number>()
    // What a server does for the first time is compiled: that is no reviewer's pace.
    await during(saving.slice(0, 16), () => 0, 3)
    for (const writers of [1, 16, reviewers]) {
      const before = await cpuMsOf(server.pid)
      const { took: saves, seconds } = await during(saving.slice(0, writers), () => 0)
      const cpu = (await cpuMsOf(server.pid)) - before
      bare.push(await synced())
      const rate = saves.length / seconds
      rates.set(writers, rate)
      console.log(
        `    ${database}, ${writers} without a pause: ${Math.round(rate)} saves/s, p95 ${Math.round(p95(saves))} ms, ${(cpu / saves.length).toFixed(2)} ms of the server's processor time each`,
      )
    }
    const random = chance(7)
    const { took: waits } = await during(saving, () => betweenSavesMs * (0.5 + random()))
    bare.push(await synced())
    const one = median(bare)
    console.log(`    ${database}: a bare synced transaction takes ${one.toFixed(2)} ms`)
    const ratio = (writers: number, bound: number): Figure => ({
      group: 'saves',
      name: `${database}: saves of ${writers === 1 ? '1 writer' : `${writers} writers`} without a pause`,
      value: rates.get(writers) ?? 0,
      unit: 'saves/s',
      bound,
      better: 'higher',
      reference: times('bare synced transactions, one after another', 1000 / one),
    })
    // Where a sync takes less than was promised for, the processor decides, and there are so many saves at least.
    const syncedMs = Math.min(one, promised.syncedMs)
    const wanted = (promised.savesPerSecond * syncedMs) / 1000
    yield ratio(1, Number((wanted / 3).toPrecision(2)))
    yield ratio(16, Number(wanted.toPrecision(2)))
    yield ratio(reviewers, Number(wanted.toPrecision(2)))
    yield {
      group: 'saves',
      name: `${database}: saves of 16 writers without a pause, beside those of one`,
      value: rates.get(16) ?? 0,
      unit: 'saves/s',
      bound: sharedAtLeast(one),
      better: 'higher',
      reference: times('1 writer without a pause', rates.get(1) ?? null),
    }
    yield {
      group: 'saves',
      name: `${database}: a save while ${reviewers} reviewers code, one in ${betweenSavesMs / 1000} s each`,
      value: p95(waits),
      unit: 'ms',
      bound: Math.round(promised.waitMs / syncedMs),
      better: 'lower',
      reference: times('a bare synced transaction', one),
    }
    const [person] = saving
    if (person !== undefined) yield* propagating(database, records, person, one)
  } finally {
    await records.close()
    await server.close()
  }
}

/** A save that goes to 20 documents of its family, and the look at it before. */
const propagated = { families: 60, members: 20, previewMs: 100, saveMs: 150 } as const

async function* propagating(
  database: string,
  records: Records,
  person: Person,
  syncedMs: number,
): AsyncGenerator<Figure> {
  const { projectId, formId, field } = person
  await records.write('interactive', (trx) =>
    trx.updateTable('project').set({ propagation_enabled: 1 }).where('project_id', '=', projectId).execute(),
  )
  const size = propagated.members + 1
  const ids = await addDocuments(
    records,
    projectId,
    1,
    Array.from({ length: propagated.families * size }, (_, n) => ({
      custodian: 'Duarte, Ines',
      title: `Enclosure ${n}`,
      text: `Enclosed with the letter about the cavern, ${n}.`,
      parentDate: null,
      ...(n % size === 0 ? {} : { parent: n - (n % size) }),
    })),
  )
  const looks: number[] = []
  const saves: number[] = []
  for (let nth = 0; nth < propagated.families; nth++) {
    const documentId = ids[nth * size]
    if (documentId === undefined) throw new Error('no document')
    const fields = [
      { coding_form_field_id: field.placeId, name: field.name, value: field.choices[0] ?? null },
    ]
    const began = performance.now()
    const look = await send(person, previewPropagation, {
      body: { documentId, coding_form_id: formId, fields, to: ['family'] },
    })
    const looked = performance.now()
    const command = newCommand()
    const done = await send(person, saveCoding, {
      command,
      versions: [[field.placeId, 0]],
      body: {
        documentId,
        coding_form_id: formId,
        fields,
        propagation: {
          ...{ family: true, emailThread: false, nearDuplicates: false, Skip: false },
          fields: [field.placeId],
        },
        undo: { kind: 'do', group: command, targets: [] },
        correlationId: command,
      },
    })
    saves.push(performance.now() - looked)
    looks.push(looked - began)
    const { reached } = previewPropagation.reply.parse(JSON.parse(look))
    const written = saveCoding.reply.parse(JSON.parse(done)).propagated?.documents
    if (reached !== propagated.members || written !== propagated.members)
      throw new Error(`A save was to reach ${propagated.members} documents: ${reached} and ${written}.`)
  }
  const figure = (name: string, took: readonly number[], bound: number): Figure => ({
    group: 'saves',
    name: `${database}: ${name}`,
    value: p95(took),
    unit: 'ms',
    bound,
    better: 'lower',
    reference: times('a bare synced transaction', syncedMs),
  })
  yield figure('preview of propagation to 20 documents', looks, propagated.previewMs)
  yield figure('save and next with propagation to 20 documents', saves, propagated.saveMs)
}

const newCommand = (): string => randomUUID().replaceAll('-', '').slice(0, 21)

interface Person {
  readonly agent: Agent
  readonly url: URL
  readonly session: Opened
  readonly projectId: number
  readonly documents: { readonly documentId: number; version: number }[]
  readonly formId: number
  readonly field: { readonly placeId: number; readonly name: string; readonly choices: readonly string[] }
}

/** Signed-in reviewers with documents of their own, over connections that stay open. */
async function reviewersOf(server: RunningServer, records: Records): Promise<Person[]> {
  const { read } = records
  const { name: project, projectId } = await ownProject(server, 'Saves')
  const { coding_form_id: formId } = await read
    .selectFrom('coding_form')
    .select('coding_form_id')
    .where('project_id', '=', projectId)
    .orderBy('coding_form_id')
    .executeTakeFirstOrThrow()
  const form = await readForm(read, projectId, formId)
  const choice = form?.sections
    .flatMap(({ fields }) => fields)
    .find(({ is_single_choice }) => is_single_choice)
  if (choice === undefined) throw new Error('The form has no single choice.')
  const field = {
    placeId: choice.coding_form_field_id,
    name: choice.field_name,
    choices: choice.values.map(({ short_text_value }) => short_text_value),
  }
  const documents = await addDocuments(
    records,
    projectId,
    1,
    Array.from({ length: reviewers * documentsEach }, (_, n) => ({
      custodian: 'Duarte, Ines',
      title: `Letter ${n}`,
      text: `About the cavern, letter ${n}.`,
      parentDate: null,
    })),
  )
  const agent = new Agent({ keepAlive: true })
  const url = new URL(server.url)
  const people: Person[] = []
  for (let nth = 0; nth < reviewers; nth++) {
    const email = await addPerson({ records: async () => records }, { name: `Reviewer ${nth}`, project })
    const session = await records.write('interactive', async (trx) => {
      const { user_id: userId } = await trx
        .updateTable('app_user')
        .set({ accepted_version: currentTerms.version })
        .where('email', '=', email)
        .returning('user_id')
        .executeTakeFirstOrThrow()
      return openSession(trx, { userId, stage: 'full', ip: '127.0.0.1' }, new Date())
    })
    people.push({
      agent,
      url,
      session,
      projectId,
      formId,
      field,
      documents: documents
        .slice(nth * documentsEach, (nth + 1) * documentsEach)
        .map((documentId) => ({ documentId, version: 0 })),
    })
  }
  return people
}

/** Everybody saves, one after another, for some seconds; answers how long each save took, in ms, and how long they all did. */
async function during(
  people: readonly Person[],
  pauseMs: () => number,
  wantedSeconds = secondsEach,
): Promise<{ readonly took: readonly number[]; readonly seconds: number }> {
  const took: number[] = []
  const start = performance.now()
  const until = start + wantedSeconds * 1000
  await Promise.all(
    people.map(async (person) => {
      await pause(pauseMs() / 2)
      for (let turn = 0; performance.now() < until; turn++) {
        const began = performance.now()
        await save(person, turn)
        took.push(performance.now() - began)
        await pause(pauseMs())
      }
    }),
  )
  // The saves that were on their way at the end count as well: so does their time.
  return { took, seconds: (performance.now() - start) / 1000 }
}

async function save(person: Person, turn: number): Promise<void> {
  const { field, formId, documents } = person
  const document = documents[turn % documents.length]
  if (document === undefined) throw new Error('no document')
  const command = newCommand()
  const body = {
    documentId: document.documentId,
    coding_form_id: formId,
    fields: [
      {
        coding_form_field_id: field.placeId,
        name: field.name,
        value: field.choices[(document.version + 1) % field.choices.length] ?? null,
      },
    ],
    undo: { kind: 'do', group: command, targets: [] },
    correlationId: command,
  }
  const text = await send(person, saveCoding, {
    command,
    versions: [[field.placeId, document.version]],
    body,
  })
  document.version = saveCoding.reply.parse(JSON.parse(text)).values[0]?.version ?? 0
}

interface Sent {
  readonly body: object
  /** Of a write: the key under which it is done once. */
  readonly command?: string
  readonly versions?: readonly (readonly [number, number])[]
}

/** Asks as a browser does; answers the text of the reply. */
async function send(person: Person, call: AnyCall, { body, command, versions }: Sent): Promise<string> {
  const { session, projectId } = person
  const { status, text } = await ask(person, call, JSON.stringify(body), {
    [headers.token]: session.token,
    [headers.xsrf]: session.xsrf,
    cookie: `${cookies.session}=${session.cookie}; ${cookies.xsrf}=${session.xsrf}`,
    [headers.project]: String(projectId),
    ...(command === undefined ? {} : { [headers.idempotencyKey]: command }),
    ...(versions === undefined ? {} : { [headers.ifMatch]: ifMatchOf(new Map(versions)) }),
  })
  if (status !== 200) throw new Error(`${call.name} answered ${status}: ${text}`)
  return text
}

const ask = (
  { agent, url }: Person,
  call: AnyCall,
  body: string,
  sent: Record<string, string>,
): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const asked = request(
      {
        agent,
        host: url.hostname,
        port: url.port,
        method: call.method,
        path: pathOf(call),
        headers: { ...sent, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      },
      (reply) => {
        let text = ''
        reply.setEncoding('utf8')
        reply.on('data', (chunk: string) => {
          text += chunk
        })
        reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text }))
      },
    )
    asked.on('error', reject)
    asked.end(body)
  })

const tries = 200

async function syncedOnSqlite(file: string): Promise<number> {
  const db = new Database(file)
  try {
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = FULL')
    db.exec('create table if not exists bare (id integer primary key, text text)')
    const insert = db.prepare('insert into bare (text) values (?)')
    return await timed(async () => {
      insert.run('x'.repeat(300))
    })
  } finally {
    db.close()
  }
}

async function syncedOnPostgres(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('create table if not exists bare (id bigserial primary key, text text)')
    return await timed(async () => {
      await client.query('insert into bare (text) values ($1)', ['x'.repeat(300)])
    })
  } finally {
    await client.end()
  }
}

/** The median of what a transaction takes, in ms. */
async function timed(transaction: () => Promise<void>): Promise<number> {
  const took: number[] = []
  for (let nth = 0; nth < tries; nth++) {
    const began = performance.now()
    await transaction()
    took.push(performance.now() - began)
  }
  return median(took)
}

const median = (samples: readonly number[]): number =>
  samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 2)] ?? Number.NaN

/** What a process has used of the processor, in ms. */
async function cpuMsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return (user + system) * 10
}
