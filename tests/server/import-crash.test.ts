import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { verifyChain } from '#server/audit/verify.ts'
import { openFolder } from '#server/blobs/folder.ts'
import { openRecords } from '#server/records/open.ts'
import { zip } from '#server/sample/zip-writer.ts'
import { manyMessages, mbox } from '#tests/fixtures/mail.ts'
import { runs } from '#tests/runs.ts'

const importer = fileURLToPath(new URL('./children/importer.ts', import.meta.url))
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'affiant-import-kill-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the importer and kills it after some milliseconds of work; answers the state it ended with, if it did. */
async function run(dataDir: string, file: string, killAfter: number | null): Promise<string | null> {
  const child = spawn(process.execPath, [importer, dataDir, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise((resolve) => child.once('close', resolve))
  let state: string | null = null
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'ready' && killAfter !== null) setTimeout(() => child.kill('SIGKILL'), killAfter)
    else if (line !== 'ready') state = line
  }
  await exited
  return state
}

/** All that an import has written, without what differs from run to run (ids and times). */
async function result(dataDir: string) {
  const records = await openRecords({ dataDir, databaseUrl: null })
  try {
    const documents = await records.read
      .selectFrom('document as d')
      .innerJoin('document_text as t', 't.document_id', 'd.document_id')
      .innerJoin('document as f', 'f.document_id', 'd.family_id')
      .leftJoin('document as p', 'p.document_id', 'd.parent_id')
      .select([
        'd.control',
        'd.ordinal',
        'd.depth',
        'd.sha256',
        'd.title',
        'd.dedupe_hash',
        'd.source_path',
        't.text',
      ])
      .select(['f.control as family', 'p.control as parent'])
      .orderBy('d.control')
      .execute()
    const custodians = await records.read
      .selectFrom('document_custodian as c')
      .innerJoin('document as d', 'd.document_id', 'c.document_id')
      .select(['d.control', 'c.custodian_id', 'c.position'])
      .orderBy('d.control')
      .orderBy('c.position')
      .execute()
    const copies = await records.read
      .selectFrom('document_copy as c')
      .innerJoin('document as d', 'd.document_id', 'c.document_id')
      .select(['d.control', 'c.custodian_id', 'c.source_path'])
      .orderBy('c.copy_id')
      .execute()
    const exceptions = await records.read
      .selectFrom('exception')
      .select(['code', 'path', 'size', 'sha256'])
      .orderBy('exception_id')
      .execute()
    const job = await records.read
      .selectFrom('job')
      .select([
        'state',
        'items_in',
        'items_total',
        'promoted',
        'duplicates',
        'containers',
        'exceptions',
        'filtered',
        'bytes_done',
      ])
      .executeTakeFirstOrThrow()
    const promotions = await records.read
      .selectFrom('audit as a')
      .innerJoin('document as d', 'd.document_id', 'a.document_id')
      .select('d.control')
      .where('a.action', '=', 'document.promoted')
      .orderBy('a.seq')
      .execute()
    const chain = await verifyChain(records.read, 'project:1')
    const blobs = await openFolder(join(dataDir, 'files'))
    const missing: string[] = []
    for (const { sha256 } of documents) if (!(await blobs.has(sha256))) missing.push(sha256)
    return {
      documents,
      custodians,
      copies,
      exceptions,
      job,
      promotions,
      firstBroken: chain.firstBroken,
      missing,
    }
  } finally {
    await records.close()
  }
}

describe('an import whose server is killed', () => {
  const source = () => {
    const messages = manyMessages(600)
    messages.splice(300, 0, Buffer.from('no message at all\n'))
    return messages
  }
  it.each([
    ['mbox', () => mbox(source())],
    [
      'zip',
      () =>
        zip([
          { name: 'a.mbox', bytes: mbox(source().slice(0, 300)) },
          ...source()
            .slice(300)
            .map((bytes, i) => ({ name: `mail/${i}.eml`, bytes })),
        ]),
    ],
  ])(
    'goes on and ends with the same rows, each once (%s)',
    async (name, make) => {
      const file = join(folder, `box.${name}`)
      writeFileSync(file, make())
      const whole = join(folder, 'whole')
      expect(await run(whole, file, null)).toBe('CompletedWithErrors')
      const killed = join(folder, 'killed')
      let state: string | null = null
      let kills = 0
      for (let round = 0; state === null && round < 60; round++) {
        // Later and later, so that it ends however slow the machine is.
        state = await run(killed, file, 150 + ((round * 97) % 260) + Math.max(0, round - runs(8)) * 400)
        if (state === null) kills++
      }
      expect(kills).toBeGreaterThan(1)
      expect(await result(killed)).toEqual(await result(whole))
      const { job, firstBroken, missing } = await result(killed)
      expect(firstBroken).toBeNull()
      expect(missing).toEqual([])
      expect(job.items_in).toBe(
        job.promoted + job.duplicates + job.containers + job.exceptions + job.filtered,
      )
    },
    240_000,
  )
})
