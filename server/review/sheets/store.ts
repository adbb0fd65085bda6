/**
 * Spreadsheets that have been read, in a folder below the data folder: by the hash of their bytes, a list of what there is
 * beside a file of blocks. All of it can be made again: what is lost, old or damaged is read anew, and what was not looked at
 * for longest goes when there is too much.
 */
import {
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { sheet } from '#contracts/sheets.ts'
import { ownName } from '../../platform/process-id.ts'
import { removeAbandoned } from '../../platform/spool.ts'

/** Raised whenever the stored form changes: what was stored in another one is read anew. */
const version = 2

const whole = z.int().check(z.nonnegative())
const block = z.object({ sheet: whole, first: whole, end: whole, at: whole, length: whole })
export type Block = z.infer<typeof block>

const listing = z.object({
  version: z.literal(version),
  sheets: z.array(sheet),
  missing: z.array(z.string()),
  failed: z.nullable(z.string()),
  blocks: z.array(block),
})
export type Listing = Omit<z.infer<typeof listing>, 'version'>

export type BlockLocation = Pick<Block, 'at' | 'length'>

/** Gives the bytes of a block; rejects where they are not there any more. */
export type Blocks = (place: BlockLocation) => Promise<Buffer>

/** A book that is being written. Its blocks are read from the open file, wherever that is moved, until it is closed. */
export interface Unfinished {
  readonly blocks: Blocks
  append(bytes: Buffer): Promise<BlockLocation>
  /** Puts it in its place. */
  finish(listing: Listing): Promise<void>
  /** Throws away what is not finished. */
  close(): Promise<void>
}

export class SheetStore {
  readonly #root: string
  readonly #maxBytes: number
  constructor(root: string, maxBytes: number) {
    this.#root = root
    this.#maxBytes = maxBytes
  }

  /** Throws away what a crash has left half-written. */
  async open(): Promise<void> {
    await mkdir(this.#unfinished, { recursive: true, mode: 0o700 })
    await removeAbandoned(this.#unfinished)
  }

  get #unfinished(): string {
    return join(this.#root, 'tmp')
  }

  #folder(sha256: string): string {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('It is no hash.')
    return join(this.#root, sha256)
  }

  blocksFile(sha256: string): string {
    return join(this.#folder(sha256), 'blocks')
  }

  /** What is known of a file; null where nothing is. */
  async read(sha256: string): Promise<Listing | null> {
    const path = join(this.#folder(sha256), 'book.json')
    try {
      const found = listing.parse(JSON.parse(await readFile(path, 'utf8')))
      const { size } = await stat(this.blocksFile(sha256))
      if (found.blocks.some(({ at, length }) => at + length > size)) return null
      const now = new Date()
      await utimes(path, now, now)
      return found
    } catch {
      // Not there, of another version, or damaged: it is read anew.
      return null
    }
  }

  async begin(sha256: string): Promise<Unfinished> {
    const folder = join(this.#unfinished, ownName())
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = await open(join(folder, 'blocks'), 'w+')
    let size = 0
    return {
      blocks: (place) => readFrom(file, place),
      append: async (bytes) => {
        const at = size
        size += bytes.length
        await file.write(bytes, 0, bytes.length, at)
        return { at, length: bytes.length }
      },
      finish: async (known) => {
        await writeFile(join(folder, 'book.json'), JSON.stringify({ version, ...known }))
        await rm(this.#folder(sha256), { recursive: true, force: true })
        await rename(folder, this.#folder(sha256))
        await this.#evict(sha256)
      },
      close: async () => {
        await file.close()
        await rm(folder, { recursive: true, force: true })
      },
    }
  }

  async forget(sha256: string): Promise<void> {
    await rm(this.#folder(sha256), { recursive: true, force: true })
  }

  /** Those of a book that is in its place. */
  blocks(sha256: string): Blocks {
    const path = this.blocksFile(sha256)
    return async (place) => {
      const file = await open(path, 'r')
      try {
        return await readFrom(file, place)
      } finally {
        await file.close()
      }
    }
  }

  /** Those looked at longest ago go first; never the one that has just come. */
  async #evict(newest: string): Promise<void> {
    const books: { name: string; size: number; at: number }[] = []
    for (const name of await readdir(this.#root)) {
      if (!/^[0-9a-f]{64}$/.test(name)) continue
      const [blocks, list] = await Promise.all(
        ['blocks', 'book.json'].map((part) => stat(join(this.#root, name, part)).catch(() => null)),
      )
      books.push({ name, size: (blocks?.size ?? 0) + (list?.size ?? 0), at: list?.mtimeMs ?? 0 })
    }
    let total = books.reduce((sum, { size }) => sum + size, 0)
    for (const { name, size } of books.toSorted((a, b) => a.at - b.at)) {
      if (total <= this.#maxBytes) return
      if (name === newest) continue
      await this.forget(name)
      total -= size
    }
  }
}

async function readFrom(file: FileHandle, { at, length }: BlockLocation): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, at)
  if (bytesRead < length) throw new Error('A block is cut.')
  return bytes
}
