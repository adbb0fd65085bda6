/** A reading while it is made: whatever stops a reader in its middle, what it has found by then is kept. */
import { LimitPassed } from '../budget.ts'
import type { ExceptionCode, Flaw } from '../member.ts'
import { Fields } from './fields.ts'
import { type Embedded, type Reading, type ReadOptions, Unreadable } from './reading.ts'
import { TextWriter } from './writer.ts'

/** Addresses that are listed; they are many only in lists of addresses. */
const mostLinks = 20_000

export class Draft {
  readonly options: ReadOptions
  readonly text: TextWriter
  readonly fields = new Fields()
  readonly #embedded: Embedded[] = []
  readonly #flaws: Flaw[] = []
  readonly #links = new Set<string>()
  readonly #limits: ReadOptions['limits']
  #embeddedBytes = 0
  constructor(options: ReadOptions) {
    this.options = options
    this.#limits = options.limits
    this.text = new TextWriter(options.limits.documentChars)
  }

  /** Where a link leads, for the end of the text. */
  link(target: string | undefined): void {
    if (target !== undefined && target !== '' && this.#links.size < mostLinks) this.#links.add(target)
  }

  embed(name: string, bytes: Buffer): void {
    this.#embeddedBytes += bytes.length
    if (
      this.#embedded.length >= this.#limits.familyDocuments ||
      this.#embeddedBytes > this.#limits.documentBytes
    )
      this.flaw('tooMany', 'Not all files inside it were taken out: they are too many.', 'expand')
    else this.#embedded.push({ name, bytes })
  }

  /** Once, however often the same is found. */
  flaw(code: ExceptionCode, reason: string, stage: Flaw['stage']): void {
    if (!this.#flaws.some((flaw) => flaw.reason === reason)) this.#flaws.push({ code, reason, stage })
  }

  /**
   * Does one part of the reading. What fails in it is a flaw, and the rest goes on; past a limit it ends, by false.
   */
  async attempt(what: string, part: () => void | Promise<void>): Promise<boolean> {
    try {
      await part()
      return true
    } catch (error) {
      if (error instanceof Unreadable) throw error
      if (error instanceof LimitPassed) {
        this.flaw(error.code, error.message, 'text')
        return false
      }
      this.flaw('corrupt', `${what} could not be read whole: the file is damaged there.`, 'parse')
      return true
    }
  }

  reading(html: string | null = null): Reading {
    try {
      if (this.#links.size > 0) this.text.wholeLine('[Links]')
      for (const link of this.#links) this.text.wholeLine(link)
    } catch (error) {
      if (!(error instanceof LimitPassed)) throw error
      this.flaw(error.code, error.message, 'text')
    }
    return {
      text: this.text.toString(),
      html,
      metadata: this.fields.toRecord(),
      embedded: this.#embedded,
      flaws: this.#flaws,
    }
  }
}
