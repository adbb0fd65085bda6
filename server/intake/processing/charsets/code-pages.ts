/** Text that is not Unicode, by the number of its Windows code page, and the page that Windows takes in a language. */
import { charsetOf } from '../text.ts'
import { isOldCharset, textOfOldCharset } from './old-charsets.ts'

/** Numbers whose names do not follow a rule; of Windows, DOS, the Macintosh (from 10000) and the internet. */
const charsets: ReadonlyMap<number, string> = new Map([
  [866, 'ibm866'],
  [874, 'windows-874'],
  [932, 'shift_jis'],
  [936, 'gb18030'],
  [949, 'euc-kr'],
  [950, 'big5'],
  [1200, 'utf-16le'],
  [1201, 'utf-16be'],
  [10000, 'macintosh'],
  [10001, 'shift_jis'],
  [10002, 'big5'],
  [10003, 'euc-kr'],
  [10007, 'x-mac-cyrillic'],
  [10008, 'gb18030'],
  [20866, 'koi8-r'],
  [20932, 'euc-jp'],
  [21866, 'koi8-u'],
  [50220, 'iso-2022-jp'],
  [50221, 'iso-2022-jp'],
  [50222, 'iso-2022-jp'],
  [51932, 'euc-jp'],
  [51949, 'euc-kr'],
  [54936, 'gb18030'],
  [65001, 'utf-8'],
])

const western = 'windows-1252'

/** The name of its charset as `decodeText` knows it; that of Western Windows where the code page is none that is known. */
export function charsetOfPage(codePage: number): string {
  if (codePage >= 1250 && codePage <= 1258) return `windows-${codePage}`
  // There is no twelfth part of ISO 8859.
  if (codePage >= 28592 && codePage <= 28606 && codePage !== 28602) return `iso-8859-${codePage - 28590}`
  const old = `cp${codePage}`
  // 28591 and 20127 are what programs write for "Western": the wider page reads both.
  return charsets.get(codePage) ?? (isOldCharset(old) ? old : western)
}

type Decode = (bytes: Uint8Array) => string
/** Of all numbers that are used: a document may name as many others as it likes, and has the Western one for each. */
const decoders = new Map<number, Decode>()

/** Reads text of that code page, and as the likeliest where the bytes belie an old one; never fails. */
export function decoderOf(codePage: number): Decode {
  const known = decoders.get(codePage)
  if (known !== undefined) return known
  const charset = charsetOfPage(codePage)
  if (charset === western && codePage !== 1252) return decoderOf(1252)
  const made = decoderNamed(charset)
  decoders.set(codePage, made)
  return made
}

function decoderNamed(charset: string): Decode {
  if (isOldCharset(charset))
    return (bytes) => textOfOldCharset(bytes, charset) ?? new TextDecoder(charsetOf(bytes)).decode(bytes)
  const decoder = new TextDecoder(charset)
  return (bytes) => decoder.decode(bytes)
}

export const decodeCodePage = (bytes: Uint8Array, codePage: number): string => decoderOf(codePage)(bytes)

/** Languages by the last ten bits of their LCID ([MS-LCID]) whose page is not that of the West. */
const pages: ReadonlyMap<number, number> = new Map([
  [0x01, 1256],
  [0x02, 1251],
  [0x04, 936],
  [0x05, 1250],
  [0x08, 1253],
  [0x0d, 1255],
  [0x0e, 1250],
  [0x11, 932],
  [0x12, 949],
  [0x15, 1250],
  [0x18, 1250],
  [0x19, 1251],
  [0x1a, 1250],
  [0x1b, 1250],
  [0x1c, 1250],
  [0x1e, 874],
  [0x1f, 1254],
  [0x20, 1256],
  [0x22, 1251],
  [0x23, 1251],
  [0x24, 1250],
  [0x25, 1257],
  [0x26, 1257],
  [0x27, 1257],
  [0x29, 1256],
  [0x2a, 1258],
  [0x2c, 1254],
  [0x2f, 1251],
  [0x3f, 1251],
  [0x40, 1251],
  [0x43, 1254],
  [0x44, 1251],
  [0x50, 1251],
])

/** Countries whose page is not that of their language: traditional Chinese; Serbian, Bosnian, Azerbaijani, Uzbek in Cyrillic. */
const pagesOfCountries: ReadonlyMap<number, number> = new Map([
  [0x0404, 950],
  [0x0c04, 950],
  [0x1404, 950],
  [0x0c1a, 1251],
  [0x1c1a, 1251],
  [0x201a, 1251],
  [0x281a, 1251],
  [0x301a, 1251],
  [0x082c, 1251],
  [0x0843, 1251],
])

/** The code page that Windows takes in a language, by its LCID; null for what is written in that of the West, or unknown. */
export function codePageOfLanguage(lcid: number): number | null {
  const country = lcid & 0xffff
  return pagesOfCountries.get(country) ?? pages.get(country & 0x3ff) ?? null
}

/** The code page of a message: what it says itself, else what its language has. Zero where it says nothing. */
export const codePageOfMessage = (
  message: number | null,
  internet: number | null,
  lcid: number | null,
): number =>
  // A Unicode page is what the properties were converted from: their bytes are of the page before.
  [message, codePageOfLanguage(lcid ?? 0), internet].find(
    (page) => page !== null && page !== 0 && page !== 1200 && page !== 65001,
  ) ?? (internet === 65001 || message === 65001 ? 65001 : 0)
