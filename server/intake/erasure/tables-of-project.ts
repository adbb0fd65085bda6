/**
 * Which rows belong to a project, asked of the database itself: a table that is added later is found without being named
 * anywhere. A table belongs to projects by its column `project_id`, or by a foreign key to one that does.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Records } from '../../platform/records/records.ts'

/** What stays when a project is deleted: its record, its trail and what proves its end, and what it was billed by. */
const kept: ReadonlySet<string> = new Set([
  ...['project', 'audit', 'span_head', 'project_hold', 'project_deletion', 'project_month'],
])

export interface OwnedTable {
  readonly table: string
  /** Whether it names files by `sha256`. */
  readonly names: boolean
  /** A column of the table that refers to its own rows; null where it has none. */
  readonly self: string | null
  /** Its rows in pieces; null: they have no name of their own, and go in one statement. */
  readonly rowName: 'rowid' | 'ctid' | null
  /** The rows of a project, as a condition on the table. */
  of(projectId: number): RawBuilder<boolean>
}

interface Reference {
  readonly child: string
  readonly column: string
  readonly parent: string
  readonly target: string
}

/** The tables that hold rows of projects, so that no row goes before one that refers to it. Throws where there is a circle. */
export async function tablesOfProjects({
  read,
  dialect,
}: Pick<Records, 'read' | 'dialect'>): Promise<OwnedTable[]> {
  const columns = (
    await (dialect === 'postgres'
      ? sql<{ table: string; column: string }>`
          select c.relname as "table", a.attname as "column"
          from pg_class c join pg_attribute a on a.attrelid = c.oid
          where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
            and a.attnum > 0 and not a.attisdropped`
      : sql<{ table: string; column: string }>`
          select t.name as "table", c.name as "column"
          from sqlite_master t join pragma_table_info(t.name) c where t.type = 'table'`
    ).execute(read)
  ).rows
  const references = (
    await (dialect === 'postgres'
      ? sql<Reference>`
          select r.relname as child, a.attname as "column", p.relname as parent, b.attname as target
          from pg_constraint c join pg_class r on r.oid = c.conrelid join pg_class p on p.oid = c.confrelid
          join pg_attribute a on a.attrelid = r.oid and a.attnum = c.conkey[1]
          join pg_attribute b on b.attrelid = p.oid and b.attnum = c.confkey[1]
          where c.contype = 'f' and r.relnamespace = current_schema()::regnamespace`
      : sql<Reference>`
          select t.name as child, f."from" as "column", f."table" as parent, f."to" as target
          from sqlite_master t join pragma_foreign_key_list(t.name) f where t.type = 'table'`
    ).execute(read)
  ).rows
  const unnamed = await withoutRowNames({ read, dialect })
  const has = (table: string, column: string): boolean =>
    columns.some((one) => one.table === table && one.column === column)

  const conditions = new Map<string, OwnedTable['of']>()
  for (const { table } of columns)
    if (has(table, 'project_id') && !kept.has(table))
      conditions.set(table, (projectId) => sql<boolean>`${sql.ref(`${table}.project_id`)} = ${projectId}`)
  // One after the other: a table may belong to a project through several others.
  for (let before = -1; before !== conditions.size; ) {
    before = conditions.size
    for (const { child, column, parent, target } of references) {
      const ofParent = conditions.get(parent)
      if (conditions.has(child) || kept.has(child) || ofParent === undefined) continue
      conditions.set(
        child,
        (projectId) =>
          sql<boolean>`${sql.ref(`${child}.${column}`)} in (select ${sql.ref(`${parent}.${target}`)}
            from ${sql.table(parent)} where ${ofParent(projectId)})`,
      )
    }
  }

  const left = new Map(conditions)
  const ordered: OwnedTable[] = []
  while (left.size > 0) {
    const free = [...left].filter(
      ([table]) =>
        !references.some(({ child, parent }) => parent === table && child !== table && left.has(child)),
    )
    if (free.length === 0) throw new Error(`These tables refer to each other: ${[...left.keys()].join(', ')}`)
    for (const [table, of] of free) {
      left.delete(table)
      ordered.push({
        table,
        of,
        names: has(table, 'sha256'),
        self: references.find(({ child, parent }) => child === table && parent === table)?.column ?? null,
        rowName: dialect === 'postgres' ? 'ctid' : unnamed.has(table) ? null : 'rowid',
      })
    }
  }
  return ordered
}

async function withoutRowNames({
  read,
  dialect,
}: Pick<Records, 'read' | 'dialect'>): Promise<ReadonlySet<string>> {
  if (dialect === 'postgres') return new Set()
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and lower(sql) like '%without rowid%'`.execute(read)
  return new Set(rows.map(({ name }) => name))
}
