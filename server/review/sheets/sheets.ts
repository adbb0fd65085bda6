/** Spreadsheets of documents: read once by a process of its own, kept in the store, and given out by ranges. */
import { createHash } from 'node:crypto'
import type { SheetCells, SheetRow } from '#contracts/sheets.ts'
import { maxHits } from '#contracts/sheets.ts'
import { ChildFault } from '../../platform/jobs/child.ts'
import type { ChildPool } from '../../platform/jobs/pool.ts'
import { Book } from './book.ts'
import type { FindRequest, Found, Sought } from './find.ts'
import { type ReadRequest, type SheetLimits, sheetLimits } from './protocol.ts'
import type { Block, Listing, SheetStore, Unfinished } from './store.ts'
import { rowOf, rowsIn, type StoredRow, unpackText } from './stored.ts'
import { parseEnd, parseFound, parsePart } from './worker-messages.ts'

declare module '../../platform/services.ts' {
  interface Services {
    /** Spreadsheets that have been read, and their reading. */
    readonly sheets: Sheets
  }
}

/** Bytes of a file and how it is called. */
export interface SheetSource {
  readonly sha256: string
  readonly path: string
  readonly name: string
  /** What is tried where it is locked. */
  readonly passwords: readonly string[]
}
export interface Range {
  readonly sheet: number
  readonly firstRow: number
  readonly rows: number
  readonly firstColumn: number
  readonly columns: number
}

const finder = new URL('./find.ts', import.meta.url)

const booksKept = 100
/** Blocks that are kept as they are read: whoever scrolls asks for parts of the same ones. */
const blocksKept = 32
/** Rows of each sheet that are tried where all of them did not fit into memory. */
const fewerRows = 20_000
/** How long it is believed that a file cannot be read, where it was the process that failed and not the file. */
const failureMs = 60_000

export class Sheets {
  readonly #children: ChildPool
  readonly #store: SheetStore
  readonly #reader: URL
  readonly #limits: SheetLimits
  readonly #books = new Map<string, Promise<Book>>()
  readonly #decoded = new Map<string, readonly StoredRow[]>()
  readonly #stopping = new AbortController()
  readonly #readings = new Set<Promise<void>>()

  /** `reader`: the process that reads a spreadsheet. */
  constructor(children: ChildPool, store: SheetStore, reader: URL, limits: SheetLimits = sheetLimits) {
    this.#children = children
    this.#store = store
    this.#reader = reader
    this.#limits = limits
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#readings)
  }

  /** The book of a file; its reading begins where it has not been read. */
  book(source: SheetSource): Promise<Book> {
    const key = bookKey(source)
    const known = this.#books.get(key)
    this.#books.delete(key)
    const book = known ?? this.#open(source)
    this.#books.set(key, book)
    for (const oldest of this.#books.keys()) {
      if (this.#books.size <= booksKept) break
      this.#books.delete(oldest)
    }
    return book
  }

  /** The cells of a range, once it has been read. */
  async cells(source: SheetSource, range: Range, signal: AbortSignal): Promise<SheetCells> {
    const book = await this.book(source)
    const end = range.firstRow + range.rows
    await book.until(() => book.hasUpTo(range.sheet, end), signal)
    const upTo = book.readUpTo(range.sheet)
    try {
      return { data: await this.#rows(source, book, range, end), upTo }
    } catch (error) {
      if (signal.aborted || book.reading) throw error
      // The store has lost it, or it is damaged: it is made again.
      await this.#forget(source)
      const again = await this.book(source)
      await again.until(() => again.hasUpTo(range.sheet, end), signal)
      return { data: await this.#rows(source, again, range, end), upTo: again.readUpTo(range.sheet) }
    }
  }

  /** All cells that hold what is looked for, once all have been read. A signal ends the process that looks for them. */
  async find(source: SheetSource, sought: Sought, signal: AbortSignal): Promise<Found> {
    const book = await this.book(source)
    await book.until(() => !book.reading, signal)
    if (signal.aborted || !book.hasRows) return { hits: [], more: false }
    const file = this.#store.blocksFile(bookKey(source))
    const request: FindRequest = { file, blocks: book.blocks, sought, most: maxHits }
    try {
      return parseFound(await this.#children.run(finder, request, { access: access(file), signal }))
    } catch (error) {
      if (signal.aborted) return { hits: [], more: false }
      if (error instanceof ChildFault && error.reason === 'stopped') throw error
      await this.#forget(source)
      throw error
    }
  }

  async #rows(source: SheetSource, book: Book, range: Range, end: number): Promise<SheetRow[]> {
    const { sheet, firstRow, firstColumn, columns } = range
    const rows: SheetRow[] = []
    for (const block of book.blocksOf(sheet, firstRow, end))
      for (const stored of await this.#decode(source, book, block)) {
        if (stored[0] < firstRow || stored[0] >= end) continue
        const row = rowOf(stored, firstColumn, firstColumn + columns)
        if (row.cells.length > 0) rows.push(row)
      }
    return rows
  }

  async #decode(source: SheetSource, book: Book, block: Block): Promise<readonly StoredRow[]> {
    const key = `${bookKey(source)}:${block.at}`
    const known = this.#decoded.get(key)
    this.#decoded.delete(key)
    const rows = known ?? rowsIn(unpackText(await book.stored(block)))
    this.#decoded.set(key, rows)
    for (const oldest of this.#decoded.keys()) {
      if (this.#decoded.size <= blocksKept) break
      this.#decoded.delete(oldest)
    }
    return rows
  }

  async #forget(source: SheetSource): Promise<void> {
    const own = bookKey(source)
    this.#books.delete(own)
    for (const key of this.#decoded.keys()) if (key.startsWith(`${own}:`)) this.#decoded.delete(key)
    await this.#store.forget(own)
  }

  async #open(source: SheetSource): Promise<Book> {
    const key = bookKey(source)
    const listing = await this.#store.read(key)
    if (listing !== null) return Book.finished(listing, this.#store.blocks(key))
    const unfinished = await this.#store.begin(key)
    const book = new Book(unfinished.blocks)
    const reading = this.#read(source, book, unfinished, this.#limits)
      .finally(() => unfinished.close().catch(() => {}))
      .finally(() => this.#readings.delete(reading))
    this.#readings.add(reading)
    return book
  }

  async #read(source: SheetSource, book: Book, unfinished: Unfinished, limits: SheetLimits): Promise<void> {
    const { path, name, passwords } = source
    const key = bookKey(source)
    const request: ReadRequest = { file: path, name, passwords, limits }
    try {
      const end = parseEnd(
        await this.#children.run(this.#reader, request, {
          access: access(path),
          signal: this.#stopping.signal,
          onPart: async (said) => {
            const part = parsePart(said)
            if (part.kind === 'sheet') return book.begin(part.sheet)
            const { first, end: behind, columns, bytes } = part
            book.add({ first, end: behind, ...(await unfinished.append(bytes)) }, columns)
          },
        }),
      )
      const listing: Listing = {
        ...end,
        sheets: [...end.sheets],
        missing: [...end.missing],
        blocks: [...book.blocks],
      }
      await unfinished.finish(listing)
      book.finish(listing, this.#store.blocks(key))
    } catch (error) {
      const outOfRoom =
        error instanceof ChildFault && (error.reason === 'tooMuchMemory' || error.reason === 'timedOut')
      if (outOfRoom && limits.rows === null && book.file().sheets.length === 0)
        return await this.#read(source, book, unfinished, { ...limits, rows: fewerRows })
      await this.#endBroken(source, book, unfinished, error)
    }
  }

  /** The process was lost: what had been read by then is shown, and that it is not all. */
  async #endBroken(source: SheetSource, book: Book, unfinished: Unfinished, error: unknown): Promise<void> {
    const why = whyBroken(error)
    const { sheets } = book.file()
    const blocks = [...book.blocks]
    try {
      if (book.hasRows && why !== null) {
        const missing = [`${why} What follows was left out.`]
        const listing: Listing = { sheets: [...sheets], missing, failed: null, blocks }
        await unfinished.finish(listing)
        return book.finish(listing, this.#store.blocks(bookKey(source)))
      }
    } catch {
      // The disk is full, or the folder is gone: nothing of it can be shown.
    }
    const reason = why ?? 'Reading it was interrupted.'
    book.finish({ sheets: [], missing: [], failed: reason, blocks: [] }, unfinished.blocks)
    // Of the process and not of the file: it is tried again, but not at once and again and again.
    setTimeout(() => this.#books.delete(bookKey(source)), why === null ? 0 : failureMs).unref()
  }
}

/**
 * What a book is kept by. A locked file that one matter has the password to must show nothing in another that holds the same
 * file: what was read with passwords is kept for those who have the same.
 */
const bookKey = ({ sha256, passwords }: SheetSource): string =>
  passwords.length === 0
    ? sha256
    : createHash('sha256')
        .update(JSON.stringify([sha256, ...passwords]))
        .digest('hex')

const access = (path: string) => ({ read: [path], write: [] })

/** Null where nothing is wrong with the file: the server stops. */
function whyBroken(error: unknown): string | null {
  if (!(error instanceof ChildFault)) return 'What was read of it could not be kept.'
  switch (error.reason) {
    case 'stopped':
      return null
    case 'tooMuchMemory':
      return 'Reading it took more memory than one file may have.'
    case 'timedOut':
      return 'Reading it took too long.'
    default:
      return 'Reading it failed.'
  }
}
