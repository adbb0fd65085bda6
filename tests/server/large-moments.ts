/** Moments in the way of an item that is larger than what is read, as the server sees them that has it read. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { codeOf } from '#server/code-of.ts'
import type { Services } from '#server/http/context.ts'
import type { Place } from '#server/processing/protocol.ts'
import { ownParsers } from './kill-parsers.ts'

/**
 * In the order in which an import of a large file, and an archive with others behind it, comes by them: a process hashes the
 * file where it lies; it writes an item out of the archive to its folder; the server copies that; the bytes are in the store,
 * and no row names them.
 */
export const moments = ['hashed', 'written', 'copied', 'kept'] as const
export type Moment = (typeof moments)[number]

/** Calls once, in the middle of it. `size`: of an item that takes so long that it can be met there. */
export function atMoment(services: Services, moment: Moment, size: number, then: () => void): void {
  if (moment === 'kept') afterAdoption(services, then)
  else onceThere(unfinished[moment](services, size), then)
}

const unfinished: Readonly<
  Record<Exclude<Moment, 'kept'>, (services: Services, size: number) => () => boolean>
> = {
  hashed: hashing,
  written: (services, size) => growing(services, /^kept-/, size),
  copied: (services, size) => growing(services, /^large-/, size),
}

function onceThere(isThere: () => boolean, then: () => void): void {
  const looks = setInterval(() => {
    if (!isThere()) return
    clearInterval(looks)
    then()
  }, 1)
  looks.unref()
}

/** Whether a file of the spool that is so called has some of its bytes, and not all. */
const growing =
  ({ spool }: Services, name: RegExp, size: number) =>
  (): boolean =>
    namesIn(spool).some((path) => {
      if (!name.test(basename(path))) return false
      const now = statSync(join(spool, path), { throwIfNoEntry: false })?.size ?? 0
      return now > 0 && now < size
    })

/** Folders come and go while they are read. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

/** Whether the process that has begun with the first file has read some of its bytes, and not all. */
function hashing({ children }: Services, size: number): () => boolean {
  let before: ReadonlyMap<string, number> | null = null
  const { run } = children
  children.run = (module, task, options) =>
    run(module, task, {
      ...options,
      onAt: (name) => {
        options?.onAt?.(name)
        if (!module.pathname.endsWith('/processing/worker.ts')) return
        const { at }: Place = JSON.parse(name)
        if (at.length === 1 && at[0] === 0) before ??= new Map(ownParsers().map((pid) => [pid, readBy(pid)]))
      },
    })
  return () => {
    for (const [pid, bytes] of before ?? []) {
      const read = readBy(pid) - bytes
      if (read > size / 8 && read < (size * 7) / 8) return true
    }
    return false
  }
}

/** How many bytes a process has read; none where it has ended. */
function readBy(pid: string): number {
  try {
    return Number(/^rchar: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

function afterAdoption({ blobs }: Services, then: () => void): void {
  const { adopt } = blobs
  blobs.adopt = async (path, sha256) => {
    const kept = await adopt(path, sha256)
    if (basename(path).startsWith('large-')) then()
    return kept
  }
}
