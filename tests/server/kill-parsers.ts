/** Ends processes that read documents, and leaves the server alone: as a system does that is out of memory. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const reader = fileURLToPath(new URL('../../server/intake/processing/worker.ts', import.meta.url))

/** Whether the processes of this one can be found. */
export const canKillParsers = existsSync('/proc/self/status')

/** Ends those that this process has started; answers how many. */
export function killParsers(): number {
  const own = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isOwnParser(name))
  for (const pid of own) process.kill(Number(pid), 'SIGKILL')
  return own.length
}

function isOwnParser(pid: string): boolean {
  try {
    const [, parent] = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    if (Number(parent) !== process.pid) return false
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(`--allow-fs-read=${reader}`)
  } catch {
    // It has ended meanwhile.
    return false
  }
}
