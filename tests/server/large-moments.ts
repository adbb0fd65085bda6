/** Kills a server, or only the process that reads for it, at a moment in the way of an item larger than what is read. */

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ParseRequest } from '#server/intake/processing/protocol.ts'
import { ChildFault } from '#server/platform/jobs/child.ts'
import type { Services } from '#server/platform/services.ts'
import type { Mortal } from './children/large-mortal-parser.ts'
import { killParsers } from './kill-parsers.ts'

const parser = new URL('./children/large-mortal-parser.ts', import.meta.url)

/**
 * In the order in which an import comes by them of a large file, and of an archive with others behind it: a process hashes
 * the file where it lies; it writes an item out of the archive to its folder; the server copies that; the bytes are in the
 * store, and no row names them.
 */
export const moments = ['hashed', 'written', 'copied', 'kept'] as const
export type Moment = (typeof moments)[number]

export interface Kill {
  readonly moment: Moment
  /** Of the large items. */
  readonly size: number
  readonly victim: 'server' | 'reader'
}

/** Once; answers how many processes that read were lost by it until now. */
export function killAt(services: Services, { moment, size, victim }: Kill): () => number {
  let lost = 0
  const kill = (): void => {
    if (victim === 'server') process.kill(process.pid, 'SIGKILL')
    lost += killParsers()
  }
  if (moment === 'kept') afterAdoption(services, kill)
  else if (moment === 'copied') whileCopied(services, size, kill)
  else {
    const mortal = { half: size / 2, isWritten: moment === 'written', withServer: victim === 'server' }
    inReader(services, mortal, () => lost++)
  }
  return () => lost
}

/** The first process that reads is one that ends itself. */
function inReader({ children }: Services, mortal: Omit<Mortal, 'request'>, onLost: () => void): void {
  const { run } = children
  children.run = async <T>(...[module, task, options]: Parameters<typeof run>): Promise<T> => {
    if (!module.pathname.endsWith('/processing/worker.ts')) return await run<T>(module, task, options)
    children.run = run
    try {
      return await run<T>(parser, { ...mortal, request: task as ParseRequest } satisfies Mortal, options)
    } catch (error) {
      if (error instanceof ChildFault && error.reason === 'crashed') onLost()
      throw error
    }
  }
}

/** The server itself copies, piece by piece: none of it is missed that it looks for in between. */
function whileCopied({ spool }: Services, size: number, then: () => void): void {
  const looks = setInterval(() => {
    const isCopied = readdirSync(spool).some((name) => {
      const now = statSync(join(spool, name), { throwIfNoEntry: false })?.size ?? 0
      return name.startsWith('large-') && now > 0 && now < size
    })
    if (!isCopied) return
    clearInterval(looks)
    then()
  }, 1)
  looks.unref()
}

function afterAdoption({ blobs }: Services, then: () => void): void {
  const { adopt } = blobs
  blobs.adopt = async (path, sha256) => {
    const kept = await adopt(path, sha256)
    if (/(^|[\\/])large-/.test(path)) then()
    return kept
  }
}
