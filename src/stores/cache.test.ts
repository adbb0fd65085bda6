import { allSettled, fork } from 'effector'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs, property as test } from '#tests/runs.ts'
import { createCache } from './cache.ts'

describe('a cache', () => {
  test('never holds more than its limit, and always holds what was put last', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), fc.integer({ min: 1, max: 6 })), {
          minLength: 1,
          maxLength: 30,
        }),
        async (puts) => {
          const cache = createCache<number>('test', 10, 'project', (weight) => weight)
          const scope = fork()
          for (const [key, value] of puts) {
            await allSettled(cache.put, { scope, params: { key, value } })
            const entries = scope.getState(cache.$entries)
            const weight = [...entries.values()].reduce((sum, one) => sum + one, 0)
            expect(weight).toBeLessThanOrEqual(10)
            expect(entries.get(key)).toBe(value)
          }
        },
      ),
      { numRuns: runs(60) },
    )
  })

  it('keeps an entry that is heavier than the limit alone, rather than nothing', async () => {
    const cache = createCache<number>('heavy', 10, 'project', (weight) => weight)
    const scope = fork()
    await allSettled(cache.put, { scope, params: { key: 'small', value: 1 } })
    await allSettled(cache.put, { scope, params: { key: 'huge', value: 99 } })
    expect([...scope.getState(cache.$entries)]).toEqual([['huge', 99]])
  })

  it('lets the oldest go first; putting again makes an entry young', async () => {
    const cache = createCache<number>('order', 2)
    const scope = fork()
    for (const key of ['a', 'b', 'a', 'c']) await allSettled(cache.put, { scope, params: { key, value: 0 } })
    expect([...scope.getState(cache.$entries).keys()]).toEqual(['a', 'c'])
  })

  it('scopes do not share entries', async () => {
    const cache = createCache<number>('scoped', 2)
    const [one, two] = [fork(), fork()]
    await allSettled(cache.put, { scope: one, params: { key: 'a', value: 1 } })
    expect(two.getState(cache.$entries).size).toBe(0)
  })
})
