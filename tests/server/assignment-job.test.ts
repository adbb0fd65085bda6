/** The job that splits an assignment: what it writes, and how it goes on. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { controlSplit } from '#contracts/assignments.ts'
import { assignmentKind } from '#server/review/assignments/job.ts'
import { batchesIn } from './batches.ts'
import { costlyDialects } from './harness.ts'
import { type Matter, startMatter } from './matter.ts'

describe.each(costlyDialects)('splitting an assignment on %s', (dialect) => {
  let matter: Matter
  let batches: ReturnType<typeof batchesIn>
  beforeEach(async () => {
    matter = await startMatter(dialect, { documents: 5 })
    batches = batchesIn(matter)
  })
  afterEach(() => matter.close())

  it('a row of the trail tells of 500 batches at most', async () => {
    const { read, write } = matter.server.services.records
    const [document = 0] = matter.documents
    const { document_id: _own, ...row } = await read
      .selectFrom('document')
      .selectAll()
      .where('document_id', '=', document)
      .executeTakeFirstOrThrow()
    const more = Array.from({ length: 600 }, (_, n) => ({
      ...row,
      control: 1_000 + n,
      family_id: 10_000 + n,
    }))
    const added = await write('bulk', async (trx) =>
      (
        await Promise.all(
          more.map((one) => trx.insertInto('document').values(one).returning('document_id').execute()),
        )
      ).flat(),
    )
    const assignmentId = await batches.made({
      documents: { ids: added.map(({ document_id }) => document_id) },
      batchSize: 1,
    })
    expect((await batches.named(assignmentId)).totalBatchCount).toBe(600)
    const rows = await read
      .selectFrom('audit')
      .select('text')
      .where('action', '=', 'assignment.split')
      .orderBy('seq')
      .execute()
    expect(rows.map(({ text }) => JSON.parse(text).facts.batches.length)).toEqual([500, 100])
    // Each holds its own document: numbers and documents are in step.
    const held = await read
      .selectFrom('batch as b')
      .innerJoin('batch_document as d', 'd.batch_id', 'b.batch_id')
      .select('d.document_id')
      .orderBy('b.number')
      .execute()
    expect(held).toEqual(added)
  })

  it('a job that was cut goes on with what is in no batch yet, and writes nothing once all is deleted', async () => {
    const { records } = matter.server.services
    const assignmentId = await batches.made()
    const { jobId } = await batches.named(assignmentId)
    const held = () =>
      records.read
        .selectFrom('batch as b')
        .innerJoin('batch_document as d', 'd.batch_id', 'b.batch_id')
        .select(['b.number', 'd.position', 'd.document_id'])
        .orderBy('b.number')
        .orderBy('d.position')
        .execute()
    const whole = await held()
    const drop = (from: number) =>
      records.write('interactive', async (trx) => {
        const last = trx.selectFrom('batch').select('batch_id').where('number', '>=', from)
        await trx.deleteFrom('batch_document').where('batch_id', 'in', last).execute()
        await trx.deleteFrom('batch').where('number', '>=', from).execute()
      })
    const again = () =>
      assignmentKind(matter.server.services).run({
        jobId,
        projectId: matter.projectId,
        input: null,
        cursor: null,
        retry: false,
        retryOnly: null,
        signal: new AbortController().signal,
        beat: async () => {},
        hold: async () => {},
      })
    await drop(2)
    await again()
    expect(await held()).toEqual(whole)
    await again()
    expect(await held()).toEqual(whole)
    await batches.remove(assignmentId)
    await drop(2)
    await again()
    expect((await held()).map(({ number }) => number)).toEqual([1, 1])
  })

  it('review managers try again what failed, and a job whose assignment is deleted is cancelled', async () => {
    const { records } = matter.server.services
    const assignmentId = await batches.made()
    const { jobId } = await batches.named(assignmentId)
    const control = (action: 'retry' | 'cancel') =>
      matter.server.call(matter.manager, controlSplit, {
        project: matter.projectId,
        body: { assignmentId, action },
      })
    const put = (state: string) =>
      records.write('interactive', (trx) =>
        trx.updateTable('job').set({ state }).where('job_id', '=', jobId).execute(),
      )
    const stateNow = async () =>
      (
        await records.read
          .selectFrom('job')
          .select('state')
          .where('job_id', '=', jobId)
          .executeTakeFirstOrThrow()
      ).state
    expect((await control('cancel')).status).toBe(409)
    await put('Failed')
    expect((await control('retry')).data).toEqual({ jobId })
    await expect.poll(stateNow).toBe('Completed')
    await put('Paused')
    await batches.remove(assignmentId)
    expect(await stateNow()).toBe('Cancelled')
    expect((await control('retry')).status).toBe(404)
  })
})
