/** What a service takes of memory and of the processors, with all processes that it has started. */
import { readdirSync, readFileSync } from 'node:fs'

const everyMs = 100
const pageBytes = 4096
/** The system counts processor time in hundredths of a second. */
const ticksPerSecond = 100

/**
 * Does some work; answers what it answers, the most megabytes that a service took meanwhile, and the seconds of processor time:
 * of the process of this id, or this one where the service runs in it, and its children. Work of a child's last moments, after
 * it was last looked at, is not in it.
 */
export async function weighed<T>(
  work: () => Promise<T>,
  service = process.pid,
): Promise<{ result: T; megabytes: number; cpuSeconds: number }> {
  let most = 0
  const parents = new Map<number, number>()
  const before = ticks(service, parents)
  const after = new Map(before)
  const look = (): void => {
    most = Math.max(most, megabytes(service, parents))
    for (const [pid, count] of ticks(service, parents)) after.set(pid, count)
  }
  const weighing = setInterval(look, everyMs)
  try {
    const result = await work()
    look()
    const spent = [...after].reduce((sum, [pid, count]) => sum + count - (before.get(pid) ?? 0), 0)
    return { result, megabytes: most, cpuSeconds: spent / ticksPerSecond }
  } finally {
    clearInterval(weighing)
  }
}

/**
 * Of a process and all that it has started. Who started whom is read once of each, so that weighing takes little of what is
 * weighed: one whose parent has ended meanwhile stays ours, and no other gets its number so soon.
 */
function megabytes(service: number, parents: Map<number, number>): number {
  const pages = family(service, parents).reduce((sum, pid) => sum + pagesOf(pid), 0)
  return (pages * pageBytes) / 1024 / 1024
}

/** The processor time of each of them so far. */
const ticks = (service: number, parents: Map<number, number>): Map<number, number> =>
  new Map(family(service, parents).map((pid) => [pid, ticksOf(pid)]))

/** A process and all that it has started. */
export function family(service: number, parents = new Map<number, number>()): number[] {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
  for (const pid of pids) if (!parents.has(pid)) parents.set(pid, parentOf(pid))
  const isOurs = (pid: number): boolean => pid === service || (pid > 1 && isOurs(parents.get(pid) ?? 0))
  return pids.filter(isOurs)
}

const parentOf = (pid: number): number => {
  const [, rest = ''] = statusOf(pid, 'stat').split(') ')
  return Number(rest.split(' ')[1] ?? 0)
}

/** In user and in system mode. */
const ticksOf = (pid: number): number => {
  const fields = (statusOf(pid, 'stat').split(') ')[1] ?? '').split(' ')
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
}

const pagesOf = (pid: number): number => Number(statusOf(pid, 'statm').split(' ')[1] ?? 0)

/** Nothing of one that has just ended. */
function statusOf(pid: number, what: 'stat' | 'statm'): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8')
  } catch {
    return ''
  }
}
