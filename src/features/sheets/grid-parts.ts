/**
 * What the parts of the grid are to screen readers. A table's own elements cannot be used: only what is in view is drawn, each
 * where it belongs. The keyboard is the grid's, which names the active cell.
 */
const quiet = { tabIndex: -1 } as const

interface CellPart {
  readonly merge: { readonly rows: number; readonly columns: number } | undefined
  readonly selected: boolean
  /** Where it holds nothing that could be read out. */
  readonly label: string | undefined
}

export const parts = {
  rows: { role: 'rowgroup' },
  heads: { ...quiet, role: 'row' },
  row: (row: number) => ({ ...quiet, role: 'row', 'aria-rowindex': row + 1 }) as const,
  rowHead: { ...quiet, role: 'rowheader' },
  columnHead: (column: number) => ({ ...quiet, role: 'columnheader', 'aria-colindex': column + 1 }) as const,
  cell: (column: number, { merge, selected, label }: CellPart) =>
    ({
      ...quiet,
      role: 'gridcell',
      'aria-colindex': column + 1,
      'aria-colspan': merge?.columns,
      'aria-rowspan': merge?.rows,
      'aria-selected': selected,
      'aria-label': label,
    }) as const,
  comment: { role: 'img', 'aria-label': 'Has a comment' },
} as const
