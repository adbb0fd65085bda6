/** What is told alike of every redaction, whatever it covers. */
import { slices } from '../../platform/records/dialect.ts'

/** Who added it, who last changed it and who removed it. */
export interface TellingNames {
  readonly adder: string
  readonly changer: string | null
  readonly remover: string | null
}

interface Named extends TellingNames {
  readonly key: string
  readonly label: string
  readonly reason: string
  readonly gesture: string
  readonly version: number
  readonly by_user: number
  readonly at: string
  readonly changed_at: string | null
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
  ...(row.changed_at === null ? {} : { changedBy: row.changer ?? '', changedAt: row.changed_at }),
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
