/** How the bytes of delimited text become characters. */
import { isUtf8 } from 'node:buffer'
import type { Delimiters } from './delimiters.ts'

/** The encoding that a byte order mark says; null where there is none. */
export function markedEncoding(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return null
}

/**
 * The encoding of a file by its beginning: a byte order mark wins, then what was declared. Without both, the delimiters
 * tell it where they are not ASCII (a qualifier þ is FE in Windows-1252 and C3 BE in UTF-8); else it is UTF-8 where it can be.
 */
export function encodingOf(
  head: Buffer,
  { separator, qualifier }: Delimiters,
  declared: string | null = null,
): string {
  const known = markedEncoding(head) ?? declared
  if (known !== null) return known
  const between = `${qualifier ?? ''}${separator}${qualifier ?? ''}`
  const [narrow, wide] = [countOf(head, Buffer.from(between, 'latin1')), countOf(head, Buffer.from(between))]
  if (narrow !== wide) return narrow > wide ? 'windows-1252' : 'utf-8'
  return isUtf8(head.subarray(0, wholeUpTo(head))) ? 'utf-8' : 'windows-1252'
}

function countOf(bytes: Buffer, sought: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(sought); at >= 0; at = bytes.indexOf(sought, at + sought.length)) count++
  return count
}

/** Where the last character of UTF-8 begins if it is not whole; else where the bytes end. */
export function wholeUpTo(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) break
    if (byte < 0xc0) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    return length > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

/** Bytes are none of the encoding that they are said to be of. */
export class NotInEncoding extends Error {
  readonly encoding: string
  /** What could be read before them, of what was given last. */
  readonly before: string
  constructor(encoding: string, before: string) {
    super(`It holds bytes that are no ${encoding}.`)
    this.encoding = encoding
    this.before = before
  }
}

/** Decodes bytes that come in pieces, cut anywhere, and refuses what is not of the encoding. */
export class StrictDecoder {
  readonly #encoding: string
  readonly #decoder: TextDecoder
  /** Of the piece before: the beginning of a character that goes on in the next one. */
  #begun: Uint8Array = new Uint8Array()

  constructor(encoding: string) {
    this.#encoding = encoding
    this.#decoder = new TextDecoder(encoding, { fatal: true })
  }

  /** Throws NotInEncoding. */
  push(bytes: Uint8Array): string {
    return this.#decode(bytes, true)
  }

  /** Throws NotInEncoding. */
  end(): string {
    return this.#decode(new Uint8Array(), false)
  }

  #decode(bytes: Uint8Array, stream: boolean): string {
    try {
      const text = this.#decoder.decode(bytes, { stream })
      if (this.#encoding === 'utf-8') this.#begun = this.#cut(bytes)
      return text
    } catch {
      const lossy = new TextDecoder(this.#encoding).decode(Buffer.concat([this.#begun, bytes]))
      throw new NotInEncoding(this.#encoding, lossy.slice(0, Math.max(0, lossy.indexOf('\uFFFD'))))
    }
  }

  #cut(bytes: Uint8Array): Uint8Array {
    const all = this.#begun.length === 0 || bytes.length > 3 ? bytes : Buffer.concat([this.#begun, bytes])
    return all.slice(wholeUpTo(all))
  }
}
