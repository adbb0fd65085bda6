/**
 * The records as they are at one moment, all tables of them, while writing goes on; and loaded into empty ones. The form is
 * the same for both databases, so that a backup of one can be restored into the other.
 */
import Database from 'better-sqlite3'
import { sql } from 'kysely'
import { slices } from './dialect.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/all.ts'
import type { DatabaseLocation, Records, Writer } from './records.ts'

export type Cell = string | number | null
export type Rows = readonly (readonly Cell[])[]

export interface Table {
  readonly name: string
  readonly columns: readonly string[]
  /** Rows come in its order. */
  readonly key: readonly string[]
  /** The highest id ever given; null where ids are not counted. */
  readonly lastId: number | null
}

export interface Snapshot {
  /** The newest migration that was taken. */
  readonly step: number
  /** In an order in which each can be loaded: what others refer to goes first. */
  readonly tables: readonly Table[]
  /** All rows of a table in pages. */
  rows(table: Table): AsyncGenerator<Rows>
  close(): Promise<void>
}

/** What the two databases are asked in their own words. */
export interface SnapshotSource {
  all(statement: string): Promise<readonly Readonly<Record<string, unknown>>[]>
  /** Rows as arrays, in pages. */
  pages(statement: string): AsyncGenerator<Rows>
  /** `table`, `column`, `key` (position in the primary key or 0), in order. */
  readonly columnsStatement: string
  /** `table`, `refers_to`. */
  readonly referencesStatement: string
  lastIds(): Promise<ReadonlyMap<string, number>>
  close(): Promise<void>
}

/** Opens a snapshot on a connection of its own; it holds until it is closed. */
export async function openSnapshot(place: DatabaseLocation): Promise<Snapshot> {
  const source = 'file' in place ? sqliteSource(place.file) : await postgresSource(place)
  try {
    return { ...(await describe(source)), ...rowsOf(source), close: () => source.close() }
  } catch (error) {
    await source.close()
    throw error
  }
}

/** Reads from a snapshot, and closes it whatever happens. */
export async function withSnapshot<T>(
  place: DatabaseLocation,
  read: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const snapshot = await openSnapshot(place)
  try {
    return await read(snapshot)
  } finally {
    await snapshot.close()
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

function rowsOf(source: SnapshotSource): Pick<Snapshot, 'rows'> {
  return {
    rows: ({ name, columns, key }) =>
      source.pages(
        `select ${columns.map(quoted).join(', ')} from ${quoted(name)}${key.length === 0 ? '' : ` order by ${key.map(quoted).join(', ')}`}`,
      ),
  }
}

async function describe(source: SnapshotSource): Promise<Pick<Snapshot, 'step' | 'tables'>> {
  const columns = (await source.all(source.columnsStatement)).map((row) => ({
    table: String(row.table),
    column: String(row.column),
    key: Number(row.key),
  }))
  // Records that nothing was ever put into have not even that.
  const isMade = columns.some(({ table }) => table === 'migration')
  const [newest] = isMade ? await source.all('select max(number) as step from migration') : []
  const references = (await source.all(source.referencesStatement)).map((row) => ({
    table: String(row.table),
    refersTo: String(row.refers_to),
  }))
  const lastIds = await source.lastIds()
  const tables = [...Map.groupBy(columns, ({ table }) => table)]
    .filter(([name]) => name !== 'migration')
    .map(([name, own]) => ({
      name,
      columns: own.map(({ column }) => column),
      key: own
        .filter(({ key }) => key > 0)
        .toSorted((a, b) => a.key - b.key)
        .map(({ column }) => column),
      lastId: lastIds.get(name) ?? null,
    }))
  return { step: Number(newest?.step ?? 0), tables: inOrder(tables, references) }
}

/** What is referred to before what refers to it; within that by name. */
function inOrder(
  tables: readonly Table[],
  references: readonly { table: string; refersTo: string }[],
): Table[] {
  const ordered: Table[] = []
  const left = new Map(
    tables.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map((table) => [table.name, table]),
  )
  while (left.size > 0) {
    const free = [...left.values()].filter(
      ({ name }) =>
        !references.some(({ table, refersTo }) => table === name && refersTo !== name && left.has(refersTo)),
    )
    if (free.length === 0)
      throw new Error(`These tables refer to each other: ${[...left.keys()].join(', ')}.`)
    for (const table of free) {
      ordered.push(table)
      left.delete(table.name)
    }
  }
  return ordered
}

const pageRows = 2000

function sqliteSource(file: string): SnapshotSource {
  const db = new Database(file, { readonly: true, fileMustExist: true })
  // The first read fixes what is seen until the end, whatever is written meanwhile.
  db.exec('begin')
  return {
    all: async (statement) => db.prepare<[], Record<string, unknown>>(statement).all(),
    async *pages(statement) {
      let page: Cell[][] = []
      for (const row of db.prepare<[], Cell[]>(statement).raw().iterate()) {
        page.push(row)
        if (page.length < pageRows) continue
        yield page
        page = []
      }
      if (page.length > 0) yield page
    },
    columnsStatement: `select m.name as "table", c.name as "column", c.pk as "key"
      from sqlite_master as m, pragma_table_info(m.name) as c
      where m.type = 'table' and m.name not like 'sqlite_%' order by m.name, c.cid`,
    referencesStatement: `select m.name as "table", f."table" as refers_to
      from sqlite_master as m, pragma_foreign_key_list(m.name) as f where m.type = 'table'`,
    lastIds: async () => {
      // SQLite makes it with the first table that counts ids.
      const isThere =
        db.prepare(`select 1 from sqlite_master where name = 'sqlite_sequence'`).get() !== undefined
      const rows = isThere
        ? db
            .prepare<[], { name: string; seq: number }>('select name, seq from sqlite_sequence where seq > 0')
            .all()
        : []
      return new Map(rows.map(({ name, seq }) => [name, seq]))
    },
    close: async () => {
      db.close()
    },
  }
}

async function postgresSource(
  place: Extract<DatabaseLocation, { databaseUrl: string }>,
): Promise<SnapshotSource> {
  const { openPostgresSource } = await import('./snapshot-postgres.ts')
  return openPostgresSource(place.databaseUrl, place.schema)
}

// ── loading ───────────────────────────────────────────────────────────────────────────────────────────────────

/** Brings empty records to the shape that a snapshot had; throws where they hold anything. */
export async function prepareForLoading(records: Records, step: number): Promise<void> {
  const newest = migrations.length
  if (step > newest)
    throw new Error(
      `The backup was made by a newer version of Affiant (step ${step}; this version knows ${newest}). Restore it with that version.`,
    )
  await migrate(records, migrations.slice(0, step))
}

/** Brings loaded records to the newest shape. */
export const finishLoading = (records: Records): Promise<unknown> => migrate(records, migrations)

/** Loads tables into records, all in one transaction: on a fault nothing of it stays. */
export async function loadTables(
  records: Records,
  pages: AsyncIterable<{ readonly table: Table; readonly rows: Rows }>,
  counters: readonly Table[],
): Promise<void> {
  await records.write('bulk', async (trx) => {
    for await (const { table, rows } of pages) await insertRows(trx, table, rows)
    for (const table of counters) await setLastId(trx, records.dialect, table)
  })
}

async function insertRows(trx: Writer, { name, columns }: Table, rows: Rows): Promise<void> {
  const into = sql`insert into ${sql.id(name)} (${sql.join(columns.map((column) => sql.id(column)))}) values `
  for (const slice of slices(rows, columns.length)) {
    const values = slice.map((row) => sql`(${sql.join(row)})`)
    await sql`${into}${sql.join(values)}`.execute(trx)
  }
}

/** Ids go on where they were: none is ever given twice, also not that of a row that is gone. */
async function setLastId(
  trx: Writer,
  dialect: Records['dialect'],
  { name, key, lastId }: Table,
): Promise<void> {
  const [column] = key
  if (lastId === null || column === undefined) return
  if (dialect === 'postgres') {
    await sql`select setval(pg_get_serial_sequence(${name}, ${column}), ${lastId})`.execute(trx)
    return
  }
  await sql`delete from sqlite_sequence where name = ${name}`.execute(trx)
  await sql`insert into sqlite_sequence (name, seq) values (${name}, ${lastId})`.execute(trx)
}
