import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { lockRules, waitAfter } from '#server/platform/auth/lockout.ts'
import { runs, property as test } from '../runs.ts'

const failures = fc.integer({ min: 0, max: 5000 })

describe('the wait after failures', () => {
  test('is nothing before the fifth and at least a second from there on', () => {
    fc.assert(
      fc.property(failures, (n) => {
        if (n < 5) expect(waitAfter(n)).toBe(0)
        else expect(waitAfter(n)).toBeGreaterThanOrEqual(1000)
      }),
      { numRuns: runs(200) },
    )
  })

  test('doubles with each failure until it reaches fifteen minutes, and never exceeds them', () => {
    fc.assert(
      fc.property(failures, (n) => {
        const [wait, next] = [waitAfter(n), waitAfter(n + 1)]
        expect(Number.isFinite(wait)).toBe(true)
        expect(wait).toBeLessThanOrEqual(15 * 60_000)
        if (n >= lockRules.free) expect(next).toBe(Math.min(wait * 2, 15 * 60_000))
      }),
      { numRuns: runs(200) },
    )
  })

  test('lets through at most a handful of guesses more than one in fifteen minutes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), (days) => {
        let [at, n] = [0, 0]
        const end = days * 24 * 3_600_000
        while (at < end) {
          n += 1
          at += waitAfter(n)
          if (n < lockRules.free) at += 1
        }
        expect(n).toBeLessThanOrEqual(days * 96 + 16)
      }),
      { numRuns: runs(200) },
    )
  })
})
