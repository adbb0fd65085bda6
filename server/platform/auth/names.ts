/** What people are called now. */
import type { Reader } from '../records/records.ts'

/** The names of accounts by their ids; an id without one has none here. */
export async function namesOf(
  read: Reader,
  userIds: readonly (number | null)[],
): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(userIds.filter((id) => id !== null))]
  if (ids.length === 0) return new Map()
  const rows = await read
    .selectFrom('app_user')
    .select(['user_id', 'name'])
    .where('user_id', 'in', ids)
    .execute()
  return new Map(rows.map(({ user_id, name }) => [user_id, name]))
}
