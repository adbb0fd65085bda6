/** Files whose bytes are text, in whatever charset; those of XML that are documents of Office are read as such. */
import { decodeText } from '../text.ts'
import { readExcel2003, readWord2003 } from './office-2003.ts'
import { readFlatOpenDocument } from './opendocument.ts'
import type { Reader } from './reading.ts'
import { decodeXml } from './xml.ts'

/** Bytes in which XML says what it is a document of. */
const headBytes = 4000

export const readText: Reader = (bytes, kind, options) => {
  if (kind.mimeType === 'application/xml' || kind.mimeType === 'text/xml') {
    const head = decodeXml(bytes.subarray(0, headBytes))
    if (/<(\w+:)?wordDocument[\s>]/.test(head)) return readWord2003(bytes, kind, options)
    if (/<(\w+:)?Workbook[\s>][^>]*office:spreadsheet|progid="Excel\.Sheet"/.test(head))
      return readExcel2003(bytes, kind, options)
    if (/<office:document[\s>]/.test(head)) return readFlatOpenDocument(bytes, kind, options)
  }
  const text = kind.mimeType === 'application/xml' ? decodeXml(bytes) : decodeText(bytes, kind.charset)
  return Promise.resolve({ text, html: null, metadata: {}, embedded: [], flaws: [] })
}
