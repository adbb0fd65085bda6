/** The way to what is kept: its code is fetched when the first thing is to be kept, or read, and the screen stands. */
import type { OfflineCache } from '../effects/offline-cache.ts'

export function offlineCacheLoader(
  load: () => Promise<OfflineCache>,
  idle: (work: () => void) => void,
): OfflineCache {
  let loading: Promise<OfflineCache> | null = null
  const loaded = (): Promise<OfflineCache> => {
    loading ??= load()
    return loading
  }
  return {
    read: async (...what) => (await loaded()).read(...what),
    missing: async (...what) => (await loaded()).missing(...what),
    // What cannot be kept is fetched again: nobody is told.
    drop: (...what) => void loaded().then((kept) => kept.drop(...what), nothing),
    offer: (...what) => idle(() => void loaded().then((kept) => kept.offer(...what), nothing)),
  }
}

const nothing = (): void => undefined
