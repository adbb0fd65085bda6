/** Records in their newest shape in one step: what the migrations say, as one script and in one transaction. */
import { mkdirSync } from 'node:fs'
import Database from 'better-sqlite3'
import pg from 'pg'
import { columnTypes, type DialectName, instantOf } from '#server/platform/records/dialect.ts'
import { migrations } from '#server/platform/records/migrations/all.ts'
import { recordsFile } from '#server/platform/records/open.ts'

/** Every statement of every step, and the notes that the steps were taken: whoever opens the records finds nothing to do. */
function script(dialect: DialectName): string {
  const types = columnTypes[dialect]
  const steps = migrations.flatMap(({ number, name, statements, perDialect }) => [
    ...statements(types),
    ...(perDialect?.[dialect] ?? []),
    `insert into migration (number, name, at) values (${number}, '${name}', '${instantOf(new Date())}')`,
  ])
  const notes = `create table migration
    (number ${types.int} primary key, name ${types.text} not null, at ${types.text} not null)`
  return [notes, ...steps].join(';\n')
}

/** Makes the records' file in a data folder. */
export function makeRecordsFile(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const db = new Database(recordsFile(dataDir))
  try {
    db.pragma('synchronous = OFF')
    db.exec(`begin; ${script('sqlite')}; commit`)
  } finally {
    db.close()
  }
}

/** Makes a schema with the records' tables on the PostgreSQL of the tests. */
export const makeSchema = (url: string, schema: string): Promise<void> =>
  onPostgres(
    url,
    `begin; create schema ${schema}; set local search_path = ${schema}; ${script('postgres')}; commit`,
  )

/** Sends statements to the PostgreSQL of the tests, as one batch. */
export async function onPostgres(url: string, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statements).finally(() => client.end())
}
