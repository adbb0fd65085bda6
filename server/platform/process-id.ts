/**
 * Names of processes: unlike any other's, and such that another process can tell when the one that bears it is certainly
 * gone. Process numbers come again, and mean nothing outside of their machine and their container.
 */
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { codeOf } from './error-code.ts'

/** Within one of these, a number names one process: the machine since it was started, and the container on it. */
const place = createHash('sha256')
  .update(
    JSON.stringify([
      hostname(),
      textOf(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
      textOf(() => readlinkSync('/proc/self/ns/pid')),
    ]),
  )
  .digest('hex')
  .slice(0, 16)

const own = `${process.pid}-${standingOf(process.pid)?.startedAt ?? ''}-${place}`

/** A new name for something that this process holds (a lease, a working file). Safe as a file's name. */
export const ownName = (): string => `${own}-${randomUUID()}`

/** Whether the process that made the name is of this machine and container: only of these can be known whether they live. */
export const isOfHere = (name: string): boolean => name.split('-')[2] === place

/** Whether the process that made the name is certainly gone; of a process of another machine nobody can say. */
export function isGone(name: string): boolean {
  const [number, startedAt] = name.split('-')
  const pid = Number(number)
  if (!isOfHere(name) || !Number.isSafeInteger(pid) || pid <= 0) return false
  if (!isThere(pid)) return true
  const standing = standingOf(pid)
  // Without a look at it (other systems, another user's process) a process of that number may be the one.
  return standing !== null && (standing.ended || standing.startedAt !== startedAt)
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user's process cannot be signalled, but it is there.
    return codeOf(error) !== 'ESRCH'
  }
}

/** When it was started, in the machine's own count, and whether it is only waiting to be buried. Linux only. */
function standingOf(pid: number): { startedAt: string; ended: boolean } | null {
  const stat = textOf(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  // The program's name stands in brackets and may hold anything.
  const [state = '', ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const startedAt = rest[18]
  return startedAt === undefined ? null : { startedAt, ended: state === 'Z' || state === 'X' }
}

function textOf(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}
