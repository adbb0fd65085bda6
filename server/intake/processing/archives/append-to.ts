/** Files that are written piece by piece. */
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

/** Writes bytes behind those of a file, or as its first. */
export async function appendTo(
  file: string,
  bytes: AsyncIterable<Buffer>,
  onBusy: () => void,
  isFirst: boolean,
): Promise<void> {
  const busy = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      onBusy()
      yield chunk
    }
  }
  await pipeline(bytes, busy, createWriteStream(file, { flags: isFirst ? 'w' : 'a' }))
}
