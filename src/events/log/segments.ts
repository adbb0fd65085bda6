/** Rows at rest: the tail an envelope a row, older ones sealed 500 a row, and both read as one. */
import { type Envelope, notUndoable } from '../envelope.ts'
import { type Codec, Unreadable } from './codec.ts'
import { segmentContext, tailContext } from './contexts.ts'
import type { LogDatabase } from './database.ts'
import { type ReadOptions, unreadableType } from './log.ts'

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

const decodeTail = (codec: Codec, { seq, stream, body }: TailRow): Promise<Envelope> =>
  codec.decodeEnvelope(body, tailContext(stream), seq).catch((fault: unknown) => unreadableAt(seq, fault))

const decodeSegment = (codec: Codec, segment: SegmentRow): Promise<Envelope[]> =>
  codec
    .decodeSegment(segment.body, segmentContext(segment))
    .catch((fault: unknown) => [unreadableAt(segment.to, fault)])

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
    const unsealed = await Promise.all(tail.map((row) => decodeTail(codec, row)))
    // All at once: what is waited for in each is another thread.
    const sealed = await Promise.all(segments.map((segment) => decodeSegment(codec, segment)))
    for (const envelopes of sealed) {
      for (const envelope of envelopes) if (envelope.seq > position) found.push(envelope)
    }
    position = segments.at(-1)?.to ?? position
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
      .map((segment) => decodeSegment(codec, segment)),
  )
  const unsealed = await Promise.all(tail.map((row) => decodeTail(codec, row)))
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
    const envelopes = await Promise.all(rows.map((row) => decodeTail(codec, row)))
    const place = { from: sealed + 1, to: sealed + segmentSize }
    const body = await codec.encodeSegment(envelopes, segmentContext(place))
    const streams = [...new Set(rows.map(({ stream }) => stream))]
    const tx = db.transaction(['tail', 'segments', 'meta'], 'readwrite', { durability: 'relaxed' })
    // Another tab may have sealed the same rows meanwhile.
    if (numberOf(await tx.objectStore('meta').get('sealed')) === sealed) {
      await tx.objectStore('segments').put({ ...place, streams, body })
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
    const packed = await withoutSession(codec, segment)
    const tx = db.transaction(['segments', 'meta'], 'readwrite', { durability: 'relaxed' })
    if (numberOf(await tx.objectStore('meta').get('compacted')) === compacted) {
      if (packed) await tx.objectStore('segments').put(packed.segment)
      await tx.objectStore('meta').put(segment.to, 'compacted')
      dropped += packed?.dropped ?? 0
    }
    await tx.done
  }
}

/** Null: it cannot be read, and stays as it is. */
async function withoutSession(
  codec: Codec,
  segment: SegmentRow,
): Promise<{ readonly segment: SegmentRow; readonly dropped: number } | null> {
  try {
    const envelopes = await codec.decodeSegment(segment.body, segmentContext(segment))
    const kept = envelopes.filter(({ retention }) => retention === 'audit')
    const body = await codec.encodeSegment(kept, segmentContext(segment))
    const streams = [...new Set(await Promise.all(kept.map(({ stream }) => codec.streamKey(stream))))]
    return { segment: { ...segment, streams, body }, dropped: envelopes.length - kept.length }
  } catch (fault) {
    if (fault instanceof Unreadable) return null
    throw fault
  }
}

const numberOf = (stored: unknown): number => (typeof stored === 'number' ? stored : 0)

/** Stands in the place of what cannot be read; whatever else went wrong is thrown on. */
function unreadableAt(seq: number, fault: unknown): Envelope {
  if (!(fault instanceof Unreadable)) throw fault
  return {
    id: `unreadable-${seq}`,
    seq,
    type: unreadableType,
    version: 1,
    payload: null,
    stream: `unreadable:${seq}`,
    log: 'device',
    retention: 'audit',
    actor: { userId: null, role: '' },
    clientId: '',
    tabId: '',
    projectId: null,
    at: new Date(0).toISOString(),
    commandId: `unreadable-${seq}`,
    commandType: unreadableType,
    correlationId: `unreadable-${seq}`,
    causationId: null,
    undo: notUndoable,
    label: 'An entry that cannot be read',
  }
}
