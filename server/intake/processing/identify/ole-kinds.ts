/** Which kind of document an OLE compound file is: by the streams at its root, else by its class. */
import { type Kind, type KindName, kindOf, locked } from '../../../platform/file-kinds.ts'
import { isOle, type OleFile, readOle } from './ole.ts'
import { packageKinds } from './zipped.ts'

/** By the stream or storage that only this kind has; what wraps other documents comes first. */
const byStream: readonly (readonly [name: string, KindName])[] = [
  ['__properties_version1.0', 'msg'],
  ['powerpoint document', 'ppt'],
  ['pp40', 'ppt'],
  ['pp97_dualstorage', 'ppt'],
  ['worddocument', 'doc'],
  ['workbook', 'xls'],
  ['book', 'xls'],
  ['visiodocument', 'vsd'],
  ['quill', 'pub'],
  ['hwpsummaryinformation', 'hwp'],
  ['\x05hwpsummaryinformation', 'hwp'],
  ['matost', 'wps'],
  ['wksswb', 'xlr'],
  ['wksssworkbook', 'xlr'],
  ['props9', 'mpp'],
  ['props12', 'mpp'],
  ['props14', 'mpp'],
  ['starwriterdocument', 'sdw'],
  ['starcalcdocument', 'sdc'],
  ['stardrawdocument3', 'sda'],
  ['stardrawdocument', 'sda'],
  ['perfectoffice_main', 'wpd'],
  ['swdoccontentmgr', 'solidWorks'],
  ['catalog', 'thumbs'],
  ['\x01ole10native', 'olePackage'],
]

/** Classes as their 16 bytes stand in the file. */
const byClass: ReadonlyMap<string, KindName> = new Map([
  ['0609020000000000c000000000000046', 'doc'],
  ['0009020000000000c000000000000046', 'doc'],
  ['1008020000000000c000000000000046', 'xls'],
  ['2008020000000000c000000000000046', 'xls'],
  ['108d81649b4fcf1186ea00aa00b929e8', 'ppt'],
  ['70ae7bea3bfbcd11a90300aa00510ea3', 'ppt'],
  ['0b0d020000000000c000000000000046', 'msg'],
  ['46f0060000000000c000000000000046', 'msg'],
  ['141a020000000000c000000000000046', 'vsd'],
  ['131a020000000000c000000000000046', 'vsd'],
  ['0112020000000000c000000000000046', 'pub'],
  ['3a8fb774c8c8d111be1100c04fb6faf1', 'mpp'],
  ['0213020000000000c000000000000046', 'wps'],
  ['0313020000000000c000000000000046', 'xlr'],
  ['c2dbcd28e20ace11a29a00aa004a1a72', 'wps'],
  ['84100c0000000000c000000000000046', 'msi'],
  ['86100c0000000000c000000000000046', 'msi'],
])

/** Kinds by their usual extensions, for heads behind which the directory lies. */
const byExtension: ReadonlyMap<string, KindName> = new Map(
  [...byStream.map(([, name]) => name), ...byClass.values()].map((name) => [
    kindOf(name, '').extension,
    name,
  ]),
)

/** The kind of an OLE file, or null where it is none. Of the head alone, the name may have to say what it is. */
export function oleKind(bytes: Buffer, extension: string): Kind | null {
  if (!isOle(bytes)) return null
  const ole = readOle(bytes)
  if (ole !== null) {
    const name = kindName(ole)
    if (name !== null) return withDetails(ole, name, extension)
    if (ole.names.has('encryptedpackage')) return encryptedPackage(extension)
  }
  const named = ole?.complete === true ? undefined : byExtension.get(extension)
  return kindOf(named ?? 'ole', extension)
}

function kindName({ names, rootClass }: OleFile): KindName | null {
  for (const [stream, name] of byStream) if (names.has(stream)) return name
  return byClass.get(rootClass) ?? null
}

/** An OOXML document that is encrypted is a stream in an OLE file: only the name says which kind it is. */
function encryptedPackage(extension: string): Kind {
  return locked(kindOf(packageKinds.get(extension) ?? 'encryptedPackage', extension))
}

function withDetails(ole: OleFile, name: KindName, extension: string): Kind {
  const kind = kindOf(name, extension)
  if (name === 'msg') return itemKind(ole, kind)
  const isLocked = ole.names.has('\tdrmcontent') || (encryption[name]?.(ole) ?? false)
  return isLocked ? locked(kind) : kind
}

/** An Outlook item is what its message class says. */
function itemKind(ole: OleFile, kind: Kind): Kind {
  const wide = ole.streamHead('__substg1.0_001a001f').toString('utf16le')
  const itemClass = (
    wide === '' ? ole.streamHead('__substg1.0_001a001e').toString('latin1') : wide
  ).toLowerCase()
  if (/^ipm\.(contact|distlist)\b/.test(itemClass)) return { ...kind, category: 'Contact' }
  return /^ipm\.appointment\b/.test(itemClass) ? { ...kind, category: 'Calendar' } : kind
}

/** Whether a document of the older kinds is encrypted: also with the password that opens without being asked for. */
const encryption: Partial<Record<KindName, (ole: OleFile) => boolean>> = {
  // [MS-DOC] 2.5.2: FibBase.fEncrypted; a document that is only obfuscated counts too.
  doc: (ole) => ((ole.streamHead('worddocument')[11] ?? 0) & 1) === 1,
  // [MS-XLS] 2.4.117: FilePass stands behind the first record, or behind WriteProtect after it.
  xls: (ole) => {
    const head = ole.streamHead(ole.names.has('workbook') ? 'workbook' : 'book')
    let at = 0
    for (let i = 0; i < 3 && at + 4 <= head.length; i++) {
      if (head.readUInt16LE(at) === 0x2f) return true
      at += 4 + head.readUInt16LE(at + 2)
    }
    return false
  },
  // [MS-PPT] 2.3.2: CurrentUserAtom.headerToken of an encrypted document.
  ppt: (ole) => {
    const head = ole.streamHead('current user')
    return head.length >= 16 && head.readUInt32LE(12) === 0xf3d1c4df
  },
  // [HWP 5.0] 3.2.1: bit 1 of the properties in FileHeader.
  hwp: (ole) => ((ole.streamHead('fileheader')[36] ?? 0) & 2) === 2,
}
