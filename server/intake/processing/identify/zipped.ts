/**
 * What a zip is by its parts: an office document, which is read as one, or an archive, which is taken apart. Documents
 * that hold evidence must not hide in a false name, so a name alone makes a document only where the beginning of the file
 * can only be one of a few kinds and does not say which.
 */

import { type Kind, type KindName, kindOf, kindOfType, locked } from '../../../platform/file-kinds.ts'
import { isSlackExport } from '../chat/slack-export.ts'
import { beginsZip, readZipParts, type ZipParts } from './zip-parts.ts'

/** The kind of a zip, or null where none begins here. */
export function zippedKind(bytes: Buffer, extension: string): Kind | null {
  if (!beginsZip(bytes)) return null
  const parts = readZipParts(bytes)
  return (
    declaredKind(parts, extension) ??
    openPackage(parts, extension) ??
    iWork(parts, extension) ??
    program(parts, extension) ??
    collection(parts, extension) ??
    kindOf('zip', extension)
  )
}

/** OpenDocument, EPUB and others say in a part of its own what they are. */
function declaredKind(parts: ZipParts, extension: string): Kind | null {
  const declared = /^\s*([\w.+-]+\/[\w.+-]+)/.exec(parts.textOf('mimetype') ?? '')?.[1]
  if (declared === undefined) return undeclaredKind(parts, extension)
  // Any other type would make a picture, or a message, of an archive that has such a part.
  if (!/^application\/(vnd\.(oasis|sun)\.|epub\+|hwp\+)/.test(declared)) return null
  // Without its length the part's text runs on into the next header.
  const name = kindOfType(declared) ?? kindOfType(declared.replace(/PK$/, ''))
  if (name === null) return null
  const kind = kindOf(name, extension)
  const isLocked = parts.textOf('META-INF/manifest.xml')?.includes('encryption-data') ?? false
  return isLocked || parts.names.includes('encrypted-package') ? locked(kind) : kind
}

/** Writers that do not put that part first: behind this beginning it may follow. */
function undeclaredKind(parts: ZipParts, extension: string): Kind | null {
  if (parts.complete) return null
  const has = (pattern: RegExp): boolean => parts.names.some((name) => pattern.test(name))
  if (extension === 'epub' && has(/^(META-INF\/container\.xml$|OEBPS\/|OPS\/)/))
    return kindOf('epub', extension)
  const isOpenDocument = /^(odt|ods|odp|odg)$/.test(extension)
  return isOpenDocument && has(/^((content|styles|meta|settings)\.xml$|META-INF\/manifest\.xml$|Pictures\/)/)
    ? kindOf(extension as 'odt' | 'ods' | 'odp' | 'odg', extension)
    : null
}

/** The main part's type in the list of types (ECMA-376 part 2), without what all of them have around it. */
const mainParts: ReadonlyMap<string, KindName> = new Map([
  ['wordprocessingml.document.main', 'docx'],
  ['ms-word.document.macroenabled.main', 'docm'],
  ['wordprocessingml.template.main', 'dotx'],
  ['ms-word.template.macroenabledtemplate.main', 'dotm'],
  ['spreadsheetml.sheet.main', 'xlsx'],
  ['ms-excel.sheet.macroenabled.main', 'xlsm'],
  ['ms-excel.sheet.binary.macroenabled.main', 'xlsb'],
  ['spreadsheetml.template.main', 'xltx'],
  ['ms-excel.template.macroenabled.main', 'xltm'],
  ['ms-excel.addin.macroenabled.main', 'xlam'],
  ['presentationml.presentation.main', 'pptx'],
  ['presentationml.slideshow.main', 'ppsx'],
  ['presentationml.template.main', 'potx'],
  ['ms-powerpoint.presentation.macroenabled.main', 'pptm'],
  ['ms-powerpoint.slideshow.macroenabled.main', 'ppsm'],
  ['ms-powerpoint.template.macroenabled.main', 'potm'],
  ['ms-visio.drawing.main', 'vsdx'],
  ['ms-visio.stencil.main', 'vsdx'],
  ['ms-visio.template.main', 'vsdx'],
  ['ms-visio.drawing.macroenabled.main', 'vsdm'],
  ['ms-visio.stencil.macroenabled.main', 'vsdm'],
  ['ms-visio.template.macroenabled.main', 'vsdm'],
  ['ms-package.xps-fixeddocumentsequence', 'xps'],
])

/** Kinds of such packages by their usual extensions. */
export const packageKinds: ReadonlyMap<string, KindName> = new Map(
  [...mainParts.values()].map((name) => [kindOf(name, '').extension, name]),
)

/** Parts that only such a package has, where its list of types is not there to be read: by the folder they are in. */
const packageParts: readonly (readonly [RegExp, KindName])[] = [
  [/^xl\/(workbook\.bin$|worksheets\/[^/]+\.bin$)/, 'xlsb'],
  [/^word\/((document|styles|settings|fontTable|numbering)\.xml$|(_rels|theme|media|embeddings)\/)/, 'docx'],
  [/^xl\/((workbook|styles|sharedStrings)\.xml$|(_rels|theme|media|embeddings|worksheets)\/)/, 'xlsx'],
  [/^ppt\/(presentation\.xml$|(_rels|theme|media|embeddings|slides|slideLayouts|slideMasters)\/)/, 'pptx'],
  [/^visio\/(document\.xml$|(_rels|theme|media|pages|masters)\/)/, 'vsdx'],
  [/^FixedDocSeq\.fdseq$|^Documents\/\d+\/(FixedDoc\.fdoc$|Pages\/)/i, 'xps'],
]
const packageSign = /^(\[Content_Types\]\.xml|_rels\/\.rels|docProps\/(app|core)\.xml)$/i

function openPackage(parts: ZipParts, extension: string): Kind | null {
  const list = parts.names.find((name) => name.toLowerCase() === '[content_types].xml')
  const types = list === undefined ? '' : (parts.textOf(list) ?? '')
  for (const [, type = ''] of types.matchAll(/ContentType\s{0,9}=\s{0,9}["']([^"']{1,200})["']/g)) {
    const name = mainParts.get(
      type.toLowerCase().replace(/^application\/(vnd\.)?(openxmlformats-officedocument\.)?|\+xml$/g, ''),
    )
    if (name !== undefined) return kindOf(name, extension)
  }
  // Of a whole archive a folder that happens to be called "word" proves nothing.
  if (parts.complete && list === undefined) return null
  const found = packageParts.find(([pattern]) => parts.names.some((name) => pattern.test(name)))
  if (found !== undefined) return kindOf(found[1], extension)
  const isPackage = parts.names.some((name) => packageSign.test(name))
  const named = packageKinds.get(extension)
  return isPackage && !parts.complete && named !== undefined ? kindOf(named, extension) : null
}

const iWorkNew = /(^|\.(pages|numbers|key)\/)(Index\.zip$|Index\/[^/]+\.iwa$)/
const iWorkSlides = /(^|\/)Index\/(MasterSlide|Slide)[^/]*\.iwa$|^index\.apxl/
/** Parts that stand before the one that tells. */
const iWorkOther =
  /^(QuickLook\/(Thumbnail\.jpg|Preview\.pdf)|buildVersionHistory\.plist|thumbs\/[ms]t\d+-?\d*\.\w+|Metadata\/BuildVersionHistory\.plist)$/
const roots = [
  ['<key:presentation', 'key'],
  ['<ls:document', 'numbers'],
  ['<sl:document', 'pages'],
] as const

/** Pages, Numbers and Keynote: until 2009 one XML file, since 2013 a folder of a format of their own. */
function iWork(parts: ZipParts, extension: string): Kind | null {
  const has = (pattern: RegExp): boolean => parts.names.some((name) => pattern.test(name))
  const text = ['index.apxl', 'index.xml'].map((name) => parts.textOf(name)?.slice(0, 2000) ?? '').join('')
  const root = roots.find(([start]) => text.includes(start))?.[1]
  const isLocked = parts.iWorkLocked || has(/(^|\/)\.iwp(v2|h)$/)
  const isSure = root !== undefined || isLocked || has(iWorkNew)
  if (!isSure && (parts.complete || !has(iWorkOther))) return null
  const folder = parts.names
    .map((name) => /\.(pages|numbers|key)\//.exec(name)?.[1])
    .find((name) => name !== undefined)
  const named = [folder, extension].find((name) => name === 'pages' || name === 'numbers' || name === 'key')
  const kind = kindOf(root ?? (has(iWorkSlides) ? 'key' : named) ?? 'pages', extension)
  return isLocked ? locked(kind) : kind
}

function program(parts: ZipParts, extension: string): Kind | null {
  const has = (pattern: RegExp): boolean => parts.names.some((name) => pattern.test(name))
  if (has(/^AndroidManifest\.xml$|^classes\.dex$/)) return kindOf('apk', extension)
  const signs = [has(/^META-INF\/(MANIFEST\.MF)?$/), has(/\.class$/), /^(jar|war|ear)$/.test(extension)]
  return signs.filter(Boolean).length >= 2 ? kindOf('jar', extension) : null
}

/** Archives that are taken apart as others are, and known for what they hold. */
function collection(parts: ZipParts, extension: string): Kind | null {
  const has = (pattern: RegExp): boolean => parts.names.some((name) => pattern.test(name))
  const days = has(/^[^/]+\/\d{4}-\d\d-\d\d\.json$/)
  const begun = has(/^channels\.json$/) && (has(/^users\.json$/) || (!parts.complete && days))
  if (begun || isSlackExport(parts.names)) return kindOf('slack', extension)
  const inside = [/^archive\/.+\.warc(\.gz)?$/, /^indexes\/index\.(cdx|idx)/, /^pages\/pages\.jsonl$/].filter(
    has,
  )
  return (has(/^datapackage\.json$/) && inside.length > 0) || inside.length > 1
    ? kindOf('wacz', extension)
    : null
}
