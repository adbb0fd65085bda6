/** Opens the system of record that the settings name, brought to its newest shape. */
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { type Migrated, migrate } from './migrate.ts'
import { migrations } from './migrations/all.ts'
import type { DatabaseLocation, OpenReader, Records } from './records.ts'
import { openSqlite, readSqlite } from './sqlite.ts'

/** Where SQLite keeps the records. */
export const recordsFile = (dataDir: string): string => join(dataDir, 'records.sqlite')

export interface RecordsOptions {
  /** A PostgreSQL schema other than the default one. */
  readonly schema?: string
  readonly migrated?: (result: Migrated) => void
  /**
   * Hears that nothing can be saved any more, or that another process works on the records by now. Without it that is an
   * uncaught error, which ends the process.
   */
  readonly lost?: (error: Error) => void
}

/** Opens the records for a server or a command. */
export async function openRecords(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  options: RecordsOptions = {},
): Promise<Records> {
  const file = recordsFile(config.dataDir)
  const records = await openBare(config, options)
  try {
    const result = await migrate(records, migrations, { sqliteFile: file })
    options.migrated?.(result)
    return records
  } catch (error) {
    await records.close()
    throw error
  }
}

/** Opens records that are there already, on connections of their own, to be read only. */
export async function openReader(place: DatabaseLocation): Promise<OpenReader> {
  if ('file' in place) return readSqlite(place.file)
  const { readPostgres } = await import('./postgres.ts')
  return readPostgres(place.databaseUrl, place.schema)
}

/** The same at one moment: what is written afterwards is not seen. Close it soon: it keeps what is replaced meanwhile. */
export async function openSnapshotReader(place: DatabaseLocation): Promise<OpenReader> {
  if ('file' in place) return readSqlite(place.file, { atOnce: true })
  const { readPostgres } = await import('./postgres.ts')
  return readPostgres(place.databaseUrl, place.schema, { atOnce: true })
}

/** Opens (or makes) records in whatever shape they are. */
export async function openBare(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  { schema, lost = uncaught }: RecordsOptions = {},
): Promise<Records> {
  if (databaseUrl === null) return await openSqlite(recordsFile(dataDir), lost)
  // Loaded only where it is used: most servers never do.
  const { openPostgres } = await import('./postgres.ts')
  return await openPostgres(databaseUrl, schema)
}

/** Ends the process. */
export function uncaught(error: Error): never {
  throw error
}
