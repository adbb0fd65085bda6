import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { property as test } from '#tests/runs.ts'
import { testEnvironment } from '#tests/support/effects.ts'
import { callFailure } from './failure.ts'
import { isTransient, pause, waitBefore } from './retry.ts'

const policy = { times: 5, base: 300, cap: 30_000 }
const plain = { retryAfter: null }

describe('what is tried again', () => {
  it('[open-transport-error-handling] is a lost line, and 408, 425, 429 and 5xx; nothing else', () => {
    for (const kind of ['network', 'timeout', 'aborted'] as const)
      expect(isTransient(callFailure({ kind }))).toBe(true)
    for (const kind of ['canceled', 'invalid', 'protocol'] as const) {
      expect(isTransient(callFailure({ kind }))).toBe(false)
    }
    const again = Array.from({ length: 600 }, (_, status) => status).filter((status) =>
      isTransient(callFailure({ kind: 'status', status })),
    )
    expect(again.filter((status) => status < 500)).toEqual([408, 425, 429])
    expect(again).toHaveLength(103)
  })
})

describe('how long is waited', () => {
  test('grows by two up to the cap, with full jitter, and is never less than the server asks for', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.double({ min: 0, max: 0.999999, noNaN: true }),
        fc.option(fc.integer({ min: 0, max: 100_000 })),
        (attempt, chance, retryAfter) => {
          const ceiling = Math.min(30_000, 300 * 2 ** (attempt - 1))
          const wait = waitBefore(
            attempt,
            policy,
            { retryAfter },
            { random: () => chance, hidden: () => false },
          )
          expect(wait).toBeGreaterThanOrEqual(retryAfter ?? 0)
          expect(wait).toBeLessThanOrEqual(Math.max(ceiling, retryAfter ?? 0))
          expect(Math.max(Math.round(chance * ceiling), retryAfter ?? 0)).toBe(wait)
        },
      ),
    )
  })

  it('is the whole ceiling in the background', () => {
    expect(waitBefore(3, policy, plain, { random: () => 0, hidden: () => true })).toBe(1200)
  })
})

describe('waiting', () => {
  const signal = () => new AbortController().signal

  it('takes the time it is given', async () => {
    const env = testEnvironment()
    await pause(700, 0, env, signal())
    expect(env.waits).toEqual([700])
  })

  it('waits for the network, and goes on at once when it is back', async () => {
    const env = testEnvironment()
    env.set({ online: false })
    let done = false
    const waiting = pause(10, 0, env, signal()).then(() => {
      done = true
    })
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(done).toBe(false)
    env.set({ online: true })
    await waiting
    expect(env.waits).toEqual([])
  })

  it('goes on when the tab comes to the front, but not before the time that the server asked for', async () => {
    const env = testEnvironment()
    env.set({ hidden: true })
    const slept: number[] = []
    const never = {
      ...env,
      sleep: (ms: number, until: AbortSignal) =>
        slept.push(ms) && ms > 5_000
          ? new Promise<void>((_, reject) => until.addEventListener('abort', () => reject(until.reason)))
          : Promise.resolve(),
    }
    const waiting = pause(60_000, 4_000, never, signal())
    env.set({ hidden: false })
    await waiting
    expect(slept).toEqual([60_000, 4_000])
  })

  it('ends with the run', async () => {
    const env = testEnvironment()
    env.set({ online: false })
    const stop = new AbortController()
    const waiting = pause(10, 0, env, stop.signal)
    stop.abort(new Error('left'))
    await expect(waiting).rejects.toThrow('left')
  })
})
