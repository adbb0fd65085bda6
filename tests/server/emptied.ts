/** Makes a server as if it were new, for the next test: no job runs, no row is left, and no file in the data folder. */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { isGone, isOfHere } from '#server/platform/process-id.ts'
import type { Reader, Records } from '#server/platform/records/records.ts'
import type { Services } from '#server/platform/services.ts'

type Emptied = Pick<Services, 'records' | 'jobs' | 'config'>

/** Stops what runs as somebody would who cancels it; rejects where a job does not stop. */
export async function stopJobs({ records, jobs }: Emptied): Promise<void> {
  const leased = await records.write('interactive', async (trx) => {
    await trx
      .updateTable('job')
      .set({ state: 'Cancelled' })
      .where('state', 'in', ['Queued', 'Paused'])
      .where('lease_owner', 'is', null)
      .execute()
    const rows = await trx
      .selectFrom('job')
      .select(['job_id', 'lease_owner'])
      .where('lease_owner', 'is not', null)
      .execute()
    // What a test has made up nobody gives back.
    const own = rows.filter(({ lease_owner: owner }) => owner !== null && isOfHere(owner) && !isGone(owner))
    const ids = own.map(({ job_id }) => job_id)
    if (ids.length > 0)
      await trx.updateTable('job').set({ state: 'Cancelling' }).where('job_id', 'in', ids).execute()
    return ids
  })
  if (leased.length === 0) return
  for (const id of leased) jobs.interrupt(id)
  for (const end = performance.now() + patienceMs; performance.now() < end; await wait(5)) {
    const left = await records.read
      .selectFrom('job')
      .select('job_id')
      .where('job_id', 'in', leased)
      .where('lease_owner', 'is not', null)
      .executeTakeFirst()
    if (left === undefined) return
  }
  throw new Error(`Jobs do not stop: ${leased.join(', ')}.`)
}

const patienceMs = 10_000

/** Takes every row and every file away. Numbers go on counting: what is remembered under one never means another thing. */
export async function empty({ records, config }: Emptied): Promise<void> {
  await (records.dialect === 'sqlite' ? emptyFile(records) : emptySchema(records))
  for (const folder of readdirSync(config.dataDir, { withFileTypes: true })) {
    if (!folder.isDirectory() || inUse.has(folder.name)) continue
    const path = join(config.dataDir, folder.name)
    // Public keys are laid beside the heads, and folders for unfinished files made, when the server starts.
    for (const name of readdirSync(path))
      if (name !== 'tmp' && !name.endsWith('.pem')) rmSync(join(path, name), { recursive: true, force: true })
  }
}

/** An index is of a project that is gone, and may be written to still; read spreadsheets are known by their bytes alone. */
const inUse: ReadonlySet<string> = new Set(['keys', 'spool', 'index', 'sheets'])

/** The tables and what watches over them, as text: a test that has changed it gives back another server than it was lent. */
export async function shapeOf({ records }: Emptied): Promise<string> {
  if (records.dialect === 'sqlite') return JSON.stringify(await tablesAndTriggers(records.read))
  const { rows } = await sql`with own as (select oid from pg_class
      where relkind = 'r' and relnamespace = current_schema()::regnamespace)
    select tgrelid as of, tgname as name, tgenabled as how from own join pg_trigger on tgrelid = own.oid
      where not tgisinternal
    union all select conrelid, conname, contype from own join pg_constraint on conrelid = own.oid
    union all select oid, null, null from own
    order by 1, 2`.execute(records.read)
  return JSON.stringify(rows)
}

async function tablesAndTriggers(db: Reader) {
  const { rows } = await sql<{
    type: string
    name: string
    sql: string
  }>`select type, name, sql from sqlite_master
    where type in ('table', 'trigger') and name not like 'sqlite_%' and name <> 'migration'
    order by name`.execute(db)
  return rows
}

/** The trail refuses that rows are deleted: its triggers are away meanwhile. */
async function emptyFile(records: Records): Promise<void> {
  await records.write('interactive', async (trx) => {
    const all = await tablesAndTriggers(trx)
    const triggers = all.filter(({ type }) => type === 'trigger')
    const statements = [
      'pragma defer_foreign_keys = on',
      ...triggers.map(({ name }) => `drop trigger ${name}`),
      ...all.filter(({ type }) => type === 'table').map(({ name }) => `delete from ${name}`),
      ...triggers.map((trigger) => trigger.sql),
    ]
    for (const statement of statements) await sql.raw(statement).execute(trx)
  })
}

/** As a replica nobody is asked: neither the triggers of the trail nor foreign keys. */
async function emptySchema(records: Records): Promise<void> {
  await records.write('interactive', async (trx) => {
    await sql`do $$ declare name text; begin
      set local session_replication_role = replica;
      for name in select tablename from pg_tables where schemaname = current_schema() and tablename <> 'migration'
      loop execute format('delete from %I', name); end loop;
    end $$`.execute(trx)
  })
}
