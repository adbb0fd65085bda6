/**
 * A text as the index keeps it beside its postings: its stream (query/stream.ts), each token as the number of its term, and the
 * signs behind it where they are more than a space. A fourth of the text, where the text itself would be read anew.
 */
import { type Places, placesOf, type Span } from '#query/places.ts'
import { type Stretch, signsOf } from '#query/signs.ts'
import { readBetween, streamWords } from '#query/stream.ts'

/** The number of a gap, which is no word. */
export const gapNumber = 0

/** The lowest bit of a token's number: whether more than a space stands behind it. Then its place in `oftenBehind` follows. */
const more = 1

/** In the place of signs that are not in the list: they follow as they are. */
const other = 0

/** Signs that stand behind many words, by the number by which they are kept: a change needs a new index version. */
const oftenBehind = [
  ' ',
  '',
  ', ',
  '. ',
  "'",
  '-',
  '.',
  ' (',
  ') ',
  ': ',
  '; ',
  '/',
  '@',
  ' - ',
  '" ',
  ' "',
  '),',
  ').',
  '? ',
]
const placeOfOften = new Map(oftenBehind.map((signs, place) => [signs, place]))
const oftenSigns = oftenBehind.map(signsOf)

/** What is kept of a stream. `idOf`: the number of a term, which is made where there is none. */
export function kept(stream: string, idOf: (term: string) => number): Buffer {
  const out = new Bytes(stream.length)
  // What stands before the first token is kept as if a token stood before it.
  let token = 0
  let at = 0
  const put = (end: number): void => {
    const behind = stream.slice(at, end)
    if (behind === ' ') {
      out.number(token * 2)
      return
    }
    out.number(token * 2 + more)
    out.number(placeOfOften.get(behind) ?? other)
    if (!placeOfOften.has(behind)) out.text(behind)
  }
  for (const match of stream.matchAll(streamWords)) {
    put(match.index)
    token = idOf(match[0])
    at = match.index + match[0].length
  }
  put(stream.length)
  return out.done()
}

/** What is kept of a text: its tokens as numbers of terms. */
export class KeptText implements Stretch<number> {
  readonly tokens: ArrayLike<number>
  readonly #bytes: Buffer
  readonly #from = new Map<number, number>()
  readonly #parts = new Map<number, number>()
  #places: Places | undefined

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    const tokens = new Int32Array(bytes.length)
    let count = -1
    let at = 0
    while (at < bytes.length) {
      let said = bytes[at++] as number
      if (said > 127) {
        said &= 127
        for (let factor = 128; ; factor *= 128) {
          const byte = bytes[at++] as number
          said += (byte & 127) * factor
          if (byte < 128) break
        }
      }
      if (count >= 0) tokens[count] = said >>> 1
      count++
      if ((said & more) === 0) continue
      const place = bytes[at++] as number
      if (place !== other) continue
      const { text, end } = textAt(bytes, at)
      readBetween(text, count - 1, this.#from, this.#parts)
      at = end
    }
    this.tokens = tokens.subarray(0, Math.max(0, count))
  }

  /** Whether it has words that lines break: they stand there in two readings. */
  get hasReadings(): boolean {
    return this.#from.size > 0 || this.#parts.size > 0
  }

  get first(): readonly number[] {
    return this.#placed().first
  }
  get last(): readonly number[] {
    return this.#placed().last
  }
  get texts(): readonly Span[] {
    return this.#placed().texts
  }

  #placed(): Places {
    this.#places ??= placesOf(this.tokens, this.#from, this.#parts, gapNumber)
    return this.#places
  }

  get signs(): readonly string[] {
    const bytes = this.#bytes
    const signs: string[] = []
    for (let at = 0; at < bytes.length; ) {
      const said = bytes[at] as number
      while ((bytes[at++] as number) > 127);
      if ((said & more) === 0) {
        signs.push(' ')
        continue
      }
      const place = bytes[at++] as number
      if (place !== other) {
        signs.push(oftenSigns[place] ?? ' ')
        continue
      }
      const { text, end } = textAt(bytes, at)
      signs.push(readBetween(text, 0, new Map(), new Map()))
      at = end
    }
    return signs
  }
}

/** A text behind its length. */
function textAt(bytes: Buffer, from: number): { readonly text: string; readonly end: number } {
  let length = 0
  let at = from
  for (let factor = 1; ; factor *= 128) {
    const byte = bytes[at++] ?? 0
    length += (byte & 127) * factor
    if (byte < 128) break
  }
  return { text: bytes.toString('utf8', at, at + length), end: at + length }
}

/** Bytes that grow: numbers of any size, small ones short, and texts behind their length. */
class Bytes {
  #bytes: Buffer
  #at = 0

  constructor(expected: number) {
    this.#bytes = Buffer.allocUnsafe(Math.max(64, expected >> 1))
  }

  number(value: number): void {
    this.#reserve(8)
    let rest = value
    for (; rest > 127; rest = Math.floor(rest / 128)) this.#bytes[this.#at++] = (rest % 128) | 128
    this.#bytes[this.#at++] = rest
  }

  text(text: string): void {
    const length = Buffer.byteLength(text)
    this.number(length)
    this.#reserve(length)
    this.#at += this.#bytes.write(text, this.#at)
  }

  done(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#at))
  }

  #reserve(length: number): void {
    if (this.#at + length <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(this.#bytes.length * 2 + length)
    this.#bytes.copy(larger, 0, 0, this.#at)
    this.#bytes = larger
  }
}
