/** Files whose bytes are text, in whatever charset. */
import { concordance } from '../../../platform/delimited/delimiters.ts'
import { encodingOf } from '../../../platform/delimited/encoding.ts'
import { kindOf } from '../../../platform/file-kinds.ts'
import { charsetOf, decodeText } from '../text.ts'
import type { Reader } from './reading.ts'
import { decodeXml } from './xml.ts'

export const readText: Reader = (bytes, kind) => {
  const text =
    kind.mimeType === 'application/xml'
      ? decodeXml(bytes)
      : kind.mimeType === concordanceType
        ? decodeText(bytes, encodingOf(bytes, concordance, kind.charset ?? null))
        : decodeText(zerosApart(bytes, kind.charset), kind.charset)
  return Promise.resolve({
    text: kind.mimeType === concordanceType ? words(text) : text,
    html: null,
    metadata: {},
    embedded: [],
    flaws: [],
  })
}

const concordanceType = kindOf('concordance', '').mimeType

/** Around each value of a Concordance load file stand letters that are none of it: nobody would find the word between them. */
const words = (text: string): string =>
  text.replaceAll('þ\u0014þ', '\t').replace(/^þ|þ$/gm, '').replaceAll('\u0014', '\t').replaceAll('®', '\n')

/** With a space for each zero byte that is no half of a character: what stands around it is not one word. */
function zerosApart(bytes: Uint8Array, charset: string | undefined): Uint8Array {
  if (!bytes.includes(0) || charsetOf(bytes, charset).startsWith('utf-16')) return bytes
  return bytes
    .subarray(0, bytes.findLastIndex((byte) => byte !== 0) + 1)
    .map((byte) => (byte === 0 ? 32 : byte))
}
