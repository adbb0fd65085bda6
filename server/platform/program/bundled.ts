/**
 * The modules that run in processes and threads of their own, each as one file of plain JavaScript with what it needs of the
 * program: stripping types and finding hundreds of files is most of what it costs to start one. Made once for each version of
 * the sources, beside the work; until it is there, and where it cannot be made, they run from the sources. Processes cannot
 * keep what they have compiled, as the server does: what reads hostile files must not write what others run.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, utimesSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const root = fileURLToPath(new URL('../../../', import.meta.url))

/** What may run in such a process, by its path from the program's folder, `/` between its parts. */
export const programSources = (): string[] =>
  globSync('{contracts,query,server}/**/*.ts', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.endsWith('.test.ts'))
    .sort()

/** Where modules are run from: all of one process from one of the two, so that none has a module twice. */
export interface Program {
  /** What a process must be able to read besides the sources. */
  readonly folder: string | null
  /** The module to run for one of the sources. */
  readonly module: (source: URL) => URL
}

const sources: Program = { folder: null, module: (source) => source }

let target: string | null = null

/** The bundles where they are there, or else the sources. The first call has the bundles made. */
export function program(): Program {
  if (target === null) {
    target = join(root, '.cache', 'program', version())
    if (!existsSync(target)) make(target)
  }
  return isInUse(target) ? bundlesIn(target) : sources
}

/** Marks the folder as one from which something runs: such are kept (bundle.ts). False where it is not there. */
function isInUse(folder: string): boolean {
  try {
    const now = new Date()
    utimesSync(folder, now, now)
    return true
  } catch {
    // Where it cannot be written, nobody takes it away either.
    return existsSync(folder)
  }
}

/** The bundles of a folder: a module that has none there runs from its source. */
export const bundlesIn = (folder: string): Program => ({
  folder,
  module: (source) => {
    const path = join(folder, bundleOf(relative(root, fileURLToPath(source))))
    return existsSync(path) ? pathToFileURL(path) : source
  },
})

/** The path of a module's bundle in its folder. */
export const bundleOf = (source: string): string => source.replace(/\.ts$/, '.mjs')

/** Another one where a source or a package was changed, another Node runs them, or they lie elsewhere. */
export function version(): string {
  const hash = createHash('sha256').update(`${process.version}\n${root}`)
  // By what is in them: packages may have files of any time, and a process must never run another version than this one.
  for (const path of ['package-lock.json', ...programSources()])
    hash.update(`\n${path}\n`).update(readFileSync(join(root, path)))
  return hash.digest('hex').slice(0, 16)
}

function make(folder: string): void {
  const bundle = fileURLToPath(new URL('./bundle.ts', import.meta.url))
  const args = ['--disable-warning=ExperimentalWarning', bundle, folder, basename(folder)]
  const made = spawn(process.execPath, args, {
    stdio: 'ignore',
    env: {},
  })
  // Nothing waits for it, and nothing is lost without it.
  made.on('error', () => {})
  made.unref()
}
