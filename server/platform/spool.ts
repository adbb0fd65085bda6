/** Unfinished files, each named by the process that works on it; what processes that died have left is thrown away. */
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { isGone, isOfHere, ownName } from './process-id.ts'

/** Makes the folder of this process below the data folder. */
export async function openSpool(dataDir: string): Promise<string> {
  const root = join(dataDir, 'spool')
  await mkdir(root, { recursive: true })
  await removeAbandoned(root)
  const own = join(root, ownName())
  await mkdir(own)
  keepYoung(own)
  return own
}

/** Removes what processes that are gone have left in a folder; others may be at work in it right now. */
export async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (isOfHere(name) ? isGone(name) : await isOld(path)) await rm(path, { recursive: true, force: true })
  }
}

const dayMs = 86_400_000
/** Nobody works so long on a file; of another machine's, or another container's, that is all that can be known. */
const oldMs = 7 * dayMs

const isOld = async (path: string): Promise<boolean> =>
  await stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs > oldMs,
    () => false,
  )

/** A folder is as old as its newest name, however busy its files are: while it is there, its process says that it lives. */
function keepYoung(folder: string): void {
  const signs = setInterval(() => {
    const now = new Date()
    utimes(folder, now, now).catch(() => clearInterval(signs))
  }, dayMs)
  signs.unref()
}
