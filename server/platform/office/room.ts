/**
 * Rooms for a program that must not be trusted with what it reads and cannot be confined as our own children are: each has
 * namespaces of its own, with no network and no files but its own. A run gets its input by a pipe and gives its
 * output by another: there is no folder that both sides can touch, so nothing that a run leaves can mislead the server.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createWriteStream, readFileSync } from 'node:fs'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import type { Program } from './program.ts'

export interface Run {
  /** What is done inside, with its arguments. */
  readonly script: Script
  readonly args: readonly string[]
  readonly input: Readable
  /** A file that the script reads as number 3. */
  readonly beside?: number
  /** The file that its output becomes. */
  readonly to: string
  readonly maxBytes: number
  readonly ms: number
  readonly signal: AbortSignal
}
export type Script = 'profile' | 'convert'

/** `failed`: it came to its end and says that it could not. */
export type RunEnd = 'done' | 'failed' | 'timedOut' | 'tooLarge' | 'stopped'

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

/** Bytes of memory that one process may take besides its programs, and of one file that it may write. */
const memoryBytes = 2 * 1024 ** 3
const fileBytes = 1024 ** 3
const cpuSeconds = 600
/** Who owns nothing. */
const nobody = 65_534

const environment = {
  PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/work',
  TMPDIR: '/work',
  LANG: 'C.UTF-8',
  // It draws into memory, and looks for no screen.
  SAL_USE_VCLPLUGIN: 'svp',
}

/** The command line of a room, whose file system is laid over `folder`, an empty one. */
function roomCommand(folder: string, program: Program, inside: string, args: readonly string[]): string[] {
  // Root becomes nobody; anybody else is root of the room's own making, and nobody outside of it.
  const isRoot = process.getuid?.() === 0
  const become = isRoot ? `--reuid=${nobody} --regid=${nobody} --clear-groups` : ''
  return [
    // Dies with this server, and everything inside with it.
    ...['setpriv', '--pdeathsig', 'KILL'],
    ...['prlimit', '--core=0', `--cpu=${cpuSeconds}`, `--data=${memoryBytes}`],
    ...[`--fsize=${fileBytes}`, '--nofile=1024'],
    ...['unshare', '--net', '--mount', '--pid', '--ipc', '--uts', '--fork', '--kill-child'],
    ...(isRoot ? [] : ['--map-root-user']),
    ...['/bin/sh', here('./room.sh'), folder, program.folder, become, inside, ...args],
  ]
}

/** Whether the system lets rooms be made. */
export function canHaveRooms(folder: string, program: Program): boolean {
  const [command = '', ...args] = roomCommand(folder, program, 'true', [])
  return spawnSync(command, args, { env: environment, stdio: 'ignore', timeout: 10_000 }).status === 0
}

/** Does one run in a room of its own, and leaves nothing of it behind but its output. */
export async function runInRoom(folder: string, program: Program, run: Run): Promise<RunEnd> {
  const { script, args, input, beside, to, maxBytes, ms, signal } = run
  if (signal.aborted) return 'stopped'
  const inside = readFileSync(here(`./${script}.sh`), 'utf8')
  const [command = '', ...rest] = roomCommand(folder, program, inside, [program.binary, ...args])
  const child = spawn(command, rest, {
    detached: true,
    env: environment,
    stdio: ['pipe', 'pipe', 'ignore', ...(beside === undefined ? [] : [beside])],
  })
  const { stdin, stdout } = child
  if (stdin === null || stdout === null) throw new Error('A room has no pipes.')
  let end: RunEnd | null = null
  let gone = false
  const kill = (why: RunEnd): void => {
    end ??= why
    // With the first process of the room all others end, whatever groups they have made.
    if (!gone && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  }
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null))
    child.once('exit', () => {
      gone = true
    })
    child.once('close', resolve)
  })
  const stop = (): void => kill('stopped')
  const clock = setTimeout(() => kill('timedOut'), ms)
  signal.addEventListener('abort', stop, { once: true })
  try {
    // A room that ends before it has read all says so by its end.
    const fed = pipeline(input, stdin).catch(() => {})
    await pipeline(stdout, limited(maxBytes), createWriteStream(to)).catch((error: unknown) => {
      // A disk that is full is no fault of what is converted.
      if (!(error instanceof TooLong)) throw error
      kill('tooLarge')
    })
    const code = await ended
    await fed
    return end ?? (code === 0 ? 'done' : 'failed')
  } finally {
    clearTimeout(clock)
    signal.removeEventListener('abort', stop)
    kill('stopped')
  }
}

class TooLong extends Error {}

function limited(maxBytes: number): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > maxBytes) done(new TooLong())
      else done(null, chunk)
    },
  })
}
