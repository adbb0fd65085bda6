import { describe, expect, it } from 'vitest'
import { createCache, write } from '../stores/cache.ts'
import { createNewest } from './newest.ts'

const cache = createCache<string>('newest.test', 10)

describe('of two answers about the same thing', () => {
  it('the one that was asked for later stays, whichever comes first', () => {
    const newest = createNewest()
    const [first, second] = [newest.now(), newest.now()]
    expect(newest.taken([write(cache, 'a', 'second')], second)).toHaveLength(1)
    expect(newest.taken([write(cache, 'a', 'first'), write(cache, 'b', 'first')], first)).toEqual([
      write(cache, 'b', 'first'),
    ])
  })

  it('what was written since is newer than what was read before, and forgotten with the project', () => {
    const newest = createNewest()
    const read = newest.now()
    newest.taken([write(cache, 'a', 'written')], newest.now())
    expect(newest.taken([write(cache, 'a', 'read')], read)).toEqual([])
    newest.clear()
    expect(newest.taken([write(cache, 'a', 'read')], read)).toHaveLength(1)
  })
})
