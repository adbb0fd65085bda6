/** What keeps the audit trail append-only in the database: triggers that refuse to change or delete its rows. */
import { sql } from 'kysely'
import type { DialectName } from '../records/dialect.ts'
import type { Reader } from '../records/records.ts'

/** By name, as the migrations make them. */
const guards = {
  sqlite: ['audit_unchanged', 'audit_kept', 'signed_head_unchanged', 'signed_head_kept'],
  postgres: [
    'audit_unchanged',
    'audit_kept',
    'audit_not_emptied',
    'signed_head_unchanged',
    'signed_head_not_emptied',
  ],
} as const satisfies Record<DialectName, readonly string[]>

/** The triggers that are missing, switched off, or do not refuse any more. */
export async function missingGuards(read: Reader, dialect: DialectName): Promise<string[]> {
  const { rows } = await (dialect === 'sqlite'
    ? sql<{
        name: string
      }>`select name from sqlite_master where type = 'trigger' and sql like '%raise(abort,%'`
    : sql<{ name: string }>`select t.tgname as name from pg_trigger as t
        join pg_class as c on c.oid = t.tgrelid join pg_proc as p on p.oid = t.tgfoid
        where c.relnamespace = current_schema()::regnamespace and t.tgenabled in ('O', 'A')
          and p.prosrc like '%raise exception%'`
  ).execute(read)
  const there = new Set(rows.map(({ name }) => name))
  return guards[dialect].filter((name) => !there.has(name))
}
