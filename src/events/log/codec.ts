/**
 * How values are kept at rest. Encoding happens before a transaction opens: waiting for anything but IndexedDB inside
 * one ends it in some browsers. Seq and the stream's key stand outside of what is encoded.
 */
import type { Envelope } from '../envelope.ts'
import type { Unplaced } from './log.ts'
import { packEnvelopes, unpackEnvelopes } from './packing.ts'

export interface Codec {
  encodeEnvelope(envelope: Unplaced): Promise<unknown>
  decodeEnvelope(stored: unknown, seq: number): Promise<Envelope>
  encodeSegment(envelopes: readonly Envelope[]): Promise<unknown>
  decodeSegment(stored: unknown): Promise<Envelope[]>
  encodeState(state: unknown): Promise<unknown>
  decodeState(stored: unknown): Promise<unknown>
  /** What a stream is indexed by. */
  streamKey(stream: string): Promise<string>
}

/** Nothing is hidden: values are kept as they are, sealed segments as packed text. */
export const plainCodec: Codec = {
  encodeEnvelope: async (envelope) => envelope,
  decodeEnvelope: async (stored, seq) => ({ ...(stored as Unplaced), seq }),
  encodeSegment: async (envelopes) => packEnvelopes(envelopes),
  decodeSegment: async (stored) => unpackEnvelopes(stored as string),
  encodeState: async (state) => state,
  decodeState: async (stored) => stored,
  streamKey: async (stream) => stream,
}
