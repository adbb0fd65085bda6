/** Lists of properties and of recipients as winmail.dat writes them (MS-OXTNEF 2.1.3.4). */
import { fixedLengths, guidOf, ids, named, type Property, type PropertyKey } from './properties.ts'

type Found = ReadonlyMap<PropertyKey, Property>

/** What may still be read of a stream: recipients, attachments, properties and values, together. */
export interface Allowance {
  left: number
}

/** Reads on in such a list. Past its end, and when the allowance is used up, it reads nothing and says that it is `cut`. */
export class Cursor {
  readonly #bytes: Buffer
  readonly #allowance: Allowance
  #at = 0
  #cut = false
  constructor(bytes: Buffer, allowance: Allowance) {
    this.#bytes = bytes
    this.#allowance = allowance
  }

  /** Whether more was to be read than there is. */
  get cut(): boolean {
    return this.#cut
  }

  /** One more of what is counted. */
  spend(): void {
    this.#allowance.left--
    if (this.#allowance.left < 0) this.#cut = true
  }

  /** So many bytes, or those of them that are there. */
  take(length: number): Buffer {
    const bytes = this.#bytes.subarray(this.#at, this.#at + length)
    this.#at += length
    if (bytes.length < length) this.#cut = true
    return bytes
  }

  /** Passes over the zeros that stand behind so many bytes, up to a multiple of four. */
  pad(length: number): void {
    this.#at += (4 - (length % 4)) % 4
  }

  whole(): number {
    const bytes = this.take(4)
    return this.#cut ? 0 : bytes.readUInt32LE(0)
  }

  short(): number {
    const bytes = this.take(2)
    return this.#cut ? 0 : bytes.readUInt16LE(0)
  }

  /** A value with its length before it; what is there of it. */
  sized(): Buffer {
    const length = this.whole()
    const bytes = this.take(length)
    this.pad(length)
    return bytes
  }
}

export function recipientsIn(cursor: Cursor): readonly Found[] {
  const rows: Found[] = []
  const count = cursor.whole()
  for (let n = 0; n < count && !cursor.cut; n++) {
    cursor.spend()
    const row = propertiesIn(cursor)
    if (row.size > 0) rows.push(row)
  }
  return rows
}

/** What is worth having by its beginning alone; half a name would be another name. */
const beginnings: ReadonlySet<PropertyKey> = new Set([ids.body, ids.html, ids.attachedData])

/** Those that stand before the place where the list is cut, and the beginning of a body or of a file that is cut there. */
export function propertiesIn(cursor: Cursor): Found {
  const properties = new Map<PropertyKey, Property>()
  const count = cursor.whole()
  for (let n = 0; n < count && !cursor.cut; n++) {
    cursor.spend()
    const declared = cursor.short()
    const id = cursor.short()
    const key = id < 0x8000 ? id : nameIn(cursor)
    const property = valuesIn(cursor, declared, beginnings.has(key))
    if (!cursor.cut || property.values.length > 0) properties.set(key, property)
  }
  return properties
}

function nameIn(cursor: Cursor): PropertyKey {
  const set = cursor.take(16)
  if (cursor.cut) return 0
  if (cursor.whole() === 0) return named(guidOf(set), cursor.whole())
  const text = cursor.sized().toString('utf16le')
  return named(guidOf(set), text.replace(/\0[\s\S]*$/, ''))
}

const several = 0x1000

/** `cutToo`: also what is there of one that is cut. */
function valuesIn(cursor: Cursor, declared: number, cutToo: boolean): Property {
  const type = declared & ~several
  const fixed = fixedLengths.get(type)
  const count = fixed === undefined || (declared & several) !== 0 ? cursor.whole() : 1
  const values: Buffer[] = []
  for (let n = 0; n < count && !cursor.cut; n++) {
    cursor.spend()
    const value = fixed === undefined ? cursor.sized() : cursor.take(fixed)
    if (fixed !== undefined) cursor.pad(fixed)
    if (!cursor.cut || (cutToo && value.length > 0)) values.push(value)
  }
  return { type, values }
}
