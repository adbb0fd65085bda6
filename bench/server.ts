/** What the server costs while nobody asks for anything. */
import { readFileSync } from 'node:fs'
import { openApp } from './app.ts'
import type { Figure } from './figure.ts'

export async function* figures(): AsyncGenerator<Figure> {
  const app = await openApp()
  try {
    // A restart, so that the sample matter's import is not counted; then time for what start-up left to be freed.
    await app.restart()
    await new Promise((wake) => setTimeout(wake, 10_000))
    const status = readFileSync(`/proc/${app.pid}/status`, 'utf8')
    const kB = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1])
    yield {
      group: 'server',
      name: 'main server process at rest (RSS)',
      value: kB / 1024,
      unit: 'MB',
      bound: 200,
      better: 'lower',
    }
  } finally {
    await app.close()
  }
}
