/** A new zip, written piece by piece: names, and nothing else beside the bytes of its parts. */
import { closeSync, openSync, writeSync } from 'node:fs'
import { constants, deflateRawSync } from 'node:zlib'
import { Zip, ZipPassThrough } from 'fflate'

/** The earliest date that a zip can say: it says nothing of who made it when. */
const noDate = new Date(1980, 0, 1)
const pieceChars = 256 * 1024

/** A part whose pieces are packed one by one by the machine's own zlib, which is six times as fast as a packer in JavaScript. */
class PackedPart extends ZipPassThrough {
  override compression = 8
  protected override process(piece: Uint8Array, isLast: boolean): void {
    const finishFlush = isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH
    this.ondata(null, deflateRawSync(piece, { finishFlush }), isLast)
  }
}

export class ZipOut {
  readonly #file: number
  readonly #zip: Zip
  #fault: Error | null = null
  #part: PackedPart | null = null
  #text = ''

  constructor(path: string) {
    this.#file = openSync(path, 'wx', 0o600)
    this.#zip = new Zip((error, bytes) => {
      if (error === null) writeAll(this.#file, bytes)
      else this.#fault ??= error
    })
  }

  begin(name: string): void {
    this.#end()
    this.#part = new PackedPart(name)
    this.#part.mtime = noDate
    this.#zip.add(this.#part)
  }

  write(text: string): void {
    this.#text += text
    if (this.#text.length >= pieceChars) this.#push(false)
  }

  part(name: string, text: string): void {
    this.begin(name)
    this.write(text)
  }

  end(): void {
    this.#end()
    this.#zip.end()
    this.close()
    if (this.#fault !== null) throw this.#fault
  }

  close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    closeSync(this.#file)
  }
  #isOpen = true

  #end(): void {
    if (this.#part === null) return
    this.#push(true)
    this.#part = null
  }

  #push(isLast: boolean): void {
    const bytes = new TextEncoder().encode(this.#text)
    this.#text = ''
    this.#part?.push(bytes, isLast)
    if (this.#fault !== null) throw this.#fault
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
}
