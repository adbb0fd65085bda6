/**
 * What a full disk does to imports, uploads and saves, on real disks: small ones that are mounted for it, and SQLite at
 * the end of the pages that it may have, which takes no rights.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { sql } from 'kysely'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { saveCoding } from '#contracts/coding.ts'
import { ifMatchOf } from '#contracts/coding-versions.ts'
import { beginUpload, finishUpload, listUploads, putChunk } from '#contracts/collect.ts'
import { documentCount } from '#contracts/documents.ts'
import { retryJob } from '#contracts/jobs.ts'
import { settledJob } from '#server/intake/import/import-path.ts'
import { valuesOf } from '#server/review/coding-values/values.ts'
import { zip } from '#server/sample/zip-writer.ts'
import { damaged, mbox, message } from '../fixtures/mail.ts'
import { allSettled } from './all-settled.ts'
import { startServer, type TestServer, type TestUser } from './harness.ts'
import { importResult } from './import-result.ts'
import { addForm, fieldNamed, startMatter } from './matter.ts'
import { canMountDisks, mountDisk, type SmallDisk } from './small-disk.ts'
import { newSource, processed } from './uploads.ts'

const mounts = canMountDisks()
if (!mounts) console.warn('Only root can mount disks: full ones are not tried, but for the database.')
const kibibyte = 1024

/** Room that runs out. */
interface Scarce {
  /** Leaves room for the source (of so many bytes), and a little for the import to begin with. */
  fill(server: TestServer, sourceBytes: number): Promise<void>
  makeRoom(server: TestServer): Promise<void>
}

let root: string
let servers: { close(): Promise<void> }[]
let disks: SmallDisk[]
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'affiant-full-'))
  servers = []
  disks = []
})
afterEach(async () => {
  const closed = await Promise.allSettled(servers.map((server) => server.close()))
  for (const disk of disks) disk.close()
  rmSync(root, { recursive: true, force: true })
  expect(closed.filter(({ status }) => status === 'rejected')).toEqual([])
})

/** The database may have no more than so many pages beyond those that it has. */
const limitPages = (server: TestServer, beyond: number): Promise<void> =>
  server.services.records.write('interactive', async (trx) => {
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(trx)
    await sql.raw(`pragma max_page_count = ${(rows[0]?.page_count ?? 0) + beyond}`).execute(trx)
  })
const pages: Scarce = {
  fill: (server) => limitPages(server, 100),
  makeRoom: (server) => limitPages(server, 1_000_000),
}

/** A disk of its own for a part of the data folder (`''`: for all of it), before anything is in it. */
function diskAt(part: string, leaving: (sourceBytes: number) => number): Scarce {
  const disk = mountDisk(join(root, 'data', part), 80)
  disks.push(disk)
  return {
    fill: async (_server, sourceBytes) => disk.fill(leaving(sourceBytes)),
    makeRoom: async () => disk.makeRoom(),
  }
}

interface Here {
  readonly server: TestServer
  readonly project: number
  readonly user: TestUser
  readonly sourceId: number
  /** What the log says, line by line. */
  readonly log: readonly string[]
}

async function start(name: string): Promise<Here> {
  const log: string[] = []
  const sink = new Writable({
    write(line: Buffer, _encoding, done) {
      log.push(line.toString())
      done()
    },
  })
  const server = await startServer({ dataDir: join(root, name), log: pino({ level: 'info' }, sink) })
  servers.push(server)
  const company = await server.company()
  const project = await server.project(company)
  const user = await server.user({ role: 'ProjectManager', companyId: company })
  await server.member(project, user.userId, 'ProjectManager')
  const { custodian_id: custodianId } = await server.services.records.write('interactive', (trx) =>
    trx
      .insertInto('custodian')
      .values({ project_id: project, name: 'Rivera' })
      .returning('custodian_id')
      .executeTakeFirstOrThrow(),
  )
  const sourceId = await newSource(server, user, project, custodianId)
  return { server, project, user, sourceId, log }
}

const beginning = ({ server, project, user, sourceId }: Here, fileName: string, size: number) =>
  server.call(user, beginUpload, { project, body: { fileName, size, sourceId } })
const put = ({ server, project, user }: Here, uploadId: string, body: Buffer) =>
  server.call(user, putChunk, { project, params: { uploadId }, query: { offset: 0 }, body })
const finishing = ({ server, project, user }: Here, uploadId: string) =>
  server.call(user, finishUpload, { project, params: { uploadId }, body: {} })

/** Brings a file in; its job is queued. */
async function bring(here: Here, fileName: string, bytes: Buffer): Promise<number> {
  const { uploadId } = (await beginning(here, fileName, bytes.length)).data
  expect((await put(here, uploadId, bytes)).status).toBe(200)
  await finishing(here, uploadId)
  return await processed(here.server, here.user, here.project, here.sourceId)
}

const resultOf = ({ server, project }: Here) =>
  importResult(server.services.records.read, server.services.blobs, project)

const letters = Array.from({ length: 90 }, (_, i) =>
  message({
    id: `full-${i}`,
    subject: `Message ${i}`,
    text: 'What was said of the well. '.repeat(20),
    attachments: [{ name: `table-${i}.csv`, type: 'text/csv', bytes: Buffer.from(`${i},2\n`.repeat(3000)) }],
  }),
)
const source = mbox([...letters, damaged])

/** What the import of a file comes to where there is room; found out once. */
const withRoom = new Map<string, Awaited<ReturnType<typeof resultOf>>>()

async function resultWithRoom(fileName: string, bytes: Buffer) {
  const known = withRoom.get(fileName)
  if (known !== undefined) return known
  const here = await start('with-room')
  await settledJob(here.server.services, await bring(here, fileName, bytes))
  await allSettled(here.server.services)
  const result = await resultOf(here)
  expect(result.job.promoted).toBe(letters.length * 2)
  withRoom.set(fileName, result)
  return result
}

const full = { state: 'Failed', message: 'The disk of the server is full. Make room, then retry.' }

/**
 * Imports a file with room and without it, and expects the import that was stopped to end as the other one did.
 * `evenToSay`: there may be no room either to write down that there is none.
 */
async function stopsAndGoesOn(
  fileName: string,
  bytes: Buffer,
  scarcity: () => Scarce,
  { evenToSay = false } = {},
): Promise<void> {
  const undisturbed = await resultWithRoom(fileName, bytes)

  const scarce = scarcity()
  const here = await start('data')
  const { server, user, project, log } = here
  await scarce.fill(server, bytes.length)
  const jobId = await bring(here, fileName, bytes)
  if (evenToSay) {
    await expect.poll(() => log.join('')).toContain('"msg":"job failed"')
    await scarce.makeRoom(server)
  }
  expect(await settledJob(server.services, jobId)).toMatchObject(full)
  const half = await resultOf(here)
  const { length } = half.documents
  expect(length).toBeGreaterThan(0)
  expect(length).toBeLessThan(undisturbed.documents.length)
  // What is there is whole: families to their last member, each document with its text and its file.
  expect(half.documents).toEqual(undisturbed.documents.slice(0, length))
  expect(undisturbed.documents[length]?.ordinal).toBe(0)
  expect(half).toMatchObject({ damaged: [], firstBroken: null, unexplained: 0 })
  expect(readdirSync(join(root, 'data', 'files', 'tmp'))).toEqual([])

  if (!evenToSay) await scarce.makeRoom(server)
  expect((await server.call(user, retryJob, { project, body: { jobId } })).status).toBe(200)
  await settledJob(server.services, jobId)
  await allSettled(server.services)
  expect(await resultOf(here)).toEqual(undisturbed)
  const all = { queryString: '', includeFamily: false, objectId: null, type: null }
  const found = async () =>
    (await server.call(user, documentCount, { project, body: { query: all } })).data.count
  await expect.poll(found).toBe(undisturbed.documents.length)
}

describe('an import that meets a full disk stops with a message, and goes on to the same end when there is room', () => {
  it('in the database', () => stopsAndGoesOn('box.mbox', source, () => pages), 60_000)

  it.runIf(mounts)(
    'among the files',
    () => stopsAndGoesOn('box.mbox', source, () => diskAt('files', (bytes) => bytes + 2000 * kibibyte)),
    60_000,
  )

  it.runIf(mounts)(
    'among what is unpacked',
    async () => {
      // What lies deeper than the first container has to be unpacked to be read.
      const inner = zip([{ name: 'inner.mbox', bytes: source }])
      const packed = zip([
        { name: 'before.mbox', bytes: mbox(letters.slice(0, 60)) },
        { name: 'inner.zip', bytes: inner },
      ])
      await stopsAndGoesOn('box.zip', packed, () => diskAt('spool', () => 4 * kibibyte))
    },
    60_000,
  )

  it.runIf(mounts)(
    'everywhere at once',
    () =>
      stopsAndGoesOn('box.mbox', source, () => diskAt('', (bytes) => bytes + 4000 * kibibyte), {
        evenToSay: true,
      }),
    60_000,
  )
})

it.runIf(mounts)('an upload that meets a full disk says so, and goes on when there is room', async () => {
  const disk = diskAt('uploads', () => source.length / 2)
  const here = await start('data')
  const { server, project, user } = here
  await disk.fill(server, source.length)
  const { uploadId } = (await beginning(here, 'box.mbox', source.length)).data
  const { status, error } = await put(here, uploadId, source)
  expect([status, error.code]).toEqual([507, 'storage.full'])
  const { data } = (await server.call(user, listUploads, { project })).data
  expect(data).toMatchObject([{ uploadId, received: 0 }])
  await disk.makeRoom(server)
  expect((await put(here, uploadId, source)).data.received).toBe(source.length)
  await finishing(here, uploadId)
  const jobId = await processed(server, user, project, here.sourceId)
  expect(await settledJob(server.services, jobId)).toMatchObject({ itemsDone: 2 * letters.length + 2 })
})

it('a save that meets a full disk answers 507 and is not on the record; with room the same key does it, once', async () => {
  const matter = await startMatter('sqlite')
  servers.push(matter)
  const { server, projectId, documents, ana } = matter
  const form = await addForm(matter)
  const { coding_form_field_id } = fieldNamed(form, 'Notes')
  const documentId = documents[0] ?? 0
  const save = () =>
    server.call(ana, saveCoding, {
      project: projectId,
      key: 'command-full-disk',
      ifMatch: ifMatchOf(new Map([[coding_form_field_id, 0]])),
      body: {
        documentId,
        coding_form_id: form.coding_form_id,
        fields: [{ name: 'Notes', value: 'What was said. '.repeat(3_300), coding_form_field_id }],
        undo: { kind: 'do', group: 'group-0001', targets: [] },
        correlationId: 'gesture-0001',
      },
    })
  const { read } = server.services.records
  const standing = async () => ({
    values: (await valuesOf(read, projectId, documentId)).length,
    audit: (await read.selectFrom('audit').select('audit_id').execute()).length,
    replies: (await read.selectFrom('idempotency').select('key').execute()).length,
  })
  const before = await standing()
  await limitPages(server, 0)
  const refused = await save()
  expect([refused.status, refused.error.code]).toEqual([507, 'storage.full'])
  expect(await standing()).toEqual(before)
  await pages.makeRoom(server)
  const done = await save()
  expect(done.status).toBe(200)
  expect((await save()).data).toEqual(done.data)
  expect(await standing()).toEqual({ values: 1, audit: before.audit + 1, replies: before.replies + 1 })
})
