/** Unfinished files, each named by the process that works on it; what processes that died have left is thrown away. */
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isGone, ownName } from './alive.ts'

/** Makes the folder of this process below the data folder. */
export async function openSpool(dataDir: string): Promise<string> {
  const root = join(dataDir, 'spool')
  await mkdir(root, { recursive: true })
  await removeAbandoned(root)
  const own = join(root, ownName())
  await mkdir(own)
  return own
}

/** Removes what processes that are gone have left in a folder; others may be at work in it right now. */
export async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (isGone(name) || (await isOld(path))) await rm(path, { recursive: true, force: true })
  }
}

/** Nobody works so long on a file; of another machine's, or another container's, that is all that can be known. */
const oldMs = 7 * 86_400_000

const isOld = async (path: string): Promise<boolean> =>
  await stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs > oldMs,
    () => false,
  )
