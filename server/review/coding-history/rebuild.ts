/**
 * Works the past of coding out anew from the audit rows, in chunks, so that nobody's save waits for it. Meanwhile saves add
 * nothing to it; the last chunk, in a transaction that nobody can append in, makes it whole.
 */
import { sql } from 'kysely'
import type { Reader, Records, Writer } from '../../platform/records/records.ts'
import { changesFromStored } from './changes.ts'
import { write } from './spans.ts'

/** Rows of the chain that one transaction goes through. */
const chunkRows = 500

export interface Progress {
  readonly rows: number
  readonly of: number
}

/** The projects whose past is not whole. */
export async function incomplete(read: Reader): Promise<number[]> {
  const rows = await read.selectFrom('span_head').select('project_id').where('complete', '=', 0).execute()
  return rows.map(({ project_id }) => project_id)
}

/** Where `seq` stands while what was worked out before has yet to go. */
const dropping = -1

/** Throws a project's past away and works it out from its first row. */
export async function rebuild(
  records: Records,
  projectId: number,
  tell: (progress: Progress) => void = () => {},
): Promise<void> {
  await records.write('bulk', async (trx) => {
    const begun = { seq: dropping, moment: '', complete: 0 } as const
    await trx
      .insertInto('span_head')
      .values({ project_id: projectId, ...begun })
      .onConflict((conflict) => conflict.column('project_id').doUpdateSet(begun))
      .execute()
  })
  await complete(records, projectId, tell)
}

/** Goes on where a past that is not whole stands, until it is. What was begun elsewhere goes on here. */
async function complete(
  records: Records,
  projectId: number,
  tell: (progress: Progress) => void = () => {},
  signal?: AbortSignal,
): Promise<void> {
  while (signal?.aborted !== true) {
    const progress = await records.write('bulk', (trx) => goOn(trx, projectId))
    if (progress === null) return
    tell(progress)
  }
}

/** One chunk of what is to be done; null where nothing is left. */
async function goOn(trx: Writer, projectId: number): Promise<Progress | null> {
  const head = await trx
    .selectFrom('span_head')
    .select(['seq', 'moment', 'complete'])
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  if (head === undefined || head.complete === 1) return null
  if (head.seq !== dropping) return takeChunk(trx, projectId, head)
  for (const [table, order] of derived)
    if (await dropSome(trx, table, order, projectId)) return { rows: 0, of: 0 }
  await trx.updateTable('span_head').set({ seq: 0 }).where('project_id', '=', projectId).execute()
  return { rows: 0, of: 0 }
}

const derived = [
  ['coding_span', 'from_seq'],
  ['coding_tally', 'bucket'],
  ['coding_hour', 'hour'],
  ['choice_span', 'field_id'],
  ['batch_span', 'batch_id'],
] as const

/** Drops what belongs to some of the first keys; whether there was anything. */
async function dropSome(trx: Writer, table: string, key: string, projectId: number): Promise<boolean> {
  const order = sql.ref(key)
  const { rows } = await sql<{ last: unknown }>`select max(o) as last from (select ${order} as o
    from ${sql.table(table)} where project_id = ${projectId} order by ${order} limit 2000) as first`.execute(
    trx,
  )
  const last = rows[0]?.last ?? null
  if (last === null) return false
  await sql`delete from ${sql.table(table)} where project_id = ${projectId} and ${order} <= ${last}`.execute(
    trx,
  )
  return true
}

/** The next rows of the chain; null once it is whole. */
async function takeChunk(
  trx: Writer,
  projectId: number,
  head: { readonly seq: number; readonly moment: string },
): Promise<Progress | null> {
  const chain = `project:${projectId}`
  const rows = await trx
    .selectFrom('audit')
    .select([
      'audit_id',
      'seq',
      'at',
      'user_id',
      'action',
      'document_id',
      'field_id',
      'job_id',
      'text',
      'erasable',
    ])
    .where('chain', '=', chain)
    .where('seq', '>', head.seq)
    .orderBy('seq')
    .limit(chunkRows)
    .execute()
  const moment = await write(
    trx,
    projectId,
    rows.flatMap((row) => changesFromStored(row)),
    head.moment,
  )
  const seq = rows.at(-1)?.seq ?? head.seq
  const whole = rows.length < chunkRows
  await trx
    .updateTable('span_head')
    .set({ seq, moment, complete: whole ? 1 : 0 })
    .where('project_id', '=', projectId)
    .execute()
  const end = await trx.selectFrom('audit_head').select('seq').where('chain', '=', chain).executeTakeFirst()
  return whole ? null : { rows: seq, of: end?.seq ?? seq }
}

/** Completes, in the background, what an upgrade or a rebuilding that was cut has left to do; `stop` ends at a chunk. */
export function completeAll(
  records: Records,
  failed: (error: unknown) => void,
): { readonly done: Promise<void>; stop(): Promise<void> } {
  const stopping = new AbortController()
  const done = (async () => {
    for (const projectId of await incomplete(records.read))
      await complete(records, projectId, () => {}, stopping.signal)
  })().catch(failed)
  return {
    done,
    stop: async () => {
      stopping.abort()
      await done
    },
  }
}
