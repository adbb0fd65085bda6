/** Brings the cells that are in view, tile by tile, and gives them out row by row. */
import { useUnit } from 'effector-react'
import { useEffect, useMemo } from 'react'
import type { Sheet, SheetCell } from '#contracts/sheets.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { type SheetQuestion, sheetAnswers, sheetKey } from '#src/reads/sheets.ts'
import { failures } from '#src/stores/answers.ts'
import { type Tile, tiles as tileCache } from '#src/stores/sheets-cache.ts'
import type { Span } from './grid-window.ts'

const tileRows = 128
const tileColumns = 32
/** Ms that a place must stay in view before it is asked for: what only flies past is not. */
const still = 60

export interface Cells {
  /** Cells of a row in the columns in view, in order; null where they have not come yet. */
  readonly ofRow: (row: number) => readonly SheetCell[] | null
  readonly at: (row: number, column: number) => SheetCell | null
  /** A cell's tile is here, whether there is anything in the cell or not. */
  readonly knows: (row: number, column: number) => boolean
  readonly failed: string | null
}

const none: readonly SheetCell[] = []

export function useTiles(
  documentId: number,
  sheet: number,
  { rows, columns }: Sheet,
  frozen: { readonly rows: number; readonly columns: number },
  view: { readonly rows: Span; readonly columns: Span },
  /** Of the redacted copy that is looked at; null: of the file. */
  redacted: number | null,
): Cells {
  const { run, entries, failed } = useUnit({
    run: dispatch,
    entries: tileCache.$entries,
    failed: failures.$entries,
  })
  const question = (row: number, column: number): SheetQuestion => ({
    about: 'tile',
    documentId,
    sheet,
    firstRow: row * tileRows,
    rows: tileRows,
    firstColumn: column * tileColumns,
    columns: tileColumns,
    ...(redacted === null ? {} : { redacted }),
  })
  const columnTiles = numbers(
    [{ first: 0, end: Math.min(frozen.columns, columns) }, view.columns],
    tileColumns,
  )
  const rowTiles = numbers([{ first: 0, end: Math.min(frozen.rows, rows) }, view.rows], tileRows)
  const wanted = rowTiles.flatMap((row) => columnTiles.map((column) => question(row, column)))
  const missing = wanted.filter((one) => {
    if (one.about !== 'tile' || one.firstRow >= rows) return false
    const tile = entries.get(sheetKey(one))
    // One that was asked for while the file was still being read may have grown since.
    return tile === undefined || tile.upTo < Math.min(one.firstRow + one.rows, rows)
  })
  const said = JSON.stringify(missing)
  useEffect(() => {
    const asked: SheetQuestion[] = JSON.parse(said)
    if (asked.length === 0) return
    const timer = setTimeout(() => {
      for (const one of asked) run(sheetAnswers.request({ question: one }))
    }, still)
    return () => clearTimeout(timer)
  }, [said, run])

  const failure = wanted.map((one) => failed.get(sheetKey(one))).find((one) => one != null)
  const tilesSaid = columnTiles.join()
  const made = useMemo(() => {
    const kept = new Map<number, readonly SheetCell[] | null>()
    const columnsOf = tilesSaid.split(',').map(Number)
    const tileAt = (row: number, column: number): Tile | undefined =>
      entries.get(
        sheetKey({
          about: 'tile',
          documentId,
          sheet,
          firstRow: row * tileRows,
          rows: tileRows,
          firstColumn: column * tileColumns,
          columns: tileColumns,
          ...(redacted === null ? {} : { redacted }),
        }),
      )
    const read = (row: number): readonly SheetCell[] | null => {
      const found = columnsOf.map((column) => tileAt(Math.floor(row / tileRows), column))
      if (found.every((tile) => tile === undefined)) return null
      const parts = found.map((tile) => tile?.rows.get(row) ?? none).filter((part) => part.length > 0)
      // Mostly all is in one tile: its own list then, which stays the same.
      return parts.length > 1 ? parts.flat() : (parts[0] ?? none)
    }
    return {
      ofRow: (row: number) => {
        const known = kept.get(row)
        if (known !== undefined) return known
        const cells = read(row)
        kept.set(row, cells)
        return cells
      },
      at: (row: number, column: number) =>
        tileAt(Math.floor(row / tileRows), Math.floor(column / tileColumns))
          ?.rows.get(row)
          ?.find((cell) => cell.column === column) ?? null,
      knows: (row: number, column: number) =>
        tileAt(Math.floor(row / tileRows), Math.floor(column / tileColumns)) !== undefined,
    }
  }, [entries, documentId, sheet, tilesSaid, redacted])
  const message = failure?.message ?? null
  return useMemo(() => ({ ...made, failed: message }), [made, message])
}

/** The tiles that spans lie in, each once. */
function numbers(spans: readonly Span[], size: number): number[] {
  const found = new Set<number>()
  for (const { first, end } of spans)
    for (let at = Math.floor(first / size); at * size < end; at++) found.add(at)
  return [...found].toSorted((a, b) => a - b)
}
