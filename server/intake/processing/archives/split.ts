/** Archives that were split into parts, and how the parts that are there make one archive. */
import { type FileHandle, open } from 'node:fs/promises'
import { headBytes, identify } from '../identify/identify.ts'
import { storableUpTo } from '../text.ts'
import { rarVolume } from './rar-volume.ts'
import { isNamedArchive, lastOfZip, nameOfPart, type SplitKind } from './split-names.ts'
import { endOfZip, maxEndBytes } from './zip-records.ts'

/** Files that belong together by their names. */
export interface SplitSet {
  readonly kind: SplitKind
  /** What the archive would be called. */
  readonly whole: string
  /** By their numbers. */
  readonly parts: readonly SplitPart[]
}
export interface SplitPart {
  readonly number: number
  readonly name: string
  /** Where its bytes are. */
  readonly file: string
  readonly size: number
}

/** How the bytes of an archive lie in its parts. */
export type Layout =
  /** One behind the other, each at its place: between them one may be missing. */
  | {
      readonly as: 'pieces'
      readonly pieces: readonly { readonly start: number; readonly part: SplitPart }[]
    }
  /** Of a split zip: places in it are told by the number of a part, from 0, and the place in that. */
  | { readonly as: 'zip'; readonly disks: readonly (SplitPart | null)[] }
  /** Each with a header of its own; `named` as the program looks for them. */
  | { readonly as: 'volumes'; readonly parts: readonly SplitPart[]; readonly named: 'old' | 'new' }

/** What the bytes say of files that belong together by their names. */
export interface Split {
  /** Numbers of those that are parts of it; the others are files like any. */
  readonly numbers: ReadonlySet<number>
  /** Where the archive stands: its first part, or the last one of a split zip; where that is missing, the first that is there. */
  readonly lead: SplitPart
  /** What the part is called in whose place that one stands, where it is missing; what is read all the same is found there again. */
  readonly standsFor: string | null
  readonly layout: Layout
  /** Which parts are missing, as a sentence; null where none is known to be. */
  readonly missing: string | null
  /** The same of what would come behind the last one, where reading shows that it is wanted. */
  readonly wanted: string
}

/** Null where they are no parts of an archive. Between its pieces may be missing what `maxBytes` allow. */
export async function splitOf(set: SplitSet, maxBytes: number): Promise<Split | null> {
  if (set.kind === 'zip') return await splitZip(set)
  if (set.kind === 'rar' || set.kind === 'oldRar') return await volumes(set)
  return await pieces(set, maxBytes)
}

const numbersOf = (parts: readonly SplitPart[]): ReadonlySet<number> =>
  new Set(parts.map(({ number }) => number))

async function headOf(part: SplitPart): Promise<Buffer> {
  return await withFile(part, async (file) => await bytesAt(file, 0, Math.min(part.size, headBytes)))
}

async function withFile<T>(part: SplitPart, use: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(part.file)
  try {
    return await use(file)
  } finally {
    await file.close()
  }
}

async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, at)
  return bytes.subarray(0, bytesRead)
}

/** Ranges of numbers that are not there, of those from `first` to `last`. */
function gaps(parts: readonly SplitPart[], first: number, last: number): (readonly [number, number])[] {
  const found: [number, number][] = []
  let next = first
  for (const { number } of parts) {
    if (number > last) break
    if (number > next) found.push([next, number - 1])
    next = number + 1
  }
  if (next <= last) found.push([next, last])
  return found
}

const maxNamed = 20

/** What is missing, by its name. */
function missingText(
  { kind, whole, parts }: SplitSet,
  ranges: readonly (readonly [number, number])[],
  ending: string,
): string {
  const like = parts[0]?.name ?? ''
  const name = (number: number): string => `“${storableUpTo(nameOfPart(kind, whole, number, like), 200)}”`
  const named = ranges
    .slice(0, maxNamed)
    .map(([from, to]) => (from === to ? name(from) : `${name(from)} to ${name(to)}`))
  if (ranges.length > maxNamed) named.push('others')
  const many = ranges.length > 1 || ranges.some(([from, to]) => from < to)
  return `It is split, and of its parts ${named.join(', ')} ${many ? 'are' : 'is'} missing${ending}.`
}

const counted = (have: number, all: number): string => `: ${have} of ${all} are here`

/** Behind the last one, where only reading shows that something is wanted. */
const wantedBehind = (set: SplitSet, last: number): string =>
  missingText(set, [[last + 1, last + 1]], ', and perhaps others behind it')

/** Pieces of anything, cut wherever the length was reached. */
async function pieces(set: SplitSet, maxBytes: number): Promise<Split | null> {
  const [first] = set.parts
  if (first === undefined) return null
  const head = await headOf(first)
  if (first.number > 1) return await headless(set, first, head)
  const kind = identify(head, set.whole)
  if (!['zip', 'tar', 'archive', 'packed'].includes(kind.shape)) return null
  const gap = set.parts.findIndex(({ number }, i) => number !== first.number + i)
  const run = gap < 0 ? set.parts : set.parts.slice(0, gap)
  const others = set.parts.slice(run.length)
  const promised = kind.mimeType === 'application/x-7z-compressed' ? promisedBy(head) : null
  const isZip = kind.shape === 'zip'
  const size = sizeOf(run)
  const isWhole = async (parts: readonly SplitPart[]): Promise<boolean> =>
    promised !== null ? sizeOf(parts) === promised : isZip && (await endsZip(parts))
  if (await isWhole([first])) return null
  const second = run[1]
  // Each is an archive of its own, with a number: two of the same kind begin alike, and a piece begins with anything.
  if (!isZip && second !== undefined && identify(await headOf(second), set.whole).mimeType === kind.mimeType)
    return null
  const lastOfRun = run.at(-1)?.number ?? first.number
  const of = { lead: first, standsFor: null, wanted: wantedBehind(set, lastOfRun) }
  if (others.length === 0 || (await isWhole(run))) {
    const isCut = promised !== null ? size < promised : isZip && !(await endsZip(run))
    if (run.length === 1 && !isCut) return null
    return {
      ...of,
      numbers: numbersOf(run),
      layout: { as: 'pieces', pieces: placed(run, first) },
      missing: isCut ? of.wanted : null,
    }
  }
  // All but the last are of one length: what stands behind one that is missing has its place.
  const last = set.parts.at(-1)?.number ?? 0
  const all = placed(set.parts, first)
  const end = all.reduce((most, { start, part }) => Math.max(most, start + part.size), 0)
  return {
    ...of,
    numbers: numbersOf(set.parts),
    layout: { as: 'pieces', pieces: end <= maxBytes ? all : placed(run, first) },
    missing: missingText(
      set,
      gaps(set.parts, first.number, last),
      counted(set.parts.length, last - first.number + 1),
    ),
  }
}

/** Pieces whose first is missing: they can be anything, but for what they are called. */
async function headless(set: SplitSet, first: SplitPart, head: Buffer): Promise<Split | null> {
  if (!isNamedArchive(set.whole) || identify(head, '').category !== 'Unknown') return null
  const own: SplitPart[] = [first]
  for (const part of set.parts.slice(1))
    if (identify(await headOf(part), '').category === 'Unknown') own.push(part)
  const last = own.at(-1)?.number ?? first.number
  return {
    numbers: numbersOf(own),
    lead: first,
    standsFor: null,
    layout: { as: 'pieces', pieces: [] },
    missing: missingText(set, gaps(own, 1, last), counted(own.length, last)),
    wanted: wantedBehind(set, last),
  }
}

const sizeOf = (parts: readonly SplitPart[]): number => parts.reduce((sum, { size }) => sum + size, 0)

/** Those that follow one another from the first stand so; what comes behind one that is missing goes by the first one's length. */
function placed(parts: readonly SplitPart[], first: SplitPart) {
  let end = 0
  return parts.map((part, i) => {
    const before = part.number - first.number
    const start = before === i ? end : before * first.size
    end = start + part.size
    return { start, part }
  })
}

/** How long a 7z is, as its first 32 bytes say; null where they are not all there. */
function promisedBy(head: Buffer): number | null {
  if (head.length < 32) return null
  const size = 32n + head.readBigUInt64LE(12) + head.readBigUInt64LE(20)
  return size <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(size) : null
}

/** Whether a zip that is one file ends with these pieces, and its directory stands in them where it says. */
async function endsZip(parts: readonly SplitPart[]): Promise<boolean> {
  const size = sizeOf(parts)
  const tail = await tailOf(parts)
  const end = endOfZip(tail, size - tail.length)
  return end !== null && end.disk === 0 && end.directory + end.length <= end.at
}

/** The last bytes of all pieces together: as many as the record at the end of a zip may need. */
async function tailOf(parts: readonly SplitPart[]): Promise<Buffer> {
  let tail = Buffer.alloc(0)
  for (const part of parts.toReversed()) {
    const wanted = Math.min(part.size, maxEndBytes - tail.length)
    if (wanted <= 0) break
    const bytes = await withFile(part, async (file) => await bytesAt(file, part.size - wanted, wanted))
    tail = Buffer.concat([bytes, tail])
  }
  return tail
}

/** Parts of PKWARE's: the last one has the directory, and says how many there are. */
async function splitZip(set: SplitSet): Promise<Split | null> {
  const last = set.parts.find(({ number }) => number === lastOfZip)
  const before = set.parts.filter(({ number }) => number !== lastOfZip)
  if (last === undefined) return await zipWithoutEnd(set, before)
  const tail = await tailOf([last])
  const end = endOfZip(tail, last.size - tail.length)
  if (end === null) return null
  if (end.disk === 0) return await zipInPieces(set, before, last)
  const disks = Array.from({ length: Math.min(end.disk, lastOfZip) + 1 }, (_, disk) =>
    disk === end.disk ? last : (before.find(({ number }) => number === disk + 1) ?? null),
  )
  const own = disks.filter((part) => part !== null)
  const missing = gaps(before, 1, end.disk)
  return {
    numbers: numbersOf(own),
    lead: last,
    standsFor: null,
    layout: { as: 'zip', disks },
    missing: missing.length === 0 ? null : missingText(set, missing, counted(own.length, end.disk + 1)),
    wanted: wantedBehind(set, end.disk),
  }
}

/** Some programs cut a whole zip into pieces and call these like parts of a split one. */
async function zipInPieces(
  set: SplitSet,
  before: readonly SplitPart[],
  last: SplitPart,
): Promise<Split | null> {
  const all = [...before, last]
  if (await endsZip([last])) return null
  if (before.some(({ number }, i) => number !== i + 1) || !(await endsZip(all))) return null
  const wanted = wantedBehind(set, before.length)
  const layout = behindOneAnother(all)
  return { numbers: numbersOf(all), lead: last, standsFor: null, layout, missing: null, wanted }
}

function behindOneAnother(parts: readonly SplitPart[]): Layout {
  let end = 0
  const pieces = parts.map((part) => {
    const start = end
    end += part.size
    return { start, part }
  })
  return { as: 'pieces', pieces }
}

/** The parts before the last one: what is whole in the first of them is there by its own headers. */
async function zipWithoutEnd(set: SplitSet, before: readonly SplitPart[]): Promise<Split | null> {
  const own: SplitPart[] = []
  for (const part of before) {
    const { category, shape } = identify(await headOf(part), '')
    if (category === 'Unknown' || shape === 'zip') own.push(part)
  }
  const [lead] = own
  if (lead === undefined) return null
  const run = own.filter(({ number }, i) => number === i + 1)
  const highest = own.at(-1)?.number ?? 1
  const ranges = [...gaps(own, 1, highest), [lastOfZip, lastOfZip] as const]
  return {
    numbers: numbersOf(own),
    lead,
    standsFor: nameOfPart(set.kind, set.whole, lastOfZip, lead.name),
    layout: behindOneAnother(run),
    missing: missingText(set, ranges, ' (the last one, with the directory), and perhaps others before it'),
    wanted: wantedBehind(set, highest),
  }
}

/** Volumes of rar, each of which says that it is one. */
async function volumes(set: SplitSet): Promise<Split | null> {
  const own: { part: SplitPart; named: 'old' | 'new' }[] = []
  for (const part of set.parts) {
    const found = rarVolume(await headOf(part))
    if (found === null || (found.number !== null && found.number !== part.number)) continue
    own.push({ part, named: found.named })
  }
  const [lead] = own
  if (lead === undefined) return null
  const parts = own.map(({ part }) => part)
  const last = parts.at(-1)?.number ?? 1
  const missing = gaps(parts, 1, last)
  const end = missing.find(([from]) => from > lead.part.number)?.[0] ?? last + 1
  return {
    numbers: numbersOf(parts),
    lead: lead.part,
    standsFor: lead.part.number === 1 ? null : nameOfPart(set.kind, set.whole, 1, lead.part.name),
    layout: { as: 'volumes', parts: parts.filter(({ number }) => number < end), named: lead.named },
    missing: missing.length === 0 ? null : missingText(set, missing, counted(parts.length, last)),
    wanted: wantedBehind(set, last),
  }
}
