/** Files that come in the place of what could not be read: of documents, which stay what they are, and of items that are none. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as contract from '#contracts/collect.ts'
import { defaultPageSize, nativeBytes, searchDocuments } from '#contracts/documents.ts'
import { replacedBytes, replacedFiles, replaceFile } from '#contracts/files.ts'
import { getJob, resumeJob, retryJob } from '#contracts/jobs.ts'
import { createCustodian } from '#contracts/project.ts'
import { settledJob } from '#server/intake/import/import-path.ts'
import type { ParseRequest } from '#server/intake/processing/protocol.ts'
import { startImport } from '#server/intake/sources/start-import.ts'
import { verifyChain } from '#server/platform/audit/verify.ts'
import { ChildFault } from '#server/platform/jobs/child.ts'
import type { ChildPool } from '#server/platform/jobs/pool.ts'
import { zip } from '#server/sample/zip-writer.ts'
import { lockedZip } from '#tests/fixtures/locked-zip.ts'
import { message, withLogo } from '#tests/fixtures/mail.ts'
import { allSettled } from './all-settled.ts'
import { costlyDialects, withoutAnalysis } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'
import { trail } from './people.ts'
import { setProcessing } from './processing-settings.ts'

withoutAnalysis()

const locked = Buffer.from(lockedZip, 'base64')
const text = (name: string, words: string) => ({ name, bytes: Buffer.from(words) })
const attached = (name: string, type: string, bytes: Buffer) => ({ name, type, bytes })

/** A document of Word of which the half is missing. */
const damagedDocument = Buffer.concat([
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
  Buffer.alloc(600, 7),
])

/** A message like no other, so that it is nobody's copy. */
const letter = (id: string, attachments: ReturnType<typeof attached>[]) =>
  message({ id, text: `A letter about ${id}.`, attachments })

describe.each(costlyDialects)('a file in the place of what could not be read, on %s', (dialect) => {
  let intake: Intake
  beforeAll(async () => {
    intake = await startIntake(dialect)
  }, 60_000)
  afterAll(() => intake.close())

  const services = () => intake.server.services
  const call: Intake['server']['call'] = (who, one, options = {}) =>
    intake.server.call(who, one, { project: intake.project, ...options })
  const passwords = async (...known: string[]) =>
    expect(
      (await setProcessing(intake.server, intake.user, intake.project, { passwords: known })).status,
    ).toBe(200)

  async function sourceOf(name: string, autoPromote = true): Promise<number> {
    const { custodianId } = (await call(intake.user, createCustodian, { body: { name } })).data
    const body = { name, custodianId, autoProcess: false, autoPromote }
    return (await call(intake.user, contract.createSource, { body })).data.sourceId
  }
  async function upload(
    sourceId: number,
    fileName: string,
    bytes: Buffer,
    replaces?: number,
    finish: { readonly entry?: boolean } = {},
  ) {
    const body = { sourceId, fileName, size: bytes.length, ...(replaces === undefined ? {} : { replaces }) }
    const begun = await call(intake.user, contract.beginUpload, { body })
    if (begun.status !== 200) return begun
    const params = { uploadId: begun.data.uploadId }
    for (let offset = 0; offset < bytes.length; offset += contract.chunkBytes)
      await call(intake.user, contract.putChunk, {
        params,
        query: { offset },
        body: bytes.subarray(offset, offset + contract.chunkBytes),
      })
    return await call(intake.user, contract.finishUpload, { params, body: finish })
  }
  async function processed(sourceId: number): Promise<number> {
    const asked = { params: { sourceId }, body: { ifAutomatic: false } }
    const { jobId } = (await call(intake.user, contract.processSource, asked)).data
    await done(jobId ?? 0)
    return jobId ?? 0
  }
  async function done(jobId: number): Promise<void> {
    await settledJob(services(), jobId)
    await allSettled(services())
    await services().search.settled(intake.project)
  }
  /** What a source made of a file. */
  async function collected(sourceId: number, name: string, bytes: Buffer): Promise<number> {
    expect((await upload(sourceId, name, bytes)).status).toBe(200)
    return await processed(sourceId)
  }
  async function replaced(sourceId: number, exceptionId: number, name: string, bytes: Buffer) {
    expect((await upload(sourceId, name, bytes, exceptionId)).status).toBe(200)
    return await processed(sourceId)
  }
  /** The job of what waits in a source, cancelled before anybody took it up; one of an earlier version says no state. */
  const begunAndStopped = (sourceId: number, isEarlier = false): Promise<number> =>
    services().records.write('interactive', async (trx) => {
      const { userId, email: name, role } = intake.user
      const asked = { projectId: intake.project, sourceId, user: { userId, name, role } }
      const jobId = (await startImport(trx, services(), asked)) ?? 0
      await trx.updateTable('job').set({ state: 'Cancelled' }).where('job_id', '=', jobId).execute()
      if (isEarlier) {
        const queued = trx.selectFrom('job').select('input').where('job_id', '=', jobId)
        const { putAfter: _, ...input } = JSON.parse((await queued.executeTakeFirstOrThrow()).input)
        await trx
          .updateTable('job')
          .set({ input: JSON.stringify(input) })
          .where('job_id', '=', jobId)
          .execute()
      }
      return jobId
    })
  const versions = [
    ['this version', false],
    ['an earlier version', true],
  ] as const
  const job = async (jobId: number) => (await call(intake.user, getJob, { query: { jobId } })).data
  const reconciliation = async (jobId: number) => (await job(jobId)).reconciliation
  const listed = async (jobId: number) =>
    (await call(intake.user, contract.listExceptions, { query: { jobId } })).data.data
  const listedAll = async () => (await call(intake.user, contract.listExceptions, { query: {} })).data.data
  /** All imports to their end. */
  async function allJobs(): Promise<void> {
    const jobs = await services()
      .records.read.selectFrom('job')
      .select('job_id')
      .where('kind', '=', 'import')
      .execute()
    for (const { job_id } of jobs) await done(job_id)
  }
  const familyOf = (documentId: number) =>
    services()
      .records.read.selectFrom('document')
      .innerJoin('document_text as t', 't.document_id', 'document.document_id')
      .selectAll('document')
      .select('t.text')
      .where('family_id', 'in', (eb) =>
        eb.selectFrom('document as o').select('o.family_id').where('o.document_id', '=', documentId),
      )
      .orderBy('ordinal')
      .execute()
  const ofJob = async (jobId: number) =>
    await services()
      .records.read.selectFrom('document')
      .selectAll()
      .where('job_id', '=', jobId)
      .orderBy('document_id')
      .execute()
  const search = async (queryString: string) =>
    (
      await call(intake.user, searchDocuments, {
        body: {
          query: { queryString, includeFamily: false, objectId: null, type: null },
          sort: 'documentId',
          viewer: 'parentsAndChildren',
          filter: 'all',
          pageSize: defaultPageSize,
          page: 1,
        },
      })
    ).data.data.map(({ documentId }) => documentId)
  const holds = async () =>
    expect((await verifyChain(services().records.read, `project:${intake.project}`)).firstBroken).toBeNull()

  it.each([true, false])(
    '[rest-any-review-modify-doc-upload] becomes a document’s own, and what is in it joins the family (promoted: %s)',
    async (promoted) => {
      const sourceId = await sourceOf(`Okafor ${promoted}`, promoted)
      const attachments = [
        attached('things.zip', 'application/zip', locked),
        attached('table.csv', 'text/csv', Buffer.from('a,b\n1,2\n')),
      ]
      const mail = message({
        id: `r-${promoted}`,
        subject: 'Two things',
        text: `Sides: ${promoted}.`,
        attachments,
      })
      const jobId = await collected(sourceId, 'mail.eml', mail)
      const [exception] = await listed(jobId)
      expect(exception).toMatchObject({ code: 'encrypted', sourceId })
      const documentId = exception?.documentId ?? 0
      const before = await familyOf(documentId)
      const reconciledBefore = await reconciliation(jobId)
      const open = zip([
        text('plan.txt', `The aqueduct ${promoted} is leaking.`),
        {
          name: 'inner.eml',
          bytes: message({
            id: `inner-${promoted}`,
            subject: 'Inner',
            attachments: [attached('note.txt', 'text/plain', Buffer.from('A note.'))],
          }),
        },
      ])
      const second = await replaced(sourceId, exception?.exceptionId ?? 0, 'open.zip', open)
      const after = await familyOf(documentId)
      expect(after.map(({ file_name, ordinal, depth }) => [file_name, ordinal, depth])).toEqual([
        ['Two things.eml', 0, 0],
        ['open.zip', 1, 1],
        ['plan.txt', 2, 2],
        ['Inner.eml', 3, 2],
        ['note.txt', 4, 3],
        ['table.csv', 5, 1],
      ])
      // Coding, tags, dates and batches are by these.
      const identity = (all: typeof after) =>
        all.map((row) => [row.document_id, row.control, row.parent_id, row.sort_key, row.sent_at, row.state])
      const stayed = after.filter(({ document_id }) => before.some((one) => one.document_id === document_id))
      expect(identity(stayed)).toEqual(identity(before))
      const came = after.filter((row) => !stayed.includes(row))
      expect(came.map((row) => [row.state, row.record_type, row.job_id])).toEqual(
        came.map(() => [promoted ? 'Promoted' : 'Processed', 'E-mail attachment', second]),
      )
      expect(came.map(({ source_path }) => JSON.parse(source_path))).toEqual([
        ['mail.eml', 'things.zip', 'plan.txt'],
        ['mail.eml', 'things.zip', 'inner.eml'],
        ['mail.eml', 'things.zip', 'inner.eml', 'note.txt'],
      ])
      const numbers = came.map(({ control }) => control)
      expect(numbers.every((one) => one > 0)).toBe(promoted)
      expect(numbers.map((one) => Math.abs(one - (numbers[0] ?? 0)))).toEqual([0, 1, 2])
      expect(await search(`aqueduct AND ${promoted}`)).toEqual(promoted ? [came[0]?.document_id] : [])
      expect(await listed(jobId)).toMatchObject([{ resolution: 'replaced', documentId }])
      expect(await listed(second)).toEqual([])
      expect(await reconciliation(jobId)).toEqual(reconciledBefore)
      expect(await reconciliation(second)).toMatchObject({
        ...{ itemsIn: 3, [promoted ? 'promoted' : 'waiting']: 3, exceptions: 0, unexplained: 0 },
      })
      // What it was stays, and can be had.
      const old = (await call(intake.user, replacedFiles, { query: { documentId } })).data.data
      expect(old.map(({ fileName, size }) => [fileName, size])).toEqual([['things.zip', locked.length]])
      const given = await call(intake.user, replacedBytes, {
        params: { replacedFileId: old[0]?.replacedFileId ?? 0 },
        query: { projectId: intake.project },
      })
      expect(given.raw.rawPayload).toEqual(locked)
      const params = { documentId }
      const native = await call(intake.user, nativeBytes, { params, query: { projectId: intake.project } })
      if (promoted) expect(native.raw.rawPayload).toEqual(open)
      const told = (await trail(intake.server, `project:${intake.project}`)).filter(
        (row) => JSON.parse(row.text).documentId === documentId,
      )
      expect(told.map(({ action }) => action)).toEqual(
        expect.arrayContaining(['exception.replaced', 'document.fileReplaced']),
      )
      await holds()
    },
    60_000,
  )

  it('is as large as processing takes one item, and another text takes the place of the one before', async () => {
    const sourceId = await sourceOf('Large')
    const jobId = await collected(
      sourceId,
      'half.eml',
      letter('half', [attached('x.zip', 'application/zip', locked)]),
    )
    const [exception] = await listed(jobId)
    const line = 'The viaduct was measured.\n'
    const bytes = Buffer.from(line.repeat(Math.ceil((contract.chunkBytes * 1.2) / line.length)))
    expect(await search(`Exception:${exception?.code}`)).toContain(exception?.documentId)
    await replaced(sourceId, exception?.exceptionId ?? 0, 'x.txt', bytes)
    expect(await search(`Exception:${exception?.code}`)).not.toContain(exception?.documentId)
    const [, document] = await familyOf(exception?.documentId ?? 0)
    expect(document).toMatchObject({
      file_name: 'x.txt',
      size: bytes.length,
      mime_type: 'text/plain',
      has_text: 1,
    })
    expect(await search('viaduct')).toEqual([document?.document_id])
    // And once more, by a shorter one.
    await services().records.write('interactive', async (trx) => {
      await trx
        .updateTable('exception')
        .set({ resolution: 'open' })
        .where('exception_id', '=', exception?.exceptionId ?? 0)
        .execute()
    })
    await replaced(sourceId, exception?.exceptionId ?? 0, 'y.txt', Buffer.from('The culvert was measured.'))
    expect(await search('viaduct')).toEqual([])
    expect(await search('culvert')).toEqual([document?.document_id])
    const query = { documentId: document?.document_id ?? 0 }
    expect(
      (await call(intake.user, replacedFiles, { query })).data.data.map(({ fileName }) => fileName),
    ).toEqual(['x.txt.txt', 'x.txt', 'x.zip'])
  }, 60_000)

  it('knows again what stood in the file before, and adds the rest to it', async () => {
    const sourceId = await sourceOf('In part')
    const part = zip([text('first.txt', 'The first part.'), text('second.txt', 'The second part.')])
    // The second entry cannot be unpacked.
    const damaged = Buffer.from(part)
    damaged.fill(0xff, damaged.indexOf('second.txt') + 10, damaged.indexOf('second.txt') + 20)
    const mail = letter('part', [attached('parts.zip', 'application/zip', damaged)])
    const jobId = await collected(sourceId, 'part.eml', mail)
    const [exception] = await listed(jobId)
    const documentId = exception?.documentId ?? 0
    const before = await familyOf(documentId)
    expect(before.map(({ file_name }) => file_name)).toEqual(['A subject.eml', 'parts.zip', 'first.txt'])
    await replaced(sourceId, exception?.exceptionId ?? 0, 'parts.zip', part)
    const after = await familyOf(documentId)
    expect(after.map(({ file_name }) => file_name).toSorted()).toEqual([
      'A subject.eml',
      'first.txt',
      'parts.zip',
      'second.txt',
    ])
    expect(after.find(({ file_name }) => file_name === 'first.txt')?.document_id).toBe(before[2]?.document_id)
    await holds()
  }, 60_000)

  describe('for one entry of an attached archive', () => {
    /** An archive with two files, of which the second cannot be unpacked. */
    const halfOf = (word: string) => {
      const bytes = zip([text('in/first.txt', `First ${word}.`), text('in/second.txt', `Second ${word}.`)])
      bytes.fill(0xff, bytes.indexOf('in/second.txt') + 13, bytes.indexOf('in/second.txt') + 20)
      return bytes
    }
    const entry = async (
      sourceId: number,
      of: contract.ExceptionRow | undefined,
      name: string,
      bytes: Buffer,
    ) => {
      const sent = await upload(sourceId, name, bytes, of?.exceptionId ?? 0, { entry: true })
      expect(sent.status).toBe(200)
      return await processed(sourceId)
    }

    it.each([
      ['attached to a message', (word: string) => halfOf(word), ['half.zip']],
      [
        'in an archive that is attached',
        (word: string) => zip([{ name: 'half.zip', bytes: halfOf(word) }]),
        ['outer.zip', 'half.zip'],
      ],
    ])(
      'stands where that stood, and all else is as it was: %s',
      async (where, bytesOf, archives) => {
        const sourceId = await sourceOf(where)
        const [outer = ''] = archives
        const mail = letter(where, [
          attached(outer, 'application/zip', bytesOf(where)),
          attached('after.txt', 'text/plain', Buffer.from(`After ${where}.`)),
        ])
        const jobId = await collected(sourceId, 'half.eml', mail)
        const [exception] = await listed(jobId)
        expect(exception).toMatchObject({ entry: 'in/second.txt', path: ['half.eml', ...archives] })
        const documentId = exception?.documentId ?? 0
        const before = await familyOf(documentId)
        const stood = await reconciliation(jobId)
        expect(await search(`Exception:${exception?.code}`)).toContain(documentId)
        const next = Math.max(...before.map(({ control }) => control)) + 1
        const second = await entry(sourceId, exception, 'second.txt', Buffer.from(`Second ${where}.`))
        const after = await familyOf(documentId)
        const fresh = after.find(({ text: said }) => said === `Second ${where}.`)
        expect(fresh).toMatchObject({
          ...{ file_name: 'second.txt', parent_id: documentId, family_id: before[0]?.document_id },
          ...{
            depth: archives.length + 1,
            record_type: 'E-mail attachment',
            state: 'Promoted',
            control: next,
          },
          source_path: JSON.stringify(['half.eml', ...archives, 'second.txt']),
          custodian_id: before[0]?.custodian_id,
        })
        // Behind what stood in the archive, before what is attached after it.
        expect(after.map(({ file_name }) => file_name)).toEqual([
          ...['A subject.eml', ...archives, 'first.txt', 'second.txt', 'after.txt'],
        ])
        const bare = (rows: typeof after) => rows.map(({ ordinal: _, ...row }) => row)
        expect(bare(after.filter(({ document_id }) => document_id !== fresh?.document_id))).toEqual(
          bare(before),
        )
        expect(await listed(jobId)).toMatchObject([{ resolution: 'replaced' }])
        expect(await search(`Exception:${exception?.code}`)).not.toContain(documentId)
        expect(await reconciliation(jobId)).toEqual(stood)
        expect(await reconciliation(second)).toMatchObject({ itemsIn: 1, promoted: 1, unexplained: 0 })
        expect((await job(second)).title).toBe('second.txt, in half.zip')
        expect((await call(intake.user, replacedFiles, { query: { documentId } })).data.data).toEqual([])
        await holds()
      },
      60_000,
    )

    it('that cannot be read has the same place when another is tried, and what is locked in it is opened later', async () => {
      const sourceId = await sourceOf('Entry twice')
      const mail = letter('entry twice', [attached('half.zip', 'application/zip', halfOf('of two'))])
      const jobId = await collected(sourceId, 'twice-half.eml', mail)
      const [exception] = await listed(jobId)
      const documentId = exception?.documentId ?? 0
      const before = await familyOf(documentId)
      const second = await entry(sourceId, exception, 'second.zip', Buffer.alloc(0))
      expect(await familyOf(documentId)).toEqual(before)
      const [failed] = await listed(second)
      expect(failed).toMatchObject({ code: 'zeroByte', documentId: null, becomes: null, entry: null })
      const third = await replaced(sourceId, failed?.exceptionId ?? 0, 'second.zip', locked)
      const names = async () =>
        (await familyOf(documentId)).map(({ file_name, depth }) => `${depth} ${file_name}`)
      expect(await names()).toEqual(['0 A subject.eml', '1 half.zip', '2 first.txt', '2 second.zip'])
      expect(await listed(third)).toMatchObject([{ code: 'encrypted', resolution: 'open' }])
      await passwords('opensesame')
      expect((await call(intake.user, retryJob, { body: { jobId: third } })).status).toBe(200)
      await done(third)
      await passwords()
      expect(await names()).toEqual([
        ...['0 A subject.eml', '1 half.zip', '2 first.txt', '2 second.zip', '3 secret.txt'],
      ])
      expect(await listed(third)).toEqual([])
      expect(await reconciliation(third)).toMatchObject({ itemsIn: 2, promoted: 2, unexplained: 0 })
      await holds()
    }, 60_000)

    it.each([
      ['one that shows an image', withLogo('by one')],
      [
        'one in which another does',
        letter('around', [attached('inner.eml', 'message/rfc822', withLogo('by two'))]),
      ],
    ])(
      'is a message whose images are told of that which shows them: %s',
      async (what, bytes) => {
        const sourceId = await sourceOf(what)
        const mail = letter(what, [attached('half.zip', 'application/zip', halfOf(what))])
        const [exception] = await listed(await collected(sourceId, 'shown.eml', mail))
        const second = await entry(sourceId, exception, 'second.eml', bytes)
        const shows = (await familyOf(exception?.documentId ?? 0)).filter(
          ({ title }) => title === 'With a logo',
        )
        expect(shows).toHaveLength(1)
        const images = await services()
          .records.read.selectFrom('left_out')
          .select('document_id')
          .where('job_id', '=', second)
          .where('kind', '=', 'inlineImage')
          .execute()
        expect(images).toEqual(shows.map(({ document_id }) => ({ document_id })))
        expect(await reconciliation(second)).toMatchObject({ inlineImages: 1, unexplained: 0 })
      },
      60_000,
    )

    it.each([true, false])(
      'is refused where the archive has this very file already (promoted: %s)',
      async (promoted) => {
        const word = `there already: ${promoted}`
        const sourceId = await sourceOf(`There already ${promoted}`, promoted)
        const mail = letter(word, [attached('half.zip', 'application/zip', halfOf(word))])
        const jobId = await collected(sourceId, 'there.eml', mail)
        const [exception] = await listed(jobId)
        const before = await familyOf(exception?.documentId ?? 0)
        const send = (name: string) =>
          upload(sourceId, name, Buffer.from(`First ${word}.`), exception?.exceptionId ?? 0, { entry: true })
        const sent = await send('first.txt')
        const number = String(before.at(-1)?.control).padStart(8, '0')
        const as = promoted
          ? expect.stringMatching(new RegExp(`^document [A-Z]+${number}$`))
          : 'a document that is not promoted'
        const [, said] =
          /^This file is in the archive already, as (.*)\. Choose another one, or accept the exception\.$/.exec(
            sent.error.message,
          ) ?? []
        expect([sent.status, sent.error.detail, said]).toEqual([409, 'file', as])
        expect(await listed(jobId)).toMatchObject([{ resolution: 'open' }])
        // Under another name it is another entry.
        expect((await send('second.txt')).status).toBe(200)
        await processed(sourceId)
        expect((await familyOf(exception?.documentId ?? 0)).map(({ file_name }) => file_name)).toEqual([
          ...before.map(({ file_name }) => file_name),
          'second.txt',
        ])
        expect(await listed(jobId)).toMatchObject([{ resolution: 'replaced' }])
      },
      60_000,
    )

    it('is refused where the exception is about the document as a whole', async () => {
      const sourceId = await sourceOf('No entry')
      const damaged = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(60)])
      const mail = letter('no entry', [attached('none.zip', 'application/zip', damaged)])
      const [exception] = await listed(await collected(sourceId, 'none.eml', mail))
      expect(exception?.entry).toBeNull()
      const sent = await upload(sourceId, 'x.txt', Buffer.from('x'), exception?.exceptionId ?? 0, {
        entry: true,
      })
      expect([sent.status, sent.error.detail]).toEqual([400, 'entry'])
    }, 60_000)
  })

  it('leaves the document as it is where it cannot be read, and has the same place when another is tried', async () => {
    const sourceId = await sourceOf('Failing')
    const mail = letter('fail', [attached('a.zip', 'application/zip', locked)])
    const jobId = await collected(sourceId, 'fail.eml', mail)
    const [exception] = await listed(jobId)
    const documentId = exception?.documentId ?? 0
    const before = await familyOf(documentId)
    const second = await replaced(sourceId, exception?.exceptionId ?? 0, 'b.zip', Buffer.alloc(0))
    expect(await familyOf(documentId)).toEqual(before)
    expect(await listed(jobId)).toMatchObject([{ resolution: 'open' }])
    const [failed] = await listed(second)
    expect(failed).toMatchObject({
      ...{ code: 'zeroByte', documentId: null, path: ['fail.eml', 'b.zip'], resolution: 'open' },
      becomes: documentId,
    })
    expect(await reconciliation(second)).toMatchObject({ itemsIn: 1, exceptions: 1, unexplained: 0 })
    const third = await replaced(sourceId, failed?.exceptionId ?? 0, 'c.txt', Buffer.from('Whole again.'))
    expect(
      (await familyOf(documentId)).map(({ document_id, file_name, text }) => [document_id, file_name, text]),
    ).toEqual([
      [before[0]?.document_id, 'A subject.eml', before[0]?.text],
      [documentId, 'c.txt', 'Whole again.'],
    ])
    for (const of of [jobId, second])
      expect((await listed(of)).map(({ resolution }) => resolution)).toEqual(['replaced'])
    expect(await reconciliation(third)).toMatchObject({ itemsIn: 0, unexplained: 0 })
    await holds()
  }, 60_000)

  it('that is locked itself is opened by a password that comes later, in its place', async () => {
    const sourceId = await sourceOf('Locked twice')
    const damaged = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(60)])
    const mail = letter('twice', [attached('d.zip', 'application/zip', damaged)])
    const jobId = await collected(sourceId, 'twice.eml', mail)
    const [exception] = await listed(jobId)
    const documentId = exception?.documentId ?? 0
    const second = await replaced(sourceId, exception?.exceptionId ?? 0, 'locked.zip', locked)
    expect(await listed(second)).toMatchObject([{ code: 'encrypted', documentId, resolution: 'open' }])
    // Where every process is lost that tries, the exception stays what it is, and names what it is about.
    const place = JSON.stringify({ at: [0], path: ['locked.zip'] })
    const run = async <T>(_: URL, task: unknown, { onAt }: Parameters<ChildPool['run']>[2] = {}) => {
      const { doneUpTo } = task as ParseRequest
      // Behind the file is nothing.
      if (doneUpTo !== null) return { finished: true, reached: doneUpTo } as T
      onAt?.(place)
      throw new ChildFault('crashed', 'It died.', place)
    }
    await intake.repeatHere(second, { children: { alive: 0, stop: async () => {}, run } })
    expect(await listed(second)).toMatchObject([
      { code: 'encrypted', reason: '“secret.txt”: Reading it ended the process that read it.' },
    ])
    await passwords('opensesame')
    expect((await call(intake.user, retryJob, { body: { jobId: second } })).status).toBe(200)
    await done(second)
    await passwords()
    const after = await familyOf(documentId)
    expect(after.map(({ file_name, depth }) => [file_name, depth])).toEqual([
      ['A subject.eml', 0],
      ['locked.zip', 1],
      ['secret.txt', 2],
    ])
    expect(await listed(second)).toEqual([])
    expect(await reconciliation(second)).toMatchObject({ itemsIn: 1, promoted: 1, unexplained: 0 })
    const query = { documentId }
    expect(
      (await call(intake.user, replacedFiles, { query })).data.data.map(({ fileName }) => fileName),
    ).toContain('d.zip')
    await holds()
  }, 60_000)

  it('comes to the place of an item that is no document: the same containers, custodian and source', async () => {
    const sourceId = await sourceOf('Box')
    const whole = zip([text('in/first.txt', 'Of the first.'), text('in/second.txt', 'Of the second.')])
    const damaged = Buffer.from(whole)
    damaged.fill(0xff, damaged.indexOf('in/second.txt') + 13, damaged.indexOf('in/second.txt') + 23)
    const jobId = await collected(sourceId, 'box.zip', damaged)
    const [exception] = await listed(jobId)
    expect(exception).toMatchObject({ documentId: null, path: ['box.zip', 'in/second.txt'] })
    const stood = await reconciliation(jobId)
    const second = await replaced(
      sourceId,
      exception?.exceptionId ?? 0,
      'second (whole).txt',
      Buffer.from('Of the second, whole.'),
    )
    expect(await ofJob(second)).toMatchObject([
      {
        file_name: 'second (whole).txt',
        source_path: JSON.stringify(['box.zip', 'in/second (whole).txt']),
        custodian_id: (await ofJob(jobId))[0]?.custodian_id,
      },
    ])
    expect(await listed(jobId)).toMatchObject([{ resolution: 'replaced' }])
    expect(await reconciliation(jobId)).toEqual(stood)
    expect(await reconciliation(second)).toMatchObject({ itemsIn: 1, promoted: 1, unexplained: 0 })
    await holds()
  }, 60_000)

  it('is refused where the document has it already, and into another source than the exception is of', async () => {
    const sourceId = await sourceOf('Same')
    const mail = letter('same', [attached('a.zip', 'application/zip', locked)])
    const jobId = await collected(sourceId, 'same.eml', mail)
    const [exception] = await listed(jobId)
    const exceptionId = exception?.exceptionId ?? 0
    const same = await upload(sourceId, 'a.zip', locked, exceptionId)
    expect([same.status, same.error.message]).toEqual([
      409,
      'The document has this very file already. Choose another one.',
    ])
    const elsewhere = await upload(await sourceOf('Elsewhere'), 'b.zip', Buffer.from('x'), exceptionId)
    expect([elsewhere.status, elsewhere.error.detail]).toEqual([400, 'sourceId'])
    expect(await listed(jobId)).toMatchObject([{ resolution: 'open' }])
  }, 60_000)

  it('is the document’s that it came for, where files of one name wait for two documents of a family', async () => {
    const sourceId = await sourceOf('Two of a name')
    const other = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(60)])
    const mail = letter('two', [
      attached('a.zip', 'application/zip', locked),
      attached('b.zip', 'application/zip', other),
    ])
    const jobId = await collected(sourceId, 'two.eml', mail)
    const [first, second] = await listed(jobId)
    const whole = (words: string) => zip([text('in.txt', words)])
    const into = async (one: typeof first, bytes: Buffer) =>
      expect((await upload(sourceId, 'new.zip', bytes, one?.exceptionId ?? 0)).status).toBe(200)
    await into(first, Buffer.alloc(0))
    await into(second, whole('Of the second.'))
    await processed(sourceId)
    await allJobs()
    const names = async () =>
      (await familyOf(first?.documentId ?? 0)).map(({ file_name, text }) => [file_name, text])
    expect((await names()).slice(1)).toEqual([
      ['a.zip', ''],
      ['new.zip', ''],
      ['in.txt', 'Of the second.'],
    ])
    // The first one’s file was empty: the next one comes to the first document, not to the second.
    const failed = (await listedAll()).find(({ code, path }) => code === 'zeroByte' && path[0] === 'two.eml')
    await replaced(sourceId, failed?.exceptionId ?? 0, 'new.zip', whole('Of the first.'))
    expect((await names()).slice(1)).toEqual([
      ['new.zip', ''],
      ['in.txt', 'Of the first.'],
      ['new.zip', ''],
      ['in.txt', 'Of the second.'],
    ])
    await holds()
  }, 60_000)

  it('is told apart from what has the same path in a container that comes at the same time', async () => {
    const sourceId = await sourceOf('Box again')
    const other = Buffer.from('A plan that is cut', 'utf16le')
    const box = (words: string) =>
      zip([
        { name: 'plan.docx', bytes: damagedDocument },
        text('beside.txt', words),
        { name: 'x.bin', bytes: other },
      ])
    const jobId = await collected(sourceId, 'box.zip', box('First delivery.'))
    const exception = (await listed(jobId)).find(({ documentId }) => documentId !== null)
    const documentId = exception?.documentId ?? 0
    const fresh = zip([text('plan.docx', 'Another plan, as it came in the second delivery.')])
    expect((await upload(sourceId, 'box.zip', fresh)).status).toBe(200)
    expect(
      (await upload(sourceId, 'plan.docx', Buffer.from('The plan, whole.'), exception?.exceptionId ?? 0))
        .status,
    ).toBe(200)
    const second = await processed(sourceId)
    await allJobs()
    const [document] = await familyOf(documentId)
    expect(document?.text).toBe('The plan, whole.')
    expect((await ofJob(second)).map(({ file_name }) => file_name)).toEqual(['plan.docx'])
    expect(await reconciliation(second)).toMatchObject({
      itemsIn: 2,
      promoted: 1,
      containers: 1,
      unexplained: 0,
    })
  }, 60_000)

  it('is refused while another is on its way to the document: which one stays would be chance', async () => {
    const sourceId = await sourceOf('Two at once')
    const mail = letter('at once', [attached('a.zip', 'application/zip', locked)])
    const jobId = await collected(sourceId, 'at-once.eml', mail)
    const [exception] = await listed(jobId)
    const exceptionId = exception?.exceptionId ?? 0
    expect((await upload(sourceId, 'b.txt', Buffer.from('First.'), exceptionId)).status).toBe(200)
    const later = await upload(sourceId, 'c.txt', Buffer.from('Second.'), exceptionId)
    expect([later.status, later.error?.detail]).toEqual([409, 'exception'])
    await processed(sourceId)
    expect((await familyOf(exception?.documentId ?? 0)).at(-1)?.text).toBe('First.')
  }, 60_000)

  it('that could not be read is out of date once a program has put another there', async () => {
    const sourceId = await sourceOf('By a program')
    const mail = letter('program', [attached('a.zip', 'application/zip', locked)])
    const jobId = await collected(sourceId, 'program.eml', mail)
    const [exception] = await listed(jobId)
    const documentId = exception?.documentId ?? 0
    const second = await replaced(sourceId, exception?.exceptionId ?? 0, 'b.zip', Buffer.alloc(0))
    expect(await listed(second)).toMatchObject([{ resolution: 'open' }])
    const query = { documentId, fileType: '1' as const, fileName: 'c.txt' }
    expect((await call(intake.user, replaceFile, { query, body: Buffer.from('By hand.') })).status).toBe(200)
    expect(await listed(second)).toMatchObject([{ resolution: 'replaced' }])
  }, 60_000)

  const overtaken =
    'The document has got another file or text since this file was sent for it. Nothing is changed: this file stays in its source.'

  it.each(versions)(
    'that was stopped does not take the place of another that has come since, however its job goes on (job of %s)',
    async (version, isEarlier) => {
      const sourceId = await sourceOf(`Stopped, ${version}`)
      const mail = letter(`stopped, ${version}`, [attached('a.zip', 'application/zip', locked)])
      const jobId = await collected(sourceId, 'stopped.eml', mail)
      const [exception] = await listed(jobId)
      const documentId = exception?.documentId ?? 0
      const wrong = Buffer.from('The wrong one.')
      expect((await upload(sourceId, 'wrong.txt', wrong, exception?.exceptionId ?? 0)).status).toBe(200)
      const stopped = await begunAndStopped(sourceId, isEarlier)
      await replaced(sourceId, exception?.exceptionId ?? 0, 'right.txt', Buffer.from('The right one.'))
      const before = await familyOf(documentId)
      expect(before.at(-1)).toMatchObject({ file_name: 'right.txt', text: 'The right one.' })
      const standing = { overtaken: true, message: overtaken, retriable: 0 }
      expect(await job(stopped)).toMatchObject(standing)
      const resumed = await call(intake.user, resumeJob, { body: { jobId: stopped } })
      expect([resumed.status, resumed.error.message]).toEqual([409, overtaken])
      // A job that is under way when the other one comes finds that when it writes.
      await services().records.write('interactive', async (trx) => {
        await trx.updateTable('job').set({ state: 'Queued' }).where('job_id', '=', stopped).execute()
      })
      services().jobs.wake()
      await done(stopped)
      expect(await job(stopped)).toMatchObject({ state: 'Failed', ...standing })
      const retried = await call(intake.user, retryJob, { body: { jobId: stopped } })
      expect([retried.status, retried.error.message]).toEqual([409, overtaken])
      expect(await familyOf(documentId)).toEqual(before)
      expect(await listed(stopped)).toEqual([])
      const params = { sourceId }
      const files = (await call(intake.user, contract.listSourceFiles, { params, query: {} })).data.data
      expect(files.map(({ path }) => path.at(-1))).toContain('wrong.txt')
      await holds()
    },
    60_000,
  )

  it.each(versions)(
    'that was stopped before it was read goes on where nothing has come since (job of %s)',
    async (version, isEarlier) => {
      const sourceId = await sourceOf(`Goes on, ${version}`)
      const mail = letter(`goes on, ${version}`, [attached('a.zip', 'application/zip', locked)])
      const jobId = await collected(sourceId, 'goes-on.eml', mail)
      const [exception] = await listed(jobId)
      const documentId = exception?.documentId ?? 0
      await replaced(sourceId, exception?.exceptionId ?? 0, 'first.zip', Buffer.from('PK\x03\x04 cut'))
      const again = (await listedAll()).find(
        (one) => one.documentId === documentId && one.resolution === 'open',
      )
      const text = Buffer.from('The second one.')
      expect((await upload(sourceId, 'second.txt', text, again?.exceptionId ?? 0)).status).toBe(200)
      const stopped = await begunAndStopped(sourceId, isEarlier)
      expect(await job(stopped)).toMatchObject({ overtaken: false, message: null })
      expect((await call(intake.user, resumeJob, { body: { jobId: stopped } })).status).toBe(200)
      await done(stopped)
      expect((await familyOf(documentId)).at(-1)).toMatchObject({ text: 'The second one.' })
    },
    60_000,
  )

  it('keeps a program from putting another there while it waits', async () => {
    const sourceId = await sourceOf('Waits')
    const mail = letter('waits', [attached('a.zip', 'application/zip', locked)])
    const jobId = await collected(sourceId, 'waits.eml', mail)
    const [exception] = await listed(jobId)
    const documentId = exception?.documentId ?? 0
    expect((await upload(sourceId, 'b.txt', Buffer.from('Sent.'), exception?.exceptionId ?? 0)).status).toBe(
      200,
    )
    const query = { documentId, fileType: '1' as const, fileName: 'c.txt' }
    const refused = await call(intake.user, replaceFile, { query, body: Buffer.from('By hand.') })
    expect([refused.status, refused.error.detail]).toEqual([409, 'documentId'])
    await processed(sourceId)
    expect((await familyOf(documentId)).at(-1)?.text).toBe('Sent.')
  }, 60_000)

  const lines = Buffer.from('The weir was measured.\n'.repeat(54_000))
  it.each([
    ['weir.txt', lines],
    ['weir.zip', zip([{ name: 'weir.txt', bytes: lines }])],
  ])(
    'that is larger than what is read, or holds what is, keeps its place when a retry reads it (%s)',
    async (name, bytes) => {
      const sourceId = await sourceOf(`Too large, ${name}`)
      const inner = message({
        id: `inner-${name}`,
        subject: 'Of the weir',
        attachments: [attached('w.zip', 'application/zip', locked)],
      })
      const mail = letter(`outer-${name}`, [attached('weir.eml', 'message/rfc822', inner)])
      const jobId = await collected(sourceId, 'outer-large.eml', mail)
      const [exception] = await listed(jobId)
      const kept = async (documentId = exception?.documentId ?? 0) => {
        const document = (await familyOf(documentId)).find(({ document_id }) => document_id === documentId)
        const { record_type, control, parent_date, sort_key, dedupe_hash } = document ?? {}
        return { record_type, control, parent_date, sort_key, dedupe_hash }
      }
      const before = await kept()
      expect(before.record_type).toBe('E-mail attachment')
      await setProcessing(intake.server, intake.user, intake.project, { itemMegabytes: 1 })
      const second = await replaced(sourceId, exception?.exceptionId ?? 0, name, bytes)
      const [large] = await listed(second)
      expect(large?.code).toBe('tooLarge')
      const asLarge = await kept(large?.documentId ?? 0)
      expect(asLarge.record_type).toBe('E-mail attachment')
      expect(await kept()).toEqual(before)
      await setProcessing(intake.server, intake.user, intake.project, {})
      expect((await call(intake.user, retryJob, { body: { jobId: second } })).status).toBe(200)
      await done(second)
      expect(await listed(second)).toEqual([])
      expect(await search('weir AND measured')).toContain(large?.documentId)
      expect(await kept(large?.documentId ?? 0)).toEqual(asLarge)
      expect(await kept()).toEqual(before)
      await holds()
    },
    60_000,
  )
})
