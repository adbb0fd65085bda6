/** Copies of files that somebody else may still write to: what is kept is what was hashed. */
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

/** Copies all bytes to a new file, durably, and answers what they were. No link is followed to them, and nothing waited for. */
export async function copyOf(
  path: string | Buffer,
  target: string,
): Promise<{ sha256: string; size: number }> {
  // Without the flags, where a system has none, whoever asks looks before and after whether it is a file.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
  const source = await open(path, flags)
  try {
    if (!(await source.stat()).isFile()) throw Object.assign(new Error('It is no file.'), { code: 'EINVAL' })
    const file = await open(target, 'wx', 0o600)
    try {
      return await copied(source, file)
    } finally {
      await file.close()
    }
  } finally {
    await source.close()
  }
}

async function copied(source: FileHandle, target: FileHandle): Promise<{ sha256: string; size: number }> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of source.createReadStream({ highWaterMark: 1024 * 1024, autoClose: false })) {
    const bytes: Buffer = chunk
    hash.update(bytes)
    size += bytes.length
    for (let from = 0; from < bytes.length; ) from += (await target.write(bytes, from)).bytesWritten
  }
  await target.sync()
  return { sha256: hash.digest('hex'), size }
}
