/** What is made of documents for productions: of open, redacted and withheld ones; and slip sheets that are uploaded. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { BodyOf } from '#contracts/call.ts'
import { beginUpload, createSource, putChunk } from '#contracts/collect.ts'
import { retryJob } from '#contracts/jobs.ts'
import { getPages, getPageTexts } from '#contracts/pages.ts'
import {
  initStuff,
  insertProduction,
  rollbackProduction,
  slipFailed,
  uploadSlipSheet,
} from '#contracts/productions.ts'
import { createCustodian } from '#contracts/project.ts'
import { saveCells } from '#contracts/redacted-cells.ts'
import { saveMarkup } from '#contracts/redactions.ts'
import { verifyUpload } from '#contracts/verify-upload.ts'
import { importPath, settledJob } from '#server/intake/import/import-path.ts'
import { picturePixels } from '#server/intake/processing/pages/pictures.ts'
import { encodeJpeg } from '#server/intake/processing/pdf/jpeg.ts'
import { pageWords } from '#server/intake/processing/pdf/page-words.ts'
import { withPdf } from '#server/intake/processing/pdf/pdf-file.ts'
import { tiffOf } from '#server/intake/processing/redact/tiff.ts'
import type { Made, MadePart, ToMake } from '#server/production/making/made.ts'
import type { PageFault } from '#server/review/pages/protocol.ts'
import { message } from '#tests/fixtures/mail.ts'
import { pdf, show } from '#tests/fixtures/pdf.ts'
import { writeBook } from '#tests/fixtures/sheets.ts'
import { costlyDialects, type TestUser, withoutAnalysis } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'
import { trail } from './people.ts'
import { productionsOf } from './produced.ts'

withoutAnalysis()

const canary = 'Larkspur'
const files = {
  'contract.pdf': pdf({
    pages: [
      { content: show(`The price of ${canary} stays`, 72, 700) + show('Harmon drilling', 72, 686) },
      { content: show('Appendix') },
    ],
  }),
  'plain.pdf': pdf({ pages: Array.from({ length: 6 }, (_, page) => ({ content: show(`Page ${page}`) })) }),
  'mail.eml': message({ subject: 'Price', text: 'Dear Maria\nnothing is secret\n' }),
  'pay.xlsx': writeBook(
    [
      {
        name: 'Pay',
        rows: [
          ['Ana', `Bonus of ${canary}`],
          ['Ben', 'Plain'],
        ],
      },
    ],
    'xlsx',
  ),
}
type Name = keyof typeof files
const never = new AbortController().signal
const worker = fileURLToPath(new URL('../../server/production/making/worker.ts', import.meta.url))

describe.each(costlyDialects)('making productions on %s', (dialect) => {
  let intake: Intake
  let ana: TestUser
  let ids: ReadonlyMap<string, number>
  beforeAll(async () => {
    intake = await startIntake(dialect)
    const { server, project, user } = intake
    await server.user({ role: 'SystemAdmin' })
    ana = await server.user({ role: 'ReviewManager', companyId: user.companyId })
    await server.member(project, ana.userId, 'ReviewManager')
    const found = new Map<string, number>()
    for (const [name, bytes] of Object.entries(files)) {
      const { jobId } = await importPath(server.services, {
        ...{ path: intake.write(name, bytes), projectId: project, custodian: 'Reyes' },
      })
      await settledJob(server.services, jobId)
      const { id } = await server.services.records.read
        .selectFrom('document')
        .select((eb) => eb.fn.max('document_id').as('id'))
        .executeTakeFirstOrThrow()
      found.set(name, Number(id))
    }
    ids = found
  }, 60_000)
  afterAll(() => intake.close())

  const idOf = (name: Name): number => ids.get(name) ?? 0
  const rowOf = (name: Name) =>
    intake.server.services.records.read
      .selectFrom('document')
      .select(['sha256', 'redaction_revision'])
      .where('document_id', '=', idOf(name))
      .executeTakeFirstOrThrow()
  const asked = async (name: Name, other: Partial<ToMake> = {}): Promise<ToMake> => {
    const { sha256, redaction_revision: redactionRevision } = await rowOf(name)
    return {
      ...{ productionId: 1, projectId: intake.project, documentId: idOf(name), fileSha256: sha256 },
      redactionRevision,
      ...{ pages: 1, slipSheet: null, native: false, text: true, numberPlaces: ['footerRight'] },
      stamps: (page) => ({ footerRight: `NW${page + 1}` }),
      images: { format: 'tiff', color: 'jpeg' },
      ...other,
    }
  }
  const make = async (name: Name, other: Partial<ToMake> = {}): Promise<Made | PageFault> =>
    await intake.server.services.producing.make(await asked(name, other), never)
  const madeOf = (made: Made | PageFault): Made => {
    if ('reason' in made) throw new Error(made.reason)
    return made
  }
  const bytesOf = async ({ sha256 }: Made): Promise<Buffer> => await intake.server.services.blobs.read(sha256)
  const partOf = async (made: Made, kind: MadePart['kind'], nth = 0): Promise<Buffer> => {
    const part = made.parts.filter((one) => one.kind === kind)[nth]
    if (part === undefined) throw new Error(`There is no ${kind}.`)
    return (await bytesOf(made)).subarray(part.at, part.at + part.size)
  }
  let sent = 0
  const save = async (name: Name, add: BodyOf<typeof saveMarkup>['markup']['add']) => {
    const key = `command-making-${sent++}`
    const { status } = await intake.server.call(ana, saveMarkup, {
      ...{ project: intake.project, key },
      body: {
        ...{ documentId: idOf(name), gesture: `gesture-${key}` },
        markup: { add, change: [], remove: [], restore: [] },
      },
    })
    expect(status).toBe(200)
  }

  it('of an open document are its pages, its text and its file, the same each time', async () => {
    const { producing } = intake.server.services
    const at = { projectId: intake.project, documentId: idOf('mail.eml') }
    expect(await producing.count(at, never)).toBe(1)
    const made = madeOf(await make('mail.eml', { native: true }))
    expect(made.parts.map(({ kind, extension }) => `${kind}.${extension}`)).toEqual(['page.tif', 'text.txt'])
    expect((await partOf(made, 'text')).toString()).toContain('nothing is secret')
    expect(made.native).toMatchObject({ sha256: (await rowOf('mail.eml')).sha256, extension: 'eml' })
    const page = await picturePixels(await partOf(made, 'page'), 'image/tiff', 0, 300)
    expect([page.width, page.height, page.dpi]).toEqual([2550, 3300, 300])
    expect(madeOf(await make('mail.eml', { native: true }))).toEqual(made)
    expect((await bytesOf(made)).length).toBe(made.size)
    for (const [at, { sha256 }] of made.parts.entries())
      expect(
        createHash('sha256')
          .update(await partOf(made, at === 0 ? 'page' : 'text'))
          .digest('hex'),
      ).toBe(sha256)
  })

  it.runIf(existsSync('/proc/self/status'))('are the same where a process was ended over them', async () => {
    const whole = madeOf(await make('plain.pdf', { pages: 6 }))
    const making = make('plain.pdf', { pages: 6 })
    // Once something of it is there.
    const folder = join(intake.server.services.spool, `project-${intake.project}`, 'making')
    await expect.poll(() => readdirSync(folder).length, { interval: 2 }).toBeGreaterThan(0)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(killDrawing()).toBeGreaterThan(0)
    expect(madeOf(await making)).toEqual(whole)
    expect(readdirSync(folder)).toEqual([])
  })

  it('of a redacted document hold nothing of what is covered', async () => {
    const name = 'contract.pdf'
    const told = { project: intake.project, query: { documentId: idOf(name) } }
    await intake.server.call(ana, getPages, told)
    const { data } = await intake.server.call(ana, getPageTexts, told)
    const nth = data.data[0]?.text.split(/\s+/).indexOf(canary) ?? -1
    const boxes = data.data[0]?.boxes.slice(4 * nth, 4 * nth + 4) ?? []
    const before = await asked(name, { pages: 2 })
    expect((await partOf(madeOf(await make(name, { pages: 2 })), 'text')).toString()).toContain(canary)
    await save(name, [{ key: 'making-0', page: 1, kind: 'words', boxes, label: '', reason: '' }])
    // As it was planned before.
    expect(await intake.server.services.producing.make(before, never)).toMatchObject({ code: 'changed' })

    const made = madeOf(await make(name, { pages: 2 }))
    expect((await bytesOf(made)).includes(canary)).toBe(false)
    const text = (await partOf(made, 'text')).toString()
    expect(text.split('\f').map((page) => page.trim().replace(/\s+/g, ' '))).toEqual([
      expect.stringMatching(/^The price of stays Harmon drilling$/),
      'Appendix',
    ])
    // The box is black where the word was.
    const image = await picturePixels(await partOf(made, 'page'), 'image/tiff', 0, 300)
    const [left = 0, top = 0, right = 0, bottom = 0] = boxes
    const scale = 3195 / 3300
    const x = Math.round(1275 + (((left + right) / 2 / 10_000) * 2550 - 1275) * scale)
    const y = Math.round(((top + bottom) / 2 / 10_000) * 3300 * scale)
    expect(
      [...image.pixels.subarray((y * 2550 + x - 20) * 3, (y * 2550 + x + 20) * 3)].every((one) => one === 0),
    ).toBe(true)

    const asPdf = madeOf(await make(name, { pages: 2, images: { format: 'pdf', color: 'jpeg' } }))
    const words = await withPdf(await partOf(asPdf, 'pdf'), [], (file) =>
      [0, 1].flatMap((page) => (pageWords(file, page) ?? []).map((word) => word.text)),
    )
    expect(words).toEqual(['The', 'price', 'of', 'stays', 'Harmon', 'drilling', 'Appendix'])
    // Its file stays, and with a slip sheet in the place of its pages so does its text.
    expect(await make(name, { native: true, pages: 1, slipSheet: { text: 'NATIVE' } })).toMatchObject({
      code: 'unsupportedType',
    })
    const slipped = madeOf(await make(name, { pages: 1, slipSheet: { text: 'FAILED' } }))
    expect(slipped.parts.map(({ kind }) => kind)).toEqual(['page'])
  })

  it('of a spreadsheet with redacted cells is its rebuilt copy, and never a page', async () => {
    const name = 'pay.xlsx'
    const key = `command-making-${sent++}`
    const add = [
      { key: 'making-cells', sheet: 0, kind: 'cells', range: 'B1', pieces: [], label: '', reason: '' },
    ]
    const { status } = await intake.server.call(ana, saveCells, {
      ...{ project: intake.project, key },
      body: {
        ...{ documentId: idOf(name), gesture: `gesture-${key}` },
        markup: { add, change: [], remove: [], restore: [] },
      },
    })
    expect(status).toBe(200)
    const made = madeOf(await make(name, { native: true, slipSheet: { text: 'NATIVE' } }))
    expect(made.parts.map(({ kind, extension }) => `${kind}.${extension}`)).toEqual([
      'page.tif',
      'workbook.xlsx',
    ])
    expect(made.native).toBeNull()
    const { unzipSync } = await import('fflate')
    const inside = Object.values(unzipSync(await partOf(made, 'workbook'))).map((one) =>
      Buffer.from(one).toString(),
    )
    expect(inside.join('')).not.toContain(canary)
    expect(inside.join('')).toContain('Plain')
    const at = { projectId: intake.project, documentId: idOf(name) }
    expect(await intake.server.services.producing.count(at, never)).toMatchObject({ code: 'unsupportedType' })
    expect(await make(name)).toMatchObject({ code: 'unsupportedType' })
  })

  it('of a withheld document is its slip sheet, whichever document it is', async () => {
    const withheld = {
      slipSheet: { text: 'WITHHELD\nPrivilege' },
      text: false,
      stamps: () => ({ footerRight: 'NW7' }),
    }
    const one = madeOf(await make('contract.pdf', withheld))
    const other = madeOf(await make('plain.pdf', withheld))
    expect(one.parts.map(({ kind }) => kind)).toEqual(['page'])
    expect(other).toEqual(one)
  })

  it('is refused before it begins where a stamp has a letter that no font has', async () => {
    const { project, server, user } = intake
    const { data } = await server.call(user, initStuff, { project })
    const [template] = data.templates
    const stamps = { headerLeft: { kind: 'text', text: 'Vertraulich 秘密' } }
    const body = { name: 'Stamped', settings: { ...template?.settings, stamps } }
    const { error } = await server.call(user, insertProduction, { project, key: 'command-stamped', body })
    expect(error).toMatchObject({ code: 'request.invalid', message: expect.stringContaining('“秘”') })
  })

  it('[rest-job-prod-upload-slipsheet] [val-slipsheet-types] [rest-userrepo-verify-upload] takes slip sheets of one page by what they are', async () => {
    const page = pdf({ pages: [{ content: show('WITHHELD') }] })
    const pixels = Buffer.alloc(60 * 40 * 3, 200)
    const jpeg = encodeJpeg({ width: 60, height: 40, dpi: 100, reduced: false, pixels })
    const tiff = tiffOf(new Uint8Array(60 * 40), 60, 100)
    const send = (name: string, body: Buffer, as = intake.user) =>
      intake.server.call(as, uploadSlipSheet, { project: intake.project, query: { name }, body })
    // Whatever they are called.
    for (const [name, body] of [
      ['sheet.pdf', page],
      ['sheet.jpg', jpeg],
      ['sheet', tiff],
    ] as const) {
      const { data } = await send(name, body)
      expect(data).toMatchObject({ name })
      expect(await intake.server.services.blobs.read(data.sha256)).toEqual(body)
    }
    const { data } = await send('again.pdf', page)
    const told = await trail(intake.server, `project:${intake.project}`)
    expect(told.filter(({ action }) => action === 'production.slipSheetUploaded')).toHaveLength(3)
    const slipSheet = { sha256: data.sha256, name: 'sheet.pdf' }
    const made = madeOf(await make('plain.pdf', { slipSheet, text: false }))
    expect(made.parts.map(({ kind }) => kind)).toEqual(['page'])

    const verify = async (body: BodyOf<typeof verifyUpload>, as = intake.user) =>
      await intake.server.call(as, verifyUpload, { project: intake.project, body })
    const file = { slipSheet: data.sha256 }
    const { sha256 } = data
    expect((await verify({ file, size: page.length, sha256 })).data).toEqual({
      ...{ size: page.length, sha256, isSame: true },
    })
    expect((await verify({ file, size: page.length - 1, sha256 })).data.isSame).toBe(false)
    expect((await verify({ file, size: page.length, sha256: 'f'.repeat(64) })).data.isSame).toBe(false)
    expect((await verify({ file: { slipSheet: 'f'.repeat(64) }, size: 1, sha256 })).status).toBe(404)
    expect((await verify({ file, size: page.length, sha256 }, ana)).status).toBe(403)
    // Of an upload that is on its way, what has come counts.
    const { data: custodian } = await intake.server.call(intake.user, createCustodian, {
      ...{ project: intake.project, body: { name: 'Sheets' } },
    })
    const { data: source } = await intake.server.call(intake.user, createSource, {
      project: intake.project,
      body: {
        ...{ name: 'Sheets', custodianId: custodian.custodianId },
        ...{ autoProcess: false, autoPromote: false },
      },
    })
    const { data: upload } = await intake.server.call(intake.user, beginUpload, {
      project: intake.project,
      body: { sourceId: source.sourceId, fileName: 'sheet.pdf', size: page.length },
    })
    const { uploadId } = upload
    const half = page.subarray(0, 100)
    await intake.server.call(intake.user, putChunk, {
      ...{ project: intake.project, params: { uploadId }, query: { offset: 0 }, body: half },
    })
    const sent = { size: half.length, sha256: createHash('sha256').update(half).digest('hex') }
    expect((await verify({ file: { uploadId }, ...sent })).data).toEqual({ ...sent, isSame: true })
    expect((await verify({ file: { uploadId }, size: page.length, sha256 })).data.isSame).toBe(false)

    expect((await send('sheet.pdf', page, ana)).status).toBe(403)
    const why = async (name: string, body: Buffer) => (await send(name, body)).error
    expect(await why('sheet.pdf', files['mail.eml'])).toMatchObject({
      code: 'request.invalid',
      message: expect.stringContaining('message/rfc822'),
    })
    expect((await why('sheet.pdf', files['contract.pdf'])).message).toContain('2 pages')
    expect((await why('sheet.tiff', Buffer.from('%PDF-1.4 nothing'))).message).toContain('cannot be read')
    expect((await why('sheet.jpg', Buffer.alloc(0))).message).toContain('empty')
    // One of another project is none here.
    const foreign = { sha256: 'f'.repeat(64), name: 'sheet.pdf' }
    expect(await make('plain.pdf', { slipSheet: foreign, text: false })).toMatchObject({ code: 'missing' })
  })

  it('leave no file behind of a document that was redacted after its file was kept and before its row said so', async () => {
    const { server, project, user } = intake
    const all = productionsOf({ server, user, project })
    const { blobs } = server.services
    const page = { content: show(`Cut off ${canary}`, 72, 700) }
    const documentId = await all.imported(intake.write('cut.pdf', pdf({ pages: [page] })))
    const commercial = await all.template('Commercial')
    const query = { ...commercial.set.query, queryString: `Document_Id:${documentId}` }
    const numbering = { ...commercial.numbering, prefix: 'CUT' }
    const adopt = blobs.adopt.bind(blobs)
    const kept: string[] = []
    const cut = vi.spyOn(blobs, 'adopt').mockImplementationOnce(async (path, sha256) => {
      await adopt(path, sha256)
      kept.push(sha256)
      throw new Error('The server is gone.')
    })
    const begun = await all.begin('Cut', { ...commercial, numbering, set: { ...commercial.set, query } })
    const { productionId, jobId } = begun
    await settledJob(server.services, jobId)
    cut.mockRestore()
    const [before = ''] = kept
    expect([(await all.stateOf(productionId)).state, await blobs.has(before)]).toEqual(['Failed', true])
    await all.cover(documentId, canary)
    await server.call(user, retryJob, { project, body: { jobId } })
    await settledJob(server.services, jobId)
    const slipSheet = { text: 'IT WAS CHANGED' }
    expect((await server.call(user, slipFailed, { project, body: { productionId, slipSheet } })).status).toBe(
      200,
    )
    await settledJob(server.services, jobId)
    expect([(await all.stateOf(productionId)).state, await blobs.has(before)]).toEqual(['Produced', false])
    const body = { productionId, release: false }
    expect((await server.call(user, rollbackProduction, { project, body })).data.state).toBe('RolledBack')
  })
})

/** Ends the processes of this one that draw pages of productions; answers how many there were. */
function killDrawing(): number {
  const own = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && isDrawing(pid))
  for (const pid of own) process.kill(Number(pid), 'SIGKILL')
  return own.length
}

function isDrawing(pid: string): boolean {
  try {
    const [, parent] = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    const told = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return Number(parent) === process.pid && (told.includes('/drawing') || told.includes(worker))
  } catch {
    // It has ended meanwhile.
    return false
  }
}
