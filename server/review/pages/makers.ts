/** Which documents have pages, and how those are had. */
import { createHash } from 'node:crypto'
import type { PageOrigin } from '#contracts/pages.ts'
import { drawings, type KindName, kindOf } from '../../platform/file-kinds.ts'
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

/** The maker of a document's pages by this program alone; null where there is none for files of its type. */
const ownMakerOf = (mimeType: string): Maker | null => makers.get(mimeType) ?? null

/** The same with LibreOffice, where it is there. */
export const makerOf = (mimeType: string, office: Office): Maker | null =>
  office.missing === null && officeTypes.has(mimeType) ? 'office' : ownMakerOf(mimeType)

/** Whether it can be shown as a rendition where LibreOffice makes nothing of it. */
export const hasRendition = (mimeType: string): boolean => ownMakerOf(mimeType) === 'word'

/** With a new one, what was found out about pages before is found out anew. */
const ownVersion = 1

/** A number that stands for the maker: of LibreOffice, for the build that is installed. */
export const versionOf = (maker: Maker, office: Office): number =>
  maker === 'office'
    ? ownVersion + 1 + (createHash('sha256').update(office.version).digest().readUInt32BE(0) % 2 ** 30)
    : ownVersion

export const originOf: Readonly<Record<Maker, PageOrigin>> = {
  pdf: 'native',
  picture: 'picture',
  word: 'rendition',
  office: 'rendition',
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
  if (category === 'E-mail') return { code: null, reason: 'A message has no pages: read it as a document.' }
  return { code: null, reason: 'Files of this type have no pages.' }
}
