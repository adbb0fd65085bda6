/** Writes the cells of a workbook, whatever its format, within the limits of cells. */
import { LimitPassed } from '../budget.ts'
import type { Draft } from './draft.ts'

/** Empty cells that are written between two: a sheet may have a value in its last column only. */
const widestGap = 50

export type SheetState = 'visible' | 'hidden' | 'veryHidden'

export class SheetWriter {
  readonly #draft: Draft
  readonly #most: number
  #cells = 0
  #column = 0
  #rowOpen = false
  constructor(draft: Draft) {
    this.#draft = draft
    this.#most = draft.options.limits.cells
  }

  /** Begins a sheet, under its name. */
  sheet(name: string, state: SheetState): void {
    const { fields, text } = this.#draft
    this.endRow()
    fields.add('Sheet_Names', name)
    if (state === 'hidden') fields.hides('Hidden sheets')
    if (state === 'veryHidden') fields.hides('Very hidden sheets')
    text.wholeLine(name)
  }

  /** A cell of the open row, its column counted from 0; cells come in the order of columns. */
  cell(column: number, shown: string): void {
    if (shown === '') return
    if (++this.#cells > this.#most)
      throw new LimitPassed('textTruncated', `Only the first ${this.#most} cells were read.`)
    const { text } = this.#draft
    if (!this.#rowOpen) {
      text.row()
      this.#rowOpen = true
      this.#column = 0
    }
    for (let gap = Math.min(widestGap, column - this.#column); gap > 0; gap--) text.cell()
    this.#column = Math.max(this.#column, column)
    // A row is one line, whatever its cells hold.
    text.text(shown.includes('\n') || shown.includes('\r') ? shown.replace(/[\r\n]+/g, ' ') : shown)
  }

  endRow(): void {
    if (!this.#rowOpen) return
    this.#rowOpen = false
    this.#draft.text.line()
  }

  comment(cell: string, author: string, words: string): void {
    this.#draft.fields.hides('Comments')
    this.#draft.text.wholeLine(`[Comment ${cell}] ${commentText(author, words)}`)
  }
}

/** Programs often write the author's name before the words themselves. */
export const commentText = (author: string, words: string): string =>
  author === '' || words.startsWith(`${author}:`) ? words.trim() : `${author}: ${words.trim()}`

/** A printed header or footer without the codes for its sections, fonts, and fields. */
export const headerText = (codes: string): string =>
  codes
    .replace(/&"[^"]*"/g, '')
    .replace(/&[LCR]/g, ' ')
    .replace(/&K([0-9A-F]{6}|\d{2}[+-]\d{3})/gi, '')
    .replace(/&(\d{1,3}|[A-Z])/gi, '')
    .replaceAll('&&', '&')
    .trim()
