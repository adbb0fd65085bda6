/** The real documents, collected and processed by a server that is killed at random: the same rows as if it had not been. */
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { settledStates } from '#contracts/jobs.ts'
import { settledJob } from '#server/intake/import/import-path.ts'
import { comparePositions, type Position } from '#server/intake/processing/position.ts'
import { openFolder } from '#server/platform/blobs/folder.ts'
import { openRecords } from '#server/platform/records/open.ts'
import { chance } from '#tests/chance.ts'
import { allSettled } from './all-settled.ts'
import { startServer } from './harness.ts'
import { importResult } from './import-result.ts'
import { canKillParsers, killParsers } from './kill-parsers.ts'
import { work } from './killed-worker.ts'
import { collectAll, filesOnDisk } from './whole-corpus.ts'

const corpus = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url))
const present = existsSync(corpus)
if (!present) console.warn('The real documents are not here: the tests on them are skipped.')

const seed = Number(process.env.AFFIANT_KILL_SEED ?? Date.now() % 1_000_000)

describe.skipIf(!present)(
  'a collection of real documents whose server, or who reads them for it, is killed (SQLite)',
  () => {
    let folder: string
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'affiant-corpus-kill-'))
    })
    afterEach(() => rmSync(folder, { recursive: true, force: true }))

    /** Asks for the collection; answers the data folder, with the job that waits there. */
    async function asked(name: string, from: string): Promise<{ dataDir: string; collectId: number }> {
      const dataDir = join(folder, name)
      const env = { AFFIANT_COLLECT_FROM: from }
      const server = await startServer({ dialect: 'sqlite', dataDir, work: false, env })
      const project = await server.project(await server.company())
      const user = await server.user({ role: 'SystemAdmin' })
      const collectId = await collectAll(server, user, project)
      await server.close()
      return { dataDir, collectId }
    }

    async function within<T>(dataDir: string, ask: (records: Records) => Promise<T>): Promise<T> {
      const records = await openRecords({ dataDir, databaseUrl: null })
      try {
        return await ask(records)
      } finally {
        await records.close()
      }
    }
    type Records = Awaited<ReturnType<typeof openRecords>>

    const importOf = (dataDir: string): Promise<number> =>
      within(dataDir, async ({ read }) => {
        const row = read.selectFrom('job').select('job_id').where('kind', '=', 'import')
        return (await row.executeTakeFirstOrThrow()).job_id
      })
    /** What came in is analysed behind it: what was asked for and is not done. */
    async function analysed(dataDir: string): Promise<void> {
      const waiting = await within(dataDir, ({ read }) =>
        read
          .selectFrom('job')
          .select('job_id')
          .where('kind', '=', 'analysis')
          .where('state', 'not in', settledStates)
          .orderBy('job_id')
          .execute(),
      )
      for (const { job_id } of waiting) expect(await work(dataDir, job_id, null)).toBe('Completed')
    }
    const resultOf = (dataDir: string) =>
      within(dataDir, async ({ read }) => importResult(read, await openFolder(join(dataDir, 'files'))))

    /** What it comes to where nothing is killed. */
    async function broughtIn(from: string) {
      const settings = { AFFIANT_COLLECT_FROM: from }
      const whole = await asked('whole', from)
      expect(await work(whole.dataDir, whole.collectId, null, settings)).toBe('Completed')
      const wholeImport = await importOf(whole.dataDir)
      expect(await work(whole.dataDir, wholeImport, null, settings)).toBe('CompletedWithErrors')
      await analysed(whole.dataDir)
      const undisturbed = await resultOf(whole.dataDir)
      expect(undisturbed).toMatchObject({ damaged: [], firstBroken: null, unexplained: 0 })
      // Compared with something: no file is a known one here.
      const { containers, duplicates, inline_images } = undisturbed.job
      expect(containers * duplicates).toBeGreaterThan(0)
      expect(undisturbed.leftOut.length).toBe(containers + duplicates + inline_images)
      expect(undisturbed.analysis.length).toBe(undisturbed.documents.length)
      // What lies on the disk is what came, byte for byte.
      const onDisk = filesOnDisk(from)
      const bare = ({ path, sha256 }: { path: string; sha256: string }): string => `${path} ${sha256}`
      const came = undisturbed.files.map((file) =>
        bare({ ...file, path: (JSON.parse(file.path) as string[]).join('/') }),
      )
      expect(came.toSorted()).toEqual(onDisk.map(bare).toSorted())
      return { undisturbed, onDisk }
    }

    /** Ends processes that read, so many, each at another item: one over which two are lost would be to blame. */
    async function readWhileKilled(
      dataDir: string,
      jobId: number,
      from: string,
      kills: number,
    ): Promise<number> {
      const setState = ({ write }: Pick<Records, 'write'>, state: string) =>
        write('interactive', async (trx) => {
          await trx.updateTable('job').set({ state }).where('job_id', '=', jobId).execute()
        })
      // It waits until what is read can be seen.
      await within(dataDir, (records) => setState(records, 'Paused'))
      const gap = () => 5 + Math.floor(random() * 150)
      let furthest: Position = []
      let left = gap()
      let killed = 0
      const server = await startServer({ dialect: 'sqlite', dataDir, env: { AFFIANT_COLLECT_FROM: from } })
      try {
        const { children } = server.services
        const run = children.run
        children.run = <T>(...[module, task, options]: Parameters<typeof run>) =>
          run<T>(module, task, {
            ...options,
            onAt: (name) => {
              options?.onAt?.(name)
              if (!module.pathname.endsWith('/processing/worker.ts') || killed >= kills) return
              const { at }: { at: Position } = JSON.parse(name)
              if (comparePositions(at, furthest) <= 0) return
              furthest = at
              if (--left > 0 || killParsers() === 0) return
              killed++
              left = gap()
            },
          })
        await setState(server.services.records, 'Queued')
        server.services.jobs.wake()
        expect(await settledJob(server.services, jobId)).toMatchObject({ state: 'CompletedWithErrors' })
        await allSettled(server.services)
      } finally {
        await server.close()
      }
      return killed
    }

    const random = chance(seed)

    it('comes to the same result to the row', async () => {
      // Nine mailboxes of one kind are a third of all items; corpus.deep.test.ts brings them in.
      const from = join(folder, 'corpus')
      const isLeftOut = (path: string): boolean => path.endsWith('enron-cmu-inbox')
      cpSync(corpus, from, { recursive: true, filter: (path) => !isLeftOut(path) })
      const settings = { AFFIANT_COLLECT_FROM: from }
      const { undisturbed, onDisk } = await broughtIn(from)
      const kills = { collect: 1, import: 3, readers: canKillParsers ? 5 : 0 }
      /** In the first half: behind it those who read are killed. */
      const moments = (count: number, items: number): number[] =>
        Array.from({ length: count }, () => Math.floor(random() * items * 0.5)).toSorted((a, b) => a - b)
      let killed = 0
      const killedAt = async (dataDir: string, jobId: number, all: readonly number[]): Promise<void> => {
        for (const moment of all) if ((await work(dataDir, jobId, moment, settings)) === null) killed++
      }
      const { dataDir, collectId } = await asked('killed', from)
      await killedAt(dataDir, collectId, moments(kills.collect, onDisk.length))
      await work(dataDir, collectId, null, settings)
      const jobId = await importOf(dataDir)
      await killedAt(dataDir, jobId, moments(kills.import, undisturbed.job.items_in))
      // Late ones may come when the work is just done.
      expect(killed).toBeGreaterThanOrEqual(kills.import)
      expect(await readWhileKilled(dataDir, jobId, from, kills.readers)).toBe(kills.readers)
      process.stdout.write(
        `${onDisk.length} files, ${undisturbed.job.items_in} items; killed ${killed} times, and ${kills.readers} processes that read (AFFIANT_KILL_SEED=${seed}).\n`,
      )
      await analysed(dataDir)
      const result = await resultOf(dataDir)
      for (const [part, rows] of Object.entries(undisturbed))
        expect({ part, rows: result[part as keyof typeof result] }).toEqual({ part, rows })
    }, 1_800_000)
  },
)
