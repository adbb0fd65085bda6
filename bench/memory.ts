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
  const weighing = setInterval(() => {
    most = Math.max(most, megabytes(service))
  }, everyMs)
  try {
    const result = await work()
    return { result, megabytes: most }
  } finally {
    clearInterval(weighing)
  }
}

/** Of a process and all that it has started. */
function megabytes(service: number): number {
  const parents = new Map<number, number>()
  const pages = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    if (Number.isNaN(pid)) continue
    try {
      const [, rest = ''] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')
      parents.set(pid, Number(rest.split(' ')[1]))
      pages.set(pid, Number(readFileSync(`/proc/${name}/statm`, 'utf8').split(' ')[1]))
    } catch {
      // It has just ended.
    }
  }
  const isOurs = (pid: number): boolean => pid === service || (pid > 1 && isOurs(parents.get(pid) ?? 0))
  let sum = 0
  for (const [pid, own] of pages) if (isOurs(pid)) sum += own
  return (sum * pageBytes) / 1024 / 1024
}
