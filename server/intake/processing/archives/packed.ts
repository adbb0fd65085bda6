/** One file, packed: gz, bz2, xz, lzma, lz4, zstd, Z, and what is packed in a signature or a time stamp. */
import { rm } from 'node:fs/promises'
import { Budget, LimitPassed } from '../budget.ts'
import type { Content } from '../content.ts'
import { counted } from '../counted.ts'
import type { Kind } from '../identify/identify.ts'
import { isMimeEntity } from '../identify/mail-shape.ts'
import { isLarge, type Taken, take } from '../large.ts'
import { DamagedEntry, isSystemFault } from './archive.ts'
import { BytesBehind } from './behind.ts'
import { isCms, streamOfCms, wholeContentOfCms } from './cms.ts'
import { unpackGzip } from './gzip.ts'
import { unpackLz4 } from './lz4.ts'
import { sevenZipUnpacked } from './seven-zip-entries.ts'
import type { Unpacking } from './unpacker.ts'

/** Names of packings at the end of a file's name, or of its first piece's, and what stands there without them. */
const endings: readonly (readonly [RegExp, string])[] = [
  [/\.(gz|bz2|xz|lzma|lz4|zst|z|tsd|p7m|p7s|p7z)(\.\d{3,5}|\.?aa)?$/i, ''],
  [/\.(tgz|taz|tbz2?|txz|tlz|tzst)(\.\d{3,5}|\.?aa)?$/i, '.tar'],
]

/** The name of what is packed, by the name of the packed file and by how its content begins. */
export function unpackedName(name: string, kind: Kind, head: Buffer): string {
  const bare = withoutEnding(name)
  // Mail is signed without its own header, and has no name either: it is a message all the same.
  return isCms(kind) && isMimeEntity(head) && !/\.eml$/i.test(bare) ? `${bare}.eml` : bare
}

const withoutEnding = (name: string): string =>
  endings.reduce(
    (short, [ending, instead]) => (short === name ? short.replace(ending, instead) : short),
    name,
  )

/** Types that 7-Zip calls by names of its own. */
const bySevenZip: ReadonlyMap<string, string> = new Map([
  ['application/x-bzip2', 'bzip2'],
  ['application/x-xz', 'xz'],
  ['application/x-lzma', 'lzma'],
  ['application/x-compress', 'Z'],
  // The platform's own unpacker ends with the first of several frames.
  ['application/zstd', 'zstd'],
])

export type Packed =
  /** What is packed; throws while it is read, where it is damaged or cut. At its end it is known what stands `behind` it. */
  | { readonly inside: AsyncIterable<Buffer>; readonly behind: () => BytesBehind | null }
  /** Nothing is: a signature may stand alone, or `fault` is what is wrong with it. The file itself has been read. */
  | { readonly inside: null; readonly own: Taken; readonly fault: DamagedEntry | null }

/** Unpacks a content of the type that was found. */
export async function unpack(content: Content, kind: Kind, unpacking: Unpacking): Promise<Packed> {
  const { mimeType } = kind
  const type = bySevenZip.get(mimeType)
  if (type !== undefined) return packed(throughSpool(content, type, unpacking))
  if (mimeType === 'application/x-lz4') return packed(unpackLz4(content.stream()))
  if (!isCms(kind)) return packed(unpackGzip(content.stream()))
  const { limits, spool, onBusy } = unpacking
  const own = await take(content.stream(), limits.itemBytes, spool.folder, onBusy)
  if (isLarge(own)) return { inside: null, own, fault: null }
  try {
    const found = wholeContentOfCms(own)
    return found === null ? { inside: null, own, fault: null } : packed(streamOfCms(found))
  } catch (error) {
    if (error instanceof DamagedEntry) return { inside: null, own, fault: error }
    throw error
  }
}

/** Whoever reads what is packed comes to its end, whatever stands behind. */
function packed(chunks: AsyncIterable<Buffer>): Packed {
  let behind: BytesBehind | null = null
  async function* inside(): AsyncGenerator<Buffer> {
    try {
      yield* chunks
    } catch (error) {
      if (!(error instanceof BytesBehind)) throw error
      behind = error
    }
  }
  return { inside: inside(), behind: () => behind }
}

/** What stands behind what is packed, where that was given out by an earlier walk, which told what else is wrong. */
export async function foundBehind(
  content: Content,
  kind: Kind,
  unpacking: Unpacking,
): Promise<BytesBehind | null> {
  if (isCms(kind)) return null
  const again = await unpack(content, kind, unpacking)
  if (again.inside === null) return null
  try {
    for await (const _ of counted(again.inside, new Budget(unpacking.limits, content.size, null)))
      unpacking.onBusy()
  } catch (error) {
    if (isSystemFault(error)) throw error
  }
  return again.behind()
}

async function* throughSpool(content: Content, type: string, unpacking: Unpacking): AsyncGenerator<Buffer> {
  const { spool } = unpacking
  const file = await content.file(spool)
  if (file === null) throw new LimitPassed('tooLarge', 'The packed file is too large to be opened.')
  try {
    yield* sevenZipUnpacked(file, type, unpacking)
  } finally {
    if (!content.ownFile) await rm(file, { force: true })
  }
}
