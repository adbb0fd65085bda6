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
import type { OpenReader, Records } from './records.ts'
import type { Schema } from './schema.ts'
import { openEngine, type Ran } from './sqlite-engine.ts'
import type { ThreadReply, ThreadRequest, ThreadStatement } from './sqlite-thread.ts'
import { type Lane, Writing } from './writing.ts'

/**
 * Opens (or makes) the file; migrations are the caller's. `lost` hears when the thread that writes has ended by itself:
 * nothing can be saved from then on.
 */
export async function openSqlite(file: string, lost: (error: Error) => void): Promise<Records> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const thread = new WriterThread(file)
  // The reader opens a file that the thread has made and switched to WAL.
  await thread.run('select 1', [], false)
  void thread.lost.then(lost)
  const { read, close: closeReader } = readSqlite(file)
  const lane = laneOf(thread)
  const writing = new Writing({
    open: () => Promise.resolve(lane),
    dialect: dialectOver((sql, p) => thread.run(sql, p, true)),
    endsAtFault: false,
  })
  let closing: Promise<void> | null = null
  return {
    place: { file },
    dialect: 'sqlite',
    read,
    write: (priority, work, how) => writing.write(priority, work, how),
    waiting: () => writing.waiting,
    close: () => {
      closing ??= writing.alone(async () => {
        await closeReader()
        await thread.close()
      })
      return closing
    },
  }
}

const laneOf = (thread: WriterThread): Lane => ({
  // IMMEDIATE: the write lock is taken at once, so that a transaction never fails half-way for want of it.
  begin: () => thread.run('begin immediate', [], false),
  run: async (sql, parameters) => resultOf(await thread.run(sql, parameters, true)),
  commit: async () => {
    await thread.run('commit', [], true)
  },
  rollback: async () => {
    // SQLite has rolled back by itself after some faults (a full disk).
    await thread.run('rollback', [], false).catch((error: unknown) => {
      if (!(error instanceof SqliteFault) || !error.message.includes('no transaction is active')) throw error
    })
  },
  release: () => {},
})

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

interface Pending {
  readonly resolve: (ran: Ran) => void
  readonly reject: (error: Error) => void
}

class WriterThread {
  readonly #worker: Worker
  readonly #pending = new Map<number, Pending>()
  readonly #lost = Promise.withResolvers<Error>()
  /** Asked for and not sent yet. */
  #unsent: ThreadStatement[] = []
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

  /** Statements are run in the order in which they are asked for. `within`: in a transaction or not at all. */
  run(sql: string, parameters: readonly unknown[], within: boolean): Promise<Ran> {
    if (this.#ended !== null) return Promise.reject(this.#ended)
    // What is asked for in one turn of the event loop goes to the thread together, once all of it has been said.
    if (this.#unsent.length === 0) process.nextTick(() => this.#send())
    this.#unsent.push({ sql, parameters, within })
    return this.#answer()
  }

  #send(): void {
    const statements = this.#unsent
    if (statements.length === 0) return
    this.#unsent = []
    this.#post({ id: this.#last - statements.length + 1, statements })
  }

  #post(request: ThreadRequest): void {
    if (this.#ended === null) this.#worker.postMessage(request)
  }

  #answer(): Promise<Ran> {
    const id = ++this.#last
    return new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }))
  }

  async close(): Promise<void> {
    if (this.#ended !== null) return
    this.#closing = true
    const exited = new Promise<void>((resolve) => this.#worker.once('exit', () => resolve()))
    this.#send()
    const closed = this.#answer()
    this.#post({ id: this.#last, statements: null })
    await closed
    await exited
  }

  #settle({ id, outcomes }: ThreadReply): void {
    for (const [nth, outcome] of outcomes.entries()) {
      const waiting = this.#pending.get(id + nth)
      this.#pending.delete(id + nth)
      if ('rows' in outcome) waiting?.resolve(outcome)
      else waiting?.reject(new SqliteFault(outcome.message, outcome.code))
    }
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

/** For connections that only read: what is written goes by `Writing`. */
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
  async releaseConnection(): Promise<void> {}
  beginTransaction = () => Promise.reject(new Error('A reader has no transactions.'))
  commitTransaction = this.beginTransaction
  rollbackTransaction = this.beginTransaction
}

class PassingConnection implements DatabaseConnection {
  readonly #run: Run
  constructor(run: Run) {
    this.#run = run
  }
  async executeQuery<R>(query: { sql: string; parameters: readonly unknown[] }): Promise<QueryResult<R>> {
    // Rows have the shape that the query builder promised to its caller.
    return resultOf(await this.#run(query.sql, query.parameters)) as QueryResult<R>
  }
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    yield await Promise.reject(new Error('Rows are paged by key, not streamed.'))
  }
}

const resultOf = ({ rows, changes, lastId }: Ran): QueryResult<unknown> => ({
  rows,
  numAffectedRows: BigInt(changes),
  insertId: BigInt(lastId),
})
