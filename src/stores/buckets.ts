/**
 * A keyed map that is cheap to change without mutation: 256 small maps. Copying one record of 10,000 keys for every
 * event costs 300 times more. Plain data: it survives a snapshot as it is, and packed it survives one quickly.
 */
import { own } from './batch.ts'
import { compact, expand } from './compact.ts'

export type Buckets<V> = readonly (Bucket<V> | Packed | null)[]

type Bucket<V> = ReadonlyMap<string, V | PackedValue>
/**
 * A bucket as a snapshot keeps it: a line for each key (JSON) and a line for its value (compact). A database hands one text
 * over faster than its many parts.
 */
interface Packed {
  readonly packed: string
  readonly sample: string
}
/** A value that a snapshot brought and nobody has asked for yet. */
interface PackedValue {
  readonly packedValue: string
  /** What the text goes on after: a few values of the same buckets, so that it says only in what it differs. */
  readonly sample: string
}

const size = 256

export const noBuckets: Buckets<never> = Array.from({ length: size }, () => null)

export const getIn = <V>(buckets: Buckets<V>, key: string): V | undefined =>
  unpacked(opened(buckets[bucketOf(key)])?.get(key))

/** The same buckets where the value is already that one. */
export const putIn = <V>(buckets: Buckets<V>, key: string, value: V): Buckets<V> =>
  putAt(buckets, bucketOf(key), key, value)

function putAt<V>(buckets: Buckets<V>, at: number, key: string, value: V): Buckets<V> {
  const bucket = opened(buckets[at])
  if (bucket?.has(key) && unpacked(bucket.get(key)) === value) return buckets
  const next = own(buckets, () => buckets.slice())
  const map = bucket ?? new Map<string, V | PackedValue>()
  next[at] = own(map, () => new Map(map)).set(key, value)
  return next
}

export function dropFrom<V>(buckets: Buckets<V>, key: string): Buckets<V> {
  const at = bucketOf(key)
  const bucket = opened(buckets[at])
  if (!bucket?.has(key)) return buckets
  const left = own(bucket, () => new Map(bucket))
  left.delete(key)
  const next = own(buckets, () => buckets.slice())
  next[at] = left.size > 0 ? left : null
  return next
}

/**
 * Puts a value in; where that is one more, bounds what its bucket keeps of values that can go: the oldest go beyond
 * `most`. For areas whose keys are all the documents that were ever open.
 */
export function putBounded<V>(
  buckets: Buckets<V>,
  key: string,
  value: V,
  most: number,
  canGo: (value: V) => boolean = () => true,
): Buckets<V> {
  const at = bucketOf(key)
  const before = opened(buckets[at])?.size ?? 0
  const next = putAt(buckets, at, key, value)
  const bucket = opened(next[at])
  // While there is room nobody has to look at the others, which a snapshot may have brought packed.
  if (bucket === null || bucket.size === before || bucket.size <= most) return next
  const old: string[] = []
  for (const [other, held] of bucket) {
    const found = unpacked(held)
    if (other !== key && found !== undefined && canGo(found)) old.push(other)
  }
  return old.slice(0, Math.max(0, old.length - most)).reduce(dropFrom, next)
}

export function countIn(buckets: Buckets<unknown>): number {
  let count = 0
  for (const bucket of buckets) count += opened(bucket)?.size ?? 0
  return count
}

export function* entriesOf<V>(buckets: Buckets<V>): Generator<[string, V]> {
  for (const bucket of buckets) {
    for (const [key, value] of opened(bucket) ?? []) {
      const found = unpacked(value)
      if (found !== undefined) yield [key, found]
    }
  }
}

/**
 * A state with its buckets as text, in its first two levels: a database reads that ten times faster than the values,
 * and most of them are never asked for again.
 */
export function packState(state: unknown): unknown {
  if (isBuckets(state)) return packBuckets(state)
  if (typeof state !== 'object' || state === null || Object.getPrototypeOf(state) !== Object.prototype)
    return state
  return Object.fromEntries(
    Object.entries(state).map(([key, value]) => [key, isBuckets(value) ? packBuckets(value) : value]),
  )
}

function packBuckets(buckets: Buckets<unknown>): Buckets<unknown> {
  const sample = sampleOf(buckets)
  return buckets.map((bucket) => (bucket ? pack(bucket, sample) : null))
}

function pack(bucket: Bucket<unknown> | Packed, sample: string): Packed {
  if (isPacked(bucket) && bucket.sample === sample) return bucket
  const lines: string[] = []
  for (const [key, value] of opened(bucket) ?? []) lines.push(JSON.stringify(key), textOf(value, sample))
  return { packed: lines.join('\n'), sample }
}

/** So many values are a sample: of the first ones those that are no longer than this. */
const sampleSize = 4
const longestOfSample = 2_000
const candidates = 16

/** What the last snapshot went on after, so that what stands since is not written anew; at the first some values. */
function sampleOf(buckets: Buckets<unknown>): string {
  const first: unknown[] = []
  for (const bucket of buckets) {
    if (isPacked(bucket)) return bucket.sample
    for (const value of bucket?.values() ?? []) {
      const known = isPackedValue(value) ? value : written.get(value as WeakKey)
      if (known) return known.sample
      if (first.length < candidates) first.push(value)
    }
  }
  const short = first.filter((value) => compact(value).length <= longestOfSample)
  return compact(short.slice(0, sampleSize))
}

/** Values never change: one that stands since the last snapshot is not written anew for the next. */
const written = new WeakMap<WeakKey, PackedValue>()

function textOf(value: unknown, sample: string): string {
  if (isPackedValue(value) && value.sample === sample) return value.packedValue
  const held = unpacked(value)
  const isObject = typeof held === 'object' && held !== null
  const known = isObject ? written.get(held) : undefined
  if (known?.sample === sample) return known.packedValue
  const packedValue = compact(held, sample)
  if (isObject) written.set(held, { packedValue, sample })
  return packedValue
}

const isBuckets = (value: unknown): value is Buckets<unknown> =>
  Array.isArray(value) &&
  value.length === size &&
  value.every((bucket) => bucket === null || bucket instanceof Map || isPacked(bucket))

const isPacked = (value: unknown): value is Packed =>
  typeof value === 'object' && value !== null && 'packed' in value

const isPackedValue = (value: unknown): value is PackedValue =>
  typeof value === 'object' && value !== null && 'packedValue' in value

/** Opened and read once each, for as long as somebody holds the packed form. */
const openedBuckets = new WeakMap<Packed, Bucket<never>>()
const readValues = new WeakMap<PackedValue, unknown>()

function opened<V>(bucket: Buckets<V>[number] | undefined): Bucket<V> | null {
  if (!bucket) return null
  if (!isPacked(bucket)) return bucket
  const known = openedBuckets.get(bucket)
  if (known) return known
  const lines = bucket.packed.split('\n')
  const map = new Map<string, PackedValue>()
  for (let line = 0; line + 1 < lines.length; line += 2)
    map.set(JSON.parse(lines[line] ?? ''), { packedValue: lines[line + 1] ?? 'null', sample: bucket.sample })
  openedBuckets.set(bucket, map)
  return map
}

function unpacked<V>(value: V | PackedValue | undefined): V | undefined {
  if (!isPackedValue(value)) return value
  if (!readValues.has(value)) readValues.set(value, expand(value.packedValue, value.sample))
  return readValues.get(value) as V
}

/** FNV-1a, one byte of it. */
function bucketOf(key: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index++) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  }
  return (hash ^ (hash >>> 8) ^ (hash >>> 16) ^ (hash >>> 24)) & (size - 1)
}
