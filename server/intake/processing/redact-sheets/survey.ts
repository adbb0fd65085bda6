/** Looks at all of a workbook before it is rebuilt: how far its sheets go, what is merged, and what depends on what is covered. */
import type { BookSource, Hidden } from './book-source.ts'
import type { Cover } from './cover.ts'
import { type Dependent, DerivedCells, type KeptCells } from './dependents.ts'
import { type CellRange, cellRange, everywhere } from './redactions.ts'

export interface Used {
  /** The last row and column that have a cell; -1: none has. */
  readonly lastRow: number
  readonly lastColumn: number
}

export interface Survey {
  readonly used: readonly Used[]
  readonly hidden: readonly Hidden[]
  readonly dependents: readonly Dependent[]
}

/** Covers with it what depends on it, unless it is kept, and the cell that shows the text of a merged area. */
export async function survey(source: BookSource, cover: Cover, kept: readonly KeptCells[]): Promise<Survey> {
  const used: Used[] = []
  const hidden: Hidden[] = []
  const merged: (readonly CellRange[])[] = []
  const derived = new DerivedCells(source.meanings, source.sheets.length)
  const looksAtFormulas = cover.sheets.some(({ ranges }) => ranges.length > 0)
  if (looksAtFormulas) for (const one of source.derived) derived.add(one)
  for (const sheet of source.sheets.keys()) {
    let [lastRow, lastColumn] = [-1, -1]
    hidden.push(
      await source.read(sheet, {
        head() {},
        row(row, _, cells) {
          if (cells.length > 0) lastRow = row
          lastColumn = Math.max(lastColumn, cells.at(-1)?.column ?? -1)
          if (looksAtFormulas)
            for (const { column, formula, fills } of cells)
              if (formula !== '') derived.add({ sheet, range: fills ?? cellRange(row, column), formula })
        },
        merged(ranges) {
          merged.push(ranges)
        },
      }),
    )
    used.push({ lastRow, lastColumn })
  }
  coverMerged(merged, cover)
  const dependents = derived.dependents(cover, kept)
  for (const { sheet, range, label, isKept } of dependents)
    if (!isKept) cover.sheets[sheet]?.cover(range, label)
  coverMerged(merged, cover)
  return { used, hidden, dependents }
}

/** Who covers any cell of a merged area means what it shows, which stands in its first one. */
function coverMerged(merged: readonly (readonly CellRange[])[], cover: Cover): void {
  for (const [sheet, ranges] of merged.entries())
    for (const range of ranges) {
      const own = cover.sheets[sheet]
      const { firstRow, firstColumn, lastRow } = range
      if (own === undefined || lastRow - firstRow > everywhere.lastColumn) continue
      const label = own.labelIn(range)
      if (label !== null && own.labelAt(firstRow, firstColumn) === null)
        own.cover(cellRange(firstRow, firstColumn), label)
    }
}
