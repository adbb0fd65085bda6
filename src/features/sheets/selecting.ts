/** The selected range of a sheet, and what keys make of it. Pure. */

export interface Selection {
  /** The active cell: where the selection began. */
  readonly row: number
  readonly column: number
  /** Its other corner. */
  readonly toRow: number
  readonly toColumn: number
}

export interface Extent {
  /** Of what the sheet holds. */
  readonly rows: number
  readonly columns: number
  /** Whole rows that fit below those that stay. */
  readonly fits: number
}

export const only = (row: number, column: number): Selection => ({
  row,
  column,
  toRow: row,
  toColumn: column,
})

export const boundsOf = ({ row, column, toRow, toColumn }: Selection) => ({
  firstRow: Math.min(row, toRow),
  lastRow: Math.max(row, toRow),
  firstColumn: Math.min(column, toColumn),
  lastColumn: Math.max(column, toColumn),
})

interface Pressed {
  readonly key: string
  readonly ctrl: boolean
  readonly shift: boolean
}

/** Where keys lead: the active cell, or with Shift the other corner. Null where the key is none of the grid's. */
export function movedBy(from: Selection, pressed: Pressed, extent: Extent): Selection | null {
  const { rows, columns } = extent
  if (pressed.key.toLowerCase() === 'a' && pressed.ctrl)
    return { row: 0, column: 0, toRow: rows - 1, toColumn: columns - 1 }
  // As other programs have it: with Shift the rows of the selection, with Ctrl its columns.
  if (pressed.key === ' ' && pressed.shift !== pressed.ctrl)
    return pressed.shift
      ? { row: from.row, column: 0, toRow: from.toRow, toColumn: columns - 1 }
      : { row: 0, column: from.column, toRow: rows - 1, toColumn: from.toColumn }
  const start = pressed.shift ? { row: from.toRow, column: from.toColumn } : from
  const to = target(start, pressed, extent)
  if (to === null) return null
  const row = Math.min(rows - 1, Math.max(0, to.row))
  const column = Math.min(columns - 1, Math.max(0, to.column))
  return pressed.shift ? { ...from, toRow: row, toColumn: column } : only(row, column)
}

function target(
  { row, column }: { readonly row: number; readonly column: number },
  { key, ctrl }: Pressed,
  { rows, columns, fits }: Extent,
): { row: number; column: number } | null {
  switch (key) {
    case 'ArrowDown':
      return { row: ctrl ? rows - 1 : row + 1, column }
    case 'ArrowUp':
      return { row: ctrl ? 0 : row - 1, column }
    case 'ArrowRight':
      return { row, column: ctrl ? columns - 1 : column + 1 }
    case 'ArrowLeft':
      return { row, column: ctrl ? 0 : column - 1 }
    case 'PageDown':
      return { row: row + fits, column }
    case 'PageUp':
      return { row: row - fits, column }
    case 'Home':
      return { row: ctrl ? 0 : row, column: 0 }
    case 'End':
      return { row: ctrl ? rows - 1 : row, column: columns - 1 }
    default:
      return null
  }
}
