/**
 * What anybody can cause without an account, and as often as he likes. The first of it in an hour stand on the record one by
 * one, all others of the same network as one row with their count when the hour is over: rows of the trail are for ever, and
 * a stranger must not fill it.
 */
import type { Chain } from '../audit/entry.ts'
import type { Context } from '../http/context.ts'
import { instantOf } from '../records/dialect.ts'
import type { Records, Writer } from '../records/records.ts'
import { neighborhoodOf } from './networks.ts'
import { type Actor, chainOf, type Occasion, record } from './record.ts'
import type { CountedEntryTable } from './tables.ts'

type Entry = Parameters<typeof record>[3]

/** Puts an entry on the record, or counts it where there were `alone` of its kind in this hour from the same network. */
export async function recordCounted(
  trx: Writer,
  occasion: Pick<Context, 'now' | 'ip'>,
  actor: Actor | null,
  entry: Entry,
  alone: number,
): Promise<void> {
  const chain = chainOf(actor?.companyId ?? null)
  const key = { action: entry.action, chain, network: neighborhoodOf(occasion.ip) }
  const hour = hourOf(occasion.now())
  const before = await trx
    .selectFrom('counted_entry')
    .selectAll()
    .where('action', '=', key.action)
    .where('chain', '=', key.chain)
    .where('network', '=', key.network)
    .executeTakeFirst()
  const ofBefore = before?.hour === hour ? before : { entries: 0, unsaid: 0 }
  const isSaid = ofBefore.entries < alone
  const now = { hour, entries: ofBefore.entries + 1, unsaid: ofBefore.unsaid + (isSaid ? 0 : 1) }
  await trx
    .insertInto('counted_entry')
    .values({ ...key, ...now })
    .onConflict((conflict) => conflict.columns(['action', 'chain', 'network']).doUpdateSet(now))
    .execute()
  if (before !== undefined && before.hour !== hour) await sayCount(trx, occasion, before)
  if (isSaid) await record(trx, occasion, actor, entry)
}

/** Puts the counts of hours that are over on the record. */
export async function sayCounts(records: Records, now: Date): Promise<void> {
  await records.write('bulk', async (trx) => {
    const over = await trx
      .deleteFrom('counted_entry')
      .where('hour', '<', hourOf(now))
      .returningAll()
      .execute()
    for (const counted of over) await sayCount(trx, { now: () => now }, counted)
  })
}

async function sayCount(
  trx: Writer,
  { now }: Pick<Occasion, 'now'>,
  { action, chain, network, hour, unsaid }: CountedEntryTable,
): Promise<void> {
  if (unsaid === 0) return
  await record(trx, { now }, null, { action, facts: { network, hour, further: unsaid } }, chain as Chain)
}

const hourOf = (at: Date): string => instantOf(new Date(Math.floor(at.getTime() / 3_600_000) * 3_600_000))
