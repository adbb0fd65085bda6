/** What a view shows is kept until something changes that it rests on: it is always what reading it anew answers. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { View } from '#server/platform/http/view.ts'
import type { Writer } from '#server/platform/records/records.ts'
import { seenBy } from '#server/review/documents/door.ts'
import { costlyDialects } from './harness.ts'
import { addDocuments, type Matter, startMatter } from './matter.ts'

describe.each(costlyDialects)('the documents that a view shows, on %s', (dialect) => {
  let matter: Matter
  beforeAll(async () => {
    matter = await startMatter(dialect, { documents: 4, work: false })
  })
  afterAll(() => matter.close())

  it('are read once for many searches, and anew after each change that could show others', async () => {
    const { server, projectId, manager, documents } = matter
    const { records, seenSets } = server.services
    const [first = 0, second = 0] = documents
    const { custodian_id: own } = await records.read
      .selectFrom('document')
      .select('custodian_id')
      .where('document_id', '=', first)
      .executeTakeFirstOrThrow()
    const write = <T>(work: (trx: Writer) => Promise<T>) => records.write('interactive', work)
    const at = new Date().toISOString()
    const by = manager.userId
    const folder = await write((trx) =>
      trx
        .insertInto('folder')
        .values({
          ...{ project_id: projectId, parent_id: null, name: 'Closed', name_key: 'closed', listed_for: 0 },
          ...{ version: 1, made_by: by, made_at: at, changed_by: by, changed_at: at, deleted_with: null },
        })
        .returning('folder_id')
        .executeTakeFirstOrThrow(),
    )
    const nothing = { custodians: [], sources: [], folders: [] }
    const walls = {
      allowed: { ...nothing, custodians: [own] },
      denied: { ...nothing, folders: [folder.folder_id] },
    }
    const view: View = { projectId, filings: 0, batchesOf: null, withoutRedacted: false, walls }
    const asRead = () => seenBy(records.read, view)

    const before = await seenSets.of(view)
    expect(before).toEqual(await asRead())
    expect(await seenSets.of({ ...view })).toBe(before)
    // Neither what says nothing of who sees it, nor a job's progress.
    await write((trx) =>
      trx.updateTable('document').set({ title: 'Renamed' }).where('document_id', '=', first).execute(),
    )
    await write((trx) => trx.updateTable('job').set({ items_done: 2 }).execute())
    await write((trx) => trx.selectFrom('document').select('document_id').execute())
    expect(await seenSets.of(view)).toBe(before)

    const changes: ((trx: Writer) => Promise<unknown>)[] = [
      (trx) =>
        trx
          .insertInto('document_folder')
          .values({ document_id: first, folder_id: folder.folder_id, project_id: projectId, by_user: by, at })
          .execute(),
      (trx) => sql`delete from document_folder where folder_id = ${folder.folder_id}`.execute(trx),
      (trx) => trx.deleteFrom('document_custodian').where('document_id', '=', second).execute(),
      (trx) =>
        trx
          .updateTable('custodian as c')
          .set({ name: 'Front desk' })
          .where('c.custodian_id', '=', own)
          .execute(),
    ]
    for (const change of changes) {
      const kept = await seenSets.of(view)
      await write(change)
      expect(await seenSets.of(view)).not.toBe(kept)
      expect(await seenSets.of(view)).toEqual(await asRead())
    }
    const more = await addDocuments(server, projectId, manager.userId, 1, { control: 9, at: new Date() })
    await write((trx) =>
      trx.updateTable('document').set({ custodian_id: own }).where('document_id', 'in', more).execute(),
    )
    const after = await seenSets.of(view)
    expect(after?.documents).not.toBe(before?.documents)
    expect(after).toEqual(await asRead())
  })
})
