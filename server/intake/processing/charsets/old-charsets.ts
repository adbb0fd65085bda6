/** Charsets that old mail and old files declare and that `TextDecoder` does not know, by all names that they go by. */
import { isUtf8 } from 'node:buffer'
import { tableDecoder } from './byte-tables.ts'
import { decodeHz, decodeUtf7 } from './escaped.ts'
import { decodeIso2022Kr, decodeJohab } from './korean.ts'

interface OldCharset {
  readonly decode: (bytes: Uint8Array) => string
  /** Whether bytes are surely of another: what passes a text on may change it, and leave its name. */
  readonly belies: (bytes: Uint8Array) => boolean
}

const isBeyondAscii = (bytes: Uint8Array): boolean => bytes.some((byte) => byte >= 0x80)
const utf7: OldCharset = { decode: decodeUtf7, belies: isBeyondAscii }
const hz: OldCharset = { decode: decodeHz, belies: isBeyondAscii }
const iso2022Kr: OldCharset = { decode: decodeIso2022Kr, belies: isBeyondAscii }
// ASCII is UTF-8 too, and read the same.
const johab: OldCharset = { decode: decodeJohab, belies: isUtf8 }

/** By names without the signs in them. */
const named: ReadonlyMap<string, OldCharset> = new Map([
  ...['utf7', 'unicode11utf7', 'csunicode11utf7', 'xunicode20utf7', 'cp65000'].map(
    (name) => [name, utf7] as const,
  ),
  ...['hzgb2312', 'hz', 'hzgb', 'cp52936'].map((name) => [name, hz] as const),
  ...['iso2022kr', 'csiso2022kr', 'cp50225'].map((name) => [name, iso2022Kr] as const),
  ...['johab', 'xjohab', 'ksc56011992', 'cp1361', 'ms1361'].map((name) => [name, johab] as const),
])

/** EBCDIC is called by countries as well. */
const pagesByName: ReadonlyMap<string, number> = new Map([
  ['ebcdiccpus', 37],
  ['ebcdiccpca', 37],
  ['ebcdiccpwt', 37],
  ['ebcdiccpnl', 37],
  ['ebcdiccpbe', 500],
  ['ebcdiccpch', 500],
  ['ebcdicinternational', 500],
])

/** The number of a code page, as in cp850, IBM-1047, CCSID 00500, cspc8codepage437, csPC850Multilingual, x-cp852. */
const numbered =
  /^(?:x|cs)*(?:cp|ibm|ccsid|dos|msdos|oem|pc|pc8codepage|pcp|ebcdiccp|ebcdic)?0*(\d{2,5})(?:multilingual|latinhebrew|danishnorwegian)?$/

function oldCharset(label: string): OldCharset | null {
  const name = label.toLowerCase().replace(/[^a-z0-9]+/g, '')
  const known = named.get(name)
  if (known !== undefined) return known
  const page = pagesByName.get(name) ?? Number(numbered.exec(name)?.[1] ?? Number.NaN)
  const decode = tableDecoder(page)
  // Words of these pages are hardly ever UTF-8 by chance; programs that were changed to it kept saying the old name.
  return decode === null ? null : { decode, belies: isUtf8 }
}

export const isOldCharset = (label: string): boolean => oldCharset(label) !== null

/** A text in such a charset; null where it is said to be in another, or is not in this one. */
export function textOfOldCharset(bytes: Uint8Array, label: string): string | null {
  const charset = oldCharset(label)
  return charset === null || charset.belies(bytes) ? null : charset.decode(bytes)
}
