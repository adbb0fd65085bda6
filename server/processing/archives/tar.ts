/** Entries of a tar while it streams by. Links and devices are named and not followed. */
import { Parser, type ReadEntry } from 'tar'
import { type ArchiveEntry, EntryFault } from './archive.ts'

/** All files of the tar in order. Throws at the end where the archive is damaged or cut. */
export async function* tarEntries(chunks: AsyncIterable<Buffer>): AsyncGenerator<ArchiveEntry> {
  const reader = new EntryReader(chunks)
  try {
    let number = -1
    for (;;) {
      const entry = await reader.next()
      if (entry === null) break
      number++
      const isFolder = entry.type === 'Directory' || entry.type === 'GNUDumpDir'
      if (!isFolder)
        yield {
          number,
          name: entry.path.replace(/^\.\//, ''),
          size: entry.size,
          packedSize: null,
          modifiedAt: entry.mtime === undefined ? null : instantOf(entry.mtime),
          refused: refusedFor(entry),
          open: () => Promise.resolve(bytesOf(entry)),
        }
      // The archive goes on only when all of the entry has been read.
      await discard(entry)
    }
    if (reader.fault !== null) throw new Error(reader.fault)
  } finally {
    reader.stop()
  }
}

const files = new Set(['File', 'OldFile', 'ContiguousFile'])

function refusedFor(entry: ReadEntry): ArchiveEntry['refused'] {
  if (files.has(entry.type)) return null
  if (entry.type === 'Link' || entry.type === 'SymbolicLink')
    return { code: 'unsupportedType', reason: 'It is a link to another file, not a file.' }
  return { code: 'unsupportedType', reason: `It is a ${entry.type}, not a file.` }
}

async function* bytesOf(entry: ReadEntry): AsyncGenerator<Buffer> {
  for await (const chunk of entry) yield chunk
  if (entry.remain > 0) throw new EntryFault('The archive ends in the middle of it.')
}

async function discard(entry: ReadEntry): Promise<void> {
  // What the parser ignores it passes by without being read; where that has no bytes it never ends.
  if (entry.destroyed || entry.ignore) return
  entry.resume()
  // What broke the archive is told by the reader's next entry.
  if (!entry.emittedEnd) await entry.promise().catch(() => {})
}

const instantOf = (at: Date): string | null =>
  Number.isNaN(at.getTime()) || at.getTime() <= 0 || at.getUTCFullYear() > 9999 ? null : at.toISOString()

/** Turns the parser's events round: the next entry when it is asked for. */
class EntryReader {
  readonly #entries: ReadEntry[] = []
  #current: ReadEntry | null = null
  #waiting: (() => void) | null = null
  #ended = false
  #failure: Error | null = null
  #drained: () => void = () => {}
  fault: string | null = null

  constructor(chunks: AsyncIterable<Buffer>) {
    const parser = new Parser({
      // A stream that is compressed is unpacked, and counted, before it comes here.
      brotli: false,
      zstd: false,
      onReadEntry: (entry) => this.#found(entry),
      onwarn: (code, message) => {
        if (code !== 'TAR_ENTRY_INFO') this.fault ??= String(message)
      },
    })
    // Types that the library does not know (sparse files, continued volumes): named like all that is not opened. It
    // tells of them in their turn, after the entries before them have been read.
    parser.on('ignoredEntry', (entry) => {
      if (!entry.meta) this.#found(entry)
    })
    parser.on('error', (error: unknown) => this.#fail(error))
    parser.on('end', () => {
      this.#ended = true
      this.#wake()
    })
    void this.#feed(chunks, parser)
  }

  async next(): Promise<ReadEntry | null> {
    for (;;) {
      const entry = this.#entries.shift()
      if (entry !== undefined) {
        this.#current = entry
        return entry
      }
      if (this.#failure !== null) throw this.#failure
      if (this.#ended) return null
      await new Promise<void>((resolve) => {
        this.#waiting = resolve
      })
    }
  }

  /** Nobody asks any more: lets go of the source. */
  stop(): void {
    this.#fail(new Error('The walk was given up.'))
  }

  async #feed(chunks: AsyncIterable<Buffer>, parser: Parser): Promise<void> {
    try {
      for await (const chunk of chunks) {
        if (!parser.write(chunk)) {
          await new Promise<void>((resolve) => {
            this.#drained = resolve
            parser.once('drain', resolve)
          })
        }
        if (this.#failure !== null) return
      }
      parser.end()
    } catch (error) {
      this.#fail(error)
    }
  }

  #found(entry: ReadEntry): void {
    // Ended before its time it tells whoever reads it; where nobody does, that is no fault of its own.
    entry.on('error', () => {})
    this.#entries.push(entry)
    this.#wake()
  }

  #fail(error: unknown): void {
    this.#failure ??= error instanceof Error ? error : new Error(String(error))
    this.#entries.length = 0
    // Whoever reads an entry now would wait for ever.
    if (this.#current !== null && !this.#current.emittedEnd) this.#current.destroy(this.#failure)
    this.#drained()
    this.#wake()
  }

  #wake(): void {
    this.#waiting?.()
    this.#waiting = null
  }
}
