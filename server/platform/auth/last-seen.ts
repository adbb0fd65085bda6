/** When people were here last. Sessions know it to the minute and are dropped after a week; the account keeps the last sign-in. */
import { slices } from '../records/dialect.ts'
import type { Reader } from '../records/records.ts'

/** By account; those who have never been past the second step are not in it. */
export async function lastSeenOf(
  read: Reader,
  accounts: readonly { readonly user_id: number; readonly seen_at: string | null }[],
): Promise<ReadonlyMap<number, string>> {
  const last = new Map<number, string>(
    accounts.flatMap(({ user_id, seen_at }) => (seen_at === null ? [] : [[user_id, seen_at] as const])),
  )
  for (const slice of slices(
    accounts.map(({ user_id }) => user_id),
    1,
  )) {
    const rows = await read
      .selectFrom('session')
      .select(['user_id', (eb) => eb.fn.max('seen_at').as('at')])
      .where('user_id', 'in', slice)
      .where('stage', '!=', 'mfa')
      .groupBy('user_id')
      .execute()
    for (const { user_id, at } of rows) if (at > (last.get(user_id) ?? '')) last.set(user_id, at)
  }
  return last
}
