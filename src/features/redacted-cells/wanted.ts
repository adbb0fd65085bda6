/** What would be redacted of what is selected. Pure. */
import { nameOfRange } from '#contracts/cell-ranges.ts'
import type { RedactedCells } from '#contracts/redacted-cells.ts'
import type { Sheet } from '#contracts/sheets.ts'
import { boundsOf, type Selection } from '../sheets/selecting.ts'

export type WantedPlace = Pick<RedactedCells, 'kind' | 'range'>

export interface Wanted {
  /** As it is selected: whole rows or columns where all of them are. */
  readonly usual: WantedPlace
  readonly rows: WantedPlace
  readonly columns: WantedPlace
}

export function wantedOf(selection: Selection, sheet: Pick<Sheet, 'rows' | 'columns'>): Wanted {
  const bounds = boundsOf(selection)
  const rows = { kind: 'rows', range: nameOfRange('rows', bounds) } as const
  const columns = { kind: 'columns', range: nameOfRange('columns', bounds) } as const
  const isWide = sheet.columns > 1 && bounds.firstColumn === 0 && bounds.lastColumn >= sheet.columns - 1
  const isHigh = sheet.rows > 1 && bounds.firstRow === 0 && bounds.lastRow >= sheet.rows - 1
  const usual: WantedPlace =
    isWide && isHigh
      ? { kind: 'sheet', range: null }
      : isWide
        ? rows
        : isHigh
          ? columns
          : { kind: 'cells', range: nameOfRange('cells', bounds) }
  return { usual, rows, columns }
}

/** 'rows 3:7': what a button says. */
export function wantedWords({ kind, range }: WantedPlace): string {
  if (kind === 'sheet') return 'the sheet'
  if (kind === 'sheetName') return 'the name of the sheet'
  const isMany = range?.includes(':') === true
  if (kind === 'rows') return `${isMany ? 'rows' : 'row'} ${range}`
  if (kind === 'columns') return `${isMany ? 'columns' : 'column'} ${range}`
  return range ?? ''
}
