/** OCR from the asking to the search. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listExceptions } from '#contracts/collect.ts'
import { getDocument, searchDocuments } from '#contracts/documents.ts'
import { messages } from '#contracts/errors.ts'
import { replaceFile } from '#contracts/files.ts'
import {
  getJob,
  type JobDetails,
  listJobs,
  pauseJob,
  resumeJob,
  retryJob,
  settledStates,
} from '#contracts/jobs.ts'
import { startOcr } from '#contracts/ocr.ts'
import { startable } from '#contracts/processing.ts'
import { getText, getTextList } from '#contracts/texts.ts'
import { importPath, settledJob } from '#server/intake/import/import-path.ts'
import { finishDocument } from '#server/intake/ocr/write.ts'
import { verifyChain } from '#server/platform/audit/verify.ts'
import { detailsOf } from '#server/platform/jobs/details.ts'
import { selectJobs } from '#server/platform/jobs/present.ts'
import { pdf, show } from '#tests/fixtures/pdf.ts'
import { red, tiff } from '#tests/fixtures/pictures.ts'
import { bmp, scan, scannedPdf } from '#tests/fixtures/scans.ts'
import { inDeepRun } from '#tests/runs.ts'
import { costlyDialects } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'

const contractLines = [
  'The wharf lease was signed in',
  'Rotterdam by Jonathan Albright',
  'on the fourth of March.',
]
const memoLines = ['Confidential memorandum about', 'the harbour dredging tender']

describe.each(costlyDialects)('text recognition on %s', (dialect) => {
  let intake: Intake
  let keys = 0
  beforeEach(async () => {
    intake = await startIntake(dialect)
  })
  afterEach(() => intake.close())

  const bring = async (name: string, bytes: Buffer) => {
    const { services } = intake.server
    const { jobId } = await importPath(services, {
      path: intake.write(name, bytes),
      projectId: intake.project,
      custodian: 'Rivera',
      userId: intake.user.userId,
    })
    await settledJob(services, jobId)
  }
  const as = () => ({ project: intake.project })
  const start = (documents: { ids: number[] } | null = null, withText = false) =>
    intake.server.call(intake.user, startOcr, {
      ...as(),
      key: `ocr-command-${++keys}`,
      body: { documents, withText, correlationId: 'gesture-0001' },
    })
  const jobOf = async (jobId: number) =>
    (await intake.server.call(intake.user, getJob, { ...as(), query: { jobId } })).data
  const settled = async (jobId: number) => {
    await expect
      .poll(async () => settledStates.includes((await jobOf(jobId)).state), { timeout: 60_000, interval: 50 })
      .toBe(true)
    await intake.server.services.search.settled(intake.project)
    return jobOf(jobId)
  }
  const recognised = async (...asked: Parameters<typeof start>) => settled((await start(...asked)).data.jobId)
  const find = async (queryString: string) => {
    await intake.server.services.search.settled(intake.project)
    const { data } = await intake.server.call(intake.user, searchDocuments, {
      ...as(),
      body: {
        query: { queryString, includeFamily: false, objectId: null, type: null },
        sort: 'documentId',
        viewer: 'parentsAndChildren',
        filter: 'all',
        page: 1,
        pageSize: 25,
      },
    })
    return data.data.map(({ documentId }) => documentId)
  }
  const ids = async () => {
    const { read } = intake.server.services.records
    const rows = await read.selectFrom('document').select('document_id').orderBy('document_id').execute()
    return rows.map(({ document_id }) => document_id)
  }
  const exceptions = async () => {
    const { data } = await intake.server.call(intake.user, listExceptions, as())
    return data.data.map(({ code, documentId, jobId }) => ({ code, documentId, jobId }))
  }
  /** With these documents waiting for the index, which takes nothing that is not committed. */
  const stagesOf = async (jobId: number, unindexed: readonly number[] = [], what = 'document') => {
    const { records } = intake.server.services
    const undone = new Error('Only looked at.')
    let found: JobDetails['stages'] = []
    await records
      .write('interactive', async (trx) => {
        for (const document_id of unindexed)
          await trx
            .insertInto('index_queue')
            .values({ project_id: intake.project, document_id, what })
            .execute()
        const row = await selectJobs(trx).where('j.job_id', '=', jobId).executeTakeFirstOrThrow()
        found = (await detailsOf(trx, row, () => true)).stages
        throw undone
      })
      .catch((fault: unknown) => {
        if (fault !== undone) throw fault
      })
    return Object.fromEntries(found.map(({ stage, count }) => [stage, count]))
  }
  const textOf = (documentId: number, origin: 'ocr' | 'extracted' = 'ocr') =>
    intake.server.call(intake.user, getText, { ...as(), query: { documentId, origin } })
  const actions = async () => {
    const { read } = intake.server.services.records
    const rows = await read
      .selectFrom('audit')
      .select(['action', 'document_id', 'text'])
      .orderBy('seq')
      .execute()
    return rows.filter(
      ({ action }) => action.startsWith('ocr.') || /document\.(textRecognised|ocrFailed)/.test(action),
    )
  }

  it('[jobs-type-ocr] [viewer-text-extracted] [rest-get-viewer-get-text-list] [rest-any-viewer-get-text] makes pictures searchable and readable, and says how sure it is', async () => {
    await bring(
      'scan.pdf',
      scannedPdf([{ image: await scan(contractLines) }, { image: await scan(memoLines) }]),
    )
    await bring('letter.bmp', bmp(await scan(memoLines, 1)))
    const [scanned = 0, letter = 0] = await ids()
    expect(await find('Albright')).toEqual([])
    expect((await exceptions()).map(({ code }) => code)).toEqual(['noTextYet', 'noTextYet'])
    const amounts = async () => (await intake.server.call(intake.user, startable, as())).data
    const all = { documents: 2, pages: 3 }
    expect(await amounts()).toEqual({ documents: 2, ocr: all, ocrWithText: all })
    const job = await recognised()
    expect(await amounts()).toEqual({ documents: 2, ocr: { documents: 0, pages: 0 }, ocrWithText: all })
    expect(job).toMatchObject({ kind: 'ocr', state: 'Completed', itemsTotal: 3, itemsDone: 3, exceptions: 0 })
    expect(await stagesOf(job.jobId)).toEqual({ waiting: 0, read: 3, written: 2, indexed: 2, failed: 0 })
    const imported = (await intake.server.call(intake.user, listJobs, as())).data.data.at(-1)?.jobId ?? 0
    expect(await stagesOf(imported)).toEqual({ waiting: 0, read: 1, written: 1, indexed: 1, failed: 0 })
    expect(await stagesOf(imported, [scanned])).toMatchObject({ written: 1, indexed: 0 })
    // What the analysis, which follows by itself, learns of a document takes nothing of it out of the index.
    expect(await stagesOf(imported, [scanned], 'facts')).toMatchObject({ written: 1, indexed: 1 })
    expect(await stagesOf(job.jobId, [scanned, letter], 'facts')).toMatchObject({ written: 2, indexed: 2 })
    expect(await stagesOf(job.jobId, [scanned])).toMatchObject({ written: 2, indexed: 1 })

    expect(await find('Albright')).toEqual([scanned])
    expect(await find('"dredging tender"')).toEqual([scanned, letter])
    expect(await find('Has_Text:No')).toEqual([])
    // What was recognised was in no file, and is not told as if it had been.
    expect(await find('Extracted_Text_Size = 0')).toEqual([scanned, letter])
    expect(await find('Text_Size > 0')).toEqual([scanned, letter])
    expect(await exceptions()).toEqual([])

    const list = await intake.server.call(intake.user, getTextList, {
      ...as(),
      query: { documentId: scanned },
    })
    expect(list.data.data).toMatchObject([
      { origin: 'ocr', name: 'OCR Text', redactable: false, language: 'en', truncated: false },
    ])
    expect(list.data.data[0]?.confidence).toBeGreaterThan(80)
    const { data } = await textOf(scanned)
    expect(data.text.split('\f').map((page) => page.split(/\s+/))).toEqual([
      contractLines.join(' ').split(' '),
      memoLines.join(' ').split(' '),
    ])
    for (const [at, length] of data.unsure) expect(data.text.slice(at, at + length)).toMatch(/^\S+$/)
    const shown = await intake.server.call(intake.user, getDocument, {
      ...as(),
      query: { documentId: letter },
    })
    expect(shown.data).toMatchObject({ noText: null, texts: [{ origin: 'ocr', name: 'OCR Text' }] })
    expect(shown.data.text).toContain('harbour dredging tender')

    const trail = await actions()
    expect(trail.map(({ action, document_id }) => [action, document_id]).sort()).toEqual(
      [
        ['ocr.requested', null],
        ['document.textRecognised', scanned],
        ['document.textRecognised', letter],
      ].sort(),
    )
    expect(trail.some(({ text }) => text.includes('Albright'))).toBe(false)
    const { read } = intake.server.services.records
    expect((await verifyChain(read, `project:${intake.project}`)).firstBroken).toBeNull()
  }, 120_000)

  it('a fax of many pages counts as many before any of them is recognised', async () => {
    const page = { width: 40, height: 20, left: red, right: red }
    await bring('fax.tif', tiff([page, page, page]))
    const { data } = await intake.server.call(intake.user, startable, as())
    expect(data.ocr).toEqual({ documents: 1, pages: 3 })
    expect((await start()).data).toMatchObject({ documents: 1, pages: 3 })
  }, 60_000)

  it('[msg-empty-ocr-job] where there are no pictures says so, and submits no job', async () => {
    await bring('typed.pdf', pdf({ pages: [{ content: show('Typed words need no recognition') }] }))
    await bring('note.txt', Buffer.from('A plain note.'))
    const jobs = async () => (await intake.server.call(intake.user, listJobs, as())).data.totalCount
    const before = await jobs()
    for (const documents of [null, { ids: await ids() }]) {
      const refused = await start(documents)
      expect(refused.status).toBe(400)
      expect(refused.error.message).toBe(
        'No images exist to OCR in the selected saved search or folder. No job will be submitted.',
      )
    }
    expect(messages.emptyOcrJob).toBe(
      'No images exist to OCR in the selected saved search or folder. No job will be submitted.',
    )
    expect(await jobs()).toBe(before)
    expect(await actions()).toEqual([])
  }, 60_000)

  it('a phrase does not reach from the extracted text into the recognised one, and both are found and shown', async () => {
    await bring(
      'stamped.pdf',
      scannedPdf([{ image: await scan(contractLines), stamp: 'Filed with the clerk of court' }]),
    )
    const [stamped = 0] = await ids()
    // A stamp is not the text of its page: it needs what scans need.
    expect((await exceptions()).map(({ code }) => code)).toEqual(['noTextYet'])
    expect(await recognised()).toMatchObject({ state: 'Completed', itemsDone: 1 })
    expect(await exceptions()).toEqual([])
    expect(await find('"clerk of court"')).toEqual([stamped])
    expect(await find('"wharf lease"')).toEqual([stamped])
    const [first = ''] = (await textOf(stamped)).data.text.split(' ')
    expect(await find(`"court ${first}"`)).toEqual([])
    const list = await intake.server.call(intake.user, getTextList, {
      ...as(),
      query: { documentId: stamped },
    })
    expect(list.data.data.map(({ name }) => name)).toEqual(['Extracted Text', 'OCR Text'])
    expect((await textOf(stamped, 'extracted')).data).toMatchObject({ confidence: null, unsure: [] })
  }, 60_000)

  it('a picture without writing is done once and says why it has no text', async () => {
    const blank = await scan([])
    await bring('blank.bmp', bmp(blank))
    const [document = 0] = await ids()
    expect(await recognised()).toMatchObject({ state: 'Completed', itemsDone: 1 })
    expect(await exceptions()).toEqual([])
    const { data } = await intake.server.call(intake.user, getDocument, {
      ...as(),
      query: { documentId: document },
    })
    expect(data).toMatchObject({ text: null, texts: [], noText: 'OCR found no text in it.' })
    expect((await start()).status).toBe(400)
  }, 60_000)

  it('a damaged picture costs itself an exception and nothing else, and is tried again alone', {
    ...inDeepRun,
    timeout: 60_000,
  }, async () => {
    const whole = bmp(await scan(memoLines))
    await bring('cut.bmp', whole.subarray(0, 60))
    await bring('whole.bmp', whole)
    const [cut = 0, good = 0] = await ids()
    const job = await recognised()
    expect(job).toMatchObject({ state: 'CompletedWithErrors', exceptions: 1 })
    expect(await exceptions()).toEqual([
      { code: 'noTextYet', documentId: cut, jobId: expect.any(Number) },
      { code: 'ocrFailed', documentId: cut, jobId: job.jobId },
    ])
    expect(await find('dredging')).toEqual([good])
    await intake.server.call(intake.user, retryJob, { ...as(), body: { jobId: job.jobId } })
    expect(await settled(job.jobId)).toMatchObject({ state: 'CompletedWithErrors', exceptions: 1 })
    const trail = await actions()
    // Which of the two was done first is chance; only what failed was done twice.
    expect(trail.map(({ action, document_id }) => `${action} ${document_id}`).toSorted()).toEqual([
      `document.ocrFailed ${cut}`,
      `document.ocrFailed ${cut}`,
      `document.textRecognised ${good}`,
      'ocr.requested null',
    ])
  })

  it('of what failed a retry looks at that alone which is named', async () => {
    const whole = bmp(await scan(memoLines))
    await bring('cut.bmp', whole.subarray(0, 60))
    await bring('short.bmp', whole.subarray(0, 70))
    const [cut = 0, short = 0] = await ids()
    const job = await recognised()
    expect(job).toMatchObject({ exceptions: 2 })
    const { user, server } = intake
    const { data } = (await server.call(user, listExceptions, { ...as(), query: { jobId: job.jobId } })).data
    const named = data.find(({ documentId }) => documentId === short)
    const body = { jobId: job.jobId, exceptionIds: [named?.exceptionId ?? 0] }
    await server.call(user, retryJob, { ...as(), body })
    expect(await settled(job.jobId)).toMatchObject({ state: 'CompletedWithErrors', exceptions: 2 })
    const failed = (await actions()).filter(({ action }) => action === 'document.ocrFailed')
    expect(failed.map(({ document_id }) => document_id).toSorted()).toEqual([cut, short, short])
  }, 60_000)

  it('a job is done without errors once another one has recognised all that failed in it', {
    ...inDeepRun,
    timeout: 60_000,
  }, async () => {
    await bring('first.bmp', bmp(await scan(memoLines)))
    const { write } = intake.server.services.records
    const [document = 0] = await ids()
    const first = await recognised()
    // As it stands where the first job could not recognise the document.
    await write('interactive', async (trx) => {
      const { job_id, project_id } = { job_id: first.jobId, project_id: intake.project }
      await trx.updateTable('ocr_document').set({ outcome: 'failed' }).where('job_id', '=', job_id).execute()
      await trx
        .updateTable('job')
        .set({ state: 'CompletedWithErrors', exceptions: 1 })
        .where('job_id', '=', job_id)
        .execute()
      await trx
        .insertInto('exception')
        .values({
          ...{ job_id, project_id, document_id: document, code: 'ocrFailed', reason: 'It took too long.' },
          ...{ stage: 'text', path: '[]', size: 1, sha256: null, at: '2026-01-01T00:00:00.000Z' },
        })
        .execute()
    })
    expect(await jobOf(first.jobId)).toMatchObject({ state: 'CompletedWithErrors', exceptions: 1 })
    expect(await recognised({ ids: [document] }, true)).toMatchObject({ state: 'Completed' })
    expect(await jobOf(first.jobId)).toMatchObject({ state: 'Completed', exceptions: 0 })
  })

  it('a text that is cut is an exception of the job that recognised it, until one has it whole', {
    ...inDeepRun,
    timeout: 120_000,
  }, async () => {
    const line = contractLines.slice(0, 2).join(' ')
    await bring('long.bmp', bmp(await scan(Array.from({ length: 18 }, () => line))))
    const { write } = intake.server.services.records
    const [document = 0] = await ids()
    const most = (max_text_size: number) =>
      write('interactive', async (trx) => {
        await trx.updateTable('project').set({ max_text_size }).execute()
      })
    await most(1_000)
    const cut = await recognised()
    expect(cut).toMatchObject({ state: 'CompletedWithErrors', exceptions: 1 })
    expect(await exceptions()).toEqual([{ code: 'textTruncated', documentId: document, jobId: cut.jobId }])
    await most(1_000_000)
    expect(await recognised({ ids: [document] }, true)).toMatchObject({ state: 'Completed', exceptions: 0 })
    expect(await exceptions()).toEqual([])
    expect(await jobOf(cut.jobId)).toMatchObject({ state: 'Completed', exceptions: 0 })
  })

  it('a book of more pages than are looked at says how many were, until all of them are', {
    ...inDeepRun,
    timeout: 60_000,
  }, async () => {
    await bring('book.bmp', bmp(await scan(memoLines)))
    const [document = 0] = await ids()
    const { jobId } = await recognised()
    const { write } = intake.server.services.records
    const work = {
      ...{ jobId, projectId: intake.project, user: null, maxTextSize: 1_000_000 },
      languages: ['en'] as const,
    }
    /** As it ends where so many pages stand behind the last that was looked at. */
    const ended = (left: number, text = memoLines.join(' '), unreadable: string | null = null) =>
      write('interactive', async (trx) => {
        await trx.deleteFrom('ocr_document').where('job_id', '=', jobId).execute()
        await trx
          .updateTable('ocr_page')
          .set(text === '' ? { text: null, reason: 'It cannot be read.' } : { text, reason: null })
          .execute()
        const how = { engine: '', unreadable, left }
        return await finishDocument(trx, work, document, how, new Date(0))
      })
    for (let time = 0; time < 2; time++) {
      expect(await ended(4)).toBe('recognised')
      expect(await exceptions()).toEqual([{ code: 'tooMany', documentId: document, jobId }])
    }
    const { data } = (await intake.server.call(intake.user, listExceptions, as())).data
    expect(data.map(({ reason }) => reason)).toEqual([
      'Text was looked for in the first 1 of its 5 pages only.',
    ])
    expect(await ended(0)).toBe('recognised')
    expect(await exceptions()).toEqual([])
    // Nor twice where no page could be read; and what broke off says nothing of how far it was to go.
    const codes = async () => (await exceptions()).map(({ code }) => code).sort()
    for (let time = 0; time < 2; time++) {
      expect(await ended(4, '')).toBe('failed')
      expect(await codes()).toEqual(['ocrFailed', 'tooMany'])
    }
    expect(await ended(0, '')).toBe('failed')
    expect(await codes()).toEqual(['ocrFailed'])
    expect(await ended(4, '', 'It is damaged.')).toBe('failed')
    expect(await codes()).toEqual(['ocrFailed'])
  })

  it('is paused within a page, goes on behind what is done, and reads no page twice', {
    ...inDeepRun,
    timeout: 120_000,
  }, async () => {
    const image = await scan(contractLines)
    await bring('long.pdf', scannedPdf(Array.from({ length: 12 }, () => ({ image }))))
    const { jobId } = (await start()).data
    await expect
      .poll(async () => (await jobOf(jobId)).itemsDone, { timeout: 60_000, interval: 20 })
      .toBeGreaterThan(1)
    await intake.server.call(intake.user, pauseJob, { ...as(), body: { jobId } })
    const { read } = intake.server.services.records
    const held = async () =>
      (await read.selectFrom('job').select('lease_owner').where('job_id', '=', jobId).executeTakeFirst())
        ?.lease_owner ?? null
    await expect.poll(held, { timeout: 10_000, interval: 20 }).toBeNull()
    const paused = await jobOf(jobId)
    expect(paused.state).toBe('Paused')
    expect(paused.itemsDone).toBeLessThan(12)
    const before = await read.selectFrom('ocr_page').select(['page', 'words']).orderBy('page').execute()
    await intake.server.call(intake.user, resumeJob, { ...as(), body: { jobId } })
    expect(await settled(jobId)).toMatchObject({ state: 'Completed', itemsTotal: 12, itemsDone: 12 })
    const after = await read.selectFrom('ocr_page').select(['page', 'words']).orderBy('page').execute()
    expect(after.map(({ page }) => page)).toEqual(Array.from({ length: 12 }, (_, i) => i + 1))
    expect(after.slice(0, before.length)).toEqual(before)
    expect((await actions()).filter(({ action }) => action === 'document.textRecognised')).toHaveLength(1)
  })

  it.each([
    ['while it is worked on', false],
    ['while the job is paused', true],
  ])(
    'of a file that is replaced %s says what the new one says, and nothing of the old one',
    async (_, pauses) => {
      const [old, young] = await Promise.all([contractLines, memoLines].map((lines) => scan(lines)))
      if (old === undefined || young === undefined) throw new Error('no scans')
      await bring('long.pdf', scannedPdf(Array.from({ length: 12 }, () => ({ image: old }))))
      const [documentId = 0] = await ids()
      const { jobId } = (await start()).data
      await expect
        .poll(async () => (await jobOf(jobId)).itemsDone, { timeout: 60_000, interval: 20 })
        .toBeGreaterThan(1)
      if (pauses) await intake.server.call(intake.user, pauseJob, { ...as(), body: { jobId } })
      const replaced = await intake.server.call(intake.user, replaceFile, {
        ...as(),
        query: { documentId, fileType: 1 },
        body: scannedPdf(Array.from({ length: 3 }, () => ({ image: young }))),
      })
      expect(replaced.data).toMatchObject({ replaced: true })
      if (pauses) await intake.server.call(intake.user, resumeJob, { ...as(), body: { jobId } })
      expect(await settled(jobId)).toMatchObject({ state: 'Completed', itemsTotal: 3, itemsDone: 3 })
      const page = memoLines.join(' ').split(' ')
      const { text } = (await textOf(documentId)).data
      expect(text.split('\f').map((one) => one.split(/\s+/))).toEqual([page, page, page])
      expect(await find('Rotterdam')).toEqual([])
      const { read } = intake.server.services.records
      const pages = await read.selectFrom('ocr_page').select('page').orderBy('page').execute()
      expect(pages.map((one) => one.page)).toEqual([1, 2, 3])
    },
    120_000,
  )
})
