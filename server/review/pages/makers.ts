/** Which documents have pages, and how those are had. */
import { createHash } from 'node:crypto'
import type { PageOrigin } from '#contracts/pages.ts'
import { drawings, type FileCategory, type KindName, kindNames, kindOf } from '../../platform/file-kinds.ts'
import type { Office } from '../../platform/office/office.ts'
import { pictureTypes } from '../../platform/picture-types.ts'
import type { Maker, PageFault } from './protocol.ts'

const openXml = 'application/vnd.openxmlformats-officedocument'

const makers: ReadonlyMap<string, Maker> = new Map<string, Maker>([
  ['application/pdf', 'pdf'],
  ...pictureTypes.map((type) => [type, 'picture'] as const),
  ...[
    `${openXml}.wordprocessingml.document`,
    `${openXml}.wordprocessingml.template`,
    'application/vnd.ms-word.document.macroenabled.12',
    'application/vnd.ms-word.template.macroenabled.12',
  ].map((type) => [type, 'word'] as const),
])

/** What LibreOffice lays out. */
const laidOut: readonly KindName[] = [
  ...([
    'rtf',
    'doc',
    'docx',
    'docm',
    'dotx',
    'dotm',
    'odt',
    'ott',
    'fodt',
    'sxw',
    'wps',
    'wri',
    'wpd',
    'wordMl',
    'pages',
    'pub',
  ] as const),
  ...([
    'xls',
    'xlsx',
    'xlsm',
    'xlsb',
    'xltx',
    'xltm',
    'ods',
    'ots',
    'fods',
    'sxc',
    'lotus123',
    'numbers',
  ] as const),
  ...([
    'ppt',
    'pptx',
    'ppsx',
    'potx',
    'pptm',
    'ppsm',
    'potm',
    'odp',
    'otp',
    'fodp',
    'sxi',
    'odg',
    'otg',
    'vsd',
    'vsdx',
    'key',
  ] as const),
  ...drawings,
]
const officeTypes = new Set(laidOut.map((name) => kindOf(name, '').mimeType))

/** What holds words and has no pages of its own: they are laid out here. */
const worded: ReadonlySet<FileCategory> = new Set([
  'E-mail',
  'Calendar',
  'Contact',
  'Chat',
  'Plain text/source',
  'Web/markup',
])
/** Of these, what nobody reads here. */
const unread: ReadonlySet<KindName> = new Set(['pab', 'slack', 'chm'])
const wordedTypes: ReadonlySet<string> = new Set(
  kindNames
    .filter((name) => !unread.has(name) && worded.has(kindOf(name, '').category))
    .map((name) => kindOf(name, '').mimeType),
)

/** The maker of a document's pages by this program alone; null where there is none for files of its type. */
const ownMakerOf = (mimeType: string): Maker | null => makers.get(mimeType) ?? null

/** The same with LibreOffice, where it is there; of what is locked, there are no words to lay out. */
export function makerOf(category: string, mimeType: string, office: Office): Maker | null {
  if (office.missing === null && officeTypes.has(mimeType)) return 'office'
  return ownMakerOf(mimeType) ?? (isLaidOutHere(category, mimeType) ? 'text' : null)
}

/** Whether its pages are laid out from what the record keeps: another text makes other pages. */
export const isLaidOutHere = (category: string, mimeType: string): boolean =>
  wordedTypes.has(mimeType) && ownMakerOf(mimeType) === null && category !== 'Encrypted'

/** Whether it can be shown as a rendition where LibreOffice makes nothing of it. */
export const hasRendition = (mimeType: string): boolean => ownMakerOf(mimeType) === 'word'

/** With a new one, what was found out about pages before is found out anew. */
const ownVersion = 1

/**
 * A number that stands for the maker: of LibreOffice, for the build that is installed; of what is laid out here, for what is
 * on the pages (`key`), which a change of the record changes.
 */
export function versionOf(maker: Maker, office: Office, key: string): number {
  if (maker !== 'office' && maker !== 'text') return ownVersion
  const of = maker === 'office' ? office.version : key
  return ownVersion + 1 + (createHash('sha256').update(of).digest().readUInt32BE(0) % 2 ** 30)
}

export const originOf: Readonly<Record<Maker, PageOrigin>> = {
  pdf: 'native',
  picture: 'picture',
  word: 'rendition',
  office: 'rendition',
  text: 'rendition',
}

const paged = new Set(['Word processing', 'Spreadsheet', 'Presentation'])
/** Spreadsheets that are plain text: nothing in them says where a page would end. */
const plainTables = new Set((['csv', 'tsv'] as const).map((name) => kindOf(name, '').mimeType))

export interface WhyNone {
  readonly code: PageFault['code'] | null
  readonly reason: string
}

/**
 * Why there is no maker: pages of a document of Office are missing, and that is an exception; what has no pages by its
 * nature misses none (`code` null).
 */
export function whyNone(category: string, mimeType: string, office: Office): WhyNone {
  if (plainTables.has(mimeType))
    return { code: null, reason: 'A table of plain text has no pages: read it as a sheet.' }
  if (paged.has(category)) {
    const reason = officeTypes.has(mimeType) ? office.missing : null
    return { code: 'unsupportedType', reason: reason ?? 'Page images of this type cannot be made.' }
  }
  if (category === 'Image') {
    const reason = officeTypes.has(mimeType) ? office.missing : null
    return { code: 'unsupportedType', reason: reason ?? 'Pictures of this type are not drawn.' }
  }
  if (category === 'Encrypted')
    return { code: 'encrypted', reason: 'It is locked by a password that is not known.' }
  return { code: null, reason: 'Files of this type have no pages.' }
}
