/** Burned pages and redacted files as somebody asks for them: of each kind of document, and refused where they must be. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BodyOf } from '#contracts/call.ts'
import { getPages, getPageTexts } from '#contracts/pages.ts'
import * as contract from '#contracts/redactions.ts'
import { importPath, settledJob } from '#server/intake/import/import-path.ts'
import { pageWords } from '#server/intake/processing/pdf/page-words.ts'
import { withPdf } from '#server/intake/processing/pdf/pdf-file.ts'
import { isWhole } from '#server/review/pages/images.ts'
import { message } from '#tests/fixtures/mail.ts'
import { pdf, show } from '#tests/fixtures/pdf.ts'
import { blue, bmp, red } from '#tests/fixtures/pictures.ts'
import { readByOthers, readsPdfs, saysAnywhere } from '#tests/support/other-readers.ts'
import { costlyDialects, type TestUser, withoutAnalysis } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'
import { trail } from './people.ts'

withoutAnalysis()

const secret = 'ZQX7781'
/** The same word in 15 places: heads, bodies, names and a message in the message. */
const canary = [
  `From: "Ana ${secret}" <ana@${secret}.example>`,
  `To: "Ben ${secret}" <ben@larkspur.example>`,
  `Cc: cc@${secret}.example`,
  `Reply-To: reply@${secret}.example`,
  `Subject: About ${secret}`,
  'Date: Mon, 5 Jan 2026 10:00:00 +0000',
  `Message-ID: <${secret}@larkspur.example>`,
  `References: <before-${secret}@larkspur.example>`,
  `X-Note: ${secret}`,
  `Comments: ${secret}`,
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary="outer"',
  '',
  '--outer',
  'Content-Type: multipart/alternative; boundary="inner"',
  '',
  '--inner',
  'Content-Type: text/plain',
  '',
  `The plain body says ${secret} once.`,
  '--inner',
  'Content-Type: text/html',
  '',
  `<p>The other body says <b>${secret}</b> <img src="cid:one" alt="${secret}"><!-- ${secret} --></p>`,
  '--inner--',
  '--outer',
  `Content-Type: image/png; name="${secret}.png"`,
  `Content-Disposition: inline; filename="${secret}.png"`,
  'Content-ID: <one>',
  'Content-Transfer-Encoding: base64',
  '',
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  '--outer',
  'Content-Type: message/rfc822',
  '',
  `From: nested@${secret}.example`,
  `Subject: Nested ${secret}`,
  '',
  `The nested body says ${secret}.`,
  '--outer--',
  '',
].join('\r\n')

const files = {
  'contract.pdf': pdf({
    pages: [
      { content: show('The price of Larkspur stays', 72, 700) + show('Harmon drilling', 72, 686) },
      { content: show('Appendix') },
    ],
  }),
  'mail.eml': message({ subject: 'Price', text: 'Dear Maria\nthe Larkspur price\nis a secret\n' }),
  'canary.eml': Buffer.from(canary),
  'photo.bmp': bmp(400, 200, red, blue),
  'racing.pdf': pdf({ pages: [{ content: show('The Larkspur price') }] }),
}
type Name = keyof typeof files

/** What a PDF has packed, unpacked. */
function streamsIn(bytes: Buffer): Buffer[] {
  const found: Buffer[] = []
  for (let at = bytes.indexOf('stream\n'); at >= 0; at = bytes.indexOf('stream\n', at + 7))
    try {
      found.push(inflateSync(bytes.subarray(at + 7, bytes.indexOf('\nendstream', at))))
    } catch {
      // An image: it is told by its pixels.
    }
  return found
}

describe.each(costlyDialects)('redacted documents on %s', (dialect) => {
  let intake: Intake
  let ana: TestUser
  let plain: TestUser
  let ids: ReadonlyMap<string, number>
  beforeAll(async () => {
    intake = await startIntake(dialect)
    const { server, project, user } = intake
    await server.user({ role: 'SystemAdmin' })
    const { companyId } = user
    ana = await server.user({ role: 'ReviewManager', companyId, name: 'Ana Lima' })
    await server.member(project, ana.userId, 'ReviewManager')
    plain = await server.user({ role: 'Reviewer', companyId })
    await server.member(project, plain.userId, 'Reviewer', [])
    const found = new Map<string, number>()
    for (const [name, bytes] of Object.entries(files)) {
      const path = intake.write(name, bytes)
      const { jobId } = await importPath(server.services, { path, projectId: project, custodian: 'Reyes' })
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
  let sent = 0
  const save = (name: Name, markup: Partial<BodyOf<typeof contract.saveMarkup>['markup']>) => {
    const key = `command-burned-${sent++}`
    return intake.server.call(ana, contract.saveMarkup, {
      ...{ project: intake.project, key },
      body: {
        documentId: idOf(name),
        gesture: `gesture-${key}`,
        markup: { add: [], change: [], remove: [], restore: [], ...markup },
      },
    })
  }
  const cover = async (name: Name, key: string, boxes: number[]) => {
    const add = [{ key, page: 1, kind: 'words' as const, boxes, label: '', reason: '' }]
    expect((await save(name, { add })).status).toBe(200)
  }
  const fileOf = (name: Name, as = ana) =>
    intake.server.call(as, contract.redactedFile, {
      project: intake.project,
      query: { projectId: intake.project, documentId: idOf(name) },
    })
  const pageOf = (name: Name, revision: number, as = ana) =>
    intake.server.call(as, contract.burnedPage, {
      project: intake.project,
      params: { documentId: idOf(name), page: 1 },
      query: { projectId: intake.project, revision },
    })
  const readBack = (bytes: Buffer): Promise<string[][]> =>
    withPdf(bytes, [], (file) =>
      Array.from({ length: file.pageCount }, (_, page) =>
        (pageWords(file, page) ?? []).map(({ text }) => text),
      ),
    )
  /** As the viewer is told of them. */
  const placeOf = async (name: Name, word: string): Promise<number[]> => {
    const at = { project: intake.project, query: { documentId: idOf(name) } }
    await intake.server.call(ana, getPages, at)
    const { data } = await intake.server.call(ana, getPageTexts, at)
    const [first] = data.data
    const nth = first?.text.split(/\s+/).indexOf(word) ?? -1
    expect(nth).toBeGreaterThanOrEqual(0)
    return first?.boxes.slice(4 * nth, 4 * nth + 4) ?? []
  }

  it.each(['contract.pdf', 'mail.eml'] as const)(
    'of %s nothing covered is read, and all else is',
    async (name) => {
      const boxes = await placeOf(name, 'Larkspur')
      const told = (await trail(intake.server, `project:${intake.project}`)).length
      const before = await readBack((await fileOf(name)).raw.rawPayload)
      const open = (await pageOf(name, 0)).raw.rawPayload
      expect(before.flat()).toContain('Larkspur')
      await cover(name, `first-words-${idOf(name)}`, boxes)

      const made = await fileOf(name)
      expect(made.raw.headers['content-disposition']).toMatch(/attachment; filename="[A-Z]+\d+\.pdf"/)
      expect(await readBack(made.raw.rawPayload)).toEqual(
        before.map((words) => words.filter((word) => word !== 'Larkspur')),
      )
      expect((await fileOf(name)).raw.rawPayload.equals(made.raw.rawPayload)).toBe(true)
      const covered = (await pageOf(name, 1)).raw
      expect([isWhole(covered.rawPayload), covered.rawPayload.equals(open)]).toEqual([true, false])
      // What was kept of before is not given out after it.
      expect(await pageOf(name, 0)).toMatchObject({ status: 409, error: { data: { revision: 1 } } })
      const downloads = (await trail(intake.server, `project:${intake.project}`))
        .slice(told)
        .filter(({ action }) => action === 'document.downloaded')
      expect(downloads.map(({ facts }) => facts)).toMatchObject([
        { file: 'redacted', revision: 0 },
        { file: 'redacted', revision: 1 },
        { file: 'redacted', revision: 1 },
      ])
    },
  )

  it('of a message nothing is left of a word that stood in 15 places', async () => {
    const [name] = ['canary.eml'] as const
    // The parent of its family: the message in it came in after it.
    const { id } = await intake.server.services.records.read
      .selectFrom('document')
      .select((eb) => eb.fn.min('document_id').as('id'))
      .where('title', '=', `About ${secret}`)
      .executeTakeFirstOrThrow()
    ids = new Map([...ids, [name, Number(id)]])
    const at = { project: intake.project, query: { documentId: idOf(name) } }
    await intake.server.call(ana, getPages, at)
    const [page] = (await intake.server.call(ana, getPageTexts, at)).data.data
    const seen = (page?.text.split(/\s+/) ?? []).flatMap((word, nth) =>
      word.includes(secret) ? [page?.boxes.slice(4 * nth, 4 * nth + 4) ?? []] : [],
    )
    expect(seen.length).toBeGreaterThan(4)
    await cover(name, 'canary-words-0001', seen.flat())
    const { raw } = await fileOf(name)
    expect(raw.statusCode, raw.body.slice(0, 300)).toBe(200)
    const words = (await readBack(raw.rawPayload)).flat()
    expect(words.join(' ')).toContain('The other body says')
    expect(words.filter((word) => word.includes(secret))).toEqual([])
    const unpacked = [raw.rawPayload, ...streamsIn(raw.rawPayload)]
    for (const spelled of [secret, secret.toLowerCase(), Buffer.from(secret).toString('hex')])
      expect(
        unpacked.filter(
          (bytes) => bytes.includes(spelled) || bytes.includes(Buffer.from(spelled, 'utf16le')),
        ),
      ).toEqual([])
    if (!readsPdfs) return
    const others = readByOthers(raw.rawPayload)
    expect([others.faults, others.text.includes('The other body says')]).toEqual(['', true])
    expect(saysAnywhere(others, secret)).toBe(false)
  })

  it('a picture leaves with its box, and without text', async () => {
    const open = (await fileOf('photo.bmp')).raw.rawPayload
    await cover('photo.bmp', 'photo-box-1', [1000, 1000, 4000, 4000])
    const { raw } = await fileOf('photo.bmp')
    expect([await readBack(raw.rawPayload), raw.rawPayload.equals(open)]).toEqual([[[]], false])
  })

  it('what the gate finds is said with its place, and nothing leaves', async () => {
    const [left = 0, top = 0, right = 0, bottom = 0] = await placeOf('contract.pdf', 'Harmon')
    await cover('contract.pdf', 'half-a-word', [left, top, right, Math.round((top + bottom) / 2)])
    const refused = await fileOf('contract.pdf')
    expect(refused).toMatchObject({
      status: 409,
      error: { detail: 'redaction.refused', data: { faults: [{ page: 1, kind: 'ring' }] } },
    })
    expect(JSON.stringify(refused.error)).not.toMatch(/Harmon|Larkspur/)
    await save('contract.pdf', { remove: [{ key: 'half-a-word', version: 1 }] })
    expect((await fileOf('contract.pdf')).status).toBe(200)
  })

  it('what is covered while a file is made does not leave in it', async () => {
    const boxes = await placeOf('racing.pdf', 'Larkspur')
    const { burning } = intake.server.services
    const { file } = burning
    Object.assign(burning, {
      file: async (...given: Parameters<typeof file>) => {
        const made = await file(...given)
        await cover('racing.pdf', 'late-words', boxes)
        return made
      },
    })
    try {
      expect(await fileOf('racing.pdf')).toMatchObject({
        status: 409,
        error: { detail: 'redaction.changed', data: { revision: 1 } },
      })
    } finally {
      Object.assign(burning, { file })
    }
    expect((await readBack((await fileOf('racing.pdf')).raw.rawPayload)).flat()).toEqual(['The', 'price'])
  })

  it('nothing leaves before redactions of other pages are checked, nor to who may not have it', async () => {
    const { records } = intake.server.services
    const documentId = idOf('mail.eml')
    await records.write('interactive', async (trx) => {
      await trx
        .updateTable('document')
        .set({ title: 'Another subject' })
        .where('document_id', '=', documentId)
        .execute()
    })
    expect(await fileOf('mail.eml')).toMatchObject({ status: 409, error: { detail: 'redaction.toCheck' } })
    // Who is to check them sees where they are now.
    expect((await pageOf('mail.eml', 1)).status).toBe(200)
    expect((await fileOf('photo.bmp', plain)).status).toBe(403)
  })

  it('all that is kept of it lies below the project', () => {
    const root = join(intake.server.config.dataDir, 'pages')
    const pdfs = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter(({ name }) => name === 'pdf')
      .map(({ parentPath }) => parentPath)
    expect(pdfs.length).toBeGreaterThan(4)
    for (const path of pdfs) expect(path).toContain(join(root, `project-${intake.project}`))
  })
})
