/** Files whose bytes are text, in whatever charset. */
import { decodeText } from '../text.ts'
import type { Reader } from './reading.ts'
import { decodeXml } from './xml.ts'

export const readText: Reader = (bytes, kind) => {
  const text = kind.mimeType === 'application/xml' ? decodeXml(bytes) : decodeText(bytes, kind.charset)
  return Promise.resolve({ text, html: null, metadata: {}, embedded: [], flaws: [] })
}
