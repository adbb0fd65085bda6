/** A spreadsheet that is there, or on its way: what of it can be shown by now, and waiting for more of it. */
import type { Sheet, SheetFile } from '#contracts/sheets.ts'
import type { Block, Blocks, Listing } from './store.ts'

export class Book {
  #state: SheetFile['state'] = 'reading'
  #reason = ''
  #missing: readonly string[] = []
  #sheets: Sheet[] = []
  #blocks: Block[] = []
  #moved = Promise.withResolvers<void>()
  #stored: Blocks

  constructor(stored: Blocks) {
    this.#stored = stored
  }

  static finished(listing: Listing, stored: Blocks): Book {
    const book = new Book(stored)
    book.finish(listing, stored)
    return book
  }

  get reading(): boolean {
    return this.#state === 'reading'
  }

  /** Gives the bytes of one of its blocks. */
  get stored(): Blocks {
    return this.#stored
  }

  get blocks(): readonly Block[] {
    return this.#blocks
  }

  get hasRows(): boolean {
    return this.#blocks.length > 0
  }

  file(): SheetFile {
    return { state: this.#state, reason: this.#reason, missing: [...this.#missing], sheets: this.#sheets }
  }

  begin(sheet: Sheet): void {
    this.#sheets = [...this.#sheets, { ...sheet, rows: 0, columns: 0 }]
    this.#tell()
  }

  /** Rows of the sheet that began last. Throws where they do not lie behind those before. */
  add(block: Omit<Block, 'sheet'>, columns: number): void {
    const index = this.#sheets.length - 1
    const sheet = this.#sheets[index]
    if (sheet === undefined || block.first < sheet.rows || block.end <= block.first)
      throw new Error('A block is out of order.')
    this.#blocks.push({ sheet: index, ...block })
    this.#sheets = this.#sheets.with(index, { ...sheet, rows: block.end, columns })
    this.#tell()
  }

  finish({ sheets, missing, failed, blocks }: Listing, stored: Blocks): void {
    this.#sheets = [...sheets]
    this.#missing = missing
    this.#blocks = [...blocks]
    this.#stored = stored
    this.#reason = failed ?? ''
    this.#state = failed !== null ? 'failed' : missing.length > 0 ? 'partial' : 'ready'
    this.#tell()
  }

  /** How many rows of a sheet have been read; of one that has been left behind, or is whole, all. */
  readUpTo(sheet: number): number {
    return this.#sheets[sheet]?.rows ?? 0
  }

  /** Whether nothing more comes of a sheet before a row. */
  hasUpTo(sheet: number, row: number): boolean {
    return !this.reading || this.#sheets.length > sheet + 1 || this.readUpTo(sheet) >= row
  }

  /** The blocks that hold rows of a stretch of a sheet. */
  blocksOf(sheet: number, first: number, end: number): readonly Block[] {
    let low = 0
    let high = this.#blocks.length
    while (low < high) {
      const middle = (low + high) >> 1
      const block = this.#blocks[middle]
      if (block !== undefined && (block.sheet < sheet || (block.sheet === sheet && block.end <= first)))
        low = middle + 1
      else high = middle
    }
    const found: Block[] = []
    for (let at = low; at < this.#blocks.length; at++) {
      const block = this.#blocks[at]
      if (block === undefined || block.sheet !== sheet || block.first >= end) break
      found.push(block)
    }
    return found
  }

  /** Resolves once it holds, or nobody waits any longer, or so many ms have passed. */
  async until(holds: () => boolean, signal: AbortSignal, ms = Number.POSITIVE_INFINITY): Promise<void> {
    const gone = Promise.withResolvers<void>()
    const leave = (): void => gone.resolve()
    signal.addEventListener('abort', leave, { once: true })
    const timer = Number.isFinite(ms) ? setTimeout(leave, ms) : undefined
    let left = signal.aborted
    void gone.promise.then(() => {
      left = true
    })
    try {
      while (!holds() && !left) await Promise.race([this.#moved.promise, gone.promise])
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', leave)
    }
  }

  #tell(): void {
    const { resolve } = this.#moved
    this.#moved = Promise.withResolvers()
    resolve()
  }
}
