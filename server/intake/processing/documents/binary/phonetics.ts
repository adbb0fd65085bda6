/**
 * How words of a workbook are read aloud ([MS-XLS] 2.4.265, 2.5.293, 2.5.86): Japanese ones are looked for by their reading, too.
 * It stands behind the shared strings, which go on from one record into the next.
 */

/** The readings of a table of shared strings, by its record and those that continue it, each once. Of a cut one those before. */
export function readingsOf(records: readonly Buffer[]): ReadonlySet<string> {
  const found = new Set<string>()
  const strings = new Strings(records)
  // How often strings are used comes before how many there are.
  strings.number(4)
  const count = strings.number(4) ?? 0
  for (let n = 0; n < count; n++) {
    const extra = strings.next()
    if (extra === null) break
    const reading = readingIn(extra)
    if (reading !== '') found.add(reading)
  }
  return found
}

/** What stands behind a string: its kind and size, how it looks, which words are read how, and the reading. */
function readingIn(extra: Buffer): string {
  if (extra.length < 14 || extra.readUInt16LE(0) !== 1) return ''
  return extra.toString('utf16le', 14, 14 + extra.readUInt16LE(12) * 2).replace(/\0/g, '')
}

class Strings {
  readonly #records: readonly Buffer[]
  #record = 0
  #at = 0
  constructor(records: readonly Buffer[]) {
    this.#records = records
  }

  /** Passes one string; gives what stands behind it, or null where there is none more. */
  next(): Buffer | null {
    const length = this.number(2)
    const flags = this.number(1)
    if (length === null || flags === null) return null
    const runs = (flags & 8) === 0 ? 0 : this.number(2)
    const extra = (flags & 4) === 0 ? 0 : this.number(4)
    if (runs === null || extra === null || !this.#passCharacters(length, (flags & 1) === 1)) return null
    return this.#bytes(runs * 4) === null ? null : this.#bytes(extra)
  }

  number(size: 1 | 2 | 4): number | null {
    const bytes = this.#bytes(size)
    return bytes === null ? null : bytes.readUIntLE(0, size)
  }

  /** Where characters go on in the next record, it says anew of how many bytes each is. */
  #passCharacters(length: number, isWide: boolean): boolean {
    let wide = isWide
    let left = length
    for (;;) {
      const here = (this.#records[this.#record]?.length ?? 0) - this.#at
      const taken = Math.min(left, Math.floor(here / (wide ? 2 : 1)))
      this.#at += taken * (wide ? 2 : 1)
      left -= taken
      if (left === 0) return true
      this.#record++
      this.#at = 0
      const flag = this.number(1)
      if (flag === null) return false
      wide = (flag & 1) === 1
    }
  }

  /** Null where so many are not there. */
  #bytes(size: number): Buffer | null {
    const parts: Buffer[] = []
    let left = size
    while (left > 0) {
      const record = this.#records[this.#record]
      if (record === undefined) return null
      const part = record.subarray(this.#at, this.#at + left)
      parts.push(part)
      left -= part.length
      this.#at += part.length
      if (left > 0) {
        this.#record++
        this.#at = 0
      }
    }
    const [only] = parts
    return parts.length === 1 && only !== undefined ? only : Buffer.concat(parts)
  }
}
