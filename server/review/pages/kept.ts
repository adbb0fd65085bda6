/**
 * Page images that are kept, in a folder of their own by the hash of the file that they show: `ab/abcd…/1`; of a document
 * that was laid out here, its PDF (`ab/abcd…/pdf`) under a hash of its own with the images. They may be
 * lost at any time and are drawn again then, so nothing here waits for the disk; past a bound the documents that were
 * looked at longest ago make room.
 */
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { ownName } from '../../platform/process-id.ts'
import { isWhole } from './images.ts'

export interface KeptPages {
  /** The image of a page (from 0); null where it is not kept. */
  get(sha256: string, page: number): Promise<Buffer | null>
  /** Pages (from 0) that are kept, as far as their names say. */
  has(sha256: string): Promise<ReadonlySet<number>>
  put(sha256: string, page: number, bytes: Buffer): Promise<void>
  /** The path of a PDF; null where it is not kept. */
  getPdf(hash: string): Promise<string | null>
  /** Takes over a file, and answers where it is then. */
  putPdf(hash: string, file: string): Promise<string>
  /** Resolves when no room is being made. */
  settled(): Promise<void>
}

/** Room is made down to this part of the bound, so that it is not made with every page. */
const after = 0.9

/** Keeps images below `root`; files on their way there are in `spool`, on the same disk. */
export function keepPages(options: {
  readonly root: string
  readonly spool: string
  readonly maxBytes: number
  readonly log: Logger
}): KeptPages {
  const { root, spool, maxBytes, log } = options
  /** Bytes that are kept; null until somebody has counted. */
  let held: number | null = null
  let sweeping: Promise<void> | null = null
  const folderOf = (sha256: string): string => join(root, sha256.slice(0, 2), sha256)

  const pdfOf = (hash: string): string => join(folderOf(hash), 'pdf')

  const sweep = (): void => {
    sweeping ??= makeRoom(root, maxBytes)
      .then((bytes) => {
        held = bytes
      })
      .catch((error: unknown) => log.warn({ err: error }, 'no room could be made for page images'))
      .finally(() => {
        sweeping = null
      })
  }

  const count = (bytes: number): void => {
    if (held === null) sweep()
    else held += bytes
    if (held !== null && held > maxBytes) sweep()
  }

  return {
    async get(sha256, page) {
      const folder = folderOf(sha256)
      const bytes = await readFile(join(folder, String(page + 1))).catch(() => null)
      if (bytes === null || !isWhole(bytes)) return null
      const now = new Date()
      // A folder is as old as the last look at one of its pages.
      utimes(folder, now, now).catch(() => {})
      return bytes
    },
    async has(sha256) {
      const names = await readdir(folderOf(sha256)).catch(() => [])
      return new Set(names.map((name) => Number(name) - 1))
    },
    async put(sha256, page, bytes) {
      const folder = folderOf(sha256)
      const unfinished = join(spool, `page-${ownName()}`)
      await writeFile(unfinished, bytes)
      await mkdir(folder, { recursive: true })
      await rename(unfinished, join(folder, String(page + 1)))
      count(bytes.length)
    },
    async getPdf(hash) {
      const path = pdfOf(hash)
      return (await stat(path).catch(() => null)) === null ? null : path
    },
    async putPdf(hash, file) {
      // Unlike an image it does not show whether all of it is there.
      const handle = await open(file, 'r+')
      const { size } = await handle.stat()
      await handle.sync().finally(() => handle.close())
      await mkdir(folderOf(hash), { recursive: true })
      await rename(file, pdfOf(hash))
      count(size)
      return pdfOf(hash)
    },
    settled: async () => {
      await sweeping
    },
  }
}

/** Removes the documents that were looked at longest ago until there is room; answers what is left. */
async function makeRoom(root: string, maxBytes: number): Promise<number> {
  const folders: { readonly path: string; readonly bytes: number; readonly at: number }[] = []
  for (const outer of await readdir(root).catch(() => []))
    for (const inner of await readdir(join(root, outer)).catch(() => [])) {
      const path = join(root, outer, inner)
      const { mtimeMs } = await stat(path)
      let bytes = 0
      for (const name of await readdir(path)) bytes += (await stat(join(path, name))).size
      folders.push({ path, bytes, at: mtimeMs })
    }
  let held = folders.reduce((sum, { bytes }) => sum + bytes, 0)
  if (held <= maxBytes) return held
  for (const { path, bytes } of folders.sort((a, b) => a.at - b.at)) {
    if (held <= maxBytes * after) break
    await rm(path, { recursive: true, force: true })
    held -= bytes
  }
  return held
}
