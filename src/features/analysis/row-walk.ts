/** Moving through all rows of the pane with the keys, from list to list. */
import type { KeyboardEvent } from 'react'
import { walk } from '../ui/row-keys.ts'

const page = 10

/** Marks what the keys go to. */
export const rowMark = { 'data-related-row': '' } as const

/** For the element around the lists: gives the keyboard to the row that a key leads to. */
export function walkRows(event: KeyboardEvent<HTMLElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-related-row]')]
  const at = event.target instanceof HTMLElement ? rows.indexOf(event.target) : -1
  // On a button beside a row keys do what they do.
  if (at < 0 && event.target !== event.currentTarget) return
  const to = walk(rows.length, at, event.key, page)
  const row = to === null ? undefined : rows[to]
  if (row === undefined) return
  event.preventDefault()
  row.focus()
}
