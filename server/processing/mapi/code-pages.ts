/** Text that is not Unicode, by the number of its Windows code page. */
import { isOldCharset, textOfOldCharset } from '../charsets/old-charsets.ts'
import { charsetOf } from '../text.ts'

/** Numbers whose names do not follow a rule. */
const labels: ReadonlyMap<number, string> = new Map([
  [866, 'ibm866'],
  [874, 'windows-874'],
  [932, 'shift_jis'],
  [936, 'gbk'],
  [949, 'euc-kr'],
  [950, 'big5'],
  [10000, 'macintosh'],
  [10007, 'x-mac-cyrillic'],
  [20866, 'koi8-r'],
  [21866, 'koi8-u'],
  [20932, 'euc-jp'],
  [50220, 'iso-2022-jp'],
  [50221, 'iso-2022-jp'],
  [50222, 'iso-2022-jp'],
  [51932, 'euc-jp'],
  [51949, 'euc-kr'],
  [54936, 'gb18030'],
  [65001, 'utf-8'],
])

/** The label of a code page as the Encoding standard has it; null where it has none. */
export function labelOf(codePage: number): string | null {
  if (codePage >= 1250 && codePage <= 1258) return `windows-${codePage}`
  // There is no twelfth part of ISO 8859.
  if (codePage >= 28592 && codePage <= 28606 && codePage !== 28602) return `iso-8859-${codePage - 28590}`
  // 28591 and 20127 are what programs write for "Western": the wider page reads both.
  return labels.get(codePage) ?? null
}

/** Reads text of that code page; of Windows-1252 where it is not known, and of the likeliest where it belies an old one. */
export function decoderOf(codePage: number): (bytes: Buffer) => string {
  const old = `cp${codePage}`
  if (isOldCharset(old))
    return (bytes) => textOfOldCharset(bytes, old) ?? new TextDecoder(charsetOf(bytes)).decode(bytes)
  const decoder = new TextDecoder(labelOf(codePage) ?? 'windows-1252')
  return (bytes) => decoder.decode(bytes)
}

/** What Windows takes in a language (LCID without its sort order) for text that is not Unicode. */
const ofLocale: ReadonlyMap<number, number> = new Map([
  [0x0404, 950],
  [0x0804, 936],
  [0x0c04, 950],
  [0x1004, 936],
  [0x0411, 932],
  [0x0412, 949],
  [0x041e, 874],
  [0x0401, 1256],
  [0x040d, 1255],
  [0x0408, 1253],
  [0x041f, 1254],
  [0x0419, 1251],
  [0x0402, 1251],
  [0x0422, 1251],
  [0x0405, 1250],
  [0x0415, 1250],
  [0x040e, 1250],
  [0x0418, 1250],
  [0x041a, 1250],
  [0x041b, 1250],
  [0x0425, 1257],
  [0x0426, 1257],
  [0x0427, 1257],
  [0x042a, 1258],
])

/** The code page of a message: what it says itself, else what its language has. Zero where it says nothing. */
export const codePageOf = (message: number | null, internet: number | null, locale: number | null): number =>
  // A Unicode page is what the properties were converted from: their bytes are of the page before.
  [message, ofLocale.get((locale ?? 0) & 0xffff) ?? null, internet].find(
    (page) => page !== null && page !== 0 && page !== 1200 && page !== 65001,
  ) ?? (internet === 65001 || message === 65001 ? 65001 : 0)
