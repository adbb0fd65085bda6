/**
 * The program's own sources without their types, in one file from which the processes of a pool load them: stripping is most
 * of what it costs to start one. They cannot keep what they have compiled, as this process does: what reads hostile files
 * must not write what others run. Made once for each version, beside the work; until it is there, and where it cannot be
 * written, each process strips what it loads.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/** What may run in a process of a pool, by its path from the program's folder, `/` between its parts. */
export const programSources = (): string[] =>
  globSync('{contracts,query,server}/**/*.ts', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.endsWith('.test.ts'))
    .sort()

let target: string | null = null

/** The path of the file; null where it is not there yet. The first call has it made. */
export function strippedProgram(): string | null {
  if (target === null) {
    target = join(root, '.cache', 'stripped', `${version()}.json`)
    if (!existsSync(target)) make(target)
  }
  return existsSync(target) ? target : null
}

/** Another one where any source was changed, or another Node strips. */
function version(): string {
  const hash = createHash('sha256').update(process.version)
  // By what is in them: packages may have files of any time, and a process must never run another version than this one.
  for (const path of programSources()) hash.update(`\n${path}\n`).update(readFileSync(join(root, path)))
  return hash.digest('hex').slice(0, 16)
}

function make(path: string): void {
  const strip = fileURLToPath(new URL('./strip.ts', import.meta.url))
  const made = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', strip, path], {
    stdio: 'ignore',
    env: {},
  })
  // Nothing waits for it, and nothing is lost without it.
  made.on('error', () => {})
  made.unref()
}
