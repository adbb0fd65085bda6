/**
 * Of two answers about the same thing the one that was asked for later stays. An answer to a write stands for the moment in
 * which it came: what was read before it is older, however late it arrives.
 */
import type { CacheWrite } from '../stores/cache.ts'

export interface Newest {
  /** The moment for what is asked for now. */
  readonly now: () => number
  /** Those of the entries that are not older than what has been taken before. */
  readonly taken: (entries: readonly CacheWrite[], moment: number) => readonly CacheWrite[]
  readonly clear: () => void
}

export function createNewest(): Newest {
  let last = 0
  const moments = new Map<string, number>()
  return {
    now: () => ++last,
    taken: (entries, moment) =>
      entries.filter(({ cache, key }) => {
        const entry = `${cache.name} ${key}`
        if ((moments.get(entry) ?? 0) > moment) return false
        moments.set(entry, moment)
        return true
      }),
    clear: () => moments.clear(),
  }
}
