/** What stands behind all that is packed in a file. */
import { DamagedEntry } from './archive.ts'
import type { ByteReader } from './byte-reader.ts'

/** All that is packed was given out, and other bytes stand behind it, or between. */
export class BytesBehind extends DamagedEntry {
  constructor(
    reason = 'what is packed in it was taken out whole; what stands behind that is not packed so, and was not read.',
  ) {
    super(reason)
  }
}

const pieceBytes = 64 * 1024

/** Zeros fill up a block of a tape or a disk. Throws `BytesBehind` where anything else is left. */
export async function passPadding(input: ByteReader): Promise<void> {
  for (;;) {
    const piece = await input.some(pieceBytes)
    if (piece.length === 0) return
    if (piece.some((byte) => byte !== 0)) throw new BytesBehind()
  }
}
