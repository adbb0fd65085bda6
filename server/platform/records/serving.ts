/**
 * The right to work on the records: one process at a time has it, a server or a command that does jobs. Two of them would
 * each keep a search index, and a change leaves the queue when one of them has taken it: the other would answer without it,
 * and nobody would know.
 *
 * It is held on the data folder, whose indexes it is about, and on the database where that is elsewhere. Both locks are the
 * system's own: they end with the process, however it ends.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import type { Config } from '../config.ts'
import { codeOf } from '../error-code.ts'
import type { RecordsOptions } from './open.ts'
import { ServedElsewhere, type Serving } from './served-elsewhere.ts'

export interface ServingOptions extends Pick<RecordsOptions, 'schema'> {
  /** Hears that the right was lost to another process: from then on this one must not work. */
  readonly lost: (error: Error) => void
  /** How long to wait for a process that is just ending. */
  readonly patienceMs?: number
}

const retryMs = 100

/** Takes the right. Rejects with ServedElsewhere where another process has it. */
export async function takeServing(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  { schema, lost, patienceMs = 3_000 }: ServingOptions,
): Promise<Serving> {
  const until = Date.now() + patienceMs
  for (;;) {
    try {
      return await takeNow(config, schema, lost)
    } catch (error) {
      if (!(error instanceof ServedElsewhere) || Date.now() >= until) throw error
    }
    await pause(retryMs)
  }
}

/** Whether a process has the right at this moment. */
export async function isServed(config: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<boolean> {
  try {
    const serving = await takeServing(config, { lost: () => {}, patienceMs: 0 })
    await serving.release()
    return false
  } catch (error) {
    if (error instanceof ServedElsewhere) return true
    throw error
  }
}

async function takeNow(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  schema: string | undefined,
  lost: (error: Error) => void,
): Promise<Serving> {
  const folder = lockFolder(dataDir)
  try {
    if (databaseUrl === null) return { release: async () => folder.release() }
    // Loaded only where it is used: most servers never do.
    const { holdDatabase } = await import('./serving-postgres.ts')
    const database = await holdDatabase(databaseUrl, schema, lost)
    return {
      release: async () => {
        await database.release()
        folder.release()
      },
    }
  } catch (error) {
    folder.release()
    throw error
  }
}

/** SQLite locks a file on every system that it runs on, and nothing is ever written to this one. */
function lockFolder(dataDir: string): { release(): void } {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = new Database(join(dataDir, 'serving.lock'), { timeout: 0 })
  try {
    file.exec('begin exclusive')
    return { release: () => void file.close() }
  } catch (error) {
    file.close()
    if (codeOf(error).startsWith('SQLITE_BUSY'))
      throw new ServedElsewhere(`the data folder ${dataDir} (AFFIANT_DATA)`)
    throw error
  }
}
