/** The flow from what came in to what became of it: each figure counts exactly what is listed behind it. */
import { createHash, randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exceptionFigures, exceptionsCsv, listExceptions } from '#contracts/collect.ts'
import { getDocument } from '#contracts/documents.ts'
import { beginHashList, finishHashList, putHashListChunk } from '#contracts/hash-lists.ts'
import { retryJob } from '#contracts/jobs.ts'
import * as stages from '#contracts/stages.ts'
import { type LeftOutKind, type LeftOutRow, leftOutCsv, listLeftOut } from '#contracts/suppressed-items.ts'
import { settledJob } from '#server/intake/import/import-path.ts'
import { addSourceFile } from '#server/intake/sources/source-files.ts'
import { sourceNamed } from '#server/intake/sources/sources.ts'
import { startImport } from '#server/intake/sources/start-import.ts'
import { zip } from '#server/sample/zip-writer.ts'
import { lockedFamilyZip } from '#tests/fixtures/locked-zip.ts'
import { damaged, logo, mbox, message, withLogo } from '#tests/fixtures/mail.ts'
import { costlyDialects, type TestUser } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'
import { setProcessing } from './processing-settings.ts'

const sum = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

const driver = Buffer.from('a driver')
const locked = Buffer.from(lockedFamilyZip, 'base64')
const text = (of: string) => Buffer.from(`What Ann wrote of ${of}.`)

const attached = message({
  id: 'attached',
  subject: 'Attached',
  attachments: [
    { name: 'note.txt', type: 'text/plain', bytes: text('it') },
    { name: 'driver.sys', type: 'application/octet-stream', bytes: driver },
  ],
})
const lockedIn = message({
  id: 'locked',
  subject: 'Locked',
  attachments: [{ name: 'locked.zip', type: 'application/zip', bytes: locked }],
})

const files: Readonly<Record<string, Buffer>> = {
  // Two are copies of others; what is no message fails.
  'box.mbox': mbox([
    withLogo('from a by b'),
    attached,
    attached,
    withLogo('from c by d'),
    lockedIn,
    ...['one', 'two', 'three'].map((id) => message({ id, subject: id, text: `About ${id}.` })),
    damaged,
  ]),
  'share.zip': zip([
    { name: 'driver.sys', bytes: driver },
    { name: 'own.txt', bytes: text('herself') },
    { name: 'empty.txt', bytes: Buffer.alloc(0) },
  ]),
}

/** Where each figure of items that are no documents is listed. */
const listed = {
  containers: 'container',
  duplicates: 'duplicate',
  deNisted: 'known',
  inlineImages: 'inlineImage',
} as const satisfies Partial<Record<keyof stages.Flow, LeftOutKind>>
const states = { filtered: 'Filtered Out', waiting: 'Processed', promoted: 'Promoted' } as const

describe.each(costlyDialects)('the flow, on %s', (dialect) => {
  let intake: Intake
  let user: TestUser
  beforeEach(async () => {
    intake = await startIntake(dialect)
    user = intake.user
    const bytes = Buffer.from(`${sum(driver)}  driver.sys\n`)
    const body = { name: 'Ours', version: '1', fileName: 'list.txt', size: bytes.length }
    const params = { hashListId: (await call(beginHashList, { body })).data.hashListId }
    await call(putHashListChunk, { params, query: { offset: 0 }, body: bytes })
    const { jobId } = (await call(finishHashList, { params, body: {} })).data
    await settledJob(intake.server.services, jobId)
    await setProcessing(intake.server, user, intake.project, { deNist: 'exclude' })
  }, 60_000)
  afterEach(() => intake.close())

  type Call = Intake['server']['call']
  const call = ((contract: Parameters<Call>[1], options = {}) =>
    intake.server.call(user, contract, { project: intake.project, ...options })) as <
    C extends Parameters<Call>[1],
  >(
    contract: C,
    options?: Parameters<Call>[2],
  ) => ReturnType<typeof intake.server.call<C>>

  /** One import of all files, whose documents wait. */
  async function imported(name: string): Promise<number> {
    const { services } = intake.server
    const projectId = intake.project
    const jobId = await services.records.write('interactive', async (trx) => {
      const { custodian_id } = await trx
        .insertInto('custodian')
        .values({ project_id: projectId, name })
        .returning('custodian_id')
        .executeTakeFirstOrThrow()
      const of = { projectId, custodianId: custodian_id, createdBy: user.userId }
      const sourceId = await sourceNamed(trx, new Date(), { ...of, name })
      await trx.updateTable('source').set({ auto_promote: 0 }).where('source_id', '=', sourceId).execute()
      for (const [path, bytes] of Object.entries(files)) {
        const { sha256, size } = await services.blobs.put(bytes)
        const file = { projectId, sourceId, path: [path], sha256, size, modifiedAt: null }
        await addSourceFile(trx, new Date(), file)
      }
      return await startImport(trx, services, { projectId, sourceId, user: { ...user } })
    })
    if (jobId === null) throw new Error('Nothing waits.')
    services.jobs.wake()
    await settledJob(services, jobId)
    await services.search.settled(projectId)
    return jobId
  }

  async function moved(contract: typeof stages.promote | typeof stages.filter, body: object): Promise<void> {
    const { jobId } = (await call(contract, { key: randomUUID(), body })).data
    await settledJob(intake.server.services, jobId)
    await intake.server.services.search.settled(intake.project)
  }

  /** All of a list, some at a time. */
  async function all<T>(
    page: (after: number | undefined) => Promise<readonly T[]>,
    idOf: (row: T) => number,
  ) {
    const rows: T[] = []
    for (;;) {
      const last = rows.at(-1)
      const next = await page(last === undefined ? undefined : idOf(last))
      if (next.length === 0) return rows
      rows.push(...next)
    }
  }
  const leftOut = (kind: LeftOutKind, jobId?: number): Promise<LeftOutRow[]> =>
    all(
      async (after) => (await call(listLeftOut, { query: { kind, jobId, after, limit: 2 } })).data.data,
      ({ leftOutId }) => leftOutId,
    )
  const failed = (jobId?: number) =>
    all(
      async (after) =>
        (await call(listExceptions, { query: { about: 'item', jobId, after, limit: 2 } })).data.data,
      ({ exceptionId }) => exceptionId,
    )
  const found = async (state: string): Promise<number> => {
    const query = {
      queryString: `Document_State = "${state}"`,
      includeFamily: false,
      objectId: null,
      type: null,
    }
    const list = { sort: 'documentId', viewer: 'parentsAndChildren', filter: 'all', pageSize: 200, page: 1 }
    return (await call(stages.fullSearch, { body: { ...list, query, where: null } })).data.totalCount
  }
  const lines = (body: string): number => body.trimEnd().split('\r\n').length - 1
  const itemsOf = (flow: stages.Flow) =>
    Object.fromEntries(
      Object.entries(flow).flatMap(([part, one]) => ('items' in one ? [[part, one.items]] : [])),
    )

  /** Each figure against what is listed behind it, of the project and of each import. */
  async function expectFigures() {
    const { total, sources } = (await call(stages.readFlow)).data
    const projectId = intake.project
    for (const [part, kind] of Object.entries(listed) as [keyof typeof listed, LeftOutKind][]) {
      const rows = await leftOut(kind)
      expect([part, rows.length]).toEqual([part, total[part].items])
      const { raw } = await call(leftOutCsv, { query: { projectId, kind } })
      expect([part, lines(raw.body)]).toEqual([part, rows.length])
      for (const source of sources) {
        expect([part, (await leftOut(kind, source.jobId)).length]).toEqual([part, source[part].items])
        const own = rows.filter(({ jobId }) => jobId === source.jobId)
        const bytes = own.reduce<number | null>(
          (n, { size }) => (n === null || size === null ? null : n + size),
          0,
        )
        expect([part, source[part].bytes]).toEqual([part, bytes])
      }
    }
    expect((await failed()).length).toBe(total.exceptions.items)
    const { raw } = await call(exceptionsCsv, { query: { projectId, about: 'item' } })
    expect(lines(raw.body)).toBe(total.exceptions.items)
    const figures = (await call(exceptionFigures)).data.data
    expect(figures.reduce((n, { about, count }) => (about === 'item' ? n + count : n), 0)).toBe(
      total.exceptions.items,
    )
    for (const source of sources) expect((await failed(source.jobId)).length).toBe(source.exceptions.items)
    for (const [part, state] of Object.entries(states) as [keyof typeof states, string][])
      expect([part, await found(state)]).toEqual([part, total[part].items])
    const { in: all, ...parts } = itemsOf(total)
    expect(Object.values(parts).reduce((n, count) => n + count, 0)).toBe(all)
    return { total: itemsOf(total), sources }
  }

  it('has as many items in each figure as are listed behind it, also after promotions, filters, a second import and a retry', async () => {
    const first = await imported('Rivera')
    const begun = (await expectFigures()).total
    expect(begun).toEqual({
      in: 21,
      // The mailbox and the archive.
      containers: 2,
      duplicates: 3,
      // One in the archive, one attached, and one attached to a copy.
      deNisted: 3,
      exceptions: 2,
      inlineImages: 2,
      filtered: 0,
      waiting: 9,
      promoted: 0,
    })
    const copies = await leftOut('duplicate')
    const originals = await Promise.all(
      copies.map(async ({ documentId }) => (await call(getDocument, { query: { documentId } })).data),
    )
    // An attachment is a copy of the attachment, and has the same bytes; a message that took another way has others.
    expect(copies.map(({ path, sha256, size }) => [path.at(-1), sha256, size])).toEqual([
      [expect.any(String), expect.any(String), expect.any(Number)],
      ['note.txt', sum(text('it')), text('it').length],
      [expect.any(String), expect.any(String), expect.any(Number)],
    ])
    expect(originals.map(({ title }) => title)).toEqual(['Attached', 'note.txt', 'With a logo'])
    expect(copies.map(({ custodian, source, jobId }) => [custodian, source, jobId])).toEqual(
      copies.map(() => ['Rivera', 'Rivera', first]),
    )
    const [shownLogo, other] = await leftOut('inlineImage')
    expect(shownLogo).toMatchObject({
      sha256: sum(logo),
      size: logo.length,
      documentId: copies[2]?.documentId,
    })
    expect(shownLogo?.path.at(-1)).toBe('logo.png')
    expect(other?.documentId).toBe(shownLogo?.documentId)
    // Nothing is in review yet, so nothing has a number.
    expect(copies.map(({ controlNumber }) => controlNumber)).toEqual(['', '', ''])

    const ids = (
      await intake.server.services.records.read
        .selectFrom('document')
        .select('document_id')
        .where('parent_id', 'is', null)
        .orderBy('document_id')
        .execute()
    ).map(({ document_id }) => document_id)
    await moved(stages.promote, { documents: { ids: ids.slice(0, 2) } })
    await moved(stages.filter, { name: 'Others', documents: { ids: ids.slice(2, 4) } })
    const { total } = await expectFigures()
    expect(total.promoted).toBeGreaterThan(0)
    expect(total.filtered).toBeGreaterThan(0)
    expect((await leftOut('duplicate')).map(({ controlNumber }) => controlNumber)).not.toContain('')
    await moved(stages.filter, { restore: true, documents: { ids: ids.slice(2, 3) } })
    await expectFigures()

    const second = await imported('Chen')
    const { sources } = await expectFigures()
    const again = sources.find(({ jobId }) => jobId === second)
    // All of it is there already; what failed fails anew.
    expect(again).toMatchObject({ waiting: { items: 0 }, promoted: { items: 0 }, filtered: { items: 0 } })
    expect(again?.duplicates.items).toBe(12)

    await setProcessing(intake.server, user, intake.project, { deNist: 'exclude', passwords: ['opensesame'] })
    await call(retryJob, { body: { jobId: first } })
    await settledJob(intake.server.services, first)
    await intake.server.services.search.settled(intake.project)
    const opened = (await expectFigures()).total
    expect(opened.inlineImages).toBe(5)
    // The image is of the message in the archive, not of the letter that the archive came with.
    const shown = (await leftOut('inlineImage', first)).at(-1)
    const message = (await call(getDocument, { query: { documentId: shown?.documentId } })).data
    expect(message.title).toBe('Inside')
  }, 120_000)
})
