/** A file's bytes, its beginning in one piece, so that it can be judged before anything is read. */

/** Bytes from the beginning by which a file is judged. */
export const headBytes = 64 * 1024

/** The first piece has `headBytes` or more, or is all there is: it comes in any case. */
export async function* headFirst(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let head: Buffer[] | null = []
  let length = 0
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
    if (head === null) {
      yield bytes
      continue
    }
    head.push(bytes)
    length += bytes.length
    if (length < headBytes) continue
    yield Buffer.concat(head)
    head = null
  }
  if (head !== null) yield Buffer.concat(head)
}
