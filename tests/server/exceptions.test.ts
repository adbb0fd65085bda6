/** Exceptions as they are counted, listed and exported. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as contract from '#contracts/collect.ts'
import { listJobs } from '#contracts/jobs.ts'
import { createCustodian, getReport } from '#contracts/project.ts'
import { settledJob } from '#server/intake/import/import-path.ts'
import { controlNumber } from '#server/review/documents/control.ts'
import { raiseException } from '#server/review/texts/raise.ts'
import { lockedZip } from '#tests/fixtures/locked-zip.ts'
import { message } from '#tests/fixtures/mail.ts'
import { costlyDialects } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'
import { trail } from './people.ts'

const locked = Buffer.from(lockedZip, 'base64')
const attachments = [{ name: 'c.zip', type: 'application/zip', bytes: locked }]
const empty = Buffer.alloc(0)

/** By custodian. */
const material: Readonly<Record<string, Readonly<Record<string, Buffer>>>> = {
  Rivera: { 'a.txt': empty, 'box.zip': locked, 'half.zip': locked.subarray(0, 60) },
  Chen: { 'b.txt': empty, 'c.eml': message({ id: 'c', attachments }) },
}

type Query = Record<string, string | number>

describe.each(costlyDialects)('exceptions, on %s', (dialect) => {
  let intake: Intake
  const call: Intake['server']['call'] = (who, one, options = {}) =>
    intake.server.call(who, one, { project: intake.project, ...options })
  const listed = async (query: Query) =>
    (await call(intake.user, contract.listExceptions, { query })).data.data
  const counted = async (query: Query = {}) =>
    (await call(intake.user, contract.exceptionFigures, { query })).data
  const figures = async (query: Query = {}) => (await counted(query)).data

  beforeAll(async () => {
    intake = await startIntake(dialect)
    const { user } = intake
    const { services } = intake.server
    for (const [name, files] of Object.entries(material)) {
      const { custodianId } = (await call(user, createCustodian, { body: { name } })).data
      const body = { name, custodianId, autoProcess: false, autoPromote: true }
      const { sourceId } = (await call(user, contract.createSource, { body })).data
      for (const [fileName, bytes] of Object.entries(files)) {
        const file = { sourceId, fileName, size: bytes.length }
        const params = { uploadId: (await call(user, contract.beginUpload, { body: file })).data.uploadId }
        await call(user, contract.putChunk, { params, query: { offset: 0 }, body: bytes })
        await call(user, contract.finishUpload, { params, body: {} })
      }
      const asked = { params: { sourceId }, body: { ifAutomatic: false } }
      const { jobId } = (await call(user, contract.processSource, asked)).data
      await settledJob(services, jobId ?? 0)
    }
    const [ofDocument] = await listed({ code: 'encrypted' }).then((all) =>
      all.filter((one) => one.documentId),
    )
    await services.records.write('interactive', async (trx) => {
      const projectId = intake.project
      // Of a job that is about documents: it has no source, the document has.
      const jobId = await services.jobs.enqueue(trx, {
        ...{ projectId, kind: 'ocr', title: 'OCR', input: null, bytesTotal: 0, createdBy: user.userId },
      })
      await trx.updateTable('job').set({ state: 'Completed' }).where('job_id', '=', jobId).execute()
      const flaw = { code: 'ocrFailed', reason: 'It took too long.', stage: 'text' } as const
      await raiseException(trx, { jobId, projectId }, ofDocument?.documentId ?? 0, flaw, new Date())
    })
    const [first] = await listed({ code: 'zeroByte' })
    const body = { exceptionIds: [first?.exceptionId ?? 0], note: 'Empty at its source.' }
    await call(user, contract.acceptExceptions, { body })
  }, 60_000)
  afterAll(() => intake.close())

  it('are counted as resolved once they are, alike in the figures, the report, the jobs and the sources', async () => {
    const { user } = intake
    const sum = (of: readonly number[]) => of.reduce((all, one) => all + one, 0)
    const all = await figures()
    const open = sum(all.flatMap(({ resolution, count }) => (resolution === 'open' ? [count] : [])))
    const total = sum(all.map(({ count }) => count))
    expect(total - open).toBe(1)
    const resolved = await listed({ resolution: 'resolved' })
    expect(resolved.map(({ resolution }) => resolution)).toEqual(['accepted'])
    const said = { exceptions: total, openExceptions: open }
    expect((await call(user, getReport)).data).toMatchObject(said)
    const sumOf = (rows: readonly { exceptions: number; openExceptions: number }[]) => ({
      exceptions: sum(rows.map(({ exceptions }) => exceptions)),
      openExceptions: sum(rows.map(({ openExceptions }) => openExceptions)),
    })
    const jobs = (await call(user, listJobs, { query: {} })).data.data
    expect(sumOf(jobs)).toEqual(said)
    for (const { state, openExceptions } of jobs.filter(({ kind }) => kind === 'import'))
      expect(state).toBe(openExceptions > 0 ? 'CompletedWithErrors' : 'Completed')
    // One was raised by a job that has no source.
    const sources = (await call(user, contract.listSources)).data.data
    expect(sumOf(sources)).toEqual({ exceptions: total - 1, openExceptions: open - 1 })
  })

  it('give the file of the source where they are about the whole of it', async () => {
    const half = material.Rivera?.['half.zip'] ?? empty
    const ofContainers = (await listed({ about: 'item' })).filter(({ path }) => path.at(-1) === 'half.zip')
    expect(ofContainers).not.toEqual([])
    for (const { exceptionId, sha256 } of ofContainers) {
      expect(sha256).toBe(createHash('sha256').update(half).digest('hex'))
      const { raw } = await call(intake.user, contract.exceptionBytes, {
        params: { exceptionId },
        query: { projectId: intake.project },
      })
      expect(raw.statusCode).toBe(200)
      expect(raw.rawPayload).toEqual(half)
    }
  })

  it('are counted by code, custodian, what they are about and what was done about them; each figure is what the list has of it', async () => {
    const all = await figures()
    const whole = await listed({})
    expect(all.reduce((sum, { count }) => sum + count, 0)).toBe(whole.length)
    expect(whole.every(({ sourceId }) => sourceId !== null)).toBe(true)
    for (const { code, severity, custodianId, about, resolution, count } of all)
      expect(await listed({ code, severity, about, resolution, custodianId: custodianId ?? 0 })).toHaveLength(
        count,
      )
    for (const about of contract.exceptionSubjects)
      expect(await listed({ about })).toEqual(
        whole.filter(({ documentId, stage }) =>
          about === 'document'
            ? documentId !== null
            : documentId === null && (stage === 'collect') === (about === 'collection'),
        ),
      )
    expect((await listed({ about: 'item' })).length).toBeGreaterThan(0)
    expect((await listed({ about: 'document' })).length).toBeGreaterThan(0)
    expect(all.find(({ code }) => code === 'ocrFailed')).toMatchObject({ custodian: 'Chen', count: 1 })
    expect(
      all
        .filter(({ code }) => code === 'zeroByte')
        .map(({ resolution }) => resolution)
        .toSorted(),
    ).toEqual(['accepted', 'open'])
    for (const category of contract.exceptionCategoryNames) {
      const own = await listed({ category })
      expect(own).toEqual(whole.filter(({ code }) => contract.exceptionCategories[code] === category))
    }
    const [{ jobId } = { jobId: 0 }] = whole
    expect((await figures({ jobId })).reduce((sum, { count }) => sum + count, 0)).toBe(
      (await listed({ jobId })).length,
    )
    expect((await call(intake.user, contract.exceptionFigures, { query: { jobId: 987_654 } })).status).toBe(
      404,
    )
  })

  it('are exported as they are listed, and the record says which', async () => {
    const custodianId = (await figures()).find(({ custodian }) => custodian === 'Chen')?.custodianId ?? 0
    const query = { custodianId, resolution: 'open' } as const
    const { raw } = await call(intake.user, contract.exceptionsCsv, {
      query: { projectId: intake.project, ...query },
    })
    const lines = raw.body.trimEnd().split('\r\n').slice(1)
    const rows = await listed(query)
    expect(rows.length).toBeGreaterThan(1)
    expect(lines.map((line) => Number(line.split(',')[0]?.replaceAll('"', '')))).toEqual(
      rows.map(({ exceptionId }) => exceptionId),
    )
    // Whose it is, also where its job came from no source.
    expect(lines.every((line) => line.includes('Chen'))).toBe(true)
    const told = await trail(intake.server, `project:${intake.project}`)
    expect(told.findLast(({ action }) => action === 'exceptions.exported')?.facts).toEqual(query)
  })

  it('are grave where nothing of the item is there, less so where a document has a flaw, and notices where nothing is lost', async () => {
    const whole = await listed({})
    const said = whole.map(({ code, documentId, severity }) => [code, documentId !== null, severity])
    expect(said).toEqual(
      expect.arrayContaining([
        ['encrypted', false, 'high'],
        ['encrypted', true, 'medium'],
        ['ocrFailed', true, 'medium'],
        ['zeroByte', false, 'low'],
      ]),
    )
    for (const severity of contract.exceptionSeverities)
      expect(await listed({ severity })).toEqual(whole.filter((one) => one.severity === severity))
  })

  it('say in the file their severity and stage, whether a retry may help, what was done, by whom and when', async () => {
    const { raw } = await call(intake.user, contract.exceptionsCsv, { query: { projectId: intake.project } })
    const [head = [], ...lines] = raw.body
      .trimEnd()
      .split('\r\n')
      .map((line) =>
        [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
          ([, quoted, plain]) => quoted ?? plain ?? '',
        ),
      )
    const of = (line: readonly string[] | undefined, column: string) => line?.[head.indexOf(column)]
    const documents = await intake.server.services.records.read
      .selectFrom('document as d')
      .innerJoin('project as p', 'p.project_id', 'd.project_id')
      .select(['d.document_id', 'd.control', 'p.prefix'])
      .where('d.project_id', '=', intake.project)
      .execute()
    const numbers = new Map(
      documents.map(({ document_id, control, prefix }) => [document_id, controlNumber(prefix, control)]),
    )
    expect(numbers.size).toBeGreaterThan(0)
    const rows = await listed({})
    for (const row of rows) {
      const line = lines.find((one) => one[0] === String(row.exceptionId))
      expect(of(line, 'Severity')).toBe(row.severity)
      // A document is named as people know it.
      expect(of(line, 'Control number')).toBe(numbers.get(row.documentId ?? 0) ?? '')
      expect(of(line, 'Stage')).toBe(row.stage)
      expect(of(line, 'May be retried')).toBe(
        row.resolution === 'open' && contract.isRetriable(row) ? 'Yes' : 'No',
      )
    }
    const accepted = lines.filter((line) => of(line, 'Resolution') === 'accepted')
    expect(accepted).toHaveLength(1)
    expect(of(accepted[0], 'Resolved by')).toBe(intake.user.name)
    expect(of(accepted[0], 'Resolved at')).toMatch(/^\d{4}-\d{2}-\d{2}T/)
    expect(new Set(lines.map((line) => of(line, 'May be retried')))).toEqual(new Set(['Yes', 'No']))
  })

  /** A custodian and a job of another project. */
  async function elsewhere() {
    const { server, user } = intake
    const projectId = await server.project(await server.company())
    return await server.services.records.write('interactive', async (trx) => {
      const { custodian_id: custodianId } = await trx
        .insertInto('custodian')
        .values({ project_id: projectId, name: 'Rivera' })
        .returning('custodian_id')
        .executeTakeFirstOrThrow()
      const jobId = await server.services.jobs.enqueue(trx, {
        ...{ projectId, kind: 'ocr', title: 'OCR', input: null, bytesTotal: 0, createdBy: user.userId },
      })
      await trx.updateTable('job').set({ state: 'Completed' }).where('job_id', '=', jobId).execute()
      return { custodianId, jobId }
    })
  }

  it('are accepted all that a filter matches as one act, as many as were seen and no other', async () => {
    const { user, server } = intake
    const accept = (matching: object, note = 'Not relevant.') =>
      call(user, contract.acceptExceptions, { body: { matching: { seen: 1, ...matching }, note } })
    const custodianId = (await figures()).find(({ custodian }) => custodian === 'Rivera')?.custodianId ?? 0
    const query = { custodianId, severity: 'high' } as const
    const before = await listed(query)
    expect(before.length).toBeGreaterThan(1)
    // What came since it was looked at is not accepted unseen.
    expect(await accept({ ...query, seen: before.length - 1 })).toMatchObject({
      status: 409,
      error: { detail: 'matching', message: expect.stringContaining('Look at them first') },
    })
    expect((await listed({ resolution: 'accepted' })).length).toBe(1)
    const foreign = await elsewhere()
    expect((await accept({ custodianId: foreign.custodianId })).status).toBe(404)
    expect((await accept({ jobId: foreign.jobId })).status).toBe(404)
    expect((await call(user, contract.acceptExceptions, { body: { note: 'Both' } })).status).toBe(400)
    expect((await accept({ ...query, seen: before.length })).data).toEqual({ accepted: before.length })
    const after = await listed(query)
    expect(after).toEqual(
      before.map((row) => ({
        ...row,
        resolution: 'accepted',
        note: 'Not relevant.',
        resolvedBy: user.name,
        resolvedAt: after[0]?.resolvedAt,
      })),
    )
    const told = await trail(server, `project:${intake.project}`)
    const at = told.findIndex(({ action }) => action === 'exceptions.signedOff')
    expect(told[at]).toMatchObject({ userId: user.userId, facts: { ...query, accepted: before.length } })
    expect(told.slice(at + 1).map(({ action, facts }) => [action, facts])).toEqual(
      before.map(({ exceptionId }) => ['exception.accepted', { exceptionId }]),
    )

    // What is left is accepted, and the report says who signed off.
    const open = await listed({ resolution: 'open' })
    expect((await counted()).lastAccepted?.by).toBe(user.name)
    const other = await intake.server.user({ role: 'SystemAdmin' })
    const body = { matching: { seen: open.length }, note: 'All looked at.' }
    expect((await call(other, contract.acceptExceptions, { body })).data).toEqual({ accepted: open.length })
    expect(await listed({ resolution: 'open' })).toEqual([])
    expect((await call(user, getReport)).data.openExceptions).toBe(0)
    const jobs = (await call(user, listJobs, { query: {} })).data.data
    const imports = jobs.filter(({ kind }) => kind === 'import')
    expect(imports.map(({ state }) => state)).toEqual(['Completed', 'Completed'])
    const last = (await listed({})).find(({ resolvedBy }) => resolvedBy === other.name)
    expect((await counted()).lastAccepted).toEqual({ by: other.name, at: last?.resolvedAt })
    expect((await accept({ seen: 1 })).status).toBe(409)
  })

  // There one writer takes turns with itself; on PostgreSQL another server may be between.
  it.runIf(dialect === 'sqlite')('are told in the trail as many as were accepted', async () => {
    const { records } = intake.server.services
    const two = (await listed({})).slice(0, 2).map(({ exceptionId }) => exceptionId)
    await records.write('interactive', async (trx) => {
      await trx
        .updateTable('exception')
        .set({ resolution: 'open' })
        .where('exception_id', 'in', two)
        .execute()
      await sql`create trigger held before update on exception when old.exception_id = ${sql.lit(two[0])}
        begin select raise(ignore); end`.execute(trx)
    })
    const body = { matching: { seen: 2 }, note: 'Both.' }
    expect((await call(intake.user, contract.acceptExceptions, { body })).data).toEqual({ accepted: 1 })
    const told = await trail(intake.server, `project:${intake.project}`)
    expect(told.findLast(({ action }) => action === 'exceptions.signedOff')?.facts).toEqual({ accepted: 1 })
  })
})
