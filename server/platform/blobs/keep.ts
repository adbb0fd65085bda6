/**
 * Keeps files, many at once: the cost of a file lies in making it durable, and a disk makes many durable in the time of
 * one. Synchronous; for a thread of its own.
 */
import { createHash } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { codeOf } from '../error-code.ts'
import { ownName } from '../process-id.ts'
import { pathIn, unfinishedIn } from './layout.ts'

/**
 * Writes each file under its hash, durably: all files, then a sync of each, then the names, then a sync of each folder
 * that holds one. Returns the hashes in order. Where one cannot be kept it throws, and none counts as kept; those that
 * got their name by then are whole.
 */
export function keep(root: string, files: readonly Uint8Array[]): string[] {
  const hashes = files.map((bytes) => createHash('sha256').update(bytes).digest('hex'))
  const fresh = new Map<string, Uint8Array>()
  /** Folders with a name that may not be durable. */
  const changed = new Set<string>()
  for (const [i, bytes] of files.entries()) {
    const sha256 = hashes[i] ?? ''
    const path = pathIn(root, sha256)
    if (sizeOf(path) !== bytes.byteLength) fresh.set(sha256, bytes)
    // Whoever gave it its name may have been killed before its folder was synced.
    else changed.add(dirname(path)).add(root)
  }
  const unfinished = [...fresh].map(([sha256, bytes]) => ({
    sha256,
    bytes,
    path: join(unfinishedIn(root), ownName()),
    file: null as number | null,
  }))
  try {
    for (const one of unfinished) {
      one.file = openSync(one.path, 'wx', 0o440)
      writeFileSync(one.file, one.bytes)
    }
    for (const one of unfinished) {
      if (one.file === null) continue
      fsyncSync(one.file)
      closeSync(one.file)
      one.file = null
    }
    for (const { sha256, path } of unfinished)
      for (const folder of place(root, path, sha256)) changed.add(folder)
    for (const folder of changed) syncFolder(folder)
  } catch (error) {
    for (const { file, path } of unfinished) {
      if (file !== null) closeSync(file)
      rmSync(path, { force: true })
    }
    throw error
  }
  return hashes
}

/** Gives a finished file its name. Returns the folders that have to be synced for the name to be durable. */
export function place(root: string, from: string, sha256: string): string[] {
  const target = pathIn(root, sha256)
  const folder = dirname(target)
  const made = mkdirSync(folder, { recursive: true })
  renameSync(from, target)
  return made === undefined ? [folder] : [folder, root]
}

export function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } catch (error) {
    if (!isNoNeed(error)) throw error
  } finally {
    closeSync(folder)
  }
}

/** Windows does not sync folders, nor does it need to. */
export const isNoNeed = (error: unknown): boolean => ['EPERM', 'EINVAL'].includes(codeOf(error))

const sizeOf = (path: string): number | null => statSync(path, { throwIfNoEntry: false })?.size ?? null
