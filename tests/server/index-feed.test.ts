/** How much of the record is read for the index at a time. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nextQueued } from '#server/review/search/embedded/feed.ts'
import { addDocuments, addMatter } from '#tests/fixtures/record-documents.ts'
import { freshRecords, type TestRecords } from './database.ts'
import { dialects } from './harness.ts'

describe.each(dialects)('what the index is fed with, on %s', (dialect) => {
  let opened: TestRecords
  beforeAll(async () => {
    opened = await freshRecords(dialect)
  }, 60_000)
  afterAll(() => opened.close())

  it('is no more text than it can hold, also where texts are read for their length alone', async () => {
    const { records } = opened
    const at = new Date(Date.UTC(2026, 0, 5))
    const { projectId, userId } = await addMatter(records, at.toISOString())
    const long = { custodian: 'Wu', title: 'A scan', text: 'wharf '.repeat(400_000), parentDate: null }
    const ids = await addDocuments(records, projectId, userId, [{ ...long }, { ...long }, { ...long }])
    const next = async () => {
      const queued = await nextQueued(records.read, projectId, () => at)
      return queued?.batch.facts.map((one) => one.documentId)
    }
    await records.write('interactive', async (trx) => {
      await trx.updateTable('index_queue').set({ what: 'facts' }).execute()
    })
    // Without other texts beside it, none is read.
    expect(await next()).toEqual(ids)
    await records.write('interactive', async (trx) => {
      const { job_id } = await trx.selectFrom('job').select('job_id').executeTakeFirstOrThrow()
      for (const document_id of ids)
        await trx
          .insertInto('document_variant')
          .values({
            ...{ document_id, origin: 'ocr', language: 'en', text: 'wharf', truncated: 0, confidence: 90 },
            ...{ engine: 'x', job_id, at: at.toISOString(), source: null },
          })
          .execute()
    })
    expect(await next()).toEqual(ids.slice(0, 1))
  })
})
