/** How a child is started so that it can do what its work needs and nothing else. */
import { spawnSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** What a task may touch on the disk, besides the program's own files: files, and folders with all that they hold. */
export interface Access {
  readonly read: readonly string[]
  /** Read as well. */
  readonly write: readonly string[]
}

/** What runs, for `fork`: the program with the flags that belong to it. */
interface CommandLine {
  readonly execPath: string
  readonly execArgv: readonly string[]
}

/** Processor time of one child. It holds when this process is gone too: a child in a loop must not outlive its server. */
export const cpuSecondsLimit = 900

/** The command line of a child of so much memory that reads and writes only what it is given, and has no network. */
export function confined(access: Access, memoryMb: number): CommandLine {
  const wrapped = [...networkless(), ...limited(), process.execPath]
  const node = [
    `--max-old-space-size=${Math.floor(memoryMb * 0.75)}`,
    '--permission',
    ...[...program(), ...access.read, ...access.write].map((path) => `--allow-fs-read=${path}`),
    ...access.write.map((path) => `--allow-fs-write=${path}`),
    '--disable-warning=SecurityWarning',
    '--disable-warning=ExperimentalWarning',
  ]
  const [execPath = process.execPath, ...rest] = wrapped
  return { execPath, execArgv: [...rest, ...node] }
}

/** The program's own files, and where links among them lead. Not all of its folder: by default the data lie in it. */
const program = (): string[] =>
  ['contracts', 'query', 'server', 'node_modules', 'package.json'].flatMap((name) => {
    const path = fileURLToPath(new URL(`../../../${name}`, import.meta.url))
    const real = realpathSync(path)
    return real === path ? [path] : [path, real]
  })

const programAt = (...paths: readonly string[]): string | null =>
  paths.find((path) => existsSync(path)) ?? null

const prlimit = programAt('/usr/bin/prlimit', '/bin/prlimit')
const limited = (): string[] =>
  prlimit === null ? [] : [prlimit, '--core=0', `--cpu=${cpuSecondsLimit}`, '--nofile=1024']

let known: readonly string[] | null = null

/** The command that starts a program in a network of its own with nothing in it; empty where the system refuses that. */
function networkless(): readonly string[] {
  known ??= tried()
  return known
}

function tried(): readonly string[] {
  const unshare = programAt('/usr/bin/unshare', '/bin/unshare')
  if (unshare === null) return []
  // For root a user namespace would mean fewer rights on files than before; for others it is the only way.
  const command = [unshare, '--net', ...(process.getuid?.() === 0 ? [] : ['--map-current-user']), '--']
  const { status } = spawnSync(unshare, [...command.slice(1), process.execPath, '--version'], {
    stdio: 'ignore',
    timeout: 5000,
  })
  return status === 0 ? command : []
}

/** Whether children are kept out of the network by the system, and not by this program alone. */
export const isNetworkless = (): boolean => networkless().length > 0
