/**
 * What the server knows anyway (list pages, bodies, forms) is not state but cache: filled by effects, never logged,
 * keyed by what was asked, and bounded. Losing it costs a request and nothing else.
 */
import { createEvent, createStore, type EventCallable, type Store } from 'effector'

/** When a cache is emptied: with the project that is left, or with the account. */
export type CacheLife = 'project' | 'account'

export interface Cache<V> {
  readonly name: string
  readonly life: CacheLife
  readonly $entries: Store<ReadonlyMap<string, V>>
  /** Puts an entry in; the oldest go when there is too much. */
  readonly put: EventCallable<{ key: string; value: V }>
  readonly drop: EventCallable<string>
  readonly clear: EventCallable<void>
}

/** A change of a cache as data, so that effects can return it. */
export interface CacheWrite<V = unknown> {
  readonly cache: Cache<V>
  readonly key: string
  readonly value: V
}
export const write = <V>(cache: Cache<V>, key: string, value: V): CacheWrite =>
  ({ cache, key, value }) as CacheWrite

/** What a cache is to hold no longer, as data: all but the entries under some keys. */
export interface CacheForget {
  readonly cache: Pick<Cache<unknown>, 'name' | '$entries' | 'drop'>
  readonly except: readonly string[]
}

const everything: Cache<never>[] = []
/** All caches, so that logout and a change of project can empty them. */
export const allCaches: readonly Cache<never>[] = everything

/** `limit` bounds the sum of what the entries weigh; by default each weighs one. */
export function createCache<V>(
  name: string,
  limit: number,
  life: CacheLife = 'project',
  weigh: (value: V) => number = () => 1,
): Cache<V> {
  const put = createEvent<{ key: string; value: V }>({ name: `${name}.put`, sid: `${name}.put` })
  const drop = createEvent<string>({ name: `${name}.drop`, sid: `${name}.drop` })
  const clear = createEvent<void>({ name: `${name}.clear`, sid: `${name}.clear` })
  const $entries = createStore<ReadonlyMap<string, V>>(new Map(), { name, sid: name, serialize: 'ignore' })
    .on(put, (entries, { key, value }) => {
      const next = new Map(entries)
      next.delete(key)
      next.set(key, value)
      let weight = 0
      for (const entry of next.values()) weight += weigh(entry)
      for (const [oldest, entry] of next) {
        if (weight <= limit || next.size === 1) break
        next.delete(oldest)
        weight -= weigh(entry)
      }
      return next
    })
    .on(drop, (entries, key) => {
      if (!entries.has(key)) return entries
      const next = new Map(entries)
      next.delete(key)
      return next
    })
    .on(clear, (entries) => (entries.size === 0 ? entries : new Map()))
  const cache: Cache<V> = { name, life, $entries, put, drop, clear }
  everything.push(cache as unknown as Cache<never>)
  return cache
}
