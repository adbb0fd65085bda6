/** Pages of documents of office programs, by the LibreOffice that is installed here. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listExceptions } from '#contracts/collect.ts'
import { getPages, pageBytes, preparePages } from '#contracts/pages.ts'
import { importPath, settledJob } from '#server/intake/import/import-path.ts'
import { pageWorker } from '#server/intake/processing/workers.ts'
import { openOffice } from '#server/platform/office/office.ts'
import { keepDocuments } from '#server/review/documents/job-documents.ts'
import { pagesKind } from '#server/review/pages/job.ts'
import { openPages } from '#server/review/pages/pages.ts'
import { sourceOf } from '#server/review/pages/source.ts'
import { letterDocument, workbook } from '#server/sample/office-files.ts'
import { zip } from '#server/sample/zip-writer.ts'
import { isInstalled, obedientOffice, soffice } from '#tests/fixtures/soffice.ts'
import { costlyDialects } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'
import { setProcessing } from './processing-settings.ts'

const corpus = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url))
const present = existsSync(corpus)
if (!present) console.warn('The real documents are not here: the tests on them are skipped.')

describe.skipIf(!isInstalled).each(costlyDialects)('with LibreOffice, on %s', (dialect) => {
  let intake: Intake
  beforeEach(async () => {
    intake = await startIntake(dialect, { AFFIANT_SOFFICE: soffice ?? 'off' })
    await intake.server.user({ role: 'SystemAdmin' })
  })
  afterEach(() => intake.close())

  let ids: ReadonlyMap<string, number>
  async function bring(files: Readonly<Record<string, Buffer>>): Promise<void> {
    const { services } = intake.server
    const path = intake.write('all.zip', zip(Object.entries(files).map(([name, bytes]) => ({ name, bytes }))))
    const { jobId } = await importPath(services, { path, projectId: intake.project, custodian: 'Reyes' })
    await settledJob(services, jobId)
    const rows = await services.records.read
      .selectFrom('document')
      .select(['document_id', 'file_name'])
      .execute()
    ids = new Map(rows.map((row) => [row.file_name, row.document_id]))
  }
  const real = (...paths: readonly string[]): Record<string, Buffer> =>
    Object.fromEntries(paths.map((path) => [path.split('/').at(-1) ?? '', readFileSync(join(corpus, path))]))
  /** As a viewer asks, until it is known. */
  const pagesOf = async (name: string) => {
    const documentId = ids.get(name) ?? 0
    const ask = async () =>
      (
        await intake.server.call(intake.user, getPages, {
          project: intake.project,
          query: { documentId },
        })
      ).data
    let told = await ask()
    while (told.state === 'rendering') told = await ask()
    return told
  }
  const imageOf = async (name: string, page: number) =>
    (
      await intake.server.call(intake.user, pageBytes, {
        project: intake.project,
        params: { documentId: ids.get(name) ?? 0, page },
        query: { projectId: intake.project },
      })
    ).raw
  const keptPdfs = (): string[] => {
    const root = join(intake.server.config.dataDir, 'pages')
    if (!existsSync(root)) return []
    return readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((one) => one.name === 'pdf')
      .map((one) => join(one.parentPath, one.name))
  }
  /** Of each kept PDF, which file on the disk it is. */
  const pdfs = () =>
    new Map(keptPdfs().map((path) => [path, `${statSync(path).ino} ${statSync(path).mtimeMs}`]))

  it('a letter and a table have pages, which say that they are a rendition', async () => {
    await bring({
      'letter.docx': letterDocument(['Dear Maria', 'Yours']),
      'table.xlsx': workbook({ Sheet: [['a', 1]] }),
    })
    for (const name of ['letter.docx', 'table.xlsx']) {
      const told = await pagesOf(name)
      expect(told).toMatchObject({ state: 'ready', origin: 'rendition', reason: null, html: null })
      expect(told.pages).toHaveLength(1)
      const { statusCode, rawPayload } = await imageOf(name, 1)
      expect(statusCode).toBe(200)
      // It is as large as was told before.
      expect([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)]).toEqual([
        told.pages[0]?.width,
        told.pages[0]?.height,
      ])
    }
    expect(keptPdfs()).toHaveLength(2)
    // What was let go to make room is made anew.
    const before = await imageOf('letter.docx', 1)
    rmSync(join(intake.server.config.dataDir, 'pages'), { recursive: true })
    const after = await imageOf('letter.docx', 1)
    expect(after.rawPayload).toEqual(before.rawPayload)
    expect((await imageOf('letter.docx', 2)).statusCode).toBe(404)
  }, 60_000)

  it.skipIf(!present)(
    'real documents of all the usual kinds have the pages that they should',
    async () => {
      const names = [
        'testWORD_3imgs.doc',
        'testWORD_3imgs.docx',
        'testRTFBoldItalic.rtf',
        'testOpenOffice2.odt',
        'testEXCEL.xls',
        'testEXCEL.xlsx',
        'testFooter.ods',
        'testPPT_2imgs.ppt',
        'testPPT.pptx',
      ]
      await bring(real(...names.map((name) => `office/${name}`)))
      const counts: Record<string, number> = {}
      for (const name of names) {
        const { state, origin, pages } = await pagesOf(name)
        expect([name, state, origin]).toEqual([name, 'ready', 'rendition'])
        counts[name] = pages.length
      }
      for (const name of names) expect([name, (counts[name] ?? 0) > 0]).toEqual([name, true])
      // As many slides as the presentation has parts ppt/slides/slide*.xml.
      expect(counts['testPPT.pptx']).toBe(3)
    },
    120_000,
  )

  it('drawings have a page; what an SVG would fetch is not there', async () => {
    const drawing = (content: string): Buffer =>
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="200" height="100">${content}</svg>`,
      )
    const metafiles = present
      ? real(
          ...['EDRM-Sample6.emf', 'EDRM-Sample10.wmf'].map(
            (name) => `loadfiles/relativity/VOL01/NATIVES/NATIVE00001/${name}`,
          ),
        )
      : {}
    const whole: Record<string, Buffer> = {
      'plan.svg': drawing('<rect width="90" height="50"/><text x="10" y="80">Valve</text>'),
      'outside.svg': drawing(
        '<image xlink:href="file:///etc/passwd" width="9" height="9"/><rect width="9" height="9"/>',
      ),
      ...metafiles,
    }
    await bring(whole)
    for (const name of Object.keys(whole)) {
      const told = await pagesOf(name)
      expect([name, told.state, told.origin, told.pages.length]).toEqual([name, 'ready', 'rendition', 1])
      expect((await imageOf(name, 1)).statusCode).toBe(200)
    }
  }, 60_000)

  it.skipIf(!present)(
    'what is locked opens by the passwords of its project, and of no other; what cannot be opened says so',
    async () => {
      const files = real('encrypted/testWORD_protected_passtika.docx', 'encrypted/testODTEncrypted.odt')
      await bring(files)
      const [docx, odt] = ['testWORD_protected_passtika.docx', 'testODTEncrypted.odt'] as const
      const encrypted = { state: 'failed', reason: expect.stringMatching(/password|locked/) }
      expect(await pagesOf(docx)).toMatchObject(encrypted)
      expect(await pagesOf(odt)).toMatchObject(encrypted)

      const { server, project, user } = intake
      const other = await server.project(user.companyId ?? 0)
      await server.member(other, user.userId, 'ProjectManager')
      expect((await setProcessing(server, user, other, { passwords: ['tika'] })).status).toBe(200)
      for (const name of [docx, odt]) {
        const path = intake.write(name, files[name] ?? Buffer.alloc(0))
        const { jobId } = await importPath(server.services, { path, projectId: other, custodian: 'Reyes' })
        await settledJob(server.services, jobId)
      }
      const documents = await server.services.records.read
        .selectFrom('document')
        .select('document_id')
        .where('project_id', '=', other)
        .execute()
      expect(documents).toHaveLength(2)
      for (const { document_id: documentId } of documents)
        await expect
          .poll(
            async () => (await server.call(user, getPages, { project: other, query: { documentId } })).data,
            { timeout: 20_000 },
          )
          .toMatchObject({ state: 'ready', origin: 'rendition' })
      expect(keptPdfs()).toHaveLength(2)
      // The same bytes in the project that knows no password.
      await server.services.records.write('interactive', async (trx) => {
        await trx.deleteFrom('document_pages').where('project_id', '=', project).execute()
      })
      for (const name of [docx, odt]) expect(await pagesOf(name)).toMatchObject(encrypted)
    },
    60_000,
  )

  it('a job that is cut and goes on lays nothing out twice', async () => {
    await bring({
      'a.docx': letterDocument(['First']),
      'b.xlsx': workbook({ Sheet: [['b', 1]] }),
      'c.docx': letterDocument(['Third']),
    })
    const { services } = intake.server
    const jobId = await services.records.write('interactive', async (trx) => {
      const id = await services.jobs.enqueue(trx, {
        projectId: intake.project,
        kind: 'pages',
        title: 'By hand',
        input: null,
        bytesTotal: 0,
        createdBy: intake.user.userId,
      })
      await keepDocuments(trx, id, [...ids.values()])
      await trx.updateTable('job').set({ state: 'Paused' }).where('job_id', '=', id).execute()
      return id
    })
    const row = () =>
      services.records.read
        .selectFrom('job')
        .selectAll()
        .where('job_id', '=', jobId)
        .executeTakeFirstOrThrow()
    /** Runs until some PDF more than before is kept, and is cut then; answers whether it came to its end. */
    const runOn = async (most: number): Promise<boolean> => {
      const cut = new AbortController()
      const watch = setInterval(() => {
        if (keptPdfs().length >= most) cut.abort(new Error('cut'))
      }, 5)
      try {
        await pagesKind(services).run({
          jobId,
          projectId: intake.project,
          input: null,
          cursor: JSON.parse((await row()).cursor) as unknown,
          retry: false,
          retryOnly: null,
          signal: cut.signal,
          beat: async () => cut.signal.throwIfAborted(),
          hold: async () => {},
        })
        return true
      } catch {
        return false
      } finally {
        clearInterval(watch)
      }
    }
    const made = new Map<string, string>()
    for (const most of [1, 2, Number.POSITIVE_INFINITY]) {
      const done = await runOn(most)
      expect(done).toBe(most === Number.POSITIVE_INFINITY)
      for (const [path, file] of pdfs()) {
        expect(made.get(path) ?? file).toBe(file)
        made.set(path, file)
      }
    }
    expect(made.size).toBe(3)
    expect(await row()).toMatchObject({ items_done: 3, items_total: 3, exceptions: 0 })
  }, 90_000)

  it.skipIf(!present)(
    'a damaged document is an exception of its job',
    async () => {
      await bring({
        ...real('bad-input/testWORD_truncated.docx', 'office/testFooter.odt'),
        'cut.doc': readFileSync(join(corpus, 'office/testWORD_3imgs.doc')).subarray(0, 20_000),
      })
      const { server, project, user } = intake
      const asked = await server.call(user, preparePages, {
        project,
        key: 'prepare-office-1',
        body: { documents: null },
      })
      await settledJob(server.services, asked.data.jobId)
      const { data } = (
        await server.call(user, listExceptions, { project, query: { jobId: asked.data.jobId } })
      ).data
      expect(data.map(({ path, code, stage }) => [path.at(-1), code, stage]).toSorted()).toEqual([
        ['cut.doc', 'corrupt', 'pages'],
        ['testWORD_truncated.docx', 'corrupt', 'pages'],
      ])
      expect(await pagesOf('testFooter.odt')).toMatchObject({ state: 'ready', origin: 'rendition' })
    },
    90_000,
  )
})

describe('a Word document', () => {
  const folder = mkdtempSync(join(tmpdir(), 'affiant-word-'))
  chmodSync(folder, 0o755)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  let intake: Intake
  let documentId: number
  const start = async (program: string): Promise<void> => {
    intake = await startIntake('sqlite', { AFFIANT_SOFFICE: program })
    await intake.server.user({ role: 'SystemAdmin' })
    const { services } = intake.server
    const path = intake.write('letter.docx', letterDocument(['Dear Maria']))
    const { jobId } = await importPath(services, { path, projectId: intake.project, custodian: 'Reyes' })
    await settledJob(services, jobId)
    const rows = await services.records.read.selectFrom('document').select('document_id').execute()
    documentId = rows[0]?.document_id ?? 0
  }
  afterEach(() => intake.close())
  const told = async () => {
    const { server, user, project } = intake
    return (await server.call(user, getPages, { project, query: { documentId } })).data
  }

  const failing = obedientOffice(join(folder, 'office'))
  it.skipIf(openOffice(failing, folder).missing !== null)(
    'that LibreOffice makes nothing of is an exception, and is shown as a rendition still',
    async () => {
      await start(failing)
      const reason = 'LibreOffice could make no pages of it.'
      await expect.poll(told, { timeout: 20_000 }).toMatchObject({
        state: 'ready',
        origin: 'rendition',
        reason,
        pages: [],
        html: '<p>Dear Maria</p>',
      })
      const { server, project, user } = intake
      const key = 'prepare-word-1'
      const { jobId } = (await server.call(user, preparePages, { project, key, body: { documents: null } }))
        .data
      await settledJob(server.services, jobId)
      const { data } = (await server.call(user, listExceptions, { project, query: { jobId } })).data
      expect(data).toMatchObject([{ documentId, code: 'corrupt', stage: 'pages', reason }])
    },
    60_000,
  )

  it.skipIf(!isInstalled)(
    'that was shown before LibreOffice was there has pages from then on, and none again without it',
    async () => {
      await start('off')
      expect(await told()).toMatchObject({ state: 'ready', pages: [], html: '<p>Dear Maria</p>' })
      const { services, config } = intake.server
      const source = await sourceOf(services.records.read, intake.project, documentId)
      const later = openPages({ ...services, worker: pageWorker, config: { ...config, soffice } })
      try {
        const known = await later.makeable(source)
        if (known === null) throw new Error('It has no maker.')
        expect((await later.look(known)).sizes).toHaveLength(1)
      } finally {
        await later.stop()
      }
      expect(await told()).toMatchObject({ state: 'ready', pages: [], html: '<p>Dear Maria</p>' })
    },
    60_000,
  )
})

/** A document of one picture that is elsewhere. */
const referring = (url: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.text">
<office:body><office:text><text:p>Here: <draw:frame text:anchor-type="as-char" svg:width="3cm" svg:height="3cm"><draw:image xlink:href="${url}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/></draw:frame></text:p></office:text></office:body></office:document>`

it.skipIf(!isInstalled)(
  'a document that refers to a picture elsewhere asks nobody for it',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'affiant-remote-'))
    const heard: string[] = []
    const server = createServer((request, reply) => {
      heard.push(request.url ?? '')
      reply.writeHead(404).end()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const document = referring(`http://127.0.0.1:${port}/picture.png`)
    const office = openOffice(soffice, folder)
    try {
      // LibreOffice as it comes does ask.
      const path = join(folder, 'document.fodt')
      writeFileSync(path, document)
      const usual = spawn(
        soffice ?? '',
        [
          `-env:UserInstallation=file://${folder}/usual`,
          '--headless',
          '--convert-to',
          'pdf',
          '--outdir',
          folder,
          path,
        ],
        { stdio: 'ignore' },
      )
      await once(usual, 'exit')
      expect(heard).toContain('/picture.png')
      heard.length = 0
      const to = join(folder, 'ours.pdf')
      const { signal } = new AbortController()
      const input = Readable.from([Buffer.from(document)])
      expect(await office.convert({ document: input, extension: 'fodt', to, urgent: true, signal })).toBe(
        null,
      )
      expect(readFileSync(to).subarray(0, 5).toString()).toBe('%PDF-')
      expect(heard).toEqual([])
    } finally {
      await office.stop()
      server.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
  60_000,
)
