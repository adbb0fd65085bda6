/**
 * Rows that stay where they are while one writes: a row that leaves the filter by what was written stands there until the page
 * is left or asked for anew. Each is as new as what is known of it.
 */
import { useUnit } from 'effector-react'
import { useRef } from 'react'
import type { ReplyOf } from '#contracts/call.ts'
import type { LogRow, logRows } from '#contracts/privilege-log.ts'
import { savedRows } from '#src/stores/privilege-log.ts'

type Page = ReplyOf<typeof logRows>

const newer = (one: LogRow, other: LogRow | undefined): LogRow =>
  other !== undefined && other.version >= one.version ? other : one

export function useSteadyRows(
  /** Which page it is. */
  key: string,
  page: Page | null,
): { readonly rows: readonly LogRow[]; readonly renew: () => void } {
  const saved = useUnit(savedRows.$entries)
  /** `old`: what was held when the page was opened, or asked for anew: the next answer says the order. */
  const held = useRef<{ key: string; rows: readonly LogRow[]; old: Page | null } | null>(null)
  const before = held.current?.key === key ? held.current : null
  if (before === null) held.current = { key, rows: page?.data ?? [], old: page }
  else if (page !== null && (before.rows.length === 0 || (before.old !== null && before.old !== page)))
    held.current = { key, rows: page.data, old: null }
  else {
    const fetched = new Map(page?.data.map((row) => [row.documentId, row]))
    const rows = before.rows.map((row) =>
      newer(newer(row, saved.get(String(row.documentId))), fetched.get(row.documentId)),
    )
    // The same list while nothing is new: nothing is drawn anew for a step of the keyboard.
    if (rows.some((row, at) => row !== before.rows[at])) held.current = { ...before, rows }
  }
  return {
    rows: held.current?.rows ?? [],
    renew: () => {
      if (held.current !== null) held.current = { ...held.current, old: page }
    },
  }
}
