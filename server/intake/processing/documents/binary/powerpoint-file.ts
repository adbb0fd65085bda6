/**
 * The live objects of a binary presentation ([MS-PPT] 2.1.2): a file that was saved quickly holds older states, too, and a
 * chain of edits tells where each object stands now.
 */
import type { Compound } from '../../ole/compound.ts'
import { type BlockCipher, openCipher } from '../encryption/binary.ts'
import { Unreadable } from '../reading.ts'
import { type PptRecord, recordAt } from './records.ts'

const types = { userEdit: 0x0ff5, directory: 0x1772, encryption: 0x2f14 }
const maxEdits = 10_000

export class PowerPointFile {
  readonly #stream: Buffer
  readonly #places: ReadonlyMap<number, number>
  readonly #cipher: BlockCipher | null
  readonly documentId: number
  constructor(
    stream: Buffer,
    places: ReadonlyMap<number, number>,
    documentId: number,
    cipher: BlockCipher | null,
  ) {
    this.#stream = stream
    this.#places = places
    this.documentId = documentId
    this.#cipher = cipher
  }

  /** An object by its number. */
  object(id: number): PptRecord | null {
    const at = this.#places.get(id)
    if (at === undefined) return null
    const cipher = this.#cipher
    if (cipher === null) return recordAt(this.#stream, at)
    // The header is encrypted with what it heads.
    const head = cipher(id).apply(this.#stream.subarray(at, at + 8))
    const size = head.length < 8 ? 0 : head.readUInt32LE(4)
    return recordAt(cipher(id).apply(this.#stream.subarray(at, at + 8 + size)), 0)
  }

  objects(): readonly number[] {
    return [...this.#places.keys()]
  }
}

/** Throws Unreadable. */
export function openPowerPoint(compound: Compound, passwords: readonly string[]): PowerPointFile {
  const stream = compound.stream('PowerPoint Document')
  if (stream === null) throw new Unreadable('corrupt', 'Its slides are missing.')
  const user = compound.stream('Current User')
  const places = new Map<number, number>()
  let documentId = 1
  let encryptionId = 0
  let at = user === null || user.length < 20 ? -1 : user.readUInt32LE(16)
  const seen = new Set<number>()
  while (!seen.has(at) && seen.size < maxEdits) {
    seen.add(at)
    const edit = recordAt(stream, at)
    if (edit === null || edit.type !== types.userEdit || edit.body.length < 28) break
    // The newest edit comes first, and what it says of an object holds.
    if (seen.size === 1) {
      documentId = edit.body.readUInt32LE(16)
      encryptionId = edit.body.length >= 32 ? edit.body.readUInt32LE(28) : 0
    }
    readDirectory(recordAt(stream, edit.body.readUInt32LE(12)), places)
    at = edit.body.readUInt32LE(8)
    if (at === 0) break
  }
  if (places.size === 0) throw new Unreadable('corrupt', 'Its slides cannot be found.')
  const encryption = encryptionId === 0 ? null : recordAt(stream, places.get(encryptionId) ?? -1)
  const cipher = encryption?.type === types.encryption ? openCipher(encryption.body, passwords) : null
  return new PowerPointFile(stream, places, documentId, cipher)
}

/** Runs of numbers, each with the first number and how many there are ([MS-PPT] 2.3.5). */
function readDirectory(directory: PptRecord | null, places: Map<number, number>): void {
  if (directory === null || directory.type !== types.directory) return
  const { body } = directory
  let at = 0
  while (at + 4 <= body.length) {
    const head = body.readUInt32LE(at)
    at += 4
    for (let i = 0; i < head >>> 20 && at + 4 <= body.length; i++, at += 4) {
      const id = (head & 0xfffff) + i
      if (!places.has(id)) places.set(id, body.readUInt32LE(at))
    }
  }
}
