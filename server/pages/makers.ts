/** Which documents have pages, and how those are had. */
import type { PageOrigin } from '#contracts/pages.ts'
import type { Maker, PageFault } from '../processing/pages/protocol.ts'

const openXml = 'application/vnd.openxmlformats-officedocument'

const makers: ReadonlyMap<string, Maker> = new Map<string, Maker>([
  ['application/pdf', 'pdf'],
  ...['png', 'jpeg', 'gif', 'bmp', 'webp', 'tiff', 'jp2', 'heic', 'heif'].map(
    (format) => [`image/${format}`, 'picture'] as const,
  ),
  ...[
    `${openXml}.wordprocessingml.document`,
    `${openXml}.wordprocessingml.template`,
    'application/vnd.ms-word.document.macroenabled.12',
    'application/vnd.ms-word.template.macroenabled.12',
  ].map((type) => [type, 'word'] as const),
])

/** The maker of a document's pages; null where there is none for files of its type. */
export const makerOf = (mimeType: string): Maker | null => makers.get(mimeType) ?? null

export const originOf: Readonly<Record<Maker, PageOrigin>> = {
  pdf: 'native',
  picture: 'picture',
  word: 'rendition',
}

const paged = new Set(['Word processing', 'Spreadsheet', 'Presentation'])

/**
 * Why there is no maker: pages of a document of Office are missing, and that is an exception; what has no pages by its
 * nature misses none (`code` null).
 */
export function whyNone(category: string): {
  readonly code: PageFault['code'] | null
  readonly reason: string
} {
  if (paged.has(category))
    return { code: 'unsupportedType', reason: 'Page images of this type need LibreOffice on the server.' }
  if (category === 'Image') return { code: 'unsupportedType', reason: 'Pictures of this type are not drawn.' }
  if (category === 'Encrypted')
    return { code: 'encrypted', reason: 'It is locked by a password that is not known.' }
  if (category === 'E-mail') return { code: null, reason: 'A message has no pages: read it as a document.' }
  return { code: null, reason: 'Files of this type have no pages.' }
}
