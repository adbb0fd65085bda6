/** Which reader knows a kind of document. */
import type { Kind } from '../identify/identify.ts'
import { ownPart } from '../lazy-dependency.ts'
import { isCompound, NotCompound, readCompound } from '../ole/compound.ts'
import { decryptPackage, isEncryptedPackage } from './encryption/office-package.ts'
import { readHtml } from './html-document.ts'
import { type Reader, Unreadable } from './reading.ts'
import { readText } from './text-document.ts'
import { decodeXml } from './xml.ts'

/** Loaded when the first document of its kind comes: a process that reads mail starts in two thirds of the time. */
const later =
  (load: () => Promise<Reader>): Reader =>
  async (bytes, kind, options) =>
    (await ownPart(load))(bytes, kind, options)

const readPdf = later(async () => (await import('../pdf/read-pdf.ts')).readPdf)
const readBinaryExcel = later(async () => (await import('./binary/excel.ts')).readBinaryExcel)
const readHangul = later(async () => (await import('./binary/hangul.ts')).readHangul)
const readBinaryPresentation = later(
  async () => (await import('./binary/powerpoint.ts')).readBinaryPresentation,
)
const readPropertiesOnly = later(async () => (await import('./binary/properties-only.ts')).readPropertiesOnly)
const readPublisher = later(async () => (await import('./binary/publisher.ts')).readPublisher)
const readBinaryWord = later(async () => (await import('./binary/word.ts')).readBinaryWord)
const readCards = later(async () => (await import('./cards.ts')).readCards)
const readEmf = later(async () => (await import('./drawings.ts')).readEmf)
const readSvg = later(async () => (await import('./drawings.ts')).readSvg)
const readWmf = later(async () => (await import('./drawings.ts')).readWmf)
const readEpub = later(async () => (await import('./epub.ts')).readEpub)
const readIwork = later(async () => (await import('./iwork.ts')).readIwork)
const readMhtml = later(async () => (await import('./mhtml.ts')).readMhtml)
const readExcel2003 = later(async () => (await import('./office-2003.ts')).readExcel2003)
const readWord2003 = later(async () => (await import('./office-2003.ts')).readWord2003)
const readOlePackage = later(async () => (await import('./ole-package.ts')).readOlePackage)
const readOneNote = later(async () => (await import('./onenote/onenote.ts')).readOneNote)
const readExcel = later(async () => (await import('./ooxml/excel.ts')).readExcel)
const readExcelBinary = later(async () => (await import('./ooxml/excel-binary.ts')).readExcelBinary)
const readPresentation = later(async () => (await import('./ooxml/presentation.ts')).readPresentation)
const readVisio = later(async () => (await import('./ooxml/visio.ts')).readVisio)
const readWord = later(async () => (await import('./ooxml/word.ts')).readWord)
const readFlatOpenDocument = later(async () => (await import('./opendocument.ts')).readFlatOpenDocument)
const readOpenDocument = later(async () => (await import('./opendocument.ts')).readOpenDocument)
const readRtf = later(async () => (await import('./rtf/rtf.ts')).readRtf)
const readXps = later(async () => (await import('./xps.ts')).readXps)

/**
 * The reader for a kind of document, by its MIME type; null where text is taken from no file of that kind. What calls
 * itself a document of Office is read as what it is: old ones that were renamed, and encrypted ones, are compound files.
 */
export function readerOf({ mimeType }: Kind): Reader | null {
  const type = mimeType.toLowerCase()
  const exact = readers.get(type)
  if (exact !== undefined) return exact
  for (const [pattern, reader] of families) if (pattern.test(type)) return reader
  return null
}

/** A file of Office by what it holds, whatever it is called. */
const byContent =
  (usual: Reader): Reader =>
  async (bytes, kind, options) => {
    const beginning = bytes.subarray(0, 4000).toString('latin1')
    if (beginning.startsWith('PK'))
      return zipped.includes(usual) ? usual(bytes, kind, options) : readWord(bytes, kind, options)
    if (isCompound(bytes)) return compoundReader(bytes, usual, options.passwords)(bytes, kind, options)
    if (beginning.startsWith('{\\rt')) return readRtf(bytes, kind, options)
    if (/<\?mso-application progid="Word/i.test(beginning) || /<w:wordDocument/.test(beginning))
      return readWord2003(bytes, kind, options)
    if (/<\?mso-application progid="Excel/i.test(beginning)) return readExcel2003(bytes, kind, options)
    if (/<html[\s>]|<!doctype html/i.test(beginning)) return readHtml(bytes, kind, options)
    if (usual === readBinaryExcel) return readBinaryExcel(bytes, kind, options)
    if (zipped.includes(usual)) return usual(bytes, kind, options)
    throw new Unreadable('unsupportedType', 'It is of a version that is not read.')
  }

/** Bytes in which XML says what it is a document of. */
const headBytes = 4000

/** XML that is a document of Office is read as such, and all other as text. */
const readXml: Reader = (bytes, kind, options) => {
  const head = decodeXml(bytes.subarray(0, headBytes))
  if (/<(\w+:)?wordDocument[\s>]/.test(head)) return readWord2003(bytes, kind, options)
  if (/<(\w+:)?Workbook[\s>][^>]*office:spreadsheet|progid="Excel\.Sheet"/.test(head))
    return readExcel2003(bytes, kind, options)
  if (/<office:document[\s>]/.test(head)) return readFlatOpenDocument(bytes, kind, options)
  return readText(bytes, kind, options)
}

const zipped: readonly Reader[] = [readWord, readExcel, readExcelBinary, readPresentation, readVisio]

/** By its main stream. */
function compoundReader(bytes: Buffer, usual: Reader, passwords: readonly string[]): Reader {
  try {
    const compound = readCompound(bytes)
    if (isEncryptedPackage(compound)) {
      const plain = decryptPackage(compound, passwords)
      return (_, kind, options) => packageReader(plain, usual)(plain, kind, options)
    }
    const has = (name: string): boolean => compound.stream(name) !== null
    if (has('WordDocument')) return readBinaryWord
    if (has('Workbook') || has('Book')) return readBinaryExcel
    if (has('PowerPoint Document')) return readBinaryPresentation
    return zipped.includes(usual) ? readPropertiesOnly : usual
  } catch (error) {
    if (error instanceof NotCompound)
      throw new Unreadable('corrupt', 'It is damaged: it cannot be taken apart.')
    throw error
  }
}

/** By the names of its parts: what was encrypted is known by nothing else. */
function packageReader(bytes: Buffer, usual: Reader): Reader {
  const text = bytes.toString('latin1')
  if (text.includes('xl/workbook.bin')) return readExcelBinary
  if (text.includes('xl/workbook.xml')) return readExcel
  if (text.includes('ppt/presentation.xml')) return readPresentation
  if (text.includes('word/document.xml')) return readWord
  return usual
}

const word = byContent(readWord)
const excel = byContent(readExcel)
const presentation = byContent(readPresentation)

const readers: ReadonlyMap<string, Reader> = new Map([
  ['application/msword', byContent(readBinaryWord)],
  ['application/vnd.ms-excel', byContent(readBinaryExcel)],
  ['application/vnd.ms-powerpoint', byContent(readBinaryPresentation)],
  ['application/x-ole-storage', byContent(readPropertiesOnly)],
  ['application/x-tika-msoffice', byContent(readPropertiesOnly)],
  ['application/x-tika-ooxml-protected', byContent(readWord)],
  ['application/vnd.ms-excel.sheet.binary.macroenabled.12', byContent(readExcelBinary)],
  ['application/vnd.ms-visio.drawing', readVisio],
  ['application/vnd.ms-publisher', readPublisher],
  ['application/x-mspublisher', readPublisher],
  ['application/vnd.visio', readPropertiesOnly],
  ['application/vnd.ms-project', readPropertiesOnly],
  ['application/x-hwp', readHangul],
  ['application/rtf', readRtf],
  ['text/rtf', readRtf],
  ['application/epub+zip', readEpub],
  ['application/vnd.ms-xpsdocument', readXps],
  ['application/oxps', readXps],
  ['application/vnd.ms-word2006ml', readWord2003],
  ['application/vnd.ms-wordml', readWord2003],
  ['application/vnd.ms-spreadsheetml', readExcel2003],
  ['application/vnd.apple.pages', readIwork],
  ['application/vnd.apple.numbers', readIwork],
  ['application/vnd.apple.keynote', readIwork],
  ['application/onenote', readOneNote],
  ['application/x-ole-package', readOlePackage],
  ['application/pdf', readPdf],
  ['image/svg+xml', readSvg],
  ['image/wmf', readWmf],
  ['image/emf', readEmf],
  ['multipart/related', readMhtml],
  ['text/calendar', readCards],
  ['text/vcard', readCards],
  ['text/html', readHtml],
  ['application/xhtml+xml', readHtml],
  ['application/xml', readXml],
  ['text/xml', readXml],
])

/** Templates, shows and documents with macros are read as the documents that they are. */
const families: readonly (readonly [RegExp, Reader])[] = [
  [/^application\/vnd\.openxmlformats-officedocument\.wordprocessingml\./, word],
  [/^application\/vnd\.ms-word\..*macroenabled\.12$/, word],
  [/^application\/vnd\.openxmlformats-officedocument\.spreadsheetml\./, excel],
  [/^application\/vnd\.ms-excel\..*macroenabled\.12$/, excel],
  [/^application\/vnd\.openxmlformats-officedocument\.presentationml\./, presentation],
  [/^application\/vnd\.ms-powerpoint\..*macroenabled\.12$/, presentation],
  [
    /^application\/vnd\.ms-visio\..*(macroenabled\.12|main\+xml)$|^application\/vnd\.ms-visio\.(stencil|template)/,
    readVisio,
  ],
  [/^application\/vnd\.(oasis\.opendocument|sun\.xml)\..*-flat-xml$/, readFlatOpenDocument],
  [/^application\/vnd\.(oasis\.opendocument|sun\.xml)\./, readOpenDocument],
  [
    /^(text|message)\/|[/+-]xml$|^application\/(json|x-ndjson|sql|ics|javascript|x-sh|x-bat|x-windows-registry|pgp-keys|pgp-signature)$/,
    readText,
  ],
]
