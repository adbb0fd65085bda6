/** How fast real mail comes in, until it is in the record and in the index. Falls back on generated mail, and says so. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { createSource } from '../contracts/collect.ts'
import { getDocument, searchDocuments } from '../contracts/documents.ts'
import { createCustodian } from '../contracts/project.ts'
import { importPath, settledJob } from '../server/intake/import/import-path.ts'
import { mailboxes } from '../server/sample/mailboxes.ts'
import type { Call } from '../src/effects/call.ts'
import { uploadMany } from '../src/effects/upload-many.ts'
import { manyMessages, mbox } from '../tests/fixtures/mail.ts'
import { startServer, type TestServer } from '../tests/server/harness.ts'
import { callsOver } from '../tests/server/over-http.ts'
import { broughtIn } from './brought-in.ts'
import { type Figure, p95 } from './figure.ts'
import { weighed } from './memory.ts'
import { uploadFigures } from './uploads.ts'

const corpus = new URL('../../shared/corpus/mail/enron-cmu-inbox/', import.meta.url)
const rounds = 3
/** Away from the system's folder for temporary files: some file systems are slow where much was deleted just before. */
const cache = new URL('../.cache/', import.meta.url).pathname

export async function* figures(): AsyncGenerator<Figure> {
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'bench-'))
  try {
    const real = existsSync(corpus)
    const files = real
      ? readdirSync(corpus)
          .toSorted()
          .map((name) => new URL(name, corpus).pathname)
      : writeSample(folder)
    const rates: number[] = []
    const waits: number[] = []
    const firsts: number[] = []
    const weights: number[] = []
    for (let round = 0; round < rounds; round++) {
      // All that they make is thrown away at the end, for the same reason.
      const { result, megabytes } = await weighed(() => measure(files, join(folder, `round-${round}`)))
      rates.push(result.rate)
      waits.push(...result.waited)
      weights.push(megabytes)
      firsts.push(await firstRead(files, join(folder, `dropped-${round}`)))
    }
    const what = real ? 'real mail' : 'generated mail (the real mail is not here)'
    yield figure(`import of ${what} with text and index`, Math.min(...rates), 'messages/s', 600, 'higher')
    yield figure('wait of an interactive write during an import', p95(waits), 'ms', 50, 'lower')
    yield figure(
      'from a drop of that mail to the text of its first document, sent and read over HTTP (the slowest of the runs)',
      Math.max(...firsts),
      's',
      3,
      'lower',
    )
    yield figure(
      `peak memory of the service while ${what} is imported`,
      Math.max(...weights),
      'MB',
      1500,
      'lower',
    )
    const [few, many] = [await alone(folder, 2000), await alone(folder, 20_000)]
    yield figure('import of 20,000 messages after one of 2,000', many / few, 'times as long', 11, 'lower')
    yield* uploadFigures(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** How many seconds so many messages of one mailbox take on a server of their own. */
async function alone(folder: string, count: number): Promise<number> {
  const path = join(folder, `${count}.mbox`)
  writeFileSync(path, mbox(manyMessages(count)))
  const { seconds } = await broughtIn([path], join(folder, String(count)), async () => {})
  return seconds
}

/** From the first file handed over until the last of its messages can be found. */
async function measure(
  files: readonly string[],
  dataDir: string,
): Promise<{ rate: number; waited: number[] }> {
  const server = await startServer({ dataDir })
  let probe: NodeJS.Timeout | undefined
  try {
    const companyId = await server.company()
    const projectId = await server.project(companyId)
    await server.user({ role: 'SystemAdmin' })
    const waited: number[] = []
    probe = setInterval(() => {
      const began = performance.now()
      void server.services.records
        .write('interactive', async () => {})
        .then(() => {
          waited.push(performance.now() - began)
        })
    }, 50)
    const began = performance.now()
    // Handed over together, a mailbox a custodian.
    const jobs: number[] = []
    for (const path of files) {
      const custodian = basename(path).split('.')[0] ?? path
      jobs.push((await importPath(server.services, { path, projectId, custodian })).jobId)
    }
    for (const jobId of jobs) {
      const { state, message } = await settledJob(server.services, jobId, () => {}, 50)
      if (state === 'Failed') throw new Error(`An import failed: ${message}`)
    }
    await server.services.search.settled(projectId)
    const seconds = (performance.now() - began) / 1000
    return { rate: (await messages(server, projectId)) / seconds, waited }
  } finally {
    clearInterval(probe)
    await server.close()
  }
}

/**
 * How many seconds a person waits who drops all files at once on a source: the browser's own calls send them in chunks, with
 * their hashes, and have them processed; then it searches until there is a document, and reads it.
 */
async function firstRead(files: readonly string[], dataDir: string): Promise<number> {
  const server = await startServer({ dataDir })
  try {
    const companyId = await server.company()
    const projectId = await server.project(companyId)
    const user = await server.user({ role: 'LitigationSupport', companyId })
    await server.member(projectId, user.userId, 'LitigationSupport')
    const call = callsOver(await server.listen(), user)
    const { custodianId } = await call(createCustodian, { projectId, body: { name: 'Bench' } })
    const source = { name: 'Drop', custodianId, autoProcess: true, autoPromote: true }
    const { sourceId } = await call(createSource, { projectId, body: source })
    const picked = files.map((path) => {
      const name = basename(path)
      return { path: `mail/${name}`, file: new File([readFileSync(path)], name) }
    })
    const began = performance.now()
    const ended = await uploadMany({
      call,
      picked,
      projectId,
      sourceId,
      replaces: null,
      unread: 0,
      entry: false,
      commandId: 'bench-drop',
      tell: () => undefined,
      wait: (ms) => after(ms),
      alone: (_name, work) => work(),
      open: () => undefined,
      stopped: () => false,
    })
    if (ended === 'stopped' || ended.sent !== files.length) throw new Error('Not all of the mail arrived.')
    const documentId = await firstFound(call, projectId)
    const { text } = await call(getDocument, { projectId, query: { documentId } })
    if ((text ?? '').trim() === '') throw new Error('The first document has no text.')
    return (performance.now() - began) / 1000
  } finally {
    await server.close()
  }
}

/** Searches until there is something. */
async function firstFound(call: Call, projectId: number): Promise<number> {
  const query = { queryString: '', includeFamily: false, objectId: null, type: null }
  const view = {
    sort: 'documentId',
    viewer: 'parentsAndChildren',
    filter: 'all',
    pageSize: 25,
    page: 1,
  } as const
  for (;;) {
    const { data } = await call(searchDocuments, { projectId, body: { query, ...view } })
    const [first] = data
    if (first !== undefined) return first.documentId
    await after(50)
  }
}

/** Messages that came in, suppressed copies included, without what is attached to them. */
async function messages({ services }: TestServer, projectId: number): Promise<number> {
  const { read } = services.records
  const promoted = await read
    .selectFrom('document')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('project_id', '=', projectId)
    .where('parent_id', 'is', null)
    .executeTakeFirstOrThrow()
  const copies = await read
    .selectFrom('document_copy as c')
    .innerJoin('document as d', 'd.document_id', 'c.document_id')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('d.project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return Number(promoted.n) + Number(copies.n)
}

function writeSample(folder: string): string[] {
  return mailboxes('matter').map(({ fileName, bytes }) => {
    const path = join(folder, fileName)
    writeFileSync(path, bytes)
    return path
  })
}

const figure = (
  name: string,
  value: number,
  unit: string,
  bound: number,
  better: Figure['better'],
): Figure => ({
  group: 'import',
  name,
  value,
  unit,
  bound,
  better,
})
