/** Opens the system of record that the settings name, brought to its newest shape. */
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { type Migrated, migrate } from './migrate.ts'
import { migrations } from './migrations/all.ts'
import type { Records } from './records.ts'
import { openSqlite } from './sqlite.ts'

/** Where SQLite keeps the records. */
export const recordsFile = (dataDir: string): string => join(dataDir, 'records.sqlite')

/** Opens the records for a server or a command; `schema` names a PostgreSQL schema other than the default one. */
export async function openRecords(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  options: { schema?: string; migrated?: (result: Migrated) => void } = {},
): Promise<Records> {
  const file = recordsFile(config.dataDir)
  const records = await open(config.databaseUrl, file, options.schema)
  try {
    const result = await migrate(records, migrations, { sqliteFile: file })
    options.migrated?.(result)
    return records
  } catch (error) {
    await records.close()
    throw error
  }
}

async function open(databaseUrl: string | null, file: string, schema: string | undefined): Promise<Records> {
  if (databaseUrl === null) return await openSqlite(file)
  // Loaded only where it is used: most servers never do.
  const { openPostgres } = await import('./postgres.ts')
  return await openPostgres(databaseUrl, schema)
}
