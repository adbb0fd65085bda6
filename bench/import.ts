/** How fast real mail comes in, until it is in the record and in the index. Falls back on generated mail, and says so. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { searchDocuments } from '../contracts/documents.ts'
import { importPath, settledJob } from '../server/collect/import-path.ts'
import { mailboxes } from '../server/sample/mailboxes.ts'
import { manyMessages, mbox } from '../tests/fixtures/mail.ts'
import { startServer, type TestServer, type TestUser } from '../tests/server/harness.ts'
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
      const { rate, waited, first } = result
      rates.push(rate)
      waits.push(...waited)
      firsts.push(first)
      weights.push(megabytes)
    }
    const what = real ? 'real mail' : 'generated mail (the real mail is not here)'
    yield figure(`import of ${what} with text and index`, Math.min(...rates), 'messages/s', 600, 'higher')
    yield figure('wait of an interactive write during an import', p95(waits), 'ms', 50, 'lower')
    yield figure(
      'from handing over the first file to its first document in a list (the slowest of the runs)',
      Math.max(...firsts) / 1000,
      's',
      3,
      'lower',
    )
    yield figure(
      `most memory of the service while ${what} comes in`,
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
): Promise<{ rate: number; waited: number[]; first: number }> {
  const server = await startServer({ dataDir })
  let probe: NodeJS.Timeout | undefined
  try {
    const companyId = await server.company()
    const projectId = await server.project(companyId)
    const user = await server.user({ role: 'SystemAdmin' })
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
    const listed = firstListed(server, user, projectId)
    // Dropped together, a mailbox a custodian, as people do.
    const jobs: number[] = []
    for (const path of files) {
      const custodian = basename(path).split('.')[0] ?? path
      jobs.push((await importPath(server.services, { path, projectId, custodian })).jobId)
    }
    for (const jobId of jobs) {
      const { state, message } = await settledJob(server.services, jobId, () => {}, 10)
      if (state === 'Failed') throw new Error(`An import failed: ${message}`)
    }
    await server.services.search.settled(projectId)
    const seconds = (performance.now() - began) / 1000
    return { rate: (await messages(server, projectId)) / seconds, waited, first: (await listed) - began }
  } finally {
    clearInterval(probe)
    await server.close()
  }
}

/** When a search finds the first document. */
async function firstListed(server: TestServer, user: TestUser, project: number): Promise<number> {
  const query = { queryString: '', includeFamily: false, objectId: null, type: null }
  const view = {
    sort: 'documentId',
    viewer: 'parentsAndChildren',
    filter: 'all',
    pageSize: 25,
    page: 1,
  } as const
  for (;;) {
    const { data } = await server.call(user, searchDocuments, { project, body: { query, ...view } })
    if (data.totalCount > 0) return performance.now()
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
