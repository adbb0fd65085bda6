/** What the server says of the reconciliation of jobs, and that no test of it can end with a reconciliation that does not hold. */

import { afterEach, describe, expect, it } from 'vitest'
import { getJob, type JobState, listJobs } from '#contracts/jobs.ts'
import { readFlow } from '#contracts/stages.ts'
import { containerEnd } from '#server/intake/processing/position.ts'
import { addSourceFile } from '#server/intake/sources/source-files.ts'
import { sourceNamed } from '#server/intake/sources/sources.ts'
import { appendAudit } from '#server/platform/audit/append.ts'
import { insertJob } from '#server/platform/jobs/queue.ts'
import type { JobTable } from '#server/platform/jobs/tables.ts'
import { migrate } from '#server/platform/records/migrate.ts'
import { migrations } from '#server/platform/records/migrations/all.ts'
import { freshRecords } from './database.ts'
import { dialects, startServer, type TestServer, type TestUser } from './harness.ts'

type Columns = Partial<Pick<JobTable, 'items_in' | 'promoted' | 'bytes_done' | 'bytes_total' | 'cursor'>>

describe.each(dialects)('the reconciliation of jobs on %s', (dialect) => {
  let server: TestServer
  let user: TestUser
  let project: number

  const begin = async (unbalanced?: string) => {
    server = await startServer({ dialect, work: false, ...(unbalanced === undefined ? {} : { unbalanced }) })
    const companyId = await server.company()
    project = await server.project(companyId)
    user = await server.user({ role: 'LitigationSupport', companyId })
    await server.member(project, user.userId, 'LitigationSupport')
  }

  /** Imports of a custodian, as they stand in the records, each with so many files. */
  const imports = async (name: string, jobs: readonly (Columns & { state: JobState })[], files = 0) =>
    await server.services.records.write('interactive', async (trx) => {
      const { custodian_id: custodianId } = await trx
        .insertInto('custodian')
        .values({ project_id: project, name })
        .returning('custodian_id')
        .executeTakeFirstOrThrow()
      const at = new Date()
      const sourceId = await sourceNamed(trx, at, {
        projectId: project,
        custodianId,
        name,
        createdBy: user.userId,
      })
      const ids: number[] = []
      for (const { state, ...columns } of jobs) {
        const of = { projectId: project, title: name, input: null, bytesTotal: 0, createdBy: user.userId }
        const jobId = await insertJob(trx, { ...of, kind: 'import', sourceId }, at)
        await trx
          .updateTable('job')
          .set({ state, ...columns })
          .where('job_id', '=', jobId)
          .execute()
        for (let n = 0; n < files; n++) {
          const file = { projectId: project, sourceId, path: [`${n}`], modifiedAt: null }
          await addSourceFile(trx, at, { ...file, sha256: 'a'.repeat(64), size: 10 })
        }
        await trx
          .updateTable('source_file')
          .set({ job_id: jobId })
          .where('source_id', '=', sourceId)
          .where('job_id', 'is', null)
          .execute()
        ids.push(jobId)
      }
      return ids
    })

  describe('that are asked for', () => {
    afterEach(() => server.close())

    it('say of each import, each custodian and all of them what is missing, however old the import is', async () => {
      await begin('Imports lack items here, so that it can be seen who says so.')
      const whole = { state: 'Completed' as const, items_in: 4, promoted: 4 }
      const [oldest = 0] = await imports('Rivera', [
        { state: 'Completed', items_in: 5, promoted: 2 },
        ...Array.from({ length: 110 }, () => whole),
      ])
      // One that counts an item twice: in a sum with the others it must not make up for what they lack.
      await imports('Chen', [{ state: 'CompletedWithErrors', items_in: 1, promoted: 2 }])
      const unread = { cursor: JSON.stringify({ at: [0, containerEnd], finished: false, repeatedAt: null }) }
      await imports(
        'Okafor',
        [
          { state: 'Failed', items_in: 9, promoted: 3, bytes_total: 30, bytes_done: 12, ...unread },
          { state: 'Running', bytes_total: 30 },
          whole,
        ],
        3,
      )
      const { data } = (await server.call(user, listJobs, { project, query: { limit: 100 } })).data
      expect(data.some(({ jobId }) => jobId === oldest)).toBe(false)

      const flow = (await server.call(user, readFlow, { project })).data
      const nothing = { files: 0, bytes: 0 }
      expect(flow.total.reconciliation).toEqual({
        ...{ imports: 115, unsettled: 2, notRead: { files: 5, bytes: 48 } },
        ...{ open: 6, unexplained: 3, twice: 1 },
      })
      expect(flow.custodians.map(({ custodian, reconciliation }) => [custodian, reconciliation])).toEqual([
        ['Rivera', { imports: 111, unsettled: 0, notRead: nothing, open: 0, unexplained: 3, twice: 0 }],
        ['Chen', { imports: 1, unsettled: 0, notRead: nothing, open: 0, unexplained: 0, twice: 1 }],
        [
          'Okafor',
          { imports: 3, unsettled: 2, notRead: { files: 5, bytes: 48 }, open: 6, unexplained: 0, twice: 0 },
        ],
      ])
      const said = flow.sources.filter(
        ({ reconciliation }) =>
          reconciliation.unexplained + reconciliation.twice + reconciliation.unsettled > 0,
      )
      expect(said.map(({ state, custodian }) => [state, custodian])).toEqual([
        ['Completed', 'Rivera'],
        ['CompletedWithErrors', 'Chen'],
        ['Failed', 'Okafor'],
        ['Running', 'Okafor'],
      ])
      expect(said[0]?.jobId).toBe(oldest)
    })

    it.each<[string, unknown, JobState, number]>([
      ['before its first file', null, 'Queued', 3],
      ['in its first file', { at: [0, 4] }, 'Running', 3],
      ['behind its first file', { at: [0, containerEnd] }, 'Failed', 2],
      ['behind a loose file', { at: [1] }, 'Cancelled', 1],
      ['behind its last file', { at: [2] }, 'Paused', 0],
      ['at the end of its source, in a retry', { at: [0], finished: true }, 'Failed', 0],
      ['at its end', { at: [2], finished: true }, 'Completed', 0],
    ])('say how many files are not read of one that is %s', async (_, at, state, files) => {
      await begin()
      const cursor = JSON.stringify(at === null ? null : { finished: false, repeatedAt: null, ...at })
      const bytes_done = 30 - 10 * files
      const [jobId = 0] = await imports('Rivera', [{ state, cursor, bytes_total: 30, bytes_done }], 3)
      const { reconciliation } = (await server.call(user, getJob, { project, query: { jobId } })).data
      expect(reconciliation?.notRead).toEqual({ files, bytes: 10 * files })
    })
  })

  it('fail a test in which they do not hold, and name the job', async () => {
    await begin()
    const [jobId] = await imports('Rivera', [{ state: 'Completed', items_in: 5, promoted: 2 }])
    await expect(server.close()).rejects.toThrow(`job ${jobId} (import "Rivera", Completed): 3`)
  })

  it('fail a test in which what a collection found has not arrived', async () => {
    await begin()
    const [jobId = 0] = await imports('Rivera', [{ state: 'Completed', items_in: 2 }], 1)
    await server.services.records.write('interactive', async (trx) => {
      await trx.updateTable('job').set({ kind: 'collect' }).where('job_id', '=', jobId).execute()
      await trx.updateTable('source_file').set({ collected_by: jobId }).execute()
    })
    await expect(server.close()).rejects.toThrow(`job ${jobId} (collect "Rivera", Completed): 1`)
  })

  it('of collections from before files said what brought them are read from the trail', async () => {
    const old = await freshRecords(dialect, 25)
    try {
      const { records } = old
      const at = new Date('2026-01-05T10:00:00.000Z')
      const files = await records.write('interactive', async (trx) => {
        const flags = { mfa_required: 0, qa_copilot: 0, slack_collection: 0 } as const
        const { company_id } = await trx
          .insertInto('company')
          .values({ name: 'Northwind', ...flags, created_at: at.toISOString() })
          .returning('company_id')
          .executeTakeFirstOrThrow()
        const { project_id: projectId } = await trx
          .insertInto('project')
          .values({
            ...{ company_id, name: 'Matter', prefix: 'NWI', time_zone: 'UTC', precedence: 'standard' },
            ...{ features: '[]', max_text_size: 1000, propagation_enabled: 0, reviewer_tracking_enabled: 0 },
            ...{ coding_idle_timeout: 15, last_control: 0, last_activity_at: null },
            created_at: at.toISOString(),
          })
          .returning('project_id')
          .executeTakeFirstOrThrow()
        const { user_id: createdBy } = await trx
          .insertInto('app_user')
          .values({
            ...{ email: 'a@northwind.example', name: 'Ana', phone: '', role: 'Reviewer', company_id },
            ...{ password: '!', mfa_required: 0, totp_secret: null, totp_last_step: null, sso: 0, active: 1 },
            ...{ setting: '{}', accepted_version: null, accepted_at: null, created_at: at.toISOString() },
          })
          .returning('user_id')
          .executeTakeFirstOrThrow()
        const { custodian_id: custodianId } = await trx
          .insertInto('custodian')
          .values({ project_id: projectId, name: 'Rivera' })
          .returning('custodian_id')
          .executeTakeFirstOrThrow()
        const sourceId = await sourceNamed(trx, at, { projectId, custodianId, name: 'Share', createdBy })
        const of = { projectId, title: 'share', input: null, bytesTotal: 0, createdBy, sourceId }
        const jobId = await insertJob(trx, { ...of, kind: 'collect' }, at)
        await trx
          .insertInto('blob')
          .values({ sha256: 'a'.repeat(64), size: 1, at: at.toISOString() })
          .execute()
        const added: { id: number; by: number | null }[] = []
        for (const by of [jobId, null, jobId]) {
          const { source_file_id: id } = await trx
            .insertInto('source_file')
            .values({
              ...{ project_id: projectId, source_id: sourceId, path: '["a"]', sha256: 'a'.repeat(64) },
              ...{ size: 1, modified_at: null, at: at.toISOString(), job_id: null },
            })
            .returning('source_file_id')
            .executeTakeFirstOrThrow()
          const told = { at, user: null, projectId, action: 'file.collected', facts: { sourceFileId: id } }
          await appendAudit(trx, `project:${projectId}`, [{ ...told, ...(by === null ? {} : { jobId: by }) }])
          added.push({ id, by })
        }
        return added
      })
      await migrate(records, migrations)
      const rows = await records.read
        .selectFrom('source_file')
        .select(['source_file_id as id', 'collected_by as by'])
        .orderBy('source_file_id')
        .execute()
      expect(rows).toEqual(files)
    } finally {
      await old.close()
    }
  })
})
