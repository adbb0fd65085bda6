import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
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

const projectId = 7
const queue = () =>
  fresh.records.write('interactive', async (trx) => {
    await trx
      .insertInto('index_queue')
      .values({ project_id: projectId, document_id: 1, what: 'document' })
      .execute()
  })
const lines: string[] = []
const begin = (file: string) => {
  lines.length = 0
  indexing = new Indexing({
    records: fresh.records,
    log: pino({ level: 'error' }, { write: (line) => lines.push(line) }),
    now: () => new Date(),
    fileOf: () => file,
    exclusively: (_, change) => change(),
    pauseMs: 1,
  })
}

it('who waits for an index that cannot be written is told so after a few tries, and what to do', async () => {
  // A folder stands where the file belongs: no try can succeed.
  const file = join(fresh.dataDir, 'index')
  mkdirSync(file)
  begin(file)
  await queue()
  await expect(indexing.settled(projectId)).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/project 7 cannot be written: .+ "affiant reindex --project 7"/),
  })
  expect(lines).toHaveLength(3)
})

it('a record that cannot be read for a while stops nothing: the queue is taken when it can be', async () => {
  begin(join(fresh.dataDir, 'index'))
  await queue()
  const rename = (from: string, to: string) =>
    fresh.records.write('interactive', (trx) => sql.raw(`ALTER TABLE ${from} RENAME TO ${to}`).execute(trx))
  await rename('index_queue', 'gone')
  indexing.wake()
  await vi.waitFor(() => expect(lines.join()).toContain('the queue of the search index could not be read'))
  await rename('gone', 'index_queue')
  // Nobody wakes it.
  await vi.waitFor(async () => {
    const left = await fresh.records.read.selectFrom('index_queue').select('change_id').execute()
    expect(left).toEqual([])
  }, 10_000)
})
