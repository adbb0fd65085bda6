/** Files of a project: known by their hashes, listed for the viewer, and replaced. */
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { documentHistory } from '#contracts/audit.ts'
import { chunkBytes } from '#contracts/collect.ts'
import { getDocument, nativeBytes, searchDocuments } from '#contracts/documents.ts'
import { fileExist, fileTypes, replacedBytes, replacedFiles, replaceFile } from '#contracts/files.ts'
import { startOcr } from '#contracts/ocr.ts'
import { getTextList } from '#contracts/texts.ts'
import { importPath, settledJob } from '#server/intake/import/import-path.ts'
import { zip } from '#server/sample/zip-writer.ts'
import { message } from '#tests/fixtures/mail.ts'
import { bmp, scan } from '#tests/fixtures/scans.ts'
import { inDeepRun } from '#tests/runs.ts'
import { costlyDialects, type TestServer, type TestUser, withoutAnalysis } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'
import { setProcessing } from './processing-settings.ts'

withoutAnalysis()

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex')
const sha1 = (bytes: Buffer) => createHash('sha1').update(bytes).digest('hex')

/** A page of a recognised text. */
const ocrPage = { confidence: 90, turn: 0, width: 100, height: 100, dpi: 150, words: '[]', reason: null }

describe.each(costlyDialects)('files on %s', (dialect) => {
  let intake: Intake
  let server: TestServer
  let user: TestUser
  let project: number
  beforeEach(async () => {
    intake = await startIntake(dialect)
    ;({ server, user, project } = intake)
  }, 60_000)
  afterEach(() => intake.close())

  const memo = Buffer.from('The turbine was inspected on Monday.\n')
  const bring = async (name: string, bytes: Buffer, custodian = 'Rivera') => {
    const path = intake.write(name, bytes)
    const { jobId } = await importPath(server.services, {
      path,
      projectId: project,
      custodian,
      userId: user.userId,
    })
    await settledJob(server.services, jobId)
  }
  const documentNamed = async (file_name: string) => {
    const { document_id } = await server.services.records.read
      .selectFrom('document')
      .select('document_id')
      .where('project_id', '=', project)
      .where('file_name', '=', file_name)
      .executeTakeFirstOrThrow()
    return document_id
  }
  /** A text beside the document's own, as a job makes one; the job's id. */
  const addText = async (
    document_id: number,
    origin: 'ocr' | 'translated',
    language: string,
    text: string,
    job?: number,
  ) => {
    const { records } = server.services
    const { job_id } = await records.read.selectFrom('job').select('job_id').executeTakeFirstOrThrow()
    await records.write('interactive', async (trx) => {
      await trx
        .insertInto('document_variant')
        .values({
          ...{ document_id, origin, language, text, truncated: 0, confidence: null, engine: 'test 1' },
          ...{ job_id: job ?? job_id, at: '2026-01-05T00:00:00.000Z', source: null },
        })
        .execute()
      await trx
        .insertInto('index_queue')
        .values({ project_id: project, document_id, what: 'document' })
        .execute()
    })
    server.services.search.wake()
    return job_id
  }
  const detail = async (documentId: number) =>
    (await server.call(user, getDocument, { project, query: { documentId } })).data
  const replace = (documentId: number, fileType: 1 | 3, bytes: Buffer, fileName?: string) =>
    server.call(user, replaceFile, { project, query: { documentId, fileType, fileName }, body: bytes })
  const found = async (queryString: string) =>
    (
      await server.call(user, searchDocuments, {
        project,
        body: {
          query: { queryString, includeFamily: false, objectId: null, type: null },
          sort: 'documentId',
          viewer: 'parentsAndChildren',
          filter: 'all',
          pageSize: 25,
          page: 1,
        },
      })
    ).data.data.map(({ documentId }) => documentId)

  it('[rest-any-project-document-file-exist] says which files are there, and as what', async () => {
    await bring('memo.txt', memo)
    await bring('again.txt', memo, 'Chen')
    const broken = Buffer.from('PK\u0003\u0004 and nothing that follows')
    const box = zip([
      { name: 'inside.txt', bytes: Buffer.from('Inside the box.') },
      { name: 'empty.txt', bytes: Buffer.alloc(0) },
    ])
    await bring('broken.zip', broken)
    await bring('box.zip', box)
    const exist = async (...hashes: string[]) =>
      (await server.call(user, fileExist, { project, body: { hashes } })).data
    const never = sha256(Buffer.from('never came'))
    const { data, totalCount } = await exist(
      never,
      sha256(memo).toUpperCase(),
      md5(memo),
      sha1(memo),
      sha256(Buffer.from('Inside the box.')),
      sha256(box),
      sha256(broken),
      sha256(memo),
    )
    const copyOf = [await documentNamed('memo.txt')]
    expect(data).toEqual([
      { hash: sha256(memo), as: ['document', 'copy', 'source'], copyOf },
      { hash: md5(memo), as: ['document', 'copy'], copyOf },
      { hash: sha1(memo), as: ['document', 'copy'], copyOf },
      { hash: sha256(Buffer.from('Inside the box.')), as: ['document'] },
      { hash: sha256(box), as: ['source'], leftOut: ['container'] },
      { hash: sha256(broken), as: expect.arrayContaining(['source', 'exception']) },
    ])
    expect(totalCount).toBe(6)
    const other = await server.project(user.companyId ?? 0, { prefix: 'OTH' })
    await server.member(other, user.userId, 'ProjectManager')
    const elsewhere = await server.call(user, fileExist, { project: other, body: { hashes: [sha256(memo)] } })
    expect(elsewhere.data).toEqual({ data: [], totalCount: 0 })
    expect((await server.call(user, fileExist, { project, body: { hashes: ['xyz'] } })).status).toBe(400)
  })

  it('[rest-any-project-document-file-exist] knows a copy by its own bytes, and says of what it is one', async () => {
    const letter = [
      'From: ann@x.example',
      'To: bo@x.example',
      'Subject: Deal',
      'Date: Tue, 5 Mar 2024 15:00:00 +0000',
    ]
    const written = (...more: string[]) => Buffer.from([...letter, ...more, '', 'Hello'].join('\r\n'))
    const [received, sent] = [written(), written('Bcc: boss@x.example')]
    await bring('one.zip', zip([{ name: 'received.eml', bytes: received }]))
    await bring('two.zip', zip([{ name: 'sent.eml', bytes: sent }]))
    const { document_id } = await server.services.records.read
      .selectFrom('document')
      .select('document_id')
      .executeTakeFirstOrThrow()
    const body = { hashes: [sha256(sent), sha1(sent), md5(sent), sha256(received)] }
    const { data } = (await server.call(user, fileExist, { project, body })).data
    const copyOf = [document_id]
    expect(data).toHaveLength(4)
    expect(data).toEqual(
      expect.arrayContaining([
        { hash: sha256(sent), as: ['copy'], copyOf },
        { hash: sha1(sent), as: ['copy'], copyOf },
        { hash: md5(sent), as: ['copy'], copyOf },
        { hash: sha256(received), as: ['document', 'copy'] },
      ]),
    )
  })

  it('[rest-any-project-document-file-exist] knows a file that a document had before another took its place', async () => {
    const old = Buffer.from('As it lay in the box.')
    await bring('box.zip', zip([{ name: 'inside.txt', bytes: old }]))
    const exist = async () =>
      (await server.call(user, fileExist, { project, body: { hashes: [sha256(old)] } })).data.data
    expect(await exist()).toEqual([{ hash: sha256(old), as: ['document'] }])
    await replace(await documentNamed('inside.txt'), 1, Buffer.from('As it was found later.'), 'inside.txt')
    expect(await exist()).toEqual([{ hash: sha256(old), as: ['replaced'] }])
  })

  it('[rest-any-review-modify-doc-upload] takes a native as large as the project reads one item, and says how large that is', async () => {
    await bring('memo.txt', memo)
    const documentId = await documentNamed('memo.txt')
    const large = Buffer.from('The weir was measured.\n'.repeat(400_000))
    expect(large.length).toBeGreaterThan(chunkBytes)
    await setProcessing(server, user, project, { itemMegabytes: 8 })
    const refused = await replace(documentId, 1, large, 'weir.txt')
    expect([refused.status, refused.error.code]).toEqual([413, 'request.tooLarge'])
    expect(refused.error.message).toBe(`A file has at most ${8 * 1024 * 1024} bytes in this project.`)
    expect(await server.services.blobs.has(sha256(large))).toBe(false)
    expect(await detail(documentId)).toMatchObject({ fileName: 'memo.txt' })
    await setProcessing(server, user, project, { itemMegabytes: 9 })
    const taken = await replace(documentId, 1, large, 'weir.txt')
    expect(taken.data).toMatchObject({ replaced: true, sha256: sha256(large) })
    const row = await server.services.records.read
      .selectFrom('document')
      .select(['file_name', 'size', 'md5', 'sha1', 'sha256'])
      .where('document_id', '=', documentId)
      .executeTakeFirstOrThrow()
    const sums = { md5: md5(large), sha1: sha1(large), sha256: sha256(large) }
    expect(row).toEqual({ file_name: 'weir.txt', size: large.length, ...sums })
    expect(sha256(await server.services.blobs.read(sha256(large)))).toBe(sha256(large))
    expect(readdirSync(server.config.dataDir, { recursive: true }).map(String)).not.toContainEqual(
      expect.stringMatching(/native-/),
    )
  }, 60_000)

  it('[rest-any-review-modify-doc-upload] [enum-file-types] puts another native in the place of one, whose text is read anew', async () => {
    await bring('memo.txt', memo)
    const documentId = await documentNamed('memo.txt')
    const before = await detail(documentId)
    const better = Buffer.from('The gearbox was inspected on Friday.\n')
    const { data } = await replace(documentId, 1, better, 'memo-2.txt')
    expect(data).toMatchObject({ replaced: true, sha256: sha256(better), inside: 0, noText: null })
    const after = await detail(documentId)
    expect(after).toMatchObject({
      controlNumber: before.controlNumber,
      custodian: 'Rivera',
      fileName: 'memo-2.txt',
      size: better.length,
      sha256: sha256(better),
      md5: md5(better),
      sha1: sha1(better),
    })
    expect(after.text?.trim()).toBe('The gearbox was inspected on Friday.')
    expect(after.etag).not.toBe(before.etag)
    await expect.poll(() => found('gearbox'), { timeout: 10_000 }).toEqual([documentId])
    expect(await found('turbine')).toEqual([])
    const native = await server.call(user, nativeBytes, {
      project,
      params: { documentId },
      query: { projectId: project },
    })
    expect(native.raw.rawPayload).toEqual(better)
    // What it was stays, and can be had. Its files are told by the specification's numbers of their types.
    expect(fileTypes).toEqual({ native: 1, image: 2, text: 3, metadata: 4, markup: 5 })
    const old = (await server.call(user, replacedFiles, { project, query: { documentId } })).data.data
    expect(old.map(({ fileType, sha256, fileName, by }) => [fileType, sha256, fileName, by])).toEqual([
      [3, sha256(Buffer.from(before.text ?? '')), 'memo.txt.txt', 'ProjectManager'],
      [1, sha256(memo), 'memo.txt', 'ProjectManager'],
    ])
    const bytes = await server.call(user, replacedBytes, {
      project,
      params: { replacedFileId: old[1]?.replacedFileId ?? 0 },
      query: { projectId: project },
    })
    expect(bytes.raw.rawPayload).toEqual(memo)
    const history = (await server.call(user, documentHistory, { project, query: { documentId } })).data.data
    expect(history.find(({ action }) => action === 'document.fileReplaced')).toMatchObject({
      oldValue: 'memo.txt',
      newValue: 'memo-2.txt',
    })
    // Sent once more, nothing changes.
    expect((await replace(documentId, 1, better, 'memo-2.txt')).data).toMatchObject({ replaced: false })
    expect((await server.call(user, replacedFiles, { project, query: { documentId } })).data.totalCount).toBe(
      2,
    )
    // Its copies are copies still: the original’s place is kept.
    await bring('copy.txt', memo, 'Chen')
    expect((await detail(documentId)).allCustodians).toEqual(['Rivera', 'Chen'])
  })

  it('[rest-any-review-modify-doc-upload] puts another text in the place of one, and leaves the native', async () => {
    await bring('memo.txt', memo)
    const documentId = await documentNamed('memo.txt')
    const before = await detail(documentId)
    expect(
      (await replace(documentId, 3, Buffer.from('Transcribed by hand: pump house.'))).data,
    ).toMatchObject({
      replaced: true,
      textSize: 32,
    })
    const after = await detail(documentId)
    expect(after).toMatchObject({ text: 'Transcribed by hand: pump house.', sha256: before.sha256 })
    expect(after.etag).not.toBe(before.etag)
    await expect.poll(() => found('"pump house"'), { timeout: 10_000 }).toEqual([documentId])
    expect(
      (await replace(documentId, 3, Buffer.from('Transcribed by hand: pump house.'))).data.replaced,
    ).toBe(false)
    expect((await replace(documentId, 3, Buffer.from('  \n'))).data).toMatchObject({
      replaced: true,
      noText: 'There is no text in it.',
    })
    expect((await detail(documentId)).text).toBe(null)
    expect((await replace(documentId, 3, Buffer.from([0xff, 0x41]))).status).toBe(400)
  })

  it('[rest-any-review-modify-doc-upload] keeps no text of the file that was there before as one of the document', async () => {
    await bring('memo.txt', memo)
    const documentId = await documentNamed('memo.txt')
    const jobId = await addText(documentId, 'ocr', 'und', 'Recognised: the boiler was privileged.')
    await addText(documentId, 'translated', 'de', 'Der Kessel war geheim.', jobId)
    await server.services.records.write('interactive', (trx) =>
      trx
        .insertInto('ocr_page')
        .values({ document_id: documentId, job_id: jobId, page: 1, text: null, ...ocrPage })
        .execute(),
    )
    await expect.poll(() => found('boiler'), { timeout: 10_000 }).toEqual([documentId])
    await replace(documentId, 1, Buffer.from('The gearbox was inspected on Friday.\n'))
    await expect.poll(() => found('gearbox'), { timeout: 10_000 }).toEqual([documentId])
    expect(await found('boiler')).toEqual([])
    const { data } = (await server.call(user, getTextList, { project, query: { documentId } })).data
    expect(data.map(({ origin }) => origin)).toEqual(['extracted'])
    const pages = await server.services.records.read.selectFrom('ocr_page').selectAll().execute()
    expect(pages).toEqual([])
    // They are files that the document had.
    const old = (await server.call(user, replacedFiles, { project, query: { documentId } })).data.data
    expect(old.map(({ fileType, fileName }) => [fileType, fileName])).toEqual([
      [3, 'memo.txt.translated.de.txt'],
      [3, 'memo.txt.ocr.txt'],
      [3, 'memo.txt.txt'],
      [1, 'memo.txt'],
    ])
    expect(old[1]?.sha256).toBe(sha256(Buffer.from('Recognised: the boiler was privileged.')))
  })

  it('[rest-any-review-modify-doc-upload] says of a document whose text is taken away that it has the recognised one', async () => {
    await bring('memo.txt', memo)
    const documentId = await documentNamed('memo.txt')
    await addText(documentId, 'ocr', 'und', 'Recognised: the boiler.')
    expect((await replace(documentId, 3, Buffer.from(' \n'))).data).toMatchObject({ noText: null })
    const row = await server.services.records.read
      .selectFrom('document')
      .select(['has_text', 'no_text_reason', 'text_size'])
      .where('document_id', '=', documentId)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ has_text: 1, no_text_reason: null, text_size: 25 })
  })

  it('[rest-any-review-modify-doc-upload] loses nothing where two replace a text at once', async () => {
    await bring('memo.txt', memo)
    const documentId = await documentNamed('memo.txt')
    const original = (await detail(documentId)).text ?? ''
    const texts = ['First.', 'Second.', 'Third.']
    const answers = await Promise.all(texts.map((text) => replace(documentId, 3, Buffer.from(text))))
    expect(answers.map(({ status }) => status).every((status) => status === 200 || status === 409)).toBe(true)
    const done = texts.filter((_, n) => answers[n]?.status === 200)
    expect(done.length).toBeGreaterThan(0)
    // What stands now and what was replaced are the original and all texts that were taken, each once.
    const { data } = (await server.call(user, replacedFiles, { project, query: { documentId } })).data
    const stands = (await detail(documentId)).text ?? ''
    expect([...data.map((one) => one.sha256), sha256(Buffer.from(stands))].sort()).toEqual(
      [original, ...done].map((text) => sha256(Buffer.from(text))).sort(),
    )
  })

  it('[rest-any-review-modify-doc-upload] leaves no text with a document that was recognised in the native before, and keeps it', {
    ...inDeepRun,
    timeout: 60_000,
  }, async () => {
    const [old, young] = await Promise.all(
      ['The wharf lease was signed', 'Confidential memorandum about'].map((line) => scan([line])),
    )
    if (old === undefined || young === undefined) throw new Error('no scans')
    await bring('fax.bmp', bmp(old))
    const documentId = await documentNamed('fax.bmp')
    let times = 0
    const recognise = async () => {
      const body = { documents: null, withText: false, correlationId: 'gesture-0001' }
      const key = `recognise-${++times}`
      const { data } = await server.call(user, startOcr, { project, key, body })
      await settledJob(server.services, data.jobId)
      await server.services.search.settled(project)
    }
    const texts = async () =>
      (await server.call(user, getTextList, { project, query: { documentId } })).data.data
    await recognise()
    expect(await found('wharf')).toEqual([documentId])
    await replace(documentId, 1, bmp(young))
    await server.services.search.settled(project)
    expect(await texts()).toEqual([])
    expect(await found('wharf')).toEqual([])
    const { data } = (await server.call(user, replacedFiles, { project, query: { documentId } })).data
    expect(data.map(({ fileName }) => fileName)).toEqual(['fax.bmp.ocr.en.txt', 'fax.bmp'])
    const { raw } = await server.call(user, replacedBytes, {
      project,
      params: { replacedFileId: data[0]?.replacedFileId ?? 0 },
      query: { projectId: project },
    })
    expect(raw.body).toContain('wharf lease')
    // It is looked at as if it had never been.
    await recognise()
    expect(await found('memorandum')).toEqual([documentId])
    expect(await found('wharf')).toEqual([])
  })

  it('[rest-any-review-modify-doc-upload] settles what was wrong with the file before', async () => {
    await bring('memo.txt', memo)
    const documentId = await documentNamed('memo.txt')
    const { records } = server.services
    const { job_id } = await records.read.selectFrom('job').select('job_id').executeTakeFirstOrThrow()
    await records.write('interactive', (trx) =>
      trx
        .insertInto('exception')
        .values({
          ...{
            project_id: project,
            job_id,
            document_id: documentId,
            code: 'corrupt',
            reason: 'It is cut off.',
          },
          ...{
            stage: 'parse',
            path: '["memo.txt"]',
            size: memo.length,
            sha256: sha256(memo),
            at: '2026-01-05T00:00:00.000Z',
          },
        })
        .execute(),
    )
    await replace(documentId, 1, Buffer.from('Whole again.'))
    const left = await records.read
      .selectFrom('exception')
      .select(['exception_id', 'resolution'])
      .where('document_id', '=', documentId)
      .execute()
    expect(left.map(({ resolution }) => resolution)).toEqual(['replaced'])
    const { text } = await records.read
      .selectFrom('audit')
      .select('text')
      .where('action', '=', 'document.fileReplaced')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(text).facts).toMatchObject({
      before: sha256(memo),
      after: sha256(Buffer.from('Whole again.')),
      exceptionIds: left.map(({ exception_id }) => exception_id),
    })
  })

  it('[rest-any-review-modify-doc-upload] takes what is one document and nothing else, and says what was inside', async () => {
    await bring('memo.txt', memo)
    const documentId = await documentNamed('memo.txt')
    const container = await replace(documentId, 1, zip([{ name: 'a.txt', bytes: memo }]), 'a.zip')
    expect(container.error.message).toContain('is a container')
    expect((await replace(documentId, 1, Buffer.alloc(0))).status).toBe(400)
    // Also where more is sent than is taken: none of it is looked at.
    await setProcessing(server, user, project, { itemMegabytes: 1 })
    for (const fileType of [1, 3] as const)
      for (const size of [1, chunkBytes + 1])
        expect((await replace(987_654, fileType, Buffer.alloc(size, 'x'))).status).toBe(404)
    expect((await detail(documentId)).sha256).toBe(sha256(memo))
    const mail = message({ id: 'one', subject: 'Gearbox' })
    expect((await replace(documentId, 1, mail, 'one.eml')).data).toMatchObject({ replaced: true, inside: 0 })
    expect(await detail(documentId)).toMatchObject({ fileExtension: 'eml', title: 'memo.txt' })
    const reviewer = await server.user({ role: 'ReviewManager', companyId: user.companyId })
    await server.member(project, reviewer.userId, 'ReviewManager')
    const denied = await server.call(reviewer, replaceFile, {
      project,
      query: { documentId, fileType: 3 },
      body: Buffer.from('x'),
    })
    expect(denied.status).toBe(403)
  })
})
