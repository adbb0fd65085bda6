/**
 * The store of a OneNote section ([MS-ONESTORE]): lists of nodes, in fragments, that refer to sets of properties, to files
 * and to other lists. All of them that can be reached are walked, each once: also those of earlier versions of pages.
 */

/** A place in the file. */
interface Chunk {
  readonly at: number
  readonly size: number
}

export interface StoredNode {
  readonly id: number
  /** What it refers to; null where it refers to nothing or to another list. */
  readonly data: Buffer | null
  /** Where that is. */
  readonly at: number
  /** What else it says. */
  readonly body: Buffer
}

const fileType = Buffer.from('e4525c7b8cd8a74daeb15378d02996d3', 'hex')
const fileFormat = Buffer.from('3fdd9a101b91f549a5d01791edc8aed8', 'hex')

/** A section as programs keep it; what is taken from a server or packed for transport is of other formats. */
export const isSection = (bytes: Buffer): boolean =>
  bytes.length >= 1024 && bytes.subarray(0, 16).equals(fileType) && bytes.subarray(48, 64).equals(fileFormat)

const fragmentStart = Buffer.from('c4f4f7f5b17a56a4', 'hex')
const fragmentHeader = 16
/** Where the next fragment is, and the mark of the end. */
const fragmentEnd = 20
const endOfList = 0xff
/** Nodes that are walked of one file: each is of four bytes at the least. */
const maxNodes = 5_000_000

/**
 * All nodes, list by list in the order in which lists are referred to. `broken` hears once of each fragment that is not where it
 * should be.
 */
export function* storedNodes(bytes: Buffer, broken: () => void): Generator<StoredNode> {
  const seen = new Set<number>()
  // Those of a list come before those of what follows it in the outer one.
  const open: Chunk[] = [longChunk(bytes, 172)]
  let nodes = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (isNone(next) || seen.has(next.at)) continue
    seen.add(next.at)
    const fragment = fragmentAt(bytes, next)
    if (fragment === null) {
      broken()
      continue
    }
    const inside: Chunk[] = []
    for (const node of nodesIn(fragment.subarray(fragmentHeader, -fragmentEnd))) {
      if (++nodes > maxNodes) return broken()
      if (node.list !== null) inside.push(node.list)
      const { id, data, body } = node
      yield { id, data: data === null ? null : within(bytes, data), at: data?.at ?? 0, body }
    }
    open.push(longChunk(fragment, fragment.length - fragmentEnd), ...inside.reverse())
  }
}

function fragmentAt(bytes: Buffer, chunk: Chunk): Buffer | null {
  const fragment = within(bytes, chunk)
  const whole = fragment.length === chunk.size && chunk.size >= fragmentHeader + fragmentEnd
  return whole && fragment.subarray(0, 8).equals(fragmentStart) ? fragment : null
}

interface RawNode {
  readonly id: number
  readonly data: Chunk | null
  readonly list: Chunk | null
  readonly body: Buffer
}

/** [MS-ONESTORE] 2.4.3. */
function* nodesIn(bytes: Buffer): Generator<RawNode> {
  let at = 0
  while (at + 4 <= bytes.length) {
    const header = bytes.readUInt32LE(at)
    const id = header & 0x3ff
    const size = (header >>> 10) & 0x1fff
    const kind = (header >>> 27) & 0xf
    if (id === 0 || id === endOfList || size < 4 || at + size > bytes.length) return
    const rest = bytes.subarray(at + 4, at + size)
    const reference =
      kind === 1 || kind === 2 ? referenceIn(rest, (header >>> 23) & 3, (header >>> 25) & 3) : null
    yield {
      id,
      data: kind === 1 ? (reference?.chunk ?? null) : null,
      list: kind === 2 ? (reference?.chunk ?? null) : null,
      body: rest.subarray(reference?.length ?? 0),
    }
    at += size
  }
}

/** Places and sizes are of 2, 4 or 8 bytes, the short ones in units of eight bytes ([MS-ONESTORE] 2.2.4.2). */
function referenceIn(
  bytes: Buffer,
  placeFormat: number,
  sizeFormat: number,
): { readonly chunk: Chunk; readonly length: number } | null {
  const placeBytes = [8, 4, 2, 4][placeFormat] ?? 8
  const sizeBytes = [4, 8, 1, 2][sizeFormat] ?? 4
  if (placeBytes + sizeBytes > bytes.length) return null
  const place = bytes.readUIntLE(0, Math.min(6, placeBytes)) * (placeFormat >= 2 ? 8 : 1)
  const size = bytes.readUIntLE(placeBytes, Math.min(6, sizeBytes)) * (sizeFormat >= 2 ? 8 : 1)
  const none = bytes.subarray(0, placeBytes).every((byte) => byte === 0xff)
  return { chunk: none ? { at: 0, size: 0 } : { at: place, size }, length: placeBytes + sizeBytes }
}

/** A place of eight bytes and a size of four. */
function longChunk(bytes: Buffer, at: number): Chunk {
  const none = bytes.readUInt32LE(at) === 0xffffffff && bytes.readUInt32LE(at + 4) === 0xffffffff
  return none ? { at: 0, size: 0 } : { at: bytes.readUIntLE(at, 6), size: bytes.readUInt32LE(at + 8) }
}

const isNone = ({ at, size }: Chunk): boolean => at === 0 && size === 0

const within = (bytes: Buffer, { at, size }: Chunk): Buffer => bytes.subarray(at, at + size)
