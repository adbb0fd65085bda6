/**
 * What was fetched is kept beyond the page's life, for work without the network. Effects ask the network first and look
 * here where it gives no answer; what they put into a cache is kept by itself. Behind the port: src/app/kept.ts.
 */
import type { Cache, CacheWrite } from '../stores/cache.ts'

export interface OfflineCache {
  /** An entry of a cache as it was fetched last by this account; undefined: there is none. */
  readonly read: <V>(cache: Cache<V>, key: string, projectId: number | null) => Promise<V | undefined>
  /** Takes what has come into a cache, if it is of a kind that is kept; at leisure. */
  readonly offer: (write: CacheWrite, projectId: number | null) => void
  /** Keeps an entry no longer: the server refuses it to this account now. */
  readonly drop: <V>(cache: Cache<V>, key: string, projectId: number | null) => void
  /** Those of the keys that are worth fetching: they are not here, or have been for long. Empty where nothing is kept. */
  readonly missing: <V>(
    cache: Cache<V>,
    keys: readonly string[],
    projectId: number | null,
  ) => Promise<readonly string[]>
}

/** Where nothing may be kept: no database, no secure context, nobody signed in. */
export const noOfflineCache: OfflineCache = {
  read: async () => undefined,
  offer: () => undefined,
  drop: () => undefined,
  missing: async () => [],
}
