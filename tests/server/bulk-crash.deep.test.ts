import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { verifyChain } from '#server/platform/audit/verify.ts'
import { bulkIn } from './bulk-changes.ts'
import { work } from './killed-worker.ts'
import { addForm, startMatter } from './matter.ts'

describe('a bulk change whose server is killed (SQLite)', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'affiant-bulk-kill-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  it('goes on where it was, does each document once, and is undone the same way', async () => {
    const documents = 2000
    const matter = await startMatter('sqlite', { documents, dataDir, work: false })
    const form = await addForm(matter)
    const bulk = bulkIn(matter, form)
    const done = (await bulk.code({ ids: [...matter.documents] }, [['Responsive', 'set', 'Yes']])).data.jobId
    expect(await work(dataDir, done, 0)).toBeNull()
    const half = await bulk.receipt(done)
    expect([half.done > 0, half.done < documents]).toEqual([true, true])
    expect(half.written).toBe(half.done)
    expect(await work(dataDir, done, null)).toBe('Completed')
    expect(await bulk.receipt(done)).toMatchObject({ done: documents, written: documents, alreadySo: 0 })
    const undone = (await bulk.undo(done)).data.jobId
    expect(await work(dataDir, undone, documents / 3)).toBeNull()
    expect(await work(dataDir, undone, null)).toBe('Completed')
    expect(await bulk.receipt(undone)).toMatchObject({ written: documents, alreadySo: 0 })
    const { read } = matter.server.services.records
    const { count } = await read
      .selectFrom('audit')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('action', '=', 'coding.saved')
      .executeTakeFirstOrThrow()
    expect(count).toBe(2 * documents)
    expect(await read.selectFrom('coding_value').select(['value', 'version']).distinct().execute()).toEqual([
      { value: 'null', version: 2 },
    ])
    expect((await verifyChain(read, `project:${matter.projectId}`)).firstBroken).toBeNull()
    await matter.close()
  }, 120_000)
})
