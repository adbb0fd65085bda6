/** Files and messages of more bytes than are read: documents like others, without a text. */
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listExceptions } from '#contracts/collect.ts'
import { nativeBytes } from '#contracts/documents.ts'
import { getJob, retryJob } from '#contracts/jobs.ts'
import type { ProcessingSettings } from '#contracts/processing.ts'
import { importPath, settledJob } from '#server/intake/import/import-path.ts'
import { verifyChain } from '#server/platform/audit/verify.ts'
import { zip } from '#server/sample/zip-writer.ts'
import { film } from '#tests/fixtures/films.ts'
import { mbox, message } from '#tests/fixtures/mail.ts'
import { pack } from '#tests/fixtures/seven-zip.ts'
import { tar } from '#tests/fixtures/tar.ts'
import { inDeepRun } from '#tests/runs.ts'
import { allSettled } from './all-settled.ts'
import { withoutAnalysis } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'
import { setProcessing } from './processing-settings.ts'

withoutAnalysis()

const sum = (kind: 'md5' | 'sha1' | 'sha256', bytes: Buffer): string =>
  createHash(kind).update(bytes).digest('hex')

const megabyte = 1024 * 1024
const video = film(1, 3 * megabyte)
const lines = Buffer.from('id,name,amount\n'.concat('1,Okafor,12.50\n'.repeat(200_000)))
const filmed = { name: 'film.mp4', bytes: video }
const small = { name: 'small.txt', bytes: Buffer.from('A small one.') }

describe('what is larger than what is read', () => {
  let intake: Intake
  beforeEach(async () => {
    intake = await startIntake('sqlite')
    await settings({ itemMegabytes: 1 })
  }, 60_000)
  afterEach(() => intake.close())

  const services = () => intake.server.services
  const call: Intake['server']['call'] = (who, one, options = {}) =>
    intake.server.call(who, one, { project: intake.project, ...options })
  const settings = (some: Partial<ProcessingSettings>) =>
    setProcessing(intake.server, intake.user, intake.project, some)
  const rows = () =>
    services()
      .records.read.selectFrom('document')
      .selectAll()
      .where('project_id', '=', intake.project)
      .orderBy('control')
      .execute()
  const job = async (jobId: number) => (await call(intake.user, getJob, { query: { jobId } })).data
  const listed = async (jobId: number) =>
    (await call(intake.user, listExceptions, { query: { jobId } })).data.data
  const done = async (jobId: number) => {
    await settledJob(services(), jobId)
    await allSettled(services())
    await services().search.settled(intake.project)
  }
  async function bring(name: string, bytes: Buffer, custodian = 'Ann Lee') {
    const { project: projectId, user } = intake
    const path = intake.write(name, bytes)
    const { jobId } = await importPath(services(), { path, projectId, custodian, userId: user.userId })
    await done(jobId)
    return jobId
  }
  async function again(jobId: number): Promise<void> {
    expect((await call(intake.user, retryJob, { body: { jobId } })).status).toBe(200)
    await done(jobId)
  }
  /** Nothing of it is left in the spool, and the trail is whole. */
  async function isTidy() {
    expect(readdirSync(services().spool).filter((name) => /^(large|kept)-/.test(name))).toEqual([])
    expect((await verifyChain(services().records.read, `project:${intake.project}`)).firstBroken).toBeNull()
  }

  const containers: readonly (readonly [name: string, () => Buffer | Promise<Buffer>, path: string])[] = [
    ['film.mp4', () => video, 'film.mp4'],
    ['all.zip', () => zip([filmed, small]), 'all.zip|film.mp4'],
    ['all.tar', () => tar([filmed, small]), 'all.tar|film.mp4'],
    ['all.7z', () => pack([], { 'film.mp4': video, 'small.txt': 'A small one.' }), 'all.7z|film.mp4'],
    ['film.mp4.gz', () => gzipSync(video), 'film.mp4.gz|film.mp4'],
    [
      'outer.zip',
      () => zip([{ name: 'inner.tgz', bytes: gzipSync(tar([filmed, small])) }]),
      'outer.zip|inner.tgz|inner.tar|film.mp4',
    ],
  ]
  it.each(containers)(
    'is a document with its bytes and hashes, in %s',
    async (name, make, path) => {
      const jobId = await bring(name, await make())
      const document = (await rows()).find(({ file_name }) => file_name === 'film.mp4')
      expect(document).toMatchObject({
        ...{ source_path: JSON.stringify(path.split('|')), state: 'Promoted', record_type: 'Loose file' },
        ...{
          size: video.length,
          md5: sum('md5', video),
          sha1: sum('sha1', video),
          sha256: sum('sha256', video),
        },
        ...{ mime_type: 'video/mp4', file_category: 'Video', has_text: 0, dedupe_hash: sum('sha256', video) },
        no_text_reason: `It was kept and not read: it has ${video.length} bytes, and items of up to ${megabyte} are read.`,
      })
      const { document_id: documentId, control } = document ?? { document_id: 0, control: 0 }
      expect(control).toBeGreaterThan(0)
      expect(await listed(jobId)).toMatchObject([
        { documentId, code: 'tooLarge', stage: 'parse', size: video.length, sha256: sum('sha256', video) },
      ])
      expect(await job(jobId)).toMatchObject({
        ...{ state: 'CompletedWithErrors', retriable: 1 },
        reconciliation: {
          exceptions: 0,
          unexplained: 0,
          promoted: name === 'film.mp4' || name.endsWith('.gz') ? 1 : 2,
        },
      })
      const given = { params: { documentId }, query: { projectId: intake.project } }
      const { raw } = await call(intake.user, nativeBytes, given)
      expect(raw.rawPayload.equals(video)).toBe(true)
      await isTidy()
    },
    60_000,
  )

  const long = message({
    id: 'long',
    subject: 'A long one',
    text: `x${'\n>From what follows\n'.repeat(100_000)}`,
  })
  it('is a document that its headers describe, where it is a message', async () => {
    const jobId = await bring('box.mbox', mbox([message({ id: 'short', subject: 'Short' }), long]))
    const document = (await rows()).find(({ title }) => title === 'A long one')
    const written = Buffer.from(long.toString('latin1').replace(/\r\n/g, '\n'), 'latin1')
    expect(document).toMatchObject({
      ...{ record_type: 'E-mail', file_category: 'E-mail', has_text: 0, sha256: sum('sha256', written) },
      ...{ sent_at: '2024-03-05T15:00:00.000Z', parent_date: '2024-03-05T15:00:00.000Z' },
      ...{ from_text: 'Ann Lee <ann@test.example>', message_id: 'long@test.example', size: written.length },
    })
    expect(await listed(jobId)).toMatchObject([{ documentId: document?.document_id, code: 'tooLarge' }])
    expect((await job(jobId)).reconciliation).toMatchObject({
      promoted: 2,
      containers: 1,
      exceptions: 0,
      unexplained: 0,
    })
    await isTidy()
  })

  it('is a document of its family, in an archive that is attached', async () => {
    const table = { name: 'table.csv', bytes: lines }
    const attachments = [{ name: 'tables.zip', type: 'application/zip', bytes: zip([table, small]) }]
    const jobId = await bring('mail.eml', message({ id: 'mail', subject: 'Tables', attachments }))
    const all = await rows()
    expect(all.map(({ file_name, depth, has_text }) => [file_name, depth, has_text])).toEqual([
      ['Tables.eml', 0, 1],
      ['tables.zip', 1, 0],
      ['table.csv', 2, 0],
      ['small.txt', 2, 1],
    ])
    expect(all[2]).toMatchObject({
      sha256: sum('sha256', lines),
      size: lines.length,
      record_type: 'E-mail attachment',
    })
    expect(await listed(jobId)).toMatchObject([{ code: 'tooLarge', documentId: all[2]?.document_id }])
    await settings({ itemMegabytes: 10 })
    await again(jobId)
    const after = await rows()
    const identity = (of: typeof after) =>
      of.map(({ document_id, control, sha256 }) => [document_id, control, sha256])
    expect(identity(after)).toEqual(identity(all))
    expect(after.map(({ has_text }) => has_text)).toEqual([1, 0, 1, 1])
    expect(await listed(jobId)).toEqual([])
    await isTidy()
  })

  it('is a copy of the same file elsewhere', async () => {
    const first = await bring('one.zip', zip([filmed]), 'Ann Lee')
    const second = await bring('two.tar', tar([{ name: 'same.mp4', bytes: video }]), 'Bo Chen')
    expect(await rows()).toHaveLength(1)
    expect((await job(first)).reconciliation).toMatchObject({ promoted: 1, containers: 1, unexplained: 0 })
    expect((await job(second)).reconciliation).toMatchObject({ duplicates: 1, containers: 1, unexplained: 0 })
  })

  it('is read by a retry once items may have so many bytes: the same document, with its number and its text', {
    ...inDeepRun,
    timeout: 120_000,
  }, async () => {
    const source = zip([
      { name: 'table.csv', bytes: lines },
      { name: 'long.eml', bytes: long },
      small,
      filmed,
    ])
    const jobId = await bring('all.zip', source)
    const before = await rows()
    expect(before.map(({ title, has_text }) => [title, has_text])).toEqual([
      ['table.csv', 0],
      ['A long one', 0],
      ['small.txt', 1],
      ['film.mp4', 0],
    ])
    // Nothing has changed: nothing changes.
    await again(jobId)
    expect(await rows()).toEqual(before)
    await settings({ itemMegabytes: 10 })
    await again(jobId)
    const after = await rows()
    const identity = (all: typeof after) =>
      all.map((row) => [row.document_id, row.control, row.family_id, row.sha256, row.created_at, row.state])
    expect(identity(after)).toEqual(identity(before))
    expect(after.map(({ title, has_text }) => [title, has_text])).toEqual([
      ['table.csv', 1],
      ['A long one', 1],
      ['small.txt', 1],
      ['film.mp4', 0],
    ])
    // What there is to say of a film is not that it was not read.
    expect((await listed(jobId)).filter(({ code }) => code === 'tooLarge')).toEqual([])
    // A message is known as such again: a copy of it that is read from the beginning is a copy.
    const copy = await bring('copy.eml', long, 'Bo Chen')
    expect((await job(copy)).reconciliation).toMatchObject({ duplicates: 1, promoted: 0, unexplained: 0 })
    expect(await job(jobId)).toMatchObject({ retriable: 0, reconciliation: { promoted: 4, unexplained: 0 } })
    await isTidy()
  })

  it('keeps the bytes of a container that is not opened, however many they are', inDeepRun, async () => {
    await settings({ itemMegabytes: 1, depth: 1 })
    const inner = zip([filmed])
    const jobId = await bring('deep.zip', zip([{ name: 'inner.zip', bytes: inner }]))
    expect(await listed(jobId)).toMatchObject([
      { code: 'tooDeep', documentId: null, size: inner.length, sha256: sum('sha256', inner) },
    ])
    const locked = await pack(['-psecret', '-mhe=on'], { 'film.mp4': video })
    const other = await bring('locked.7z', locked)
    expect(await listed(other)).toMatchObject([
      { code: 'encrypted', documentId: null, size: locked.length, sha256: sum('sha256', locked) },
    ])
    await isTidy()
  })

  it('is no document where it is a bomb', async () => {
    const bomb = zip([{ name: 'zeros.bin', bytes: Buffer.alloc(64 * megabyte) }])
    const jobId = await bring('bomb.zip', bomb)
    expect(await rows()).toEqual([])
    expect(await listed(jobId)).toMatchObject([
      { code: 'tooLarge', stage: 'expand', documentId: null, sha256: null },
    ])
    expect((await job(jobId)).reconciliation).toMatchObject({ unexplained: 0 })
    await isTidy()
  })
})
