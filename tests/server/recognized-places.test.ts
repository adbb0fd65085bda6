/** Where recognized words stand on page images, and what becomes of them in a redacted file. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { searchDocuments } from '#contracts/documents.ts'
import { startOcr } from '#contracts/ocr.ts'
import { getPageTexts } from '#contracts/pages.ts'
import { redactedFile, saveMarkup } from '#contracts/redactions.ts'
import { importPath, settledJob } from '#server/intake/import/import-path.ts'
import { turned } from '#server/intake/processing/ocr/grey.ts'
import { pageWords } from '#server/intake/processing/pdf/page-words.ts'
import { withPdf } from '#server/intake/processing/pdf/pdf-file.ts'
import { recognizedWords } from '#server/review/pages/recognized-words.ts'
import { bmp, scan, scannedPdf } from '#tests/fixtures/scans.ts'
import { deep, inDeepRun } from '#tests/runs.ts'
import { costlyDialects, withoutAnalysis } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'

withoutAnalysis()

const lines = ['The wharf lease was signed in', 'Rotterdam by Jonathan Albright', 'on the fourth of March.']
const stamp = 'HAR-000123'

describe.each(costlyDialects)('places of recognized words on %s', (dialect) => {
  let intake: Intake
  let scanned = 0
  let letter = 0
  let aside = 0
  beforeAll(async () => {
    intake = await startIntake(dialect)
    const { server, project, user } = intake
    const { services } = server
    await server.user({ role: 'SystemAdmin' })
    const image = await scan(lines)
    for (const [name, bytes] of [
      ['scan.pdf', scannedPdf([{ image, stamp }])],
      ['letter.bmp', bmp(image)],
      ...(deep ? [['aside.pdf', scannedPdf([{ image: turned(image, 1) }])] as const] : []),
    ] as const) {
      const path = intake.write(name, bytes)
      const { jobId } = await importPath(services, { path, projectId: project, custodian: 'Rivera' })
      await settledJob(services, jobId)
    }
    const rows = await services.records.read
      .selectFrom('document')
      .select('document_id')
      .orderBy('document_id')
      .execute()
    ;[scanned = 0, letter = 0, aside = 0] = rows.map(({ document_id }) => document_id)
    const { jobId } = (
      await server.call(user, startOcr, {
        project,
        key: 'recognize-once',
        body: { documents: null, withText: false, correlationId: 'gesture-0001' },
      })
    ).data
    await settledJob(services, jobId)
    await services.search.settled(project)
  }, 90_000)
  afterAll(() => intake.close())

  const textOn = async (documentId: number) => {
    const { server, project, user } = intake
    const { data } = await server.call(user, getPageTexts, { project, query: { documentId } })
    return data.data
  }
  /** Left, top, right and bottom of a word. */
  const boxOf = async (documentId: number, word: string): Promise<number[]> => {
    const [page] = await textOn(documentId)
    const at = page?.text.split(/[ \n]/).indexOf(word) ?? -1
    return at < 0 ? [] : (page?.boxes.slice(4 * at, 4 * at + 4) ?? [])
  }
  const wordsLeaving = async (documentId: number): Promise<string> => {
    const { server, project, user } = intake
    const { status, raw } = await server.call(user, redactedFile, {
      project,
      query: { projectId: project, documentId },
    })
    expect(status, raw.body.slice(0, 500)).toBe(200)
    return await withPdf(raw.rawPayload, [], (made) =>
      (pageWords(made, 0) ?? []).map(({ text }) => text).join(' '),
    )
  }

  it('a hit on a scan, and on a picture, has its place on the page image', async () => {
    const { server, project, user } = intake
    const found = await server.call(user, searchDocuments, {
      project,
      body: {
        query: { queryString: 'Albright', includeFamily: false, objectId: null, type: null },
        ...{ sort: 'documentId', viewer: 'parentsAndChildren', filter: 'all', page: 1, pageSize: 25 },
      },
    })
    expect(found.data.data.map(({ documentId }) => documentId)).toEqual(
      [scanned, letter, aside].filter((id) => id > 0),
    )
    for (const documentId of [scanned, letter]) {
      const [page, ...others] = await textOn(documentId)
      expect(others).toEqual([])
      expect(page?.text).toContain(lines.join('\n'))
      expect(page?.boxes.length).toBe(4 * (page?.text.split(/[ \n]/).length ?? 0))
      // Drawn from 72 points of 612, with its foot at 116 of 792, in letters of 14.
      const [left = 0, top = 0, right = 0, bottom = 0] = await boxOf(documentId, 'Rotterdam')
      expect(Math.abs(left - 1176)).toBeLessThan(40)
      expect(Math.abs(bottom - 1465)).toBeLessThan(40)
      expect(bottom - top).toBeLessThan(220)
      expect(right).toBeLessThan(2400)
    }
    // The stamp is the page's own, and is not told again.
    expect((await textOn(scanned))[0]?.text.split(stamp)).toHaveLength(2)
  })

  it('a page that lies on its side has its words where it shows them', inDeepRun, async () => {
    const [left = 0, top = 0, right = 0, bottom = 0] = await boxOf(scanned, 'Rotterdam')
    const there = await boxOf(aside, 'Rotterdam')
    const expected = [10_000 - bottom, left, 10_000 - top, right]
    expect(there).toHaveLength(4)
    for (const [at, place] of there.entries()) expect(Math.abs(place - (expected[at] ?? 0))).toBeLessThan(20)
  })

  it('[redact-and-markup-capability] a scan leaves with its open words, and without the covered one', async () => {
    const { server, project, user } = intake
    const all = [
      [scanned, [stamp]],
      [letter, []],
    ] as const
    // A picture takes the same way, from its first pixel to the gate.
    for (const [documentId, own] of deep ? all : all.slice(0, 1)) {
      expect(await wordsLeaving(documentId)).toContain('Jonathan Albright')
      const boxes = await boxOf(documentId, 'Albright')
      const saved = await server.call(user, saveMarkup, {
        project,
        key: `cover-the-name-${documentId}`,
        body: {
          documentId,
          gesture: `gesture-${documentId}`,
          markup: {
            add: [{ key: `redaction-${documentId}`, page: 1, kind: 'words', boxes, label: '', reason: '' }],
            ...{ change: [], remove: [], restore: [] },
          },
        },
      })
      expect(saved.status, saved.raw.body).toBe(200)
      const left = await wordsLeaving(documentId)
      for (const word of [...lines.join(' ').split(' '), ...own])
        if (word !== 'Albright') expect(left.split(' ')).toContain(word)
      expect(left).not.toContain('Albright')
      expect(left).not.toMatch(/Albr|right/)
    }
  })

  it('tells no words of a file that the document does not have any more, nor any past the end of a cut text', async () => {
    const { records } = intake.server.services
    const source = { documentId: letter, sha256: '0'.repeat(64) }
    expect([...(await recognizedWords(records.read, source)).keys()]).toEqual([])
    const { sha256 } = await records.read
      .selectFrom('document')
      .select('sha256')
      .where('document_id', '=', letter)
      .executeTakeFirstOrThrow()
    await records.write('interactive', (trx) =>
      trx
        .updateTable('document_variant')
        .set({ text: 'The wharf le' })
        .where('document_id', '=', letter)
        .where('origin', '=', 'ocr')
        .execute(),
    )
    const cut = await recognizedWords(records.read, { documentId: letter, sha256 })
    expect([...cut.values()].flat().map(({ text }) => text)).toEqual(['The', 'wharf'])
  })
})
