/**
 * Writes the text of a document as it is found in its markup: a line for each paragraph or row, a tab between cells. What
 * interrupts a paragraph without being in its flow (a text box, a note) is set aside until the line is over, so that no
 * sentence is broken by it.
 */
import { LimitPassed } from '../budget.ts'
import { storable } from '../text.ts'

/** Pieces are joined when there are so many: a heap of tiny strings is far larger than their text. */
const joinedAfter = 4096

export class TextWriter {
  readonly #max: number
  #length = 0
  #done: string[] = []
  #pieces: string[] = []
  /** What comes before the next text: nothing, a line end, or tabs. */
  #pending = ''
  #atStart = true
  #asides: string[] = []
  readonly #outer: {
    pieces: string[]
    done: string[]
    pending: string
    atStart: boolean
    asides: string[]
  }[] = []

  /** Takes up to `max` characters; the next one throws LimitPassed, and what was written stands. */
  constructor(max: number) {
    this.#max = max
  }

  text(text: string): void {
    if (text === '') return
    if (this.#length + text.length > this.#max)
      throw new LimitPassed('textTruncated', `Only the first ${this.#max} characters of its text were read.`)
    this.#length += text.length
    this.#flush()
    this.#pieces.push(text)
    this.#atStart = false
    if (this.#pieces.length >= joinedAfter) {
      this.#done.push(this.#pieces.join(''))
      this.#pieces = []
    }
  }

  /** Ends the line, if there is one. */
  line(): void {
    if (!this.#atStart) this.#pending = '\n'
    if (this.#asides.length === 0 || this.#outer.length > 0) return
    const asides = this.#asides
    this.#asides = []
    for (const aside of asides) {
      this.text(aside)
      this.#pending = '\n'
    }
  }

  /** A line of its own. */
  wholeLine(text: string): void {
    if (text.trim() === '') return
    this.line()
    this.text(text)
    this.line()
  }

  /** Begins a row; what ends the line before is no part of its first cell. */
  row(): void {
    // What was set aside belongs to this row: its cells may be known only when all of them were read.
    if (!this.#atStart) this.#pending = '\n'
    this.#flush()
  }

  /** Ends a cell. Its last paragraph does not end the line. */
  cell(): void {
    if (this.#pending === '\n') this.#pending = ''
    this.#pending += '\t'
    this.#atStart = false
  }

  /** What is written until `endAside` comes after the line that is being written. */
  beginAside(): void {
    this.#outer.push({
      pieces: this.#pieces,
      done: this.#done,
      pending: this.#pending,
      atStart: this.#atStart,
      asides: this.#asides,
    })
    this.#pieces = []
    this.#done = []
    this.#pending = ''
    this.#atStart = true
    this.#asides = []
  }

  endAside(): void {
    const outer = this.#outer.pop()
    if (outer === undefined) return
    const text = this.#joined()
    const inner = this.#asides
    this.#pieces = outer.pieces
    this.#done = outer.done
    this.#pending = outer.pending
    this.#atStart = outer.atStart
    this.#asides = outer.asides
    // Written again where the line is over: counted once.
    for (const aside of [text, ...inner]) {
      if (aside.trim() === '') continue
      this.#length -= aside.length
      this.#asides.push(aside)
    }
  }

  /** Words that come after the line that is being written. */
  aside(words: string): void {
    if (words.trim() === '') return
    this.beginAside()
    this.text(words)
    this.endAside()
  }

  toString(): string {
    while (this.#outer.length > 0) this.endAside()
    this.line()
    // Where a word may be broken is no part of the word.
    return storable(this.#joined()).replaceAll('\u00ad', '').trim()
  }

  #flush(): void {
    if (this.#pending !== '') this.#pieces.push(this.#pending)
    this.#atStart = this.#pending === '\n'
    this.#pending = ''
  }

  #joined(): string {
    return [...this.#done, ...this.#pieces].join('')
  }
}
