/**
 * How values are kept at rest. Encoding happens before a transaction opens: waiting for anything but IndexedDB inside
 * one ends it in some browsers. Seq and the stream's key stand outside of what is encoded.
 */
import type { Envelope } from '../envelope.ts'
import type { Unplaced } from './log.ts'
import { packEnvelopes, unpackEnvelopes } from './packing.ts'

/** `context`: which row of its log it is. What was encoded for one row is not read as another. */
export interface Codec {
  encodeEnvelope(envelope: Unplaced, context: string): Promise<unknown>
  decodeEnvelope(stored: unknown, context: string, seq: number): Promise<Envelope>
  encodeSegment(envelopes: readonly Envelope[], context: string): Promise<unknown>
  decodeSegment(stored: unknown, context: string): Promise<Envelope[]>
  encodeState(state: unknown, context: string): Promise<unknown>
  decodeState(stored: unknown, context: string): Promise<unknown>
  /** What a stream is indexed by. */
  streamKey(stream: string): Promise<string>
  /** Names the key; empty where nothing is hidden. A log that was written with another key is nobody's any more. */
  readonly keyId: string
}

/** What is stored is not what was written there: damaged, taken from elsewhere, or of a key that is gone. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
  constructor() {
    super('A stored value cannot be read')
  }
}

/** Nothing is hidden: values are kept as they are, sealed segments as packed text. For tests, and for no database. */
export const plainCodec: Codec = {
  encodeEnvelope: async (envelope) => envelope,
  decodeEnvelope: async (stored, _context, seq) => ({ ...(stored as Unplaced), seq }),
  encodeSegment: async (envelopes) => packEnvelopes(envelopes),
  decodeSegment: async (stored) => unpackEnvelopes(stored as string),
  encodeState: async (state) => state,
  decodeState: async (stored) => stored,
  streamKey: async (stream) => stream,
  keyId: '',
}
