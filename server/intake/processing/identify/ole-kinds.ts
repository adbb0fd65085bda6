/** Which kind of document an OLE compound file is: by the streams at its root, else by its class. */
import { type Kind, type KindName, kindOf, locked } from '../../../platform/file-kinds.ts'
import { type Compound, isCompound, NotCompound, readCompound } from '../ole/compound.ts'
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

/** Classes of the root. */
const byClass: ReadonlyMap<string, KindName> = new Map([
  ['00020906-0000-0000-c000-000000000046', 'doc'],
  ['00020900-0000-0000-c000-000000000046', 'doc'],
  ['00020810-0000-0000-c000-000000000046', 'xls'],
  ['00020820-0000-0000-c000-000000000046', 'xls'],
  ['64818d10-4f9b-11cf-86ea-00aa00b929e8', 'ppt'],
  ['ea7bae70-fb3b-11cd-a903-00aa00510ea3', 'ppt'],
  ['00020d0b-0000-0000-c000-000000000046', 'msg'],
  ['0006f046-0000-0000-c000-000000000046', 'msg'],
  ['00021a14-0000-0000-c000-000000000046', 'vsd'],
  ['00021a13-0000-0000-c000-000000000046', 'vsd'],
  ['00021201-0000-0000-c000-000000000046', 'pub'],
  ['74b78f3a-c8c8-11d1-be11-00c04fb6faf1', 'mpp'],
  ['00021302-0000-0000-c000-000000000046', 'wps'],
  ['00021303-0000-0000-c000-000000000046', 'xlr'],
  ['28cddbc2-0ae2-11ce-a29a-00aa004a1a72', 'wps'],
  ['000c1084-0000-0000-c000-000000000046', 'msi'],
  ['000c1086-0000-0000-c000-000000000046', 'msi'],
])

/** Kinds by their usual extensions, for heads behind which the directory lies. */
const byExtension: ReadonlyMap<string, KindName> = new Map(
  [...byStream.map(([, name]) => name), ...byClass.values()].map((name) => [
    kindOf(name, '').extension,
    name,
  ]),
)

/** What stands at the root of a compound file. */
interface Root {
  /** In lower case. */
  readonly names: ReadonlySet<string>
  readonly classId: string
  /** The first bytes of a stream; empty where there are none. */
  head(name: string): Buffer
}

/** Bytes of a stream that are looked at. */
const streamHead = 512

/** The kind of an OLE file, or null where it is none. Of the head alone, the name may have to say what it is. */
export function oleKind(bytes: Buffer, extension: string): Kind | null {
  if (!isCompound(bytes)) return null
  const compound = compoundOf(bytes)
  const root = compound === null ? null : rootOf(compound)
  if (root !== null) {
    const name = kindName(root)
    if (name !== null) return withDetails(root, name, extension)
    if (root.names.has('encryptedpackage')) return encryptedPackage(extension)
  }
  const isRead = compound?.listsAll === true && compound.entries.length > 0
  return kindOf((isRead ? null : byExtension.get(extension)) ?? 'ole', extension)
}

function compoundOf(bytes: Buffer): Compound | null {
  try {
    return readCompound(bytes)
  } catch (error) {
    if (error instanceof NotCompound) return null
    throw error
  }
}

const rootOf = (compound: Compound): Root => ({
  names: new Set(
    compound.entries.map(({ path }) => path.toLowerCase()).filter((path) => !path.includes('/')),
  ),
  classId: compound.classId,
  head: (name) => compound.stream(name, streamHead) ?? Buffer.alloc(0),
})

function kindName({ names, classId }: Root): KindName | null {
  for (const [stream, name] of byStream) if (names.has(stream)) return name
  return byClass.get(classId) ?? null
}

/** An OOXML document that is encrypted is a stream in an OLE file: only the name says which kind it is. */
function encryptedPackage(extension: string): Kind {
  return locked(kindOf(packageKinds.get(extension) ?? 'encryptedPackage', extension))
}

function withDetails(root: Root, name: KindName, extension: string): Kind {
  const kind = kindOf(name, extension)
  if (name === 'msg') return itemKind(root, kind)
  const isLocked = root.names.has('\tdrmcontent') || (encryption[name]?.(root) ?? false)
  return isLocked ? locked(kind) : kind
}

/** An Outlook item is what its message class says. */
function itemKind(root: Root, kind: Kind): Kind {
  const wide = root.head('__substg1.0_001a001f').toString('utf16le')
  const itemClass = (wide === '' ? root.head('__substg1.0_001a001e').toString('latin1') : wide).toLowerCase()
  if (/^ipm\.(contact|distlist)\b/.test(itemClass)) return { ...kind, category: 'Contact' }
  return /^ipm\.appointment\b/.test(itemClass) ? { ...kind, category: 'Calendar' } : kind
}

/** Whether a document of the older kinds is encrypted: also with the password that opens without being asked for. */
const encryption: Partial<Record<KindName, (root: Root) => boolean>> = {
  // [MS-DOC] 2.5.2: FibBase.fEncrypted; a document that is only obfuscated counts too.
  doc: (root) => ((root.head('worddocument')[11] ?? 0) & 1) === 1,
  // [MS-XLS] 2.4.117: FilePass stands behind the first record, or behind WriteProtect after it.
  xls: (root) => {
    const head = root.head(root.names.has('workbook') ? 'workbook' : 'book')
    let at = 0
    for (let i = 0; i < 3 && at + 4 <= head.length; i++) {
      if (head.readUInt16LE(at) === 0x2f) return true
      at += 4 + head.readUInt16LE(at + 2)
    }
    return false
  },
  // [MS-PPT] 2.3.2: CurrentUserAtom.headerToken of an encrypted document.
  ppt: (root) => {
    const head = root.head('current user')
    return head.length >= 16 && head.readUInt32LE(12) === 0xf3d1c4df
  },
  // [HWP 5.0] 3.2.1: bit 1 of the properties in FileHeader.
  hwp: (root) => ((root.head('fileheader')[36] ?? 0) & 2) === 2,
}
