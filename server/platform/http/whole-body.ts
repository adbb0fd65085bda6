/** The bytes of a request as a whole, for what is small enough to be held. */
import type { Readable } from 'node:stream'
import { ApiError } from './error.ts'

/** Throws where there are none, and where there are more than `most`. */
export async function wholeBody(body: Readable, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    size += chunk.length
    if (size > most)
      throw new ApiError('request.tooLarge', `A file has at most ${most} bytes here.`, { detail: 'body' })
  }
  if (size === 0) throw new ApiError('request.invalid', 'The file is empty.', { detail: 'body' })
  return Buffer.concat(chunks)
}
