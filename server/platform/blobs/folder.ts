/** Files by content in a folder. A file is there whole or not at all, whatever happens meanwhile. */
import { constants, createReadStream } from 'node:fs'
import { access, copyFile, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { codeOf } from '../error-code.ts'
import { ApiError, notFound } from '../http/error.ts'
import { ownName } from '../process-id.ts'
import { isStorageFull } from '../records/dialect.ts'
import { removeAbandoned } from '../spool.ts'
import type { Blobs, Kept } from './blobs.ts'
import { isNoNeed, place } from './keep.ts'
import { Keeper } from './keeper.ts'
import { lift, pathIn, unfinishedIn } from './layout.ts'

/** Opens (or makes) the store; what a crash left half-written is thrown away. */
export async function openFolder(root: string): Promise<Blobs> {
  const unfinished = unfinishedIn(root)
  await mkdir(unfinished, { recursive: true })
  await removeAbandoned(unfinished)
  lift(root)
  const keeper = new Keeper(root)

  const pathOf = (sha256: string): string => pathIn(root, sha256)
  const sizeOf = async (path: string): Promise<number | null> => {
    try {
      return (await stat(path)).size
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null
      throw error
    }
  }

  return {
    pathOf,
    put: (bytes) => orStorageFull(async () => ({ sha256: await keeper.keep(bytes), size: bytes.byteLength })),
    async adopt(path, sha256) {
      const [known, size] = [await sizeOf(pathOf(sha256)), await sizeOf(path)]
      // One of another length is damaged: the good bytes take its place.
      if (known !== null && (size === null || known === size)) {
        // Whoever gave it its name may have been killed before its folder was synced.
        for (const folder of [dirname(pathOf(sha256)), root]) await syncFolder(folder)
        await rm(path, { force: true })
        return { sha256, size: known }
      }
      if (size === null) throw notFound('file')
      const temporary = join(unfinished, ownName())
      return await orStorageFull(async (): Promise<Kept> => {
        try {
          await rename(path, temporary).catch(async (error: unknown) => {
            // Another file system: the bytes have to be copied.
            if (codeOf(error) !== 'EXDEV') throw error
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
          for (const folder of place(root, temporary, sha256)) await syncFolder(folder)
        } catch (error) {
          await rm(temporary, { force: true })
          throw error
        }
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
        throw codeOf(error) === 'ENOENT' ? notFound('file') : error
      }
    },
    async remove(sha256) {
      await rm(pathOf(sha256), { force: true })
      await syncFolder(dirname(pathOf(sha256))).catch((error: unknown) => {
        // No file of this folder was ever there.
        if (codeOf(error) !== 'ENOENT') throw error
      })
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

async function orStorageFull<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isStorageFull(error)) throw error
    throw new ApiError('storage.full', 'The disk of the server is full. Nothing of this file was kept.')
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } catch (error) {
    if (!isNoNeed(error)) throw error
  } finally {
    await folder.close()
  }
}
