/** Files whose bytes are text, in whatever charset. */
import { charsetOf, decodeText } from '../text.ts'
import type { Reader } from './reading.ts'
import { decodeXml } from './xml.ts'

export const readText: Reader = (bytes, kind) => {
  const text =
    kind.mimeType === 'application/xml'
      ? decodeXml(bytes)
      : decodeText(zerosApart(bytes, kind.charset), kind.charset)
  return Promise.resolve({ text, html: null, metadata: {}, embedded: [], flaws: [] })
}

/** With a space for each zero byte that is no half of a character: what stands around it is not one word. */
function zerosApart(bytes: Uint8Array, charset: string | undefined): Uint8Array {
  if (!bytes.includes(0) || charsetOf(bytes, charset).startsWith('utf-16')) return bytes
  return bytes
    .subarray(0, bytes.findLastIndex((byte) => byte !== 0) + 1)
    .map((byte) => (byte === 0 ? 32 : byte))
}
