import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ChildFault, type ChildPool, createPool } from '#server/jobs/child.ts'
import type { Try } from './children/tries.ts'

const module = new URL('./children/tries.ts', import.meta.url)
let pool: ChildPool
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'affiant-child-'))
  pool = createPool({ size: 2, memoryMb: 400, writable: [folder], idleMs: 300 })
})
afterEach(async () => {
  await pool.stop()
  rmSync(folder, { recursive: true, force: true })
})

const fault = async (
  task: Try,
  options: { timeoutMs?: number; signal?: AbortSignal } = {},
): Promise<ChildFault> => {
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
    for (const what of ['babble', 'nothing'] as const)
      expect(await fault({ what }), what).toMatchObject({ reason: 'crashed' })
    expect((await double(2)).n).toBe(4)
  })

  it('ends idle children, and starts anew on demand', async () => {
    await double(1)
    await expect.poll(() => pool.alive, { timeout: 5000 }).toBe(0)
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

  it('passes on what the work threw', async () => {
    const error = await fault({ what: 'throw' })
    expect(error).toMatchObject({ reason: 'failed', at: 'throw', message: 'This cannot be read.' })
    expect(error.thrown).toEqual({ name: 'TypeError', code: 'E_BROKEN' })
  })

  it('kills what is caught in a loop, says what it was on, and goes on', async () => {
    const error = await fault({ what: 'loop', n: 7 }, { timeoutMs: 700 })
    expect(error).toMatchObject({ reason: 'timedOut', at: 'loop 7' })
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

  it('stops at once when it is told to', async () => {
    const stop = new AbortController()
    const began = Date.now()
    setTimeout(() => stop.abort(), 300)
    expect((await fault({ what: 'loop' }, { signal: stop.signal })).reason).toBe('stopped')
    expect(Date.now() - began).toBeLessThan(1300)
  })

  it('lets children write to their folder only, start no programs, and see no environment', async () => {
    const own = join(folder, 'own')
    expect(await pool.run(module, { what: 'write', path: own } satisfies Try)).toBe('written')
    expect(existsSync(own)).toBe(true)
    const elsewhere = join(tmpdir(), `affiant-elsewhere-${process.pid}`)
    expect((await fault({ what: 'write', path: elsewhere })).thrown?.code).toBe('ERR_ACCESS_DENIED')
    expect(existsSync(elsewhere)).toBe(false)
    expect((await fault({ what: 'spawn' })).thrown?.code).toBe('ERR_ACCESS_DENIED')
    process.env.AFFIANT_TEST_SECRET = 'a password'
    const env = await pool.run<Record<string, string>>(module, { what: 'env' } satisfies Try)
    expect(Object.keys(env).filter((name) => !name.startsWith('NODE_'))).toEqual([])
  })
})
