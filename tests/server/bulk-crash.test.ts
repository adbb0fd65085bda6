import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { verifyChain } from '#server/audit/verify.ts'
import { bulkIn } from './bulk-changes.ts'
import { addForm, startMatter } from './matter.ts'

const worker = fileURLToPath(new URL('./children/worker.ts', import.meta.url))

/** Works on a job, and is killed once more than so many documents are done (`null`: never). */
async function work(dataDir: string, jobId: number, killAt: number | null): Promise<string | null> {
  const child = spawn(process.execPath, [worker, dataDir, String(jobId)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise((resolve) => child.once('close', resolve))
  let state: string | null = null
  for await (const line of createInterface({ input: child.stdout })) {
    const done = Number(line)
    if (Number.isNaN(done)) state = line
    else if (killAt !== null && done > killAt) child.kill('SIGKILL')
  }
  await exited
  return state
}

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
