/** What an event changed, part by part: two states side by side, down to the values that differ. Pure. */
import { type Buckets, entriesOf } from '../../stores/buckets.ts'

export interface Change {
  /** `byTab.a3f.path` */
  readonly path: string
  /** Undefined: it was not there. */
  readonly before: unknown
  readonly after: unknown
}

/** More are counted, not listed. */
const most = 400

export interface Difference {
  readonly changes: readonly Change[]
  /** How many more there are than are listed. */
  readonly more: number
}

export function differenceOf(before: unknown, after: unknown): Difference {
  const changes: Change[] = []
  let more = 0
  const note = (path: readonly string[], was: unknown, is: unknown): void => {
    if (changes.length < most) changes.push({ path: path.join('.'), before: was, after: is })
    else more++
  }
  const compare = (was: unknown, is: unknown, path: readonly string[]): void => {
    if (Object.is(was, is)) return
    const [left, right] = [partsOf(was, is), partsOf(is, was)]
    if (left === null || right === null) {
      if (left === null && right === null && typeof was !== 'object' && typeof is !== 'object')
        note(path, was, is)
      else if (JSON.stringify(was) !== JSON.stringify(is) || typeof was !== typeof is) note(path, was, is)
      return
    }
    for (const [key, value] of left) {
      if (!right.has(key)) note([...path, key], value, undefined)
      else compare(value, right.get(key), [...path, key])
    }
    for (const [key, value] of right) if (!left.has(key)) note([...path, key], undefined, value)
  }
  compare(before, after, [])
  return { changes, more }
}

/** The parts of what has parts; null: it is compared as one. Both sides must be of one kind. */
function partsOf(value: unknown, other: unknown): ReadonlyMap<string, unknown> | null {
  if (value instanceof Map)
    return other instanceof Map ? new Map([...value].map(([key, one]) => [String(key), one])) : null
  if (value instanceof Set)
    return other instanceof Set ? new Map([...value].map((one) => [String(one), true])) : null
  if (isBuckets(value)) return isBuckets(other) ? new Map(entriesThatMayDiffer(value, other)) : null
  if (Array.isArray(value))
    return Array.isArray(other) ? new Map(value.map((one, at) => [String(at), one])) : null
  if (typeof value !== 'object' || value === null) return null
  const alike =
    typeof other === 'object' &&
    other !== null &&
    !Array.isArray(other) &&
    !(other instanceof Map) &&
    !(other instanceof Set)
  return alike ? new Map(Object.entries(value)) : null
}

/** A keyed map of 256 parts, of which those that are the same thing on both sides need not be opened. */
const isBuckets = (value: unknown): value is Buckets<unknown> =>
  Array.isArray(value) &&
  value.length === 256 &&
  value.every((one) => one === null || one instanceof Map || (typeof one === 'object' && 'packed' in one))

const entriesThatMayDiffer = (
  value: Buckets<unknown>,
  other: Buckets<unknown>,
): Iterable<[string, unknown]> => entriesOf(value.filter((bucket, at) => bucket !== other[at]))

/** A value as the screen writes it. */
export const written = (value: unknown): string =>
  value === undefined
    ? '–'
    : JSON.stringify(
        value,
        (_, one: unknown) =>
          one instanceof Map ? Object.fromEntries(one) : one instanceof Set ? [...one] : one,
        1,
      )
