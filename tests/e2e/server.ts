/** A real server on a folder of its own, for end-to-end tests and benchmarks. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
export const samplePassword = 'correct horse battery staple'

export interface RunningServer {
  readonly url: string
  readonly data: string
  readonly pid: number
  /** Ends the process at once, as a power cut would. */
  kill(): Promise<void>
  /** Starts it again on the same folder and port. */
  restart(): Promise<void>
  /** Ends it in order and removes its folder. */
  close(): Promise<void>
}

export async function startServer(env: Record<string, string> = {}): Promise<RunningServer> {
  const data = await mkdtemp(join(tmpdir(), 'affiant-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child = await launch()

  async function launch(): Promise<ChildProcess> {
    const started = spawn(process.execPath, ['server/main.ts'], {
      cwd: root,
      env: {
        ...process.env,
        PORT: String(port),
        AFFIANT_DATA: data,
        AFFIANT_SAMPLE_PASSWORD: samplePassword,
        LOG_LEVEL: 'warn',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    started.stdout?.on('data', (chunk) => {
      said += chunk
    })
    started.stderr?.on('data', (chunk) => {
      said += chunk
    })
    for (let tries = 0; ; tries++) {
      if (started.exitCode !== null) throw new Error(`The server ended with ${started.exitCode}:\n${said}`)
      const ready = await fetch(`${url}/readyz`).then(
        (reply) => reply.ok,
        () => false,
      )
      if (ready) return started
      if (tries > 600) throw new Error(`The server did not get ready:\n${said}`)
      await new Promise((wake) => setTimeout(wake, 100))
    }
  }

  const end = (signal: 'SIGKILL' | 'SIGTERM') =>
    new Promise<void>((ended) => {
      if (child.exitCode !== null || child.signalCode !== null) return ended()
      child.once('exit', () => ended())
      child.kill(signal)
    })

  return {
    url,
    data,
    get pid() {
      return child.pid ?? -1
    },
    kill: () => end('SIGKILL'),
    restart: async () => {
      await end('SIGTERM')
      child = await launch()
    },
    close: async () => {
      await end('SIGTERM')
      await rm(data, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const probe = createServer()
    probe.once('error', failed)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address !== null ? found(address.port) : failed(new Error('no port')),
      )
    })
  })
}
