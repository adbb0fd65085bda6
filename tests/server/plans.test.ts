import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { unfinishedBatches } from '#contracts/assignments.ts'
import { documentHistory } from '#contracts/audit.ts'
import { bulkStanding } from '#contracts/bulk.ts'
import { readCoding } from '#contracts/coding.ts'
import { getDocument, recordView, searchDocuments } from '#contracts/documents.ts'
import { commands } from '#contracts/reconcile.ts'
import * as reconstruct from '#contracts/reconstruct.ts'
import { applyTags } from '#contracts/tags.ts'
import { importPath, settledJob } from '#server/intake/import/import-path.ts'
import { openRecords, recordsFile } from '#server/platform/records/open.ts'
import { manyMessages, mbox } from '#tests/fixtures/mail.ts'
import { batchesIn } from './batches.ts'
import { bulkIn } from './bulk-changes.ts'
import { startServer } from './harness.ts'
import { addForm, addTags, type Matter, startMatter } from './matter.ts'

/** Asks for documents, commands or batches by name, or for what somebody holds, and does not page through a project. */
const named = /"?(document_id|command_id)"? (in \(|= )|"(batch_id|holder)" (in \(|= \?)/
/** A look for all that is a project's or a person's, or at everything there is. */
const wide =
  /^SCAN (?!\w+ (VALUES|CONSTANT))|\((project_id|user_id)=\?( AND ((project_id|user_id|until_seq)=|(audit_id|seq|from_seq)[<>]=?)\?)*\)/

describe('what is asked about documents by name (SQLite)', () => {
  let dataDir: string
  const said = new Set<string>()
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'affiant-plans-'))
    // Before anything is heard: who brings the records up to date goes through them all.
    await (await openRecords({ dataDir, databaseUrl: null })).close()
    said.clear()
    listen()
  })
  afterEach(() => {
    vi.restoreAllMocks()
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** Hears every statement: readers prepare theirs here, the writer is sent its own. */
  function listen(): void {
    const prepare = Database.prototype.prepare
    vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (this: Database.Database, sql) {
      said.add(sql)
      return prepare.call(this, sql)
    })
    const post = Worker.prototype.postMessage
    vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, message, ...rest) {
      for (const { sql } of message?.statements ?? []) if (typeof sql === 'string') said.add(sql)
      post.call(this, message, ...rest)
    })
  }

  /** How the statements that were heard and are meant are done. */
  function plansOf(meant: (sql: string) => boolean): [sql: string, steps: string[]][] {
    const file = new Database(recordsFile(dataDir), { readonly: true })
    const plan = (sql: string): string[] =>
      file
        .prepare<unknown[], { detail: string }>(`explain query plan ${sql}`)
        .all(...Array.from(sql.matchAll(/\?/g), () => 1))
        .map(({ detail }) => detail)
    const plans = [...said].filter(meant).map((sql): [string, string[]] => [sql, plan(sql)])
    file.close()
    return plans
  }

  /** Statements that go through a project, or through all that somebody did, with how they do. */
  function walks(): string[][] {
    const asked = plansOf((sql) => /^(select|update|delete)/.test(sql) && named.test(sql))
    expect(asked.length).toBeGreaterThan(20)
    const found = asked.filter(([, steps]) => steps.some((step) => wide.test(step)))
    return found.map(([sql, steps]) => [sql.replaceAll(/\?(, \?)+/g, '?…'), ...steps])
  }

  /** What people look at, one document and many. */
  async function look({ server, projectId: project, documents: ids, ...people }: Matter): Promise<void> {
    const send = (key: string) => ({ project, key })
    for (const who of [people.manager, people.senior, people.ana]) {
      const documentId = ids[0] ?? 0
      await server.call(who, readCoding, { project, query: { documentId } })
      await server.call(who, getDocument, { project, query: { documentId } })
      await server.call(who, documentHistory, { project, query: { documentId } })
      await server.call(who, documentHistory, { project, query: { documentId, before: 1_000_000 } })
      await server.call(who, recordView, { ...send(`view-key-${who.userId}`), body: { documentId } })
      await server.call(who, bulkStanding, { project, body: { documentIds: [...ids] } })
      await server.call(who, commands, {
        project,
        body: { commandIds: ['hand-command-1', 'bulk-command-1'] },
      })
    }
    await server.services.search.settled(project)
    await server.call(people.senior, searchDocuments, {
      project,
      body: {
        query: { queryString: '', includeFamily: false, objectId: null, type: null },
        sort: 'documentId',
        viewer: 'parentsAndChildren',
        filter: 'all',
        pageSize: 100,
        page: 1,
      },
    })
  }

  /** What is asked of the past of one document, and of a batch. */
  async function reconstructed(matter: Matter): Promise<void> {
    const { server, manager, projectId: project } = matter
    const batches = batchesIn(matter)
    const assignmentId = await batches.made({ batchSize: 100 })
    const { batchId = 0 } = (await batches.take(matter.ana, assignmentId)).data.batch ?? {}
    await server.call(matter.ana, unfinishedBatches, { project })
    await batches.checkIn(matter.ana, batchId, 'Completed')
    await batches.reassign([batchId], matter.ben.userId)
    const documentId = matter.documents[0] ?? 0
    for (const filter of [{ documentId }, { batchId }, { documentId, userIds: [matter.ana.userId] }]) {
      await server.call(manager, reconstruct.activity, { project, body: { filter } })
      await server.call(manager, reconstruct.summary, { project, body: { filter } })
      await server.call(manager, reconstruct.density, { project, body: { filter } })
    }
    await server.call(manager, reconstruct.documentAsOf, { project, query: { documentId } })
    await server.call(manager, reconstruct.compare, { project, body: { from: { seq: 0 }, documentId } })
    await server.call(manager, reconstruct.batchesAsOf, { project })
    for (const reviewed of [null, true, false])
      await server.call(manager, reconstruct.listAsOf, {
        project,
        body: { filter: { is: 'batch', batchId, reviewed } },
      })
  }

  it('is found by the documents where they are coded', async () => {
    const matter = await startMatter('sqlite', { documents: 250, dataDir })
    const bulk = bulkIn(matter, await addForm(matter))
    await bulk.save(matter.ana, matter.documents[0] ?? 0, 'Responsive', 'No')
    const { jobId } = await bulk.coding({ ids: [...matter.documents] }, [['Responsive', 'set', 'Yes']])
    await bulk.save(matter.ana, matter.documents[1] ?? 0, 'Responsive', 'No')
    await bulk.undone(jobId)
    await look(matter)
    await reconstructed(matter)
    await matter.close()
    expect(walks()).toEqual([])
  })

  it('is found by the documents where they are tagged', async () => {
    const matter = await startMatter('sqlite', { documents: 250, dataDir, codingForms: false })
    const bulk = bulkIn(matter, null)
    const tags = Object.values(await addTags(matter))
    const { jobId } = await bulk.settled((await bulk.tag(matter.documents, tags.slice(0, 1))).data.jobId)
    await matter.server.call(matter.ana, applyTags, {
      project: matter.projectId,
      key: 'hand-command-1',
      body: {
        documentId: matter.documents[1] ?? 0,
        add: [],
        remove: tags.slice(0, 1),
        undo: { kind: 'do', group: 'group-0001', targets: [] },
        correlationId: 'gesture-0001',
      },
    })
    await bulk.undone(jobId)
    await look(matter)
    await matter.close()
    expect(walks()).toEqual([])
  })

  it('is found by its hash where a copy of it comes in, however much is there', async () => {
    const server = await startServer({ dialect: 'sqlite', dataDir })
    const projectId = await server.project(await server.company())
    await server.user({ role: 'SystemAdmin' })
    const path = join(dataDir, 'box.mbox')
    writeFileSync(path, mbox(manyMessages(20)))
    const { jobId } = await importPath(server.services, { path, projectId, custodian: 'Ada' })
    await settledJob(server.services, jobId)
    await server.close()
    const plans = plansOf((sql) => sql.includes('"dedupe_hash" in ('))
    expect(plans).not.toEqual([])
    for (const [, steps] of plans)
      expect(steps.join()).toContain('document_dedupe (project_id=? AND dedupe_hash=?)')
  })
})
