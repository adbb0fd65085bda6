/** Records in records, as PowerPoint and its drawings are written ([MS-PPT] 2.3.1, [MS-ODRAW] 2.2.1). */

export interface PptRecord {
  readonly type: number
  /** Which of several of its kind it is. */
  readonly instance: number
  /** What it holds: other records, where it is a container. */
  readonly isContainer: boolean
  readonly body: Buffer
  /** Where it begins in what was read. */
  readonly at: number
}

const headerBytes = 8

/** The record at a position; null where there is none. One that is cut has what there is of it. */
export function recordAt(bytes: Buffer, at: number): PptRecord | null {
  if (at < 0 || at + headerBytes > bytes.length) return null
  const first = bytes.readUInt16LE(at)
  const size = bytes.readUInt32LE(at + 4)
  return {
    type: bytes.readUInt16LE(at + 2),
    instance: first >>> 4,
    isContainer: (first & 0xf) === 0xf,
    body: bytes.subarray(at + headerBytes, at + headerBytes + size),
    at,
  }
}

/** Records that stand one behind the other. */
export function* recordsIn(bytes: Buffer): Generator<PptRecord> {
  let at = 0
  for (let record = recordAt(bytes, at); record !== null; record = recordAt(bytes, at)) {
    yield record
    at += headerBytes + record.body.length
  }
}

/** Deeper ones there are none that a program wrote. */
const maxDepth = 60

/** Data of newer programs: records, although it does not say so ([MS-PPT] 2.23.2). */
const binaryTag = 0x138b

/** All records inside, containers before what they hold; what `enter` refuses is not entered. */
export function* recordsWithin(
  bytes: Buffer,
  enter: (record: PptRecord) => boolean = () => true,
  depth = 0,
): Generator<PptRecord> {
  for (const record of recordsIn(bytes)) {
    yield record
    const holds = record.isContainer || record.type === binaryTag
    if (holds && depth < maxDepth && enter(record)) yield* recordsWithin(record.body, enter, depth + 1)
  }
}
