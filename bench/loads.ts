/** How fast a received volume becomes documents: from the start of its load to its last document in list and index. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findLoadFiles, getLoad, type LoadSettings, lookAtLoadFile, startLoad } from '../contracts/loads.ts'
import { createCustodian } from '../contracts/project.ts'
import { settledJob } from '../server/intake/import/import-path.ts'
import { addSourceFile } from '../server/intake/sources/source-files.ts'
import { tiff } from '../tests/fixtures/tiff.ts'
import { startServer } from '../tests/server/harness.ts'
import { newSource } from '../tests/server/uploads.ts'
import { type Figure, p95 } from './figure.ts'
import { syncedWrites, times } from './references.ts'

/** Away from the system's folder for temporary files: some file systems are slow where much was deleted just before. */
const cache = new URL('../.cache/', import.meta.url).pathname
const documents = Number(process.env.BENCH_LOAD_DOCUMENTS ?? 2_000)
/** As volumes have them. */
const pagesEach = 3
const pageBytes = 24 * 1024

const name = (nth: number): string => `NW${String(nth).padStart(8, '0')}`
const row = (values: readonly string[]): string =>
  `${values.map((value) => `\u00fe${value}\u00fe`).join('\u0014')}\r\n`
const heading = [
  ...['BEGDOC', 'ENDDOC', 'BEGATTACH', 'CUSTODIAN', 'FROM', 'TO', 'SUBJECT', 'DATESENT'],
  ...['TEXTLINK', 'PGCOUNT', 'AUTHOR'],
]

const blank = tiff(2_550, 3_300)
/** A page as scanned: nothing of it is read but its head. */
function page(nth: number): Buffer {
  const bytes = Buffer.alloc(pageBytes, 0x5a)
  blank.copy(bytes)
  bytes.writeUInt32LE(nth, pageBytes - 4)
  return bytes
}

/** Families of three; each document with a text and the images of its pages. */
function* volume(): Generator<readonly [path: string, bytes: Buffer]> {
  const rows = [row(heading)]
  const images: string[] = []
  for (let nth = 0; nth < documents; nth++) {
    const first = nth * pagesEach + 1
    const own = name(first)
    rows.push(
      row([
        ...[own, name(first + pagesEach - 1), name((nth - (nth % 3)) * pagesEach + 1)],
        ...[`Custodian ${nth % 20}`, 'Ana Rivera <ana@northwind.example>'],
        ...['Kim Lee <kim@northwind.example>;ben@northwind.example', `Budget of quarter ${nth % 40}`],
        ...['05/21/2001 3:48 PM', `TEXT\\${own}.txt`, String(pagesEach), 'Ana Rivera'],
      ]),
    )
    yield [
      `V/TEXT/${own}.txt`,
      Buffer.from(`The budget of document ${nth} for Larkspur and Harmon. `.repeat(60)),
    ]
    for (let at = 0; at < pagesEach; at++) {
      const number = name(first + at)
      images.push(`${number},V,IMAGES\\${number}.tif,${at === 0 ? `Y,,,${pagesEach}` : ',,,'}\r\n`)
      yield [`V/IMAGES/${number}.tif`, page(first + at)]
    }
  }
  yield ['V/DATA/V.dat', Buffer.from(rows.join(''))]
  yield ['V/DATA/V.opt', Buffer.from(images.join(''))]
}

export async function* figures(): AsyncGenerator<Figure> {
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'bench-'))
  const server = await startServer({ dataDir: join(folder, 'data') })
  try {
    const { services } = server
    const company = await server.company()
    const project = await server.project(company)
    const user = await server.user({ role: 'ProjectManager', companyId: company })
    await server.member(project, user.userId, 'ProjectManager')
    const { custodianId } = (await server.call(user, createCustodian, { project, body: { name: 'Bench' } }))
      .data
    const sourceId = await newSource(server, user, project, custodianId)
    // Asked for together: the store makes them durable together.
    const kept = await Promise.all(
      [...volume()].map(async ([path, bytes]) => ({
        path: path.split('/'),
        ...(await services.blobs.put(bytes)),
      })),
    )
    await services.records.write('interactive', async (trx) => {
      for (const file of kept)
        await addSourceFile(trx, new Date(), { projectId: project, sourceId, ...file, modifiedAt: null })
    })
    const params = { sourceId }
    const found = (await server.call(user, findLoadFiles, { project, params })).data.data
    const idOf = (kind: 'delimited' | 'opt'): number =>
      found.find((file) => file.kind === kind)?.sourceFileId ?? 0
    const look = { sourceFileId: idOf('delimited'), kind: 'delimited' as const, dialect: null }
    const { dialect, columns } = (await server.call(user, lookAtLoadFile, { project, params, body: look }))
      .data
    if (dialect === null) throw new Error('The load file is not read.')
    const body: LoadSettings = {
      rows: {
        sourceFileId: idOf('delimited'),
        kind: 'delimited',
        dialect: { ...dialect, dates: ['MM/DD/YYYY'] },
      },
      images: { sourceFileId: idOf('opt'), kind: 'opt' },
      ...{ mode: { is: 'new' }, custodians: { is: 'column' }, timeZone: 'America/Chicago' },
      columns: columns.map(({ proposed }, column) => ({ column, target: proposed })),
    }
    const bare = 1000 / p95(syncedWrites(folder))
    const began = performance.now()
    const started = await server.call(user, startLoad, { project, params, key: 'command-bench-load', body })
    const { jobId } = started.data
    const { state } = await settledJob(services, jobId, () => {}, 50)
    const written = (performance.now() - began) / 1000
    await services.search.settled(project)
    const indexed = (performance.now() - began) / 1000
    const { counts, faultCount } = (await server.call(user, getLoad, { project, params: { jobId } })).data
      .report
    if (
      state !== 'Completed' ||
      counts.loaded !== documents ||
      counts.pages !== documents * pagesEach ||
      faultCount > 0
    )
      throw new Error(`The load is ${state}: ${JSON.stringify(counts)}, ${faultCount} faults.`)
    const what = `a received volume of ${documents.toLocaleString('en-US')} documents with texts and ${pagesEach} images each`
    const reference = times('bare synced SQLite transactions of one row', bare)
    const rate = { group: 'loads', unit: 'documents/s', better: 'higher', reference } as const
    yield { ...rate, name: `${what}: into the record`, value: documents / written, bound: 0.2 }
    yield { ...rate, name: `${what}: into list and index`, value: documents / indexed, bound: 0.2 }
  } finally {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
