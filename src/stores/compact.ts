/**
 * JSON in a form of its own that is a fraction as long where much is alike, as it is in what a snapshot keeps: of an object
 * that is built like one before it only what is new is written.
 *
 * An object is a row: `[pattern, …what is new]`. The first of its form is `[skeleton, …all leaves]`, the skeleton being the
 * object with 0 for each leaf; later ones name a pattern, `[form, …where each leaf comes from]` where it comes first, its
 * number from then on. An array is `[-1, …items]`, a text itself, or `~` and which of the texts so far (base 36); one that
 * begins with `~` gets another in front.
 *
 * A text may go on after another one, as if that had been read before: what both have in common is then written once for
 * all that go on after it.
 */

/** A leaf is 0; an array stands in a skeleton while it has one item at most. */
type Skeleton = 0 | readonly Skeleton[] | { readonly [name: string]: Skeleton }

interface Form {
  readonly skeleton: Skeleton
  /** The leaves of the last object of this form. */
  readonly before: readonly unknown[]
}

/** For each leaf: `fromBefore`; or a leaf of the same row further in front; or its own place: it is written. */
interface Pattern {
  readonly form: number
  readonly origins: readonly number[]
}
const fromBefore = -1

/** What has been said so far, in order: whoever writes and whoever reads know the same. */
interface Said {
  readonly forms: Form[]
  readonly patterns: Pattern[]
  readonly texts: string[]
}

/** Shorter texts are no longer than their number. */
const shortest = 4
/** An object with more names stands for itself: a form is of what many have in common. */
const maxNames = 16

/** The value as a text without line ends. What JSON does not know is left out as JSON leaves it out. */
export function compact(value: unknown, after = ''): string {
  const said = saidIn(after)
  const known = indexOf(after)
  const places = { forms: new Map<string, number>(), patterns: new Map(), texts: new Map() }
  const placeOf = (what: keyof Index, key: string): number | undefined =>
    places[what].get(key) ?? known[what].get(key)

  const text = (one: string): string => {
    const at = placeOf('texts', one)
    if (at !== undefined) return `~${at.toString(36)}`
    if (one.length >= shortest) places.texts.set(one, said.texts.push(one) - 1)
    return one.startsWith('~') ? `~${one}` : one
  }
  const pattern = (form: number, origins: readonly number[]): number | readonly number[] => {
    const written = [form, ...origins]
    const key = written.join()
    const at = placeOf('patterns', key)
    if (at !== undefined) return at
    places.patterns.set(key, said.patterns.push({ form, origins }) - 1)
    return written
  }
  const row = (one: object): unknown => {
    const leaves: unknown[] = []
    const key = takeApart(one, leaves)
    const at = placeOf('forms', key)
    if (at === undefined) {
      const skeleton: Skeleton = JSON.parse(key)
      const form = said.forms.push({ skeleton, before: [] }) - 1
      places.forms.set(key, form)
      const written = [skeleton, ...leaves.map(write)]
      said.forms[form] = { skeleton, before: leaves }
      return written
    }
    const { skeleton, before } = formAt(said, at)
    const origins = leaves.map((leaf, place) => originOf(leaf, place, leaves, before))
    const written = [
      pattern(at, origins),
      ...leaves.filter((_, place) => origins[place] === place).map(write),
    ]
    said.forms[at] = { skeleton, before: leaves }
    return written
  }
  const write = (one: unknown): unknown => {
    if (typeof one === 'string') return text(one)
    if (typeof one !== 'object' || one === null) return one
    return Array.isArray(one) ? [-1, ...one.map(write)] : row(one)
  }
  return JSON.stringify(write(value))
}

/** The value that a text of `compact` stands for, which went on after the same text. */
export const expand = (compacted: string, after = ''): unknown => reader(saidIn(after))(compacted)

function reader(said: Said): (compacted: string) => unknown {
  const text = (one: string): string => {
    if (one.startsWith('~') && !one.startsWith('~~'))
      return said.texts[Number.parseInt(one.slice(1), 36)] ?? ''
    const plain = one.startsWith('~') ? one.slice(1) : one
    if (plain.length >= shortest) said.texts.push(plain)
    return plain
  }
  const pattern = (one: unknown): Pattern => {
    if (typeof one === 'number') return said.patterns[one] ?? unknown('pattern')
    const [form = -1, ...origins] = one as readonly number[]
    const fresh = { form, origins }
    said.patterns.push(fresh)
    return fresh
  }
  const row = ([head, ...fresh]: readonly unknown[]): unknown => {
    if (typeof head === 'object' && !Array.isArray(head)) {
      const skeleton = head as Skeleton
      const form = said.forms.push({ skeleton, before: [] }) - 1
      const leaves = fresh.map(read)
      said.forms[form] = { skeleton, before: leaves }
      return putTogether(skeleton, leaves)
    }
    const { form, origins } = pattern(head)
    const { skeleton, before } = formAt(said, form)
    const leaves: unknown[] = []
    let next = 0
    for (const [place, origin] of origins.entries()) {
      if (origin === place) leaves.push(read(fresh[next++]))
      else leaves.push(origin === fromBefore ? before[place] : leaves[origin])
    }
    said.forms[form] = { skeleton, before: leaves }
    return putTogether(skeleton, leaves)
  }
  const read = (one: unknown): unknown => {
    if (typeof one === 'string') return text(one)
    if (!Array.isArray(one)) return one
    return one[0] === -1 ? one.slice(1).map(read) : row(one)
  }
  return (compacted) => read(JSON.parse(compacted))
}

/** Where each form, pattern and text of a text stands, by what it is. */
interface Index {
  readonly forms: ReadonlyMap<string, number>
  readonly patterns: ReadonlyMap<string, number>
  readonly texts: ReadonlyMap<string, number>
}

/** Read once each: so many values go on after one text. */
const saids = new Map<string, Said>()
const indexes = new Map<string, Index>()
/** As many as there are in a program's states, and a few of another project. */
const maxKnown = 32

/** What is said in a text, for somebody to go on with. */
function saidIn(after: string): Said {
  let said = saids.get(after)
  if (!said) {
    said = { forms: [], patterns: [], texts: [] }
    if (after !== '') reader(said)(after)
    remember(saids, after, said)
  }
  return { forms: said.forms.slice(), patterns: said.patterns.slice(), texts: said.texts.slice() }
}

function indexOf(after: string): Index {
  const known = indexes.get(after)
  if (known) return known
  const { forms, patterns, texts } = saidIn(after)
  const places = (keys: readonly string[]) => new Map(keys.map((key, at) => [key, at]))
  const index: Index = {
    forms: places(forms.map(({ skeleton }) => JSON.stringify(skeleton))),
    patterns: places(patterns.map(({ form, origins }) => [form, ...origins].join())),
    texts: places(texts),
  }
  remember(indexes, after, index)
  return index
}

function remember<V>(known: Map<string, V>, key: string, value: V): void {
  if (known.size >= maxKnown) known.clear()
  known.set(key, value)
}

const formAt = ({ forms }: Said, at: number): Form => forms[at] ?? unknown('form')

function unknown(what: string): never {
  throw new Error(`A compacted value names a ${what} that was never said`)
}

function originOf(
  leaf: unknown,
  place: number,
  leaves: readonly unknown[],
  before: readonly unknown[],
): number {
  if (typeof leaf === 'object' && leaf !== null) return place
  if (leaf === before[place]) return fromBefore
  return typeof leaf === 'string' && leaf.length >= shortest ? leaves.indexOf(leaf) : place
}

/** The skeleton of an object, as JSON; its leaves are put to `leaves` in order. */
function takeApart(one: object, leaves: unknown[]): string {
  const parts: string[] = []
  for (const [name, held] of Object.entries(one)) {
    if (held !== undefined) parts.push(`${JSON.stringify(name)}:${partOf(held, leaves)}`)
  }
  return `{${parts.join()}}`
}

function partOf(held: unknown, leaves: unknown[]): string {
  if (Array.isArray(held) && held.length < 2) return `[${held.map((item) => partOf(item, leaves)).join()}]`
  if (isPart(held)) return takeApart(held, leaves)
  leaves.push(held)
  return '0'
}

/** Not what is kept by number: such records have nothing in common but what is in them. */
function isPart(held: unknown): held is object {
  if (typeof held !== 'object' || held === null || Array.isArray(held)) return false
  const names = Object.keys(held)
  return names.length <= maxNames && !/^\d/.test(names[0] ?? '')
}

function putTogether(skeleton: Skeleton, leaves: readonly unknown[]): unknown {
  let next = 0
  const build = (part: Skeleton): unknown => {
    if (part === 0) return leaves[next++]
    if (Array.isArray(part)) return part.map(build)
    const fields: Record<string, unknown> = {}
    for (const [name, held] of Object.entries(part as { readonly [name: string]: Skeleton })) {
      put(fields, name, build(held))
    }
    return fields
  }
  return build(skeleton)
}

/** A field by any name, also by the one that would be taken for the prototype. */
function put(fields: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') fields[name] = value
  else Object.defineProperty(fields, name, { value, enumerable: true, writable: true, configurable: true })
}
