/**
 * The system of record in PostgreSQL. Writers take their turn, across processes too, by one advisory lock: then a check
 * and the write that rests on it hold without a retry, exactly as with SQLite's only writer (writing.ts).
 */
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { OpenReader, Records } from './records.ts'
import type { Schema } from './schema.ts'
import { type Lane, Writing } from './writing.ts'

/** "affi": names this product's writer lock among others in the same database. */
const writerLock = 0x61666669

/** Opens pools on the database (and on a schema of it, where one is named); migrations are the caller's. */
export async function openPostgres(url: string, schema?: string): Promise<Records> {
  const { common, options, path } = connection(url, schema)
  // A process that hangs inside a transaction loses it: everybody else's writes wait for it.
  const writers = new pg.Pool({
    ...common,
    max: 1,
    // Statements that do not rest on each other's answers travel together.
    pipeline: true,
    // Statements are kept prepared, plans are not: tables grow under a connection that stays open for weeks.
    options: `${options} -c synchronous_commit=on -c plan_cache_mode=force_custom_plan -c idle_in_transaction_session_timeout=60000${path}`,
  })
  surviveLoss(writers)
  const { read, close: closeReaders } = readPostgres(url, schema)
  await writers.query('select 1')
  const statements = new Statements()
  const writing = new Writing({
    open: async () => {
      const client = await writers.connect()
      statements.on(client)
      return laneOf(client, statements)
    },
    dialect: new PostgresDialect({ pool: writers }),
    endsAtFault: true,
  })
  let closing: Promise<void> | null = null
  return {
    place: { databaseUrl: url, schema },
    dialect: 'postgres',
    read,
    write: (priority, work, how) => writing.write(priority, work, how),
    waiting: () => writing.waiting,
    close: () => {
      closing ??= writing.alone(async () => {
        await Promise.all([writers.end(), closeReaders()])
      })
      return closing
    },
  }
}

/**
 * Who uses a connection hears of its loss, and the pool replaces it: idle or in use, it would end the process where nobody
 * listened. (The pool itself listens to idle ones only.)
 */
function surviveLoss(pool: pg.Pool): void {
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
}

/** Statements that a connection keeps prepared at most: each takes memory of the database until the connection ends. */
const keptStatements = 300
const longestKept = 2_000
/** An import's statements come in many shapes, most of them once or twice: kept is what comes again while it is remembered. */
const keptFromUse = 3
const remembered = 1_000

/**
 * Names for statements that come again and again: the database parses them once. They belong to one connection and are never
 * given back; once all are given, the connection is to be replaced by one that starts with none, and is given those in use.
 */
class Statements {
  #connection: unknown = null
  readonly #names = new Map<string, string>()
  #given = 0
  /** Of the statements that were used last, the latest at the end. */
  readonly #uses = new Map<string, number>()

  /** The names that follow are given on this connection. */
  on(connection: unknown): void {
    if (connection === this.#connection) return
    this.#connection = connection
    this.#names.clear()
    this.#given = 0
  }

  /** Whether this connection has no name left to give. */
  get usedUp(): boolean {
    return this.#given >= keptStatements
  }

  /** Null for a statement that is not kept. */
  nameOf(sql: string): string | null {
    // What is known of a table holds no longer once it has been changed.
    if (/^\s*(?:create|alter|drop)\s/i.test(sql)) {
      this.#names.clear()
      return null
    }
    // Nothing of these is worth keeping, and each member of a group has its own (writing.ts).
    if (/^(?:savepoint|rollback|release) /.test(sql)) return null
    const known = this.#names.get(sql)
    if (known !== undefined) return known
    if (sql.length > longestKept || this.#usesOf(sql) < keptFromUse || this.usedUp) return null
    this.#given += 1
    const name = `s${this.#given}`
    this.#names.set(sql, name)
    return name
  }

  /** Counts this one too. */
  #usesOf(sql: string): number {
    const uses = (this.#uses.get(sql) ?? 0) + 1
    this.#uses.delete(sql)
    this.#uses.set(sql, uses)
    const [oldest] = this.#uses.keys()
    if (oldest !== undefined && this.#uses.size > remembered) this.#uses.delete(oldest)
    return uses
  }
}

const laneOf = (client: pg.PoolClient, statements: Statements): Lane => ({
  begin: () =>
    Promise.all([client.query('begin'), client.query('select pg_advisory_xact_lock($1)', [writerLock])]),
  run: async (sql, parameters) => {
    const name = statements.nameOf(sql)
    const { command, rowCount, rows } = await client.query({
      text: sql,
      values: [...parameters],
      ...(name === null ? {} : { name }),
    })
    const changes = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command)
    return changes ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows }
  },
  commit: async () => {
    const { command } = await client.query('commit')
    // So a transaction ends in which a statement had failed.
    if (command !== 'COMMIT')
      throw new Error('PostgreSQL has rolled a transaction back that was to be committed.')
  },
  rollback: async () => {
    await client.query('rollback')
  },
  release: (broken) => client.release(broken || statements.usedUp),
})

/** Connections that only read; `atOnce`: one of them, which sees the records as they are at its first read, until it is closed. */
export function readPostgres(url: string, schema?: string, { atOnce = false } = {}): OpenReader {
  const { common, options, path } = connection(url, schema)
  const pool = new pg.Pool({
    ...common,
    max: atOnce ? 1 : 8,
    // Another connection in its place would see another moment.
    ...(atOnce ? { idleTimeoutMillis: 0, onConnect: beginSnapshot } : {}),
    options: `${options} -c default_transaction_read_only=on${path}`,
  })
  surviveLoss(pool)
  const read = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  return { read, close: () => read.destroy() }
}

async function beginSnapshot(client: pg.ClientBase): Promise<void> {
  await client.query('begin isolation level repeatable read read only')
}

/** One connection, for what a pool cannot do. */
export function clientConfig(url: string, schema?: string): pg.ClientConfig {
  const { common, options, path } = connection(url, schema)
  return { ...common, options: `${options}${path}` }
}

function connection(url: string, schema: string | undefined) {
  const { connectionString, options } = apart(url)
  return {
    common: { connectionString, types: { getTypeParser }, keepAlive: true },
    options,
    path: schema === undefined ? '' : ` -c search_path=${schema}`,
  }
}

/** Options in the address would replace those given beside it. Taken out, they stand before ours, and of two the last holds. */
function apart(address: string): { readonly connectionString: string; readonly options: string } {
  const url = new URL(address)
  const options = url.searchParams.getAll('options').join(' ')
  url.searchParams.delete('options')
  return { connectionString: url.href, options }
}

const oids = { bool: 16, int8: 20, numeric: 1700 }

/** Counts (int8), sums (numeric) and conditions (bool) as SQLite answers them: as numbers. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === oids.int8 || oid === oids.numeric) return Number
  if (oid === oids.bool) return (value) => (value === 't' ? 1 : 0)
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text')
}
