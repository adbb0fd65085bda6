/** Documents of Hangul (HWP 5): paragraphs as records in the sections of a compound file, usually deflated. */
import { constants, inflateRawSync } from 'node:zlib'
import { Draft } from '../draft.ts'
import { type Reader, Unreadable } from '../reading.ts'
import { openOleFile } from './ole-file.ts'

const compressed = 1
const locked = 2
/** For readers who may not copy: the sections are encrypted under the file's own key. */
const forReading = 4

const paragraphText = 0x43

export const readHangul: Reader = async (bytes, _kind, options) => {
  const draft = new Draft(options)
  const compound = openOleFile(bytes, draft)
  const header = compound.stream('FileHeader')
  if (header === null || header.length < 40) throw new Unreadable('corrupt', 'Its beginning is missing.')
  const flags = header.readUInt32LE(36)
  if ((flags & (locked | forReading)) !== 0) throw new Unreadable('encrypted', 'Its content is encrypted.')
  const sections = compound.entries
    .map(({ path }) => path)
    .filter((path) => /^BodyText\/Section\d+$/i.test(path))
    .toSorted((a, b) => Number(/\d+$/.exec(a)?.[0]) - Number(/\d+$/.exec(b)?.[0]))
  if (sections.length === 0) draft.flaw('corrupt', 'It has no text that could be found.', 'text')
  for (const path of sections)
    await draft.attempt('A section of it', () => {
      const stream = compound.stream(path) ?? Buffer.alloc(0)
      const most = { maxOutputLength: options.limits.documentBytes, finishFlush: constants.Z_SYNC_FLUSH }
      readSection((flags & compressed) === 0 ? stream : inflateRawSync(stream, most), draft)
    })
  return draft.reading()
}

/** Records with their kind, depth and size in four bytes, a size past 4094 in four more. */
function readSection(bytes: Buffer, draft: Draft): void {
  let at = 0
  while (at + 4 <= bytes.length) {
    const header = bytes.readUInt32LE(at)
    const short = header >>> 20
    const isLong = short === 0xfff
    if (isLong && at + 8 > bytes.length) return
    const size = isLong ? bytes.readUInt32LE(at + 4) : short
    at += isLong ? 8 : 4
    if ((header & 0x3ff) === paragraphText) draft.text.wholeLine(wordsOf(bytes.subarray(at, at + size)))
    at += size
  }
}

/** Marks within the text are of one character or of eight; what those of eight stand for has paragraphs of its own. */
function wordsOf(bytes: Buffer): string {
  const units = bytes.toString('utf16le')
  let words = ''
  for (let at = 0; at < units.length; at++) {
    const code = units.charCodeAt(at)
    if (code > 31) words += units.charAt(at)
    else if (code === 9) words += '\t'
    else if (code === 10) words += '\n'
    else if (code === 24) words += '-'
    else if (code === 30 || code === 31) words += ' '
    if (code <= 31 && code !== 0 && code !== 10 && code !== 13 && code < 24) at += 7
  }
  return words
}
