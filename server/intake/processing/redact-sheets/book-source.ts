/** A workbook as it is read for a rebuilding: sheet by sheet, row by row, as often as it is asked for. */
import type { CellAddress } from '#contracts/cell-names.ts'
import type { Derived } from './dependents.ts'
import type { Meanings } from './formula-references.ts'
import type { CellRange } from './redactions.ts'
import type { RichText } from './strings.ts'
import type { Styles } from './styles.ts'

export interface SourceCell {
  readonly column: number
  readonly style: number
  readonly value:
    | { readonly kind: 'text'; readonly text: RichText }
    /** A number, a truth value, an error, or a day, as the format has it. */
    | { readonly kind: 'n' | 'b' | 'e' | 'd'; readonly text: string }
    | { readonly kind: 'none' }
  /** What the cell shows, in which places of a text are counted. */
  shown(): string
  /** Without its `=`; empty: none. */
  readonly formula: string
  /** The cells that it fills, where they are more than this one. */
  readonly fills: CellRange | null
}

export interface Column {
  readonly first: number
  readonly last: number
  /** Attributes, each with a blank before it. */
  readonly look: string
}

/** What stands before the rows. */
export interface SheetHead {
  readonly frozen: CellAddress
  /** Attributes of the usual height and width. */
  readonly usual: string
  readonly columns: readonly Column[]
}

export interface SheetTaker {
  head(head: SheetHead): void
  /** In ascending order; its cells too, each column once. */
  row(row: number, look: string, cells: readonly SourceCell[]): void
  /** Behind the last row. */
  merged(ranges: readonly CellRange[]): void
}

export interface SourceSheet {
  readonly name: string
  /** Nobody sees it in the program that wrote it. */
  readonly isHidden: boolean
}

/** What is hidden on a sheet where it comes from: it is shown in what is made of it. */
export interface Hidden {
  readonly rows: readonly { readonly first: number; readonly last: number }[]
  readonly columns: readonly { readonly first: number; readonly last: number }[]
}

export interface BookSource {
  readonly sheets: readonly SourceSheet[]
  readonly meanings: Meanings
  /** What fills cells and is no formula. */
  readonly derived: readonly Derived[]
  readonly date1904: boolean
  readonly styles: Styles
  /** Null: it has none. */
  readonly theme: string | null
  /** Reads a sheet to its end. */
  read(sheet: number, taker: SheetTaker): Promise<Hidden>
  /** What was left out so far: sentences. */
  leftOut(): readonly string[]
}
