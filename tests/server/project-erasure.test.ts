/** A deletion that is due: what goes, what stays, and that a kill in between changes nothing of it. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteCompanies, listProjects } from '#contracts/company.ts'
import { getProject } from '#contracts/project.ts'
import {
  archiveProject,
  endProject,
  getCertificate,
  listCertificates,
  listDeletedClients,
  setHold,
} from '#contracts/project-end.ts'
import { redactedFile } from '#contracts/redactions.ts'
import { eraseDue } from '#server/intake/erasure/erase.ts'
import { tablesOfProjects } from '#server/intake/erasure/tables-of-project.ts'
import { addSourceFile } from '#server/intake/sources/source-files.ts'
import { sourceNamed } from '#server/intake/sources/sources.ts'
import { startImport } from '#server/intake/sources/start-import.ts'
import { createLog } from '#server/platform/log.ts'
import { folderOfProject } from '#server/review/pages/kept.ts'
import { indexFile } from '#server/review/search/open.ts'
import { verifyRecords } from '#server/review/verification/verify-records.ts'
import { mbox, message } from '../fixtures/mail.ts'
import { allSettled } from './all-settled.ts'
import { costlyDialects, startServer, type TestServer, type TestUser, withoutAnalysis } from './harness.ts'
import { addForm } from './matter.ts'
import { trail } from './people.ts'

withoutAnalysis()
const day = 24 * 3_600_000
const attached = (text: string) => ({ name: `${text}.txt`, type: 'text/plain', bytes: Buffer.from(text) })
const letter = (id: string, attachments: ReturnType<typeof attached>[]) =>
  message({ id, subject: id, text: `Letter ${id}`, attachments })

describe.each(costlyDialects)('deleting a project, on %s', (dialect) => {
  let server: TestServer
  let company: number
  let gone: number
  let stays: number
  let admin: TestUser
  let second: TestUser
  let manager: TestUser
  beforeAll(async () => {
    server = await startServer({ dialect })
    company = await server.company('Northwind')
    admin = await server.user({ role: 'ClientAdmin', companyId: company, name: 'Carla' })
    second = await server.user({ role: 'ClientAdmin', companyId: company, name: 'Dora' })
    manager = await server.user({ role: 'ProjectManager', companyId: company })
    gone = await filled('Gone', 'GON', [letter('own', [attached('alone'), attached('both')])])
    stays = await filled('Stays', 'STY', [letter('other', [attached('both')])])
  })
  afterAll(() => server.close())

  async function filled(name: string, prefix: string, letters: readonly Buffer[]): Promise<number> {
    const projectId = await server.project(company, { name, prefix })
    await server.member(projectId, manager.userId, 'ProjectManager')
    const { records, blobs } = server.services
    const { sha256, size } = await blobs.put(mbox(letters))
    await records.write('interactive', async (trx) => {
      const { custodian_id: custodianId } = await trx
        .insertInto('custodian')
        .values({ project_id: projectId, name: 'Ines' })
        .returning('custodian_id')
        .executeTakeFirstOrThrow()
      const of = { projectId, custodianId, createdBy: manager.userId }
      const sourceId = await sourceNamed(trx, new Date(), { ...of, name: 'Mail' })
      const file = { projectId, sourceId, path: [`${name}.mbox`], sha256, size, modifiedAt: null }
      await addSourceFile(trx, new Date(), file)
      const user = { userId: manager.userId, name: manager.email, role: 'ProjectManager' }
      await startImport(trx, server.services, { projectId, sourceId, user })
    })
    server.services.jobs.wake()
    await allSettled(server.services)
    await server.services.search.settled(projectId)
    return projectId
  }

  const sha = (text: string) => createHash('sha256').update(text).digest('hex')
  const rowsOf = async (projectId: number) => {
    const counts: Record<string, number> = {}
    for (const { table, of } of await tablesOfProjects(server.services.records)) {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from ${sql.table(table)} where ${of(projectId)}`.execute(
        server.services.records.read,
      )
      if (Number(rows[0]?.n) > 0) counts[table] = Number(rows[0]?.n)
    }
    return counts
  }
  const end = (by: TestUser, step: string) =>
    server.call(by, endProject, { project: gone, body: { step, projectName: 'Gone' } })
  const inDays = async (days: number, work: () => Promise<void>) => {
    server.setNow(new Date(Date.now() + days * day))
    try {
      await work()
    } finally {
      server.setNow(null)
    }
  }

  /** What is thrown at an erasure stands in the log. */
  const silent = () => ({ ...server.services, log: createLog('silent') })

  it('finds the tables by themselves, and leaves none out that has rows of a project', async () => {
    const { records } = server.services
    const tables = (await tablesOfProjects(records)).map(({ table }) => table)
    // No row goes before one that refers to it.
    for (const [child, parent] of [
      ['document_text', 'document'],
      ['field_choice', 'field'],
      ['bulk_row', 'bulk'],
      ['document', 'job'],
      ['batch_document', 'batch'],
      ['securable_group_part', 'securable_group'],
    ] as const)
      expect([child, tables.indexOf(child) < tables.indexOf(parent)]).toEqual([child, true])
    for (const table of ['audit', 'project', 'project_deletion', 'company', 'app_user', 'blob', 'session'])
      expect(tables).not.toContain(table)
  })

  it('[rest-post-project-archive-delete] deletes rows, files and index after 30 days and not before, goes on after each kill, and leaves what others use', async () => {
    const { records, blobs, config } = server.services
    await addForm({ server, manager, projectId: gone })
    const before = await rowsOf(gone)
    const beforeStaying = await rowsOf(stays)
    expect(before).toMatchObject({ document: 3, document_text: 3, source_file: 1, coding_form: 1 })
    expect(before.custodian).toBe(1)
    expect(await blobs.has(sha('alone'))).toBe(true)
    // Pages that are laid out, and redacted files, are in no row.
    const pagesOf = (projectId: number): string[] => {
      const folder = join(config.dataDir, 'pages', folderOfProject(projectId))
      return existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String) : []
    }
    for (const projectId of [gone, stays]) {
      const { documentId } = await records.read
        .selectFrom('document')
        .select('document_id as documentId')
        .where('project_id', '=', projectId)
        .where('parent_id', 'is', null)
        .executeTakeFirstOrThrow()
      const query = { projectId, documentId }
      const left = await server.call(manager, redactedFile, { project: projectId, query })
      expect(left.status).toBe(200)
      // The message laid out, and its redacted file.
      expect(pagesOf(projectId).filter((path) => path.endsWith('pdf'))).toHaveLength(2)
    }

    await server.call(admin, archiveProject, { project: gone })
    expect((await end(admin, 'ask')).status).toBe(200)
    expect((await end(second, 'approve')).status).toBe(200)
    await inDays(29, () => eraseDue(server.services))
    expect(await rowsOf(gone)).toEqual(before)
    expect((await server.call(manager, getProject, { project: gone })).status).toBe(200)

    // Killed at every step in turn: each run goes one step further than the one before.
    const done = new Set<string>()
    const kill = () =>
      eraseDue(silent(), (step) => {
        if (done.has(step)) return
        done.add(step)
        throw new Error('killed')
      })
    await inDays(31, async () => {
      for (let tries = 0; tries < 200; tries++) {
        const before = done.size
        await kill()
        if (done.size === before) break
        // From the first step on nobody finds it.
        const found = await records.read
          .selectFrom('project')
          .select(['name', 'deleted_at'])
          .where('project_id', '=', gone)
          .executeTakeFirst()
        expect(found).toMatchObject({ name: `Deleted project ${gone}`, deleted_at: expect.any(String) })
      }
    })
    expect(done.has('begun') && done.has('document') && done.has('index')).toBe(true)

    expect((await server.call(admin, getProject, { project: gone })).status).toBe(404)
    expect(await rowsOf(gone)).toEqual({})
    expect([pagesOf(gone).length, pagesOf(stays).length > 0]).toEqual([0, true])
    expect(existsSync(indexFile(config.dataDir, gone))).toBe(false)
    expect(existsSync(indexFile(config.dataDir, stays))).toBe(true)
    expect(await blobs.has(sha('alone'))).toBe(false)
    // Another project has the same attachment.
    expect(await blobs.has(sha('both'))).toBe(true)
    expect(await rowsOf(stays)).toEqual(beforeStaying)
    const rows = (await server.call(manager, listProjects, {})).data.data
    expect(rows.map(({ projectName }) => projectName)).toEqual(['Stays'])

    const certificates = (await server.call(admin, listCertificates, { query: { companyId: company } })).data
      .data
    expect(certificates).toMatchObject([
      {
        ...{ projectId: gone, projectName: 'Gone', prefix: 'GON', documents: 3, filesShared: 1 },
        ...{ askedBy: { userName: 'Carla' }, approvedBy: { userName: 'Dora' } },
        rows: { document: 3, document_text: 3 },
        documentsHash: sha('GON00000001\nGON00000002\nGON00000003\n'),
      },
    ])
    const [certificate] = certificates
    const entry = (await trail(server, `project:${gone}`)).at(-1)
    expect(entry?.action).toBe('project.deleted')
    const kept = await records.read
      .selectFrom('project_deletion')
      .select('certificate')
      .executeTakeFirstOrThrow()
    expect(entry?.facts.certificateHash).toBe(sha(kept.certificate ?? ''))
    const asked = { params: { deletionId: certificate?.deletionId ?? 0 } }
    const csv = await server.call(admin, getCertificate, {
      ...asked,
      query: { companyId: company, format: 'csv' },
    })
    expect(csv.raw.body).toContain('projectName,Gone')
    expect(csv.raw.body).toContain('rows.document,3')
    const json = await server.call(admin, getCertificate, {
      ...asked,
      query: { companyId: company, format: 'json' },
    })
    expect(JSON.parse(json.raw.body)).toEqual(certificate)
    const foreign = await server.company()
    const stranger = await server.user({ role: 'ClientAdmin', companyId: foreign })
    for (const companyId of [foreign, company]) {
      const other = await server.call(stranger, getCertificate, {
        ...asked,
        query: { companyId, format: 'csv' },
      })
      expect(other.status).toBe(404)
    }

    // Once the client is deleted too, its certificates are the provider's to find.
    const staff = await server.user({ role: 'SystemAdmin' })
    const ofDeleted = async (by: TestUser) => await server.call(by, listDeletedClients, {})
    expect((await ofDeleted(staff)).data.data).toEqual([])
    const deleteClient = (at: string | null) =>
      records.write('interactive', async (trx) => {
        await trx.updateTable('company').set({ deleted_at: at }).where('company_id', '=', company).execute()
      })
    await deleteClient(new Date().toISOString())
    expect((await ofDeleted(staff)).data.data).toEqual(certificates)
    expect((await ofDeleted(stranger)).status).toBe(403)
    const file = await server.call(staff, getCertificate, {
      ...asked,
      query: { companyId: company, format: 'json' },
    })
    expect(JSON.parse(file.raw.body)).toEqual(certificate)
    await deleteClient(null)

    // The chain still holds, and is not held against rows that are gone.
    const verified = await verifyRecords(
      { place: records.place, config, chain: `project:${gone}`, now: Date.now() },
      () => {},
    )
    expect(verified.firstBroken).toBeNull()
    expect(verified.differences).toEqual({ count: 0, first: [] })
    // Once is enough.
    await inDays(32, () => eraseDue(server.services))
    expect(
      (await trail(server, `project:${gone}`)).filter(({ action }) => action === 'project.deleted'),
    ).toHaveLength(1)
  })

  it('one that cannot be deleted keeps no other, and is tried again', async () => {
    const both: number[] = []
    for (const [name, prefix] of [
      ['First', 'FST'],
      ['Last', 'LST'],
    ] as const) {
      const project = await server.project(company, { name, prefix })
      const body = (step: string) => ({ project, body: { step, projectName: name } })
      await server.call(admin, archiveProject, { project })
      await server.call(admin, endProject, body('ask'))
      expect((await server.call(second, endProject, body('approve'))).status).toBe(200)
      both.push(project)
    }
    const standing = async () =>
      (
        await server.services.records.read
          .selectFrom('project_deletion')
          .select('done_at')
          .where('project_id', 'in', both)
          .orderBy('project_id')
          .execute()
      ).map(({ done_at }) => done_at !== null)
    const told: unknown[] = []
    const log = createLog('silent')
    log.error = (facts: unknown) => told.push(facts)
    let broken = true
    const look = () =>
      eraseDue({ ...server.services, log }, (step) => {
        if (!broken || step !== 'begun') return
        broken = false
        throw new Error('the disk is gone')
      })
    await inDays(31, look)
    expect(await standing()).toEqual([false, true])
    expect(told).toEqual([expect.objectContaining({ projectId: both[0] })])
    await inDays(31, look)
    expect(await standing()).toEqual([true, true])
  })

  it('a hold that is set in the meantime bars it, and a client with a project that stays is kept', async () => {
    const held = await server.project(company, { name: 'Held', prefix: 'HLD' })
    const ask = (by: TestUser, step: string) =>
      server.call(by, endProject, { project: held, body: { step, projectName: 'Held' } })
    await server.call(admin, archiveProject, { project: held })
    await ask(admin, 'ask')
    await ask(second, 'approve')
    const reason = 'Preservation letter of 3 March'
    expect((await server.call(admin, setHold, { project: held, body: { reason } })).data.deletion).toBeNull()
    await inDays(40, () => eraseDue(server.services))
    expect((await server.call(admin, getProject, { project: held })).status).toBe(200)
    const system = await server.user({ role: 'SystemAdmin' })
    const refused = await server.call(system, deleteCompanies, { body: { companyIds: [company] } })
    expect(refused.error.message).toContain('still has “Held” and 1 more')
  })
})
