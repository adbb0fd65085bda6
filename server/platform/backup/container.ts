/**
 * The file of a backup: a tar (any tar can list and unpack it) in which every entry can be checked by itself. Its path has
 * the SHA-256 of its bytes in it, and its owner's name is a link to all entries before it: an entry that was altered, cut
 * off, taken out or moved is found, and the first one is named.
 */
import { createHash, hash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'

/** What is wrong with a backup, for people. */
export class BackupFault extends Error {}

const block = 512
const firstLink = ''
const linkOf = (before: string, path: string): string => hash('sha256', `${before}${path}`).slice(0, 31)

// ── writing ───────────────────────────────────────────────────────────────────────────────────────────────────

export class Writing {
  #link = firstLink

  #header(path: string, size: number): Uint8Array {
    this.#link = linkOf(this.#link, path)
    return headerOf(path, size, this.#link)
  }

  /** An entry whose bytes are at hand: `kind/HASH/name`. */
  *small(kind: string, name: string, bytes: Uint8Array): Generator<Uint8Array> {
    yield this.#header(`${kind}/${hash('sha256', bytes)}/${name}`, bytes.byteLength)
    yield bytes
    yield padding(bytes.byteLength)
  }

  /** An entry that streams; it must have the bytes that are announced. */
  async *streamed(
    kind: string,
    sha256: string,
    size: number,
    bytes: AsyncIterable<Uint8Array>,
  ): AsyncGenerator<Uint8Array> {
    yield this.#header(`${kind}/${sha256}`, size)
    const sum = createHash('sha256')
    let read = 0
    for await (const chunk of bytes) {
      read += chunk.byteLength
      sum.update(chunk)
      if (read <= size) yield chunk
    }
    if (read !== size || sum.digest('hex') !== sha256)
      throw new BackupFault(`The file ${sha256} is damaged: its bytes are not those that its name says.`)
    yield padding(size)
  }

  end(): Uint8Array {
    return Buffer.alloc(2 * block)
  }
}

function headerOf(path: string, size: number, link: string): Buffer {
  const header = Buffer.alloc(block)
  const cut = path.length > 99 ? path.lastIndexOf('/') : -1
  header.write(path.slice(cut + 1), 0, 'latin1')
  header.write('0000600\x000000000\x000000000\0', 100, 'latin1')
  if (size < 8 ** 11) header.write(`${size.toString(8).padStart(11, '0')}\0`, 124, 'latin1')
  else {
    // Larger than the format once thought: base 256.
    header.writeUInt8(0x80, 124)
    header.writeBigUInt64BE(BigInt(size), 128)
  }
  header.write('00000000000\0', 136, 'latin1')
  header.write('        ', 148, 'latin1')
  header.write('0', 156, 'latin1')
  header.write('ustar\x0000', 257, 'latin1')
  header.write(link, 265, 'latin1')
  header.write(cut === -1 ? '' : path.slice(0, cut), 345, 'latin1')
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return header
}

const paddingOf = (size: number): number => (block - (size % block)) % block
const padding = (size: number): Uint8Array => Buffer.alloc(paddingOf(size))

// ── reading ───────────────────────────────────────────────────────────────────────────────────────────────────

export interface BackupEntry {
  readonly kind: string
  readonly sha256: string
  /** Empty where the hash is the name. */
  readonly name: string
  readonly path: string
  readonly size: number
  /** To be read before the next entry is asked for, or left. Throws at the end where they are not what the path says. */
  bytes(): AsyncGenerator<Buffer>
}

/**
 * The entries of a backup in order; `onBytes` hears how far in the file it is. Throws a BackupFault at the first bad one.
 * Of those that nobody reads the bytes are checked all the same, unless `passing` says that this has been done before.
 */
export async function* entriesOf(
  file: string,
  onBytes: (read: number, total: number) => void = () => {},
  { passing = false } = {},
): AsyncGenerator<BackupEntry> {
  const handle = await open(file)
  try {
    const { size: total } = await handle.stat()
    let [at, link, last] = [0, firstLink, 'its beginning']
    for (;;) {
      const header = await readBlock(handle, at, total, last)
      at += block
      if (header.every((byte) => byte === 0)) break
      const { path, size } = parse(header, link, last)
      link = linkOf(link, path)
      last = path
      const [kind = '', sha256 = '', name = ''] = path.split('/')
      const start = at
      let whole = false
      const bytes = async function* (): AsyncGenerator<Buffer> {
        yield* checked(handle, { start, size, total, sha256, path })
        whole = true
      }
      yield { kind, sha256, name, path, size, bytes }
      if (!whole && !passing) for await (const _ of bytes());
      at += size
      const rest = await readExactly(handle, at, paddingOf(size), total, path)
      if (rest.some((byte) => byte !== 0)) throw altered(path)
      at += rest.length
      onBytes(at, total)
    }
    const end = await readBlock(handle, at, total, last)
    if (end.some((byte) => byte !== 0) || at + block !== total)
      throw new BackupFault(`Something stands behind the end of the backup, after ${last}.`)
  } finally {
    await handle.close()
  }
}

function parse(header: Buffer, link: string, last: string): { path: string; size: number } {
  const text = (from: number, length: number): string =>
    header.toString('latin1', from, from + length).replace(/\0.*$/s, '')
  const prefix = text(345, 155)
  const path = prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`
  const size = header[124] === 0x80 ? Number(header.readBigUInt64BE(128)) : Number.parseInt(text(124, 12), 8)
  // Written anew from what it says, a header is what it was: nothing else can stand in it.
  if (!Number.isSafeInteger(size) || !/^[a-z]+\/[0-9a-f]{64}(\/[\w.-]+)?$/.test(path))
    throw altered(`the entry after ${last}`)
  if (headerOf(path, size, text(265, 32)).compare(header) !== 0) throw altered(`the entry after ${last}`)
  if (text(265, 32) !== linkOf(link, path))
    throw new BackupFault(
      `The backup is altered: ${path} does not follow ${last}; an entry between them is missing, or it was moved.`,
    )
  return { path, size }
}

const altered = (path: string): BackupFault =>
  new BackupFault(`The backup is altered: ${path} is not as it was written.`)
const cutOff = (path: string): BackupFault => new BackupFault(`The backup is cut off in or after ${path}.`)

interface Extent {
  readonly start: number
  readonly size: number
  readonly total: number
  readonly sha256: string
  readonly path: string
}

async function* checked(
  handle: FileHandle,
  { start, size, total, sha256, path }: Extent,
): AsyncGenerator<Buffer> {
  const sum = createHash('sha256')
  for (let read = 0; read < size; ) {
    const chunk = await readExactly(handle, start + read, Math.min(pieceBytes, size - read), total, path)
    sum.update(chunk)
    read += chunk.length
    yield chunk
  }
  if (sum.digest('hex') !== sha256) throw altered(path)
}

const pieceBytes = 1024 * 1024

const readBlock = (handle: FileHandle, at: number, total: number, path: string): Promise<Buffer> =>
  readExactly(handle, at, block, total, path)

async function readExactly(
  handle: FileHandle,
  at: number,
  length: number,
  total: number,
  path: string,
): Promise<Buffer> {
  if (at + length > total) throw cutOff(path)
  const bytes = Buffer.alloc(length)
  for (let read = 0; read < length; ) {
    const { bytesRead } = await handle.read(bytes, read, length - read, at + read)
    if (bytesRead === 0) throw cutOff(path)
    read += bytesRead
  }
  return bytes
}
