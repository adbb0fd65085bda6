/** A snapshot of a PostgreSQL database: one transaction that sees what was committed when it began. */
import pg from 'pg'
import { clientConfig } from './postgres.ts'
import type { Cell, SnapshotSource } from './snapshot.ts'

const pageRows = 2000

export async function openPostgresSource(
  databaseUrl: string,
  schema: string | undefined,
): Promise<SnapshotSource> {
  const client = new pg.Client(clientConfig(databaseUrl, schema))
  // Whoever reads hears of its loss; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  await client.query('begin isolation level repeatable read read only')
  const all = async (statement: string): Promise<Record<string, unknown>[]> =>
    (await client.query<Record<string, unknown>>(statement)).rows
  return {
    all,
    async *pages(statement) {
      await client.query(`declare backup no scroll cursor for ${statement}`)
      for (;;) {
        const { rows } = await client.query<Cell[]>({
          text: `fetch ${pageRows} from backup`,
          rowMode: 'array',
        })
        if (rows.length > 0) yield rows
        if (rows.length < pageRows) break
      }
      await client.query('close backup')
    },
    columnsStatement: `select c.relname as "table", a.attname as "column",
        coalesce(array_position(i.indkey::int2[], a.attnum) + 1, 0) as "key"
      from pg_class as c
      join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_index as i on i.indrelid = c.oid and i.indisprimary
      where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
      order by c.relname, a.attnum`,
    referencesStatement: `select t.relname as "table", r.relname as refers_to
      from pg_constraint as f
      join pg_class as t on t.oid = f.conrelid
      join pg_class as r on r.oid = f.confrelid
      where f.contype = 'f' and f.connamespace = current_schema()::regnamespace`,
    lastIds: async () => {
      const rows = await all(`select t.relname as name, s.last_value as last
        from pg_sequences as s
        join pg_class as q on q.relname = s.sequencename and q.relnamespace = current_schema()::regnamespace
        join pg_depend as d on d.objid = q.oid and d.classid = 'pg_class'::regclass and d.deptype = 'i'
        join pg_class as t on t.oid = d.refobjid
        where s.schemaname = current_schema() and s.last_value is not null`)
      return new Map(rows.map(({ name, last }) => [String(name), Number(last)]))
    },
    close: () => client.end(),
  }
}
