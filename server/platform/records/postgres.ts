/**
 * The system of record in PostgreSQL. Writers take their turn, across processes too, by one advisory lock: then a check
 * and the write that rests on it hold without a retry, exactly as with SQLite's only writer.
 */
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { withPatience } from './patience.ts'
import type { OpenReader, Records } from './records.ts'
import type { Schema } from './schema.ts'
import { Turns } from './turns.ts'

/** "affi": names this product's writer lock among others in the same database. */
const writerLock = 0x61666669

/** Opens pools on the database (and on a schema of it, where one is named); migrations are the caller's. */
export async function openPostgres(url: string, schema?: string): Promise<Records> {
  const { common, options, path } = connection(url, schema)
  // A process that hangs inside a transaction loses it: everybody else's writes wait for it.
  const writers = new pg.Pool({
    ...common,
    max: 1,
    options: `${options} -c synchronous_commit=on -c idle_in_transaction_session_timeout=60000${path}`,
  })
  // A connection that dies while idle is replaced at the next query; without a listener it would end the process.
  writers.on('error', () => {})
  const writer = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: writers }) })
  const { read, close: closeReaders } = readPostgres(url, schema)
  await sql`select 1`.execute(writer)
  const turns = new Turns()
  let closing: Promise<void> | null = null
  return {
    place: { databaseUrl: url, schema },
    dialect: 'postgres',
    read,
    write: (priority, work) =>
      turns.take(priority, () =>
        writer.transaction().execute(async (trx) => {
          await sql`select pg_advisory_xact_lock(${writerLock})`.execute(trx)
          return await withPatience(trx, work)
        }),
      ),
    waiting: () => turns.waiting,
    close: () => {
      closing ??= turns.take('interactive', async () => {
        await Promise.all([writer.destroy(), closeReaders()])
      })
      return closing
    },
  }
}

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
  pool.on('error', () => {})
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
