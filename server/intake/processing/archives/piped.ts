/** Streams through the unpackers of the platform. */
import { Readable, type Transform } from 'node:stream'

/** What comes out of an unpacker of streams; left in its middle it lets go of its source. */
export async function* piped(
  chunks: Iterable<Buffer> | AsyncIterable<Buffer>,
  unpacker: Transform,
): AsyncGenerator<Buffer> {
  const packed = Readable.from(chunks)
  packed.on('error', (error) => unpacker.destroy(error)).pipe(unpacker)
  try {
    for await (const chunk of unpacker) yield chunk
  } finally {
    unpacker.destroy()
    // Left in its middle it would keep its file open.
    packed.destroy()
  }
}
