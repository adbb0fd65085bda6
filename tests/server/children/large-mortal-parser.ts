/** Reads as the product does, and ends itself, and its server where it is told to, when a large item is half hashed. */
import { Hash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import type { ParseRequest } from '#server/intake/processing/protocol.ts'
import { work as ownWork } from '#server/intake/processing/worker.ts'
import type { Tools } from '#server/platform/jobs/protocol.ts'

export interface Mortal {
  readonly request: ParseRequest
  /** Half an item is so long. */
  readonly half: number
  /** Whether it is one that is written to the disk as it is hashed; else one that lies there. */
  readonly isWritten: boolean
  readonly withServer: boolean
}

export async function work({ request, half, isWritten, withServer }: Mortal, tools: Tools): Promise<unknown> {
  const taken = new WeakMap<Hash, number>()
  const { update } = Hash.prototype
  Hash.prototype.update = function (this: Hash, ...given: Parameters<Hash['update']>) {
    const [bytes] = given
    const all = (taken.get(this) ?? 0) + Buffer.byteLength(bytes)
    taken.set(this, all)
    if (
      all >= half &&
      isWritten === readdirSync(request.spoolFolder).some((name) => name.startsWith('kept-'))
    ) {
      if (withServer) process.kill(process.ppid, 'SIGKILL')
      process.kill(process.pid, 'SIGKILL')
    }
    return update.apply(this, given)
  }
  return await ownWork(request, tools)
}
