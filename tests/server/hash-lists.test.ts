/** De-NIST lists: how they come in, and what an import does with the files that they have. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listExceptions } from '#contracts/collect.ts'
import * as contract from '#contracts/hash-lists.ts'
import { getJob, pauseJob, resumeJob, retryJob } from '#contracts/jobs.ts'
import { leftOutCsv, listLeftOut } from '#contracts/suppressed-items.ts'
import { hashListKind } from '#server/intake/hash-lists/make-hash-list.ts'
import { importPath, settledJob } from '#server/intake/import/import-path.ts'
import { ChildFault } from '#server/platform/jobs/child.ts'
import type { ChildPool } from '#server/platform/jobs/pool.ts'
import { zip } from '#server/sample/zip-writer.ts'
import { film } from '#tests/fixtures/films.ts'
import { lockedFamilyZip } from '#tests/fixtures/locked-zip.ts'
import { message } from '#tests/fixtures/mail.ts'
import { costlyDialects, type TestServer, type TestUser } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'
import { trail } from './people.ts'
import { setProcessing } from './processing-settings.ts'

const sum = (kind: 'md5' | 'sha1' | 'sha256', bytes: Buffer): string =>
  createHash(kind).update(bytes).digest('hex')
const nothing = sum('sha1', Buffer.alloc(0))

describe.each(costlyDialects)('known files on %s', (dialect) => {
  let intake: Intake
  let server: TestServer
  let user: TestUser
  let project: number

  beforeEach(async () => {
    intake = await startIntake(dialect)
    ;({ server, user, project } = intake)
  }, 60_000)
  afterEach(() => intake.close())

  const begin = async (name: string, bytes: Buffer) =>
    await server.call(user, contract.beginHashList, {
      project,
      body: { name, version: '2026.1', fileName: 'list.txt', size: bytes.length },
    })
  const put = (hashListId: number, offset: number, body: Buffer) =>
    server.call(user, contract.putHashListChunk, { project, params: { hashListId }, query: { offset }, body })
  const finish = async (hashListId: number) =>
    await server.call(user, contract.finishHashList, { project, params: { hashListId }, body: {} })
  async function upload(name: string, text: string) {
    const bytes = Buffer.from(text)
    const { hashListId } = (await begin(name, bytes)).data
    await put(hashListId, 0, bytes)
    const { jobId } = (await finish(hashListId)).data
    await settledJob(server.services, jobId)
    return hashListId
  }
  const lists = async () => (await server.call(user, contract.listHashLists, { project })).data.data
  const remove = (hashListId: number) =>
    server.call(user, contract.removeHashList, { project, params: { hashListId } })
  const choose = (deNist: 'off' | 'exclude' | 'flag') => setProcessing(server, user, project, { deNist })
  async function bring(path: string) {
    const { jobId } = await importPath(server.services, {
      path,
      projectId: project,
      custodian: 'Ann Lee',
      userId: user.userId,
    })
    await settledJob(server.services, jobId)
    const reconciliation = (await server.call(user, getJob, { project, query: { jobId } })).data
      .reconciliation
    return { jobId, reconciliation }
  }
  const documents = async () => {
    const rows = await server.services.records.read
      .selectFrom('document')
      .select(['title', 'depth', 'metadata', 'dedupe_hash'])
      .orderBy('control')
      .execute()
    return rows.map(({ metadata, ...row }) => ({
      ...row,
      metadata: JSON.parse(metadata) as Record<string, string[]>,
    }))
  }
  const titles = async () => (await documents()).map(({ title, depth }) => `${depth} ${title}`)

  const driver = Buffer.from('a driver')
  const own = Buffer.from('What Ann wrote.')
  const knownZip = zip([{ name: 'inside.txt', bytes: own }])
  const otherZip = zip([
    { name: 'driver.sys', bytes: driver },
    { name: 'own.txt', bytes: own },
    { name: 'empty.txt', bytes: Buffer.alloc(0) },
    { name: 'known.zip', bytes: knownZip },
  ])
  const knownMail = message({ subject: 'Known itself' })
  const mail = message({
    id: 'with',
    subject: 'Files',
    attachments: [
      { name: 'driver.sys', type: 'application/octet-stream', bytes: driver },
      { name: 'own.txt', type: 'text/plain', bytes: own },
      { name: 'known.zip', type: 'application/zip', bytes: knownZip },
      { name: 'other.zip', type: 'application/zip', bytes: otherZip },
    ],
  })
  const everything = zip([
    { name: 'mail.eml', bytes: mail },
    { name: 'known.eml', bytes: knownMail },
    { name: 'driver.sys', bytes: driver },
    { name: 'own.txt', bytes: own },
    { name: 'empty.txt', bytes: Buffer.alloc(0) },
    { name: 'known.zip', bytes: knownZip },
  ])
  const rds = [
    '"SHA-1","MD5","CRC32","FileName","FileSize","ProductCode","OpSystemCode","SpecialCode"',
    ...[driver, knownMail].map(
      (bytes) => `"${sum('sha1', bytes).toUpperCase()}","${sum('md5', bytes)}","0","x",1,2,"3",""`,
    ),
    `"${nothing}","","0","empty",0,2,"3",""`,
  ].join('\r\n')
  const plain = `${sum('sha256', knownZip)}  known.zip\n`

  it('are left out where they are loose files or attachments, with the archives that are known; the reconciliation balances', async () => {
    await upload('NSRL', rds)
    await upload('Ours', plain)
    await choose('exclude')
    const { jobId, reconciliation } = await bring(intake.write('all.zip', everything))
    expect(await titles()).toEqual([
      '0 Files',
      '1 own.txt',
      '1 other.zip',
      '2 own.txt',
      '2 empty.txt',
      '0 Known itself',
      '0 own.txt',
    ])
    // Of the loose files the driver and the archive; of the family two of the message and two of its archive.
    expect(reconciliation).toMatchObject({
      deNisted: 6,
      promoted: 7,
      containers: 1,
      exceptions: 1,
      unexplained: 0,
    })
    const all = await documents()
    expect(all.map(({ metadata }) => metadata.De_NISTed_Attachments).filter((each) => each)).toEqual([
      ['2', 'driver.sys', 'known.zip'],
      ['2', 'driver.sys', 'known.zip'],
    ])
    const codes = (await server.call(user, listExceptions, { project, query: { jobId } })).data.data
    expect(codes.filter(({ code }) => code === 'zeroByte')).toHaveLength(2)
    const told = (await trail(server, `project:${project}`)).filter(
      ({ action }) => action === 'item.deNisted',
    )
    expect(told.map(({ facts }) => facts)).toEqual([
      { hashListId: expect.any(Number), sha256: sum('sha256', driver), size: driver.length },
      { hashListId: expect.any(Number), sha256: sum('sha256', knownZip), size: knownZip.length },
    ])
    const left = (await server.call(user, listLeftOut, { project, query: { kind: 'known' } })).data
    const whole = ['all.zip', 'mail.eml']
    // In which order they are written a chunk of the work decides.
    const rows = left.data.toSorted((one, other) => (one.path.join() < other.path.join() ? -1 : 1))
    expect(rows.map(({ path, sha256, size, list }) => [path, sha256, size, list])).toEqual(
      [
        ['all.zip', 'driver.sys'],
        ['all.zip', 'known.zip'],
        [...whole, 'driver.sys'],
        [...whole, 'known.zip'],
        [...whole, 'other.zip', 'driver.sys'],
        [...whole, 'other.zip', 'known.zip'],
      ].map((path) => {
        const isDriver = path.at(-1) === 'driver.sys'
        const bytes = isDriver ? driver : knownZip
        return [path, sum('sha256', bytes), bytes.length, isDriver ? 'NSRL 2026.1' : 'Ours 2026.1']
      }),
    )
    expect(left).toMatchObject({ totalCount: 6, reconciled: reconciliation?.deNisted })
    expect(rows.map(({ documentId }) => documentId !== null)).toEqual([
      ...[false, false],
      ...[true, true, true, true],
    ])
    expect(rows[0]).toMatchObject({ jobId, custodian: 'Ann Lee', source: 'Ann Lee' })
    const opened = (await server.call(user, listLeftOut, { project, query: { kind: 'container', jobId } }))
      .data
    expect(opened).toMatchObject({ reconciled: 1, data: [{ path: ['all.zip'], size: everything.length }] })
    const { raw } = await server.call(user, leftOutCsv, {
      project,
      query: { projectId: project, kind: 'known' },
    })
    expect(raw.body.trim().split('\n')).toHaveLength(7)
    expect(raw.body).toContain(`all.zip/driver.sys,${driver.length},${sum('sha256', driver)},NSRL 2026.1`)
    // A copy leaves out what its family has left out: the reconciliation counts it, and so does the list.
    await bring(intake.write('again.zip', everything))
    const twice = (await server.call(user, listLeftOut, { project, query: { kind: 'known' } })).data
    expect(twice).toMatchObject({ totalCount: 12, reconciled: 12 })
    const queued = (await trail(server, `project:${project}`)).find(
      ({ action }) => action === 'import.queued',
    )
    expect(queued?.facts).toMatchObject({
      settings: {
        deNist: 'exclude',
        hashLists: [
          { name: 'NSRL', version: '2026.1', entries: 3 },
          { name: 'Ours', version: '2026.1', entries: 1 },
        ],
      },
    })
  }, 120_000)

  it('are marked with the list that has them where they are flagged, and their archives are not taken apart', async () => {
    await upload('NSRL', rds)
    await upload('Ours', plain)
    await choose('flag')
    const { reconciliation } = await bring(intake.write('all.zip', everything))
    const flagged = (await documents()).flatMap(({ title, metadata }) =>
      metadata.Known_File === undefined ? [] : [`${title}: ${metadata.Known_File}`],
    )
    expect(flagged).toEqual([
      'driver.sys: NSRL 2026.1',
      'known.zip: Ours 2026.1',
      'driver.sys: NSRL 2026.1',
      'known.zip: Ours 2026.1',
      'driver.sys: NSRL 2026.1',
      'known.zip: Ours 2026.1',
    ])
    expect(await titles()).not.toContain('2 inside.txt')
    expect(reconciliation).toMatchObject({ deNisted: 0, unexplained: 0 })
  }, 120_000)

  it('are left out by each of their hashes where they are larger than what is read; one that no list has is a document that says so', async () => {
    const size = 2 * 1024 * 1024
    const table = Buffer.from('id,name,amount\n'.concat('1,Okafor,12.50\n'.repeat(200_000)))
    const known = [
      { name: 'first.mp4', bytes: film(1, size), kind: 'md5' },
      { name: 'second.mp4', bytes: film(2, size), kind: 'sha1' },
      { name: 'third.mp4', bytes: film(3, size), kind: 'sha256' },
      { name: 'table.csv', bytes: table, kind: 'sha1' },
    ] as const
    const [first, second, third] = known
    const other = { name: 'other.mp4', bytes: film(9, size) }
    for (const { name, bytes, kind } of known) await upload(name, `${sum(kind, bytes)}\n`)
    await setProcessing(server, user, project, { deNist: 'exclude', itemMegabytes: 1 })

    const tables = zip([{ name: 'table.csv', bytes: table }])
    const attachments = [{ name: 'tables.zip', type: 'application/zip', bytes: tables }]
    const sources = zip([
      ...[first, second, third, other],
      { name: 'mail.eml', bytes: message({ subject: 'Tables', attachments }) },
    ])
    const { jobId, reconciliation } = await bring(intake.write('all.zip', sources))
    expect(reconciliation).toMatchObject({
      itemsIn: 8,
      deNisted: 4,
      promoted: 3,
      containers: 1,
      exceptions: 0,
    })
    const leftOut = async (of: number) =>
      (await server.call(user, listLeftOut, { project, query: { kind: 'known', jobId: of } })).data.data
        .map(({ path, sha256, size, list }) => [path.join('|'), sha256, size, list])
        .toSorted()
    const told = (path: string, { name, bytes }: { readonly name: string; readonly bytes: Buffer }) => [
      ...[path, sum('sha256', bytes), bytes.length, `${name} 2026.1`],
    ]
    expect(await leftOut(jobId)).toEqual([
      told('all.zip|first.mp4', first),
      told('all.zip|mail.eml|tables.zip|table.csv', known[3]),
      told('all.zip|second.mp4', second),
      told('all.zip|third.mp4', third),
    ])
    expect(await titles()).toEqual(['0 other.mp4', '0 Tables', '1 tables.zip'])
    const exceptions = (await server.call(user, listExceptions, { project, query: { jobId } })).data.data
    expect(exceptions).toMatchObject([
      {
        ...{ code: 'tooLarge', stage: 'parse', documentId: expect.any(Number) },
        reason: `It was kept and not read: it has ${size} bytes, and items of up to ${size / 2} are read.`,
      },
    ])
    // Of what is left out nothing is kept, nor lies about.
    const { blobs, spool } = server.services
    const kept = [first, second, third, other].map(({ bytes }) => blobs.has(sum('sha256', bytes)))
    expect(await Promise.all(kept)).toEqual([false, false, false, true])
    expect(readdirSync(spool, { recursive: true }).filter((name) => /(large|kept)-/.test(`${name}`))).toEqual(
      [],
    )

    // The same of a source that is such a file itself.
    const alone = await bring(intake.write('alone.mp4', first.bytes))
    expect(alone.reconciliation).toMatchObject({ itemsIn: 1, deNisted: 1, promoted: 0, unexplained: 0 })
    expect(await leftOut(alone.jobId)).toEqual([told('alone.mp4', first)])
    await setProcessing(server, user, project, { deNist: 'flag', itemMegabytes: 1 })
    expect((await bring(intake.write('flagged.mp4', first.bytes))).reconciliation).toMatchObject({
      ...{ itemsIn: 1, deNisted: 0, promoted: 1, unexplained: 0 },
    })
    expect((await documents()).map(({ metadata }) => metadata.Known_File)).toEqual([
      ...[undefined, undefined, undefined],
      ['first.mp4 2026.1'],
    ])
  }, 120_000)

  it('are counted once, however often the damaged archive is tried again in which nothing else is', async () => {
    await upload('NSRL', rds)
    await choose('exclude')
    const files = [
      { name: 'driver.sys', bytes: driver },
      { name: 'empty.zip', bytes: zip([]) },
    ]
    const whole = zip([{ name: 'inner.zip', bytes: zip(files).subarray(0, -30) }])
    const { jobId, reconciliation } = await bring(intake.write('all.zip', whole))
    expect(reconciliation).toMatchObject({
      itemsIn: 4,
      deNisted: 1,
      containers: 2,
      exceptions: 1,
      unexplained: 0,
    })
    for (const _ of ['once', 'twice']) {
      await server.call(user, retryJob, { project, body: { jobId } })
      await settledJob(server.services, jobId)
      const again = (await server.call(user, getJob, { project, query: { jobId } })).data.reconciliation
      expect(again).toEqual(reconciliation)
      const left = (await server.call(user, listLeftOut, { project, query: { kind: 'known' } })).data
      expect([left.totalCount, left.reconciled]).toEqual([1, 1])
    }
  }, 120_000)

  it('are counted once where the archive in which nothing else is has ended at a limit, however often it is tried again', async () => {
    await upload('NSRL', rds)
    await choose('exclude')
    const files = [
      { name: 'driver.sys', bytes: driver },
      { name: 'empty.zip', bytes: zip([]) },
      { name: 'own.txt', bytes: own },
    ]
    const path = intake.write('all.zip', zip([{ name: 'inner.zip', bytes: zip(files) }]))
    const jobId = await intake.importHere(path, { limits: { entries: 2 } })
    await server.services.records.write('interactive', async (trx) => {
      await trx.updateTable('job').set({ state: 'CompletedWithErrors' }).where('job_id', '=', jobId).execute()
    })
    const booked = async () =>
      (await server.call(user, getJob, { project, query: { jobId } })).data.reconciliation
    const reconciliation = await booked()
    expect(reconciliation).toMatchObject({
      itemsIn: 4,
      deNisted: 1,
      containers: 2,
      exceptions: 1,
      unexplained: 0,
    })
    for (const _ of ['once', 'twice']) {
      await server.call(user, retryJob, { project, body: { jobId } })
      await settledJob(server.services, jobId)
      expect(await booked()).toEqual(reconciliation)
    }
  }, 120_000)

  it('are counted where a locked attachment is opened that holds them, and so are the images that a message in it shows itself', async () => {
    await upload('NSRL', rds)
    await choose('exclude')
    const bytes = Buffer.from(lockedFamilyZip, 'base64')
    const attachments = [
      { name: 'driver.sys', type: 'application/octet-stream', bytes: driver },
      { name: 'locked.zip', type: 'application/zip', bytes },
    ]
    const { jobId, reconciliation } = await bring(
      intake.write('mail.eml', message({ subject: 'Outer', attachments })),
    )
    expect(reconciliation).toMatchObject({
      itemsIn: 3,
      promoted: 2,
      deNisted: 1,
      inlineImages: 0,
      unexplained: 0,
    })
    await setProcessing(server, user, project, { deNist: 'exclude', passwords: ['opensesame'] })
    await server.call(user, retryJob, { project, body: { jobId } })
    await settledJob(server.services, jobId)
    expect(await titles()).toEqual(['0 Outer', '1 locked.zip', '2 own.txt', '2 Inside'])
    const told = (await documents()).map(({ metadata }) => metadata.De_NISTed_Attachments ?? [])
    expect(told).toEqual([['1', 'driver.sys'], ['1', 'driver.sys'], [], []])
    const again = (await server.call(user, getJob, { project, query: { jobId } })).data.reconciliation
    expect(again).toMatchObject({ itemsIn: 7, promoted: 4, deNisted: 2, inlineImages: 1, unexplained: 0 })
    const left = (await server.call(user, listLeftOut, { project, query: { kind: 'known', jobId } })).data
    expect(left).toMatchObject({ totalCount: 2, reconciled: 2 })
    expect(left.data.map(({ path }) => path.slice(1))).toEqual([['driver.sys'], ['locked.zip', 'driver.sys']])
  }, 120_000)

  it('make no other hash of their family: with them or without, copies are copies', async () => {
    await bring(intake.write('a.eml', mail))
    const [before] = await documents()
    await upload('NSRL', rds)
    await choose('exclude')
    const { reconciliation } = await bring(intake.write('b.eml', mail))
    expect(reconciliation).toMatchObject({ promoted: 0, unexplained: 0 })
    expect(reconciliation?.duplicates).toBeGreaterThan(0)
    expect(before?.dedupe_hash).toMatch(/^[0-9a-f]{64}$/)
  }, 120_000)

  it('a list comes in chunks, goes on where it was cut, and stays once a job has used it', async () => {
    const bytes = Buffer.from(rds)
    const { hashListId, state } = (await begin('NSRL', bytes)).data
    expect(state).toBe('uploading')
    expect((await begin('NSRL', bytes)).status).toBe(409)
    expect((await put(hashListId, 0, bytes.subarray(0, 100))).data.received).toBe(100)
    expect((await put(hashListId, 50, bytes.subarray(50))).status).toBe(409)
    expect((await finish(hashListId)).status).toBe(409)
    expect((await put(hashListId, 100, bytes.subarray(100))).data.received).toBe(bytes.length)
    const { jobId } = (await finish(hashListId)).data
    expect((await finish(hashListId)).data.jobId).toBe(jobId)
    await settledJob(server.services, jobId)
    expect(await lists()).toMatchObject([
      {
        name: 'NSRL',
        version: '2026.1',
        state: 'ready',
        entries: 3,
        kinds: ['sha1'],
        rejected: 0,
        used: false,
      },
    ])
    // What it was made of is gone.
    expect(existsSync(join(server.config.dataDir, 'hash-lists', String(hashListId)))).toBe(false)
    await choose('exclude')
    await bring(intake.write('a.eml', mail))
    expect((await remove(hashListId)).status).toBe(409)
    const unused = await upload('Unused', plain)
    expect((await remove(unused)).status).toBe(204)
    expect((await lists()).map(({ name, used }) => [name, used])).toEqual([['NSRL', true]])
    const reviewer = await server.user({ role: 'Reviewer', companyId: user.companyId })
    await server.member(project, reviewer.userId, 'Reviewer')
    expect((await server.call(reviewer, contract.listHashLists, { project })).status).toBe(403)
  }, 120_000)

  it('a list without a hash says so, and is taken away again', async () => {
    const hashListId = await upload('Letters', 'Dear Ann,\nno hashes here.\n')
    expect(await lists()).toMatchObject([{ state: 'failed', entries: null, kinds: [] }])
    expect((await remove(hashListId)).status).toBe(204)
    expect(await lists()).toEqual([])
  })

  it('a list is made whole though its job is stopped, and its process lost, at each of its pieces', async () => {
    const many = Array.from({ length: 400 }, (_, n) => sum('sha256', Buffer.from(String(n))))
    const bytes = Buffer.from(many.join('\n'))
    const { hashListId } = (await begin('Pieces', bytes)).data
    await put(hashListId, 0, bytes)
    const { read, write } = server.services.records
    const { jobId } = (await finish(hashListId)).data
    // Out of the queue's sight, by children that are lost every second time.
    await server.call(user, pauseJob, { project, body: { jobId } })
    const done = await settledEarly(jobId)
    if (!done) {
      let asked = 0
      const offsets: number[] = []
      const children: ChildPool = {
        alive: 0,
        stop: async () => {},
        run: async (module, task, options) => {
          if (asked++ % 2 === 0) throw new ChildFault('crashed', 'It died.', null)
          offsets.push((task as { offset?: number }).offset ?? -1)
          return await server.services.children.run(module, task, options)
        },
      }
      for (let whole = false; !whole; ) {
        const { cursor } = await read
          .selectFrom('job')
          .select('cursor')
          .where('job_id', '=', jobId)
          .executeTakeFirstOrThrow()
        const stop = new AbortController()
        const run = hashListKind({ ...server.services, children }, 4000).run({
          ...{
            jobId,
            projectId: project,
            input: { hashListId },
            cursor: JSON.parse(cursor),
            retry: false,
            retryOnly: null,
          },
          signal: stop.signal,
          beat: async () => {},
          // Stopped behind each piece that is written.
          hold: async () => stop.abort(new Error('Stopped.')),
        })
        whole = await run.then(
          () => true,
          () => false,
        )
      }
      // No piece twice, and all of the list.
      expect(offsets.filter((at) => at >= 0)).toEqual([...new Set(offsets.filter((at) => at >= 0))])
      expect(offsets.length).toBeGreaterThan(5)
      await write('interactive', async (trx) => {
        await trx.updateTable('job').set({ state: 'Completed' }).where('job_id', '=', jobId).execute()
      })
    }
    expect(await lists()).toMatchObject([{ state: 'ready', entries: 400, rejected: 0 }])
  }, 120_000)

  /** Whether the queue was faster than the pause; else it is paused. */
  async function settledEarly(jobId: number): Promise<boolean> {
    for (;;) {
      const { state } = (await server.call(user, getJob, { project, query: { jobId } })).data
      if (state === 'Completed') return true
      if (state === 'Paused') return false
      await server.call(user, resumeJob, { project, body: { jobId } })
      await server.call(user, pauseJob, { project, body: { jobId } })
    }
  }
})
