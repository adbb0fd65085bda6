/**
 * A text as the index keeps it beside its postings: its stream (query/stream.ts), each token as the number of its term, and the
 * signs behind it where they are more than a space. A fourth of the text, where the text itself would be read anew.
 */
import { placesOf } from '#query/places.ts'
import { type Stretch, signsOf } from '#query/signs.ts'
import { readBetween, streamWords } from '#query/stream.ts'

/** The number of a gap, which is no word. */
export const gapNumber = 0

/** What stands behind a token takes the two lowest bits of its number: a space, a sign that is often there, or any other. */
const [space, often, other] = [0, 1, 2]

/** Signs that stand behind many words, by the number by which they are kept: an index keeps it, so this list only grows. */
const oftenBehind = [
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
    const place = placeOfOften.get(behind)
    if (behind === ' ') out.number(token * 4 + space)
    else if (place !== undefined) {
      out.number(token * 4 + often)
      out.number(place)
    } else {
      out.number(token * 4 + other)
      out.text(behind)
    }
  }
  for (const match of stream.matchAll(streamWords)) {
    put(match.index)
    token = idOf(match[0])
    at = match.index + match[0].length
  }
  put(stream.length)
  return out.done()
}

/** The tokens alone. */
export function keptTokens(bytes: Buffer, termOf: (id: number) => string): string[] {
  const tokens: string[] = []
  each(bytes, (id, isFirst) => {
    if (!isFirst) tokens.push(termOf(id))
  })
  return tokens
}

/** Tokens, where they stand, and the signs around them, which are read when they are asked for. */
export function keptStretch(bytes: Buffer, termOf: (id: number) => string): Stretch {
  const tokens: string[] = []
  const from = new Map<number, number>()
  const parts = new Map<number, number>()
  each(bytes, (id, isFirst, behind) => {
    if (!isFirst) tokens.push(termOf(id))
    if (behind !== null) readBetween(behind, tokens.length - 1, from, parts)
  })
  return {
    tokens,
    get signs() {
      const signs: string[] = []
      each(bytes, (_, __, behind, place) => {
        signs.push(
          behind === null ? (oftenSigns[place] ?? ' ') : readBetween(behind, 0, new Map(), new Map()),
        )
      })
      return signs
    },
    ...placesOf(tokens, from, parts),
  }
}

/** Walks over what is kept: numbers of terms, and what stands behind each, as text where it is none of those that often do. */
function each(
  bytes: Buffer,
  visit: (id: number, isFirst: boolean, behind: string | null, place: number) => void,
): void {
  let at = 0
  const number = (): number => {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++] ?? 0
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
  }
  for (let isFirst = true; at < bytes.length; isFirst = false) {
    const said = number()
    const how = said % 4
    const id = (said - how) / 4
    if (how === space) visit(id, isFirst, null, -1)
    else if (how === often) visit(id, isFirst, null, number())
    else {
      const length = number()
      visit(id, isFirst, bytes.toString('utf8', at, at + length), -1)
      at += length
    }
  }
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
