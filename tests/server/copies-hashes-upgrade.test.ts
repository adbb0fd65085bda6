/** Copies that were suppressed before their own hashes were kept. */
import { afterEach, describe, expect, it } from 'vitest'
import { migrate } from '#server/platform/records/migrate.ts'
import { copiesHashes } from '#server/platform/records/migrations/030-copies-hashes.ts'
import { migrations } from '#server/platform/records/migrations/all.ts'
import { addDocuments, addMatter } from '#tests/fixtures/record-documents.ts'
import { freshRecords, type TestRecords } from './database.ts'
import { dialects } from './harness.ts'

const at = '2026-01-05T10:00:00.000Z'

describe.each(dialects)('records from before copies had hashes of their own, on %s', (dialect) => {
  let old: TestRecords
  afterEach(() => old.close())

  it('have those of the document where the bytes are the same', async () => {
    old = await freshRecords(dialect, migrations.indexOf(copiesHashes))
    const { records } = old
    const { projectId, userId } = await addMatter(records, at)
    const plain = { custodian: 'Wu', text: 'Some words.', parentDate: null }
    const [file = 0, mail = 0] = await addDocuments(records, projectId, userId, [
      { ...plain, title: 'A file' },
      { ...plain, title: 'A message', from: 'ann@x.example' },
    ])
    const other = '0'.repeat(64)
    const documents = await records.write('interactive', async (trx) => {
      const rows = await trx
        .selectFrom('document')
        .select(['document_id', 'job_id', 'size', 'md5', 'sha1', 'sha256'])
        .execute()
      const of = (id: number) => rows.find(({ document_id }) => document_id === id) ?? expect.fail()
      for (const [id, dedupe_hash] of [
        [file, of(file).sha256],
        [mail, 'f'.repeat(64)],
      ] as const)
        await trx.updateTable('document').set({ dedupe_hash }).where('document_id', '=', id).execute()
      const copies = [
        [file, null, 'duplicate'],
        [mail, null, 'duplicate'],
        [mail, other, 'duplicate'],
        [mail, of(mail).sha256, 'duplicate'],
        [mail, of(mail).sha256, 'known'],
      ] as const
      for (const [document_id, sha256, kind] of copies)
        await trx
          .insertInto('left_out')
          .values({
            ...{ project_id: projectId, job_id: of(file).job_id, document_id, kind, path: '["a"]' },
            ...{ size: null, sha256, hash_list_id: null, at },
          } as never)
          .execute()
      return { file: of(file), mail: of(mail) }
    })
    await migrate(records, migrations)
    const rows = await records.read
      .selectFrom('left_out')
      .select(['size', 'md5', 'sha1', 'sha256', 'bcc'])
      .orderBy('left_out_id')
      .execute()
    const hashesOf = ({ size, md5, sha1, sha256 }: typeof documents.file) => ({ size, md5, sha1, sha256 })
    const none = { size: null, md5: null, sha1: null, bcc: null }
    expect(rows).toEqual([
      { ...hashesOf(documents.file), bcc: null },
      { ...none, sha256: null },
      { ...none, sha256: other },
      { ...hashesOf(documents.mail), bcc: null },
      { ...none, sha256: documents.mail.sha256 },
    ])
  })
})
