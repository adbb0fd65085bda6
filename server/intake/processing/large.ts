/**
 * Files and messages of more bytes than are read into memory. Their bytes go by way of the disk, a piece at a time: what
 * they are their beginning tells, and who else has them their hashes. They are documents like others, without a text.
 */

import { createHash, randomUUID } from 'node:crypto'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Hashes } from '../../platform/hashes.ts'
import { headBytes } from './identify/identify.ts'
import type { Limits } from './limits.ts'
import type { ProcessingException } from './member.ts'

/** Bytes that lie on the disk. */
export interface OnDisk extends Hashes {
  /** Name of their file in the spool, which is removed by whoever takes it; null: they are those of the source itself. */
  readonly file: string | null
  readonly size: number
}

/** As they were met, with the beginning that tells what they are. */
export interface Large extends OnDisk {
  readonly head: Buffer
}

/** In memory, or on the disk where they are too many. */
export type Taken = Buffer | Large

export const isLarge = (bytes: Buffer | OnDisk): bytes is OnDisk => !Buffer.isBuffer(bytes)

export const sizeOf = (bytes: Buffer | OnDisk): number => (isLarge(bytes) ? bytes.size : bytes.length)

/** So a kept file is named; a name that is not of this form is nobody's. */
export const keptName = /^kept-[0-9a-f-]{36}$/

/** Takes bytes as they come, and knows their hashes at the end. */
class Sums {
  readonly #hashes = { md5: createHash('md5'), sha1: createHash('sha1'), sha256: createHash('sha256') }
  #head: Buffer = Buffer.alloc(0)
  #size = 0

  add(bytes: Buffer): void {
    for (const hash of Object.values(this.#hashes)) hash.update(bytes)
    this.#size += bytes.length
    if (this.#head.length < headBytes)
      this.#head = Buffer.concat([this.#head, bytes.subarray(0, headBytes - this.#head.length)])
  }

  of(file: string | null): Large {
    const { md5, sha1, sha256 } = this.#hashes
    return {
      file,
      size: this.#size,
      head: this.#head,
      md5: md5.digest('hex'),
      sha1: sha1.digest('hex'),
      sha256: sha256.digest('hex'),
    }
  }
}

/** Writes to a file of its own in the spool: in one process alone, which has nothing else to do meanwhile. */
export class LargeWriter {
  readonly #file = `kept-${randomUUID()}`
  readonly #path: string
  readonly #fd: number
  readonly #sums = new Sums()
  constructor(spoolFolder: string) {
    this.#path = join(spoolFolder, this.#file)
    this.#fd = openSync(this.#path, 'wx')
  }

  write(bytes: Buffer): void {
    for (let from = 0; from < bytes.length; ) from += writeSync(this.#fd, bytes, from)
    this.#sums.add(bytes)
  }

  done(): Large {
    closeSync(this.#fd)
    return this.#sums.of(this.#file)
  }

  /** Nothing comes of it. */
  discard(): void {
    closeSync(this.#fd)
    rmSync(this.#path, { force: true })
  }
}

/**
 * All bytes: up to `most` in memory, more of them in the spool. A stream that fails leaves nothing there. `onBusy` hears
 * that it goes on.
 */
export async function take(
  chunks: AsyncIterable<Buffer>,
  most: number,
  spoolFolder: string,
  onBusy: () => void = () => {},
): Promise<Taken> {
  let kept: Buffer[] = []
  let length = 0
  let writer: LargeWriter | null = null
  try {
    for await (const chunk of chunks) {
      kept.push(chunk)
      length += chunk.length
      if (length <= most) continue
      writer ??= new LargeWriter(spoolFolder)
      for (const one of kept) writer.write(one)
      kept = []
      onBusy()
    }
  } catch (error) {
    writer?.discard()
    throw error
  }
  return writer === null ? Buffer.concat(kept) : writer.done()
}

/** What is known of the bytes of a source, which stay where they are. */
export async function inPlace(chunks: AsyncIterable<Buffer>): Promise<Large> {
  const sums = new Sums()
  for await (const chunk of chunks) sums.add(chunk)
  return sums.of(null)
}

/** Removes what nobody takes. */
export async function discard({ file }: OnDisk, spoolFolder: string): Promise<void> {
  if (file !== null) await rm(join(spoolFolder, file), { force: true })
}

/** Why a document has no text: which limit it met. No other flaw is of this code and this stage. */
export const tooLarge = (size: number, { itemBytes }: Pick<Limits, 'itemBytes'>): ProcessingException => ({
  code: 'tooLarge',
  reason: `It was kept and not read: it has ${size} bytes, and items of up to ${itemBytes} are read.`,
  stage: 'parse',
})
