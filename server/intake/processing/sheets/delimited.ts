/**
 * Tables as text (RFC 4180 and what programs make of it): values between separators, in quotes where they hold one. Text
 * comes in pieces, and rows leave as soon as they are whole.
 */

const quote = 0x22
const carriageReturn = 0x0d
const lineFeed = 0x0a

export class DelimitedText {
  readonly #separator: number
  readonly #onRow: (values: string[]) => void
  #row: string[] = []
  /** What of the open value came with earlier pieces, or was put together of several. */
  #value = ''
  /** Whether the open value began with a quote that has not been closed. */
  #quoted = false
  /** A quote has just ended what it began; another one right behind it would be a character. */
  #closed = false
  /** Whether anything of the open value is there, its quote included. */
  #begun = false
  #afterReturn = false

  constructor(separator: string, onRow: (values: string[]) => void) {
    this.#separator = separator.charCodeAt(0)
    this.#onRow = onRow
  }

  push(text: string): void {
    let from = 0
    let at = 0
    const { length } = text
    const take = (): void => {
      if (at > from)
        this.#value = this.#value === '' ? text.slice(from, at) : this.#value + text.slice(from, at)
    }
    while (at < length) {
      const code = text.charCodeAt(at)
      if (this.#afterReturn) {
        this.#afterReturn = false
        if (code === lineFeed) {
          from = ++at
          continue
        }
      }
      if (this.#quoted) {
        const end = text.indexOf('"', at)
        at = end < 0 ? length : end
        take()
        from = at
        if (end < 0) break
        this.#quoted = false
        this.#closed = true
        from = ++at
        continue
      }
      if (code === quote && (this.#closed || !this.#begun)) {
        // Twice within quotes it is a character; at the beginning it opens them.
        if (this.#closed) this.#value += '"'
        this.#closed = false
        this.#quoted = true
        this.#begun = true
        from = ++at
        continue
      }
      this.#closed = false
      if (code === this.#separator) {
        take()
        this.#endValue()
        from = ++at
      } else if (code === lineFeed || code === carriageReturn) {
        take()
        this.#endRow()
        this.#afterReturn = code === carriageReturn
        from = ++at
      } else {
        this.#begun = true
        at++
      }
    }
    at = length
    take()
  }

  /** What stands behind the last line end is a row, too. */
  end(): void {
    if (this.#begun || this.#row.length > 0) this.#endRow()
  }

  #endValue(): void {
    this.#row.push(this.#value)
    this.#value = ''
    this.#begun = false
    this.#closed = false
    this.#quoted = false
  }

  #endRow(): void {
    const isEmpty = !this.#begun && this.#row.length === 0
    this.#endValue()
    const row = this.#row
    this.#row = []
    this.#onRow(isEmpty ? [] : row)
  }
}

const separators = [',', '\t', ';', '|'] as const
/** Rows that a separator is judged by. */
const rowsJudged = 50

/** What parts the values: what gives most rows the same number of them, more than one. `usual` where none does. */
export function separatorOf(text: string, usual: string): { separator: string; skip: number } {
  // Excel's own way to say it: a first line of its own.
  const told = /^sep=(.)\r?\n/i.exec(text)
  if (told !== null) return { separator: told[1] ?? usual, skip: told[0].length }
  let best = { separator: usual, score: 0 }
  for (const separator of [usual, ...separators.filter((one) => one !== usual)]) {
    const score = agreement(text, separator)
    if (score > best.score) best = { separator, score }
  }
  return { separator: best.separator, skip: 0 }
}

/** How many rows have as many values as most of them have; a little more where they are many. */
function agreement(text: string, separator: string): number {
  const times = new Map<number, number>()
  let rows = 0
  const reader = new DelimitedText(separator, (values) => {
    if (values.length === 0 || rows >= rowsJudged) return
    rows++
    if (values.length > 1) times.set(values.length, (times.get(values.length) ?? 0) + 1)
  })
  reader.push(text)
  let best = 0
  for (const [columns, count] of times) best = Math.max(best, count + Math.min(columns, 100) / 1000)
  return rows === 0 ? 0 : best
}
