/** The job that draws pages beforehand: what it says, how it goes on, and what cannot end it. */

import { existsSync, readdirSync, renameSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listExceptions } from '#contracts/collect.ts'
import { getJob, retryJob } from '#contracts/jobs.ts'
import { getPages, pageBytes, preparePages } from '#contracts/pages.ts'
import { importPath, settledJob } from '#server/intake/import/import-path.ts'
import { pageWorker } from '#server/intake/processing/workers.ts'
import { pagesKind } from '#server/review/pages/job.ts'
import { openPages, type Pages } from '#server/review/pages/pages.ts'
import { changeFaults } from '#server/review/pages/sets.ts'
import { sourceOf } from '#server/review/pages/source.ts'
import { workbook } from '#server/sample/office-files.ts'
import { zip } from '#server/sample/zip-writer.ts'
import { message } from '#tests/fixtures/mail.ts'
import { pdf, show, stream } from '#tests/fixtures/pdf.ts'
import { blue, bmp, red } from '#tests/fixtures/pictures.ts'
import { inDeepRun } from '#tests/runs.ts'
import { costlyDialects, withoutAnalysis } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'

withoutAnalysis()

const pagesSaying = (word: string, count: number) =>
  pdf({ pages: Array.from({ length: count }, (_, n) => ({ content: show(`${word} ${n + 1}`) })) })

/** A page that is painted over and over, each time with a colour that is worked out for every point of it. */
const endless = (): Buffer =>
  pdf({
    pages: [
      { content: show('Before') },
      { content: '/S sh\n'.repeat(20_000), entries: '/Resources << /Shading << /S 1000 0 R >> >>' },
      { content: show('Behind') },
    ],
    objects: {
      1000: '<< /ShadingType 1 /ColorSpace /DeviceGray /Matrix [612 0 0 792 0 0] /Function 1001 0 R >>',
      1001: stream('/FunctionType 4 /Domain [0 1 0 1] /Range [0 1]', '{ mul sin }'),
    },
  })

describe.each(costlyDialects)('drawing pages beforehand on %s', (dialect) => {
  let intake: Intake
  beforeEach(async () => {
    intake = await startIntake(dialect)
    await intake.server.user({ role: 'SystemAdmin' })
  })
  afterEach(() => intake.close())

  async function bring(files: Readonly<Record<string, Buffer>>): Promise<ReadonlyMap<string, number>> {
    const { services } = intake.server
    const path = intake.write('all.zip', zip(Object.entries(files).map(([name, bytes]) => ({ name, bytes }))))
    const { jobId } = await importPath(services, { path, projectId: intake.project, custodian: 'Reyes' })
    await settledJob(services, jobId)
    const rows = await services.records.read
      .selectFrom('document')
      .select(['document_id', 'file_name'])
      .execute()
    return new Map(rows.map((row) => [row.file_name, row.document_id]))
  }
  const keptPages = (): string[] => {
    const root = join(intake.server.config.dataDir, 'pages')
    if (!existsSync(root)) return []
    return readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => join(one.parentPath.slice(root.length), one.name))
      .toSorted()
  }
  let commands = 0
  const ask = async (documents: { ids: number[] } | null = null) => {
    const { server, user, project } = intake
    const key = `prepare-pages-${++commands}`
    return (await server.call(user, preparePages, { project, key, body: { documents } })).data.jobId
  }
  const settled = async (jobId: number) => {
    const { server, user, project } = intake
    await settledJob(server.services, jobId)
    return (await server.call(user, getJob, { project, query: { jobId } })).data
  }
  const exceptionsOf = async (jobId: number) => {
    const { server, user, project } = intake
    const { data } = (await server.call(user, listExceptions, { project, query: { jobId } })).data
    return data.map(({ path, code, stage, documentId }) => [path.at(-1), code, stage, documentId !== null])
  }

  it('draws all pages of the project, counts in pages, and says of which documents it could not', async () => {
    await bring({
      'three.pdf': pagesSaying('Page', 3),
      'many.pdf': pagesSaying('Sheet', 20),
      'photo.bmp': bmp(40, 20, red, blue),
      'broken.pdf': Buffer.from('%PDF-1.7\nand nothing else'),
      'table.xlsx': workbook({ Sheet: [['a', 1]] }),
      'note.txt': Buffer.from('Only words.'),
      'mail.eml': message(),
    })
    const jobId = await ask()
    const job = await settled(jobId)
    // Three and twenty pages, a picture, a text, a message, and two documents whose pages nobody knows of.
    expect(job).toMatchObject({ state: 'CompletedWithErrors', itemsTotal: 28, itemsDone: 28, exceptions: 2 })
    // With the PDFs of the two that were laid out.
    expect(keptPages()).toHaveLength(28)
    expect((await exceptionsOf(jobId)).toSorted()).toEqual([
      ['broken.pdf', 'corrupt', 'pages', true],
      ['table.xlsx', 'unsupportedType', 'pages', true],
    ])
    // Asked for once more there is nothing to draw, and the same to say.
    const again = await settled(await ask())
    expect(again).toMatchObject({
      state: 'CompletedWithErrors',
      itemsTotal: 28,
      itemsDone: 28,
      exceptions: 2,
    })
  }, 60_000)

  it('draws the documents that are named and no others; only who runs jobs may ask', async () => {
    const ids = await bring({ 'a.pdf': pagesSaying('A', 2), 'b.pdf': pagesSaying('B', 3) })
    const job = await settled(await ask({ ids: [ids.get('b.pdf') ?? 0] }))
    expect(job).toMatchObject({ state: 'Completed', itemsTotal: 3, itemsDone: 3, exceptions: 0 })
    expect(keptPages()).toHaveLength(3)
    const reviewer = await intake.server.user({ role: 'Reviewer', companyId: intake.user.companyId })
    await intake.server.member(intake.project, reviewer.userId, 'Reviewer')
    const refused = await intake.server.call(reviewer, preparePages, {
      project: intake.project,
      key: 'prepare-pages-no',
      body: { documents: null },
    })
    expect(refused.status).toBe(403)
  }, 60_000)

  it('says nothing any more of a page that took too long once, and is drawn now', async () => {
    const ids = await bring({ 'a.pdf': pagesSaying('A', 3) })
    const documentId = ids.get('a.pdf') ?? 0
    const { server, user, project } = intake
    const looked = async () =>
      (await server.call(user, getPages, { project, query: { documentId } })).data.pages.map(
        ({ fault }) => fault,
      )
    expect(await looked()).toEqual([null, null, null])
    const source = await server.services.pages.makeable(
      await sourceOf(server.services.records.read, project, documentId),
    )
    if (source === null) throw new Error('It has no pages.')
    // As it is on a machine that has too much to do.
    const slow = new Map([[1, { code: 'timedOut', reason: 'Drawing it took too long.' } as const]])
    await server.services.records.write('bulk', (trx) => changeFaults(trx, source, slow))
    expect(await looked()).toEqual([null, 'Drawing it took too long.', null])
    expect(await settled(await ask())).toMatchObject({ state: 'Completed', exceptions: 0 })
    expect(await looked()).toEqual([null, null, null])
  }, 60_000)

  it('a retry draws what failed and nothing else', async () => {
    await bring({ 'a.pdf': pagesSaying('A', 2), 'lost.pdf': pagesSaying('Lost', 2) })
    const { services } = intake.server
    const { sha256 } = await services.records.read
      .selectFrom('document')
      .select('sha256')
      .where('file_name', '=', 'lost.pdf')
      .executeTakeFirstOrThrow()
    const file = services.blobs.pathOf(sha256)
    renameSync(file, `${file}.away`)
    const jobId = await ask()
    expect(await settled(jobId)).toMatchObject({ state: 'CompletedWithErrors', exceptions: 1 })
    expect(await exceptionsOf(jobId)).toEqual([['lost.pdf', 'missing', 'pages', true]])
    renameSync(`${file}.away`, file)
    const { user, project, server } = intake
    await server.call(user, retryJob, { project, body: { jobId } })
    expect(await settled(jobId)).toMatchObject({
      state: 'Completed',
      itemsTotal: 2,
      itemsDone: 2,
      exceptions: 0,
    })
    expect(keptPages()).toHaveLength(4)
  }, 60_000)

  it('of what failed a retry draws that alone which is named', async () => {
    const names = ['first.pdf', 'second.pdf']
    await bring(Object.fromEntries(names.map((name) => [name, pagesSaying(name, 2)])))
    const { services } = intake.server
    const rows = await services.records.read.selectFrom('document').select('sha256').execute()
    const files = rows.map(({ sha256 }) => services.blobs.pathOf(sha256))
    for (const file of files) renameSync(file, `${file}.away`)
    const jobId = await ask()
    expect(await settled(jobId)).toMatchObject({ exceptions: 2 })
    for (const file of files) renameSync(`${file}.away`, file)
    const { user, project, server } = intake
    const { data } = (await server.call(user, listExceptions, { project, query: { jobId } })).data
    const second = data.find(({ path }) => path.at(-1) === 'second.pdf')
    const body = { jobId, exceptionIds: [second?.exceptionId ?? 0] }
    await server.call(user, retryJob, { project, body })
    expect(await settled(jobId)).toMatchObject({ state: 'CompletedWithErrors', exceptions: 1 })
    expect((await exceptionsOf(jobId)).map(([name]) => name)).toEqual(['first.pdf'])
    expect(keptPages()).toHaveLength(2)
  }, 60_000)

  it('goes on where it was cut, wherever that was, and writes the same as one that was not', {
    ...inDeepRun,
    timeout: 120_000,
  }, async () => {
    await bring({
      'a.pdf': pagesSaying('A', 20),
      'broken.pdf': Buffer.from('%PDF-1.7\nand nothing else'),
      'b.pdf': pagesSaying('B', 35),
    })
    const { records, jobs, pages } = intake.server.services
    const documents = (await records.read.selectFrom('document').select('document_id').execute()).map(
      (row) => row.document_id,
    )
    const drawn: string[] = []
    const counting: Pages = {
      ...pages,
      drawAll: async (source, wanted, ...rest) => {
        await pages.drawAll(source, wanted, ...rest)
        for (const page of wanted) drawn.push(`${source.documentId}/${page}`)
      },
    }
    const { keepDocuments } = await import('#server/review/documents/job-documents.ts')
    const jobId = await records.write('interactive', async (trx) => {
      const id = await jobs.enqueue(trx, {
        projectId: intake.project,
        kind: 'pages',
        title: 'By hand',
        input: null,
        bytesTotal: 0,
        createdBy: intake.user.userId,
      })
      await keepDocuments(trx, id, documents)
      await trx.updateTable('job').set({ state: 'Paused' }).where('job_id', '=', id).execute()
      return id
    })
    const row = () =>
      records.read.selectFrom('job').selectAll().where('job_id', '=', jobId).executeTakeFirstOrThrow()
    /** One step of the job, and then it is cut. */
    const runOn = async (steps: number): Promise<boolean> => {
      const cut = new AbortController()
      let left = steps
      const kind = pagesKind({ ...intake.server.services, pages: counting })
      const run = {
        jobId,
        projectId: intake.project,
        input: null,
        cursor: JSON.parse((await row()).cursor) as unknown,
        retry: false,
        retryOnly: null,
        signal: cut.signal,
        beat: async () => {
          if (left-- <= 0) cut.abort(new Error('cut'))
          cut.signal.throwIfAborted()
        },
        hold: async () => {},
      }
      return await kind.run(run).then(
        () => true,
        () => false,
      )
    }
    let rounds = 0
    let before = -1
    for (let done = false; !done && rounds < 20; rounds++) {
      done = await runOn(1)
      const { items_done: reached } = await row()
      // Each run comes one step further, or it is the last.
      if (!done) expect(reached).toBeGreaterThan(before)
      before = reached
    }
    // Steps of eight pages: three and five of them, and one for what is broken; the last one ends the job.
    expect(rounds).toBe(9)
    expect(await row()).toMatchObject({ items_done: 56, items_total: 56, exceptions: 1 })
    expect(await exceptionsOf(jobId)).toEqual([['broken.pdf', 'corrupt', 'pages', true]])
    expect(keptPages()).toHaveLength(55)
    // Of what a cut run had begun beside its step something may be drawn again, and never more than that.
    expect(new Set(drawn).size).toBe(55)
    const times = Map.groupBy(drawn, (page) => page)
    expect(Math.max(...[...times.values()].map(({ length }) => length))).toBeLessThanOrEqual(
      1 + 2 * availableParallelism(),
    )
  })

  it('a page that never ends costs itself, and its document an exception', {
    ...inDeepRun,
    timeout: 60_000,
  }, async () => {
    const ids = await bring({ 'endless.pdf': endless(), 'fine.pdf': pagesSaying('Fine', 2) })
    const { services, config } = intake.server
    const pages = openPages({ ...services, worker: pageWorker, config, pageMs: 8_000 })
    const hasty = pagesKind({ ...services, pages })
    try {
      const jobId = await services.records.write('interactive', async (trx) => {
        const { keepDocuments } = await import('#server/review/documents/job-documents.ts')
        const id = await services.jobs.enqueue(trx, {
          projectId: intake.project,
          kind: 'pages',
          title: 'Hasty',
          input: null,
          bytesTotal: 0,
          createdBy: intake.user.userId,
        })
        await keepDocuments(trx, id, [...ids.values()])
        await trx.updateTable('job').set({ state: 'Paused' }).where('job_id', '=', id).execute()
        return id
      })
      await hasty.run({
        jobId,
        projectId: intake.project,
        input: null,
        cursor: null,
        retry: false,
        retryOnly: null,
        signal: new AbortController().signal,
        beat: async () => {},
        hold: async () => {},
      })
      expect(await exceptionsOf(jobId)).toEqual([['endless.pdf', 'timedOut', 'pages', true]])
      expect(keptPages()).toHaveLength(4)
      const { user, project, server } = intake
      const documentId = ids.get('endless.pdf') ?? 0
      const told = await server.call(user, getPages, { project, query: { documentId } })
      expect(told.data.pages.map(({ fault }) => fault)).toEqual([
        null,
        'Drawing it took more than 8 seconds.',
        null,
      ])
      const image = { params: { documentId, page: 2 }, query: { projectId: project } }
      const refused = await server.call(user, pageBytes, image)
      expect([refused.status, refused.error.message]).toEqual([404, 'Drawing it took more than 8 seconds.'])
    } finally {
      await pages.stop()
    }
  })
})
