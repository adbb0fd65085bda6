/** What was analysed before groups had their sizes beside each document. */
import { afterEach, describe, expect, it } from 'vitest'
import { migrate } from '#server/platform/records/migrate.ts'
import { groupCounts } from '#server/platform/records/migrations/023-group-counts.ts'
import { migrations } from '#server/platform/records/migrations/all.ts'
import { addDocuments, addMatter } from '#tests/fixtures/record-documents.ts'
import { freshRecords, type TestRecords } from './database.ts'
import { dialects } from './harness.ts'

const at = '2026-01-05T10:00:00.000Z'

describe.each(dialects)('records from before groups had sizes, on %s', (dialect) => {
  let old: TestRecords
  afterEach(() => old.close())

  it('count the documents of each thread and each group of near-duplicates, on each side', async () => {
    old = await freshRecords(dialect, migrations.indexOf(groupCounts))
    const { records } = old
    const { projectId, userId } = await addMatter(records, at)
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
