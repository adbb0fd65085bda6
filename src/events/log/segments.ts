/** Rows at rest: the tail an envelope a row, older ones sealed 500 a row, and both read as one. */
import type { Envelope } from '../envelope.ts'
import type { Codec } from './codec.ts'
import type { LogDatabase } from './indexeddb.ts'
import type { ReadOptions } from './log.ts'

export interface TailRow {
  readonly seq: number
  readonly stream: string
  readonly body: unknown
}

export interface SegmentRow {
  /** The first and the last seq it stands for, whether or not they are still in it. */
  readonly from: number
  readonly to: number
  readonly streams: readonly string[]
  readonly body: unknown
}

const segmentSize = 500

export async function readRows(db: LogDatabase, codec: Codec, query: ReadOptions): Promise<Envelope[]> {
  return query.stream === undefined
    ? readInOrder(db, codec, query)
    : readStream(db, codec, query, await codec.streamKey(query.stream))
}

async function readInOrder(
  db: LogDatabase,
  codec: Codec,
  { after, limit }: ReadOptions,
): Promise<Envelope[]> {
  const found: Envelope[] = []
  let position = after
  while (found.length < limit) {
    const wanted = Math.ceil((limit - found.length) / segmentSize)
    const tx = db.transaction(['segments', 'tail'])
    const beyond = IDBKeyRange.lowerBound(position, true)
    const segments = await tx.objectStore('segments').getAll(beyond, wanted)
    const last = segments.length < wanted
    const tail = last ? await tx.objectStore('tail').getAll(beyond, limit - found.length) : []
    const unsealed = await Promise.all(tail.map(({ body, seq }) => codec.decodeEnvelope(body, seq)))
    for (const segment of segments) {
      for (const envelope of await codec.decodeSegment(segment.body)) {
        if (envelope.seq > position) found.push(envelope)
      }
      position = segment.to
    }
    found.push(...unsealed)
    if (last) break
  }
  return found.length > limit ? found.slice(0, limit) : found
}

async function readStream(
  db: LogDatabase,
  codec: Codec,
  { after, limit, stream }: ReadOptions,
  key: string,
): Promise<Envelope[]> {
  const tx = db.transaction(['segments', 'tail'])
  const segments = await tx.objectStore('segments').index('streams').getAll(IDBKeyRange.only(key))
  const tail = await tx
    .objectStore('tail')
    .index('stream')
    .getAll(IDBKeyRange.bound([key, after + 1], [key, Number.MAX_SAFE_INTEGER]), limit)
  const sealed = await Promise.all(
    segments
      .filter(({ to }) => to > after)
      .sort((a, b) => a.to - b.to)
      .map(({ body }) => codec.decodeSegment(body)),
  )
  const unsealed = await Promise.all(tail.map(({ body, seq }) => codec.decodeEnvelope(body, seq)))
  return [...sealed.flat(), ...unsealed]
    .filter((envelope) => envelope.seq > after && envelope.stream === stream)
    .slice(0, limit)
}

/** Seals full segments, and leaves the newest 500 in the tail, where conflicts are looked for. */
export async function sealRows(db: LogDatabase, codec: Codec): Promise<void> {
  for (;;) {
    const head = numberOf(await db.get('meta', 'head'))
    const sealed = numberOf(await db.get('meta', 'sealed'))
    if (head - sealed < 2 * segmentSize) return
    const range = IDBKeyRange.bound(sealed + 1, sealed + segmentSize)
    const rows = await db.getAll('tail', range)
    const envelopes = await Promise.all(rows.map(({ body, seq }) => codec.decodeEnvelope(body, seq)))
    const body = await codec.encodeSegment(envelopes)
    const streams = [...new Set(rows.map(({ stream }) => stream))]
    const tx = db.transaction(['tail', 'segments', 'meta'], 'readwrite', { durability: 'relaxed' })
    // Another tab may have sealed the same rows meanwhile.
    if (numberOf(await tx.objectStore('meta').get('sealed')) === sealed) {
      const segment = { from: sealed + 1, to: sealed + segmentSize, streams, body }
      await tx.objectStore('segments').put(segment)
      await tx.objectStore('tail').delete(range)
      await tx.objectStore('meta').put(sealed + segmentSize, 'sealed')
    }
    await tx.done
  }
}

/** Drops session events from sealed segments that lie wholly at or before `upTo`. */
export async function packTail(db: LogDatabase, codec: Codec, upTo: number): Promise<number> {
  let dropped = 0
  for (;;) {
    const compacted = numberOf(await db.get('meta', 'compacted'))
    const [segment] = await db.getAll('segments', IDBKeyRange.lowerBound(compacted, true), 1)
    if (!segment || segment.to > upTo) return dropped
    const envelopes = await codec.decodeSegment(segment.body)
    const kept = envelopes.filter(({ retention }) => retention === 'audit')
    const body = await codec.encodeSegment(kept)
    const streams = [...new Set(await Promise.all(kept.map(({ stream }) => codec.streamKey(stream))))]
    const tx = db.transaction(['segments', 'meta'], 'readwrite', { durability: 'relaxed' })
    if (numberOf(await tx.objectStore('meta').get('compacted')) === compacted) {
      await tx.objectStore('segments').put({ ...segment, streams, body })
      await tx.objectStore('meta').put(segment.to, 'compacted')
      dropped += envelopes.length - kept.length
    }
    await tx.done
  }
}

const numberOf = (stored: unknown): number => (typeof stored === 'number' ? stored : 0)
