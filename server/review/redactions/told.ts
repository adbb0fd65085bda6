/** What is told alike of every redaction, whatever it covers. */
import { slices } from '../../platform/records/dialect.ts'

/** A row with the names of who added and who removed it. */
interface Named {
  readonly key: string
  readonly label: string
  readonly reason: string
  readonly gesture: string
  readonly version: number
  readonly by_user: number
  readonly adder: string
  readonly at: string
  readonly remover: string | null
  readonly removed_at: string | null
}

export const alikeOf = (row: Named, userId: number) => ({
  key: row.key,
  label: row.label,
  reason: row.reason,
  gesture: row.gesture,
  version: row.version,
  by: row.adder,
  isOwn: row.by_user === userId,
  at: row.at,
})

export const removalOf = (row: Named) => ({
  removedBy: row.remover ?? '',
  removedAt: row.removed_at ?? row.at,
})

/** Rows by their keys; `read` answers those of some keys. */
export async function byKey<Row extends { readonly key: string }>(
  keys: readonly string[],
  read: (some: readonly string[]) => Promise<readonly Row[]>,
): Promise<ReadonlyMap<string, Row>> {
  const found = new Map<string, Row>()
  for (const slice of slices(keys, 1)) for (const row of await read(slice)) found.set(row.key, row)
  return found
}
