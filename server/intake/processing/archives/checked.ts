/** Checksums that formats carry beside the bytes. */
import { crc32 } from 'node:zlib'
import { DamagedEntry, isSystemFault } from './archive.ts'

/** The bytes as they come; throws an `DamagedEntry` at their end where the CRC-32 of all is another. */
export async function* checked(chunks: AsyncIterable<Buffer>, expected: number): AsyncGenerator<Buffer> {
  let sum = 0
  try {
    for await (const chunk of chunks) {
      sum = crc32(chunk, sum)
      yield chunk
    }
  } catch (error) {
    throw entryFault(error)
  }
  if (sum !== expected) throw new DamagedEntry('Its checksum does not fit its bytes.')
}

/** A fault of the entry, unless it is one of the system. */
export const entryFault = (error: unknown): unknown =>
  isSystemFault(error) ? error : new DamagedEntry(error instanceof Error ? error.message : String(error))
