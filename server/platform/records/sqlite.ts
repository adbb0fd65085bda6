/** The system of record in one SQLite file: all writes on a thread of their own, short reads on this one. */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { program } from '../program/bundled.ts'
import { withPatience } from './patience.ts'
import type { OpenReader, Records } from './records.ts'
import type { Schema } from './schema.ts'
import { openEngine, type Ran } from './sqlite-engine.ts'
import type { ThreadReply, ThreadRequest } from './sqlite-thread.ts'
import { Turns } from './turns.ts'

/**
 * Opens (or makes) the file; migrations are the caller's. `lost` hears when the thread that writes has ended by itself:
 * nothing can be saved from then on.
 */
export async function openSqlite(file: string, lost: (error: Error) => void): Promise<Records> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const thread = new WriterThread(file)
  // The reader opens a file that the thread has made and switched to WAL.
  await thread.run('select 1', [])
  void thread.lost.then(lost)
  const { read, close: closeReader } = readSqlite(file)
  const writer = new Kysely<Schema>({ dialect: dialectOver((sql, p) => thread.run(sql, p)) })
  const turns = new Turns()
  let closing: Promise<void> | null = null
  return {
    place: { file },
    dialect: 'sqlite',
    read,
    write: (priority, work) =>
      turns.take(priority, () => writer.transaction().execute((trx) => withPatience(trx, work))),
    waiting: () => turns.waiting,
    close: () => {
      closing ??= turns.take('interactive', async () => {
        await closeReader()
        await thread.close()
      })
      return closing
    },
  }
}

/** A connection that only reads a file that is there; `atOnce`: as it is at its first read, until it is closed. */
export function readSqlite(file: string, { atOnce = false } = {}): OpenReader {
  const engine = openEngine(file, 'read')
  if (atOnce) engine.run('begin', [])
  const read = new Kysely<Schema>({
    dialect: dialectOver((sql, p) => Promise.resolve().then(() => engine.run(sql, p))),
  })
  return { read, close: async () => engine.close() }
}

/** An error of the database, as the thread reported it. */
class SqliteFault extends Error {
  readonly code: string
  constructor(message: string, code: string) {
    super(message)
    this.name = 'SqliteFault'
    this.code = code
  }
}

type Run = (sql: string, parameters: readonly unknown[]) => Promise<Ran>

class WriterThread {
  readonly #worker: Worker
  readonly #pending = new Map<number, { resolve: (ran: Ran) => void; reject: (error: Error) => void }>()
  readonly #lost = Promise.withResolvers<Error>()
  #last = 0
  #ended: Error | null = null
  #closing = false

  constructor(file: string) {
    this.#worker = new Worker(program().module(new URL('./sqlite-thread.ts', import.meta.url)), {
      workerData: file,
      execArgv: [],
      // It passes rows on and keeps nothing: a small young generation is collected early.
      resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 512 },
      name: 'records',
    })
    this.#worker.on('message', (reply: ThreadReply) => this.#settle(reply))
    this.#worker.on('error', (error: Error) => this.#end(error))
    this.#worker.on('exit', () => this.#end(new Error('The thread that writes the records has ended.')))
  }

  /** Resolves when the thread has ended without being told to. */
  get lost(): Promise<Error> {
    return this.#lost.promise
  }

  run(sql: string | null, parameters: readonly unknown[]): Promise<Ran> {
    if (this.#ended !== null) return Promise.reject(this.#ended)
    const request: ThreadRequest = { id: ++this.#last, sql, parameters }
    return new Promise((resolve, reject) => {
      this.#pending.set(request.id, { resolve, reject })
      this.#worker.postMessage(request)
    })
  }

  async close(): Promise<void> {
    if (this.#ended !== null) return
    this.#closing = true
    const exited = new Promise<void>((resolve) => this.#worker.once('exit', () => resolve()))
    await this.run(null, [])
    await exited
  }

  #settle(reply: ThreadReply): void {
    const waiting = this.#pending.get(reply.id)
    this.#pending.delete(reply.id)
    if ('rows' in reply) waiting?.resolve(reply)
    else waiting?.reject(new SqliteFault(reply.message, reply.code))
  }

  #end(error: Error): void {
    this.#ended ??= error
    for (const waiting of this.#pending.values()) waiting.reject(this.#ended)
    this.#pending.clear()
    if (!this.#closing) this.#lost.resolve(this.#ended)
  }
}

function dialectOver(run: Run): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new PassingDriver(run),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

class PassingDriver implements Driver {
  readonly #run: Run
  constructor(run: Run) {
    this.#run = run
  }
  async init(): Promise<void> {}
  async destroy(): Promise<void> {}
  async acquireConnection(): Promise<PassingConnection> {
    return new PassingConnection(this.#run)
  }
  async releaseConnection(connection: PassingConnection): Promise<void> {
    connection.release()
  }
  /** IMMEDIATE: the write lock is taken at once, so that a transaction never fails half-way for want of it. */
  async beginTransaction(): Promise<void> {
    await this.#run('begin immediate', [])
  }
  async commitTransaction(): Promise<void> {
    await this.#run('commit', [])
  }
  async rollbackTransaction(): Promise<void> {
    // SQLite has rolled back by itself after some faults (a full disk); a second rollback would hide the first fault.
    await this.#run('rollback', []).catch((error: unknown) => {
      if (!(error instanceof SqliteFault) || !error.message.includes('no transaction is active')) throw error
    })
  }
}

class PassingConnection implements DatabaseConnection {
  #run: Run | null
  constructor(run: Run) {
    this.#run = run
  }
  /** A query that was not awaited must not slip into the next transaction. */
  release(): void {
    this.#run = null
  }
  async executeQuery<R>(query: { sql: string; parameters: readonly unknown[] }): Promise<QueryResult<R>> {
    if (this.#run === null) throw new Error('A query came after the end of its transaction.')
    const { rows, changes, lastId } = await this.#run(query.sql, query.parameters)
    return {
      // Rows have the shape that the query builder promised to its caller.
      rows: rows as R[],
      numAffectedRows: BigInt(changes),
      insertId: BigInt(lastId),
    }
  }
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    yield await Promise.reject(new Error('Rows are paged by key, not streamed.'))
  }
}
