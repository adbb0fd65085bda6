/**
 * Cells that would tell what is covered: those whose formulas read it, directly or through others. 150 beside 50 says that the
 * covered cell of a sum is 100.
 */
import type { Cover } from './cover.ts'
import { type Meanings, type Reads, readsOf } from './formula-references.ts'
import { type CellRange, cellRange, holds } from './redactions.ts'
import { ReferenceIndex } from './reference-index.ts'

/** What is worked out from other cells, and the cells that show it. */
export interface Derived {
  readonly sheet: number
  readonly range: CellRange
  /** Its formula; or what it reads, where that is said in another way. */
  readonly formula: string | Reads
}

export interface Dependent {
  readonly sheet: number
  readonly range: CellRange
  /** What it reads that is covered, or tells it; null where that cannot be seen. */
  readonly through: { readonly sheet: number; readonly range: CellRange } | null
  /** A sentence. */
  readonly why: string
  /** That of the redaction that it would tell. */
  readonly label: string
  /** Left as it is: somebody has said so. */
  readonly isKept: boolean
}

export interface KeptCells {
  readonly sheet: number
  readonly range: CellRange
}

const readsCovered = 'It is worked out from cells that are covered.'

/** What is worked out in a workbook, as it is found in it. */
export class DerivedCells {
  readonly #meanings: Meanings
  readonly #all: { readonly sheet: number; readonly range: CellRange }[] = []
  readonly #unread: { readonly number: number; readonly why: string }[] = []
  readonly #indexes: readonly ReferenceIndex[]

  constructor(meanings: Meanings, sheets: number) {
    this.#meanings = meanings
    this.#indexes = Array.from({ length: sheets }, () => new ReferenceIndex())
  }

  add(derived: Derived): void {
    for (const { sheet, range, formula } of cellByCell(derived)) {
      const number = this.#all.push({ sheet, range }) - 1
      const place = { sheet, row: range.firstRow }
      const reads = typeof formula === 'string' ? readsOf(formula, place, this.#meanings) : formula
      for (const { first, last, range: read } of reads.targets)
        for (let on = first; on <= last; on++) this.#indexes[on]?.add(read, number)
      if (reads.unread !== null) this.#unread.push({ number, why: reads.unread })
    }
  }

  /**
   * In the order in which they are found: what cannot be read first, then from each covered cell outwards. A cell that is kept
   * is among them, and so are those that depend on it. It is asked once.
   */
  dependents(cover: Cover, kept: readonly KeptCells[]): readonly Dependent[] {
    const found: Dependent[] = []
    const seen = new Set<number>()
    const anyLabel = cover.sheets.flatMap(({ ranges }) => ranges.slice(0, 1)).at(0)?.label
    if (anyLabel === undefined) return found
    const tell = (number: number, through: Dependent['through'], why: string, label: string): void => {
      const one = this.#all[number]
      if (one === undefined || seen.has(number)) return
      seen.add(number)
      const isKept = kept.some(({ sheet, range }) => sheet === one.sheet && holds(range, one.range))
      found.push({ ...one, through, why, label, isKept })
    }
    const follow = (sheet: number, range: CellRange, label: string): void =>
      this.#indexes[sheet]?.reading(range, (number) => tell(number, { sheet, range }, readsCovered, label))
    for (const { number, why } of this.#unread) tell(number, null, why, anyLabel)
    for (const [sheet, { ranges }] of cover.sheets.entries())
      for (const { range, label } of ranges) follow(sheet, range, label)
    // Those that are found on the way are followed, too.
    for (let at = 0; at < found.length; at++) {
      const { sheet, range, label } = found[at] as Dependent
      follow(sheet, range, label)
    }
    return found
  }
}

/** Cells that depend on what is covered, of all that is worked out in a workbook. */
export function dependentsOf(
  derived: Iterable<Derived>,
  meanings: Meanings,
  cover: Cover,
  kept: readonly KeptCells[] = [],
): readonly Dependent[] {
  const cells = new DerivedCells(meanings, cover.sheets.length)
  for (const one of derived) cells.add(one)
  return cells.dependents(cover, kept)
}

/** Its cells one by one, so that each can be kept; a very large one stays whole. */
function* cellByCell({ sheet, range, formula }: Derived): Generator<Derived> {
  const rows = range.lastRow - range.firstRow + 1
  const columns = range.lastColumn - range.firstColumn + 1
  if (rows * columns > mostApart) return yield { sheet, range, formula }
  for (let row = range.firstRow; row <= range.lastRow; row++)
    for (let column = range.firstColumn; column <= range.lastColumn; column++)
      yield { sheet, range: cellRange(row, column), formula }
}

const mostApart = 1_000
