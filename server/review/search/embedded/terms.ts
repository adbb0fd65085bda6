/** All words of the index in memory, to expand wildcards from: a scan of the list is far faster than of the index. */
import type { Statement } from 'better-sqlite3'
import { gap } from '#query/broken-words.ts'
import { isNumber, type Matching, matcher, type Wanted } from '#query/occurrences.ts'
import { isPattern, matchesPattern, patternPrefix } from '#query/pattern.ts'
import type { Db } from './file.ts'
import { gapNumber } from './kept.ts'
import type { Section, Snapshot } from './snapshot-file.ts'
import type { Step } from './stop-mark.ts'

/** More words than this are not looked for one by one. */
const expansionLimit = 10_000

const wordsAtOnce = 100_000

/** So many words are looked at in a step. */
const wordsInStep = 1_000

/** Of the words that texts are read with: rare ones come and go. */
const wordsInMind = 500_000

class TooManyWords extends Error {
  /** Told to the other process, which knows where the pattern stands in the query. */
  readonly code: string
  constructor(pattern: string, words: number) {
    const [number, limit] = [words, expansionLimit].map((count) => count.toLocaleString('en-US'))
    super(
      `“${pattern}” stands for ${number} words of this project; ${limit} can be looked for. Make it narrower.`,
    )
    // Its name is what the other process sees of it.
    this.name = 'TooManyWords'
    this.code = pattern
  }
}

export class Terms {
  readonly #db: Db
  readonly #step: Step
  /** Words between line ends: a few long texts instead of very many small ones. */
  #segments: string[] = []
  /** The same as they were saved, until somebody asks for them. */
  #saved: Buffer | null = null
  #last = 0
  readonly #textOf: Statement<[number]>
  readonly #numberOf: Statement<[string], number>
  /** Words that were asked for by their numbers. */
  readonly #byNumber = new Map<number, string>([[gapNumber, gap]])

  constructor(db: Db, step: Step) {
    this.#db = db
    this.#step = step
    this.#textOf = db.prepare('select text from term where id = ?').pluck()
    this.#numberOf = db.prepare<[string], number>('select id from term where text = ?').pluck()
  }

  /** All that is saved of it: the number of the last word, and the words. */
  sections(): Section[] {
    return [
      ['last word', Float64Array.of(this.#last)],
      ['words', this.#saved ?? Buffer.from(this.#segments.join('\n'))],
    ]
  }

  /** Takes what was saved, in place of nothing. */
  take(saved: Snapshot): void {
    const last = new Float64Array(1)
    saved.into('last word', last)
    this.#saved = saved.bytes('words')
    this.#last = last[0] ?? 0
  }

  /** The number of a word; null where no text has it. */
  numberOf(word: string): number | null {
    return this.#numberOf.get(word) ?? null
  }

  #word(number: number): string {
    const known = this.#byNumber.get(number)
    if (known !== undefined) return known
    const word = String(this.#textOf.get(number))
    if (this.#byNumber.size > wordsInMind) this.#byNumber.clear()
    this.#byNumber.set(gapNumber, gap).set(number, word)
    return word
  }

  /** How words are looked for by their numbers. What a pattern stands for is told once for each word. */
  matching(noise: ReadonlySet<string> | null): Matching<number> {
    const wanted = (token: string | null, kept: ReadonlySet<string> | null): Wanted<number> => {
      if (token === null) return (number) => number !== gapNumber
      if (!isPattern(token)) {
        const own = this.#numberOf.get(token) ?? -1
        return (number) => number === own
      }
      const matches = matcher(token, kept)
      const told = new Map<number, boolean>()
      return (number) => {
        const known = told.get(number)
        if (known !== undefined) return known
        const is = matches(this.#word(number))
        told.set(number, is)
        return is
      }
    }
    const kept = new Map<string, Wanted<number>>()
    /** Once for all documents. */
    const once = (key: string, make: () => Wanted<number>): Wanted<number> => {
      const known = kept.get(key) ?? make()
      kept.set(key, known)
      return known
    }
    return {
      wanted: (token) => once(`noise ${token ?? ''}`, () => wanted(token, noise)),
      exactly: (token) => once(token, () => wanted(token, null)),
      isNumber: (number) => isNumber(this.#word(number)),
    }
  }

  /** The words that a pattern stands for. */
  expand(pattern: string, noise: ReadonlySet<string> | null): string[] {
    for (const _ of this.reading());
    const prefix = patternPrefix(pattern)
    const found: string[] = []
    let count = 0
    let seen = 0
    const matches = matcher(pattern, noise)
    const isWildcard = /[*?]/.test(pattern)
    for (const segment of this.#segments) {
      let from = wordWith(prefix, segment, 0)
      while (from >= 0 && from < segment.length) {
        if (++seen % wordsInStep === 0) this.#step()
        const end = segment.indexOf('\n', from)
        const to = end < 0 ? segment.length : end
        // Most words are none of a wildcard's: they are told without being cut out.
        if (!isWildcard || matchesPattern(pattern, segment, from, to)) {
          const term = segment.slice(from, to)
          if (matches(term) && ++count <= expansionLimit) found.push(term)
        }
        from = wordWith(prefix, segment, to + 1)
      }
    }
    if (count > expansionLimit) throw new TooManyWords(pattern, count)
    return found
  }

  /** Reads the words that have come since the last time, in steps. */
  *reading(): Generator<void, void> {
    if (this.#saved !== null && this.#saved.length > 0) this.#segments = [this.#saved.toString()]
    this.#saved = null
    const next = this.#db.prepare('select id, text from term where id > ? order by id limit ?').raw()
    for (;;) {
      const rows = next.all(this.#last, wordsAtOnce) as [number, string][]
      const last = rows.at(-1)
      if (last === undefined) return
      this.#last = last[0]
      this.#segments.push(rows.map((row) => row[1]).join('\n'))
      if (this.#segments.length > 64) this.#segments = [this.#segments.join('\n')]
      if (rows.length < wordsAtOnce) return
      yield
    }
  }
}

/** Where the next word begins, from here on, that these letters stand at the beginning of; negative where none does. */
function wordWith(prefix: string, segment: string, from: number): number {
  if (segment.startsWith(prefix, from)) return from
  const end = segment.indexOf(`\n${prefix}`, from)
  return end < 0 ? -1 : end + 1
}
