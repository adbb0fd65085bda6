/**
 * Streams of a PDF that hold what its pages draw, or objects of the document, and do not inflate whole. PDFium reads them up
 * to the damage and says nothing of it. They are found by what stands around them, and pictures and fonts are passed by, so
 * that a sound file is looked through in a small part of the time that reading it takes.
 */
import { constants, inflateRawSync, inflateSync } from 'node:zlib'
import { codeOf } from '../../../platform/error-code.ts'

const dictionaryBytes = 1024
/** Bytes that one stream and all together expand to: what is behind them is not looked at. */
const maxOfOne = 32 * 1024 * 1024
const maxOfAll = 256 * 1024 * 1024
/** What it costs to look at one, however short it is. */
const minOfOne = 16 * 1024

/** It does not inflate to its end, or to something else than its checksum is of. */
export type StreamFault = 'broken' | 'altered'

/** Of the first one that has a fault. Nothing is known of an encrypted file, whose streams are noise as they stand. */
export function streamFault(bytes: Buffer): StreamFault | null {
  if (isEncrypted(bytes)) return null
  let left = maxOfAll
  for (let at = bytes.indexOf('stream'); at >= 0 && left > 0; at = bytes.indexOf('stream', at)) {
    const dictionary = bytes.toString('latin1', Math.max(0, at - dictionaryBytes), at)
    at += 'stream'.length
    if (!isContent(dictionary)) continue
    while (bytes[at] === 0x20) at++
    if (bytes[at] === 0x0d) at++
    if (bytes[at] === 0x0a) at++
    const end = bytes.indexOf('endstream', at)
    const { size, fault } = looked(bytes.subarray(at, end < 0 ? bytes.length : end))
    if (fault !== null) return fault
    left -= Math.max(size, minOfOne)
    at = end < 0 ? bytes.length : end + 'endstream'.length
  }
  return null
}

/** That it is stands in the dictionary of a trailer, or of the stream that takes its place; elsewhere it is words of a page. */
function isEncrypted(bytes: Buffer): boolean {
  for (let at = bytes.indexOf('/Encrypt'); at >= 0; at = bytes.indexOf('/Encrypt', at + 1)) {
    const before = bytes.toString('latin1', Math.max(0, at - dictionaryBytes), at)
    const behind = bytes.toString('latin1', at, at + dictionaryBytes)
    if (!/^\/Encrypt\s*(\d+\s+\d+\s+R|<<)/.test(behind)) continue
    const dictionary = before.slice(Math.max(before.lastIndexOf('trailer'), before.lastIndexOf(' obj')))
    if (dictionary.includes('stream')) continue
    if (dictionary.startsWith('trailer')) return true
    if (/\/Type\s*\/XRef\b/.test(`${dictionary}${behind.split('stream', 1)[0] ?? ''}`)) return true
  }
  return false
}

/** What a stream is, by its dictionary, which ends in front of it. */
function isContent(before: string): boolean {
  if (!/>>\s*$/.test(before.slice(-20))) return false
  const dictionary = before.slice(before.lastIndexOf(' obj') + 1)
  if (!/\/Filter\s*(\[\s*)?\/(FlateDecode|Fl)\b/.test(dictionary)) return false
  return !/\/Length1\b|\/Subtype\s*\/(?!Form\b)/.test(dictionary)
}

/** Bytes in front of what is deflated, and of the checksum behind it (RFC 1950). */
const headerBytes = 2
const checksumBytes = 4

/** That the end is missing is passed over by all programs, and often meant so. */
const options = { maxOutputLength: maxOfOne, finishFlush: constants.Z_SYNC_FLUSH }

function looked(packed: Buffer): { readonly size: number; readonly fault: StreamFault | null } {
  try {
    return { size: inflateSync(packed, options).length, fault: null }
  } catch (error) {
    const isData = codeOf(error) === 'Z_DATA_ERROR'
    return { size: maxOfOne, fault: isData ? faultOf(packed.subarray(headerBytes)) : null }
  }
}

/** Of what does not fit its checksum, or cannot be inflated. A checksum that is cut or was never made says nothing. */
function faultOf(packed: Buffer): StreamFault | null {
  try {
    const { engine } = inflateRawSync(packed, { ...options, info: true }) as unknown as {
      readonly engine: { readonly bytesWritten: number }
    }
    const behind = packed.subarray(engine.bytesWritten)
    const end = behind.findLastIndex((byte) => byte !== 0x0a && byte !== 0x0d && byte !== 0x20) + 1
    const checksum = behind.subarray(0, checksumBytes)
    return end < checksumBytes || checksum.every((byte) => byte === 0) ? null : 'altered'
  } catch {
    return 'broken'
  }
}
