/** The real server as a process of its own, to be spoken to over HTTP, stopped and killed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface ServerProcess {
  readonly started: ChildProcess
  /** What it has written so far. */
  readonly out: { stdout: string; stderr: string }
  /** Its exit code; null where a signal ended it. */
  readonly exited: Promise<number | null>
  /** Where it listens, once it says so. */
  address(timeout?: number): Promise<string>
  kill(): Promise<void>
}

/** Starts a server on a data folder and a free port, without the sample unless `env` says so. */
export function startProcess(dataDir: string, env: Readonly<Record<string, string>> = {}): ServerProcess {
  const started = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'),
      AFFIANT_DATA: dataDir,
      AFFIANT_SAMPLE: 'off',
      PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const out = { stdout: '', stderr: '' }
  started.stdout.on('data', (bytes: Buffer) => {
    out.stdout += bytes.toString()
  })
  started.stderr.on('data', (bytes: Buffer) => {
    out.stderr += bytes.toString()
  })
  const exited = new Promise<number | null>((resolve) => started.once('close', resolve))
  return {
    started,
    out,
    exited,
    address: async (timeout = 20_000) => {
      await expect.poll(() => out.stdout, { timeout }).toMatch(/ is at http/)
      return / is at (http:\S+)/.exec(out.stdout)?.[1] ?? ''
    },
    kill: async () => {
      started.kill('SIGKILL')
      await exited
    },
  }
}
