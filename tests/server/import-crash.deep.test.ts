import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openFolder } from '#server/platform/blobs/folder.ts'
import { openRecords } from '#server/platform/records/open.ts'
import { zip } from '#server/sample/zip-writer.ts'
import { damaged, manyMessages, mbox } from '#tests/fixtures/mail.ts'
import { runs } from '#tests/runs.ts'
import { dialects } from './harness.ts'
import { importResult } from './import-result.ts'
import { type OwnDatabase, ownDatabase } from './postgres.ts'

const importer = fileURLToPath(new URL('./children/importer.ts', import.meta.url))

/** Where an import writes to. */
interface Target {
  readonly dataDir: string
  readonly databaseUrl: string | null
}

/**
 * Runs the importer, and kills it once more than so many items are done (`null`: never). Answers the state that the job
 * ended with, if it did.
 */
async function run({ dataDir, databaseUrl }: Target, file: string, killAt: number | null) {
  const child = spawn(process.execPath, [importer, dataDir, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) },
  })
  const exited = new Promise((resolve) => child.once('close', resolve))
  let state: string | null = null
  for await (const line of createInterface({ input: child.stdout })) {
    const itemsDone = Number(line)
    if (Number.isNaN(itemsDone)) state = line
    else if (killAt !== null && itemsDone > killAt) child.kill('SIGKILL')
  }
  await exited
  return state
}

async function result(target: Target) {
  const records = await openRecords(target)
  try {
    return await importResult(records.read, await openFolder(join(target.dataDir, 'files')))
  } finally {
    await records.close()
  }
}

// Killed at many places, on both databases.
describe.each(dialects)('an import whose server is killed, on %s', (dialect) => {
  let folder: string
  let databases: OwnDatabase[]
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'affiant-import-kill-'))
    databases = []
  })
  afterEach(async () => {
    for (const database of databases) await database.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  async function target(name: string): Promise<Target> {
    const dataDir = join(folder, name)
    if (dialect === 'sqlite') return { dataDir, databaseUrl: null }
    const database = await ownDatabase()
    databases.push(database)
    return { dataDir, databaseUrl: database.url }
  }

  const source = () => {
    const messages = manyMessages(1000)
    messages.splice(300, 0, damaged)
    return messages
  }
  const boxes = {
    mbox: () => mbox(source()),
    zip: () =>
      zip([
        { name: 'a.mbox', bytes: mbox(source().slice(0, 300)) },
        ...source()
          .slice(300)
          .map((bytes, i) => ({ name: `mail/${i}.eml`, bytes })),
      ]),
  }
  // Kills spread over the first three quarters of the work: none comes when it is done.
  const rounds = [
    ['mbox', runs(2)],
    ['zip', runs(1)],
  ] as const
  it.each(dialect === 'sqlite' ? rounds : rounds.slice(0, 1))(
    'goes on and ends with the same rows, each once (%s)',
    async (name, kills) => {
      const file = join(folder, `box.${name}`)
      writeFileSync(file, boxes[name]())
      const whole = await target('whole')
      expect(await run(whole, file, null)).toBe('CompletedWithErrors')
      const undisturbed = await result(whole)
      expect(undisturbed).toMatchObject({ damaged: [], firstBroken: null, unexplained: 0 })
      const killed = await target('killed')
      for (let kill = 0, done = 0; kill < kills; kill++) {
        // Something was done since the last kill, and not all of it.
        const killAt = Math.max(done, Math.floor((undisturbed.job.items_in * 0.75 * kill) / kills))
        expect(await run(killed, file, killAt)).toBeNull()
        const { job, damaged } = await result(killed)
        expect({ ...job, damaged }).toMatchObject({ state: 'Running', damaged: [] })
        expect(job.items_in).toBeGreaterThan(done)
        expect(job.items_in).toBeLessThan(undisturbed.job.items_in)
        done = job.items_in
      }
      expect(await run(killed, file, null)).toBe('CompletedWithErrors')
      expect(await result(killed)).toEqual(undisturbed)
    },
    240_000,
  )
})
