/** What was analysed before groups had their sizes beside each document. */
import { afterEach, describe, expect, it } from 'vitest'
import { migrate } from '#server/records/migrate.ts'
import { groupCounts } from '#server/records/migrations/023-group-counts.ts'
import { migrations } from '#server/records/migrations/all.ts'
import { addDocuments } from '#tests/fixtures/record-documents.ts'
import { freshRecords, type TestRecords } from './database.ts'
import { dialects } from './harness.ts'

const at = '2026-01-05T10:00:00.000Z'

describe.each(dialects)('records from before groups had sizes, on %s', (dialect) => {
  let old: TestRecords
  afterEach(() => old.close())

  it('count the documents of each thread and each group of near-duplicates, on each side', async () => {
    old = await freshRecords(dialect, migrations.indexOf(groupCounts))
    const { records } = old
    const { projectId, userId } = await records.write('interactive', async (trx) => {
      const flags = { mfa_required: 0, qa_copilot: 0, slack_collection: 0 } as const
      const { company_id } = await trx
        .insertInto('company')
        .values({ name: 'Northwind', ...flags, created_at: at })
        .returning('company_id')
        .executeTakeFirstOrThrow()
      const { project_id: projectId } = await trx
        .insertInto('project')
        .values({
          ...{ company_id, name: 'Matter', prefix: 'NWI', time_zone: 'UTC', precedence: 'standard' },
          ...{ features: '[]', max_text_size: 1000, propagation_enabled: 0, reviewer_tracking_enabled: 0 },
          ...{ coding_idle_timeout: 15, last_control: 0, created_at: at, last_activity_at: null },
        })
        .returning('project_id')
        .executeTakeFirstOrThrow()
      const { user_id: userId } = await trx
        .insertInto('app_user')
        .values({
          ...{ email: 'a@northwind.example', name: 'Ana', phone: '', role: 'Reviewer', company_id },
          ...{ password: '!', mfa_required: 0, totp_secret: null, totp_last_step: null, sso: 0, active: 1 },
          ...{ setting: '{}', accepted_version: null, accepted_at: null, created_at: at },
        })
        .returning('user_id')
        .executeTakeFirstOrThrow()
      return { projectId, userId }
    })
    const ids = await addDocuments(
      records,
      projectId,
      userId,
      ['One', 'Two', 'Three', 'Four'].map((title) => ({
        custodian: 'Wu',
        title,
        text: title,
        parentDate: null,
      })),
    )
    const [one = 0, two = 0, three = 0, four = 0] = ids
    const none = { languages: '[]', pii_likely: '{}', pii_potential: '{}' }
    const groups = { thread_id: null, near_dup_group: null, review_thread_id: null }
    const flags = { thread_missing: 0, review_known: 1, review_thread_missing: 0 } as const
    await records.write('interactive', async (trx) => {
      const rows = [
        { document_id: one, thread_id: one, near_dup_group: one, review_thread_id: one },
        { document_id: two, thread_id: one, near_dup_group: one },
        { document_id: three, thread_id: one, review_thread_id: one },
        { document_id: four },
      ]
      await trx
        .insertInto('document_analysis')
        .values(rows.map((row) => ({ project_id: projectId, ...none, ...flags, ...groups, ...row })))
        .execute()
    })
    await migrate(records, migrations)
    const counted = await records.read
      .selectFrom('document_analysis')
      .select(['thread_count', 'near_dup_count', 'review_thread_count', 'review_near_dup_count'])
      .orderBy('document_id')
      .execute()
    expect(counted.map((row) => Object.values(row))).toEqual([
      [3, 2, 2, null],
      [3, 2, null, null],
      [3, null, 2, null],
      [null, null, null, null],
    ])
  })
})
