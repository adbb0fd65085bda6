import { once } from 'node:events'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { login } from '#contracts/auth.ts'
import { pathOf } from '#contracts/call.ts'
import { inDeepRun } from '#tests/runs.ts'
import { openToOthers } from './open-to-others.ts'
import { type ServerProcess, startProcess } from './server-process.ts'

describe('the server as a process', () => {
  let dataDir: string
  let server: ServerProcess | null = null
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'affiant-main-'))
  })
  afterEach(async () => {
    await server?.kill()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const start = (env: Record<string, string> = {}) => {
    server = startProcess(join(dataDir, 'data'), env)
    return server
  }

  it('says where it is, answers, and stops in order when it is told to', async () => {
    const { started, exited, address } = start()
    const url = await address()
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'ready' })
    started.kill('SIGTERM')
    expect(await exited).toBe(0)
    // The write-ahead log is folded in, the spool is gone, and nobody else can look in.
    expect(readdirSync(join(dataDir, 'data')).filter((name) => name.endsWith('-wal'))).toEqual([])
    expect(readdirSync(join(dataDir, 'data', 'spool'))).toEqual([])
    expect(statSync(join(dataDir, 'data')).mode & 0o077).toBe(0)
  })

  it.runIf(process.platform !== 'win32')(
    'keeps what it writes for its owner, also in a folder that others may look into',
    async () => {
      const folder = join(dataDir, 'data')
      mkdirSync(folder)
      chmodSync(folder, 0o755)
      await start().address()
      expect(readdirSync(folder)).toEqual(
        expect.arrayContaining(['records.sqlite', 'records.sqlite-wal', 'records.sqlite-shm', 'spool']),
      )
      expect(openToOthers(folder)).toEqual([])
    },
  )

  it.runIf(process.platform !== 'win32')(
    'says at its start that others may write to its folder, and works all the same',
    async () => {
      const folder = join(dataDir, 'data')
      mkdirSync(folder)
      chmodSync(folder, 0o777)
      const { out, address } = start()
      const url = await address()
      expect(JSON.parse(out.stdout.split('\n')[0] ?? '')).toMatchObject({
        level: 'warn',
        folder,
        mode: '0777',
        msg: expect.stringContaining('others on this machine can write to the data folder'),
      })
      expect((await fetch(`${url}/readyz`)).status).toBe(200)
    },
  )

  it('is stopped once, however often it is told to meanwhile', async () => {
    const { started, out, exited, address } = start()
    const { port, hostname } = new URL(await address())
    // What is being asked keeps it from ending until it is through.
    const asking = connect(Number(port), hostname)
    asking.on('error', () => {})
    await once(asking, 'connect')
    asking.write('POST /api/login HTTP/1.1\r\nHost: localhost\r\n')
    started.kill('SIGINT')
    await expect.poll(() => out.stdout).toContain('"stopping"')
    // A terminal tells all processes of a group, and each of them tells those that it has started.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGINT'] as const) started.kill(signal)
    asking.destroy()
    expect(await exited).toBe(0)
  })

  it('throws away what is left of uploads that nobody goes on with, though nobody begins another one', async () => {
    const folder = join(dataDir, 'data', 'uploads')
    mkdirSync(folder, { recursive: true })
    const now = Date.now() / 1000
    for (const [name, days] of [
      ['left-long-ago', 8],
      ['left-today', 0],
    ] as const) {
      writeFileSync(join(folder, name), 'The first bytes.')
      utimesSync(join(folder, name), now, now - days * 86_400)
    }
    await start().address()
    await expect.poll(() => readdirSync(folder)).toEqual(['left-today'])
  })

  it('starts again on what is there after it was killed', async () => {
    const first = start()
    await first.address()
    first.started.kill('SIGKILL')
    await first.exited
    const second = start()
    const url = await second.address()
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    expect(readdirSync(join(dataDir, 'data', 'spool'))).toHaveLength(1)
  })

  /** The secrets of authenticators as the records have them; `plain` takes their place first. */
  const secondSteps = (plain?: string): unknown[] => {
    const db = new Database(join(dataDir, 'data', 'records.sqlite'))
    try {
      const those = 'totp_secret is not null'
      if (plain !== undefined) db.prepare(`update app_user set totp_secret = ? where ${those}`).run(plain)
      return db.prepare(`select totp_secret from app_user where ${those}`).pluck().all()
    } finally {
      db.close()
    }
  }

  it('loads the sample matter at its first start, says how to sign in, and stays small', {
    ...inDeepRun,
    timeout: 150_000,
  }, async () => {
    const first = start({ AFFIANT_SAMPLE: 'on', MALLOC_MMAP_THRESHOLD_: '1048576' })
    const url = await first.address(100_000)
    // What a person reads first is for people: no line of the log stands before it.
    expect(first.out.stdout).toMatch(/^Loading the sample matter …\nAffiant \S+ is at http/)
    const password = /Their password is (\S+) \(shown this once/.exec(first.out.stdout)?.[1] ?? ''
    expect(password.length).toBeGreaterThanOrEqual(12)
    const signIn = await fetch(url + pathOf(login), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'reviewer@northwind.example', password }),
    })
    expect(signIn.status).toBe(200)
    expect(statSync(join(dataDir, 'data', 'sample-password')).mode & 0o077).toBe(0)
    expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/affiant_jobs\{state="Completed"\} [1-9]/)
    if (process.platform === 'linux') expect(residentOf(first.started.pid)).toBeLessThan(200 * 1024)
    first.started.kill('SIGTERM')
    await first.exited
    expect(secondSteps()).toEqual([expect.stringMatching(/^sealed\./)])
    // As an earlier version kept it.
    secondSteps('JBSWY3DPEHPK3PXP')
    const second = start({ AFFIANT_SAMPLE: 'on' })
    await second.address()
    expect(secondSteps()).toEqual([expect.stringMatching(/^sealed\./)])
    expect(second.out.stdout).not.toContain(password)
    expect(second.out.stdout).toContain('sample-password')
  })

  it('names a setting that cannot be used, and does not start', async () => {
    const { out, exited } = start({ PORT: 'eighty' })
    expect(await exited).toBe(1)
    expect(out.stderr).toMatch(/^Affiant cannot start\. PORT must be a number/)
    expect(out.stderr).not.toMatch(/\n\s+at /)
  })

  it.runIf(process.platform !== 'win32')(
    'ends, and says why, when the thread that writes the records has died',
    async () => {
      const preload = fileURLToPath(new URL('./children/mortal-threads.ts', import.meta.url))
      const { started, out, exited, address } = start({ NODE_OPTIONS: `--import ${preload}` })
      const url = await address()
      expect((await fetch(`${url}/readyz`)).status).toBe(200)
      started.kill('SIGUSR2')
      expect(await exited).toBe(1)
      expect(out.stdout).toMatch(/"level":"fatal".*nothing can be saved any more/)
    },
  )

  it('says so when its port is taken, and ends', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const taken = other.address()
    const { out, exited } = start({ PORT: String(typeof taken === 'object' ? taken?.port : '') })
    expect(await exited).toBe(1)
    expect(out.stderr).toMatch(/^Affiant cannot start\. PORT is in use/)
    other.close()
  })

  it.runIf(process.platform === 'linux')('needs at most 200 MB at rest, and no other process', async () => {
    const { started, address } = start()
    const url = await address()
    await fetch(`${url}/openapi.json`)
    await wait(1500)
    const kilobytes = residentOf(started.pid)
    expect(kilobytes).toBeGreaterThan(20_000)
    expect(kilobytes).toBeLessThan(200 * 1024)
    expect(readFileSync(`/proc/${started.pid}/task/${started.pid}/children`, 'utf8').trim()).toBe('')
  })
})

/** Kilobytes of memory that the process holds. */
function residentOf(pid: number | undefined): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}
