/** What the settings of processing say of text recognition: its languages, and whether it follows an import by itself. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { getJob, retryJob, settledStates } from '#contracts/jobs.ts'
import { startOcr } from '#contracts/ocr.ts'
import { defaultProcessing, getProcessingSettings, type ProcessingSettings } from '#contracts/processing.ts'
import { getText, getTextList } from '#contracts/texts.ts'
import { importPath, settledJob } from '#server/intake/import/import-path.ts'
import { candidatesAfter } from '#server/intake/ocr/after-import.ts'
import { queueOcr } from '#server/intake/ocr/queue.ts'
import { languageData } from '#server/intake/processing/ocr/language-data.ts'
import { verifyChain } from '#server/platform/audit/verify.ts'
import { lockedZip } from '#tests/fixtures/locked-zip.ts'
import { bmp, scan, scannedPdf } from '#tests/fixtures/scans.ts'
import { inDeepRun } from '#tests/runs.ts'
import { zipOf } from '#tests/support/office.ts'
import { costlyDialects } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'
import { setProcessing } from './processing-settings.ts'

const german = [
  'Die Fässer für Köln müssen bis Anfang März',
  'völlig geräumt sein. Größere Mengen nähme',
  'Jürgen Müller in Österreich gern zurück.',
]
const english = ['Confidential memorandum about', 'the harbour dredging tender']

describe.each(costlyDialects)('the settings of text recognition on %s', (dialect) => {
  let intake: Intake
  let keys = 0
  beforeEach(async () => {
    intake = await startIntake(dialect)
  }, 60_000)
  afterEach(() => intake.close())

  const services = () => intake.server.services
  const as = () => ({ project: intake.project })
  const set = (settings: Partial<ProcessingSettings>) =>
    setProcessing(intake.server, intake.user, intake.project, settings)
  const bring = async (name: string, bytes: Buffer) => {
    const path = intake.write(name, bytes)
    const asked = { path, projectId: intake.project, custodian: 'Rivera', userId: intake.user.userId }
    const { jobId } = await importPath(services(), asked)
    await settledJob(services(), jobId)
    return jobId
  }
  const settled = async (jobId: number) => {
    const job = async () =>
      (await intake.server.call(intake.user, getJob, { ...as(), query: { jobId } })).data
    await expect
      .poll(async () => settledStates.includes((await job()).state), { timeout: 60_000, interval: 50 })
      .toBe(true)
    return await job()
  }
  const recognised = async (withText: boolean) => {
    const body = { documents: null, withText, correlationId: 'gesture-0001' }
    const { data } = await intake.server.call(intake.user, startOcr, {
      ...as(),
      key: `ocr-command-${++keys}`,
      body,
    })
    expect(await settled(data.jobId)).toMatchObject({ state: 'Completed' })
  }
  const documents = async () => {
    const { read } = services().records
    return await read.selectFrom('document').selectAll().orderBy('document_id').execute()
  }
  const ocrJobs = async () => {
    const { read } = services().records
    const jobs = await read
      .selectFrom('job')
      .select(['job_id', 'created_by', 'input', 'items_total'])
      .where('kind', '=', 'ocr')
      .orderBy('job_id')
      .execute()
    return await Promise.all(
      jobs.map(async ({ job_id, created_by, input, items_total }) => {
        const rows = await read
          .selectFrom('job_documents')
          .select('ids')
          .where('job_id', '=', job_id)
          .execute()
        const ids: number[] = rows.flatMap((row) => JSON.parse(row.ids))
        return { jobId: job_id, by: created_by, input: JSON.parse(input), pages: items_total, ids }
      }),
    )
  }
  const requests = async () => {
    const { read } = services().records
    const rows = await read
      .selectFrom('audit')
      .select(['job_id', 'user_id', 'text'])
      .where('action', '=', 'ocr.requested')
      .orderBy('seq')
      .execute()
    return rows.map(({ job_id, user_id, text }) => ({ jobId: job_id, by: user_id, ...JSON.parse(text) }))
  }

  it('[jobs-type-ocr] text is recognised in the languages that are chosen, and the text says which one it is in', {
    ...inDeepRun,
    timeout: 120_000,
  }, async () => {
    await bring('brief.bmp', bmp(await scan(german)))
    const [{ document_id: documentId } = { document_id: 0 }] = await documents()
    const text = async () => {
      const query = { documentId }
      const { data: list } = await intake.server.call(intake.user, getTextList, { ...as(), query })
      const asked = { documentId, origin: 'ocr' as const }
      const { data } = await intake.server.call(intake.user, getText, { ...as(), query: asked })
      const [made] = list.data
      return { words: data.text.split(/\s+/), language: made?.language, engine: made?.engine }
    }
    const expected = german.join(' ').split(' ')
    await recognised(false)
    const inEnglish = await text()
    expect(inEnglish).toMatchObject({ language: 'en', engine: expect.stringContaining(', eng 4') })
    expect(inEnglish.words).not.toEqual(expected)

    await set({ ocrLanguages: ['de'] })
    await recognised(true)
    expect(await text()).toEqual({
      words: expected,
      language: 'de',
      engine: expect.stringContaining(', deu 4'),
    })

    // Of several nobody knows which one it is in; the job before keeps what it was begun with.
    await set({ ocrLanguages: ['en', 'de'] })
    await recognised(true)
    expect(await text()).toEqual({
      words: expect.arrayContaining(['Fässer', 'Köln', 'müssen', 'Größere', 'Österreich']),
      language: null,
      engine: expect.stringContaining(', eng 4.0.0_best_int + deu 4'),
    })
    expect((await ocrJobs()).map(({ input }) => input.languages)).toEqual([['en'], ['de'], ['en', 'de']])
  })

  it('[jobs-type-ocr] text is recognised by data of the system, where the server is told of them', async () => {
    const tessdata = mkdtempSync(join(tmpdir(), 'affiant-tessdata-'))
    try {
      const { bytes } = await languageData('en', null)
      writeFileSync(join(tessdata, 'eng.traineddata'), bytes)
      await intake.close()
      intake = await startIntake(dialect, { AFFIANT_TESSDATA: tessdata })
      await bring('brief.bmp', bmp(await scan(english)))
      await recognised(false)
      const [{ document_id: documentId } = { document_id: 0 }] = await documents()
      const texts = await intake.server.call(intake.user, getTextList, { ...as(), query: { documentId } })
      expect(texts.data.data).toMatchObject([{ engine: expect.stringMatching(/, eng [0-9a-f]{8}$/) }])
    } finally {
      rmSync(tessdata, { recursive: true })
    }
  }, 60_000)

  it('settings that were kept before there were languages mean English, and nothing by itself', async () => {
    const { ocrLanguages: _, autoOcr: __, maxTextSize: ___, ...earlier } = defaultProcessing
    await services().records.write('interactive', async (trx) => {
      await trx
        .updateTable('project')
        .set({ processing: JSON.stringify({ ...earlier, depth: 7 }) })
        .where('project_id', '=', intake.project)
        .execute()
    })
    const { data } = await intake.server.call(intake.user, getProcessingSettings, as())
    expect(data).toMatchObject({ depth: 7, ocrLanguages: ['en'], autoOcr: false })
    await bring('letter.bmp', bmp(await scan(english)))
    expect(await ocrJobs()).toEqual([])
  }, 60_000)

  it('[jobs-type-ocr] follows an import by itself where that is set, for its documents alone and for each once', {
    ...inDeepRun,
    timeout: 120_000,
  }, async () => {
    await bring('before.bmp', bmp(await scan(english)))
    await set({ autoOcr: true, ocrLanguages: ['de', 'en'] })
    const first = await bring(
      'all.zip',
      zipOf({
        'letter.bmp': bmp(await scan(german)),
        'scan.pdf': scannedPdf([{ image: await scan(english) }, { image: await scan(german) }]),
        'note.txt': Buffer.from('It has text of its own.'),
        'locked.zip': Buffer.from(lockedZip, 'base64'),
      }),
    )
    const idOf = async (name: string) =>
      (await documents()).find(({ file_name }) => file_name === name)?.document_id ?? 0
    const pictures = [await idOf('letter.bmp'), await idOf('scan.pdf')].toSorted((a, b) => a - b)
    const by = intake.user.userId
    const [asked, ...others] = await ocrJobs()
    expect(others).toEqual([])
    expect(asked).toMatchObject({ by, ids: pictures, pages: 3 })
    expect(asked?.input).toEqual({ withText: false, languages: ['de', 'en'] })
    expect(await settled(asked?.jobId ?? 0)).toMatchObject({ state: 'Completed', itemsDone: 3 })
    expect((await documents()).filter(({ has_text }) => has_text === 0)).toMatchObject([
      { file_name: 'before.bmp' },
    ])
    const facts = { documents: 2, pages: 3, withText: false, languages: ['de', 'en'], after: first }
    expect(await requests()).toMatchObject([{ jobId: asked?.jobId, by, how: 'import', facts }])

    // What the import tries again brings no picture: nothing is asked for twice.
    await set({ autoOcr: true, passwords: ['opensesame'] })
    await intake.server.call(intake.user, retryJob, { ...as(), body: { jobId: first } })
    expect(await settled(first)).toMatchObject({ state: 'Completed' })
    expect(await idOf('secret.txt')).toBeGreaterThan(0)
    expect(await ocrJobs()).toHaveLength(1)

    // A later import has its own job, in the languages that are set now.
    const later = await bring('later.bmp', bmp(await scan(english.toReversed())))
    const [, second, ...more] = await ocrJobs()
    expect(more).toEqual([])
    expect(second).toMatchObject({ ids: [await idOf('later.bmp')], input: { languages: ['en'] } })
    expect((await requests()).at(-1)).toMatchObject({ facts: { after: later, documents: 1 } })
    expect(await settled(second?.jobId ?? 0)).toMatchObject({ state: 'Completed' })
    const { read } = services().records
    expect((await verifyChain(read, `project:${intake.project}`)).firstBroken).toBeNull()
  })

  it('by itself leaves out what is locked until it opens, and what somebody has stopped', async () => {
    const jobId = await bring('letter.bmp', bmp(await scan(english)))
    const [{ document_id: documentId } = { document_id: 0 }] = await documents()
    const { read, write } = services().records
    const candidates = async (files: Parameters<typeof candidatesAfter>[1]['files'] = []) =>
      (await candidatesAfter(read, { jobId, projectId: intake.project, files })).documentIds
    expect(await candidates()).toEqual([documentId])
    const locked = { project_id: intake.project, job_id: jobId, document_id: documentId, code: 'encrypted' }
    await write('interactive', async (trx) => {
      const told = { reason: 'A password is needed.', stage: 'text', path: '["letter.bmp"]', at: '' }
      await trx
        .insertInto('exception')
        .values({ ...locked, ...told, size: 0, sha256: null })
        .execute()
    })
    expect(await candidates()).toEqual([])
    await write('interactive', async (trx) => {
      await trx.deleteFrom('exception').where('code', '=', 'encrypted').execute()
    })
    expect(await candidates()).toEqual([documentId])

    await write('interactive', async (trx) => {
      const at = new Date()
      const user = { userId: intake.user.userId, name: intake.user.name, role: 'ProjectManager' }
      const asked = await queueOcr(
        trx,
        services().jobs,
        { documentIds: [documentId], pages: 1 },
        {
          ...{ projectId: intake.project, createdBy: user.userId, withText: false, languages: ['en'] },
          told: { at, user, how: 'manual' },
        },
      )
      await trx.updateTable('job').set({ state: 'Cancelled' }).where('job_id', '=', asked).execute()
    })
    expect(await candidates()).toEqual([])
    // A file that was to come in its place asks for it only where it has come.
    const [{ sha256 } = { sha256: '' }] = await documents()
    const file = {
      ...{ index: 0, sourceFileId: 1, path: ['other.bmp'], size: 1, modifiedAt: null },
      becomes: { documentId, path: [], inArchive: false },
    }
    expect(await candidates([{ ...file, sha256: 'f'.repeat(64) }])).toEqual([])
    expect(await candidates([{ ...file, sha256 }])).toEqual([documentId])
  }, 60_000)
})
