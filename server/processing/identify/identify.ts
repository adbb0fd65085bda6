/** What bytes are, by their content; the name only decides between kinds of text and of zipped office files. */
import { looksLikeText } from '../text.ts'

export type Shape = 'message' | 'emlx' | 'mbox' | 'zip' | 'tar' | 'archive' | 'packed' | 'file'

export interface Kind {
  /** How the import takes it: as a message, as a container, or as a file. */
  readonly shape: Shape
  readonly mimeType: string
  /** The extension that fits the content; that of the name where content does not say. */
  readonly extension: string
  readonly category: FileCategory
  /** Of a text, where it is declared: bytes do not say it. */
  readonly charset?: string
}

export const fileCategories = [
  'E-mail',
  'Calendar',
  'Contact',
  'Word processing',
  'Spreadsheet',
  'Presentation',
  'PDF',
  'Image',
  'Audio',
  'Video',
  'Database',
  'Plain text/source',
  'Web/markup',
  'Container',
  'Executable/system',
  'Encrypted',
  'Unknown',
] as const
export type FileCategory = (typeof fileCategories)[number]

/** Bytes of the beginning that identification looks at: to behind the first sector of an ISO image that says what it is. */
export const headBytes = 36 * 1024

/** Identifies by the first bytes (`headBytes` of them, or all). */
export function identify(head: Uint8Array, name: string): Kind {
  const extension = extensionOf(name)
  const bytes = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, headBytes))
  return (
    bySignature(bytes, extension) ??
    byMailShape(bytes, extension) ??
    byText(bytes, extension) ??
    kind('file', 'application/octet-stream', extension, 'Unknown')
  )
}

/** Lower case, without the dot; empty where there is none that looks like one. */
export function extensionOf(name: string): string {
  return /[^.\\/]\.([A-Za-z0-9_~-]{1,12})$/.exec(name)?.[1]?.toLowerCase() ?? ''
}

function kind(shape: Shape, mimeType: string, extension: string, category: FileCategory): Kind {
  return { shape, mimeType, extension, category }
}

type Signature = readonly [
  magic: string,
  offset: number,
  Shape,
  mime: string,
  extension: string,
  FileCategory,
]

/** A structure of RFC 5652: what it is stands behind its length, which takes one to five bytes. */
const cmsSignatures = (type: string, mime: string, extension: string, category: FileCategory): Signature[] =>
  [2, 3, 4, 5, 6].map((offset) => [
    `06${(type.length / 2).toString(16).padStart(2, '0')}${type}`,
    offset,
    'packed',
    mime,
    extension,
    category,
  ])

const signatures: readonly Signature[] = [
  ['25504446', 0, 'file', 'application/pdf', 'pdf', 'PDF'],
  ['89504e470d0a1a0a', 0, 'file', 'image/png', 'png', 'Image'],
  ['ffd8ff', 0, 'file', 'image/jpeg', 'jpg', 'Image'],
  ['47494638', 0, 'file', 'image/gif', 'gif', 'Image'],
  ['49492a00', 0, 'file', 'image/tiff', 'tif', 'Image'],
  ['4d4d002a', 0, 'file', 'image/tiff', 'tif', 'Image'],
  ['0000000c6a502020', 0, 'file', 'image/jp2', 'jp2', 'Image'],
  ['7b5c727466', 0, 'file', 'application/rtf', 'rtf', 'Word processing'],
  ['1f8b', 0, 'packed', 'application/gzip', 'gz', 'Container'],
  ['425a68', 0, 'packed', 'application/x-bzip2', 'bz2', 'Container'],
  ['377abcaf271c', 0, 'archive', 'application/x-7z-compressed', '7z', 'Container'],
  ['526172211a07', 0, 'archive', 'application/vnd.rar', 'rar', 'Container'],
  ['fd377a585a00', 0, 'packed', 'application/x-xz', 'xz', 'Container'],
  ['28b52ffd', 0, 'packed', 'application/zstd', 'zst', 'Container'],
  ['04224d18', 0, 'packed', 'application/x-lz4', 'lz4', 'Container'],
  ['1f9d', 0, 'packed', 'application/x-compress', 'z', 'Container'],
  ['4d53434600000000', 0, 'archive', 'application/vnd.ms-cab-compressed', 'cab', 'Container'],
  ['213c617263683e0a', 0, 'archive', 'application/x-archive', 'a', 'Container'],
  ['303730373031', 0, 'archive', 'application/x-cpio', 'cpio', 'Container'],
  ['303730373032', 0, 'archive', 'application/x-cpio', 'cpio', 'Container'],
  ['303730373037', 0, 'archive', 'application/x-cpio', 'cpio', 'Container'],
  ['c771', 0, 'archive', 'application/x-cpio', 'cpio', 'Container'],
  ['2d6c68', 2, 'archive', 'application/x-lzh-compressed', 'lzh', 'Container'],
  ['4d5357494d000000', 0, 'archive', 'application/x-ms-wim', 'wim', 'Container'],
  ['4344303031', 0x8001, 'archive', 'application/x-iso9660-image', 'iso', 'Container'],
  ['574152432f', 0, 'archive', 'application/warc', 'warc', 'Container'],
  ...cmsSignatures('2a864886f70d010702', 'application/pkcs7-mime', 'p7m', 'Encrypted'),
  ...cmsSignatures('2a864886f70d0109100109', 'application/pkcs7-compressed', 'p7z', 'Container'),
  ...cmsSignatures('2a864886f70d010910011f', 'application/timestamped-data', 'tsd', 'Container'),
  ['2142444e', 0, 'file', 'application/vnd.ms-outlook-pst', 'pst', 'Container'],
  ['789f3e22', 0, 'file', 'application/vnd.ms-tnef', 'dat', 'E-mail'],
  ['7573746172', 257, 'tar', 'application/x-tar', 'tar', 'Container'],
  ['4d5a', 0, 'file', 'application/vnd.microsoft.portable-executable', 'exe', 'Executable/system'],
  ['7f454c46', 0, 'file', 'application/x-elf', 'elf', 'Executable/system'],
  ['494433', 0, 'file', 'audio/mpeg', 'mp3', 'Audio'],
  ['664c6143', 0, 'file', 'audio/flac', 'flac', 'Audio'],
  ['4f676753', 0, 'file', 'audio/ogg', 'ogg', 'Audio'],
  ['66747970', 4, 'file', 'video/mp4', 'mp4', 'Video'],
  ['53514c69746520666f726d6174203300', 0, 'file', 'application/vnd.sqlite3', 'sqlite', 'Database'],
  ['000100005374616e64617264', 0, 'file', 'application/x-msaccess', 'mdb', 'Database'],
]

function bySignature(bytes: Buffer, extension: string): Kind | null {
  const zip = zipped(bytes, extension)
  if (zip !== null) return zip
  for (const [magic, offset, shape, mime, usual, category] of signatures) {
    if (bytes.subarray(offset, offset + magic.length / 2).toString('hex') === magic) {
      const fitting = (usual === 'tif' && extension === 'tiff') || (usual === 'jpg' && extension === 'jpeg')
      return kind(shape, mime, fitting ? extension : usual, category)
    }
  }
  if (bytes.subarray(0, 8).toString('hex') === 'd0cf11e0a1b11ae1') return ole(extension)
  if (bytes.subarray(0, 4).toString('latin1') === 'RIFF') {
    const form = bytes.subarray(8, 12).toString('latin1')
    if (form === 'WAVE') return kind('file', 'audio/wav', 'wav', 'Audio')
    if (form === 'WEBP') return kind('file', 'image/webp', 'webp', 'Image')
    if (form === 'AVI ') return kind('file', 'video/x-msvideo', 'avi', 'Video')
  }
  if (bytes.subarray(0, 2).toString('latin1') === 'BM' && bytes.length > 26 && bytes.readUInt32LE(14) <= 124)
    return kind('file', 'image/bmp', 'bmp', 'Image')
  // Old tars have no magic: their checksum must hold.
  if (tarChecksumHolds(bytes)) return kind('tar', 'application/x-tar', 'tar', 'Container')
  return null
}

type Office = readonly [mime: string, FileCategory]
/** By extension: a name out of the wild, so nothing else may answer to one (`constructor`). */
const officeFiles: ReadonlyMap<string, Office> = new Map(
  Object.entries<Office>({
    docx: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'Word processing'],
    docm: ['application/vnd.ms-word.document.macroenabled.12', 'Word processing'],
    xlsx: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'Spreadsheet'],
    xlsm: ['application/vnd.ms-excel.sheet.macroenabled.12', 'Spreadsheet'],
    xlsb: ['application/vnd.ms-excel.sheet.binary.macroenabled.12', 'Spreadsheet'],
    pptx: ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'Presentation'],
    pptm: ['application/vnd.ms-powerpoint.presentation.macroenabled.12', 'Presentation'],
    vsdx: ['application/vnd.ms-visio.drawing', 'Presentation'],
    odt: ['application/vnd.oasis.opendocument.text', 'Word processing'],
    ods: ['application/vnd.oasis.opendocument.spreadsheet', 'Spreadsheet'],
    odp: ['application/vnd.oasis.opendocument.presentation', 'Presentation'],
    epub: ['application/epub+zip', 'Word processing'],
    jar: ['application/java-archive', 'Executable/system'],
    doc: ['application/msword', 'Word processing'],
    xls: ['application/vnd.ms-excel', 'Spreadsheet'],
    ppt: ['application/vnd.ms-powerpoint', 'Presentation'],
    msg: ['application/vnd.ms-outlook', 'E-mail'],
    pub: ['application/vnd.ms-publisher', 'Word processing'],
    vsd: ['application/vnd.visio', 'Presentation'],
    mpp: ['application/vnd.ms-project', 'Spreadsheet'],
  }),
)

/** A zip, or an office file in one: those are documents and are not taken apart. */
function zipped(bytes: Buffer, extension: string): Kind | null {
  const magic = bytes.subarray(0, 4).toString('hex')
  if (magic !== '504b0304' && magic !== '504b0506' && magic !== '504b0708') return null
  const text = bytes.toString('latin1')
  const office = /(^|[^\w])xl\//.test(text)
    ? 'xlsx'
    : /(^|[^\w])word\//.test(text)
      ? 'docx'
      : /(^|[^\w])ppt\//.test(text)
        ? 'pptx'
        : undefined
  if (text.slice(30, 80).startsWith('mimetypeapplication/')) {
    const declared = /^mimetype(application\/[\w.+-]+?)(?=PK|[^\w.+-])/.exec(text.slice(30, 200))?.[1] ?? ''
    const name = [...officeFiles].find(([, [mime]]) => mime === declared)?.[0] ?? extension
    return kind('file', declared, name, officeFiles.get(name)?.[1] ?? 'Unknown')
  }
  const byName = officeFiles.get(extension)
  const parts = text.includes('[Content_Types].xml') || text.includes('_rels/.rels')
  if (byName !== undefined && (parts || extension === 'jar'))
    return kind('file', byName[0], extension, byName[1])
  if (parts && office !== undefined) {
    const [mime, category] = officeFiles.get(office) ?? ['application/octet-stream', 'Unknown' as const]
    return kind('file', mime, office, category)
  }
  return kind('zip', 'application/zip', 'zip', 'Container')
}

function ole(extension: string): Kind {
  const known = officeFiles.get(extension)
  return known === undefined
    ? kind('file', 'application/x-ole-storage', extension, 'Unknown')
    : kind('file', known[0], extension, known[1])
}

function tarChecksumHolds(bytes: Buffer): boolean {
  if (bytes.length < 512 || bytes[0] === 0) return false
  const stored = Number.parseInt(
    bytes
      .toString('latin1', 148, 156)
      .replace(/[\0 ]+$/, '')
      .trim(),
    8,
  )
  if (!Number.isFinite(stored)) return false
  let sum = 0
  for (let i = 0; i < 512; i++) sum += i >= 148 && i < 156 ? 32 : (bytes[i] ?? 0)
  return sum === stored
}

/** Headers that mail has and other texts of `Name: value` lines do not. */
const mailHeader =
  /^(from|to|cc|bcc|date|subject|message-id|received|return-path|mime-version|content-type|delivered-to|reply-to|sender|x-[\w-]+|in-reply-to|references|resent-[\w-]+|content-transfer-encoding|errors-to|precedence|list-[\w-]+|dkim-signature|arc-[\w-]+|authentication-results|importance|priority|thread-[\w-]+|comments|newsgroups|path|organization|sent|apparently-to|content-disposition|status|envelope-to|user-agent|disposition-notification-to)$/i
const telling =
  /^(from|to|date|subject|message-id|received|return-path|delivered-to|x-mozilla-keys|apparently-to|newsgroups)$/i

/** The line that an mbox begins with; to be asked of so much text only as such a line is long. */
const separator = /^From (?:\S+|".*?"\S*|\S+ at \S+|.{1,80}) +\w{3},? +(\w{3} +\d{1,2}|\d{1,2} +\w{3})/

function byMailShape(bytes: Buffer, extension: string): Kind | null {
  const text = bytes
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .replace(/^\s*\n/, '')
  if (separator.test(text.slice(0, 1000))) return kind('mbox', 'application/mbox', 'mbox', 'Container')
  if (/^\d{1,10}\s*\n/.test(text) && headerScore(text.slice(text.indexOf('\n') + 1)) >= 2)
    return kind('emlx', 'message/rfc822', 'emlx', 'E-mail')
  const score = headerScore(text)
  // What calls itself a message is taken as one: where it is none, that is worth an exception.
  if (score >= 2 || (score >= 1 && extension === 'mht') || (extension === 'eml' && bytes.length > 0))
    return kind('message', 'message/rfc822', 'eml', 'E-mail')
  return null
}

/** How many of the first header lines are of mail; 0 where the text does not begin with a header block. */
function headerScore(text: string): number {
  let known = 0
  let tells = 0
  let odd = 0
  for (const line of text.split(/\r?\n/, 60)) {
    if (line === '') break
    if (/^[ \t]/.test(line)) continue
    const name = /^>?([!-9;-~]+)[ \t]*:/.exec(line)?.[1]
    if (name === undefined) {
      if (/^>?From /.test(line)) continue
      odd++
    } else if (mailHeader.test(name)) known++
    if (name !== undefined && telling.test(name)) tells++
    if (odd > 1) return 0
  }
  return tells === 0 ? 0 : known
}

const textFiles: ReadonlyMap<string, Office> = new Map(
  Object.entries<Office>({
    csv: ['text/csv', 'Spreadsheet'],
    tsv: ['text/tab-separated-values', 'Spreadsheet'],
    xml: ['application/xml', 'Web/markup'],
    json: ['application/json', 'Plain text/source'],
    md: ['text/markdown', 'Plain text/source'],
    log: ['text/plain', 'Plain text/source'],
    css: ['text/css', 'Plain text/source'],
    js: ['text/javascript', 'Plain text/source'],
    sql: ['application/sql', 'Plain text/source'],
  }),
)

function byText(bytes: Buffer, extension: string): Kind | null {
  if (bytes.length === 0 || !looksLikeText(bytes)) return null
  const text = bytes
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
    .slice(0, 2000)
  if (/^BEGIN:VCALENDAR/i.test(text)) return kind('file', 'text/calendar', 'ics', 'Calendar')
  if (/^BEGIN:VCARD/i.test(text)) return kind('file', 'text/vcard', 'vcf', 'Contact')
  if (/^<!doctype html|^<html|<body[\s>]|<head[\s>]/i.test(text) || /^html?$/.test(extension))
    return kind('file', 'text/html', extension === 'htm' ? 'htm' : 'html', 'Web/markup')
  if (/^<\?xml/i.test(text))
    return kind('file', 'application/xml', extension === '' ? 'xml' : extension, 'Web/markup')
  if (/^-----BEGIN (PKCS7|PGP MESSAGE)/.test(text))
    return kind('file', 'application/pkcs7-mime', extension, 'Encrypted')
  const known = textFiles.get(extension)
  if (known !== undefined) return kind('file', known[0], extension, known[1])
  return kind('file', 'text/plain', extension === '' ? 'txt' : extension, 'Plain text/source')
}
