/** Brings the record to the newest shape, forward only; each step commits whole with the note that it was taken. */
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { type ColumnTypes, columnTypes, type DialectName, instantOf } from './dialect.ts'
import type { Records, Writer } from './records.ts'

export interface Migration {
  /** Counts up from 1 without a gap. */
  readonly number: number
  readonly name: string
  /** DDL for both databases; what differs are the column types. */
  readonly statements: (types: ColumnTypes) => readonly string[]
  readonly perDialect?: Readonly<Record<DialectName, readonly string[]>>
}

export interface Migrated {
  readonly from: number
  readonly to: number
  /** The copy that was made before an upgrade; null where nothing had to be kept. */
  readonly backup: string | null
}

/**
 * Takes every step that is missing. An SQLite file that holds records is copied beside itself before it is changed;
 * a PostgreSQL database is its administrator's to back up. A record newer than the program is refused.
 */
export async function migrate(
  records: Records,
  migrations: readonly Migration[],
  options: { sqliteFile?: string; now?: () => Date } = {},
): Promise<Migrated> {
  const now = options.now ?? (() => new Date())
  const from = await records.write('interactive', async (trx) => {
    const { int, text } = columnTypes[records.dialect]
    await sql`create table if not exists migration
      (number ${sql.raw(int)} primary key, name ${sql.raw(text)} not null, at ${sql.raw(text)} not null)`.execute(
      trx,
    )
    return await reached(trx)
  })
  const newest = migrations.length
  if (from > newest)
    throw new Error(
      `The records were written by a newer version of Affiant (step ${from}; this version knows ${newest}). Use that version, or restore the backup made before the upgrade.`,
    )
  if (from === newest) return { from, to: newest, backup: null }
  const backup = from === 0 ? null : await copyBefore(records, options.sqliteFile, from, now())
  for (const migration of migrations.slice(from)) {
    await records.write('interactive', async (trx) => {
      // Another process may have taken the step while this one waited for its turn.
      if ((await reached(trx)) >= migration.number) return
      const own = migration.perDialect?.[records.dialect] ?? []
      for (const statement of [...migration.statements(columnTypes[records.dialect]), ...own])
        await sql.raw(statement).execute(trx)
      await sql`insert into migration (number, name, at)
        values (${migration.number}, ${migration.name}, ${instantOf(now())})`.execute(trx)
    })
  }
  return { from, to: newest, backup }
}

async function reached(trx: Writer): Promise<number> {
  const { rows } = await sql<{ number: number | null }>`select max(number) as number from migration`.execute(
    trx,
  )
  return rows[0]?.number ?? 0
}

/** A consistent copy, write-ahead log included. VACUUM may not run inside a transaction: a connection of its own does it. */
async function copyBefore(
  records: Records,
  file: string | undefined,
  step: number,
  at: Date,
): Promise<string | null> {
  if (records.dialect !== 'sqlite' || file === undefined) return null
  const stamp = instantOf(at).replace(/[:.]/g, '-')
  const target = join(dirname(file), `records-step-${step}-${stamp}.sqlite`)
  if (existsSync(target)) return target
  const { default: Database } = await import('better-sqlite3')
  const copy = new Database(file, { readonly: true, fileMustExist: true })
  try {
    await copy.backup(target)
  } finally {
    copy.close()
  }
  dropOldCopies(dirname(file))
  return target
}

const keptCopies = 3
const copyName = /^records-step-(\d+)-(.+)\.sqlite$/

/** The newest stay, in the order in which they were made: each is as large as the records. */
function dropOldCopies(folder: string): void {
  const copies = readdirSync(folder)
    .flatMap((name) => {
      const madeAt = copyName.exec(name)?.[2]
      return madeAt === undefined ? [] : [{ name, madeAt }]
    })
    .toSorted((a, b) => (a.madeAt < b.madeAt ? 1 : -1))
  for (const { name } of copies.slice(keptCopies)) rmSync(join(folder, name))
}
