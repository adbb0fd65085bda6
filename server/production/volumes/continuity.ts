/** Whether numbers that were read follow each other without a gap, and none is there twice. Pure. */
import type { ProductionSettings } from '#contracts/production-settings.ts'
import type { RunSettings } from '../settings/run-settings.ts'

/** What is looked at of numbers, document by document: null where all is well, else what is wrong. */
export interface Numbers {
  /** Of the pages of a document, as a list names them. */
  pages(numbers: readonly string[]): string | null
  /** The first and the last of a document, where no list names its pages. */
  range(first: string, last: string): string | null
  /** Of a document whose list names its file once, and how many pages it has. */
  span(first: string, pages: number): string | null
}

export const numbersAfter = (numbering: RunSettings['numbering'], first: number | null): Numbers =>
  numbering.level === 'none' ? new Counted() : new Continuity(numbering, first ?? 1)

/** Pages by control number: counted from 1 behind it, and no document twice. */
class Counted implements Numbers {
  readonly #seen = new Set<string>()

  pages(numbers: readonly string[]): string | null {
    const own = /^(.+)_0001$/.exec(numbers[0] ?? '')?.[1]
    if (own === undefined) return `${numbers[0] ?? ''} is no first page of a document.`
    const wrong = numbers.find((number, page) => number !== `${own}_${String(page + 1).padStart(4, '0')}`)
    return wrong === undefined ? this.#once(own) : `${wrong} does not count on from ${own}.`
  }

  range(first: string): string | null {
    return this.#once(first)
  }

  span(first: string): string | null {
    return this.pages([first])
  }

  #once(own: string): string | null {
    if (this.#seen.has(own)) return `${own} is there twice.`
    this.#seen.add(own)
    return null
  }
}

export class Continuity implements Numbers {
  readonly #prefix: string
  readonly #byPage: boolean
  #next: number

  /** `first`: the number with which the production begins. */
  constructor({ prefix, level }: ProductionSettings['numbering'], first: number) {
    this.#prefix = prefix
    this.#byPage = level === 'page'
    this.#next = first
  }

  /** The numbers of the pages of a document, as a list names them: null where they follow, else what is wrong. */
  pages(numbers: readonly string[]): string | null {
    for (const [page, number] of numbers.entries()) {
      const wrong = this.#byPage || page === 0 ? this.#takes(number) : this.#counts(numbers[0], number, page)
      if (wrong !== null) return wrong
    }
    return null
  }

  /** The first and the last number of a document, where no list names its pages. */
  range(first: string, last: string): string | null {
    const wrong = this.#takes(first)
    if (wrong !== null) return wrong
    if (!this.#byPage) return null
    const end = this.#read(last)
    if (end === null || end < this.#next - 1) return `${last} does not follow ${first}.`
    this.#next = end + 1
    return null
  }

  /** A document whose list names its file once, and how many pages it has. */
  span(first: string, pages: number): string | null {
    const wrong = this.#takes(first)
    if (wrong === null && this.#byPage) this.#next += pages - 1
    return wrong
  }

  #takes(number: string): string | null {
    const read = this.#read(number)
    if (read === null) return `${number} is no number of this production.`
    const expected = this.#next
    this.#next = read + 1
    return read === expected ? null : `${number} stands where another number is expected.`
  }

  #counts(first: string | undefined, number: string, page: number): string | null {
    const suffix = /_(\d{4,})$/.exec(number)?.[1]
    return suffix !== undefined && number === `${first}_${suffix}` && Number(suffix) === page + 1
      ? null
      : `${number} does not count on from ${first}.`
  }

  #read(number: string): number | null {
    const digits = number.startsWith(this.#prefix) ? number.slice(this.#prefix.length) : ''
    const found = /^(\d+)(?:_\d{4,})?$/.exec(digits)?.[1]
    return found === undefined ? null : Number(found)
  }
}
