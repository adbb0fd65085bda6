/** Where the files of a store stand: `ab/abcd…` below its root, unfinished ones in `tmp`. */
import { readdirSync, renameSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { notFound } from '../http/error.ts'

/** The place of a file. One level of folders: a few thousand files each in a store of a million, and soon none to make. */
export function pathIn(root: string, sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw notFound('file')
  return join(root, sha256.slice(0, 2), sha256)
}

export const unfinishedIn = (root: string): string => join(root, 'tmp')

/**
 * Brings up what an earlier version put one level deeper (`ab/cd/abcd…`). It goes through the folders in order, so that
 * one that was interrupted shows in the last of them, which is all that is looked at in a store that is as it should be.
 */
export function lift(root: string): void {
  const folders = foldersOf(root)
  const last = folders.at(-1)
  if (last === undefined || foldersOf(join(root, last)).length === 0) return
  for (const folder of folders)
    for (const deeper of foldersOf(join(root, folder))) {
      const from = join(root, folder, deeper)
      for (const name of readdirSync(from)) renameSync(join(from, name), join(root, folder, name))
      rmdirSync(from)
    }
}

const foldersOf = (path: string): string[] =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^[0-9a-f]{2}$/.test(entry.name))
    .map((entry) => entry.name)
    .toSorted()
