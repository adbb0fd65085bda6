/** Records alone, without a server: on a temporary file, or in a schema of their own. */

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { DialectName } from '#server/platform/records/dialect.ts'
import { migrate } from '#server/platform/records/migrate.ts'
import { migrations } from '#server/platform/records/migrations/all.ts'
import { openBare, openRecords } from '#server/platform/records/open.ts'
import { openPostgres } from '#server/platform/records/postgres.ts'
import type { Records } from '#server/platform/records/records.ts'
import { registerAreas } from '#server/register-areas.ts'
import { postgresUrl } from './postgres.ts'
import { makeRecordsFile, makeSchema } from './schema-script.ts'

registerAreas()

export interface TestRecords {
  readonly records: Records
  readonly dataDir: string
  /** PostgreSQL only. */
  readonly schema: string
  readonly databaseUrl: string | null
  /** A second connection to the same records, as another process would have. */
  again(): Promise<Records>
  close(): Promise<void>
}

/** Opens fresh records: in their newest shape, or as the first so many steps left them. */
export async function freshRecords(dialect: DialectName, steps?: number): Promise<TestRecords> {
  const dataDir = mkdtempSync(join(tmpdir(), 'affiant-records-'))
  const schema = `t_${randomBytes(6).toString('hex')}`
  const databaseUrl = dialect === 'postgres' ? await postgresUrl() : null
  if (steps !== undefined && databaseUrl !== null) await alone(databaseUrl, `create schema ${schema}`)
  else if (databaseUrl !== null) await makeSchema(databaseUrl, schema)
  else if (steps === undefined) makeRecordsFile(dataDir)
  const open = async (): Promise<Records> => {
    if (steps === undefined) return await openRecords({ dataDir, databaseUrl }, { schema })
    const bare = await openBare({ dataDir, databaseUrl }, { schema })
    await migrate(bare, migrations.slice(0, steps))
    return bare
  }
  const records = await open()
  const others: Records[] = []
  return {
    records,
    dataDir,
    schema,
    databaseUrl,
    again: async () => {
      const other = await open()
      others.push(other)
      return other
    },
    close: async () => {
      for (const other of [...others, records]) await other.close()
      if (databaseUrl !== null) await alone(databaseUrl, `drop schema ${schema} cascade`)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** One statement on the PostgreSQL of the tests. */
export async function alone(databaseUrl: string, statement: string): Promise<void> {
  const records = await openPostgres(databaseUrl)
  try {
    await records.write('interactive', async (trx) => {
      await sql.raw(statement).execute(trx)
    })
  } finally {
    await records.close()
  }
}
