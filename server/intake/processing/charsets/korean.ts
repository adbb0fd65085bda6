/** Korean that no standard of the web has: ISO-2022-KR (RFC 1557), and Johab (KS X 1001, annex 3). */

const ks = new TextDecoder('euc-kr')

const announced = Buffer.from('\u001b$)C')
const shiftOut = 0x0e
const shiftIn = 0x0f
const lineFeed = 0x0a

/** Korean stands between SO and SI, or the end of the line, without the high bits of its bytes. */
export function decodeIso2022Kr(bytes: Uint8Array): string {
  const said = Buffer.from(bytes)
  const read: number[] = []
  let isKorean = false
  for (let at = 0; at < said.length; at++) {
    const byte = said[at] ?? 0
    if (byte === announced[0] && said.subarray(at, at + announced.length).equals(announced)) {
      at += announced.length - 1
      continue
    }
    if (byte === shiftOut || byte === shiftIn || byte === lineFeed) isKorean = byte === shiftOut
    if (byte !== shiftOut && byte !== shiftIn) read.push(isKorean && byte > 0x20 ? byte | 0x80 : byte)
  }
  return ks.decode(Uint8Array.from(read))
}

/** Syllables are written by their three letters, of five bits each; signs and Chinese by their place in the standard's table. */
export function decodeJohab(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at++) {
    const first = bytes[at] ?? 0
    if (first < 0x80) {
      text += String.fromCharCode(first)
      continue
    }
    const second = bytes[at + 1]
    const character = second === undefined ? null : (syllable(first, second) ?? sign(first, second))
    text += character ?? '\ufffd'
    // What begins no character costs itself, so that the next one is read.
    if (character !== null) at++
  }
  return text
}

/** Places of the letters among those of Unicode by their five bits; -1 for the mark of none, which the syllable lacks. */
const none = -1
const initials = placesOf([[1, none], ...range(2, 20, 0)])
const medials = placesOf([
  [2, none],
  ...range(3, 7, 0),
  ...range(10, 15, 5),
  ...range(18, 23, 11),
  ...range(26, 29, 17),
])
const finals = placesOf([[1, none], ...range(2, 17, 0), ...range(19, 29, 16)])
/** Letters by themselves: consonants that begin a syllable and those that end one, in the order of their places. */
const beginning = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'
const ending = 'ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ'

function syllable(first: number, second: number): string | null {
  const code = (first << 8) | second
  const [begins, vowel, ends] = [
    initials.get((code >> 10) & 31),
    medials.get((code >> 5) & 31),
    finals.get(code & 31),
  ]
  if (begins === undefined || vowel === undefined || ends === undefined) return null
  if (begins !== none && vowel !== none)
    return String.fromCharCode(0xac00 + (begins * 21 + vowel) * 28 + ends + 1)
  const alone = [
    begins === none ? '' : beginning.charAt(begins),
    vowel === none ? '' : String.fromCharCode(0x314f + vowel),
    ends === none ? '' : ending.charAt(ends),
  ].join('')
  return alone.length === 1 ? alone : null
}

/** Each first byte has two rows of the table. */
function sign(first: number, second: number): string | null {
  const place = second >= 0x91 ? second - 0x43 : second >= 0x31 && second <= 0x7e ? second - 0x31 : null
  const row =
    first >= 0xe0 && first <= 0xf9
      ? (first - 0xe0) * 2 + 42
      : first >= 0xd9 && first <= 0xde
        ? (first - 0xd9) * 2 + 1
        : null
  if (place === null || row === null || place >= 188) return null
  const character = ks.decode(Uint8Array.of(0xa0 + row + Math.floor(place / 94), 0xa1 + (place % 94)))
  return character.includes('\ufffd') ? null : character
}

function* range(from: number, to: number, place: number): Generator<readonly [number, number]> {
  for (let bits = from; bits <= to; bits++) yield [bits, place + bits - from]
}

function placesOf(pairs: Iterable<readonly [number, number]>): ReadonlyMap<number, number> {
  return new Map(pairs)
}
