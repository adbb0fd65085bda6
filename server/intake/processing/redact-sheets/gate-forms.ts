/** The ways in which a value can stand in a text, or in bytes, so that a program, or a person with one, still reads it. */
import type { Needles } from './gate-needles.ts'

/** Shorter runs of letters are words, and decoded ones are found by chance. */
const hexRun = /[0-9a-f]{6,}/gi
const base64Run = /[A-Za-z0-9+/_-]{6,}/g
const shortestDecoded = 4
const longestRun = 1024 * 1024

/** Whether a text says any of them: as it is, escaped as workbooks and addresses do it, in hex, or in base64. */
export function saysAny(text: string, needles: Needles): boolean {
  if (needles.isIn(text)) return true
  for (const other of unescapedForms(text)) if (other !== text && needles.isIn(other)) return true
  for (const [run] of text.matchAll(hexRun))
    for (const from of [0, 1])
      if (bytesSay(Buffer.from(evenly(run.slice(from, longestRun)), 'hex'), needles)) return true
  for (const [run] of text.matchAll(base64Run))
    for (const from of [0, 1, 2, 3])
      if (bytesSay(Buffer.from(run.slice(from, longestRun), 'base64'), needles)) return true
  return false
}

const evenly = (digits: string): string => digits.slice(0, digits.length & ~1)

function* unescapedForms(text: string): Generator<string> {
  if (text.includes('_x'))
    yield text.replace(/_x([0-9a-f]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  if (text.includes('&')) yield unescapedXml(text)
  if (text.includes('%'))
    yield text.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** Whether bytes say any of them in UTF-8, or in UTF-16 of either order, from the first byte on or the second. */
function bytesSay(bytes: Buffer, needles: Needles): boolean {
  for (const text of bytesForms(bytes)) if (needles.isIn(text, shortestDecoded)) return true
  return false
}

export function* bytesForms(bytes: Buffer): Generator<string> {
  yield bytes.toString('utf8')
  for (const from of [0, 1]) {
    const units = bytes.subarray(from, from + ((bytes.length - from) & ~1))
    if (units.length === 0) continue
    yield units.toString('utf16le')
    yield Buffer.from(units).swap16().toString('utf16le')
  }
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

export const unescapedXml = (text: string): string =>
  text.includes('&')
    ? text.replace(
        /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi,
        (whole, hex, digits, name) => {
          if (name !== undefined) return named[name.toLowerCase()] ?? whole
          const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16)
          return code <= 0x10ffff ? String.fromCodePoint(code) : whole
        },
      )
    : text
