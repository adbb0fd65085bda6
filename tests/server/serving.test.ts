/** One process at a time works on the same records: two would each keep an index, and one of them a wrong one. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ServedElsewhere } from '#server/platform/records/served-elsewhere.ts'
import { isServed, takeServing } from '#server/platform/records/serving.ts'
import { inDeepRun } from '#tests/runs.ts'
import { hasPostgres, type OwnDatabase, ownDatabase } from './postgres.ts'
import { type ServerProcess, startProcess } from './server-process.ts'

let root: string
const started: ServerProcess[] = []
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'affiant-serving-'))
})
afterEach(async () => {
  for (const server of started.splice(0)) await server.kill()
  rmSync(root, { recursive: true, force: true })
})

const start = (folder: string, env: Record<string, string> = {}): ServerProcess => {
  const server = startProcess(join(root, folder), env)
  started.push(server)
  return server
}

/** What a server says that does not start. */
const refusal = async ({ out, exited }: ServerProcess): Promise<string> => {
  expect(await exited).toBe(1)
  expect(out.stdout).toBe('')
  return out.stderr
}

describe('a second server', () => {
  it('on one data folder does not start, and says why in one sentence; it does when the first was killed', async () => {
    const first = start('data')
    const url = await first.address()
    expect(await refusal(start('data'))).toBe(
      `Affiant cannot start. Another Affiant server, or a command that does its work, is running on the data folder ${join(root, 'data')} (AFFIANT_DATA): only one may, so stop that one first.\n`,
    )
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    await first.kill()
    await start('data').address()
  })

  describe.runIf(hasPostgres())('on one PostgreSQL', () => {
    let database: OwnDatabase
    beforeEach(async () => {
      database = await ownDatabase()
    }, 60_000)
    afterEach(() => database.drop())

    const place = (folder: string) => ({ dataDir: join(root, folder), databaseUrl: database.url })
    const never = (error: Error): never => {
      throw error
    }
    /** Ends sessions as an operator, or a broken network, does. */
    const asOperator = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
      const client = new pg.Client({ connectionString: database.url })
      await client.connect()
      return await work(client).finally(() => client.end())
    }
    const holding = `from pg_stat_activity where application_name = 'affiant-serving' and datname = current_database()`

    it('does not start on a data folder of its own either', { ...inDeepRun, timeout: 120_000 }, async () => {
      const env = { DATABASE_URL: database.url }
      const first = start('one', env)
      await first.address(60_000)
      const said = await refusal(start('other', env))
      expect(said).toContain('is running on the database that DATABASE_URL names: only one may')
      expect(said.trim().split('\n')).toHaveLength(1)
      first.started.kill('SIGTERM')
      expect(await first.exited).toBe(0)
      await start('other', env).address(60_000)
    })

    it('is kept out also when the connection of the first has broken', async () => {
      const first = await takeServing(place('one'), { lost: never })
      await asOperator((client) => client.query(`select pg_terminate_backend(pid) ${holding}`))
      await expect
        .poll(() => asOperator(async (client) => (await client.query(`select pid ${holding}`)).rows.length))
        .toBe(1)
      await expect(takeServing(place('other'), { lost: never, patienceMs: 0 })).rejects.toThrow(
        ServedElsewhere,
      )
      await first.release()
      expect(await isServed(place('other'))).toBe(false)
    })

    it('that has taken the place of the first meanwhile ends the first', async () => {
      const lost = Promise.withResolvers<Error>()
      const first = await takeServing(place('one'), { lost: lost.resolve })
      await asOperator(async (client) => {
        const { rows } = await client.query(
          `select classid::int as class, objid::bigint as object from pg_locks
            where locktype = 'advisory' and pid in (select pid ${holding})`,
        )
        // Stands in line for the lock, as no server does: so it has it before the first can take it again.
        const waiting = client.query('select pg_advisory_lock($1, $2)', [
          rows[0].class,
          Number(BigInt.asIntN(32, BigInt(rows[0].object))),
        ])
        await asOperator((other) => other.query(`select pg_terminate_backend(pid) ${holding}`))
        await waiting
        expect(await lost.promise).toBeInstanceOf(ServedElsewhere)
      })
      await first.release()
    })
  })

  it.skipIf(hasPostgres())('was not tried on PostgreSQL: there is none here', () => {})
})
