/** The rows of the tree: a gesture each, and below those that are open what they consist of. Nothing is made of rows that nobody sees. */
import type { GestureRow, LogIndex } from './log-index.ts'
import type { Row } from './tree.ts'

export type ShownRow =
  | {
      readonly kind: 'gesture'
      readonly id: string
      readonly depth: 0
      readonly gesture: GestureRow
      readonly number: number
    }
  | Row
  /** Below an open gesture while its envelopes are read, or where they have been tidied away. */
  | { readonly kind: 'note'; readonly id: string; readonly depth: 1; readonly words: string }

export interface GestureRows {
  readonly count: number
  readonly at: (row: number) => ShownRow | null
  /** Where a row stands; -1: it does not show. */
  readonly find: (id: string) => number
  /** The row that this one hangs from: the nearest above that is less deep; -1: none. */
  readonly parentOf: (row: number) => number
}

/** Some screens of rows. */
const maxMade = 500

/** `inside`: what stands below each open gesture, by its id. */
export function gestureRows(
  index: LogIndex,
  passed: Uint32Array,
  inside: ReadonlyMap<string, readonly ShownRow[]>,
): GestureRows {
  interface Open {
    /** The gesture's place among those that pass, and its row. */
    readonly place: number
    readonly row: number
    readonly rows: readonly ShownRow[]
  }
  const open: Open[] = []
  if (inside.size > 0) {
    const byNumber = new Map([...inside].map(([id, rows]) => [index.numberOf(id), rows]))
    let more = 0
    for (let place = 0; place < passed.length; place++) {
      const rows = byNumber.get(passed[place] ?? -1)
      if (rows === undefined) continue
      open.push({ place, row: place + more, rows })
      more += rows.length
    }
  }
  /** The same row each time it is asked for, so that what stays in view is not drawn anew. */
  const made = new Map<number, ShownRow>()
  const count = passed.length + open.reduce((sum, { rows }) => sum + rows.length, 0)
  /** The last open gesture that stands at or above a row. */
  const openAbove = (row: number): Open | null => open.findLast((one) => one.row <= row) ?? null

  const at = (row: number): ShownRow | null => {
    if (row < 0 || row >= count) return null
    const above = openAbove(row)
    if (above !== null && row > above.row && row <= above.row + above.rows.length)
      return above.rows[row - above.row - 1] ?? null
    const place =
      above === null ? row : above.place + row - above.row - (row > above.row ? above.rows.length : 0)
    const number = passed[place] ?? 0
    const known = made.get(number)
    if (known) return known
    const gesture = index.gesture(number)
    const shown: ShownRow = { kind: 'gesture', id: gesture.id, depth: 0, gesture, number }
    if (made.size >= maxMade) made.clear()
    made.set(number, shown)
    return shown
  }

  return {
    count,
    at,
    find: (id) => {
      for (const { row, rows } of open) {
        const within = rows.findIndex((one) => one.id === id)
        if (within >= 0) return row + 1 + within
      }
      const number = index.numberOf(id)
      const place = number < 0 ? -1 : passed.indexOf(number)
      const before = open.filter((one) => one.place < place)
      return place < 0 ? -1 : place + before.reduce((sum, { rows }) => sum + rows.length, 0)
    },
    parentOf: (row) => {
      const depth = at(row)?.depth ?? 0
      for (let up = row - 1; depth > 0 && up >= 0; up--) {
        if ((at(up)?.depth ?? 0) < depth) return up
      }
      return -1
    },
  }
}
