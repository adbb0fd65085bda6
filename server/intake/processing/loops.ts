/** Archives that hold themselves, and so on without end. */
import { rm } from 'node:fs/promises'
import { LimitPassed } from './budget.ts'
import { type Content, contentOfFile, type Spool } from './content.ts'

/**
 * Whether a container is the same, byte for byte, as one that it is in. Containers that begin alike are compared by the
 * SHA-256 of all their bytes; those of which the bytes are gone when they have been read are written to the spool for that,
 * so `use` is given what is to be read in stead of `content`.
 */
export async function* unlessInItself<T>(
  content: Content,
  around: readonly Content[],
  spool: Spool,
  use: (content: Content, isInItself: boolean) => AsyncIterable<T>,
): AsyncGenerator<T> {
  const alike = around.filter(({ head }) => head.equals(content.head))
  if (alike.length === 0) {
    yield* use(content, false)
    return
  }
  const path = await content.file(spool)
  if (path === null) throw new LimitPassed('tooLarge', 'The archive is too large to be opened.')
  try {
    const own = content.ownFile ? content : await contentOfFile(path, () => {})
    const sum = await own.sha256()
    const sums = await Promise.all(alike.map((other) => other.sha256()))
    yield* use(own, sums.includes(sum))
  } finally {
    if (spool.owns(path)) await rm(path, { force: true })
  }
}
