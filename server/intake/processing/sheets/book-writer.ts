/** Takes the sheets of a file row by row, within limits, and hands them on in blocks: never more than one is held. */
import { maxColumns, maxRows, type Sheet, type SheetCell } from '#contracts/sheets.ts'
import type { ReadEnd, ReadPart, SheetLimits } from '../../../review/sheets/protocol.ts'
import { packRows, type StoredRow, storedRow } from '../../../review/sheets/stored.ts'
import { LimitPassed } from '../budget.ts'
import { storable } from '../text.ts'

const blockRows = 500
const blockCells = 20_000
const blockChars = 1024 * 1024

export type SheetDraft = { -readonly [K in keyof Sheet]: Sheet[K] }

export const newSheet = (name: string, hidden: Sheet['hidden'] = 'visible'): SheetDraft => ({
  name: storable(name),
  hidden,
  rows: 0,
  columns: 0,
  frozenRows: 0,
  frozenColumns: 0,
  merges: [],
  widths: [],
  hiddenRows: [],
  hiddenColumns: [],
})

/** Where what is read is told. */
export interface Telling {
  emit(part: ReadPart): Promise<void>
  /** That it goes on. */
  sign(): void
  now(): number
}

export class BookWriter {
  readonly limits: SheetLimits
  readonly #telling: Telling
  readonly #sheets: SheetDraft[] = []
  readonly #missing: string[] = []
  readonly #deadline: number
  #block: StoredRow[] = []
  #blockCells = 0
  #blockChars = 0
  /** Blocks that are full, and wait to be handed on. */
  #full: StoredRow[][] = []
  #begun = false
  #cells = 0
  #bytes = 0

  constructor(telling: Telling, limits: SheetLimits) {
    this.#telling = telling
    this.limits = limits
    this.#deadline = telling.now() + limits.ms
  }

  get #sheet(): SheetDraft {
    const sheet = this.#sheets.at(-1)
    if (sheet === undefined) throw new Error('No sheet has begun.')
    return sheet
  }

  /** Says what is left out; once, however often it is found. */
  leftOut(what: string): void {
    if (!this.#missing.includes(what)) this.#missing.push(what)
  }

  /** Begins a sheet. What is known of it before its rows is told with the first of them. */
  async begin(sheet: SheetDraft): Promise<void> {
    await this.#finish()
    if (this.#sheets.length >= this.limits.sheets)
      throw new LimitPassed('tooMany', `Only the first ${this.limits.sheets} sheets were read.`)
    this.#sheets.push(sheet)
    this.#begun = false
  }

  /** A row behind those before; its cells in the order of their columns. Throws LimitPassed. */
  row(row: number, cells: readonly SheetCell[]): void {
    const { rows, cells: most } = this.limits
    if (rows !== null && row >= rows) {
      this.leftOut(
        `The file does not fit into memory whole: only the first ${rows} rows of each sheet were read.`,
      )
      return
    }
    if (row >= maxRows) throw new LimitPassed('tooMany', `Only the first ${maxRows} rows were read.`)
    const kept: SheetCell[] = []
    for (const cell of cells) {
      if (cell.column >= maxColumns) {
        this.leftOut(`Columns behind the ${maxColumns}th were left out.`)
        break
      }
      const one = this.#kept(cell)
      kept.push(one)
      this.#blockChars += one.text.length + (one.formula?.length ?? 0) + (one.comment?.length ?? 0)
    }
    const sheet = this.#sheet
    sheet.rows = Math.max(sheet.rows, row + 1)
    const last = kept.at(-1)
    if (last === undefined) return
    sheet.columns = Math.max(sheet.columns, last.column + 1)
    this.#cells += kept.length
    if (this.#cells > most) throw new LimitPassed('tooMany', `Only the first ${most} cells were read.`)
    this.#block.push(storedRow(row, kept))
    this.#blockCells += kept.length
    if (this.#block.length >= blockRows || this.#blockCells >= blockCells || this.#blockChars >= blockChars)
      this.#close()
  }

  /** Hands on what is full; rows are read on from here. */
  async drain(): Promise<void> {
    if (!this.#begun && this.#sheets.length > 0) {
      this.#begun = true
      await this.#telling.emit({ kind: 'sheet', sheet: { ...this.#sheet, rows: 0, columns: 0 } })
    }
    for (let rows = this.#full.shift(); rows !== undefined; rows = this.#full.shift()) {
      const bytes = packRows(rows)
      this.#bytes += bytes.length
      if (this.#bytes > this.limits.bytes)
        throw new LimitPassed('tooLarge', 'It is too large to be shown whole: what follows was left out.')
      const { columns } = this.#sheet
      await this.#telling.emit({
        kind: 'block',
        first: rows[0]?.[0] ?? 0,
        end: (rows.at(-1)?.[0] ?? 0) + 1,
        columns,
        bytes,
      })
    }
    this.#telling.sign()
    if (this.#telling.now() > this.#deadline)
      throw new LimitPassed('timedOut', 'Reading it took too long: what follows was left out.')
  }

  /** What was left out by then is said, whatever ended it. */
  async end(): Promise<ReadEnd> {
    try {
      await this.#finish()
    } catch (error) {
      if (!(error instanceof LimitPassed)) throw error
      this.leftOut(error.message)
    }
    const failed = this.#sheets.length > 0 ? null : (this.#missing[0] ?? 'No sheet was found in the file.')
    return { sheets: this.#sheets, missing: this.#missing, failed }
  }

  get hasCells(): boolean {
    return this.#cells > 0
  }

  async #finish(): Promise<void> {
    if (this.#sheets.length === 0) return
    const { marks } = this.limits
    const sheet = this.#sheet
    for (const key of ['merges', 'widths', 'hiddenRows', 'hiddenColumns'] as const) {
      if (sheet[key].length <= marks) continue
      this.leftOut('Not all merged cells, widths of columns, or hidden rows are marked: they are too many.')
      Object.assign(sheet, { [key]: sheet[key].slice(0, marks) })
    }
    this.#close()
    await this.drain()
  }

  #close(): void {
    if (this.#block.length > 0) this.#full.push(this.#block)
    this.#block = []
    this.#blockCells = 0
    this.#blockChars = 0
  }

  #kept(cell: SheetCell): SheetCell {
    const { text, formula, comment } = cell
    return {
      ...cell,
      text: this.#cut(text),
      ...(formula !== undefined && { formula: this.#cut(formula) }),
      ...(comment !== undefined && { comment: this.#cut(comment) }),
    }
  }

  #cut(text: string): string {
    if (text.length <= this.limits.cellChars) return storable(text)
    this.leftOut(`Texts of more than ${this.limits.cellChars} characters in one cell were cut.`)
    return storable(text.slice(0, this.limits.cellChars))
  }
}
