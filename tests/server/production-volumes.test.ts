/**
 * A production from its settings to the zip that is handed over: downloaded in ranges, read by a zip reader that is not ours and
 * by the readers of received load files, and held against the plan.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { searchDocuments } from '#contracts/documents.ts'
import { batesFields } from '#contracts/excluded-fields.ts'
import { retryJob } from '#contracts/jobs.ts'
import { filesByProject, getPages, getPageTexts, originalImage } from '#contracts/pages.ts'
import { documentProductions, getProducedPages, producedPageBytes } from '#contracts/produced-pages.ts'
import { acceptWarning, validateProduction } from '#contracts/production-checks.ts'
import { type ProductionPreview, previewDocument, previewPage } from '#contracts/production-preview.ts'
import { drawProductionSample, lookAtSampled } from '#contracts/production-sample.ts'
import type { ProductionSettings } from '#contracts/production-settings.ts'
import { downloadVolume, getQuality, listVolumes } from '#contracts/production-volumes.ts'
import * as contract from '#contracts/productions.ts'
import { saveCells } from '#contracts/redacted-cells.ts'
import { saveMarkup } from '#contracts/redactions.ts'
import { createGroup } from '#contracts/walls.ts'
import { importPath, settledJob } from '#server/intake/import/import-path.ts'
import { picturePixels } from '#server/intake/processing/pages/pictures.ts'
import type { JobRun } from '#server/platform/jobs/jobs.ts'
import { presets as dialects } from '#server/platform/load-files/dialect.ts'
import { ImageDocuments } from '#server/platform/load-files/image-documents.ts'
import { readOpt } from '#server/platform/load-files/opt.ts'
import { readDelimited } from '#server/platform/load-files/read-delimited.ts'
import { madeParts } from '#server/production/making/made.ts'
import { storedProduction } from '#server/production/record/stored.ts'
import { openVolumes } from '#server/production/volumes/open.ts'
import { message } from '#tests/fixtures/mail.ts'
import { pdf, show } from '#tests/fixtures/pdf.ts'
import { collected } from '#tests/support/collected.ts'
import { costlyDialects, type TestUser, withoutAnalysis } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'
import { trail } from './people.ts'

withoutAnalysis()

const attached = Buffer.from('name,amounts\nLee,12\nKim,7\n')
const files = {
  'mail.eml': message({
    ...{ id: 'budget', subject: 'Budget® for; the "well"', text: 'See the table.\n' },
    attachments: [{ name: 'amounts.csv', type: 'text/csv', bytes: attached }],
  }),
  'contract.pdf': pdf({
    pages: [{ content: show('The price of Larkspur stays', 72, 700) }, { content: show('Appendix') }],
  }),
  'counsel.eml': message({ id: 'counsel', subject: 'Zebrafish advice', text: 'Counsel says zanzibar.\n' }),
}
const hasPython = spawnSync('python3', ['--version']).error === undefined
const pythonReads = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    assert z.testzip() is None
    z.extractall(sys.argv[2])
    sys.stdout.buffer.write("\\n".join(i.filename for i in z.infolist()).encode())
`
async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

describe.each(costlyDialects)('the volume of a production on %s', (dialect) => {
  let intake: Intake
  const idOf = new Map<string, number>()
  beforeAll(async () => {
    intake = await startIntake(dialect)
    await intake.server.user({ role: 'SystemAdmin' })
    const { server, project } = intake
    for (const [name, bytes] of Object.entries(files)) {
      const path = intake.write(name, bytes)
      const { jobId } = await importPath(server.services, { path, projectId: project, custodian: 'Reyes' })
      await settledJob(server.services, jobId)
      const { id } = await server.services.records.read
        .selectFrom('document')
        .select((eb) => eb.fn.max('document_id').as('id'))
        .where('parent_id', 'is', null)
        .executeTakeFirstOrThrow()
      idOf.set(name, Number(id))
    }
  }, 60_000)
  afterAll(() => intake.close())

  let sent = 0
  const key = () => `volumes-command-${sent++}`
  const settingsOf = async (more: Partial<ProductionSettings> = {}): Promise<ProductionSettings> => {
    const { data } = await intake.server.call(intake.user, contract.initStuff, { project: intake.project })
    const [first] = data.templates
    if (first === undefined) throw new Error('There are no templates.')
    return {
      ...first.settings,
      numbering: { prefix: 'NW', digits: 6, level: 'page', start: null },
      withheld: [{ query: 'zanzibar', slipSheet: { text: 'DOCUMENT WITHHELD' } }],
      ...more,
    }
  }
  /** Runs a production; answers it as it is when its job has ended. */
  const produce = async (name: string, settings: ProductionSettings) => {
    const { server, user, project } = intake
    const made = await server.call(user, contract.insertProduction, {
      ...{ project, key: key(), body: { name, settings } },
    })
    const { productionId, version } = made.data
    const body = { productionId, version }
    const checked = await server.call(user, validateProduction, { project, body })
    for (const { check, blocks, message: said } of checked.data.found) {
      expect([blocks, said]).toEqual([false, said])
      const accepting = { productionId, check, reason: 'It is meant so.' }
      await server.call(user, acceptWarning, { project, key: key(), body: accepting })
    }
    const running = await server.call(user, contract.runProduction, { project, key: key(), body })
    await settledJob(server.services, running.data.job?.jobId ?? 0)
    const all = await server.call(user, contract.listProductions, { project })
    const production = all.data.data.find((one) => one.productionId === productionId)
    if (production === undefined) throw new Error('The production is gone.')
    return production
  }
  const rangeOf = (productionId: number, headers: Record<string, string> = {}, as = intake.user) =>
    intake.server.call(as, downloadVolume, {
      ...{ project: intake.project, headers },
      query: { projectId: intake.project, productionId, volume: 1 },
    })
  /** The whole zip, in ranges as a download that is cut again and again. */
  const downloaded = async (productionId: number, step: number): Promise<Buffer> => {
    const pieces: Buffer[] = []
    let tag = ''
    for (let from = 0, size = 1; from < size; from += step) {
      const { raw } = await rangeOf(productionId, {
        range: `bytes=${from}-${from + step - 1}`,
        ...(tag === '' ? {} : { 'if-range': tag }),
      })
      expect(raw.statusCode).toBe(206)
      tag = String(raw.headers.etag)
      size = Number(String(raw.headers['content-range']).split('/')[1])
      pieces.push(raw.rawPayload)
    }
    return Buffer.concat(pieces)
  }
  const cover = async (name: string, word: string): Promise<void> => {
    const { server, user, project } = intake
    const documentId = idOf.get(name) ?? 0
    const at = { project, query: { documentId } }
    await server.call(user, getPages, at)
    const { data } = await server.call(user, getPageTexts, at)
    const [first] = data.data
    const nth = first?.text.split(/\s+/).indexOf(word) ?? -1
    const boxes = first?.boxes.slice(4 * nth, 4 * nth + 4) ?? []
    const gesture = key()
    const add = [{ key: `key-${gesture}`, page: 1, kind: 'words' as const, boxes, label: '', reason: '' }]
    const markup = { add, change: [], remove: [], restore: [] }
    const saved = await server.call(user, saveMarkup, {
      ...{ project, key: gesture, body: { documentId, gesture, markup } },
    })
    expect(saved.status).toBe(200)
  }

  it.skipIf(!hasPython)(
    'is read by others, and says what the plan says [jobs-type-production] [production-concept] [rest-job-prod-insert-bates] [rest-job-prod-document] [enum-bates-fields] [entity-production]',
    { timeout: 120_000 },
    async () => {
      const { server, user, project } = intake
      await cover('contract.pdf', 'Larkspur')
      const production = await produce('First', await settingsOf())
      expect([production.state, production.job?.message]).toEqual(['Produced', null])
      const { productionId } = production
      const query = { productionId }
      const quality = await server.call(user, getQuality, { project, query })
      expect(quality.data.checks.map(({ check, faults }) => [check, faults])).toEqual(
        ['counts', 'loadFiles', 'numbers', 'natives', 'covered'].map((check) => [check, []]),
      )
      const plan = (await server.call(user, contract.productionDocuments, { project, query })).data.data
      const { data: volumes } = await server.call(user, listVolumes, { project, query })
      expect(volumes.data).toMatchObject([
        { volume: 1, name: 'VOL001', documents: plan.length, firstNumber: 'NW000001' },
      ])

      const zip = await downloaded(productionId, 40_000)
      expect(zip.length).toBe(volumes.data[0]?.bytes)
      const path = join(intake.folder, 'volume.zip')
      writeFileSync(path, zip)
      const out = join(intake.folder, 'volume')
      const names = execFileSync('python3', ['-c', pythonReads, path, out]).toString().split('\n')
      expect(names.length).toBe(volumes.data[0]?.files)
      const fileOf = (name: string): Buffer => execFileSync('cat', [join(out, 'VOL001', name)])

      const items = await collected(readDelimited(piecesOf(fileOf('DATA/VOL001.dat')), dialects.concordance))
      const heading = items.flatMap((item) => (item.kind === 'heading' ? item.values : []))
      const rows = items.flatMap((item): Record<string, string>[] =>
        item.kind === 'row'
          ? [Object.fromEntries(heading.map((column, at) => [column, item.values[at] ?? '']))]
          : [],
      )
      expect(rows.map((row) => [row.BEGDOC, row.ENDDOC, row.PGCOUNT])).toEqual(
        plan.map(({ first, last, pages }) => [first, last, String(pages)]),
      )
      const mail = rows.find((row) => row.SUBJECT?.startsWith('Budget'))
      const child = rows.find((row) => row.PARENTID !== '')
      expect(mail).toMatchObject({
        ...{ SUBJECT: 'Budget(R) for; the "well"', FROM: 'Ann Lee <ann@test.example>', CUSTODIAN: 'Reyes' },
        ...{ DATESENT: '03/05/2024 10:00:00', ATTACHIDS: child?.BEGDOC, BEGATTACH: mail?.BEGDOC },
      })
      expect(child).toMatchObject({
        PARENTID: mail?.BEGDOC,
        ENDATTACH: child?.ENDDOC,
        FILENAME: 'amounts.csv',
      })
      expect(fileOf((child?.NATIVELINK ?? '').replaceAll('\\', '/')).equals(attached)).toBe(true)
      const redacted = rows.find((row) => row.REDACTED === 'Yes')
      expect(redacted).toMatchObject({ FILENAME: 'REDACTED', MD5HASH: '', NATIVELINK: '' })
      expect(fileOf((redacted?.TEXTLINK ?? '').replaceAll('\\', '/')).toString()).toContain('price of')
      const withheld = plan.find(({ treatment }) => treatment === 'withheld')
      const slip = rows.find((row) => row.BEGDOC === withheld?.first)
      expect(slip).toMatchObject({ SUBJECT: '', CUSTODIAN: '', FROM: '', TEXTLINK: '', DATESENT: '' })

      const pages = (await collected(readOpt(piecesOf(fileOf('DATA/VOL001.opt'))))).filter(
        (item) => item.kind === 'page',
      )
      const listed = new ImageDocuments()
      const documents = [...pages.map((page) => listed.push(page)), listed.end()].filter(
        (one) => one !== null,
      )
      expect(documents.map(({ begin, end, faults }) => [begin, end, faults])).toEqual(
        plan.map(({ first, last }) => [first, last, []]),
      )
      for (const page of pages) expect(names).toContain(`VOL001/${page.path.replaceAll('\\', '/')}`)
      expect(names.filter((name) => name.includes('/IMAGES/')).length).toBe(pages.length)

      const manifest = fileOf('MANIFEST.csv').toString('utf8').trim().split('\r\n').slice(1)
      expect(manifest.length).toBe(names.length - 1)
      for (const line of manifest) {
        const [file = '', bytes, sha256] = line.split(',')
        const there = fileOf(file)
        expect([there.length, createHash('sha256').update(there).digest('hex')]).toEqual([
          Number(bytes),
          sha256,
        ])
      }
      expect(fileOf('COVER.txt').toString()).toMatch(/NW000001 to NW[\s\S]*withheld: 1, redacted: 1[\s\S]*®/)
      // What is withheld or covered is in no file of it, compressed or not.
      const texts = names.filter((name) => !/\.(?:tif|jpg)$/.test(name)).map((name) => fileOf(name.slice(7)))
      for (const word of ['zanzibar', 'Zebrafish', 'Larkspur'])
        expect(texts.filter((bytes) => bytes.includes(word)).length).toBe(0)
    },
  )

  it('shows a document as it will leave before it does, and to nobody who may not see it', {
    timeout: 60_000,
  }, async () => {
    const { server, user, project } = intake
    const settings = await settingsOf()
    const numbering = { ...settings.numbering, prefix: 'SOON' }
    const begun = await server.call(user, contract.insertProduction, {
      ...{ project, key: key(), body: { name: 'Soon', settings: { ...settings, numbering } } },
    })
    const { productionId } = begun.data
    const look = async (documentId?: number) => {
      const query = { productionId, ...(documentId === undefined ? {} : { documentId }) }
      return await server.call(user, previewDocument, { project, query })
    }
    const shown: ProductionPreview[] = []
    for (let next: number | null | undefined; next !== null; next = shown.at(-1)?.next ?? null)
      shown.push((await look(next)).data)
    const ran = (await server.call(user, contract.productionNames, { project })).data.data
    const first = ran.find(({ name }) => name === 'First')?.productionId ?? 0
    const query = { productionId: first }
    const plan = (await server.call(user, contract.productionDocuments, { project, query })).data.data
    // What was made by the same settings is what was promised.
    const facts = ({
      documentId,
      treatment,
      pages,
      redacted,
    }: ProductionPreview | contract.PlannedDocument) => [documentId, ...[treatment, pages, redacted]]
    expect(shown.map(facts)).toEqual(plan.map(facts))
    expect(shown.map((one) => [one.first, one.last])).toEqual(
      plan.map((one) => [one.first.replace('NW', 'SOON'), one.last.replace('NW', 'SOON')]),
    )
    const redacted = shown.find((one) => one.redacted)
    const columnOf = (one: ProductionPreview | undefined, name: string) =>
      one?.row.find((column) => column.name === name)?.value
    expect([columnOf(redacted, 'FILENAME'), redacted?.native, redacted?.text?.begins]).toEqual([
      ...['REDACTED', null, null],
    ])
    const withheld = shown.find(({ treatment }) => treatment === 'withheld')
    expect([columnOf(withheld, 'SUBJECT'), withheld?.text, withheld?.native]).toEqual(['', null, null])
    const file = shown.find(({ native }) => native !== null)
    expect(file?.native).toBe(`NATIVES/001/${file?.first}.csv`)

    const page = async (documentId: number, as = user) =>
      await server.call(as, previewPage, {
        project,
        query: { projectId: project, productionId, documentId, page: 1 },
      })
    const documentId = redacted?.documentId ?? 0
    const { raw } = await page(documentId)
    expect([raw.statusCode, raw.headers['content-type']]).toEqual([200, 'image/jpeg'])
    const picture = await picturePixels(raw.rawPayload, 'image/jpeg', 0, 150)
    const row = await server.services.records.read
      .selectFrom('production_document')
      .select(['sha256', 'parts'])
      .where('production_id', '=', first)
      .where('document_id', '=', documentId)
      .executeTakeFirstOrThrow()
    const [part] = madeParts.parse(JSON.parse(row.parts ?? '[]'))
    const kept = await server.services.blobs.read(row.sha256 ?? '')
    const tiff = kept.subarray(part?.at ?? 0, (part?.at ?? 0) + (part?.size ?? 0))
    const made = await picturePixels(tiff, 'image/tiff', 0, 300)
    expect([picture.width * 2, picture.height * 2]).toEqual([made.width, made.height])
    // All but the number at the foot is as it was made, what is covered too.
    let differ = 0
    for (let y = 0; y < picture.height - 60; y += 3)
      for (let x = 0; x < picture.width; x += 3) {
        const at = (px: number, py: number) => made.pixels[(py * made.width + px) * 3] ?? 0
        const [left, top] = [2 * x, 2 * y]
        const four = at(left, top) + at(left + 1, top) + at(left, top + 1) + at(left + 1, top + 1)
        if (Math.abs(four / 4 - (picture.pixels[(y * picture.width + x) * 3] ?? 0)) > 64) differ += 1
      }
    expect(differ).toBe(0)
    const slip = await page(withheld?.documentId ?? 0)
    expect(slip.status).toBe(200)
    const reviewer = await server.user({ role: 'ReviewManager', companyId: user.companyId })
    await server.member(project, reviewer.userId, 'ReviewManager')
    expect((await page(documentId, reviewer)).status).toBe(403)
  })

  it.skipIf(!hasPython)(
    '[rest-job-download] answers ranges, and is told of once for each session',
    async () => {
      const { server, user, project } = intake
      const { data } = await server.call(user, contract.productionNames, { project })
      const { productionId } = data.data.find(({ name }) => name === 'First') ?? { productionId: 0 }
      const whole = (await rangeOf(productionId)).raw
      expect([whole.statusCode, whole.headers['accept-ranges']]).toEqual([200, 'bytes'])
      const tail = (await rangeOf(productionId, { range: 'bytes=-22' })).raw
      expect(tail.rawPayload.equals(whole.rawPayload.subarray(-22))).toBe(true)
      const changed = (await rangeOf(productionId, { range: 'bytes=0-9', 'if-range': '"other"' })).raw
      expect([changed.statusCode, changed.rawPayload.length]).toEqual([200, whole.rawPayload.length])
      const behind = (await rangeOf(productionId, { range: `bytes=${whole.rawPayload.length}-` })).raw
      expect([behind.statusCode, behind.headers['content-range']]).toEqual([
        416,
        `bytes */${whole.rawPayload.length}`,
      ])
      const told = (await trail(server, `project:${project}`)).filter(
        ({ action }) => action === 'production.downloaded',
      )
      expect(told.map(({ facts }) => facts)).toEqual([{ productionId, name: 'First', volume: 'VOL001' }])
      const missing = await server.call(user, downloadVolume, {
        ...{ project, query: { projectId: project, productionId, volume: 2 } },
      })
      expect(missing.status).toBe(404)
    },
  )

  it.skipIf(!hasPython)(
    '[enum-bates-fields] [entity-production] has its numbers in fields, columns and searches until it is rolled back, then those before it',
    { timeout: 120_000 },
    async () => {
      const { server, user, project } = intake
      const search = async (queryString: string) => {
        await server.services.search.settled(project)
        const body = {
          query: { queryString, includeFamily: false, objectId: null, type: null },
          ...{ sort: { by: [{ field: 'Begin_Bates', descending: true }] }, page: 1, pageSize: 25 },
          ...{ viewer: 'parentsAndChildren' as const, filter: 'all' as const },
          columns: [...batesFields, 'Production'],
        }
        const { data } = await server.call(user, searchDocuments, { project, body })
        return { ...data, rows: data.data ?? [] }
      }
      const planOf = async (productionId: number) =>
        (await server.call(user, contract.productionDocuments, { project, query: { productionId } })).data
          .data
      const { data } = await server.call(user, contract.productionNames, { project })
      const { productionId } = data.data.find(({ name }) => name === 'First') ?? { productionId: 0 }
      const plan = await planOf(productionId)
      const ids = async (query: string) => (await search(query)).rows.map(({ documentId }) => documentId)
      const holdsNumbers = async (planned: typeof plan) => {
        for (const { documentId, first, last } of planned)
          for (const number of [first, `"${last.toLowerCase()}"`, `Begin_Bates:${first}`])
            expect([number, await ids(number)]).toEqual([number, [documentId]])
      }
      await holdsNumbers(plan)
      const { rows, reading } = await search('Production:First')
      expect(reading).toBe('Production is "First"')
      // Sorted by their numbers, the last first.
      expect(rows.map(({ documentId }) => documentId)).toEqual(
        plan.map(({ documentId }) => documentId).reverse(),
      )
      const child = rows.find(({ values }) => values?.Parent_Bates !== undefined)
      const parent = plan.find(({ first }) => first === child?.values?.Parent_Bates)
      const own = plan.find(({ documentId }) => documentId === child?.documentId)
      expect(child?.values).toEqual({
        ...{ Begin_Bates: own?.first, End_Bates: own?.last, Parent_Bates: parent?.first },
        ...{ Begin_Attach: parent?.first, End_Attach: own?.last, Production: 'First' },
        Attachment_Range: `${parent?.first}-${own?.last}`,
      })
      expect(await ids(`Child_Bates:${own?.first}`)).toEqual([parent?.documentId])

      const later = await produce('Second', await settingsOf())
      expect(later.state).toBe('Produced')
      const plans = await planOf(later.productionId)
      await holdsNumbers(plans)
      expect((await search(plan[0]?.last ?? '')).rows[0]?.values).toMatchObject({
        ...{ Begin_Bates: plans[0]?.first, Production: 'Second; First' },
      })
      const body = { productionId: later.productionId, release: false }
      await server.call(user, contract.rollbackProduction, { project, body })
      await holdsNumbers(plan)
      expect(await ids(plans[0]?.first ?? '')).toEqual([])
    },
  )

  it.skipIf(!hasPython)(
    '[viewer-first-image-original] [entity-production] is looked at page by page, by those who may see productions',
    async () => {
      const { server, user, project } = intake
      const { data } = await server.call(user, contract.productionNames, { project })
      const { productionId } = data.data.find(({ name }) => name === 'First') ?? { productionId: 0 }
      const query = { productionId }
      const plan = (await server.call(user, contract.productionDocuments, { project, query })).data.data
      const typesFor = async (as: TestUser, documentId?: number) =>
        (await server.call(as, filesByProject, { project, query: { documentId } })).data.images.data
      const { companyId } = user
      const reviewer = await server.user({ role: 'Reviewer', companyId, name: 'Rita Lenz' })
      await server.member(project, reviewer.userId, 'Reviewer')
      for (const { documentId, first, last, pages, treatment, redacted } of plan) {
        const produced = { name: 'First', productionId, fileId: null, redactable: false }
        expect(await typesFor(user, documentId)).toEqual([originalImage, produced])
        expect(await typesFor(reviewer, documentId)).toEqual([originalImage])
        const asked = { project, query: { documentId, productionId } }
        const shown = (await server.call(user, getProducedPages, asked)).data
        expect(shown.name).toBe('First')
        expect(shown.pages.length).toBe(pages)
        expect([shown.pages[0]?.number, shown.pages.at(-1)?.number]).toEqual([first, last])
        expect((await server.call(reviewer, getProducedPages, asked)).status).toBe(403)
        for (const [page, { width, height, fault }] of shown.pages.entries()) {
          expect([fault, width > 1_000, height > 1_000]).toEqual([null, true, true])
          const image = await server.call(user, producedPageBytes, {
            ...{ project, query: { projectId: project } },
            params: { productionId, documentId, page: page + 1 },
          })
          expect(String(image.raw.headers['content-type'])).toMatch(/^image\/(?:png|jpeg)$/)
        }
        const beyond = await server.call(user, producedPageBytes, {
          ...{ project, query: { projectId: project } },
          params: { productionId, documentId, page: pages + 1 },
        })
        expect(beyond.status).toBe(404)
        const { data: where } = await server.call(user, documentProductions, {
          project,
          query: { documentId },
        })
        expect(where.data).toMatchObject([
          {
            productionId,
            name: 'First',
            state: 'Produced',
            first,
            last,
            treatment,
            redacted,
            delivered: null,
          },
        ])
      }
      const rolledBack = data.data.find(({ name }) => name === 'Second')?.productionId ?? 0
      const gone = { documentId: plan[0]?.documentId ?? 0, productionId: rolledBack }
      expect((await server.call(user, getProducedPages, { project, query: gone })).status).toBe(409)
    },
  )

  it('is one of several where all do not fit, and each says where its own files are', async () => {
    const { server, user, project } = intake
    const { data } = await server.call(user, contract.productionNames, { project })
    const { productionId } = data.data.find(({ name }) => name === 'First') ?? { productionId: 0 }
    const stored = await storedProduction(server.services.records.read, project, productionId)
    const volumes = openVolumes({ ...server.services, gigabyte: 1_000 / 50 })
    const run: JobRun = {
      ...{ jobId: stored.job_id ?? 0, projectId: project, input: null, cursor: null, retry: false },
      ...{ retryOnly: null, signal: new AbortController().signal },
      ...{ beat: async () => {}, hold: async () => {} },
    }
    await volumes.write(run, { ...stored, state: 'Running' })
    const listed = await server.call(user, listVolumes, { project, query: { productionId } })
    expect(listed.data.data.map(({ name, firstNumber }) => [name, firstNumber])).toEqual([
      ['VOL001', 'NW000001'],
      ['VOL002', 'NW000003'],
      ['VOL003', 'NW000005'],
    ])
    const again = await storedProduction(server.services.records.read, project, productionId)
    const zip = await volumes.zip(again, 2)
    const whole = Buffer.concat(await collected(zip?.read(0, zip.bytes) ?? piecesOf(Buffer.alloc(0))))
    expect(whole.includes('NW000003,VOL002,IMAGES\\001\\NW000003.tif,Y,,,2\r\n')).toBe(true)
    expect(whole.includes('NW000001,')).toBe(false)
    expect(await volumes.zip(again, 4)).toBeNull()
  })

  it('is not produced where a word that is covered on a page or in a cell stands in its load file', {
    timeout: 120_000,
  }, async () => {
    const settings = await settingsOf()
    const columns = settings.loadFile.columns.map((column) => ({ ...column, ofRedacted: 'keep' as const }))
    await cover('mail.eml', 'Budget®')
    const { attachmentId } = await intake.server.services.records.read
      .selectFrom('document')
      .select('document_id as attachmentId')
      .where('parent_id', '=', idOf.get('mail.eml') ?? 0)
      .executeTakeFirstOrThrow()
    const gesture = key()
    const covered = { sheet: 0, kind: 'cells' as const, range: 'B1', pieces: [], label: '', reason: '' }
    const add = [{ ...covered, key: `key-${gesture}` }]
    const saved = await intake.server.call(intake.user, saveCells, {
      ...{ project: intake.project, key: gesture },
      body: {
        ...{ documentId: attachmentId, gesture },
        markup: { add, change: [], remove: [], restore: [] },
      },
    })
    expect(saved.status).toBe(200)
    const production = await produce('Leaks', {
      ...settings,
      loadFile: { ...settings.loadFile, formats: ['dat', 'csv', 'lfp', 'xml'], columns },
    })
    expect(production).toMatchObject({ state: 'Failed', produced: null })
    expect(production.job?.message).toMatch(/Reading back found 3 faults/)
    const query = { productionId: production.productionId }
    const { data } = await intake.server.call(intake.user, getQuality, { project: intake.project, query })
    expect(data.checks.filter(({ faultCount }) => faultCount > 0)).toEqual([
      expect.objectContaining({
        check: 'covered',
        faults: [
          ['SUBJECT', idOf.get('mail.eml')],
          ['FILENAME', idOf.get('mail.eml')],
          ['FILENAME', attachmentId],
        ].map(([name, documentId]) => ({
          text: expect.stringMatching(`stands in ${name}\\.$`),
          documentId,
        })),
      }),
    ])
    const { error } = await rangeOf(production.productionId)
    expect(error.code).toBe('conflict')
  })

  it('[rest-job-production-rollback] leaves nothing after a rollback but its numbers, and twice is once', async () => {
    const { server, user, project } = intake
    const { records, blobs } = server.services
    const { data } = await server.call(user, contract.productionNames, { project })
    const { productionId } = data.data.find(({ name }) => name === 'Leaks') ?? { productionId: 0 }
    const { job_id: jobId } = await storedProduction(records.read, project, productionId)
    const made = async () =>
      (
        await records.read
          .selectFrom('production_document')
          .select('sha256')
          .where('production_id', '=', productionId)
          .execute()
      ).map(({ sha256 }) => sha256 ?? '')
    const files = await made()
    const originals = await records.read.selectFrom('document').select('sha256').execute()
    const next = async () =>
      (await server.call(user, contract.prefixNumbers, { project, query: { prefix: 'NW' } })).data.next
    const before = await next()
    const roll = (release: boolean) =>
      server.call(user, contract.rollbackProduction, { project, body: { productionId, release } })
    expect((await roll(false)).data).toMatchObject({ state: 'RolledBack', rolledBack: { by: user.name } })
    expect((await roll(false)).data.state).toBe('RolledBack')
    expect([files.length > 0, await made(), await next()]).toEqual([true, [], before])
    expect(await Promise.all(files.map((sha256) => blobs.has(sha256)))).toEqual(files.map(() => false))
    expect(await Promise.all(originals.map(({ sha256 }) => blobs.has(sha256)))).toEqual(
      originals.map(() => true),
    )
    const again = await server.call(user, retryJob, { project, body: { jobId: jobId ?? 0 } })
    expect([again.status, again.error.detail]).toEqual([409, 'production'])
  })

  it('is delivered by two people, and nothing of it is taken back then', async () => {
    const { server, user, project } = intake
    const { data } = await server.call(user, contract.productionNames, { project })
    const { productionId } = data.data.find(({ name }) => name === 'First') ?? { productionId: 0 }
    const second = await server.user({ role: 'ProjectManager', companyId: user.companyId, name: 'Sol Ortiz' })
    await server.member(project, second.userId, 'ProjectManager')
    const deliver = (as: TestUser) =>
      server.call(as, contract.deliverProduction, { project, body: { productionId } })
    const by = { productionId, confidence: 95 as const, margin: 5 }
    const drawn = await server.call(user, drawProductionSample, { project, body: by })
    for (const { documentId } of drawn.data.documents) {
      const body = { productionId, documentId, verdict: 'right' as const, note: '', seen: null }
      await server.call(user, lookAtSampled, { project, key: key(), body })
    }
    expect((await deliver(user)).data).toMatchObject({ state: 'Produced', delivered: null })
    expect((await deliver(user)).error.detail).toBe('secondPerson')
    expect((await deliver(second)).data).toMatchObject({
      state: 'Delivered',
      delivered: { by: user.name, confirmedBy: 'Sol Ortiz' },
    })
    const rolled = await server.call(user, contract.rollbackProduction, {
      ...{ project, body: { productionId, release: false } },
    })
    expect([rolled.status, rolled.error.detail]).toEqual([409, 'Delivered'])
    expect((await rangeOf(productionId, { range: 'bytes=0-9' })).status).toBe(206)
  })

  it('shows nothing of it to whoever a wall has come between', async () => {
    const { server, user, project } = intake
    const begun = await server.call(user, contract.insertProduction, {
      ...{ project, key: key(), body: { name: 'Behind a wall', settings: await settingsOf() } },
    })
    const { productionId } = begun.data
    const documentId = idOf.get('mail.eml') ?? 0
    const look = () => server.call(user, previewDocument, { project, query: { productionId, documentId } })
    const page = () =>
      server.call(user, previewPage, {
        ...{ project, query: { projectId: project, productionId, documentId, page: 1 } },
      })
    expect([(await look()).status, (await page()).status]).toEqual([200, 200])
    const walls = await server.call(user, createGroup, {
      ...{ project, key: key(), body: { name: 'Nobody', shutOut: true } },
    })
    expect(walls.status).toBe(200)
    expect([(await look()).status, (await page()).status]).toEqual([404, 404])
  })
})
