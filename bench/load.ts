/** How fast a received volume becomes documents: from the start of its load to its last document in the index. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findLoadFiles, type LoadSettings, lookAtLoadFile, startLoad } from '../contracts/loads.ts'
import { createCustodian } from '../contracts/project.ts'
import { settledJob } from '../server/intake/import/import-path.ts'
import { addSourceFile } from '../server/intake/sources/source-files.ts'
import { startServer } from '../tests/server/harness.ts'
import { newSource } from '../tests/server/uploads.ts'
import { type Figure, p95 } from './figure.ts'
import { syncedWrites, times } from './references.ts'

const cache = new URL('../.cache/', import.meta.url).pathname
const documents = 5_000

const name = (nth: number): string => `NW${String(nth).padStart(6, '0')}`
const row = (values: readonly string[]): string =>
  `${values.map((value) => `\u00fe${value}\u00fe`).join('\u0014')}\r\n`
const heading = [
  ...[
    'BEGDOC',
    'ENDDOC',
    'BEGATTACH',
    'CUSTODIAN',
    'FROM',
    'TO',
    'SUBJECT',
    'DATESENT',
    'NATIVELINK',
    'TEXTLINK',
  ],
  ...['PGCOUNT', 'AUTHOR'],
]

/** Families of three, each document with a native and a text. */
function* volume(): Generator<readonly [path: string, bytes: Buffer]> {
  const rows = [row(heading)]
  for (let nth = 1; nth <= documents; nth++) {
    const own = name(nth)
    rows.push(
      row([
        ...[
          own,
          own,
          name(nth - ((nth - 1) % 3)),
          `Custodian ${nth % 20}`,
          'Ana Rivera <ana@northwind.example>',
        ],
        ...['Kim Lee <kim@northwind.example>;ben@northwind.example', `Budget of quarter ${nth % 40}`],
        ...['05/21/2001 3:48 PM', `NATIVES\\${own}.csv`, `TEXT\\${own}.txt`, '1', 'Ana Rivera'],
      ]),
    )
    yield [`V/NATIVES/${own}.csv`, Buffer.from(`name,amount\nLee,${nth}\n`)]
    yield [
      `V/TEXT/${own}.txt`,
      Buffer.from(`The budget of document ${nth} for Larkspur and Harmon. `.repeat(20)),
    ]
  }
  yield ['V/DATA/V.dat', Buffer.from(rows.join(''))]
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
    const [found] = (await server.call(user, findLoadFiles, { project, params })).data.data
    const sourceFileId = found?.sourceFileId ?? 0
    const look = { sourceFileId, kind: 'delimited' as const, dialect: null }
    const { dialect, columns } = (await server.call(user, lookAtLoadFile, { project, params, body: look }))
      .data
    if (dialect === null) throw new Error('The load file is not read.')
    const body: LoadSettings = {
      rows: { sourceFileId, kind: 'delimited', dialect: { ...dialect, dates: ['MM/DD/YYYY'] } },
      ...{ images: null, mode: { is: 'new' }, custodians: { is: 'column' }, timeZone: 'America/Chicago' },
      columns: columns.map(({ proposed }, column) => ({ column, target: proposed })),
    }
    const bare = 1000 / p95(syncedWrites(folder))
    const began = performance.now()
    const { jobId } = (
      await server.call(user, startLoad, { project, params, key: 'command-bench-load', body })
    ).data
    const { state } = await settledJob(services, jobId, () => {}, 50)
    if (state !== 'Completed') throw new Error(`The load is ${state}.`)
    const written = (performance.now() - began) / 1000
    await services.search.settled(project)
    const indexed = (performance.now() - began) / 1000
    const what = `${documents} small documents with natives and texts, by a load file`
    const reference = times('bare synced SQLite transactions of one row', bare)
    const rate = { group: 'load', unit: 'documents/s', better: 'higher', reference } as const
    yield { ...rate, name: `${what}: into the record`, value: documents / written, bound: 0.2 }
    yield { ...rate, name: `${what}: into the record and the index`, value: documents / indexed, bound: 0.1 }
  } finally {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
