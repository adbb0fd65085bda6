/** The bytes of a request in a file, for what may be too large to be held; hashed as they pass. */
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Hashes } from '../hashes.ts'
import { isStorageFull } from '../records/dialect.ts'
import { ApiError } from './error.ts'

interface InFile extends Hashes {
  readonly size: number
}

/** Throws where there are none, and where there are more than `most`; then what was written is the caller's to remove. */
export async function bodyInFile(body: Readable, path: string, most: number): Promise<InFile> {
  const sums = { md5: createHash('md5'), sha1: createHash('sha1'), sha256: createHash('sha256') }
  let size = 0
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      for await (const chunk of body) {
        const piece: Buffer = chunk
        size += piece.length
        if (size > most)
          throw new ApiError('request.tooLarge', `A file has at most ${most} bytes in this project.`, {
            detail: 'body',
          })
        for (const sum of Object.values(sums)) sum.update(piece)
        await file.appendFile(piece)
      }
    } finally {
      await file.close()
    }
  } catch (error) {
    if (isStorageFull(error))
      throw new ApiError('storage.full', 'The disk of the server is full. Nothing of this file was kept.')
    throw error
  }
  if (size === 0) throw new ApiError('request.invalid', 'The file is empty.', { detail: 'body' })
  const { md5, sha1, sha256 } = sums
  return { md5: md5.digest('hex'), sha1: sha1.digest('hex'), sha256: sha256.digest('hex'), size }
}
