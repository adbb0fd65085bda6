/** Archives that are known themselves: what stands in them is known with them, and is not taken out. */

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Hashes } from '../../platform/hashes.ts'
import { LimitPassed } from './budget.ts'
import { type Content, contentOfFile, type Spool } from './content.ts'
import type { KnownFiles, KnownList } from './hash-lists/known-files.ts'

export interface KnownArchive {
  readonly list: KnownList
  readonly sha256: string
  readonly size: number
}

/**
 * Gives `use` the archive to be read in stead of `content`, with the list that has it, or null. What streams out of a
 * container is written to the spool for that: only all of its bytes tell.
 */
export async function* unlessKnown<T>(
  content: Content,
  known: KnownFiles,
  spool: Spool,
  onBusy: () => void,
  use: (content: Content, known: KnownArchive | null) => AsyncIterable<T>,
): AsyncGenerator<T> {
  const path = await content.file(spool)
  if (path === null) throw new LimitPassed('tooLarge', 'The archive is too large to be opened.')
  try {
    const own = content.ownFile ? content : await contentOfFile(path, () => {})
    const hashes = await hashesOf(path, onBusy)
    const list = known.listOf(hashes)
    yield* use(own, list === null ? null : { list, sha256: hashes.sha256, size: own.size ?? 0 })
  } finally {
    if (spool.owns(path)) await rm(path, { force: true })
  }
}

async function hashesOf(path: string, onBusy: () => void): Promise<Hashes> {
  const [md5, sha1, sha256] = [createHash('md5'), createHash('sha1'), createHash('sha256')]
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    for (const hash of [md5, sha1, sha256]) hash.update(chunk)
    onBusy()
  }
  return { md5: md5.digest('hex'), sha1: sha1.digest('hex'), sha256: sha256.digest('hex') }
}
