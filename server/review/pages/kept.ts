/**
 * Page images that are kept, in a folder of their own by the hash of the file that they show: `ab/abcd…/1`. What is of one
 * project and of no file alone stands below the project, and goes with it: `project-7/abcd…/1`, and of a document that was
 * laid out or redacted here its PDF (`project-7/abcd…/pdf`). They may be
 * lost at any time and are drawn again then, so nothing here waits for the disk; past a bound the documents that were
 * looked at longest ago make room.
 */
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { ownName } from '../../platform/process-id.ts'
import { isWhole } from './images.ts'

/** What pages of one project are kept under. */
export const keyInProject = (projectId: number, hash: string): string =>
  `${folderOfProject(projectId)}/${hash}`
/** Where they are, below the folder of all kept pages. */
export const folderOfProject = (projectId: number): string => `project-${projectId}`

/** `key`: the hash of a file, or of `keyInProject`. */
export interface KeptPages {
  /** The image of a page (from 0); null where it is not kept. */
  get(key: string, page: number): Promise<Buffer | null>
  /** Pages (from 0) that are kept, as far as their names say. */
  has(key: string): Promise<ReadonlySet<number>>
  put(key: string, page: number, bytes: Buffer): Promise<void>
  /** What else is kept of pages, by its name; null where it is not kept. */
  getBeside(key: string, name: string): Promise<Buffer | null>
  putBeside(key: string, name: string, bytes: Buffer): Promise<void>
  /** The path of a PDF; null where it is not kept. */
  getPdf(key: string): Promise<string | null>
  /** Takes over a file, and answers where it is then. */
  putPdf(key: string, file: string): Promise<string>
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
  const folderOf = (key: string): string =>
    key.includes('/') ? join(root, key) : join(root, key.slice(0, 2), key)

  const pdfOf = (key: string): string => join(folderOf(key), 'pdf')

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

  const read = async (key: string, name: string): Promise<Buffer | null> => {
    const folder = folderOf(key)
    const bytes = await readFile(join(folder, name)).catch(() => null)
    if (bytes === null) return null
    const now = new Date()
    // A folder is as old as the last look at one of its pages.
    utimes(folder, now, now).catch(() => {})
    return bytes
  }
  const write = async (key: string, name: string, bytes: Buffer): Promise<void> => {
    const folder = folderOf(key)
    const unfinished = join(spool, `page-${ownName()}`)
    await writeFile(unfinished, bytes)
    await mkdir(folder, { recursive: true })
    await rename(unfinished, join(folder, name))
    count(bytes.length)
  }

  return {
    async get(key, page) {
      const bytes = await read(key, String(page + 1))
      return bytes === null || !isWhole(bytes) ? null : bytes
    },
    getBeside: read,
    putBeside: write,
    async has(key) {
      const names = await readdir(folderOf(key)).catch(() => [])
      return new Set(names.map((name) => Number(name) - 1))
    },
    put: (key, page, bytes) => write(key, String(page + 1), bytes),
    async getPdf(key) {
      const path = pdfOf(key)
      return (await stat(path).catch(() => null)) === null ? null : path
    },
    async putPdf(key, file) {
      // Unlike an image it does not show whether all of it is there.
      const handle = await open(file, 'r+')
      const { size } = await handle.stat()
      await handle.sync().finally(() => handle.close())
      await mkdir(folderOf(key), { recursive: true })
      await rename(file, pdfOf(key))
      count(size)
      return pdfOf(key)
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
