/** Code pages of Windows, DOS and the Macintosh by number, as old documents name them. */
import { isOldCharset, textOfOldCharset } from '../charsets/old-charsets.ts'
import { charsetOf } from '../text.ts'

const encodings: ReadonlyMap<number, string> = new Map([
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
  [10007, 'x-mac-cyrillic'],
  [20866, 'koi8-r'],
  [21866, 'koi8-u'],
  [28591, 'iso-8859-1'],
  [28592, 'iso-8859-2'],
  [50220, 'iso-2022-jp'],
  [51932, 'euc-jp'],
  [51949, 'euc-kr'],
  [54936, 'gb18030'],
  [65001, 'utf-8'],
])

/** Windows-1252 where the code page is none that is known, and the likeliest where the bytes belie an old one; never fails. */
export function decodeCodePage(bytes: Uint8Array, codePage: number): string {
  const name = `cp${codePage}`
  const old = textOfOldCharset(bytes, name)
  if (old !== null) return old
  const windows = codePage >= 1250 && codePage <= 1258 ? `windows-${codePage}` : 'windows-1252'
  const other = encodings.get(codePage) ?? (isOldCharset(name) ? charsetOf(bytes) : windows)
  return new TextDecoder(other, { ignoreBOM: true }).decode(bytes)
}

const ansiOfLanguage: ReadonlyMap<number, number> = new Map([
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
  [0x1e, 874],
  [0x1f, 1254],
  [0x22, 1251],
  [0x23, 1251],
  [0x25, 1257],
  [0x26, 1257],
  [0x27, 1257],
  [0x29, 1256],
  [0x2a, 1258],
])

/** The code page that Windows uses for a language, by its LCID ([MS-LCID]). */
export function codePageOfLanguage(lcid: number): number {
  // Traditional Chinese: Taiwan, Hong Kong, Macau.
  if ([0x0404, 0x0c04, 0x1404].includes(lcid)) return 950
  return ansiOfLanguage.get(lcid & 0x3ff) ?? 1252
}
