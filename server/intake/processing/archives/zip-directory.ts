/** How many entries the directory of a zip has, whatever the record behind it says. */
import { open } from 'node:fs/promises'
import { bytesAt } from './held-piece.ts'
import { directoryHeader, headerBytes } from './zip-records.ts'

const pieceBytes = 256 * 1024

/**
 * Counts the headers that stand one behind the other from `start`. The record at the end of a zip has room for 65,535: some
 * programs write of more only what is left beyond the last multiple of 65,536, and who believes them loses all others.
 */
export async function entriesFrom(path: string, start: number): Promise<number> {
  const file = await open(path)
  try {
    let piece: Buffer = Buffer.alloc(0)
    let pieceAt = start
    let count = 0
    for (let at = start; ; count++) {
      if (at < pieceAt || at + headerBytes > pieceAt + piece.length) {
        piece = await bytesAt(file, at, pieceBytes)
        pieceAt = at
      }
      const header = directoryHeader(piece, at - pieceAt)
      if (header === null) return count
      at += header.length
    }
  } finally {
    await file.close()
  }
}
