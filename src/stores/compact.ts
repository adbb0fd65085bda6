/**
 * JSON in a form of its own that is a quarter as long where much is alike, as it is in what a snapshot keeps: the names of
 * an object's fields stand where its shape comes first, a text where it comes first; later they are a number.
 *
 * An object is `[shape, …values]`, the shape being its names or which of the shapes so far it is; an array `[-1, …items]`;
 * a text itself, or `~` and which of the texts so far (base 36). One that begins with `~` gets another in front.
 */

/** Shorter texts are no longer than their number. */
const shortest = 4

/** The value as a text without line ends. What JSON does not know is left out as JSON leaves it out. */
export function compact(value: unknown): string {
  const shapes = new Map<string, number>()
  const texts = new Map<string, number>()

  const text = (one: string): string => {
    const known = texts.get(one)
    if (known !== undefined) return `~${known.toString(36)}`
    if (one.length >= shortest) texts.set(one, texts.size)
    return one.startsWith('~') ? `~${one}` : one
  }
  const shape = (names: readonly string[]): number | readonly string[] => {
    const key = names.join('\0')
    const known = shapes.get(key)
    if (known !== undefined) return known
    shapes.set(key, shapes.size)
    return names
  }
  const write = (one: unknown): unknown => {
    if (typeof one === 'string') return text(one)
    if (typeof one !== 'object' || one === null) return one
    if (Array.isArray(one)) return [-1, ...one.map(write)]
    const fields = Object.entries(one).filter(([, held]) => held !== undefined)
    return [shape(fields.map(([name]) => name)), ...fields.map(([, held]) => write(held))]
  }
  return JSON.stringify(write(value))
}

/** The value that a text of `compact` stands for. */
export function expand(compacted: string): unknown {
  const shapes: (readonly string[])[] = []
  const texts: string[] = []

  const text = (one: string): string => {
    if (one.startsWith('~') && !one.startsWith('~~')) return texts[Number.parseInt(one.slice(1), 36)] ?? ''
    const plain = one.startsWith('~') ? one.slice(1) : one
    if (plain.length >= shortest) texts.push(plain)
    return plain
  }
  const shape = (one: unknown): readonly string[] => {
    if (typeof one === 'number') return shapes[one] ?? []
    const names = one as readonly string[]
    shapes.push(names)
    return names
  }
  const read = (one: unknown): unknown => {
    if (typeof one === 'string') return text(one)
    if (!Array.isArray(one)) return one
    if (one[0] === -1) {
      const items: unknown[] = []
      for (let at = 1; at < one.length; at++) items.push(read(one[at]))
      return items
    }
    const names = shape(one[0])
    const fields: Record<string, unknown> = {}
    for (let at = 1; at < one.length; at++) put(fields, names[at - 1] ?? '', read(one[at]))
    return fields
  }
  return read(JSON.parse(compacted))
}

/** A field by any name, also by the one that would be taken for the prototype. */
function put(fields: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') fields[name] = value
  else Object.defineProperty(fields, name, { value, enumerable: true, writable: true, configurable: true })
}
