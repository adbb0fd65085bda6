/**
 * Names in archives that do not say in which charset they are. Old programs wrote that of their machine: code page 437 where
 * the format asks for it (APPNOTE.TXT, appendix D), else Shift-JIS in Japan, GBK in China and so on.
 */

/** Bytes of names that are looked at; more tell nothing new. */
const enough = 64 * 1024

type Decode = (raw: Uint8Array) => string

/** Decodes the names of one archive: each that is UTF-8 as such, the others all in one charset, found from all of them. */
export function nameDecoder(names: Iterable<Uint8Array>): Decode {
  const odd: Uint8Array[] = []
  let length = 0
  for (const raw of names) {
    if (length > enough) break
    if (utf8(raw) !== null) continue
    odd.push(raw)
    length += raw.length
  }
  const charset = likeliest(odd)
  // Code page 437 has a character for each byte: of what is no text in the charset no byte is lost.
  return (raw) => utf8(raw) ?? (charset === null ? null : decoded(raw, charset)) ?? cp437(raw)
}

/** Odd names of an archive that streams by are looked at anew with each; of these bytes the charset is known. */
const enoughToKnow = 8 * 1024

/** Decodes names that cannot be looked at together: each odd one in the charset found from it and those before it. */
export function namesAsTheyCome(): Decode {
  const odd: Uint8Array[] = []
  let length = 0
  let decode = nameDecoder([])
  return (raw) => {
    if (length < enoughToKnow && utf8(raw) === null) {
      odd.push(raw)
      length += raw.length
      decode = nameDecoder(odd)
    }
    return decode(raw)
  }
}

const utf8 = (raw: Uint8Array): string | null => decoded(raw, 'utf-8')

/** Null for what is no text in that charset. */
function decoded(raw: Uint8Array, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(raw)
  } catch {
    return null
  }
}

/** The upper half of code page 437, which the platform's decoders do not know. */
const upper437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'

const cp437: Decode = (raw) =>
  Array.from(raw, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : upper437.charAt(byte - 0x80))).join('')

/** A charset of characters of two bytes: what can be one, and which of those names are mostly made of. */
interface DoubleByte {
  readonly charset: string
  readonly leads: (byte: number) => boolean
  readonly trails: (byte: number) => boolean
  readonly isUsual: (lead: number, trail: number) => boolean
}

const within = (byte: number, from: number, to: number): boolean => byte >= from && byte <= to

/** Kana, the first level of kanji; the first level of hanzi; hangul. A wrong guess strews characters over all levels. */
const doubleByte: readonly DoubleByte[] = [
  {
    charset: 'shift_jis',
    leads: (byte) => within(byte, 0x81, 0x9f) || within(byte, 0xe0, 0xfc),
    trails: (byte) => within(byte, 0x40, 0xfc) && byte !== 0x7f,
    isUsual: (lead) => within(lead, 0x81, 0x83) || within(lead, 0x88, 0x97),
  },
  {
    charset: 'gbk',
    leads: (byte) => within(byte, 0x81, 0xfe),
    trails: (byte) => within(byte, 0x40, 0xfe) && byte !== 0x7f,
    isUsual: (lead, trail) => (within(lead, 0xb0, 0xd7) || within(lead, 0xa1, 0xa3)) && trail >= 0xa1,
  },
  {
    charset: 'big5',
    leads: (byte) => within(byte, 0xa1, 0xf9),
    trails: (byte) => within(byte, 0x40, 0x7e) || within(byte, 0xa1, 0xfe),
    isUsual: (lead) => within(lead, 0xa4, 0xc6),
  },
]

/** The charset that the bytes beyond ASCII are likeliest of; null for code page 437, and where nothing tells. */
function likeliest(names: readonly Uint8Array[]): string | null {
  const high: number[] = []
  let inRuns = 0
  let longestRun = 0
  for (const raw of names) {
    let run = 0
    raw.forEach((byte, i) => {
      run = byte < 0x80 ? 0 : run + 1
      if (byte < 0x80) return
      longestRun = Math.max(longestRun, run)
      high.push(byte)
      if ((raw[i - 1] ?? 0) >= 0x80 || (raw[i + 1] ?? 0) >= 0x80) inRuns++
    })
  }
  const share = (is: (byte: number) => boolean): number => high.filter(is).length / high.length
  // Letters with marks stand alone among others; other scripts come in words.
  if (inRuns * 10 >= high.length * 6) {
    const [best] = doubleByte
      .map((candidate) => ({ ...candidate, ...pairs(names, candidate) }))
      .filter(({ usual, all }) => all > 0 && usual * 10 >= all * 8)
      .toSorted((a, b) => b.usual / b.all - a.usual / a.all)
    if (best !== undefined) return best.charset === 'gbk' && best.korean ? 'euc-kr' : best.charset
    const dos = share((byte) => within(byte, 0x80, 0xaf) || within(byte, 0xe0, 0xf1))
    const windows = share((byte) => byte >= 0xc0 || byte === 0xa8 || byte === 0xb8)
    // Two letters with marks beside each other ("Größe") are no word.
    if (longestRun > 2 && Math.max(dos, windows) >= 0.8) return dos > windows ? 'ibm866' : 'windows-1251'
  }
  const dos = share((byte) => within(byte, 0x80, 0x9a) || within(byte, 0xa0, 0xa5) || byte === 0xe1)
  const windows = share((byte) => byte >= 0xc0 && byte !== 0xd7 && byte !== 0xf7)
  return windows > dos ? 'windows-1252' : null
}

/** Hangul lies in the first part of the first level of hanzi; so many characters of Chinese would hardly all lie there. */
const enoughKorean = 8

/** How many characters of two bytes there are, and how many usual ones; none at all where it cannot be this charset. */
function pairs(
  names: readonly Uint8Array[],
  { leads, trails, isUsual }: DoubleByte,
): { all: number; usual: number; korean: boolean } {
  let all = 0
  let usual = 0
  let hangul = 0
  for (const raw of names)
    for (let i = 0; i < raw.length; i++) {
      const lead = raw[i] ?? 0
      if (lead < 0x80) continue
      const trail = raw[i + 1] ?? 0
      all++
      if (!leads(lead)) continue
      if (!trails(trail)) return { all: 0, usual: 0, korean: false }
      if (isUsual(lead, trail)) usual++
      if (within(lead, 0xb0, 0xc8) && trail >= 0xa1) hangul++
      i++
    }
  return { all, usual, korean: hangul >= enoughKorean && hangul === all }
}
