/** What was imported before inline images were counted by themselves and duplicates were listed. */
import { afterEach, describe, expect, it } from 'vitest'
import { migrate } from '#server/platform/records/migrate.ts'
import { flow } from '#server/platform/records/migrations/027-flow.ts'
import { migrations } from '#server/platform/records/migrations/all.ts'
import { addDocuments, addMatter } from '#tests/fixtures/record-documents.ts'
import { freshRecords, type TestRecords } from './database.ts'
import { dialects } from './harness.ts'

const at = '2026-01-05T10:00:00.000Z'

describe.each(dialects)('records from before each figure of the flow had its list, on %s', (dialect) => {
  let old: TestRecords
  afterEach(() => old.close())

  it('count inline images apart from what filters set aside, and list where copies were', async () => {
    old = await freshRecords(dialect, migrations.indexOf(flow))
    const { records } = old
    const { projectId, userId } = await addMatter(records, at)
    const plain = { custodian: 'Wu', text: 'Some words.', parentDate: null }
    const ids = await addDocuments(
      records,
      projectId,
      userId,
      ['One', 'Two', 'Three'].map((title) => ({ ...plain, title })),
    )
    const places = [
      ['box.mbox', 'message@7'],
      ['box.mbox', 'message@9'],
    ]
    await records.write('interactive', async (trx) => {
      await trx
        .updateTable('document')
        .set({ state: 'Filtered Out' })
        .where('document_id', 'in', ids.slice(1))
        .execute()
      // Two documents are filtered out, and five images were counted with them; a copy had an attachment.
      await trx.updateTable('job').set({ filtered: 7, duplicates: 3, ended_at: at }).execute()
      const { job_id, custodian_id } = await trx
        .selectFrom('document')
        .select(['job_id', 'custodian_id'])
        .executeTakeFirstOrThrow()
      await trx
        .insertInto('document_copy')
        .values(
          places.map((path) => ({
            ...{ document_id: ids[0] ?? 0, custodian_id, job_id },
            source_path: JSON.stringify(path),
          })),
        )
        .execute()
      const filter = { kind: 'filter', filtered: 2 }
      const job = await trx.selectFrom('job').selectAll().executeTakeFirstOrThrow()
      await trx
        .insertInto('job')
        .values({ ...job, job_id: undefined, ...filter })
        .execute()
    })
    await migrate(records, migrations)
    const jobs = await records.read
      .selectFrom('job')
      .select(['kind', 'filtered', 'inline_images'])
      .orderBy('job_id')
      .execute()
    expect(jobs).toEqual([
      { kind: 'import', filtered: 2, inline_images: 5 },
      { kind: 'filter', filtered: 2, inline_images: 0 },
    ])
    const rows = await records.read.selectFrom('left_out').selectAll().orderBy('left_out_id').execute()
    expect(rows).toEqual(
      places.map((path) => ({
        ...{ left_out_id: expect.any(Number), project_id: projectId, job_id: expect.any(Number), at },
        ...{ kind: 'duplicate', document_id: ids[0], path: JSON.stringify(path) },
        ...{ size: null, sha256: null, md5: null, sha1: null, bcc: null, hash_list_id: null },
      })),
    )
  })
})
