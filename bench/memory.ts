/** What a service takes of memory, with all processes that it has started. */
import { readdirSync, readFileSync } from 'node:fs'

const everyMs = 100
const pageBytes = 4096

/**
 * Does some work; answers what it answers, and the most megabytes that a service took meanwhile: the process of this id, or
 * this one where the service runs in it, and its children.
 */
export async function weighed<T>(
  work: () => Promise<T>,
  service = process.pid,
): Promise<{ result: T; megabytes: number }> {
  let most = 0
  const parents = new Map<number, number>()
  const weighing = setInterval(() => {
    most = Math.max(most, megabytes(service, parents))
  }, everyMs)
  try {
    const result = await work()
    return { result, megabytes: most }
  } finally {
    clearInterval(weighing)
  }
}

/**
 * Of a process and all that it has started. Who started whom is read once of each, so that weighing takes little of what is
 * weighed: one whose parent has ended meanwhile stays ours, and no other gets its number so soon.
 */
function megabytes(service: number, parents: Map<number, number>): number {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
  for (const pid of pids) if (!parents.has(pid)) parents.set(pid, parentOf(pid))
  const isOurs = (pid: number): boolean => pid === service || (pid > 1 && isOurs(parents.get(pid) ?? 0))
  const pages = pids.filter(isOurs).reduce((sum, pid) => sum + pagesOf(pid), 0)
  return (pages * pageBytes) / 1024 / 1024
}

const parentOf = (pid: number): number => {
  const [, rest = ''] = statusOf(pid, 'stat').split(') ')
  return Number(rest.split(' ')[1] ?? 0)
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
