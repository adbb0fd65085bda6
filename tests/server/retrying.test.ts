/** Trying again: all that failed in a job, or what somebody has chosen of it. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as contract from '#contracts/collect.ts'
import { getJob, getJobStatus, retryJob } from '#contracts/jobs.ts'
import { createCustodian } from '#contracts/project.ts'
import { settledJob } from '#server/intake/import/import-path.ts'
import { zip } from '#server/sample/zip-writer.ts'
import { lockedZip } from '#tests/fixtures/locked-zip.ts'
import { message } from '#tests/fixtures/mail.ts'
import { allSettled } from './all-settled.ts'
import { costlyDialects, withoutAnalysis } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'
import { trail } from './people.ts'
import { setProcessing } from './processing-settings.ts'

withoutAnalysis()

const locked = Buffer.from(lockedZip, 'base64')
const letter = (id: string, name: string) =>
  message({
    id,
    text: `A letter about ${id}.`,
    attachments: [{ name, type: 'application/zip', bytes: locked }],
  })

describe.each(costlyDialects)('a retry, on %s', (dialect) => {
  let intake: Intake
  let share: string
  beforeAll(async () => {
    share = mkdtempSync(join(tmpdir(), 'affiant-retry-'))
    intake = await startIntake(dialect, { AFFIANT_COLLECT_FROM: `${share}=company-1` })
  }, 60_000)
  afterAll(async () => {
    await intake.close()
    rmSync(share, { recursive: true, force: true })
  })

  const services = () => intake.server.services
  const call: Intake['server']['call'] = (who, one, options = {}) =>
    intake.server.call(who, one, { project: intake.project, ...options })
  const passwords = (...known: string[]) =>
    setProcessing(intake.server, intake.user, intake.project, { passwords: known })
  async function sourceOf(name: string): Promise<number> {
    const { custodianId } = (await call(intake.user, createCustodian, { body: { name } })).data
    const body = { name, custodianId, autoProcess: false, autoPromote: true }
    return (await call(intake.user, contract.createSource, { body })).data.sourceId
  }
  async function collected(name: string, files: Readonly<Record<string, Buffer>>): Promise<number> {
    const sourceId = await sourceOf(name)
    for (const [fileName, bytes] of Object.entries(files)) {
      const body = { sourceId, fileName, size: bytes.length }
      const params = { uploadId: (await call(intake.user, contract.beginUpload, { body })).data.uploadId }
      await call(intake.user, contract.putChunk, { params, query: { offset: 0 }, body: bytes })
      await call(intake.user, contract.finishUpload, { params, body: {} })
    }
    const asked = { params: { sourceId }, body: { ifAutomatic: false } }
    const { jobId } = (await call(intake.user, contract.processSource, asked)).data
    await done(jobId ?? 0)
    return jobId ?? 0
  }
  async function done(jobId: number): Promise<void> {
    await settledJob(services(), jobId)
    await allSettled(services())
  }
  const job = async (jobId: number) => (await call(intake.user, getJob, { query: { jobId } })).data
  const listed = async (jobId: number) =>
    (await call(intake.user, contract.listExceptions, { query: { jobId } })).data.data
  const retry = (jobId: number, ...exceptionIds: number[]) =>
    call(intake.user, retryJob, { body: { jobId, ...(exceptionIds.length === 0 ? {} : { exceptionIds }) } })
  const lastOf = (rows: readonly contract.ExceptionRow[]) => rows.map(({ path }) => path.at(0))

  it('[job-action-retry] is about the items that are named, and leaves the others of the job as they are', async () => {
    const files = Object.fromEntries(
      ['one', 'two', 'three'].map((name) => [
        `${name}.zip`,
        // Unlike each other, so that nobody is a copy.
        zip([
          { name: 'inner.zip', bytes: locked },
          { name: `${name}.txt`, bytes: Buffer.from(name) },
        ]),
      ]),
    )
    const jobId = await collected('Items', files)
    const before = await listed(jobId)
    expect(lastOf(before)).toEqual(['one.zip', 'two.zip', 'three.zip'])
    const [one, two, three] = before
    await passwords('opensesame')
    expect((await retry(jobId, two?.exceptionId ?? 0)).status).toBe(200)
    await done(jobId)
    // Their reasons too: nobody has looked at them.
    expect(await listed(jobId)).toEqual([one, three])
    const { reconciliation } = await job(jobId)
    expect(reconciliation).toMatchObject({ exceptions: 2, unexplained: 0 })
    const told = await trail(intake.server, `project:${intake.project}`)
    expect(told.findLast(({ action }) => action === 'job.retried')?.facts).toEqual({
      exceptionIds: [two?.exceptionId],
    })
    // As a whole it is about all that is left.
    expect((await retry(jobId)).status).toBe(200)
    await done(jobId)
    await passwords()
    expect(await listed(jobId)).toEqual([])
    expect(await job(jobId)).toMatchObject({ state: 'Completed', reconciliation: { unexplained: 0 } })
  }, 60_000)

  it('[job-action-retry] opens the locked documents that are named', async () => {
    const files = { 'a.eml': letter('a', 'a.zip'), 'b.eml': letter('b', 'b.zip') }
    const jobId = await collected('Documents', files)
    const [, b] = await listed(jobId)
    await passwords('opensesame')
    await retry(jobId, b?.exceptionId ?? 0)
    await done(jobId)
    await passwords()
    expect((await listed(jobId)).map(({ path }) => path)).toEqual([['a.eml', 'a.zip']])
    expect((await job(jobId)).reconciliation).toMatchObject({ itemsIn: 5, promoted: 5, unexplained: 0 })
  }, 60_000)

  it('[job-action-retry] looks at the folders of a server that are named, with all that is in them', async () => {
    const sourceId = await sourceOf('Share')
    const folder = join(share, 'matter')
    mkdirSync(folder, { recursive: true })
    for (const name of ['a', 'b']) symlinkSync(tmpdir(), join(folder, name))
    const { jobId } = (
      await call(intake.user, contract.collectFolder, {
        params: { sourceId },
        body: { root: 0, path: ['matter'] },
      })
    ).data
    await done(jobId)
    const [a, b] = await listed(jobId)
    expect([a?.path, b?.path]).toEqual([['a'], ['b']])
    for (const name of ['a', 'b']) {
      rmSync(join(folder, name))
      mkdirSync(join(folder, name))
      for (const file of ['1.txt', '2.txt']) writeFileSync(join(folder, name, file), `${name} ${file}`)
    }
    await retry(jobId, b?.exceptionId ?? 0)
    await done(jobId)
    expect(await listed(jobId)).toEqual([a])
    const params = { sourceId }
    const files = (await call(intake.user, contract.listSourceFiles, { params, query: {} })).data.data
    expect(files.map(({ path }) => path.join('/'))).toEqual(['b/1.txt', 'b/2.txt'])
    expect(await job(jobId)).toMatchObject({
      ...{ state: 'CompletedWithErrors', exceptions: 1 },
      // The folder was one of what was found until it could be looked into.
      collected: { found: 3, arrived: 2, failed: 1, unexplained: 0 },
    })
  }, 60_000)

  it('[job-action-retry] asks about thousands that nobody named by the page, and not one by one', async () => {
    const sourceId = await sourceOf('Many')
    const folder = join(share, 'many')
    mkdirSync(folder, { recursive: true })
    for (const name of ['a', 'b']) symlinkSync(tmpdir(), join(folder, name))
    const body = { root: 0, path: ['many'] }
    const { jobId } = (await call(intake.user, contract.collectFolder, { params: { sourceId }, body })).data
    await done(jobId)
    const { records } = services()
    const of = await records.read
      .selectFrom('exception')
      .selectAll()
      .where('job_id', '=', jobId)
      .orderBy('exception_id')
      .execute()
    const { exception_id: _, ...like } = of[0] ?? expect.fail('No exception.')
    const last = await records.write('bulk', async (trx) => {
      for (let n = 0; n < 1_500; n += 100)
        await trx
          .insertInto('exception')
          .values(Array.from({ length: 100 }, (_, at) => ({ ...like, path: JSON.stringify([`c${n + at}`]) })))
          .execute()
      return await trx
        .insertInto('exception')
        .values({ ...like, path: JSON.stringify(['z.txt']), raw_path: null })
        .returning('exception_id')
        .executeTakeFirstOrThrow()
    })
    writeFileSync(join(folder, 'z.txt'), 'last')
    const questions = vi.spyOn(records.read, 'selectFrom')
    await retry(jobId, last.exception_id)
    await done(jobId)
    const asked = questions.mock.calls.filter(([table]) => String(table) === 'exception').length
    questions.mockRestore()
    expect(asked).toBeLessThan(500)
    const params = { sourceId }
    const files = (await call(intake.user, contract.listSourceFiles, { params, query: {} })).data.data
    expect(files.map(({ path }) => path.join('/'))).toEqual(['z.txt'])
  }, 60_000)

  it('[job-action-retry] is refused, with the reason, for what it cannot help, and where nothing is left', async () => {
    const truncated = { 'c.eml': letter('c', 'c.zip'), 'empty.txt': Buffer.alloc(0) }
    const jobId = await collected('Refused', truncated)
    const [document, empty] = await listed(jobId)
    const other = await collected('Other', { 'none.txt': Buffer.alloc(0) })
    const [foreign] = await listed(other)
    const said = async (...ids: (number | undefined)[]) => {
      const { status, error } = await retry(jobId, ...ids.map((id) => id ?? 0))
      return [status, error?.message]
    }
    expect((await said(foreign?.exceptionId))[0]).toBe(404)
    await services().records.write('interactive', async (trx) => {
      await trx
        .updateTable('exception')
        .set({ code: 'textTruncated' })
        .where('exception_id', '=', document?.exceptionId ?? 0)
        .execute()
    })
    expect(await said(empty?.exceptionId, document?.exceptionId)).toEqual([
      409,
      `Exception ${document?.exceptionId} is about a document that is there: to read it again changes nothing. Put another file in its place.`,
    ])
    const actions = async () => (await call(intake.user, getJobStatus, { query: { jobId } })).data.actions
    expect([await actions(), (await job(jobId)).retriable]).toEqual([['retry'], 1])
    const body = { exceptionIds: [empty?.exceptionId ?? 0], note: 'Empty at its source.' }
    await call(intake.user, contract.acceptExceptions, { body })
    expect((await said(empty?.exceptionId))[0]).toBe(409)
    // It has ended with errors, and none of these is anybody's to try again.
    expect(await said()).toEqual([409, 'Nothing is left of this job that could be tried again.'])
    expect([await actions(), (await job(jobId)).retriable]).toEqual([[], 0])
    expect((await job(jobId)).state).toBe('CompletedWithErrors')
    expect(
      await services().records.read.selectFrom('job').select('state').where('job_id', '=', jobId).execute(),
    ).toEqual([{ state: 'CompletedWithErrors' }])
  }, 60_000)
})
