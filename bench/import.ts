/** How fast real mail comes in, until it is in the record and in the index. Falls back on generated mail, and says so. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { createSource } from '../contracts/collect.ts'
import { getDocument, searchDocuments } from '../contracts/documents.ts'
import { createCustodian } from '../contracts/project.ts'
import { importPath, settledJob } from '../server/intake/import/import-path.ts'
import { mailboxes } from '../server/sample/mailboxes.ts'
import type { Call } from '../src/effects/call.ts'
import { uploadMany } from '../src/effects/upload-many.ts'
import { manyMessages, mbox } from '../tests/fixtures/mail.ts'
import { startServer } from '../tests/server/harness.ts'
import { callsOver } from '../tests/server/over-http.ts'
import { broughtIn, messagesRead } from './brought-in.ts'
import { type Figure, p95, type SizeFigure, type TimeFigure } from './figure.ts'
import { weighed } from './memory.ts'
import { messagesOf, type Parsed, postalMime, tika } from './other-readers.ts'
import { syncedWrites, times } from './references.ts'
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
    const separate = await messagesOf(files, join(folder, 'messages'))
    const runs: Run[] = []
    for (let round = 0; round < rounds; round++) {
      const alone = postalMime(separate)
      const beside = syncedWrites(folder)
      // All that they make is thrown away at the end, for the same reason.
      const own = await measure(files, join(folder, `round-${round}`))
      const first = await firstRead(files, join(folder, `dropped-${round}`))
      runs.push({ ...own, first, alone, beside })
    }
    const what = real ? 'real mail' : 'generated mail (the real mail is not here)'
    // The middle one of the runs by how it compares: what else the machine does slows one of the two, now and then.
    const byRate = middle(runs, ({ seconds, count, alone }) => count / seconds / rateOf(alone))
    const name = `import of ${what} with text and index`
    const rate = byRate.count / byRate.seconds
    const aloneName = 'postal-mime alone, one process on one core'
    yield timed(name, rate, 'messages/s', times(aloneName, rateOf(byRate.alone)), 0.5, 'higher')
    const byWork = middle(runs, ({ cpuSeconds, count, alone }) => cpuSeconds / count / workOf(alone))
    yield timed(
      `${name}: processor time of all its processes for a message`,
      (1000 * byWork.cpuSeconds) / byWork.count,
      'ms',
      times(aloneName, 1000 * workOf(byWork.alone)),
      6,
    )
    if (real) {
      const theirs = tika(dirname(files[0] ?? ''), mkdtempSync(join(folder, 'tika-')), cache)
      const read = theirs === null ? null : (theirs.messages ?? 0) / theirs.seconds
      const tikaName = theirs?.by ?? 'Tika'
      yield timed(
        `${name}, beside another program`,
        rate,
        'messages/s',
        times(`${tikaName}, one process, the text alone, without OCR`, read),
        1.2,
        'higher',
      )
    }
    yield timed(
      'wait of an interactive write during an import',
      p95(runs.flatMap(({ waited }) => waited)),
      'ms',
      times('a bare synced SQLite transaction, nothing beside it', p95(runs.flatMap(({ beside }) => beside))),
      20,
    )
    const byFirst = middle(runs, ({ first, alone }) => first / alone.seconds)
    yield timed(
      'from a drop of that mail to the text of its first document, sent and read over HTTP (the middle one of the runs)',
      byFirst.first,
      's',
      times('all of that mail by postal-mime alone', byFirst.alone.seconds),
      1.5,
    )
    yield sized(
      `peak memory of the service while ${what} is imported`,
      Math.max(...runs.map(({ megabytes }) => megabytes)),
      'MB',
      1500,
    )
    const [few, many] = [await alone(folder, 2000), await alone(folder, 20_000)]
    yield sized('import of 20,000 messages after one of 2,000', many / few, 'times as long', 11)
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

interface Import {
  readonly count: number
  readonly seconds: number
  readonly cpuSeconds: number
  readonly megabytes: number
  /** Ms of each interactive write meanwhile. */
  readonly waited: readonly number[]
}

interface Run extends Import {
  /** Seconds to the first document that can be read. */
  readonly first: number
  readonly alone: Parsed
  /** Ms of each synced write of an SQLite file that nothing is done beside. */
  readonly beside: readonly number[]
}

const rateOf = ({ messages, seconds }: Parsed): number => messages / seconds
const workOf = ({ messages, cpuSeconds }: Parsed): number => cpuSeconds / messages

function middle<T>(all: readonly T[], by: (one: T) => number): T {
  const found = all.toSorted((a, b) => by(a) - by(b))[Math.floor(all.length / 2)]
  if (found === undefined) throw new Error('There is none.')
  return found
}

/** From the first file handed over until the last of its messages can be found. */
async function measure(files: readonly string[], dataDir: string): Promise<Import> {
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
    const { result, megabytes, cpuSeconds } = await weighed(async () => {
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
      return (performance.now() - began) / 1000
    })
    const count = await messagesRead(server.services, projectId)
    return { count, seconds: result, cpuSeconds, megabytes, waited }
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

function writeSample(folder: string): string[] {
  return mailboxes('matter').map(({ fileName, bytes }) => {
    const path = join(folder, fileName)
    writeFileSync(path, bytes)
    return path
  })
}

const sized = (name: string, value: number, unit: SizeFigure['unit'], bound: number): SizeFigure => ({
  ...{ group: 'import', name, value, unit, bound, better: 'lower' },
})

const timed = (
  name: string,
  value: number,
  unit: TimeFigure['unit'],
  reference: TimeFigure['reference'],
  bound: number,
  better: Figure['better'] = 'lower',
): TimeFigure => ({ group: 'import', name, value, unit, reference, bound, better })
