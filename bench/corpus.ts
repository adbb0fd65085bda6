/**
 * All real documents as one collection: how long they take and what memory, and whether every one of them is accounted
 * for, by type of file and against the disk.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { exceptionCategories, exceptionCodes } from '../contracts/collect.ts'
import { getJob } from '../contracts/jobs.ts'
import type { ReconciliationCounts } from '../server/intake/writing/import-state.ts'
import type { Reader } from '../server/platform/records/records.ts'
import { allSettled } from '../tests/server/all-settled.ts'
import { startServer } from '../tests/server/harness.ts'
import { collectAll, corpusTypes, type FileOnDisk, filesOnDisk } from '../tests/server/whole-corpus.ts'
import { listen, noItems, recorded, unexplained } from './corpus-reconciliation.ts'
import type { Figure, SizeFigure, Table, TimeFigure } from './figure.ts'
import { weighed } from './memory.ts'
import { around, bareCopy, bareLoop, bareLoopName, times } from './references.ts'

const corpus = fileURLToPath(new URL('../../shared/corpus/', import.meta.url))
/** Away from the system's folder for temporary files: some file systems are slow where much was deleted just before. */
const cache = fileURLToPath(new URL('../.cache/', import.meta.url))

export async function* figures(): AsyncGenerator<Figure | Table> {
  if (!existsSync(corpus)) {
    console.log('  The real documents are not here: nothing is measured.')
    return
  }
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'bench-'))
  try {
    yield* measured(join(folder, 'data'), filesOnDisk(corpus))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function* measured(dataDir: string, files: readonly FileOnDisk[]): AsyncGenerator<Figure | Table> {
  const server = await startServer({ dataDir, env: { AFFIANT_COLLECT_FROM: corpus } })
  try {
    const { services } = server
    const { read } = services.records
    const project = await server.project(await server.company())
    const user = await server.user({ role: 'SystemAdmin' })
    const heard = listen(services.children)
    // Half a machine's work is in the processors, half on the disk: a loop, and a copy of the same files.
    let asked = 0
    const loops: number[] = []
    const paths = files.map(({ path }) => join(corpus, path))
    const { result, beside } = await around(
      () => {
        loops.push(bareLoop())
        return bareCopy(paths, dataDir)
      },
      () =>
        weighed(async () => {
          asked = Date.now()
          const began = performance.now()
          await collectAll(server, user, project)
          await allSettled(services)
          await services.search.settled(project)
          return (performance.now() - began) / 1000
        }),
    )
    const { megabytes, result: seconds } = result
    const loop = loops.reduce((sum, one) => sum + one, 0) / loops.length
    const bytes = files.reduce((sum, { size }) => sum + size, 0)
    const { job_id: jobId, ended_at } = await read
      .selectFrom('job')
      .select(['job_id', 'ended_at'])
      .where('kind', '=', 'import')
      .executeTakeFirstOrThrow()
    const processed = (Date.parse(ended_at ?? '') - asked) / 1000
    const told = (await server.call(user, getJob, { project, query: { jobId } })).data.reconciliation
    if (told === null) throw new Error('The import has no reconciliation.')
    const byFile = await reconciliationByFile(read, jobId, heard())
    const byType = reconciliationByType(byFile)
    const sums = sumOf([...byType.values()].map(({ reconciliation }) => reconciliation))
    yield figure(
      'files on disk that are missing from the records',
      await missing(read, jobId, files, byFile),
      'files',
    )
    yield figure('items unexplained by the product’s own reconciliation', Math.abs(told.unexplained), 'items')
    yield figure(
      'items unexplained in one of the types of file, counted apart',
      [...byType.values()].reduce(
        (sum, { reconciliation }) => sum + Math.abs(unexplained(reconciliation)),
        0,
      ),
      'items',
    )
    const { unexplained: _, ...own } = told
    yield figure(
      'sums of the types that differ from the product’s reconciliation',
      differences(own, sums),
      'sums',
    )
    const inLoops = times(bareLoopName, loop)
    yield timed('from the folder to its last document in the record (one run)', processed, 's', inLoops, 500)
    yield timed('to the end of its analysis and of the index (one run)', seconds, 's', inLoops, 1200)
    const megabytesIn = bytes / 2 ** 20
    yield timed(
      'bytes of the folder',
      megabytesIn / processed,
      'MiB/s',
      times('the same files copied, hashed and synced', megabytesIn / beside),
      0.005,
      'higher',
    )
    yield figure('peak memory of the service with all its processes', megabytes, 'MB', 1500)
    yield reconciliation(byType, sums)
    yield await exceptions(read, jobId)
  } finally {
    await server.close()
  }
}

const figure = (name: string, value: number, unit: SizeFigure['unit'], bound = 0): SizeFigure => ({
  group: 'corpus',
  name,
  value,
  unit,
  bound,
  better: 'lower',
})

const timed = (
  name: string,
  value: number,
  unit: TimeFigure['unit'],
  reference: TimeFigure['reference'],
  bound: number,
  better: Figure['better'] = 'lower',
): TimeFigure => ({ group: 'corpus', name, value, unit, reference, bound, better })

type ByFile = ReadonlyMap<string, ReconciliationCounts>

/** What came of each file and what became of it, by its path (JSON). */
async function reconciliationByFile(
  read: Reader,
  jobId: number,
  heard: ReturnType<ReturnType<typeof listen>>,
): Promise<ByFile> {
  const files = [...(await recorded(read, jobId))]
  return new Map(files.map(([path, own], rank) => [path, sumOf([own, { ...noItems(), ...heard.get(rank) }])]))
}

/** Files whose bytes are not on the record under their path, or of which nothing came. */
async function missing(
  read: Reader,
  jobId: number,
  files: readonly FileOnDisk[],
  byFile: ByFile,
): Promise<number> {
  const rows = await read
    .selectFrom('source_file')
    .select(['path', 'sha256'])
    .where('job_id', '=', jobId)
    .execute()
  const kept = new Map(rows.map(({ path, sha256 }) => [path, sha256]))
  return files.filter(({ path, sha256 }) => {
    const key = JSON.stringify(path.split('/'))
    return kept.get(key) !== sha256 || (byFile.get(key)?.itemsIn ?? 0) === 0
  }).length
}

interface OfType {
  readonly files: number
  readonly reconciliation: ReconciliationCounts
}

function reconciliationByType(byFile: ByFile): ReadonlyMap<string, OfType> {
  const types = corpusTypes()
  const byType = new Map<string, OfType>()
  for (const [path, own] of byFile) {
    const type = types.get((JSON.parse(path) as string[]).join('/')) ?? 'Other'
    const known = byType.get(type) ?? { files: 0, reconciliation: noItems() }
    byType.set(type, { files: known.files + 1, reconciliation: sumOf([known.reconciliation, own]) })
  }
  return new Map([...byType].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function sumOf(all: readonly ReconciliationCounts[]): ReconciliationCounts {
  const sum = noItems()
  for (const reconciliation of all) for (const name of columns) sum[name] += reconciliation[name]
  return sum
}

const columns = Object.keys(noItems()) as (keyof ReconciliationCounts)[]

const differences = (a: ReconciliationCounts, b: ReconciliationCounts): number =>
  columns.filter((name) => a[name] !== b[name]).length

function reconciliation(byType: ReadonlyMap<string, OfType>, sums: ReconciliationCounts): Table {
  const row = (name: string, files: number, reconciliation: ReconciliationCounts): string[] => {
    const counts = [files, ...columns.map((column) => reconciliation[column]), unexplained(reconciliation)]
    return [name, ...counts.map(String)]
  }
  const files = [...byType.values()].reduce((sum, one) => sum + one.files, 0)
  return {
    group: 'corpus',
    title: 'Reconciliation of the real documents',
    text: 'Items in are counted from the messages of the reading processes, the others in the records. The type of a file is determined independently of the product. Items inside a file count with it.',
    head: [
      ...['type of file', 'files', 'items in', 'promoted', 'waiting', 'duplicates', 'de-NISTed'],
      ...['containers', 'exceptions', 'inline images', 'filtered', 'unexplained'],
    ],
    rows: [
      ...[...byType].map(([type, one]) => row(type, one.files, one.reconciliation)),
      row('**all**', files, sums),
    ],
  }
}

/** Items that failed, and documents that something is wrong with: the first are in the reconciliation, the others are promoted. */
async function exceptions(read: Reader, jobId: number): Promise<Table> {
  const rows = await read
    .selectFrom('exception')
    .select(['code', 'document_id'])
    .where('job_id', '=', jobId)
    .execute()
  const seen = exceptionCodes.filter((code) => rows.some((row) => row.code === code))
  return {
    group: 'corpus',
    title: 'Processing exceptions of the real documents',
    text: 'A failed item counts as an exception in reconciliation. A document with an exception is promoted.',
    head: ['category', 'code', 'failed items', 'documents with exceptions'],
    rows: seen.map((code) => {
      const own = rows.filter((row) => row.code === code)
      const failed = own.filter((row) => row.document_id === null).length
      return [exceptionCategories[code], code, String(failed), String(own.length - failed)]
    }),
  }
}
