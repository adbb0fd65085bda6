import { getEventListeners, once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ChildFault } from '#server/platform/jobs/child.ts'
import { isNetworkless } from '#server/platform/jobs/confinement.ts'
import { type ChildPool, createPool } from '#server/platform/jobs/pool.ts'
import { doors, type Try } from './children/tries.ts'

const module = new URL('./children/tries.ts', import.meta.url)
let pool: ChildPool
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'affiant-child-'))
  pool = createPool({ size: 2, memoryMb: 400, idleMs: 300 })
})
afterEach(async () => {
  vi.useRealTimers()
  await pool.stop()
  rmSync(folder, { recursive: true, force: true })
})

const fault = async (task: Try, options: Parameters<ChildPool['run']>[2] = {}): Promise<ChildFault> => {
  const error: unknown = await pool.run(module, task, options).then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ChildFault)) throw new Error(`not a ChildFault: ${String(error)}`)
  return error
}
const double = (n: number) =>
  pool.run<{ n: number; pid: number; bytes: Uint8Array }>(module, { what: 'double', n } satisfies Try)

describe('the pool of child processes', () => {
  it('runs tasks, reuses its children, and never starts more than it may', async () => {
    const results = await Promise.all(Array.from({ length: 12 }, (_, n) => double(n)))
    expect(results.map(({ n }) => n)).toEqual(Array.from({ length: 12 }, (_, n) => n * 2))
    expect(new Set(results.map(({ pid }) => pid)).size).toBeLessThanOrEqual(2)
    expect([...(results[0]?.bytes ?? [])]).toEqual([1, 2, 3])
  })

  it('outlives children that say what nobody understands', async () => {
    for (const what of ['babble', 'nothing', 'garbage'] as const)
      expect(await fault({ what }), what).toMatchObject({ reason: 'crashed', at: what })
    expect((await double(2)).n).toBe(4)
  })

  it('ends children that come to no end of what they say, and says what they were on', async () => {
    for (const what of ['longMessage', 'longLine'] as const)
      expect(await fault({ what }), what).toMatchObject({ reason: 'crashed', at: what })
    expect((await double(2)).n).toBe(4)
  })

  it('ends idle children, and starts anew on demand', async () => {
    await double(1)
    await expect.poll(() => pool.alive).toBe(0)
    expect((await double(4)).n).toBe(8)
  })

  it('hands parts over one by one, waiting until each has been taken', async () => {
    const taken: unknown[] = []
    let busy = 0
    let most = 0
    const result = await pool.run(module, { what: 'parts', n: 5 } satisfies Try, {
      onPart: async (part) => {
        most = Math.max(most, ++busy)
        await new Promise((resolve) => setTimeout(resolve, 20))
        taken.push(part)
        busy -= 1
      },
    })
    expect(result).toBe('through')
    expect(taken).toEqual([0, 1, 2, 3, 4].map((i) => ({ i })))
    expect(most).toBe(1)
  })

  it('ends a child that does not wait until a part has been taken', async () => {
    const taken: unknown[] = []
    const onPart = async (part: unknown): Promise<void> => {
      taken.push(part)
      await new Promise(() => {})
    }
    const error = await pool.run(module, { what: 'flood' } satisfies Try, { onPart }).catch((e: unknown) => e)
    expect(error).toMatchObject({ reason: 'crashed' })
    expect(taken).toHaveLength(1)
  })

  it('passes on what the work threw', async () => {
    const error = await fault({ what: 'throw' })
    expect(error).toMatchObject({ reason: 'failed', at: 'throw', message: 'This cannot be read.' })
    expect(error.thrown).toEqual({ name: 'TypeError', code: 'E_BROKEN' })
  })

  it('kills what is caught in a loop, says what it was on, and goes on', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    // A minute passes as soon as it has said what it is on.
    const error = await fault({ what: 'loop', n: 7 }, { onAt: () => vi.advanceTimersByTime(60_000) })
    expect(error).toMatchObject({ reason: 'timedOut', at: 'loop 7' })
    expect((await double(2)).n).toBe(4)
  })

  it.skipIf(process.platform !== 'linux')(
    'counts the time of the processor where it is asked to',
    async () => {
      const options = { timeoutMs: 300, timeOf: 'processor' } as const
      expect(await pool.run(module, { what: 'sleep', n: 1000 } satisfies Try, options)).toBe('slept')
      expect(await fault({ what: 'loop', n: 8 }, options)).toMatchObject({ reason: 'timedOut', at: 'loop 8' })
    },
  )

  it('kills nothing for the time in which a part is taken, whatever is said meanwhile', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const ahead = Promise.withResolvers<void>()
    const onPart = async (): Promise<void> => {
      await ahead.promise
      vi.advanceTimersByTime(600_000)
    }
    const onAt = (name: string): void => {
      if (name === 'the next') ahead.resolve()
    }
    expect(await pool.run(module, { what: 'ahead' } satisfies Try, { onPart, onAt })).toBe('through')
  })

  it('says so where a child cannot be started, and goes on', async () => {
    // Longer than what a system takes as the words of a command.
    const access = { read: [`/${'x'.repeat(8_000_000)}`], write: [] }
    expect(await fault({ what: 'double' }, { access })).toMatchObject({ reason: 'crashed', at: null })
    expect((await double(2)).n).toBe(4)
  })

  it('stops what uses too much memory, on the heap and beside it', async () => {
    expect((await fault({ what: 'heap' })).reason).toBe('tooMuchMemory')
    expect((await fault({ what: 'buffers' })).reason).toBe('tooMuchMemory')
    expect((await double(3)).n).toBe(6)
  })

  it('outlives a child that exits', async () => {
    expect(await fault({ what: 'exit' })).toMatchObject({ reason: 'crashed', at: 'exit' })
    expect((await double(5)).n).toBe(10)
  })

  it('keeps nothing of a task that is over, as long as its signal may live', async () => {
    const { signal } = new AbortController()
    const task = { what: 'double', n: 2 } satisfies Try
    await Promise.all(Array.from({ length: 5 }, () => pool.run(module, task, { signal })))
    await fault({ what: 'throw' }, { signal })
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('stops when it is told to, before its time is up', async () => {
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 300)
    expect((await fault({ what: 'loop' }, { signal: stop.signal })).reason).toBe('stopped')
  })

  it('lets children write to the folder of their task only, start no programs, and see no environment', async () => {
    const own = join(folder, 'own')
    const access = { read: [], write: [folder] }
    expect(await pool.run(module, { what: 'write', path: own } satisfies Try, { access })).toBe('written')
    expect(existsSync(own)).toBe(true)
    expect((await fault({ what: 'write', path: own })).thrown?.code).toBe('ERR_ACCESS_DENIED')
    const elsewhere = join(tmpdir(), `affiant-elsewhere-${process.pid}`)
    expect((await fault({ what: 'write', path: elsewhere }, { access })).thrown?.code).toBe(
      'ERR_ACCESS_DENIED',
    )
    expect(existsSync(elsewhere)).toBe(false)
    expect((await fault({ what: 'spawn' })).thrown?.code).toBe('ERR_ACCESS_DENIED')
    process.env.AFFIANT_TEST_SECRET = 'a password'
    const env = await pool.run<Record<string, string>>(module, { what: 'env' } satisfies Try)
    expect(Object.keys(env)).toEqual([])
  })

  it('lets children read what their task is about, and nothing else: no file of the system or of another matter', async () => {
    const [own, other] = ['own', 'other'].map((name) => join(folder, name))
    for (const path of [own, other]) writeFileSync(path ?? '', 'a letter')
    const access = { read: [own ?? ''], write: [] }
    const read = (path: string | undefined) => ({ what: 'read', path: path ?? '' }) satisfies Try
    expect(await pool.run(module, read(own), { access })).toBe('a letter')
    const root = fileURLToPath(new URL('../../', import.meta.url))
    for (const path of [other, '/etc/passwd', folder, join(root, 'README.md'), '/proc/self/environ'])
      expect((await fault(read(path), { access })).thrown?.code, path).toBe('ERR_ACCESS_DENIED')
    // The next task is another's: what the one before was about is closed to it.
    expect((await fault(read(own))).thrown?.code).toBe('ERR_ACCESS_DENIED')
  })

  it('makes room for work of another kind, however many children wait for work of the first', async () => {
    pool = createPool({ size: 2, idleMs: 60_000 })
    const paths = Array.from({ length: 6 }, (_, n) => join(folder, `${n}`))
    for (const path of paths) writeFileSync(path, path)
    const texts = paths.map((path) =>
      pool.run(module, { what: 'read', path } satisfies Try, { access: { read: [path], write: [] } }),
    )
    expect(await Promise.all(texts)).toEqual(paths)
    expect(pool.alive).toBeLessThanOrEqual(2)
  })

  it('starts no process for every task where two kinds of work come in turns, and leaves none of them waiting', async () => {
    pool = createPool({ size: 1, idleMs: 60_000 })
    const tasks = Array.from({ length: 12 }, (_, n) =>
      pool.run<{ pid: number }>(module, { what: 'double', n } satisfies Try, {
        access: { read: [join(folder, n % 2 === 0 ? 'one' : 'other')], write: [] },
      }),
    )
    const pids = (await Promise.all(tasks)).map(({ pid }) => pid)
    // Two of them, and more only where the machine stood still for a second.
    expect(new Set(pids).size).toBeLessThan(6)
  })

  it('lets work of another kind have its turn, however much there is of the first', async () => {
    pool = createPool({ size: 1, idleMs: 60_000 })
    const access = { read: [join(folder, 'other')], write: [] }
    let over = false
    const ongoing = (async () => {
      while (!over) await Promise.all([double(1), double(2)])
    })()
    await pool.run(module, { what: 'double', n: 3 } satisfies Try, { access })
    over = true
    await ongoing
  })

  describe('keeps children out of the network', () => {
    let tcp: Server
    let local: Server
    let port: number
    let path: string
    let guests: number
    beforeEach(async () => {
      guests = 0
      path = join(folder, 'socket')
      tcp = createServer((_, answer) => answer.end())
      local = createServer()
      for (const server of [tcp, local])
        server.on('connection', () => {
          guests += 1
        })
      await once(tcp.listen(0, '127.0.0.1'), 'listening')
      await once(local.listen(path), 'listening')
      const address = tcp.address()
      port = typeof address === 'object' && address !== null ? address.port : 0
    })
    afterEach(() => {
      tcp.close()
      local.close()
    })

    it.each(doors)('through the door "%s"', async (what) => {
      expect((await fault({ what, port })).thrown?.code).toBe('ERR_ACCESS_DENIED')
      expect(guests).toBe(0)
    })

    it('nor lets them speak to sockets of this machine, even where they may touch their files', async () => {
      const access = { read: [folder], write: [folder] }
      for (const what of ['net', 'stderr'] as const)
        expect((await fault({ what, path }, { access })).thrown?.code).toBe('ERR_ACCESS_DENIED')
      expect(guests).toBe(0)
    })

    it.runIf(isNetworkless())('by the system itself, where it can: there is no interface', async () => {
      expect(await pool.run(module, { what: 'interfaces' } satisfies Try)).toBe(0)
    })
  })
})
