/** Where a text holds what somebody looks for in it: as it is written, whatever its capitals, accents and line breaks. Pure. */

export interface Folded {
  readonly text: string
  /** Where each of its characters begins in the text itself; one more for the end. */
  readonly places: Uint32Array
}

export interface Place {
  readonly start: number
  readonly end: number
}

/** Without capitals and accents; white space of any kind and length is one space. */
export function fold(text: string): Folded {
  const pieces: string[] = []
  // A ligature becomes several letters, at most eighteen.
  let places = new Uint32Array(text.length + 1)
  let length = 0
  const put = (piece: string, at: number) => {
    if (length + piece.length >= places.length) {
      const wider = new Uint32Array(places.length * 2 + piece.length)
      wider.set(places)
      places = wider
    }
    pieces.push(piece)
    for (let i = 0; i < piece.length; i++) places[length++] = at
  }
  let wasSpace = false
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at)
    const character = code < 0x80 ? text.charAt(at) : String.fromCodePoint(text.codePointAt(at) ?? 0)
    const isSpace = /\s/.test(character)
    if (!isSpace) put(code < 0x80 ? character.toLowerCase() : plain(character), at)
    else if (!wasSpace) put(' ', at)
    wasSpace = isSpace
    at += character.length
  }
  places[length] = text.length
  return { text: pieces.join(''), places: places.subarray(0, length + 1) }
}

const plain = (character: string): string =>
  character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/[‘’]/g, "'").replace(/[“”]/g, '"')

/** The places one after the other, none over another; at most so many. */
export function placesOf({ text, places }: Folded, sought: string, most: number): readonly Place[] {
  const wanted = fold(sought).text.trim()
  const found: Place[] = []
  if (wanted === '') return found
  for (let at = text.indexOf(wanted); at >= 0 && found.length < most; ) {
    const end = at + wanted.length
    found.push({ start: places[at] ?? 0, end: endOf(places, end) })
    at = text.indexOf(wanted, end)
  }
  return found
}

/** Up to the next character that is another one in the text: accents behind a letter belong to it. */
function endOf(places: Uint32Array, end: number): number {
  const last = places[end - 1] ?? 0
  let next = end
  while (next < places.length - 1 && places[next] === last) next++
  return places[next] ?? last
}
