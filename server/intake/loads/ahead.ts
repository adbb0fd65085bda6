/**
 * Reads the rows of a load ahead of what is written: making files durable is waiting for the disk, and so is a transaction. In
 * the order of the rows; what is held is bounded by documents and by bytes.
 */
import { contentOf, type RowContent, type Sources } from './documents.ts'
import type { PlannedRow } from './plan/planning.ts'

/** Documents that are read, or wait to be written: the store makes files that come together durable together. */
const mostAhead = 48
/** The files of those, in bytes; one of more is read alone. */
const mostBytes = 96 * 1024 * 1024

interface Begun {
  readonly content: Promise<RowContent>
  readonly bytes: number
}

export class Ahead {
  readonly #sources: Sources
  readonly #rows: Iterator<PlannedRow>
  readonly #begun: Begun[] = []
  #next: PlannedRow | null = null
  #bytes = 0

  /** `rows`: those that are still to be written. */
  constructor(sources: Sources, rows: Iterable<PlannedRow>) {
    this.#sources = sources
    this.#rows = rows[Symbol.iterator]()
    this.#next = this.#following()
  }

  /** The contents of the next rows. */
  async take(count: number): Promise<RowContent[]> {
    const taken: RowContent[] = []
    while (taken.length < count) {
      this.#begin()
      const first = this.#begun.shift()
      if (first === undefined) throw new Error('A load has no more rows than its plan.')
      taken.push(await first.content)
      this.#bytes -= first.bytes
    }
    this.#begin()
    return taken
  }

  /** Nothing is read any more when this resolves; what failed has been told to whoever took it, or nobody wants it. */
  async close(): Promise<void> {
    this.#next = null
    await Promise.allSettled(this.#begun.splice(0).map(({ content }) => content))
  }

  #begin(): void {
    while (this.#next !== null && this.#begun.length < mostAhead) {
      const row = this.#next
      const bytes = this.#bytesOf(row)
      if (this.#begun.length > 0 && this.#bytes + bytes > mostBytes) return
      const content = contentOf(this.#sources, row)
      // It is told where it is taken, which may be later.
      content.catch(() => {})
      this.#begun.push({ content, bytes })
      this.#bytes += bytes
      this.#next = this.#following()
    }
  }

  #following(): PlannedRow | null {
    const { done, value } = this.#rows.next()
    return done === true ? null : value
  }

  #bytesOf({ native, text, images }: PlannedRow): number {
    const { fileAt } = this.#sources.read
    const paths = new Set([native, text, ...(images?.files ?? []).map(({ path }) => path)])
    return [...paths].reduce((sum, path) => sum + (path === null ? 0 : (fileAt.get(path)?.size ?? 0)), 0)
  }
}
