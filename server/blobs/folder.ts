/** Files by content in a folder: `ab/cd/abcd…`. A file is there whole or not at all, whatever happens meanwhile. */
import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { access, copyFile, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { ownName } from '../alive.ts'
import { ApiError, notFound } from '../http/error.ts'
import { isStorageFull } from '../records/dialect.ts'
import { removeAbandoned } from '../spool.ts'
import type { Blobs, Kept } from './blobs.ts'

/** Opens (or makes) the store; what a crash left half-written is thrown away. */
export async function openFolder(root: string): Promise<Blobs> {
  const unfinished = join(root, 'tmp')
  await mkdir(unfinished, { recursive: true })
  await removeAbandoned(unfinished)

  const pathOf = (sha256: string): string => {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw notFound('file')
    return join(root, sha256.slice(0, 2), sha256.slice(2, 4), sha256)
  }
  const sizeOf = async (path: string): Promise<number | null> => {
    try {
      return (await stat(path)).size
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }
  /** The rename is durable once the folder that holds the name has been synced. */
  const place = async (from: string, sha256: string): Promise<void> => {
    const target = pathOf(sha256)
    const folder = dirname(target)
    const made = await mkdir(folder, { recursive: true })
    await rename(from, target)
    await syncFolder(folder)
    if (made !== undefined) {
      await syncFolder(dirname(folder))
      await syncFolder(root)
    }
  }

  return {
    pathOf,
    async put(bytes) {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const known = await sizeOf(pathOf(sha256))
      if (known === bytes.byteLength) return { sha256, size: known }
      const temporary = join(unfinished, ownName())
      return await orStorageFull(temporary, async () => {
        const file = await open(temporary, 'wx', 0o440)
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await place(temporary, sha256)
        return { sha256, size: bytes.byteLength }
      })
    },
    async adopt(path, sha256) {
      const [known, size] = [await sizeOf(pathOf(sha256)), await sizeOf(path)]
      // One of another length is damaged: the good bytes take its place.
      if (known !== null && (size === null || known === size)) {
        await rm(path, { force: true })
        return { sha256, size: known }
      }
      if (size === null) throw notFound('file')
      const temporary = join(unfinished, ownName())
      return await orStorageFull(temporary, async (): Promise<Kept> => {
        await rename(path, temporary).catch(async (error: unknown) => {
          // Another file system: the bytes have to be copied.
          if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error
          await copyFile(path, temporary)
          await rm(path)
        })
        const file = await open(temporary, 'r+')
        try {
          await file.sync()
          await file.chmod(0o440)
        } finally {
          await file.close()
        }
        await place(temporary, sha256)
        return { sha256, size }
      })
    },
    async open(sha256): Promise<Readable> {
      const path = pathOf(sha256)
      if ((await sizeOf(path)) === null) throw notFound('file')
      return createReadStream(path)
    },
    async read(sha256) {
      try {
        return await readFile(pathOf(sha256))
      } catch (error) {
        throw isMissing(error) ? notFound('file') : error
      }
    },
    async has(sha256) {
      try {
        await access(pathOf(sha256), constants.R_OK)
        return true
      } catch {
        return false
      }
    },
  }
}

async function orStorageFull<T>(temporary: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await rm(temporary, { force: true })
    if (!isStorageFull(error)) throw error
    throw new ApiError('storage.full', 'The disk of the server is full. Nothing of this file was kept.')
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } catch (error) {
    // Windows does not sync folders, nor does it need to.
    if (!(error instanceof Error && 'code' in error && ['EPERM', 'EINVAL'].includes(String(error.code))))
      throw error
  } finally {
    await folder.close()
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'
