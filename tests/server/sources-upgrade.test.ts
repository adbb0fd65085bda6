/** What was imported before there were sources. */
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { filesOfJob } from '#server/intake/sources/source-files.ts'
import { migrate } from '#server/platform/records/migrate.ts'
import { migrations } from '#server/platform/records/migrations/all.ts'
import { freshRecords, type TestRecords } from './database.ts'
import { dialects } from './harness.ts'

const at = '2026-01-05T10:00:00.000Z'

describe.each(dialects)('records from before there were sources, on %s', (dialect) => {
  let old: TestRecords
  afterEach(() => old.close())

  it('name a source for each custodian from whom something came, with its files, jobs and unfinished uploads', async () => {
    old = await freshRecords(dialect, 9)
    const { records } = old
    const sha = (digit: string) => digit.repeat(64)
    const input = (fileName: string, custodianId: number, sha256: string) =>
      JSON.stringify({ sha256, size: 20, fileName, custodianId })
    await records.write('interactive', async (trx) => {
      const run = (statement: string) => sql.raw(statement).execute(trx)
      await run(`insert into company (company_id, name, mfa_required, qa_copilot, slack_collection, created_at)
        values (1, 'Northwind', 0, 0, 0, '${at}')`)
      await run(`insert into project (project_id, company_id, name, prefix, time_zone, precedence, features,
        max_text_size, propagation_enabled, reviewer_tracking_enabled, coding_idle_timeout, last_control, created_at)
        values (1, 1, 'Matter', 'M', 'UTC', 'standard', '[]', 1000, 0, 0, 15, 0, '${at}')`)
      await run(`insert into app_user (user_id, email, name, phone, role, password, mfa_required, sso, active, setting,
        created_at) values (1, 'omar@test.example', 'Omar', '', 'SystemAdmin', '!', 0, 0, 1, '{}', '${at}')`)
      for (const [id, name] of ['Rivera', 'Chen', 'Nobody yet'].entries())
        await run(`insert into custodian (custodian_id, project_id, name) values (${id + 1}, 1, '${name}')`)
      const job = (id: number, kind: string, given: string) =>
        run(`insert into job (job_id, project_id, kind, title, state, input, cursor, retry, items_total, items_done,
          exceptions, bytes_done, bytes_total, promoted, duplicates, de_nisted, containers, filtered, items_in,
          created_by, created_at, priority) values (${id}, 1, '${kind}', 't', 'Completed', '${given}', 'null', 0, 0, 0,
          0, 0, 0, 0, 0, 0, 0, 0, 0, 1, '${at}', 0)`)
      await job(1, 'import', input('the "old" box.mbox', 1, sha('a')))
      await job(2, 'reindex', 'null')
      await job(3, 'import', input('second.eml', 1, sha('b')))
      await run(`insert into upload (upload_id, project_id, user_id, custodian_id, file_name, size, received, created_at)
        values ('u1', 1, 1, 2, 'chen.zip', 50, 10, '${at}')`)
    })
    await migrate(records, migrations)
    const sources = await records.read.selectFrom('source').selectAll().orderBy('source_id').execute()
    expect(sources).toMatchObject([
      { name: 'Rivera', custodian_id: 1, auto_process: 1, auto_promote: 1, created_by: 1 },
      { name: 'Chen', custodian_id: 2 },
    ])
    const [rivera, chen] = sources
    expect(await filesOfJob(records.read, 1)).toEqual([
      {
        index: 0,
        sourceFileId: 1,
        becomes: null,
        path: ['the "old" box.mbox'],
        sha256: sha('a'),
        size: 20,
        modifiedAt: null,
      },
    ])
    expect(await filesOfJob(records.read, 3)).toMatchObject([{ path: ['second.eml'], sha256: sha('b') }])
    const jobs = await records.read
      .selectFrom('job')
      .select(['job_id', 'source_id'])
      .orderBy('job_id')
      .execute()
    expect(jobs.map((job) => job.source_id)).toEqual([rivera?.source_id, null, rivera?.source_id])
    expect(await records.read.selectFrom('upload').selectAll().execute()).toMatchObject([
      { upload_id: 'u1', source_id: chen?.source_id, file_name: 'chen.zip', size: 50, received: 10 },
    ])
  })
})
