import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { freshRecords, type TestRecords } from '#tests/server/database.ts'
import { Indexing } from './indexing.ts'

let fresh: TestRecords
let indexing: Indexing
beforeEach(async () => {
  fresh = await freshRecords('sqlite')
})
afterEach(async () => {
  await indexing.stop()
  await fresh.close()
})

it('who waits for an index that cannot be written is told so after a few tries, and what to do', async () => {
  const projectId = 7
  // A folder stands where the file belongs: no try can succeed.
  const file = join(fresh.dataDir, 'index')
  mkdirSync(file)
  const lines: string[] = []
  indexing = new Indexing({
    records: fresh.records,
    log: pino({ level: 'error' }, { write: (line) => lines.push(line) }),
    now: () => new Date(),
    fileOf: () => file,
    exclusively: async () => {},
    pauseMs: 1,
  })
  await fresh.records.write('interactive', async (trx) => {
    await trx
      .insertInto('index_queue')
      .values({ project_id: projectId, document_id: 1, what: 'document' })
      .execute()
  })
  await expect(indexing.settled(projectId)).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/project 7 cannot be written: .+ "affiant reindex --project 7"/),
  })
  expect(lines).toHaveLength(3)
})
