/**
 * What kinds of files there are. Each is declared once: its MIME type (the registered one where there is one), its
 * category, and the extensions that fit it, the usual one first.
 */
import { conversationType } from '#contracts/conversation-type.ts'

/** `packed` is one file in another form; an `archive` holds several. */
export type Shape = 'message' | 'emlx' | 'mbox' | 'zip' | 'tar' | 'archive' | 'packed' | 'file'

export interface Kind {
  /** How the import takes it: as a message, as a container, or as a file. */
  readonly shape: Shape
  readonly mimeType: string
  /** The extension that fits the content; that of the name where content does not say. */
  readonly extension: string
  readonly category: FileCategory
  /** Of a text, where it is declared, or where the bytes leave no doubt. */
  readonly charset?: string
}

export const fileCategories = [
  'E-mail',
  'Calendar',
  'Contact',
  'Chat',
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
  'CAD',
  'Container',
  'Executable/system',
  'Encrypted',
  'Unknown',
] as const
export type FileCategory = (typeof fileCategories)[number]

type Row = readonly [mimeType: string, category: FileCategory, extensions: string, shape?: Shape]

const openXml = 'application/vnd.openxmlformats-officedocument'
const openDocument = 'application/vnd.oasis.opendocument'

const table = {
  // Mail and what comes with it.
  message: ['message/rfc822', 'E-mail', 'eml', 'message'],
  emlx: ['message/rfc822', 'E-mail', 'emlx', 'emlx'],
  mbox: ['application/mbox', 'Container', 'mbox', 'mbox'],
  babyl: ['application/x-babyl', 'Container', 'babyl rmail', 'mbox'],
  msg: ['application/vnd.ms-outlook', 'E-mail', 'msg oft'],
  tnef: ['application/vnd.ms-tnef', 'E-mail', 'dat tnef'],
  pst: ['application/vnd.ms-outlook-pst', 'Container', 'pst', 'archive'],
  ost: ['application/vnd.ms-outlook-ost', 'Container', 'ost', 'archive'],
  pab: ['application/vnd.ms-outlook-pab', 'Contact', 'pab'],
  dbx: ['application/vnd.ms-outlook-express', 'Container', 'dbx'],
  nsf: ['application/vnd.lotus-notes', 'Container', 'nsf'],
  edb: ['application/x-exchange-database', 'Container', 'edb'],
  dmg: ['application/x-apple-diskimage', 'Container', 'dmg'],
  binHex: ['application/mac-binhex40', 'Container', 'hqx'],
  rpmsg: ['application/x-microsoft-rpmsg-message', 'Encrypted', 'rpmsg'],
  ics: ['text/calendar', 'Calendar', 'ics vcs ical'],
  vcf: ['text/vcard', 'Contact', 'vcf vcard'],
  mhtml: ['multipart/related', 'Web/markup', 'mht mhtml'],
  slack: ['application/x-slack-export+zip', 'Chat', 'zip', 'zip'],
  conversation: [conversationType, 'Chat', 'json'],
  // Signed and encrypted: RFC 5652 and its family, OpenPGP.
  smimeSigned: ['application/pkcs7-mime', 'Container', 'p7m', 'packed'],
  smimeEnveloped: ['application/pkcs7-mime', 'Encrypted', 'p7m'],
  smimeCompressed: ['application/pkcs7-mime', 'Container', 'p7z', 'packed'],
  smimeCertificates: ['application/pkcs7-mime', 'Executable/system', 'p7c p7b spc'],
  smimeSignature: ['application/pkcs7-signature', 'Executable/system', 'p7s'],
  timeStamped: ['application/timestamped-data', 'Container', 'tsd', 'packed'],
  certificate: ['application/pkix-cert', 'Executable/system', 'cer crt pem der'],
  keyStore: ['application/x-pkcs12', 'Executable/system', 'p12 pfx'],
  pgpMessage: ['application/pgp-encrypted', 'Encrypted', 'asc pgp gpg'],
  pgpKeys: ['application/pgp-keys', 'Executable/system', 'asc key pgp gpg'],
  pgpSignature: ['application/pgp-signature', 'Executable/system', 'asc sig'],
  // Documents.
  pdf: ['application/pdf', 'PDF', 'pdf ai'],
  rtf: ['application/rtf', 'Word processing', 'rtf'],
  doc: ['application/msword', 'Word processing', 'doc dot'],
  docx: [`${openXml}.wordprocessingml.document`, 'Word processing', 'docx'],
  docm: ['application/vnd.ms-word.document.macroenabled.12', 'Word processing', 'docm'],
  dotx: [`${openXml}.wordprocessingml.template`, 'Word processing', 'dotx'],
  dotm: ['application/vnd.ms-word.template.macroenabled.12', 'Word processing', 'dotm'],
  flatOpc: ['application/vnd.ms-office.flat-opc+xml', 'Word processing', 'xml'],
  wordMl: ['application/vnd.ms-wordml', 'Word processing', 'xml'],
  odt: [`${openDocument}.text`, 'Word processing', 'odt'],
  ott: [`${openDocument}.text-template`, 'Word processing', 'ott'],
  odm: [`${openDocument}.text-master`, 'Word processing', 'odm'],
  odf: [`${openDocument}.formula`, 'Word processing', 'odf'],
  fodt: [`${openDocument}.text-flat-xml`, 'Word processing', 'fodt'],
  sxw: ['application/vnd.sun.xml.writer', 'Word processing', 'sxw'],
  sdw: ['application/vnd.stardivision.writer', 'Word processing', 'sdw'],
  pages: ['application/vnd.apple.pages', 'Word processing', 'pages'],
  hwp: ['application/x-hwp', 'Word processing', 'hwp'],
  hwpx: ['application/hwp+zip', 'Word processing', 'hwpx'],
  wps: ['application/vnd.ms-works', 'Word processing', 'wps wks'],
  wri: ['application/x-mswrite', 'Word processing', 'wri'],
  wpd: ['application/vnd.wordperfect', 'Word processing', 'wpd wp wp5 wp6 wpt doc'],
  pub: ['application/vnd.ms-publisher', 'Word processing', 'pub'],
  oneNote: ['application/onenote', 'Word processing', 'one'],
  oneNoteContents: ['application/onenote', 'Word processing', 'onetoc2'],
  xps: ['application/vnd.ms-xpsdocument', 'Word processing', 'xps oxps'],
  postScript: ['application/postscript', 'Word processing', 'ps'],
  printJob: ['application/vnd.hp-pjl', 'Word processing', 'prn pcl pjl'],
  djvu: ['image/vnd.djvu', 'Image', 'djvu djv'],
  epub: ['application/epub+zip', 'Word processing', 'epub'],
  xls: ['application/vnd.ms-excel', 'Spreadsheet', 'xls xlt xlw xla'],
  xlsx: [`${openXml}.spreadsheetml.sheet`, 'Spreadsheet', 'xlsx'],
  xlsm: ['application/vnd.ms-excel.sheet.macroenabled.12', 'Spreadsheet', 'xlsm'],
  xlsb: ['application/vnd.ms-excel.sheet.binary.macroenabled.12', 'Spreadsheet', 'xlsb'],
  xltx: [`${openXml}.spreadsheetml.template`, 'Spreadsheet', 'xltx'],
  xltm: ['application/vnd.ms-excel.template.macroenabled.12', 'Spreadsheet', 'xltm'],
  xlam: ['application/vnd.ms-excel.addin.macroenabled.12', 'Spreadsheet', 'xlam'],
  spreadsheetMl: ['application/vnd.ms-spreadsheetml', 'Spreadsheet', 'xml'],
  ods: [`${openDocument}.spreadsheet`, 'Spreadsheet', 'ods'],
  ots: [`${openDocument}.spreadsheet-template`, 'Spreadsheet', 'ots'],
  fods: [`${openDocument}.spreadsheet-flat-xml`, 'Spreadsheet', 'fods'],
  sxc: ['application/vnd.sun.xml.calc', 'Spreadsheet', 'sxc'],
  sdc: ['application/vnd.stardivision.calc', 'Spreadsheet', 'sdc'],
  numbers: ['application/vnd.apple.numbers', 'Spreadsheet', 'numbers'],
  lotus123: ['application/vnd.lotus-1-2-3', 'Spreadsheet', 'wk1 wk3 wk4 wks 123'],
  xlr: ['application/x-msworks-spreadsheet', 'Spreadsheet', 'xlr'],
  mpp: ['application/vnd.ms-project', 'Spreadsheet', 'mpp mpt'],
  csv: ['text/csv', 'Spreadsheet', 'csv'],
  tsv: ['text/tab-separated-values', 'Spreadsheet', 'tsv tab'],
  concordance: ['text/x-concordance', 'Spreadsheet', 'dat'],
  ppt: ['application/vnd.ms-powerpoint', 'Presentation', 'ppt pps pot'],
  pptx: [`${openXml}.presentationml.presentation`, 'Presentation', 'pptx'],
  ppsx: [`${openXml}.presentationml.slideshow`, 'Presentation', 'ppsx'],
  potx: [`${openXml}.presentationml.template`, 'Presentation', 'potx'],
  pptm: ['application/vnd.ms-powerpoint.presentation.macroenabled.12', 'Presentation', 'pptm'],
  ppsm: ['application/vnd.ms-powerpoint.slideshow.macroenabled.12', 'Presentation', 'ppsm'],
  potm: ['application/vnd.ms-powerpoint.template.macroenabled.12', 'Presentation', 'potm'],
  vsd: ['application/vnd.visio', 'Presentation', 'vsd vss vst'],
  vsdx: ['application/vnd.ms-visio.drawing', 'Presentation', 'vsdx vssx vstx'],
  vsdm: ['application/vnd.ms-visio.drawing.macroenabled.12', 'Presentation', 'vsdm vssm vstm'],
  odp: [`${openDocument}.presentation`, 'Presentation', 'odp'],
  otp: [`${openDocument}.presentation-template`, 'Presentation', 'otp'],
  odg: [`${openDocument}.graphics`, 'Presentation', 'odg'],
  otg: [`${openDocument}.graphics-template`, 'Presentation', 'otg'],
  fodp: [`${openDocument}.presentation-flat-xml`, 'Presentation', 'fodp'],
  sxi: ['application/vnd.sun.xml.impress', 'Presentation', 'sxi'],
  sda: ['application/vnd.stardivision.draw', 'Presentation', 'sda sdd'],
  key: ['application/vnd.apple.keynote', 'Presentation', 'key'],
  // Office files of which only the wrapping is known.
  encryptedPackage: ['application/encrypted', 'Encrypted', ''],
  ole: ['application/x-ole-storage', 'Unknown', ''],
  olePackage: ['application/x-ole-package', 'Container', 'bin'],
  // Text and markup.
  html: ['text/html', 'Web/markup', 'html htm shtml'],
  xhtml: ['application/xhtml+xml', 'Web/markup', 'xhtml html htm xht'],
  xml: ['application/xml', 'Web/markup', 'xml'],
  json: ['application/json', 'Plain text/source', 'json geojson ipynb har webmanifest'],
  jsonLines: ['application/x-ndjson', 'Plain text/source', 'jsonl ndjson'],
  graphviz: ['text/vnd.graphviz', 'Plain text/source', 'gv dot'],
  shellScript: ['application/x-sh', 'Plain text/source', 'sh bash ksh zsh'],
  text: ['text/plain', 'Plain text/source', 'txt'],
  chm: ['application/vnd.ms-htmlhelp', 'Web/markup', 'chm'],
  // Images.
  png: ['image/png', 'Image', 'png'],
  jpeg: ['image/jpeg', 'Image', 'jpg jpeg jpe jfif'],
  gif: ['image/gif', 'Image', 'gif'],
  tiff: ['image/tiff', 'Image', 'tif tiff'],
  bmp: ['image/bmp', 'Image', 'bmp dib'],
  jp2: ['image/jp2', 'Image', 'jp2 jpx jpf j2k'],
  jxl: ['image/jxl', 'Image', 'jxl'],
  jbig2: ['image/x-jbig2', 'Image', 'jb2 jbig2'],
  webp: ['image/webp', 'Image', 'webp'],
  heic: ['image/heic', 'Image', 'heic heif hif'],
  heif: ['image/heif', 'Image', 'heif heic hif'],
  avif: ['image/avif', 'Image', 'avif'],
  ico: ['image/vnd.microsoft.icon', 'Image', 'ico cur'],
  psd: ['image/vnd.adobe.photoshop', 'Image', 'psd psb'],
  svg: ['image/svg+xml', 'Image', 'svg'],
  wmf: ['image/wmf', 'Image', 'wmf'],
  emf: ['image/emf', 'Image', 'emf'],
  eps: ['application/postscript', 'Image', 'eps epsf'],
  // Sound and film.
  mp3: ['audio/mpeg', 'Audio', 'mp3 mp2'],
  aac: ['audio/aac', 'Audio', 'aac'],
  wav: ['audio/wav', 'Audio', 'wav'],
  flac: ['audio/flac', 'Audio', 'flac'],
  ogg: ['audio/ogg', 'Audio', 'ogg oga opus spx'],
  m4a: ['audio/mp4', 'Audio', 'm4a m4b m4p'],
  wma: ['audio/x-ms-wma', 'Audio', 'wma asf'],
  amr: ['audio/amr', 'Audio', 'amr'],
  aiff: ['audio/aiff', 'Audio', 'aiff aif aifc'],
  au: ['audio/basic', 'Audio', 'au snd'],
  midi: ['audio/midi', 'Audio', 'mid midi'],
  mp4: ['video/mp4', 'Video', 'mp4 m4v'],
  mov: ['video/quicktime', 'Video', 'mov qt'],
  threeGp: ['video/3gpp', 'Video', '3gp 3g2'],
  avi: ['video/x-msvideo', 'Video', 'avi'],
  wmv: ['video/x-ms-wmv', 'Video', 'wmv asf'],
  mkv: ['video/x-matroska', 'Video', 'mkv mka'],
  webm: ['video/webm', 'Video', 'webm'],
  ogv: ['video/ogg', 'Video', 'ogv ogg'],
  mpeg: ['video/mpeg', 'Video', 'mpg mpeg vob'],
  mpegTs: ['video/mp2t', 'Video', 'ts mts m2ts'],
  flv: ['video/x-flv', 'Video', 'flv'],
  swf: ['application/vnd.adobe.flash.movie', 'Video', 'swf'],
  // Databases.
  sqlite: ['application/vnd.sqlite3', 'Database', 'sqlite sqlite3 db db3'],
  mdb: ['application/x-msaccess', 'Database', 'mdb mde'],
  accdb: ['application/x-msaccess', 'Database', 'accdb accde'],
  dbf: ['application/vnd.dbf', 'Database', 'dbf'],
  odb: [`${openDocument}.base`, 'Database', 'odb'],
  // Drawings of engineers.
  dwg: ['image/vnd.dwg', 'CAD', 'dwg dwt'],
  dxf: ['image/vnd.dxf', 'CAD', 'dxf'],
  dwf: ['model/vnd.dwf', 'CAD', 'dwf dwfx'],
  step: ['model/step', 'CAD', 'stp step'],
  solidWorks: ['application/sldworks', 'CAD', 'sldprt sldasm slddrw'],
  // Containers. Of these some are walked; the others are known by name.
  zip: ['application/zip', 'Container', 'zip', 'zip'],
  wacz: ['application/wacz', 'Container', 'wacz', 'zip'],
  tar: ['application/x-tar', 'Container', 'tar', 'tar'],
  gzip: ['application/gzip', 'Container', 'gz tgz gzip', 'packed'],
  bzip2: ['application/x-bzip2', 'Container', 'bz2 tbz tbz2', 'packed'],
  sevenZip: ['application/x-7z-compressed', 'Container', '7z', 'archive'],
  rar: ['application/vnd.rar', 'Container', 'rar', 'archive'],
  xz: ['application/x-xz', 'Container', 'xz txz', 'packed'],
  lzma: ['application/x-lzma', 'Container', 'lzma tlz', 'packed'],
  zstd: ['application/zstd', 'Container', 'zst zstd', 'packed'],
  lz4: ['application/x-lz4', 'Container', 'lz4', 'packed'],
  lzip: ['application/x-lzip', 'Container', 'lz'],
  compress: ['application/x-compress', 'Container', 'z', 'packed'],
  ar: ['application/x-archive', 'Container', 'ar a lib', 'archive'],
  deb: ['application/vnd.debian.binary-package', 'Container', 'deb udeb', 'archive'],
  rpm: ['application/x-rpm', 'Container', 'rpm'],
  cpio: ['application/x-cpio', 'Container', 'cpio', 'archive'],
  cab: ['application/vnd.ms-cab-compressed', 'Container', 'cab onepkg', 'archive'],
  iso: ['application/x-iso9660-image', 'Container', 'iso udf img', 'archive'],
  warc: ['application/warc', 'Container', 'warc', 'archive'],
  lzh: ['application/x-lzh-compressed', 'Container', 'lzh lha', 'archive'],
  arj: ['application/x-arj', 'Container', 'arj'],
  stuffIt: ['application/x-stuffit', 'Container', 'sit'],
  e01: ['application/x-ewf', 'Container', 'e01'],
  l01: ['application/x-ewf-logical', 'Container', 'l01'],
  ad1: ['application/x-ad1', 'Container', 'ad1'],
  vhd: ['application/x-vhd', 'Container', 'vhd'],
  vhdx: ['application/x-vhdx', 'Container', 'vhdx'],
  vmdk: ['application/x-vmdk', 'Container', 'vmdk'],
  // What computers write for themselves.
  exe: [
    'application/vnd.microsoft.portable-executable',
    'Executable/system',
    'exe dll sys scr com ocx cpl drv efi',
  ],
  elf: ['application/x-elf', 'Executable/system', 'elf so o ko'],
  machO: ['application/x-mach-binary', 'Executable/system', 'macho dylib bundle'],
  javaClass: ['application/java-vm', 'Executable/system', 'class'],
  jar: ['application/java-archive', 'Executable/system', 'jar war ear'],
  apk: ['application/vnd.android.package-archive', 'Executable/system', 'apk'],
  msi: ['application/x-msi', 'Executable/system', 'msi msp'],
  lnk: ['application/x-ms-shortcut', 'Executable/system', 'lnk'],
  thumbs: ['application/x-thumbs-db', 'Executable/system', 'db'],
  registry: ['application/x-windows-registry', 'Executable/system', 'reg'],
  registryHive: ['application/x-windows-registry-hive', 'Executable/system', 'hiv dat'],
  eventLog: ['application/x-ms-evtx', 'Executable/system', 'evtx'],
  dsStore: ['application/x-apple-dsstore', 'Executable/system', 'ds_store'],
  appleDouble: ['application/applefile', 'Executable/system', ''],
  plist: ['application/x-bplist', 'Executable/system', 'plist'],
  trueType: ['font/ttf', 'Executable/system', 'ttf'],
  openType: ['font/otf', 'Executable/system', 'otf'],
  fontCollection: ['font/collection', 'Executable/system', 'ttc otc'],
  woff: ['font/woff', 'Executable/system', 'woff'],
  woff2: ['font/woff2', 'Executable/system', 'woff2'],
  unknown: ['application/octet-stream', 'Unknown', ''],
} satisfies Record<string, Row>

export type KindName = keyof typeof table

export const kindNames = Object.keys(table) as readonly KindName[]

/** Kinds that hold others and are taken as files: nothing goes into them but a reader, if there is one. */
export type ShutKind = {
  [Name in KindName]: (typeof table)[Name] extends readonly [string, 'Container', string] ? Name : never
}[KindName]

/** Pictures that are instructions how to draw them. */
export const drawings = ['svg', 'wmf', 'emf'] as const satisfies readonly KindName[]

const fitting: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(table).map(([name, [, , extensions]]) => [name, extensions.split(' ')]),
)

/** A kind by its name. Of the extensions that fit it, it has the one that the file's name has, else the usual one. */
export function kindOf(name: KindName, given: string): Kind {
  const [mimeType, category, , shape = 'file']: Row = table[name]
  const [usual = '', ...others] = fitting.get(name) ?? []
  return { shape, mimeType, extension: usual === '' || others.includes(given) ? given : usual, category }
}

/** The same kind, locked: what it is remains known, and that its content is not. */
export const locked = (kind: Kind): Kind => ({ ...kind, category: 'Encrypted' })

const known: ReadonlySet<string> = new Set([...fitting.values()].flat())

/** Whether files with this extension are of a kind that is told by its content. */
export const isExtensionOfKind = (extension: string): boolean => known.has(extension)

/** The kind that alone has this MIME type, for files that declare theirs; null where there is none. */
export const kindOfType = (mimeType: string): KindName | null => byType.get(mimeType) ?? null

const byType: ReadonlyMap<string, KindName> = new Map(kindNames.map((name) => [table[name][0], name]))

/** Of a conversation, which has no file of its own that could be looked at. */
export const conversationKind = kindOf('conversation', 'json')
