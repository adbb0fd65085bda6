/** How many entries the directory of a zip has, whatever the record behind it says. */
import { type FileHandle, open } from 'node:fs/promises'

const magic = Buffer.from('PK\x01\x02', 'latin1')
const headerBytes = 46
const pieceBytes = 256 * 1024

/**
 * Counts the headers that stand one behind the other from `start`. The record at the end of a zip has room for 65,535: some
 * programs write of more only what is left beyond the last multiple of 65,536, and who believes them loses all others.
 */
export async function entriesFrom(path: string, start: number): Promise<number> {
  const file = await open(path)
  try {
    let piece = Buffer.alloc(0)
    let pieceAt = start
    let count = 0
    for (let at = start; ; count++) {
      if (at < pieceAt || at + headerBytes > pieceAt + piece.length) {
        piece = await bytesAt(file, at)
        pieceAt = at
      }
      const header = piece.subarray(at - pieceAt, at - pieceAt + headerBytes)
      if (header.length < headerBytes || !header.subarray(0, magic.length).equals(magic)) return count
      // Its name, what is said of it besides, and a comment stand behind it.
      at += headerBytes + header.readUInt16LE(28) + header.readUInt16LE(30) + header.readUInt16LE(32)
    }
  } finally {
    await file.close()
  }
}

async function bytesAt(file: FileHandle, at: number): Promise<Buffer<ArrayBuffer>> {
  const bytes = Buffer.alloc(pieceBytes)
  const { bytesRead } = await file.read(bytes, 0, bytes.length, at)
  return bytes.subarray(0, bytesRead)
}
