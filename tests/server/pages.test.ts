/** Page images as a viewer asks for them: what there is to see, the images themselves, and who may have them. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentTime } from '#contracts/document-date.ts'
import { replaceFile } from '#contracts/files.ts'
import { filesByProject, getPages, pageBytes } from '#contracts/pages.ts'
import { importPath, settledJob } from '#server/intake/import/import-path.ts'
import { changeFaults, writeSet } from '#server/review/pages/sets.ts'
import { sourceOf } from '#server/review/pages/source.ts'
import { textOfPages } from '#server/review/pages/text-of-pages.ts'
import { letterDocument, workbook } from '#server/sample/office-files.ts'
import { zip } from '#server/sample/zip-writer.ts'
import { message } from '#tests/fixtures/mail.ts'
import { pdf, show } from '#tests/fixtures/pdf.ts'
import { blue, bmp, red, tiff } from '#tests/fixtures/pictures.ts'
import { inDeepRun } from '#tests/runs.ts'
import { costlyDialects, withoutAnalysis } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'

withoutAnalysis()

const corpus = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url))
const present = existsSync(corpus)
if (!present) console.warn('The real documents are not here: the tests on them are skipped.')

const threePages = pdf({ pages: ['One', 'Two', 'Three'].map((word) => ({ content: show(word) })) })

describe.each(costlyDialects)('page images on %s', (dialect) => {
  let intake: Intake
  let ids: ReadonlyMap<string, number>

  async function bring(name: string, bytes: Buffer): Promise<void> {
    const path = intake.write(name, bytes)
    const { jobId } = await importPath(intake.server.services, {
      path,
      projectId: intake.project,
      custodian: 'Reyes',
    })
    await settledJob(intake.server.services, jobId)
    const rows = await intake.server.services.records.read
      .selectFrom('document')
      .select(['document_id', 'file_name', 'title'])
      .where('project_id', '=', intake.project)
      .execute()
    ids = new Map(
      rows.flatMap((row) => [row.file_name, row.title].map((one) => [one, row.document_id] as const)),
    )
  }
  beforeAll(async () => {
    intake = await startIntake(dialect)
    await intake.server.user({ role: 'SystemAdmin' })
    await bring(
      'all.zip',
      zip([
        { name: 'three.pdf', bytes: threePages },
        { name: 'broken.pdf', bytes: Buffer.from('%PDF-1.7\nand nothing else') },
        { name: 'photo.bmp', bytes: bmp(40, 20, red, blue) },
        {
          name: 'fax.tif',
          bytes: tiff([red, blue].map((left) => ({ width: 40, height: 20, left, right: left }))),
        },
        { name: 'letter.docx', bytes: letterDocument(['Dear Maria', 'Yours']) },
        { name: 'table.xlsx', bytes: workbook({ Sheet: [['a', 1]] }) },
        { name: 'table.csv', bytes: Buffer.from('Well,Price\nHarmon 14-2,1\n') },
        { name: 'note.txt', bytes: Buffer.from('Only words.') },
        { name: 'mail.eml', bytes: message() },
      ]),
    )
  }, 60_000)
  afterAll(() => intake.close())

  const idOf = (name: string): number => ids.get(name) ?? 0
  const pagesOf = async (name: string) =>
    (
      await intake.server.call(intake.user, getPages, {
        project: intake.project,
        query: { documentId: idOf(name) },
      })
    ).data
  const imageOf = async (name: string, page: number, headers: Record<string, string> = {}) =>
    (
      await intake.server.call(intake.user, pageBytes, {
        project: intake.project,
        params: { documentId: idOf(name), page },
        query: { projectId: intake.project },
        headers,
      })
    ).raw
  const folder = (): string => join(intake.server.config.dataDir, 'pages')
  const kept = (): string[] =>
    existsSync(folder())
      ? readdirSync(folder(), { recursive: true, withFileTypes: true })
          .filter((one) => one.isFile())
          .map((one) => join(one.parentPath, one.name))
          .toSorted()
      : []

  it('says how many pages there are and how large, before any image is there', async () => {
    const page = { width: 1275, height: 1650, dpi: 150, fault: null }
    expect(await pagesOf('three.pdf')).toEqual({
      documentId: idOf('three.pdf'),
      state: 'ready',
      origin: 'native',
      reason: null,
      pages: [page, page, page],
      html: null,
    })
    expect(kept()).toEqual([])
    expect(await pagesOf('fax.tif')).toMatchObject({
      state: 'ready',
      origin: 'picture',
      pages: [
        { width: 40, height: 20 },
        { width: 40, height: 20 },
      ],
    })
  })

  it('a Word document is shown as a rendition, and others say what is missing or that they have none', async () => {
    expect(await pagesOf('letter.docx')).toMatchObject({
      state: 'ready',
      origin: 'rendition',
      reason: 'Page images of this type need LibreOffice on the server.',
      pages: [],
      html: '<p>Dear Maria</p><p>Yours</p>',
    })
    expect(await pagesOf('table.xlsx')).toMatchObject({
      state: 'none',
      reason: 'Page images of this type need LibreOffice on the server.',
    })
    expect(await pagesOf('table.csv')).toMatchObject({
      state: 'none',
      reason: 'A table of plain text has no pages: read it as a sheet.',
    })
    expect(await pagesOf('broken.pdf')).toMatchObject({ state: 'failed', origin: null, pages: [] })
  })

  it('of a file that has taken the place of another nothing of that one is shown, whenever it was looked at', async () => {
    const { call, services } = intake.server
    const replace = async (name: string, body: Buffer) => {
      const query = { documentId: idOf(name), fileType: 1 as const }
      const { data } = await call(intake.user, replaceFile, { project: intake.project, query, body })
      expect(data).toMatchObject({ replaced: true })
    }
    await bring('note.docx', letterDocument(['First']))
    expect(await pagesOf('note.docx')).toMatchObject({ html: '<p>First</p>' })
    await replace('note.docx', letterDocument(['Second']))
    expect(await pagesOf('note.docx')).toMatchObject({ html: '<p>Second</p>' })

    await bring('two.pdf', pdf({ pages: ['One', 'Two'].map((word) => ({ content: show(word) })) }))
    const { read } = services.records
    const before = await services.pages.makeable(await sourceOf(read, intake.project, idOf('two.pdf')))
    if (before === null) throw new Error('It has no pages.')
    const set = await services.pages.look(before)
    await replace('two.pdf', threePages.subarray())
    // Somebody has looked at the file before, and comes to say so now.
    const fault = { code: 'timedOut', reason: 'It took too long.' } as const
    await services.records.write('interactive', (trx) => writeSet(trx, before, set))
    expect((await pagesOf('two.pdf')).pages).toHaveLength(3)
    await services.records.write('interactive', (trx) => changeFaults(trx, before, new Map([[0, fault]])))
    expect((await pagesOf('two.pdf')).pages.map(({ fault }) => fault)).toEqual([null, null, null])
  })

  it('an image is safe to show, kept, and drawn anew where it was lost or cut', async () => {
    const first = await imageOf('three.pdf', 2)
    expect(first.statusCode).toBe(200)
    expect(first.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    })
    expect(first.rawPayload.readUInt32BE(16)).toBe(1275)
    // With it came the one behind it.
    await expect.poll(() => kept().length).toBe(2)
    const paths = kept()
    for (const path of paths) truncateSync(path, 100)
    expect((await imageOf('three.pdf', 2)).rawPayload).toEqual(first.rawPayload)
    rmSync(folder(), { recursive: true })
    expect((await imageOf('three.pdf', 2)).rawPayload).toEqual(first.rawPayload)
    expect(readFileSync(paths[0] ?? '')).toEqual(first.rawPayload)
  })

  it('words are kept beside images for who has the same passwords, and read anew where they were lost or cut', async () => {
    const { records, pages } = intake.server.services
    const source = await pages.makeable(await sourceOf(records.read, intake.project, idOf('three.pdf')))
    if (source === null) throw new Error('It has no pages.')
    const words = async () => {
      const found = await pages.words(source, new AbortController().signal)
      return 'code' in found ? found.reason : found.map(({ text }) => text)
    }
    const first = await words()
    const beside = join(folder(), source.key.slice(0, 2), source.key)
    const kept = (): string[] =>
      readdirSync(beside).flatMap((one) => (one.startsWith('words-') ? join(beside, one) : []))
    const [path = ''] = kept()
    writeFileSync(path, deflateRawSync(JSON.stringify([['As they are kept', [0, 0, 1, 1]]])))
    expect(await words()).toEqual(['As they are kept'])
    await records.write('interactive', async (trx) => {
      const { processing } = await trx
        .selectFrom('project')
        .select('processing')
        .where('project_id', '=', intake.project)
        .executeTakeFirstOrThrow()
      const changed = JSON.stringify({ ...JSON.parse(processing), passwords: ['open sesame'] })
      await trx
        .updateTable('project')
        .set({ processing: changed })
        .where('project_id', '=', intake.project)
        .execute()
    })
    expect(await words()).toEqual(first)
    expect(kept()).toHaveLength(2)
    for (const one of kept()) truncateSync(one, 10)
    expect(await words()).toEqual(first)
  })

  it('whoever has the image is told that it is still the same', async () => {
    const { headers } = await imageOf('photo.bmp', 1)
    expect(headers['content-type']).toBe('image/jpeg')
    const again = await imageOf('photo.bmp', 1, { 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
  })

  it('what is not there is not found: pages beyond the last, documents without pages, other projects', async () => {
    const { server, user } = intake
    expect((await imageOf('three.pdf', 4)).statusCode).toBe(404)
    expect((await imageOf('table.csv', 1)).statusCode).toBe(404)
    expect((await imageOf('letter.docx', 1)).statusCode).toBe(404)
    expect((await imageOf('broken.pdf', 1)).statusCode).toBe(404)
    const companyId = await server.company()
    const other = await server.project(companyId)
    const stranger = await server.user({ role: 'Reviewer', companyId })
    await server.member(other, stranger.userId, 'Reviewer')
    const query = { documentId: idOf('three.pdf') }
    const params = { documentId: idOf('three.pdf'), page: 1 }
    const image = (project: number) => ({ params, query: { projectId: project } })
    for (const project of [other, intake.project]) {
      expect((await server.call(stranger, getPages, { project, query })).status).toBe(404)
      expect((await server.call(stranger, pageBytes, image(project))).status).toBe(404)
    }
    const nobody = await server.call(null, pageBytes, image(intake.project))
    expect(nobody.status).toBe(401)
    // By the cookie alone, as a browser asks for images.
    const byCookie = await server.app.inject({
      url: `/rest/viewer/page/${params.documentId}/1?projectId=${intake.project}`,
      headers: { cookie: `affiant_session=${user.cookie}` },
    })
    expect(byCookie.statusCode).toBe(200)
  })

  it('messages and texts have pages, which follow what the record says of them', async () => {
    const page = { width: 1275, height: 1650, dpi: 150, fault: null }
    const ready = { state: 'ready', origin: 'rendition', reason: null, pages: [page], html: null }
    expect(await pagesOf('note.txt')).toMatchObject(ready)
    expect(await pagesOf('A subject')).toMatchObject(ready)
    const before = await imageOf('A subject', 1)
    expect(before.statusCode).toBe(200)
    expect(before.rawPayload.readUInt32BE(16)).toBe(1275)
    const { records } = intake.server.services
    await records.write('interactive', async (trx) => {
      await trx
        .updateTable('document')
        .set({ title: 'Another subject, with Ω and 漢' })
        .where('document_id', '=', idOf('A subject'))
        .execute()
    })
    expect(await pagesOf('A subject')).toMatchObject({
      ...ready,
      reason: '1 letter is not in the font: a box stands for each.',
    })
    expect((await imageOf('A subject', 1)).headers.etag).not.toBe(before.headers.etag)
  })

  it('of a message the heads are those of its viewer, in the project’s time zone, with its attachments', async () => {
    const attachments = [{ name: 'plan.txt', type: 'text/plain', bytes: Buffer.from('The plan.') }]
    const mail = { id: 'plan', subject: 'The plan', cc: 'cy@test.example', attachments }
    await bring('plan.eml', message(mail))
    const { read } = intake.server.services.records
    const text = await textOfPages(read, await sourceOf(read, intake.project, idOf('The plan')))
    const { time_zone: zone } = await read
      .selectFrom('project')
      .select('time_zone')
      .where('project_id', '=', intake.project)
      .executeTakeFirstOrThrow()
    expect(text?.heads.map(({ name, value }) => `${name}: ${value}`)).toEqual([
      'From: Ann Lee <ann@test.example>',
      'To: Bob <bob@test.example>',
      'CC: cy@test.example',
      `Sent: ${documentTime('2024-03-05T15:00:00Z', zone)}`,
      'Subject: The plan',
      'Attachments: plan.txt',
    ])
    expect(text?.text).toContain('A body.')
  })

  it('that somebody has looked is on the record, once for each document and session', async () => {
    await pagesOf('three.pdf')
    await imageOf('three.pdf', 1)
    await imageOf('three.pdf', 3)
    const rows = await intake.server.services.records.read
      .selectFrom('audit')
      .select(['user_id'])
      .where('action', '=', 'document.pagesRead')
      .where('document_id', '=', idOf('three.pdf'))
      .where('user_id', '=', intake.user.userId)
      .execute()
    // The call by cookie is of the same session.
    expect(rows).toHaveLength(1)
  })

  it('[rest-get-viewer-files-by-project] [viewer-first-image-original] [viewer-text-extracted] the first image type is the document itself', async () => {
    const { data } = await intake.server.call(intake.user, filesByProject, { project: intake.project })
    expect(data.images.data[0]).toEqual({
      name: 'Original Image',
      productionId: -1,
      fileId: null,
      redactable: true,
    })
    expect(data.texts.data[0]).toEqual({ name: 'Extracted Text', redactable: false })
  })

  it.skipIf(!present)(
    'damaged and locked real ones never cost more than themselves',
    { ...inDeepRun, timeout: 120_000 },
    async () => {
      for (const name of ['bad-input', 'encrypted'])
        for (const file of readdirSync(join(corpus, name)).filter((one) => /\.(pdf|jpg|docx)$/.test(one)))
          await bring(file, readFileSync(join(corpus, name, file)))
      const locked = 'testPDF_no_extract_no_accessibility_owner_user.pdf'
      await bring(locked, readFileSync(join(corpus, 'pdf', locked)))
      const states: Record<string, string> = {}
      for (const [name] of ids) states[name] = (await pagesOf(name)).state
      expect(states).toMatchObject({
        [locked]: 'failed',
        'testJPEG_EXIF_emptyDateTime.jpg': 'ready',
        'testWORD_truncated.docx': 'failed',
        'three.pdf': 'ready',
      })
      for (const [name, state] of Object.entries(states)) {
        expect([name, state]).not.toEqual([name, 'rendering'])
        const { pages, origin, reason } = await pagesOf(name)
        if (state === 'failed') expect(reason).toMatch(/\w+ .*\.$/)
        if (origin !== 'rendition' && pages.length > 0)
          expect([name, (await imageOf(name, 1)).statusCode]).toEqual([name, 200])
      }
    },
  )
})

describe('the room for page images', () => {
  it('is kept by letting go of what was looked at longest ago', async () => {
    const { keepPages } = await import('#server/review/pages/kept.ts')
    const { services, config, close } = await startIntake('sqlite').then(({ server, close: end }) => ({
      ...server,
      close: end,
    }))
    try {
      const root = join(config.dataDir, 'bounded')
      mkdirSync(root)
      const image = Buffer.concat([
        Buffer.from('ffd8ff', 'hex'),
        Buffer.alloc(995),
        Buffer.from('ffd9', 'hex'),
      ])
      const { spool, log } = services
      const store = keepPages({ root, spool, maxBytes: 2_500, log })
      const [a, b, c] = ['a', 'b', 'c'].map((letter) => letter.repeat(64)) as [string, string, string]
      const pause = () => new Promise((resolve) => setTimeout(resolve, 20))
      await store.put(a, 0, image)
      await pause()
      await store.put(b, 0, image)
      await store.settled()
      await pause()
      // Somebody looks at the older one again.
      expect(await store.get(a, 0)).toEqual(image)
      await pause()
      await store.put(c, 0, image)
      await store.settled()
      expect(await Promise.all([a, b, c].map(async (one) => (await store.get(one, 0)) !== null))).toEqual([
        true,
        false,
        true,
      ])
    } finally {
      await close()
    }
  })
})
