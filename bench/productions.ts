/**
 * How long productions take: pages that are made and verified, and plans, checks, load files and downloads of volumes as large as
 * they come. Of the large ones the documents stand in the record without files, and their pages are as good as empty: what is
 * measured is what is done for each of them.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { cookies, headers, pathOf } from '../contracts/call.ts'
import { validateProduction } from '../contracts/production-checks.ts'
import type { GoesAs, ProductionSettings } from '../contracts/production-settings.ts'
import { downloadVolume } from '../contracts/production-volumes.ts'
import { initStuff, insertProduction } from '../contracts/productions.ts'
import { withPdf } from '../server/intake/processing/pdf/pdf-file.ts'
import { renderPage } from '../server/intake/processing/pdf/render-page.ts'
import type { JobRun } from '../server/platform/jobs/jobs.ts'
import { insertAll } from '../server/platform/records/insert.ts'
import { storedRun } from '../server/production/record/stored.ts'
import { countPages } from '../server/production/running/count.ts'
import { takeAll } from '../server/production/running/numbers.ts'
import { pdf, show } from '../tests/fixtures/pdf.ts'
import { addDocuments, type PlainDocument } from '../tests/fixtures/record-documents.ts'
import { startServer, type TestServer, type TestUser } from '../tests/server/harness.ts'
import { productionsOf } from '../tests/server/produced.ts'
import { type Figure, type TimeUnit, timedIn } from './figure.ts'
import { weighed } from './memory.ts'
import { around, bareLoop, bareLoopName, times } from './references.ts'

const group = 'productions'
const timed = timedIn(group)
const cache = new URL('../.cache/', import.meta.url).pathname
/** Documents of a large production; in tests of the bench itself fewer. */
const many = Number(process.env.AFFIANT_BENCH_DOCUMENTS ?? '100000')
const pagesEach = 3
const pagesOfPlan = 10
const columnsOfRow = 40
const textPages = { documents: 4, pages: 25 }
const colorPages = { documents: 4, pages: 10 }
const gigabytes = 2

export async function* figures(): AsyncGenerator<Figure> {
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'bench-'))
  try {
    yield* made(folder)
    yield* large(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Place {
  readonly server: TestServer
  readonly user: TestUser
  readonly project: number
}

async function opened(dataDir: string): Promise<Place> {
  const server = await startServer({ dataDir })
  const companyId = await server.company()
  const project = await server.project(companyId)
  const user = await server.user({ role: 'ProjectManager', companyId })
  await server.member(project, user.userId, 'ProjectManager')
  await server.user({ role: 'SystemAdmin' })
  return { server, user, project }
}

const count = (n: number): string => n.toLocaleString('en-US')

/** Real pages, from a run to a volume that was read back; then that volume's download, with a file that has holes in it. */
async function* made(folder: string): AsyncGenerator<Figure> {
  const place = await opened(join(folder, 'made'))
  const { server } = place
  const productions = productionsOf(place)
  try {
    const lines = (page: number): string =>
      Array.from({ length: 45 }, (_, line) =>
        show(
          `Well ${page}.${line}: the price was agreed before the cavern at Larkspur was tested`,
          60,
          730 - 15 * line,
          11,
        ),
      ).join('\n')
    const shades = `/Resources << /Font << /F 3 0 R >> /Shading << /S << /ShadingType 2 /ColorSpace /DeviceRGB
      /Coords [0 0 612 792] /Function << /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >> >> >> >>`
    const of = (
      kind: { documents: number; pages: number },
      page: (nth: number) => { content: string; entries?: string },
    ) =>
      Array.from({ length: kind.documents }, (_, nth) =>
        pdf({ pages: Array.from({ length: kind.pages }, (_, at) => page(nth * kind.pages + at)) }),
      )
    const texts = of(textPages, (nth) => ({ content: lines(nth) }))
    const open = of(textPages, (nth) => ({ content: lines(nth + 1_000) }))
    const colors = of(colorPages, (nth) => ({ content: `/S sh\n${lines(nth)}`, entries: shades }))
    const ids: number[] = []
    const imported = async (name: string, files: readonly Buffer[]): Promise<void> => {
      for (const [nth, bytes] of files.entries()) {
        const path = join(folder, `${name}-${nth}.pdf`)
        writeFileSync(path, bytes)
        ids.push(await productions.imported(path))
      }
    }
    await imported('text', texts)
    for (const id of ids) await productions.cover(id, 'Larkspur')
    await imported('open', open)
    await imported('color', colors)
    const commercial = await productions.template('Commercial')
    const produce = async (
      name: string,
      some: readonly number[],
    ): Promise<{ seconds: number; id: number }> => {
      const queryString = some.map((id) => `Document_Id:${id}`).join(' OR ')
      const settings = {
        ...commercial,
        set: { ...commercial.set, query: { ...commercial.set.query, queryString } },
      }
      const began = performance.now()
      const id = await productions.produce(name, settings)
      return { seconds: (performance.now() - began) / 1000, id }
    }
    // What is done for the first time is compiled.
    await produce('First', ids.slice(0, 1))
    const alone = 'pdfium alone on one core: the same pages drawn at 300 dpi, and nothing done with them'
    for (const [name, files, some, bound] of [
      ['of text, Group 4', open, ids.slice(textPages.documents, 2 * textPages.documents), 0.3],
      [
        'of text with a redaction in each document, through the gate, Group 4',
        texts,
        ids.slice(0, textPages.documents),
        0.2,
      ],
      ['in color, JPEG', colors, ids.slice(2 * textPages.documents), 0.3],
    ] as const) {
      const { result, beside } = await around(
        () => drawing(files),
        () => produce(name, some),
      )
      const pages = (await productions.planOf(result.id)).reduce((sum, one) => sum + one.pages, 0)
      yield timed(
        `pages ${name}, 300 dpi: from the check to the volume that was read back`,
        pages / result.seconds,
        'pages/s',
        times(alone, beside),
        bound,
        'higher',
      )
    }
    const files = { ...commercial, goesAs: { byCategory: {}, otherwise: 'native' as GoesAs } }
    const { id } = {
      id: await productions.produce('Files', { ...files, set: ofDocument(files, ids.at(-1) ?? 0) }),
    }
    yield* downloaded(place, id)
  } finally {
    await server.close()
  }
}

const ofDocument = ({ set }: ProductionSettings, id: number): ProductionSettings['set'] => ({
  ...set,
  query: { ...set.query, queryString: `Document_Id:${id}` },
})

async function drawing(files: readonly Buffer[]): Promise<number> {
  const began = performance.now()
  let pages = 0
  for (const bytes of files)
    pages += await withPdf(bytes, [], (file) => {
      for (let page = 0; page < file.pageCount; page++) renderPage(file, page, 300)
      return file.pageCount
    })
  return (1000 * pages) / (performance.now() - began)
}

/** Its native is replaced by a large one, of zeros that take no place on the disk. */
async function* downloaded({ server, user, project }: Place, productionId: number): AsyncGenerator<Figure> {
  const { records, blobs } = server.services
  const size = gigabytes * 2 ** 30
  const sha256 = '0'.repeat(64)
  const path = blobs.pathOf(sha256)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, '')
  truncateSync(path, size)
  const piece = Buffer.alloc(2 ** 20)
  let crc = 0
  for (let left = size; left > 0; left -= piece.length) crc = crc32(piece, crc)
  await records.write('interactive', async (trx) => {
    const { native } = await trx
      .selectFrom('production_document')
      .select('native')
      .where('production_id', '=', productionId)
      .executeTakeFirstOrThrow()
    const before: { size: number } = JSON.parse(native ?? '{}')
    await trx
      .updateTable('production_document')
      .set({ native: JSON.stringify({ ...before, sha256, size, crc32: crc }) })
      .where('production_id', '=', productionId)
      .execute()
    await trx
      .updateTable('production_volume')
      .set((eb) => ({ bytes: eb('bytes', '+', size - before.size) }))
      .where('production_id', '=', productionId)
      .execute()
  })
  const address = await server.listen()
  const session = { [headers.token]: user.token, [headers.project]: String(project) }
  const cookie = `${cookies.session}=${user.cookie}; ${cookies.xsrf}=${user.xsrf}`
  const url = `${address}${pathOf(downloadVolume)}?projectId=${project}&productionId=${productionId}&volume=1`
  const bare = createServer((_, reply) => {
    const send = (left: number): void => {
      if (left === 0) reply.end()
      else if (reply.write(piece)) setImmediate(send, left - 1)
      else reply.once('drain', () => send(left - 1))
    }
    send(size / piece.length)
  })
  await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve))
  try {
    const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}/`
    const { result, beside } = await around(
      async () => (await fetched(bareUrl, {})).rate,
      () => weighed(() => fetched(url, { ...session, cookie })),
    )
    yield timed(
      `download of a volume of ${gigabytes} GB over HTTP, both ends in one process`,
      result.result.rate,
      'MiB/s',
      times('a bare HTTP server that sends as many zeros', beside),
      0.2,
      'higher',
    )
    yield timed('first byte of it', result.result.firstMs, 'ms', times(bareLoopName, 1000 * bareLoop()), 10)
    yield size_(`peak memory of the service meanwhile`, result.megabytes, 'MB', 1500)
  } finally {
    bare.close()
  }
}

const size_ = (name: string, value: number, unit: 'MB' | 'times as long', bound: number): Figure => ({
  ...{ group, name, value, unit, bound, better: 'lower' },
})

function fetched(url: string, asked: Record<string, string>): Promise<{ rate: number; firstMs: number }> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    get(url, { headers: asked }, (reply: IncomingMessage) => {
      if (reply.statusCode !== 200) reject(new Error(`It was answered ${reply.statusCode}.`))
      let [bytes, firstMs] = [0, 0]
      reply.on('data', (part: Buffer) => {
        if (bytes === 0) firstMs = performance.now() - began
        bytes += part.length
      })
      reply.on('end', () =>
        resolve({ rate: (bytes / 2 ** 20 / (performance.now() - began)) * 1000, firstMs }),
      )
      reply.on('error', reject)
    }).on('error', reject)
  })
}

/** Plans, checks and load files of many documents. */
async function* large(folder: string): AsyncGenerator<Figure> {
  const place = await opened(join(folder, 'large'))
  const { server, user, project } = place
  try {
    await filled(place, many)
    const { data } = await server.call(user, initStuff, { project })
    const commercial = data.templates.find(({ name }) => name === 'Commercial')?.settings
    if (commercial === undefined) throw new Error('There is no template.')
    const own = new Set(commercial.loadFile.columns.map(({ source }) => source))
    const more = data.fields.flatMap(({ name }) =>
      own.has(name) ? [] : { source: name, name: name.toUpperCase(), ofRedacted: 'keep' as const },
    )
    const settings: ProductionSettings = {
      ...commercial,
      order: [{ field: 'Sent_Date', descending: false }],
      withheld: [{ query: 'privileged', slipSheet: { text: 'WITHHELD' } }],
      designations: [{ query: 'secret', text: 'CONFIDENTIAL' }],
      needsDesignation: 'secret',
      restriction: 'sealed',
      goesAs: { byCategory: {}, otherwise: 'both' },
      loadFile: {
        ...commercial.loadFile,
        formats: ['dat', 'opt', 'lfp', 'xml'],
        columns: [...commercial.loadFile.columns, ...more]
          .slice(0, columnsOfRow)
          .map((column) => ({ ...column, needed: column.source === 'Subject' })),
      },
    }
    const begin = async (name: string): Promise<number> => {
      const body = {
        name,
        settings: { ...settings, numbering: { ...settings.numbering, prefix: `${name.toUpperCase()}-` } },
      }
      const { data: begun } = await server.call(user, insertProduction, {
        project,
        key: `bench-${name}`,
        body,
      })
      return begun.productionId
    }
    const checking = await begin('checked')
    const { result: checked, beside: loop } = await around(bareLoop, async () => {
      const began = performance.now()
      const reply = await server.call(user, validateProduction, {
        project,
        body: { productionId: checking, version: 1 },
      })
      const seconds = (performance.now() - began) / 1000
      console.log(
        `    ${reply.data.documents} documents; found: ${reply.data.found.map(({ check, documents }) => `${check} ${documents}`).join(', ')}`,
      )
      return seconds
    })
    yield against('validating', many, 'with families, all checks', checked, loop, 300)

    const planned = await planOf(place, await begin('planned'), many, pagesOfPlan)
    yield against('plan and numbers', many * pagesOfPlan, 'pages', planned.seconds, planned.loop, 100)

    const small = await written(place, await begin('small'), many / 10)
    const whole = await written(place, await begin('whole'), many)
    const what = `documents, ${count(many * pagesEach)} pages, ${columnsOfRow} fields`
    yield against('DAT, OPT, LFP and XML written', many, what, whole.written, whole.loop, 400)
    yield against('all of it read back', many, what, whole.readBack, whole.loop, 900)
    yield size_(
      'writing and reading back of 10 times the documents',
      (whole.written + whole.readBack) / (small.written + small.readBack),
      'times as long',
      11,
    )
  } finally {
    await server.close()
  }
}

const against = (
  name: string,
  n: number,
  what: string,
  seconds: number,
  loop: number,
  bound: number,
): Figure =>
  timed(`${name}: ${count(n)} ${what}`, seconds, 's' satisfies TimeUnit, times(bareLoopName, loop), bound)

/** Messages with a file each, as processing leaves them behind, with pages that were looked at. */
async function filled({ server, user, project }: Place, documents: number): Promise<void> {
  const { records, pages, search } = server.services
  const step = 1_000
  const began = performance.now()
  for (let from = 0; from < documents; from += step) {
    const some = Array.from({ length: step }, (_, at): PlainDocument => {
      const nth = from + at
      const isChild = nth % 2 === 1
      const words = [nth % 500 === 0 ? 'privileged' : '', nth % 50 === 0 ? 'secret' : ''].join(' ')
      const when = new Date(Date.UTC(2020, 0, 1) + nth * 3_600_000).toISOString()
      return {
        ...(isChild ? { parent: at - 1, ordinal: 1 } : {}),
        ...{
          custodian: `Custodian ${nth % 20}`,
          title: `Letter ${nth}`,
          text: `About the cavern ${nth} ${words}`,
        },
        ...{
          parentDate: when,
          sentAt: when,
          from: `a${nth % 300}@northwind.example`,
          to: ['b@northwind.example'],
        },
        metadata: {
          ...{
            Subject: [`Letter ${nth} of the well`],
            Author: ['Ines Duarte'],
            Page_Count: [String(pagesEach)],
          },
          ...{ Doc_Title: [`Title ${nth}`], Hidden_Content: nth % 1000 === 1 ? ['Comments'] : [] },
        },
      }
    })
    await addDocuments(records, project, user.userId, some, 'bulk')
  }
  const own = await records.read
    .selectFrom('document')
    .select(['document_id', 'project_id', 'family_id'])
    .where('project_id', '=', project)
    .orderBy('document_id')
    .execute()
  await records.write('bulk', (trx) =>
    trx
      .updateTable('document')
      .set({ mime_type: 'application/pdf', file_category: 'PDF' })
      .where('project_id', '=', project)
      .execute(),
  )
  const kind = { projectId: project, sha256: '', mimeType: 'application/pdf', category: 'PDF' }
  const { version } = (await pages.makeable({ ...kind, documentId: own[0]?.document_id ?? 0 })) ?? {
    version: 0,
  }
  const sizes = (n: number): string =>
    JSON.stringify(Array.from({ length: n }, () => ({ width: 1700, height: 2200, dpi: 200 })))
  const each = sizes(pagesEach)
  for (let from = 0; from < own.length; from += 10_000)
    await records.write('bulk', async (trx) => {
      const some = own.slice(from, from + 10_000)
      await insertAll(
        trx,
        'document_pages',
        some.map(({ document_id }) => ({
          ...{
            document_id,
            project_id: project,
            version,
            sizes: each,
            faults: '[]',
            code: null,
            reason: null,
          },
        })),
      )
      await insertAll(
        trx,
        'document_analysis',
        some.map(({ document_id }, at) => ({
          ...{ document_id, project_id: project, languages: '[]', pii_likely: '{}', pii_potential: '{}' },
          ...{ thread_missing: 0 as const, review_known: 0 as const, review_thread_missing: 0 as const },
          thread_parent: at >= 2 && at % 10 !== 0 ? (some[at - 2]?.document_id ?? null) : null,
        })),
      )
    })
  await search.settled(project)
  console.log(
    `    ${count(own.length)} documents are in the record and the index after ${Math.round((performance.now() - began) / 1000)} s`,
  )
}

const runOf = (project: number, jobId: number, beat: JobRun['beat'] = async () => {}): JobRun => ({
  ...{ jobId, projectId: project, input: null, cursor: null, retry: false, retryOnly: null },
  ...{ signal: new AbortController().signal, beat, hold: async () => {} },
})

/** A job of its own, that nobody works on but the bench. */
async function jobOf({ server: { services }, project, user }: Place, productionId: number): Promise<number> {
  return await services.records.write('bulk', async (trx) => {
    const jobId = await services.jobs.enqueue(trx, {
      ...{ projectId: project, kind: 'production', title: 'Bench', input: { productionId }, bytesTotal: 0 },
      createdBy: user.userId,
    })
    await trx.updateTable('job').set({ state: 'Paused' }).where('job_id', '=', jobId).execute()
    await trx
      .updateTable('production')
      .set({ state: 'Running', job_id: jobId })
      .where('production_id', '=', productionId)
      .execute()
    return jobId
  })
}

/** Counts known pages of a frozen list, and takes the numbers. */
async function planOf(place: Place, productionId: number, documents: number, pages: number) {
  const { server, project } = place
  const { records } = server.services
  const sizes = JSON.stringify(Array.from({ length: pages }, () => ({ width: 1700, height: 2200, dpi: 200 })))
  await records.write('bulk', (trx) =>
    trx.updateTable('document_pages').set({ sizes }).where('project_id', '=', project).execute(),
  )
  const own = await records.read
    .selectFrom('document')
    .select(['document_id', 'family_id', 'parent_id'])
    .where('project_id', '=', project)
    .orderBy('document_id')
    .limit(documents)
    .execute()
  const list = own.map(({ document_id: d, family_id: f, parent_id: p }) => ({
    d,
    f,
    p,
    t: 'images',
    w: null,
    g: '',
  }))
  const part = 2_000
  await records.write('bulk', async (trx) => {
    await insertAll(
      trx,
      'production_list',
      Array.from({ length: Math.ceil(list.length / part) }, (_, nth) => ({
        ...{ production_id: productionId, project_id: project, part: nth },
        entries: JSON.stringify(list.slice(nth * part, (nth + 1) * part)),
      })),
    )
  })
  const run = runOf(project, await jobOf(place, productionId))
  const { result: seconds, beside: loop } = await around(bareLoop, async () => {
    const began = performance.now()
    await countPages(server.services, run, await storedRun(records.read, project, productionId))
    await takeAll(server.services, run, await storedRun(records.read, project, productionId))
    return (performance.now() - began) / 1000
  })
  return { seconds, loop }
}

/** Documents that were made, each of a few bytes; their volume is written and read back. */
async function written(place: Place, productionId: number, documents: number) {
  const { server, project } = place
  const { records, blobs, volumes } = server.services
  const own = await records.read
    .selectFrom('document')
    .select(['document_id', 'family_id', 'parent_id', 'sha256'])
    .where('project_id', '=', project)
    .orderBy('document_id')
    .limit(documents)
    .execute()
  const text = Buffer.from('About the cavern')
  const { sha256 } = await blobs.put(Buffer.concat([text, Buffer.from(` ${productionId}`)]))
  const part = {
    at: 0,
    size: text.length,
    crc32: crc32(text),
    sha256: createHash('sha256').update(text).digest('hex'),
  }
  const parts = JSON.stringify([
    ...Array.from({ length: pagesEach }, () => ({ kind: 'page', extension: 'tif', ...part })),
    { kind: 'text', extension: 'txt', ...part },
  ])
  const rows = own.map(({ document_id, family_id, parent_id, sha256: file_sha256 }, at) => ({
    ...{ production_id: productionId, project_id: project, document_id, place: at + 1, family_id, parent_id },
    ...{
      treatment: 'images',
      slip_sheet: null,
      pages: pagesEach,
      pages_before: at * pagesEach,
      designation: '',
    },
    ...{ redaction_revision: 0, redacted: 0 as const, file_sha256, state: 'made' as const, fault: null },
    ...{ sha256, parts, native: null },
  }))
  for (let from = 0; from < rows.length; from += 10_000)
    await records.write('bulk', (trx) =>
      insertAll(trx, 'production_document', rows.slice(from, from + 10_000)),
    )
  const jobId = await jobOf(place, productionId)
  await records.write('bulk', (trx) =>
    trx
      .updateTable('production')
      .set({ documents, pages: documents * pagesEach, first_number: 1 })
      .where('production_id', '=', productionId)
      .execute(),
  )
  let readFrom = 0
  const run = runOf(project, jobId, async (message) => {
    if (message === 'Reading back' && readFrom === 0) readFrom = performance.now()
  })
  const { result, beside: loop } = await around(bareLoop, async () => {
    const began = performance.now()
    await volumes.write(run, await storedRun(records.read, project, productionId))
    return { written: (readFrom - began) / 1000, readBack: (performance.now() - readFrom) / 1000 }
  })
  return { ...result, loop }
}
