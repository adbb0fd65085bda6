/** Entries of a tar while it streams by. Links and devices are named and not followed. */
import { type ArchiveEntry, DamagedEntry, linkRefused } from './archive.ts'
import { ByteReader, Part } from './byte-reader.ts'
import { entryDate } from './entry-date.ts'
import { namesAsTheyCome } from './entry-names.ts'
import {
  blockBytes,
  forAll,
  longName,
  paxRecords,
  type Records,
  readHeader,
  type TarHeader,
  withRecords,
} from './tar-header.ts'

/** Bytes of what says more of an entry. */
const maxRecords = 1024 * 1024

/** Entries that say more of the next one, or of all that follow. */
const records = {
  pax: 'x',
  oldPax: 'X',
  common: 'g',
  longName: 'L',
  oldLongName: 'N',
  longTarget: 'K',
} as const
const recordTypes: ReadonlySet<string> = new Set(Object.values(records))

const types = {
  file: '0',
  hardLink: '1',
  link: '2',
  folder: '5',
  contiguous: '7',
  dumpedFolder: 'D',
} as const
const files: ReadonlySet<string> = new Set([types.file, types.contiguous])
const links: ReadonlySet<string> = new Set([types.hardLink, types.link])
const others: ReadonlyMap<string, string> = new Map([
  ['3', 'CharacterDevice'],
  ['4', 'BlockDevice'],
  ['6', 'FIFO'],
  ['I', 'Inode'],
  ['M', 'ContinuationFile'],
  ['S', 'SparseFile'],
  ['V', 'TapeVolumeHeader'],
])

const none: Records = new Map()

/**
 * All files of the tar in order. A name that is not UTF-8 is decoded in the charset that it and those before it are likeliest
 * of. What stands behind damage is found again; at the end it throws where the archive is damaged or cut.
 */
export async function* tarEntries(chunks: AsyncIterable<Buffer>): AsyncGenerator<ArchiveEntry> {
  const reader = new ByteReader(chunks)
  const decode = namesAsTheyCome()
  let fault: string | null = null
  let common = none
  let own = none
  let number = 0
  try {
    for await (const { header, isBehindEnd } of headersOf(reader)) {
      if (header === null)
        fault ??= isBehindEnd
          ? 'what stands behind its end cannot be read.'
          : 'one of its headers cannot be read.'
      else if (recordTypes.has(header.type)) {
        const found = await recordsOf(reader, header)
        if (found === null) fault ??= 'what it says of one of its entries cannot be read.'
        else if (header.type === records.common) common = new Map([...common, ...found])
        else own = new Map([...own, ...found])
      } else {
        const { name: raw, type, size, modifiedAt } = withRecords(header, new Map([...common, ...own]))
        own = none
        const name = decode(raw).replace(/^\.\//, '')
        // Some programs write the size of the folder itself, which has no content here.
        const content = new Part(reader, type === types.folder ? 0 : size)
        const padding = (blockBytes - (content.left % blockBytes)) % blockBytes
        const isFolder =
          type === types.folder || type === types.dumpedFolder || (name.endsWith('/') && content.left === 0)
        if (!isFolder)
          yield {
            number,
            name,
            size,
            packedSize: null,
            modifiedAt: modifiedAt === null ? null : entryDate(new Date(modifiedAt)),
            refused: refusedFor(type),
            open: () => Promise.resolve(whole(content)),
          }
        number++
        await content.pass()
        if (content.left > 0) throw new Error('it ends in the middle of an entry.')
        await reader.pass(padding)
      }
    }
    if (fault !== null) throw new Error(fault)
  } finally {
    await reader.stop()
  }
}

/**
 * One after the other; null for what is none. Two empty blocks are the end of a tar, and behind them another may stand: two
 * that were joined are one file.
 */
async function* headersOf(
  reader: ByteReader,
): AsyncGenerator<{ readonly header: TarHeader | null; readonly isBehindEnd: boolean }> {
  let empty = 0
  let isBehindEnd = false
  while (await reader.has(blockBytes)) {
    const block = await reader.take(blockBytes)
    empty = block.equals(emptyBlock) ? empty + 1 : 0
    isBehindEnd ||= empty === 2
    if (empty === 0) yield { header: readHeader(block), isBehindEnd }
  }
  const rest = await reader.some(blockBytes)
  if (!rest.equals(emptyBlock.subarray(0, rest.length))) throw new Error('it ends in the middle of a header.')
}

const emptyBlock = Buffer.alloc(blockBytes)

/** What such an entry says; null where that is damaged or too much. */
async function recordsOf(reader: ByteReader, { type, size }: TarHeader): Promise<Records | null> {
  const stored = Math.ceil(size / blockBytes) * blockBytes
  if (size > maxRecords) {
    await reader.pass(stored)
    return null
  }
  const bytes = (await reader.take(stored)).subarray(0, size)
  if (type === records.longTarget) return none
  if (type === records.longName || type === records.oldLongName) return longName(bytes)
  const found = paxRecords(bytes)
  return found === null || type !== records.common ? found : forAll(found)
}

function refusedFor(type: string): ArchiveEntry['refused'] {
  if (files.has(type)) return null
  if (links.has(type)) return linkRefused
  return {
    code: 'unsupportedType',
    reason: `It is a ${others.get(type) ?? 'thing of an unknown kind'}, not a file.`,
  }
}

async function* whole(content: Part): AsyncGenerator<Buffer> {
  yield* content.bytes()
  if (content.left > 0) throw new DamagedEntry('The archive ends in the middle of it.')
}
