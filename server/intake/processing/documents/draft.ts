/** A reading while it is made: whatever stops a reader in its middle, what it has found by then is kept. */
import type { ExceptionCode } from '#contracts/collect.ts'
import { LimitPassed } from '../budget.ts'
import type { ProcessingException } from '../member.ts'
import { Fields } from './fields.ts'
import { htmlText, type ShownHtml } from './html.ts'
import { openParts, type Parts } from './parts.ts'
import { type Embedded, type Reading, type ReadOptions, Unreadable } from './reading.ts'
import { TextWriter } from './writer.ts'

/** Addresses that are listed; they are many only in lists of addresses. */
const maxLinks = 20_000

export class Draft {
  readonly options: ReadOptions
  readonly text: TextWriter
  readonly fields = new Fields()
  readonly #embedded: Embedded[] = []
  readonly #flaws: ProcessingException[] = []
  readonly #links = new Set<string>()
  readonly #limits: ReadOptions['limits']
  readonly #packages: Parts[] = []
  #embeddedBytes = 0
  readonly #hidden: string[] = []
  constructor(options: ReadOptions) {
    this.options = options
    this.#limits = options.limits
    this.text = new TextWriter(options.limits.documentChars)
  }

  /** Where a link leads, for the end of the text. */
  link(target: string | undefined): void {
    if (target !== undefined && target !== '' && this.#links.size < maxLinks) this.#links.add(target)
  }

  /** A page of HTML that is a part of it. */
  page({ html, hidden, links, isSource }: ShownHtml): void {
    this.text.text(htmlText(html))
    for (const link of links) this.link(link)
    if (isSource) this.flaw('corrupt', 'A page in it is shown as its source.', 'text')
    if (hidden === '') return
    this.fields.hides('Hidden text')
    this.#hidden.push(hidden)
  }

  /** The parts of the zip that the document is. Rejects with Unreadable where it is none. */
  async open(bytes: Buffer): Promise<Parts> {
    return this.follow(openParts(bytes, this.#limits))
  }

  /** What these parts have lost is told by the reading, whoever reads them. */
  follow(parts: Parts): Parts {
    this.#packages.push(parts)
    return parts
  }

  /** `fault` is what is wrong with it as a part of the document, as the end of a sentence. */
  embed(name: string, bytes: Buffer, fault: string | null = null): void {
    this.#embeddedBytes += bytes.length
    if (
      this.#embedded.length >= this.#limits.familyDocuments ||
      this.#embeddedBytes > this.#limits.documentBytes
    )
      this.flaw('tooMany', 'Not all files inside it were taken out: they are too many.', 'expand')
    else if (fault === null) this.#embedded.push({ name, bytes })
    else {
      const reason = `As a part of its document it ${fault}.`
      this.#embedded.push({ name, bytes, flaws: [{ code: 'corrupt', reason, stage: 'parse' }] })
    }
  }

  /** Once, however often the same is found. */
  flaw(code: ExceptionCode, reason: string, stage: ProcessingException['stage']): void {
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
    for (const parts of this.#packages) {
      parts.checkOthers()
      for (const loss of parts.losses) this.flaw('corrupt', loss, 'parse')
    }
    return {
      text: this.text.toString(),
      html,
      hidden: this.#hidden.join('\n'),
      metadata: this.fields.toRecord(),
      embedded: this.#embedded,
      flaws: this.#flaws,
    }
  }
}
