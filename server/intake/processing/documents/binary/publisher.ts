/** Publications of Publisher: all their text stands in one piece of a stream. Pages, and what else they show, are not read. */
import { Draft } from '../draft.ts'
import type { Reader } from '../reading.ts'
import { openOleFile } from './ole-file.ts'

export const readPublisher: Reader = async (bytes, _kind, options) => {
  const draft = new Draft(options)
  const contents = openOleFile(bytes, draft).stream('Quill/QuillSub/CONTENTS')
  let found = false
  await draft.attempt('Its text', () => {
    for (const piece of textsOf(contents ?? Buffer.alloc(0))) {
      found = true
      for (const line of piece.toString('utf16le').split(/[\r\n\v\f]+/))
        draft.text.wholeLine(line.replace(/[\p{Cc}\p{Co}]+/gu, ' ').trim())
    }
  })
  if (!found) draft.flaw('textFailed', 'It has no text that could be found.', 'text')
  return draft.reading()
}

const start = Buffer.from('CHNKINK ', 'latin1')
const listAt = 0x20
const entryBytes = 24
const maxEntries = 20

/** By the list of pieces: 24 bytes each, of them its kind, and where it is. */
function* textsOf(contents: Buffer): Generator<Buffer> {
  if (!contents.subarray(0, start.length).equals(start)) return
  for (let n = 0; n < maxEntries; n++) {
    const entry = contents.subarray(listAt + n * entryBytes, listAt + (n + 1) * entryBytes)
    if (entry.length < entryBytes || entry.readUInt16LE(0) !== entryBytes) continue
    if (entry.toString('latin1', 2, 6) !== 'TEXT') continue
    const from = entry.readUInt32LE(16)
    yield contents.subarray(from, from + entry.readUInt32LE(20))
  }
}
