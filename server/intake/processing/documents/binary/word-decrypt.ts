/** Encrypted binary Word documents ([MS-DOC] 2.2.6). */
import { decryptBlocks, openCipher } from '../encryption/binary.ts'
import { Unreadable } from '../reading.ts'
import type { WordHeader } from './word-file.ts'

/** The beginning of the stream is never encrypted. */
const plainBytes = 68
const blockBytes = 512

/** Both streams as they were before. Throws Unreadable. */
export function decryptWord(
  stream: Buffer,
  table: Buffer,
  header: WordHeader,
  passwords: readonly string[],
): { stream: Buffer; table: Buffer } {
  if (!header.modern || header.obfuscated)
    throw new Unreadable('encrypted', 'It is protected by a password in an old way that is not read.')
  const cipher = openCipher(table.subarray(0, header.keyBytes), passwords)
  const plain = decryptBlocks(stream, blockBytes, cipher)
  stream.copy(plain, 0, 0, plainBytes)
  return { stream: plain, table: decryptBlocks(table, blockBytes, cipher) }
}
