/**
 * Productions whose server, or the processes that draw for it, are killed at random moments: each number is given once and none
 * is left out, what was finished is not made again, and nothing is left over. `AFFIANT_KILLS=200` kills as often; the seed of the
 * moments is said, and `AFFIANT_SEED` repeats it.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { cancelJob } from '#contracts/jobs.ts'
import type { ProductionSettings } from '#contracts/production-settings.ts'
import { rollbackProduction } from '#contracts/productions.ts'
import { settledJob } from '#server/intake/import/import-path.ts'
import { verifyChain } from '#server/platform/audit/verify.ts'
import type { Reader } from '#server/platform/records/records.ts'
import { madeNative } from '#server/production/making/made.ts'
import { chance } from '#tests/chance.ts'
import { manyMessages, mbox } from '#tests/fixtures/mail.ts'
import { startServer, type TestServer, type TestUser, withoutAnalysis } from './harness.ts'
import { productionsOf } from './produced.ts'

withoutAnalysis()

const kills = Number(process.env.AFFIANT_KILLS ?? '5')
const seed = Number(process.env.AFFIANT_SEED ?? Date.now() % 1_000_000)
const worker = fileURLToPath(new URL('./children/worker.ts', import.meta.url))
const drawing = fileURLToPath(new URL('../../server/production/making/worker.ts', import.meta.url))
/** Documents of a production: each has a page. More where it is killed more often. */
const size = Math.min(200, 20 + 2 * kills)

/** Processes that another has started to draw pages. */
function drawingOf({ pid }: ChildProcess): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const [, parent] = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8')) ?? []
      const draws = readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(drawing)
      return Number(parent) === pid && draws ? [Number(name)] : []
    } catch {
      // It has ended meanwhile.
      return []
    }
  })
}

describe.skipIf(!['linux'].includes(process.platform))('productions that are killed (SQLite)', () => {
  let dataDir: string
  let server: TestServer
  let user: TestUser
  let project: number
  /** How many there are. */
  let documents = 0
  beforeAll(async () => {
    console.log(`The seed of the moments is ${seed}.`)
    dataDir = mkdtempSync(join(tmpdir(), 'affiant-production-kill-'))
    server = await startServer({ dialect: 'sqlite', dataDir })
    const companyId = await server.company()
    project = await server.project(companyId)
    user = await server.user({ role: 'ProjectManager', companyId })
    await server.member(project, user.userId, 'ProjectManager')
    await server.user({ role: 'SystemAdmin' })
    const path = join(dataDir, 'box.mbox')
    writeFileSync(path, mbox(manyMessages(size)))
    await productionsOf({ server, user, project }).imported(path)
    rmSync(path)
    await server.services.search.settled(project)
    const rows = await server.services.records.read.selectFrom('document').select('document_id').execute()
    documents = rows.length
  }, 120_000)
  afterAll(async () => {
    await server.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const reopened = async (work: boolean): Promise<void> => {
    await server.close()
    server = await startServer({ dialect: 'sqlite', dataDir, work })
  }
  const settings = async (prefix: string): Promise<ProductionSettings> => {
    const commercial = await productionsOf({ server, user, project }).template('Commercial')
    return {
      ...{ ...commercial, numbering: { ...commercial.numbering, prefix } },
      loadFile: { ...commercial.loadFile, formats: ['dat', 'opt', 'lfp', 'xml'] },
    }
  }
  const begun = async (name: string, prefix: string) =>
    await productionsOf({ server, user, project }).begin(name, await settings(prefix))

  /**
   * A server that works on a job in a process of its own. `disturb` is called once it works, mostly when something more of it is
   * done; what it answers ends that. Answers the state that the job came to.
   */
  const life = async (
    jobId: number,
    disturb: ((child: ChildProcess) => () => void) | null = null,
    early = false,
  ): Promise<string | null> => {
    const child = spawn(process.execPath, [worker, dataDir, String(jobId), '{}', 'watched'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exited = new Promise((resolve) => child.once('close', resolve))
    let state: string | null = null
    let calm: (() => void) | null = null
    let lines = 0
    for await (const line of createInterface({ input: child.stdout })) {
      lines += 1
      if (Number.isNaN(Number(line))) state = line
      else if (early || lines > 1) calm ??= disturb?.(child) ?? null
    }
    await exited
    calm?.()
    return state
  }

  interface Finished {
    readonly sha256: string
    readonly inode: number
  }
  /** What is made of a production so far, by its place, with the file that it is. */
  const finishedOf = async (read: Reader, productionId: number): Promise<Map<number, Finished>> => {
    const rows = await read
      .selectFrom('production_document')
      .select(['place', 'sha256'])
      .where('production_id', '=', productionId)
      .where('state', '=', 'made')
      .execute()
    return new Map(
      rows.map(({ place, sha256 }) => [
        place,
        { sha256: sha256 ?? '', inode: statSync(server.services.blobs.pathOf(sha256 ?? '')).ino },
      ]),
    )
  }

  /** Each file of the store is named by a row, each row names one, and nothing unfinished lies about. */
  const nothingIsLeft = async (read: Reader): Promise<void> => {
    const named = (await read.selectFrom('blob').select('sha256').execute()).map(({ sha256 }) => sha256)
    const stored = readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /^[0-9a-f]{64}$/.test(entry.name))
      .map(({ name }) => name)
    expect(stored.toSorted()).toEqual(named.toSorted())
    const unfinished = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter((path) =>
      /(^|\/)(making|drawing|unfinished)\/[^/]+$/.test(path),
    )
    expect(unfinished).toEqual([])
  }

  /** One after the other without a gap, and what was made is read by the record. */
  const isWhole = async (read: Reader, productionId: number): Promise<void> => {
    const rows = await read
      .selectFrom('production_document')
      .selectAll()
      .where('production_id', '=', productionId)
      .orderBy('place')
      .execute()
    expect(rows.map(({ place }) => place)).toEqual(Array.from({ length: documents }, (_, at) => at + 1))
    let before = 0
    for (const { pages, pages_before, state, sha256, native } of rows) {
      expect([pages_before, state]).toEqual([before, 'made'])
      before += pages
      expect(await server.services.blobs.has(sha256 ?? '')).toBe(true)
      if (native !== null) madeNative.parse(JSON.parse(native))
    }
    const ranges = await read
      .selectFrom('bates_range')
      .select(['first_number', 'last_number'])
      .where('production_id', '=', productionId)
      .execute()
    expect(ranges.map(({ first_number, last_number }) => last_number - first_number + 1)).toEqual([before])
    const told = (
      await read
        .selectFrom('audit')
        .select(['action', 'text'])
        .where('action', 'in', ['production.numbered', 'production.produced'])
        .orderBy('seq')
        .execute()
    ).filter(({ text }) => new RegExp(`"productionId":${productionId}[,}]`).test(text))
    expect(told.map(({ action }) => action)).toEqual(['production.numbered', 'production.produced'])
  }

  it('go on where they were, give each number once and leave nothing behind', async () => {
    const whole = await begun('Whole', 'NW')
    await settledJob(server.services, whole.jobId)
    await reopened(false)
    const killed = await begun('Killed', 'NW')
    const random = chance(seed)
    const { read } = server.services.records
    const lost = { servers: 0, drawing: 0 }
    let [state, known]: [string | null, Map<number, Finished>] = [null, new Map()]
    for (let nth = 0; nth < kills && state === null; nth++) {
      const early = random() < 0.2
      const disturb = (child: ChildProcess) => {
        const moment = setTimeout(() => {
          const drawn = drawingOf(child)
          // Now and then only what draws: the server goes on then, and is killed later.
          if (random() < 0.3)
            for (const pid of drawn) {
              process.kill(pid, 'SIGKILL')
              lost.drawing += 1
            }
        }, random() * 300)
        const end = setTimeout(() => {
          child.kill('SIGKILL')
          lost.servers += 1
        }, random() * 800)
        return () => {
          clearTimeout(moment)
          clearTimeout(end)
        }
      }
      state = await life(killed.jobId, disturb, early)
      const now = await finishedOf(read, killed.productionId)
      for (const [place, file] of known) expect([nth, place, now.get(place)]).toEqual([nth, place, file])
      known = now
      if (nth % 20 === 19) console.log(`${nth + 1} lives; ${known.size} documents are made.`)
    }
    console.log(
      `Killed: ${lost.servers} servers, ${lost.drawing} that draw; ${known.size} were made by then.`,
    )
    state ??= await life(killed.jobId)
    expect(state).toBe('Completed')
    const end = await finishedOf(read, killed.productionId)
    for (const [place, file] of known) expect([place, end.get(place)]).toEqual([place, file])
    for (const { productionId } of [killed, whole]) await isWhole(read, productionId)
    await nothingIsLeft(read)
    expect((await verifyChain(read, `project:${project}`)).firstBroken).toBeNull()
  }, 1_200_000)

  it('leave nothing when they are taken back after a part, and twice is once', async () => {
    await reopened(false)
    const { productionId, jobId } = await begun('Back', 'BACK')
    const made = async () => (await finishedOf(server.services.records.read, productionId)).size
    // Killed once a part is made, however fast this machine makes it.
    await life(jobId, (child) => {
      const look = setInterval(async () => {
        if ((await made()) >= documents / 3) child.kill('SIGKILL')
      }, 20)
      return () => clearInterval(look)
    })
    expect(await made()).toBeGreaterThan(0)
    expect(await made()).toBeLessThan(documents)
    const { status } = await server.call(user, cancelJob, { project, body: { jobId } })
    expect(status).toBe(200)
    await reopened(true)
    const roll = () =>
      server.call(user, rollbackProduction, { project, body: { productionId, release: false } })
    const { blobs } = server.services
    const remove = blobs.remove.bind(blobs)
    let removed = 0
    // It is cut after some.
    const cut = vi.spyOn(blobs, 'remove').mockImplementation(async (sha256) => {
      if (removed === 3) throw new Error('The server is gone.')
      removed += 1
      return await remove(sha256)
    })
    await expect.poll(async () => (await roll()).status, { interval: 500 }).toBe(500)
    cut.mockRestore()
    for (let times = 0; times < 2; times++) expect((await roll()).data.state).toBe('RolledBack')
    const { read } = server.services.records
    for (const table of ['production_document', 'production_volume'] as const)
      expect(
        await read
          .selectFrom(table)
          .select('production_id')
          .where('production_id', '=', productionId)
          .execute(),
      ).toEqual([])
    await nothingIsLeft(read)
    const told = await read
      .selectFrom('audit')
      .select('seq')
      .where('action', '=', 'production.rolledBack')
      .execute()
    expect(told).toHaveLength(1)
  }, 240_000)

  it('of one prefix that run at once have numbers of their own', async () => {
    await reopened(true)
    const all = productionsOf({ server, user, project })
    const base = await settings('MANY')
    const query = {
      ...base.set.query,
      queryString: 'Control_Number:AFF00000001 OR Control_Number:AFF00000002',
    }
    const begins = Array.from({ length: 20 }, (_, nth) =>
      all.begin(`Many ${nth}`, { ...base, set: { ...base.set, query } }),
    )
    const ids = await Promise.all(begins)
    for (const { jobId } of ids) await settledJob(server.services, jobId)
    const numbers: string[] = []
    for (const { productionId } of ids) {
      expect((await all.stateOf(productionId)).state).toBe('Produced')
      numbers.push(...(await all.planOf(productionId)).map(({ first }) => first))
    }
    expect(numbers.toSorted()).toEqual(numbers.map((_, at) => `MANY${String(at + 1).padStart(7, '0')}`))
  }, 240_000)
})
