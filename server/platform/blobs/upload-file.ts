/** The bytes of one upload on the disk. */
import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { ApiError } from '../http/error.ts'
import { isStorageFull } from '../records/dialect.ts'

/**
 * Writes bytes behind those that were received, and answers how many once they are on the disk. What stands there already
 * is of a chunk that broke, and is written over.
 */
export async function append(
  path: string,
  row: { readonly received: number; readonly size: number },
  bytes: Readable,
): Promise<number> {
  let added = 0
  try {
    const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600)
    try {
      for await (const chunk of bytes) {
        const piece: Buffer = chunk
        if (row.received + added + piece.length > row.size)
          throw new ApiError(
            'request.invalid',
            `The file was announced with ${row.size} bytes; these are more.`,
            {
              detail: 'body',
            },
          )
        for (let from = 0; from < piece.length; ) {
          const { bytesWritten } = await file.write(piece, from, piece.length - from, row.received + added)
          from += bytesWritten
          added += bytesWritten
        }
      }
      await file.sync()
    } finally {
      await file.close()
    }
  } catch (error) {
    if (isStorageFull(error))
      throw new ApiError(
        'storage.full',
        'The disk of the server is full. The upload can go on when there is room.',
      )
    throw error
  }
  return added
}

/** How many bytes are there; none where there is no file. */
export const sizeOf = async (path: string): Promise<number> =>
  await stat(path).then(
    ({ size }) => size,
    () => 0,
  )

/** The hash of the first `size` bytes: a chunk that broke may have left others behind them. */
export async function hashFile(path: string, size: number): Promise<string> {
  const hash = createHash('sha256')
  if (size > 0)
    for await (const chunk of createReadStream(path, { end: size - 1, highWaterMark: 1024 * 1024 }))
      hash.update(chunk)
  return hash.digest('hex')
}
