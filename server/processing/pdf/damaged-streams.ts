/**
 * Streams of a PDF that hold what its pages draw, or objects of the document, and do not inflate whole. PDFium reads them up
 * to the damage and says nothing of it. They are found by what stands around them, and pictures and fonts are passed by, so
 * that a sound file is looked through in a small part of the time that reading it takes.
 */
import { constants, inflateSync } from 'node:zlib'
import { codeOf } from '../../code-of.ts'

const dictionaryBytes = 1024
/** Bytes that one stream and all together expand to: what is behind them is not looked at. */
const mostOfOne = 32 * 1024 * 1024
const mostOfAll = 256 * 1024 * 1024

/** Their number. Nothing is known of an encrypted file, whose streams are noise as they stand. */
export function damagedStreams(bytes: Buffer): number {
  if (bytes.includes('/Encrypt')) return 0
  let damaged = 0
  let left = mostOfAll
  for (let at = bytes.indexOf('stream'); at >= 0 && left > 0; at = bytes.indexOf('stream', at)) {
    const dictionary = bytes.toString('latin1', Math.max(0, at - dictionaryBytes), at)
    at += 'stream'.length
    if (!isContent(dictionary)) continue
    if (bytes[at] === 0x0d) at++
    if (bytes[at] === 0x0a) at++
    const end = bytes.indexOf('endstream', at)
    const { size, isDamaged } = inflated(bytes.subarray(at, end < 0 ? bytes.length : end))
    left -= size
    if (isDamaged) damaged++
    at = end < 0 ? bytes.length : end + 'endstream'.length
  }
  return damaged
}

/** What a stream is, by its dictionary, which ends in front of it. */
function isContent(before: string): boolean {
  if (!/>>\s*$/.test(before.slice(-20))) return false
  const dictionary = before.slice(before.lastIndexOf(' obj') + 1)
  if (!/\/Filter\s*(\[\s*)?\/(FlateDecode|Fl)\b/.test(dictionary)) return false
  return !/\/Length1\b|\/Subtype\s*\/(?!Form\b)/.test(dictionary)
}

/** Only what cannot be inflated is damage: that the end is missing is passed over by all programs, and often meant so. */
function inflated(packed: Buffer): { readonly size: number; readonly isDamaged: boolean } {
  try {
    const options = { maxOutputLength: mostOfOne, finishFlush: constants.Z_SYNC_FLUSH }
    return { size: inflateSync(packed, options).length, isDamaged: false }
  } catch (error) {
    if (error instanceof RangeError) return { size: mostOfOne, isDamaged: false }
    return { size: packed.length, isDamaged: codeOf(error) === 'Z_DATA_ERROR' }
  }
}
