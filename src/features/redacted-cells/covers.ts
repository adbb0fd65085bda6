/** What covers the cells of a sheet, for its grid: where each begins and ends, how it looks, and what it says. Pure. */
import { type CellRange, isInRange, type RangeKind, rangeNamed, wholeSheet } from '#contracts/cell-ranges.ts'
import {
  type DependentCells,
  placeWords,
  type RedactedCells,
  type RedactedCellsKind,
} from '#contracts/redacted-cells.ts'
import type { ShownCells } from '#src/events/redacted-cells/document.ts'

/**
 * `depends`: covered with what it is worked out from. `kept`: stays open although it is. `leaves`: as it is in the redacted copy.
 */
export type CoverLook = 'covered' | 'part' | 'depends' | 'kept' | 'leaves'

export interface Cover {
  readonly range: CellRange
  readonly look: CoverLook
  /** What stands on it. */
  readonly label: string
  /** What it is, for whoever does not see it. */
  readonly words: string
  readonly cells: RedactedCells | null
}

/** One in a row. */
export interface RowCover {
  readonly first: number
  /** Behind its last column. */
  readonly end: number
  readonly look: CoverLook
  readonly label: string
  readonly words: string
}

const none: readonly RowCover[] = []

/** Null for the name of a sheet, and for what is no place. */
export function rangeOfCells({ kind, range }: Pick<RedactedCells, 'kind' | 'range'>): CellRange | null {
  if (kind === 'sheetName') return null
  if (kind === 'sheet') return wholeSheet
  return rangeNamed(asRange[kind], range ?? '')
}

const asRange: Readonly<Record<Exclude<RedactedCellsKind, 'sheet' | 'sheetName'>, RangeKind>> = {
  ...{ cells: 'cells', text: 'cells', kept: 'cells', rows: 'rows', columns: 'columns' },
}

/** Of one sheet: what somebody covered, and what depends on it. */
export function coversOf(
  sheet: number,
  shown: readonly ShownCells[],
  dependents: readonly DependentCells[],
): readonly Cover[] {
  const own = shown.flatMap(({ redaction: cells }): Cover[] => {
    const range = cells.sheet === sheet && cells.kind !== 'kept' ? rangeOfCells(cells) : null
    if (range === null) return []
    const label = cells.label
    const isPart = cells.kind === 'text'
    const words = `${isPart ? 'Partly redacted' : 'Redacted'}${label === '' ? '' : `, ${label}`}`
    return [{ range, look: isPart ? 'part' : 'covered', label, words, cells }]
  })
  const kept = shown.filter(({ redaction: cells }) => cells.sheet === sheet && cells.kind === 'kept')
  const depending = dependents.flatMap((one): Cover[] => {
    const range = one.sheet === sheet ? dependentRange(one.range) : null
    if (range === null) return []
    const keptBy = kept.find(({ redaction: cells }) => {
      const held = rangeOfCells(cells)
      return held !== null && isInRange(held, range.firstRow, range.firstColumn)
    })
    const words = dependsWords(one, sheet)
    return [
      keptBy === undefined
        ? { range, look: 'depends', label: words, words: `${words}, covered with it`, cells: null }
        : { range, look: 'kept', label: '', words: `${words}, kept open`, cells: keptBy.redaction },
    ]
  })
  return [...own, ...depending]
}

/** The same on the redacted copy: black, whatever it was covered for. What was covered of a text is gone from it already. */
export const coversInCopy = (covers: readonly Cover[]): readonly Cover[] =>
  covers.flatMap((cover) => {
    if (cover.look === 'covered') return { ...cover, look: 'leaves' as const }
    return cover.look === 'depends' ? { ...cover, look: 'leaves' as const, label: '' } : []
  })

/** 'Depends on B2', or why that cannot be seen. */
function dependsWords({ through, why }: DependentCells, sheet: number): string {
  if (through === null) return why
  const { range } = through
  const kind = /^\d/.test(range) ? 'rows' : /\d/.test(range) ? 'cells' : 'columns'
  const place = placeWords({ ...through, kind })
  return `Depends on ${through.sheet === sheet ? place.replace(/^Sheet \d+, /, '') : place}`
}

const dependentRange = (name: string): CellRange | null =>
  rangeNamed('cells', name) ?? rangeNamed('rows', name) ?? rangeNamed('columns', name)

/** Those of a row; the same list each time it is asked. */
export function byRow(covers: readonly Cover[]): (row: number) => readonly RowCover[] {
  const known = new Map<number, readonly RowCover[]>()
  return (row) => {
    const there = known.get(row)
    if (there !== undefined) return there
    const found = covers
      .filter(({ range }) => row >= range.firstRow && row <= range.lastRow)
      .map(({ range, look, label, words }) => ({
        ...{ first: range.firstColumn, end: range.lastColumn + 1, look, label, words },
      }))
    const all = found.length === 0 ? none : found
    known.set(row, all)
    return all
  }
}

/** What covers a cell: what somebody put there last, before what depends on it. */
export function coverAt(covers: readonly Cover[], row: number, column: number): Cover | null {
  const there = covers.filter(({ range }) => isInRange(range, row, column))
  return there.findLast(({ look }) => look === 'covered' || look === 'part') ?? there.at(-1) ?? null
}

/** Where some words stand in a text, in either case: each place once. */
export function piecesOf(text: string, words: string): { readonly from: number; readonly to: number }[] {
  const found: { from: number; to: number }[] = []
  if (words === '') return found
  const pattern = new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'giu')
  for (const { index, 0: piece } of text.matchAll(pattern))
    found.push({ from: index, to: index + piece.length })
  return found
}
