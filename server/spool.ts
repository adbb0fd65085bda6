/** Unfinished files, each named by the process that works on it; what processes that died have left is thrown away. */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Makes the folder of this process below the data folder. */
export async function openSpool(dataDir: string): Promise<string> {
  const root = join(dataDir, 'spool')
  await mkdir(root, { recursive: true })
  await removeAbandoned(root)
  const own = join(root, ownName())
  await mkdir(own)
  return own
}

/** A name that says whose it is: one process may need several, and process numbers come again. */
export const ownName = (): string => `${process.pid}-${randomUUID()}`

/** Removes what processes that are gone have left in a folder; others may be at work in it right now. */
export async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!isAlive(Number(name.split('-')[0]))) await rm(join(folder, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
