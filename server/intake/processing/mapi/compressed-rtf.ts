/** Compressed RTF (MS-OXRTFCP), in which Outlook keeps the formatted body of a message. */

/** What every window begins with (MS-OXRTFCP 2.1.2.1): so much of RTF is the same everywhere. */
const beginning =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript ' +
  '\\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par ' +
  '\\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx'

const headerBytes = 16
const windowBytes = 4096
const compressed = 0x75465a4c
const plain = 0x414c454d

/** The RTF in these bytes, of at most `most` bytes; null where they are none. What is cut gives what there is of it. */
export function readCompressedRtf(bytes: Buffer, most: number): Buffer | null {
  if (bytes.length < headerBytes) return null
  const size = Math.min(bytes.readUInt32LE(4), most)
  const magic = bytes.readUInt32LE(8)
  if (magic === plain) return bytes.subarray(headerBytes, headerBytes + size)
  if (magic !== compressed) return null
  const window = Buffer.alloc(windowBytes)
  let place = window.write(beginning, 'latin1')
  const out = Buffer.alloc(Math.min(size, bytes.length * windowBytes))
  let written = 0
  const put = (byte: number): void => {
    window[place] = byte
    place = (place + 1) % windowBytes
    if (written < out.length) out[written++] = byte
  }
  let at = headerBytes
  while (at < bytes.length && written < out.length) {
    const control = bytes[at++] ?? 0
    for (let bit = 0; bit < 8 && at < bytes.length; bit++) {
      if ((control & (1 << bit)) === 0) {
        put(bytes[at++] ?? 0)
        continue
      }
      if (at + 1 >= bytes.length) return out.subarray(0, written)
      const reference = bytes.readUInt16BE(at)
      at += 2
      const from = reference >> 4
      if (from === place) return out.subarray(0, written)
      for (let i = 0; i < (reference & 0x0f) + 2; i++) put(window[(from + i) % windowBytes] ?? 0)
    }
  }
  return out.subarray(0, written)
}
