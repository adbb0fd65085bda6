/** Bytes to be looked at before they are taken: from a file of their own or out of a container, once. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { headBytes } from './identify/identify.ts'

export interface Content {
  readonly head: Buffer
  /** The bytes from `start`; of a content that has no file of its own only once, and from its beginning. */
  stream(start?: number): AsyncIterable<Buffer>
  /** A file with the bytes, written to the spool where there is none yet; null where they pass `maxBytes`. */
  file(spool: Spool): Promise<string | null>
  /** Size, where it is known. */
  readonly size: number | null
  /** Whether it can be read from any place, more than once. */
  readonly ownFile: boolean
  /** SHA-256 of all bytes, as hex; null where that cannot be had without taking them. */
  sha256(): Promise<string | null>
}

export interface Spool {
  readonly folder: string
  readonly maxBytes: number
  next(): string
  /** Whether a file is one of these, to be removed by whoever had it written. */
  owns(path: string): boolean
}

/** Names for files in the spool; never a name out of an archive. Whoever shares the folder calls his by another `name`. */
export function newSpool(folder: string, maxBytes: number, name: 'part' | 'member' = 'part'): Spool {
  let count = 0
  return {
    folder,
    maxBytes,
    next: () => join(folder, `${name}-${++count}`),
    owns: (path) => dirname(path) === folder && basename(path).startsWith(`${name}-`),
  }
}

/** A file of its own. `onRead` hears how many bytes were read. */
export async function contentOfFile(path: string, onRead: (bytes: number) => void): Promise<Content> {
  const { size } = await stat(path)
  const file = await open(path)
  const head = Buffer.alloc(Math.min(size, headBytes))
  await file.read(head, 0, head.length, 0).finally(() => file.close())
  return {
    head,
    size,
    ownFile: true,
    file: () => Promise.resolve(path),
    async sha256() {
      const hash = createHash('sha256')
      for await (const chunk of createReadStream(path)) hash.update(chunk)
      return hash.digest('hex')
    },
    async *stream(start = 0) {
      for await (const chunk of createReadStream(path, { start, highWaterMark: 256 * 1024 })) {
        const bytes: Buffer = chunk
        yield bytes
        // Counted when it has been used up: progress is never ahead of what is done.
        onRead(bytes.length)
      }
    },
  }
}

/** What streams out of a container. */
export async function contentOfStream(
  source: AsyncIterable<Uint8Array>,
  size: number | null,
): Promise<Content> {
  const reader = source[Symbol.asyncIterator]()
  const first: Buffer[] = []
  let length = 0
  let ended = false
  while (length < headBytes && !ended) {
    const next = await reader.next()
    if (next.done === true) ended = true
    else {
      first.push(asBuffer(next.value))
      length += next.value.byteLength
    }
  }
  const head = Buffer.concat(first)
  async function* stream(): AsyncGenerator<Buffer> {
    try {
      if (head.length > 0) yield head
      while (!ended) {
        const next = await reader.next()
        if (next.done === true) ended = true
        else yield asBuffer(next.value)
      }
    } finally {
      if (!ended) await reader.return?.()
    }
  }
  const isWhole = ended
  return {
    head,
    size,
    ownFile: false,
    stream,
    sha256: () => Promise.resolve(isWhole ? createHash('sha256').update(head).digest('hex') : null),
    async file(spool) {
      const path = spool.next()
      let written = 0
      const limited = async function* (): AsyncGenerator<Buffer> {
        for await (const chunk of stream()) {
          written += chunk.length
          if (written > spool.maxBytes) return
          yield chunk
        }
      }
      // What comes to no end is not left there: of a bomb with many of them nobody would have the room.
      let isWhole = false
      try {
        await pipeline(Readable.from(limited()), createWriteStream(path))
        isWhole = written <= spool.maxBytes
      } finally {
        if (!isWhole) await rm(path, { force: true })
      }
      return isWhole ? path : null
    },
  }
}

/** What is in memory already. */
export const contentOfBytes = (bytes: Buffer): Promise<Content> =>
  contentOfStream(
    (async function* () {
      yield bytes
    })(),
    bytes.length,
  )

/** All bytes; null where there are more than `max` (the rest is read past, so that a container can go on). */
export async function readAll(
  chunks: AsyncIterable<Buffer>,
  max: number,
): Promise<{ bytes: Buffer | null; size: number }> {
  let kept: Buffer[] | null = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > max) kept = null
    kept?.push(chunk)
  }
  return { bytes: kept === null ? null : Buffer.concat(kept), size }
}

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
