/** A real server on a folder of its own, for end-to-end tests and benchmarks. */
import { type ChildProcess, spawn } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openRecords } from '#server/platform/records/open.ts'
import type { Records } from '#server/platform/records/records.ts'
import { registerAreas } from '#server/register-areas.ts'

/** Looks at a server that starts, ten a second: a busy machine loads the sample for minutes. */
const patience = 3_000
// Tests write to the records of their server, too.
registerAreas()
const root = resolve(import.meta.dirname, '../..')
export const samplePassword = 'correct horse battery staple'
/** Where `tests/e2e/setup.ts` says that a data folder with the sample matter lies, to be copied. */
export const templateVariable = 'AFFIANT_E2E_TEMPLATE'

export interface RunningServer {
  readonly url: string
  readonly data: string
  readonly pid: number
  /** Ends the process at once, as a power cut would. */
  kill(): Promise<void>
  /** Starts it again on the same folder and port. */
  restart(): Promise<void>
  /** Ends it in order; its folder stays. */
  stop(): Promise<void>
  /** Ends it in order and removes its folder. */
  close(): Promise<void>
  /** The same records, opened beside the server as the command line opens them; closed with it. */
  records(): Promise<Records>
  /** `npm run affiant -- …` on the same folder: a process of its own each time. */
  affiant(words: readonly string[], input?: string): Promise<CommandResult>
  /** Messages that the server wrote to files, newest last. */
  mail(): Promise<readonly string[]>
  /** A line of the file that holds the sample's secrets. */
  secret(name: string): Promise<string>
}

export interface CommandResult {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export async function startServer(env: Record<string, string> = {}): Promise<RunningServer> {
  const data = await mkdtemp(join(tmpdir(), 'affiant-'))
  const template = process.env[templateVariable]
  if (template !== undefined && env.AFFIANT_SAMPLE !== 'off') await cp(template, data, { recursive: true })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = {
    ...process.env,
    PORT: String(port),
    AFFIANT_DATA: data,
    AFFIANT_SAMPLE_PASSWORD: samplePassword,
    AFFIANT_SOFFICE: 'off',
    AFFIANT_TESSDATA: 'off',
    LOG_LEVEL: 'warn',
    ...env,
  }
  let child = await launch()
  let records: Promise<Records> | undefined

  async function launch(): Promise<ChildProcess> {
    const started = spawn(process.execPath, ['server/main.ts'], {
      cwd: root,
      env: settings,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const stream of [started.stdout, started.stderr])
      stream?.on('data', (chunk) => {
        said = `${said}${chunk}`.slice(-20_000)
      })
    for (let tries = 0; ; tries++) {
      if (started.exitCode !== null) throw new Error(`The server ended with ${started.exitCode}:\n${said}`)
      const ready = await fetch(`${url}/readyz`).then(
        (reply) => reply.ok,
        () => false,
      )
      if (ready) return started
      if (tries > patience) throw new Error(`The server did not get ready:\n${said}`)
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
    stop: () => end('SIGTERM'),
    restart: async () => {
      await end('SIGTERM')
      child = await launch()
    },
    close: async () => {
      await (await records)?.close()
      await end('SIGTERM')
      await rm(data, { recursive: true, force: true, maxRetries: 5 })
    },
    records: () => {
      records ??= openRecords({ dataDir: data, databaseUrl: null })
      return records
    },
    affiant: (words, input = '') =>
      new Promise((done, failed) => {
        const command = spawn(process.execPath, ['server/cli/main.ts', ...words], {
          cwd: root,
          env: settings,
        })
        let out = ''
        let err = ''
        command.stdout.on('data', (chunk) => {
          out += chunk
        })
        command.stderr.on('data', (chunk) => {
          err += chunk
        })
        command.once('error', failed)
        command.once('close', (code) => done({ code, out, err }))
        command.stdin.end(input)
      }),
    mail: async () => {
      const folder = join(data, 'mail')
      const names = await readdir(folder).catch(() => [])
      return Promise.all(
        names
          .filter((name) => name.endsWith('.eml'))
          .sort()
          .map((name) => readFile(join(folder, name), 'utf8')),
      )
    },
    secret: async (name) => {
      const text = await readFile(join(data, 'sample-password'), 'utf8')
      const found = new RegExp(`^${name}: (.+)$`, 'm').exec(text)?.[1]?.trim()
      if (found === undefined) throw new Error(`The sample's secrets hold no ${name}.`)
      return found
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
