/**
 * A keyed map that is cheap to change without mutation: 256 small maps. Copying one record of 10,000 keys for every
 * event costs 300 times more. Plain data: it survives a snapshot as it is.
 */
export type Buckets<V> = readonly (ReadonlyMap<string, V> | null)[]

const size = 256

export const noBuckets: Buckets<never> = Array.from({ length: size }, () => null)

export const getIn = <V>(buckets: Buckets<V>, key: string): V | undefined => buckets[bucketOf(key)]?.get(key)

export const hasIn = <V>(buckets: Buckets<V>, key: string): boolean =>
  buckets[bucketOf(key)]?.has(key) ?? false

/** The same buckets where the value is already that one. */
export function putIn<V>(buckets: Buckets<V>, key: string, value: V): Buckets<V> {
  const at = bucketOf(key)
  const bucket = buckets[at] ?? null
  if (bucket?.has(key) && bucket.get(key) === value) return buckets
  const next = buckets.slice()
  next[at] = new Map(bucket ?? []).set(key, value)
  return next
}

export function dropFrom<V>(buckets: Buckets<V>, key: string): Buckets<V> {
  const at = bucketOf(key)
  const bucket = buckets[at]
  if (!bucket?.has(key)) return buckets
  const left = new Map(bucket)
  left.delete(key)
  const next = buckets.slice()
  next[at] = left.size > 0 ? left : null
  return next
}

export function countIn(buckets: Buckets<unknown>): number {
  let count = 0
  for (const bucket of buckets) count += bucket?.size ?? 0
  return count
}

export function* entriesOf<V>(buckets: Buckets<V>): Generator<[string, V]> {
  for (const bucket of buckets) if (bucket) yield* bucket
}

/** FNV-1a, one byte of it. */
function bucketOf(key: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index++) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  }
  return (hash ^ (hash >>> 8) ^ (hash >>> 16) ^ (hash >>> 24)) & (size - 1)
}
