/** Exceptions that were accepted before it was kept beside them who did it. */
import { afterEach, describe, expect, it } from 'vitest'
import { appendAudit } from '#server/platform/audit/append.ts'
import { migrate } from '#server/platform/records/migrate.ts'
import { whoResolved } from '#server/platform/records/migrations/028-who-resolved.ts'
import { migrations } from '#server/platform/records/migrations/all.ts'
import { addDocuments } from '#tests/fixtures/record-documents.ts'
import { freshRecords, type TestRecords } from './database.ts'
import { dialects } from './harness.ts'

const at = '2026-01-05T10:00:00.000Z'
const accepted = '2026-01-06T11:30:00.000Z'

describe.each(dialects)('records from before exceptions said who resolved them, on %s', (dialect) => {
  let old: TestRecords
  afterEach(() => old.close())

  it('have it from the trail', async () => {
    old = await freshRecords(dialect, migrations.indexOf(whoResolved))
    const { records } = old
    const people = await records.write('interactive', async (trx) => {
      const flags = { mfa_required: 0, qa_copilot: 0, slack_collection: 0 } as const
      const { company_id } = await trx
        .insertInto('company')
        .values({ name: 'Northwind', ...flags, created_at: at })
        .returning('company_id')
        .executeTakeFirstOrThrow()
      const { project_id } = await trx
        .insertInto('project')
        .values({
          ...{ company_id, name: 'Matter', prefix: 'NWI', time_zone: 'UTC', precedence: 'standard' },
          ...{ features: '[]', max_text_size: 1000, propagation_enabled: 0, reviewer_tracking_enabled: 0 },
          ...{ coding_idle_timeout: 15, last_control: 0, created_at: at, last_activity_at: null },
        })
        .returning('project_id')
        .executeTakeFirstOrThrow()
      const { user_id } = await trx
        .insertInto('app_user')
        .values({
          ...{ email: 'a@northwind.example', name: 'Ana', phone: '', role: 'Reviewer', company_id },
          ...{ password: '!', mfa_required: 0, totp_secret: null, totp_last_step: null, sso: 0, active: 1 },
          ...{ setting: '{}', accepted_version: null, accepted_at: null, created_at: at },
        })
        .returning('user_id')
        .executeTakeFirstOrThrow()
      return { project_id, user_id }
    })
    const { project_id, user_id } = people
    await addDocuments(records, project_id, user_id, [
      { custodian: 'Wu', title: 'One', text: 'One', parentDate: null },
    ])
    const exceptions = await records.write('interactive', async (trx) => {
      const { job_id } = await trx.selectFrom('job').select('job_id').executeTakeFirstOrThrow()
      const ids: number[] = []
      for (const resolution of ['open', 'accepted', 'replaced']) {
        const { exception_id } = await trx
          .insertInto('exception')
          .values({
            ...{ project_id, job_id, document_id: null, code: 'corrupt', reason: 'It ends early.' },
            ...{ stage: 'expand', path: '["a.zip"]', size: 3, sha256: null, at, resolution },
          })
          .returning('exception_id')
          .executeTakeFirstOrThrow()
        ids.push(exception_id)
      }
      const user = { userId: user_id, name: 'Ana', role: 'Reviewer' }
      const chain = `project:${project_id}` as const
      const told = { at: new Date(accepted), user, projectId: project_id, jobId: job_id }
      await appendAudit(trx, chain, [
        { ...told, action: 'exception.accepted', facts: { exceptionId: ids[1] } },
        { ...told, action: 'exception.replaced', facts: { exceptionId: ids[2], sourceFileId: 7 } },
      ])
      return ids
    })
    await migrate(records, migrations)
    const rows = await records.read
      .selectFrom('exception')
      .select(['exception_id', 'resolved_by', 'resolved_at'])
      .orderBy('exception_id')
      .execute()
    expect(rows).toEqual([
      { exception_id: exceptions[0], resolved_by: null, resolved_at: null },
      { exception_id: exceptions[1], resolved_by: user_id, resolved_at: accepted },
      { exception_id: exceptions[2], resolved_by: null, resolved_at: null },
    ])
  }, 60_000)
})
