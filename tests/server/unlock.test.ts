/** Documents that are locked, and that a password opens which becomes known later. */
import { existsSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as contract from '#contracts/collect.ts'
import { defaultPageSize, searchDocuments } from '#contracts/documents.ts'
import { getJob, retryJob } from '#contracts/jobs.ts'
import { createCustodian } from '#contracts/project.ts'
import { getText } from '#contracts/texts.ts'
import { settledJob } from '#server/intake/import/import-path.ts'
import { verifyChain } from '#server/platform/audit/verify.ts'
import { lockedZip } from '#tests/fixtures/locked-zip.ts'
import { message } from '#tests/fixtures/mail.ts'
import { allSettled } from './all-settled.ts'
import { costlyDialects, withoutAnalysis } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'
import { setProcessing } from './processing-settings.ts'

withoutAnalysis()

/** Two zips of one entry each as one zip of two, each under its own password. */
function joined(one: Buffer, other: Buffer): Buffer {
  const parts = [one, other].map((zip) => {
    const start = zip.readUInt32LE(zip.length - 6)
    return { local: zip.subarray(0, start), listed: Buffer.from(zip.subarray(start, zip.length - 22)) }
  })
  const [first, second] = parts.map(({ local }) => local.length)
  parts[1]?.listed.writeUInt32LE(first ?? 0, 42)
  const directory = Buffer.concat(parts.map(({ listed }) => listed))
  const end = Buffer.from(one.subarray(one.length - 22))
  end.writeUInt16LE(2, 8)
  end.writeUInt16LE(2, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE((first ?? 0) + (second ?? 0), 16)
  return Buffer.concat([...parts.map(({ local }) => local), directory, end])
}

const corpus = '../shared/corpus/encrypted'
const locked = (name: string): Buffer => readFileSync(`${corpus}/${name}`)

/** What stands in each of them, as the programs show it that made them; the password of all is `tika`. */
const office: readonly (readonly [name: string, words: string])[] = [
  ['testWORD_protected_passtika.docx', 'This is an encrypted Word 2007 File'],
  ['testWORD_protected_passtika.doc', 'This is an encrypted Word 2007 File'],
  ['testEXCEL_protected_passtika.xlsx', 'This is an Encrypted Excel spreadsheet'],
  ['testEXCEL_protected_passtika.xls', 'This is an Encrypted Excel spreadsheet'],
  ['testPPT_protected_passtika.pptx', 'This is an encrypted PowerPoint 2007 slide'],
  ['testPPT_protected_passtika.ppt', 'This is an encrypted PowerPoint 2007 slide'],
  ['testODTEncrypted.odt', 'This should be encrypted'],
]

describe.skipIf(!existsSync(corpus)).each(costlyDialects)('a document that is locked, on %s', (dialect) => {
  let intake: Intake
  beforeEach(async () => {
    intake = await startIntake(dialect)
  }, 60_000)
  afterEach(() => intake.close())

  const services = () => intake.server.services
  const call: Intake['server']['call'] = (who, one, options = {}) =>
    intake.server.call(who, one, { project: intake.project, ...options })
  const passwords = (...known: string[]) =>
    setProcessing(intake.server, intake.user, intake.project, { passwords: known })
  const rows = () =>
    services()
      .records.read.selectFrom('document')
      .selectAll()
      .where('project_id', '=', intake.project)
      .orderBy('family_id')
      .orderBy('ordinal')
      .execute()
  const job = async (jobId: number) => (await call(intake.user, getJob, { query: { jobId } })).data
  const listed = async (jobId: number) =>
    (await call(intake.user, contract.listExceptions, { query: { jobId } })).data.data
  const textOf = async (documentId: number) =>
    (await call(intake.user, getText, { query: { documentId, origin: 'extracted' } })).data.text
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

  async function collected(files: readonly (readonly [string, Buffer])[], autoPromote: boolean) {
    const { user } = intake
    const { custodianId } = (await call(user, createCustodian, { body: { name: 'Okafor' } })).data
    const { sourceId } = (
      await call(user, contract.createSource, {
        body: { name: 'Okafor', custodianId, autoProcess: false, autoPromote },
      })
    ).data
    for (const [fileName, bytes] of files) {
      const { uploadId } = (
        await call(user, contract.beginUpload, { body: { sourceId, fileName, size: bytes.length } })
      ).data
      const params = { uploadId }
      await call(user, contract.putChunk, { params, query: { offset: 0 }, body: bytes })
      await call(user, contract.finishUpload, { params, body: {} })
    }
    const { jobId } = (
      await call(user, contract.processSource, { params: { sourceId }, body: { ifAutomatic: false } })
    ).data
    await done(jobId ?? 0)
    return jobId ?? 0
  }
  async function done(jobId: number): Promise<void> {
    await settledJob(services(), jobId)
    await allSettled(services())
    await services().search.settled(intake.project)
  }
  async function again(jobId: number): Promise<void> {
    expect((await call(intake.user, retryJob, { body: { jobId } })).status).toBe(200)
    await done(jobId)
  }

  it('stays an exception where no password opens it: a message of OpenPGP, with a file by uuencode behind it', async () => {
    const armoured = ['BEGIN', '', 'hQEMA1b2c3d4e5f6AQf/', '=aBcD', 'END'].map((line) =>
      /^[A-Z]+$/.test(line) ? `-----${line} PGP MESSAGE-----` : line,
    )
    const text = [...armoured, 'begin 644 cat.txt', '#0V%T', '`', 'end'].join('\n')
    const jobId = await collected([['locked.eml', message({ text })]], true)
    const before = await rows()
    expect(before.map(({ file_name, attachment_count }) => [file_name, attachment_count])).toEqual([
      ['A subject.eml', 1],
      ['cat.txt', 0],
    ])
    expect(await textOf(before[1]?.document_id ?? 0)).toBe('Cat')
    const told = async () =>
      (await listed(jobId)).map(({ code, documentId, stage }) => [code, documentId, stage])
    expect(await told()).toEqual([['encrypted', before[0]?.document_id, 'text']])
    await passwords('tika')
    await again(jobId)
    expect(await rows()).toEqual(before)
    expect(await told()).toEqual([['encrypted', before[0]?.document_id, 'text']])
    expect(await job(jobId)).toMatchObject({ reconciliation: { promoted: 2, exceptions: 0, unexplained: 0 } })
  })

  it('is an exception, and a password that is added opens it in a retry: the same document, with its text', async () => {
    const jobId = await collected(
      office.map(([name]) => [name, locked(name)]),
      true,
    )
    const before = await rows()
    expect(before.map(({ has_text }) => has_text)).toEqual(office.map(() => 0))
    expect(await job(jobId)).toMatchObject({
      state: 'CompletedWithErrors',
      retriable: office.length,
      reconciliation: { promoted: office.length, exceptions: 0, unexplained: 0 },
    })
    expect((await listed(jobId)).map(({ code, documentId }) => [code, documentId])).toEqual(
      before.map(({ document_id }) => ['encrypted', document_id]),
    )
    await passwords('wrong')
    await again(jobId)
    expect(await rows()).toEqual(before)
    expect(await listed(jobId)).toHaveLength(office.length)
    await passwords('wrong', 'tika')
    await again(jobId)
    const after = await rows()
    // Coding, tags and batches are by this id.
    const identity = (all: typeof after) =>
      all.map((row) => [row.document_id, row.control, row.family_id, row.sha256, row.created_at, row.state])
    expect(identity(after)).toEqual(identity(before))
    expect(await listed(jobId)).toEqual([])
    expect(await job(jobId)).toMatchObject({ state: 'Completed', retriable: 0, exceptions: 0 })
    for (const [name, words] of office) {
      const document = after.find(({ file_name }) => file_name === name)
      expect(document).toMatchObject({ has_text: 1, no_text_reason: null })
      expect((await textOf(document?.document_id ?? 0)).toLowerCase()).toContain(words.toLowerCase())
    }
    expect(await search('encrypted')).toEqual(after.map(({ document_id }) => document_id))
    expect((await call(intake.user, retryJob, { body: { jobId } })).status).toBe(409)
    expect((await verifyChain(services().records.read, `project:${intake.project}`)).firstBroken).toBeNull()
  }, 180_000)

  it('says how many passwords were tried in vain, and brings in what the one that fits opens', async () => {
    const jobId = await collected([['testRFC822_encrypted_zip', locked('testRFC822_encrypted_zip')]], true)
    const reasons = async () => (await listed(jobId)).map(({ path, reason }) => [path.at(-1), reason])
    expect(await reasons()).toEqual([['test.zip', '“text.txt”: It is encrypted, and no password is known.']])
    await passwords('wrong', 'tika')
    await again(jobId)
    expect(await reasons()).toEqual([
      ['test.zip', '“text.txt”: It is encrypted, and none of the 2 known passwords fits.'],
    ])
    await passwords('wrong', 'tika', 'test')
    await again(jobId)
    expect(await reasons()).toEqual([])
    expect((await rows()).map(({ file_name, depth }) => [file_name, depth])).toEqual([
      [expect.stringMatching(/\.eml$/), 0],
      ['test.zip', 1],
      ['text.txt', 2],
    ])
    expect((await verifyChain(services().records.read, `project:${intake.project}`)).firstBroken).toBeNull()
  }, 120_000)

  it('brings in what opens of an archive whose entries have passwords of their own, and keeps the rest locked', async () => {
    const letter = locked('testRFC822_encrypted_zip').toString('latin1')
    const theirs = Buffer.from(/UEsDB[\w+/=\s]+/.exec(letter)?.[0] ?? '', 'base64')
    const bytes = joined(Buffer.from(lockedZip, 'base64'), theirs)
    const attachments = [{ name: 'both.zip', type: 'application/zip', bytes }]
    const mail = message({ id: 'locked-2', subject: 'Both', text: 'See both.', attachments })
    const jobId = await collected([['mail.eml', mail]], true)
    const state = async () => ({
      names: (await rows()).map(({ file_name }) => file_name),
      locked: (await listed(jobId)).map(({ reason }) => reason).toSorted(),
    })
    expect(await state()).toEqual({
      names: ['Both.eml', 'both.zip'],
      locked: [
        '“secret.txt”: It is encrypted, and no password is known.',
        '“text.txt”: It is encrypted, and no password is known.',
      ],
    })
    await passwords('test')
    await again(jobId)
    expect(await state()).toEqual({
      names: ['Both.eml', 'both.zip', 'text.txt'],
      locked: ['“secret.txt”: It is encrypted, and the one known password does not fit.'],
    })
    await passwords('test', 'opensesame')
    await again(jobId)
    expect(await state()).toEqual({
      names: ['Both.eml', 'both.zip', 'secret.txt', 'text.txt'],
      locked: [],
    })
    expect(await job(jobId)).toMatchObject({
      state: 'Completed',
      reconciliation: { promoted: 4, unexplained: 0 },
    })
  }, 120_000)

  it.each([true, false])(
    'brings in what stands in it, in its place in the family and on its side (promoted: %s)',
    async (promoted) => {
      const attached = (name: string, type: string, bytes: Buffer) => ({ name, type, bytes })
      const mail = message({
        id: 'locked-1',
        subject: 'Locked things',
        text: 'See the attachments.',
        attachments: [
          attached('letter.docx', 'application/octet-stream', locked('testWORD_protected_passtika.docx')),
          attached('things.zip', 'application/zip', Buffer.from(lockedZip, 'base64')),
          attached('table.csv', 'text/csv', Buffer.from('a,b\n1,2\n')),
        ],
      })
      const jobId = await collected([['mail.eml', mail]], promoted)
      const before = await rows()
      expect(before.map(({ file_name }) => file_name)).toEqual([
        'Locked things.eml',
        'letter.docx',
        'things.zip',
        'table.csv',
      ])
      await passwords('tika')
      await again(jobId)
      // The letter is open, the archive is not: each for itself.
      expect((await listed(jobId)).map(({ code, path }) => [code, path.at(-1)])).toEqual([
        ['encrypted', 'things.zip'],
      ])
      expect((await rows()).map(({ has_text }) => has_text)).toEqual([1, 1, 0, 1])
      await passwords('tika', 'opensesame')
      await again(jobId)
      const after = await rows()
      expect(after.map(({ file_name, ordinal, depth }) => [file_name, ordinal, depth])).toEqual([
        ['Locked things.eml', 0, 0],
        ['letter.docx', 1, 1],
        ['things.zip', 2, 1],
        ['secret.txt', 3, 2],
        ['table.csv', 4, 1],
      ])
      const kept = after.filter(({ file_name }) => file_name !== 'secret.txt')
      expect(kept.map(({ document_id, control }) => [document_id, control])).toEqual(
        before.map(({ document_id, control }) => [document_id, control]),
      )
      const [secret] = after.filter(({ file_name }) => file_name === 'secret.txt')
      expect(secret).toMatchObject({
        state: promoted ? 'Promoted' : 'Processed',
        parent_id: after[2]?.document_id,
        family_id: after[0]?.document_id,
        parent_date: after[0]?.parent_date,
      })
      expect(secret?.control).toBe(promoted ? 5 : -5)
      expect(await job(jobId)).toMatchObject({
        state: 'Completed',
        reconciliation: { itemsIn: 5, [promoted ? 'promoted' : 'waiting']: 5, unexplained: 0 },
      })
      expect(await search('Family_Count:5')).toEqual(
        promoted ? after.map(({ document_id }) => document_id).sort((a, b) => a - b) : [],
      )
      expect((await verifyChain(services().records.read, `project:${intake.project}`)).firstBroken).toBeNull()
    },
    180_000,
  )

  it('stays one that a retry can open where the record refuses what a retry has read', async () => {
    const [[name = '', words = ''] = []] = office
    const jobId = await collected([[name, locked(name)]], true)
    const before = await rows()
    const refuse: readonly string[] =
      dialect === 'sqlite'
        ? [
            `create trigger refuse before update on document when new.has_text = 1 begin select raise(abort, 'secret'); end`,
          ]
        : ['alter table document add constraint refuse check (has_text = 0)']
    const accept =
      dialect === 'sqlite' ? 'drop trigger refuse' : 'alter table document drop constraint refuse'
    const run = (statements: readonly string[]) =>
      services().records.write('interactive', async (trx) => {
        for (const statement of statements) await sql.raw(statement).execute(trx)
      })
    await run(refuse)
    await passwords('tika')
    await again(jobId)
    expect(await rows()).toEqual(before)
    const [exception] = await listed(jobId)
    expect(exception).toMatchObject({ code: 'encrypted', documentId: before[0]?.document_id })
    expect(exception?.reason).toContain('could not be written')
    expect(await job(jobId)).toMatchObject({ retriable: 1, reconciliation: { unexplained: 0 } })
    await run([accept])
    await again(jobId)
    expect(await listed(jobId)).toEqual([])
    expect(await textOf(before[0]?.document_id ?? 0)).toContain(words)
  })
})
