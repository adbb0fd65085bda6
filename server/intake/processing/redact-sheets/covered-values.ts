/** What stood where it is covered: looked for in what leaves, and forgotten. */
import { RedactionRefused } from './redactions.ts'

const mostValues = 2_000_000
const mostChars = 256 * 1024 * 1024
/** Shorter ones stand everywhere. */
const shortest = 3

export class CoveredValues implements Iterable<string> {
  readonly #all = new Set<string>()
  #chars = 0

  /** Throws RedactionRefused where they are too many to be looked for. */
  add(value: string): void {
    const text = value.trim()
    if (text.length < shortest || this.#all.has(text)) return
    this.#all.add(text)
    this.#chars += text.length
    if (this.#all.size > mostValues || this.#chars > mostChars)
      throw new RedactionRefused(
        `More than ${mostValues} different values are covered: they cannot all be looked for afterwards. Withhold the file.`,
      )
  }

  /** Its text, and what stands in quotes in it. */
  addFormula(formula: string): void {
    if (formula === '') return
    this.add(formula)
    for (const [, words = ''] of formula.matchAll(/"((?:[^"]|"")*)"/g)) this.add(words.replaceAll('""', '"'))
  }

  get size(): number {
    return this.#all.size
  }

  [Symbol.iterator](): Iterator<string> {
    return this.#all[Symbol.iterator]()
  }
}
