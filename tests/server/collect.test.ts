import { createHash } from 'node:crypto'
import { readdirSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as contract from '#contracts/collect.ts'
import { getJob, listJobs, retryJob } from '#contracts/jobs.ts'
import { getReport } from '#contracts/project.ts'
import { settledJob } from '#server/intake/import/import-path.ts'
import { zip } from '#server/sample/zip-writer.ts'
import { manyMessages, mbox, message } from '../fixtures/mail.ts'
import { costlyDialects, startServer, type TestServer, type TestUser } from './harness.ts'
import { newSource, processed } from './uploads.ts'

const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

describe.each(costlyDialects)('collection on %s', (dialect) => {
  let server: TestServer
  let user: TestUser
  let project: number
  let custodianId: number
  let sourceId: number

  beforeAll(async () => {
    server = await startServer({ dialect })
    const company = await server.company()
    project = await server.project(company, { prefix: 'COL' })
    user = await server.user({ role: 'LitigationSupport', companyId: company })
    await server.member(project, user.userId, 'LitigationSupport')
    custodianId = await custodian('Rivera')
    sourceId = await newSource(server, user, project, custodianId)
  }, 60_000)
  afterAll(() => server.close())

  async function custodian(name: string): Promise<number> {
    return await server.services.records.write('interactive', async (trx) => {
      const row = await trx
        .insertInto('custodian')
        .values({ project_id: project, name })
        .returning('custodian_id')
        .executeTakeFirstOrThrow()
      return row.custodian_id
    })
  }
  const begin = (fileName: string, size: number, from = sourceId) =>
    server.call(user, contract.beginUpload, { project, body: { fileName, size, sourceId: from } })
  const put = (uploadId: string, offset: number, bytes: Buffer) =>
    server.call(user, contract.putChunk, { project, params: { uploadId }, query: { offset }, body: bytes })
  const finish = (uploadId: string, body: { sha256?: string } = {}, key?: string) =>
    server.call(user, contract.finishUpload, {
      project,
      params: { uploadId },
      body,
      ...(key === undefined ? {} : { key }),
    })

  /** Uploads in one chunk, waits for the import, answers its job. */
  async function bring(fileName: string, bytes: Buffer, from = sourceId) {
    const { uploadId } = (await begin(fileName, bytes.length, from)).data
    if (bytes.length > 0) await put(uploadId, 0, bytes)
    await finish(uploadId, { sha256: sha(bytes) })
    const jobId = await processed(server, user, project, from)
    await settledJob(server.services, jobId)
    return (await server.call(user, getJob, { project, query: { jobId } })).data
  }
  const documents = (jobId: number) =>
    server.services.records.read
      .selectFrom('document')
      .selectAll()
      .where('job_id', '=', jobId)
      .orderBy('control')
      .execute()

  it('[transport-upload-progress] takes a file in chunks and goes on after a cut where the server says', async () => {
    const bytes = mbox([message({ id: 'chunk-1', subject: 'Chunked' })])
    const half = Math.floor(bytes.length / 2)
    const first = (await begin('box.mbox', bytes.length)).data
    expect(first).toMatchObject({ fileName: 'box.mbox', size: bytes.length, received: 0, sourceId })
    expect((await put(first.uploadId, 0, bytes.subarray(0, half))).data.received).toBe(half)

    const wrong = await put(first.uploadId, 0, bytes.subarray(0, half))
    expect(wrong.status).toBe(409)
    expect(wrong.error.data).toMatchObject({ uploadId: first.uploadId, received: half })

    const again = (await begin('box.mbox', bytes.length)).data
    expect(again).toMatchObject({ uploadId: first.uploadId, received: half })
    const { data } = (await server.call(user, contract.listUploads, { project })).data
    expect(data.map((u) => u.uploadId)).toContain(first.uploadId)

    const early = await finish(first.uploadId)
    expect(early.status).toBe(409)
    expect((await put(first.uploadId, half, bytes.subarray(half))).data.received).toBe(bytes.length)

    const forged = await finish(first.uploadId, { sha256: '0'.repeat(64) })
    expect(forged.status).toBe(409)
    const done = await finish(first.uploadId, { sha256: sha(bytes) }, 'finish-key-1')
    const repeated = await finish(first.uploadId, { sha256: sha(bytes) }, 'finish-key-1')
    expect(repeated.data).toEqual(done.data)
    expect((await finish(first.uploadId)).status).toBe(404)

    const jobId = await processed(server, user, project, sourceId)
    await settledJob(server.services, jobId)
    expect((await documents(jobId)).map((d) => d.title)).toEqual(['Chunked'])
    expect(await server.services.blobs.has(sha(bytes))).toBe(true)
    expect(readdirSync(join(server.config.dataDir, 'uploads'))).toEqual([])
  })

  it('begins another upload where the file was changed since, and says of each whose it is', async () => {
    const begun = async (modifiedAt: string) => {
      const body = { fileName: 'changed.mbox', size: 10, sourceId, modifiedAt }
      return (await server.call(user, contract.beginUpload, { project, body })).data
    }
    const [monday, tuesday] = ['2026-01-05T09:00:00.000Z', '2026-01-06T09:00:00.000Z']
    const first = await begun(monday)
    await put(first.uploadId, 0, Buffer.from('Monday'))
    const second = await begun(tuesday)
    expect([second.received, second.uploadId === first.uploadId]).toEqual([0, false])
    expect((await begun(monday)).received).toBe(6)
    const colleague = await server.user({ role: 'LitigationSupport', companyId: user.companyId ?? 0 })
    await server.member(project, colleague.userId, 'LitigationSupport')
    const seenBy = async (who: TestUser) =>
      (await server.call(who, contract.listUploads, { project })).data.data.find(
        ({ uploadId }) => uploadId === first.uploadId,
      )
    expect(await seenBy(user)).toMatchObject({ own: true })
    expect(await seenBy(colleague)).toMatchObject({ own: false, by: (await seenBy(user))?.by })
    for (const { uploadId } of [first, second])
      await server.call(user, contract.discardUpload, { project, params: { uploadId } })
  })

  it('loses nothing of a chunk that broke: the next one begins where the last whole one ended', async () => {
    const bytes = mbox([message({ id: 'broken-chunk', subject: 'Broken chunk' })])
    const { uploadId } = (await begin('broken.mbox', bytes.length)).data
    await put(uploadId, 0, bytes.subarray(0, 100))
    // What a chunk leaves that dies on its way: bytes behind the end that nobody acknowledged.
    const { appendFileSync } = await import('node:fs')
    appendFileSync(join(server.config.dataDir, 'uploads', uploadId), Buffer.alloc(bytes.length, 'x'))
    await put(uploadId, 100, bytes.subarray(100))
    await finish(uploadId, { sha256: sha(bytes) })
    const jobId = await processed(server, user, project, sourceId)
    await settledJob(server.services, jobId)
    expect((await documents(jobId)).map((d) => d.title)).toEqual(['Broken chunk'])
  })

  it('asks again for bytes that the disk has lost, and leaves no hole where they were', async () => {
    const bytes = mbox([message({ id: 'lost-bytes', subject: 'Lost bytes' })])
    const { uploadId } = (await begin('lost.mbox', bytes.length)).data
    await put(uploadId, 0, bytes)
    // As after a power cut: the record remembers more than the disk does.
    const path = join(server.config.dataDir, 'uploads', uploadId)
    truncateSync(path, 50)
    const early = await finish(uploadId)
    expect(early.status).toBe(409)
    expect(early.error.data).toMatchObject({ received: 50 })
    rmSync(path)
    const refused = await put(uploadId, 50, bytes.subarray(50))
    expect(refused.status).toBe(409)
    expect(refused.error.data).toMatchObject({ received: 0 })
    await put(uploadId, 0, bytes)
    await finish(uploadId)
    const jobId = await processed(server, user, project, sourceId)
    await settledJob(server.services, jobId)
    expect((await documents(jobId)).map((d) => d.title)).toEqual(['Lost bytes'])
  })

  it('discards an upload whole, and refuses more bytes than were announced', async () => {
    const { uploadId } = (await begin('gone.mbox', 10)).data
    const over = await put(uploadId, 0, Buffer.alloc(11))
    expect(over.status).toBe(400)
    const gone = await server.call(user, contract.discardUpload, { project, params: { uploadId } })
    expect(gone.status).toBe(204)
    expect((await put(uploadId, 0, Buffer.alloc(5))).status).toBe(404)
    expect(readdirSync(join(server.config.dataDir, 'uploads'))).not.toContain(uploadId)
  })

  it('[processing-custodians-concept] attributes families to their custodian, in order, with everything that lists and searches need', async () => {
    const inner = message({
      id: 'inner',
      subject: 'Inner',
      attachments: [{ name: 'deep.txt', type: 'text/plain', bytes: Buffer.from('deep words') }],
    })
    const outer = message({
      id: 'outer',
      subject: 'Outer',
      cc: 'Carol <carol@test.example>',
      bcc: 'dan@test.example',
      headers: ['In-Reply-To: <m0@test.example>', 'References: <a@test.example> <m0@test.example>'],
      attachments: [
        { name: 'numbers.csv', type: 'text/csv', bytes: Buffer.from('a,b\n1,2\n') },
        { name: 'inner.eml', type: 'application/octet-stream', bytes: inner },
        { name: 'scan.png', type: 'image/png', bytes: Buffer.from('89504e470d0a1a0a00000000', 'hex') },
      ],
    })
    const job = await bring('family.eml', outer)
    expect(job.state).toBe('CompletedWithErrors')
    expect(job.reconciliation).toMatchObject({ itemsIn: 5, promoted: 5, unexplained: 0 })
    const rows = await documents(job.jobId)
    const [parent] = rows
    expect(rows.map((d) => [d.ordinal, d.depth, d.record_type, d.file_name])).toEqual([
      [0, 0, 'E-mail', 'Outer.eml'],
      [1, 1, 'E-mail attachment', 'numbers.csv'],
      [2, 1, 'E-mail attachment', 'Inner.eml'],
      [3, 2, 'E-mail attachment', 'deep.txt'],
      [4, 1, 'E-mail attachment', 'scan.png'],
    ])
    expect(rows.every((d) => d.family_id === parent?.document_id && d.custodian_id === custodianId)).toBe(
      true,
    )
    expect(rows[3]?.parent_id).toBe(rows[2]?.document_id)
    expect(rows.map((d) => d.control)).toEqual(rows.map((_, i) => (parent?.control ?? 0) + i))
    expect(rows.every((d) => d.parent_date === '2024-03-05T15:00:00.000Z')).toBe(true)
    expect(parent).toMatchObject({
      sent_at: '2024-03-05T15:00:00.000Z',
      sent_original: 'Tue, 05 Mar 2024 09:00:00 -0600',
      message_id: 'outer@test.example',
      in_reply_to: 'm0@test.example',
      references: JSON.stringify(['a@test.example', 'm0@test.example']),
      from_text: 'Ann Lee <ann@test.example>',
      attachment_count: 3,
      sha256: sha(outer),
      md5: createHash('md5').update(outer).digest('hex'),
      sha1: createHash('sha1').update(outer).digest('hex'),
      size: outer.length,
    })
    expect(JSON.parse(parent?.addresses ?? '')).toMatchObject({
      cc: [{ name: 'Carol' }],
      bcc: [{ address: 'dan@test.example' }],
    })
    expect(rows.filter((d) => d.dedupe_hash !== null).map((d) => d.ordinal)).toEqual([0])
    const texts = await server.services.records.read
      .selectFrom('document_text')
      .select('text')
      .where(
        'document_id',
        'in',
        rows.map((d) => d.document_id),
      )
      .orderBy('document_id')
      .execute()
    expect(texts.map((t) => t.text.trim())).toEqual(['A body.', 'a,b\n1,2', 'A body.', '', 'deep words'])
    const listed = (
      await server.call(user, contract.listExceptions, { project, query: { jobId: job.jobId } })
    ).data
    expect(listed.data).toMatchObject([
      {
        code: 'noTextYet',
        stage: 'text',
        documentId: rows[4]?.document_id,
        path: ['family.eml', 'scan.png'],
      },
    ])
    // What the table lists is what the job, the list of jobs and the command line count; in the reconciliation nothing failed.
    // Its state says so too, though nothing is there that a retry could try again.
    const said = { state: 'CompletedWithErrors', exceptions: listed.totalCount }
    expect(job).toMatchObject({ ...said, reconciliation: { exceptions: 0 } })
    expect(await settledJob(server.services, job.jobId)).toMatchObject(said)
    const jobs = (await server.call(user, listJobs, { project })).data.data
    expect(jobs.find(({ jobId }) => jobId === job.jobId)).toMatchObject(said)
    expect((await server.call(user, retryJob, { project, body: { jobId: job.jobId } })).error).toMatchObject({
      code: 'job.transition',
      message: 'Nothing is left of this job that could be tried again.',
    })
    const everywhere = (await server.call(user, contract.listExceptions, { project })).data.totalCount
    expect(jobs.reduce((sum, { exceptions }) => sum + exceptions, 0)).toBe(everywhere)
    expect((await server.call(user, getReport, { project })).data.exceptions).toBe(everywhere)
    const history = await server.services.records.read
      .selectFrom('audit')
      .select(['action', 'document_id', 'text'])
      .where('job_id', '=', job.jobId)
      .orderBy('seq')
      .execute()
    const promoted = history.filter((row) => row.action === 'document.promoted')
    expect(promoted.map((row) => row.document_id)).toEqual(rows.map((d) => d.document_id))
    expect(promoted.every((row) => JSON.parse(row.text).how === 'import')).toBe(true)
  })

  it('suppresses copies, whole families, and keeps the custodians of all of them', async () => {
    const chen = await custodian('Chen')
    const fromChen = await newSource(server, user, project, chen)
    const original = message({
      id: 'copy-a',
      subject: 'Copied',
      attachments: [{ name: 'a.csv', type: 'text/csv', bytes: Buffer.from('x') }],
    })
    const elsewhere = message(
      {
        id: 'copy-b',
        subject: 'Copied',
        headers: ['Received: from a by b; Tue, 05 Mar 2024 09:00:02 -0600'],
        attachments: [{ name: 'a.csv', type: 'text/csv', bytes: Buffer.from('x') }],
      },
      '\n',
    )
    const first = await bring('rivera.mbox', mbox([original, original]))
    expect(first.reconciliation).toMatchObject({
      itemsIn: 5,
      promoted: 2,
      duplicates: 2,
      containers: 1,
      unexplained: 0,
    })
    const second = await bring('chen.mbox', mbox([elsewhere]), fromChen)
    expect(second.reconciliation).toMatchObject({
      itemsIn: 3,
      promoted: 0,
      duplicates: 2,
      containers: 1,
      unexplained: 0,
    })
    const rows = await documents(first.jobId)
    const held = await server.services.records.read
      .selectFrom('document_custodian')
      .selectAll()
      .where(
        'document_id',
        'in',
        rows.map((d) => d.document_id),
      )
      .orderBy('document_id')
      .orderBy('position')
      .execute()
    expect(held.map((h) => [h.document_id, h.custodian_id])).toEqual(
      rows.flatMap((d) => [
        [d.document_id, custodianId],
        [d.document_id, chen],
      ]),
    )
    const copies = await server.services.records.read
      .selectFrom('document_copy')
      .select(['document_id', 'custodian_id', 'job_id', 'source_path'])
      .where('document_id', '=', rows[0]?.document_id ?? 0)
      .orderBy('copy_id')
      .execute()
    expect(copies.map((copy) => [copy.custodian_id, copy.job_id, JSON.parse(copy.source_path)])).toEqual([
      [custodianId, first.jobId, ['rivera.mbox', expect.stringMatching(/^message@[1-9]/)]],
      [chen, second.jobId, ['chen.mbox', 'message@0']],
    ])
  })

  it('makes an exception of a broken message, with its reason and its bytes, and goes on', async () => {
    const broken = Buffer.from('\u0001no header here, nothing\nof a message\n')
    const job = await bring(
      'mixed.mbox',
      mbox([message({ id: 'ok-1', subject: 'Before' }), broken, message({ id: 'ok-2', subject: 'After' })]),
    )
    expect(job.state).toBe('CompletedWithErrors')
    expect(job.exceptions).toBe(1)
    expect(job.reconciliation).toMatchObject({
      itemsIn: 4,
      promoted: 2,
      containers: 1,
      exceptions: 1,
      unexplained: 0,
    })
    expect((await documents(job.jobId)).map((d) => d.title)).toEqual(['Before', 'After'])
    const { data, totalCount } = (
      await server.call(user, contract.listExceptions, { project, query: { jobId: job.jobId } })
    ).data
    expect(totalCount).toBe(1)
    const [exception] = data
    expect(exception).toMatchObject({
      code: 'corrupt',
      stage: 'parse',
      documentId: null,
      reason: expect.stringContaining('header'),
    })
    const download = await server.call(user, contract.exceptionBytes, {
      project,
      params: { exceptionId: exception?.exceptionId ?? 0 },
      query: { projectId: project },
    })
    expect(download.raw.rawPayload).toEqual(broken)
    expect(download.raw.headers['content-disposition']).toMatch(/^attachment/)
    expect(download.raw.headers['content-type']).toBe('application/octet-stream')
  })

  it('gives the bytes of an exception under a name that is safe to save', async () => {
    const bytes = zip([{ name: '../../notes\u202egpj.eml', bytes: Buffer.from('no header\n') }])
    const { jobId } = await bring('odd-names.zip', bytes)
    const { data } = (await server.call(user, contract.listExceptions, { project, query: { jobId } })).data
    const download = await server.call(user, contract.exceptionBytes, {
      project,
      params: { exceptionId: data[0]?.exceptionId ?? 0 },
      query: { projectId: project },
    })
    const header = String(download.raw.headers['content-disposition'])
    expect(header).toMatch(/^attachment; filename="[^"/\\]*notesgpj\.eml"/)
    expect(decodeURIComponent(header)).not.toMatch(/[\u202e/\\]|\.\.\//)
  })

  it('pages exceptions by cursor', async () => {
    const broken = (n: number) => Buffer.from(`\u0001nothing ${n}\nat all\n`)
    const job = await bring('bad.mbox', mbox([broken(1), broken(2), broken(3)]))
    const page = async (after?: number) =>
      (
        await server.call(user, contract.listExceptions, {
          project,
          query: { jobId: job.jobId, limit: 2, after },
        })
      ).data
    const first = await page()
    const second = await page(first.data.at(-1)?.exceptionId)
    expect([first.data.length, second.data.length, first.totalCount, second.totalCount]).toEqual([2, 1, 3, 3])
  })

  it('imports nothing of an empty file, and says so', async () => {
    const job = await bring('empty.mbox', Buffer.alloc(0))
    expect(job.reconciliation).toMatchObject({ itemsIn: 1, exceptions: 1, unexplained: 0 })
  })

  it('throws away uploads that nobody goes on with', async () => {
    const { uploadId } = (await begin('stale.mbox', 10)).data
    server.setNow(new Date(Date.now() + 8 * 86_400_000))
    try {
      const { clearStale } = await import('#server/intake/uploads/upload-folder.ts')
      await clearStale(server.services)
    } finally {
      server.setNow(null)
    }
    expect((await put(uploadId, 0, Buffer.alloc(1))).status).toBe(404)
  })

  it('keeps the reconciliation of many messages at zero unexplained', async () => {
    const messages = manyMessages(150)
    const attachments = messages.filter((bytes) => bytes.includes('Content-Disposition: attachment')).length
    const copies = messages.filter((bytes, i) => messages.indexOf(bytes) < i)
    const copied = copies.length + copies.filter((b) => b.includes('Content-Disposition: attachment')).length
    const job = await bring('many.mbox', mbox(messages))
    const itemsIn = 1 + messages.length + attachments
    expect(job.reconciliation).toMatchObject({ itemsIn, duplicates: copied, containers: 1, unexplained: 0 })
    expect(job.bytesDone).toBe(job.bytesTotal)
    expect(job.itemsDone).toBe(job.itemsTotal)
  })
})
