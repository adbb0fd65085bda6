/** The records of a binary workbook ([MS-XLS] 2.1.4), and its encryption. */
import { type BlockCipher, openCipher } from '../encryption/binary.ts'

export interface ExcelRecord {
  readonly type: number
  readonly body: Buffer
  /** Where its body begins in the stream. */
  readonly at: number
}

export const recordTypes = {
  beginOfFile: 0x0809,
  endOfFile: 0x000a,
  filePass: 0x002f,
  boundSheet: 0x0085,
  sharedStrings: 0x00fc,
  continued: 0x003c,
  header: 0x0014,
  footer: 0x0015,
  textObject: 0x01b6,
  seriesText: 0x100d,
  /** Of a chart: which of its values follow. */
  seriesIndex: 0x1065,
  number: 0x0203,
  label: 0x0204,
} as const

export function* excelRecords(stream: Buffer): Generator<ExcelRecord> {
  let at = 0
  while (at + 4 <= stream.length) {
    const size = stream.readUInt16LE(at + 2)
    yield { type: stream.readUInt16LE(at), body: stream.subarray(at + 4, at + 4 + size), at: at + 4 }
    at += 4 + size
  }
}

const blockBytes = 1024
/** A record that says nothing of cells (page breaks), in place of the one that asks for a password. */
const emptyRecord = 0x001a
/** Records that are never encrypted ([MS-XLS] 2.2.10). */
const plain = new Set<number>([
  recordTypes.beginOfFile,
  recordTypes.filePass,
  0x0194,
  0x0195,
  0x00e1,
  0x0196,
  0x0138,
])

/**
 * The stream as it was before it was encrypted with RC4; null where it is encrypted in the older way, or not at all. Throws
 * Unreadable where no password fits.
 */
export function decryptExcel(stream: Buffer, passwords: readonly string[]): Buffer | null {
  const pass = findFilePass(stream)
  if (pass === null || pass.body.length < 6 || pass.body.readUInt16LE(0) !== 1) return null
  const cipher = openCipher(pass.body.subarray(2), passwords)
  const out = Buffer.from(stream)
  out.writeUInt16LE(emptyRecord, pass.at - 4)
  const key = new KeyStream(cipher)
  for (const { type, body, at } of excelRecords(stream)) {
    if (plain.has(type)) continue
    // Where a sheet begins stands in the clear.
    const from = type === recordTypes.boundSheet ? Math.min(4, body.length) : 0
    key.apply(body.subarray(from), at + from).copy(out, at + from)
  }
  return out
}

/** Whether it asks for a password, in whatever way. */
export const isLocked = (stream: Buffer): boolean => findFilePass(stream) !== null

function findFilePass(stream: Buffer): ExcelRecord | null {
  let count = 0
  for (const record of excelRecords(stream)) {
    if (record.type === recordTypes.filePass) return record
    // It is the second record, or comes soon after.
    if (++count > 10) break
  }
  return null
}

/** Decrypts by position: each block of the stream has a key of its own, and what is not encrypted counts, too. */
class KeyStream {
  readonly #cipher: BlockCipher
  #block = -1
  #key: Buffer = Buffer.alloc(0)
  constructor(cipher: BlockCipher) {
    this.#cipher = cipher
  }

  apply(bytes: Buffer, at: number): Buffer {
    const out = Buffer.from(bytes)
    for (let i = 0; i < out.length; i++) {
      const block = Math.floor((at + i) / blockBytes)
      if (block !== this.#block) {
        this.#block = block
        this.#key = this.#cipher(block).apply(Buffer.alloc(blockBytes))
      }
      out[i] = (out[i] ?? 0) ^ (this.#key[(at + i) % blockBytes] ?? 0)
    }
    return out
  }
}
