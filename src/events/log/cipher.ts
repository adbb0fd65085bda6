/** How a log is kept under its account's keys. */
import type { Envelope } from '../envelope.ts'
import type { Codec } from './codec.ts'
import type { AccountKeys } from './keys.ts'
import type { Unplaced } from './log.ts'
import { packEnvelopes, unpackEnvelopes } from './packing.ts'

/** So many streams' keys are remembered: one is asked for at every append. */
const streamsKept = 20_000

export function cipherCodec(keys: Pick<AccountKeys, 'id' | 'seal' | 'open' | 'mac'>, logName: string): Codec {
  const streams = new Map<string, Promise<string>>()
  // The name goes into what is authenticated: a row of one log is no row of another.
  const seal = (text: string, context: string) => keys.seal(encoder.encode(text), `${logName} ${context}`)
  const open = async (stored: unknown, context: string): Promise<string> =>
    decoder.decode(await keys.open(stored, `${logName} ${context}`))
  return {
    keyId: keys.id,
    encodeEnvelope: (envelope, context) => seal(JSON.stringify(envelope), context),
    decodeEnvelope: async (stored, context, seq): Promise<Envelope> => {
      const envelope: Unplaced = JSON.parse(await open(stored, context))
      return { ...envelope, seq }
    },
    encodeSegment: (envelopes, context) => seal(packEnvelopes(envelopes), context),
    decodeSegment: async (stored, context) => unpackEnvelopes(await open(stored, context)),
    encodeState: (state, context) => seal(writeState(state), context),
    decodeState: async (stored, context) => readState(await open(stored, context)),
    streamKey: (stream) => {
      const known = streams.get(stream)
      if (known !== undefined) return known
      if (streams.size >= streamsKept) streams.clear()
      const key = keys.mac(`${logName} ${stream}`)
      streams.set(stream, key)
      return key
    },
  }
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** States hold maps and sets, which JSON does not have. No key of a state begins like this. */
const mark = '\u0001'
/** Longer texts stand behind the rest as they are: JSON would look at each of their letters, twice. */
const longest = 200

/** Half a character cannot be written as bytes: JSON has a way to say it. */
const isLong = (value: unknown): value is string =>
  typeof value === 'string' && value.length > longest && value.isWellFormed()

/** A line of JSON, with the lengths of the texts that follow it. */
function writeState(state: unknown): string {
  const texts = new Map<string, number>()
  /** Many buckets go on after one text: it stands there once. */
  const placeOf = (text: string): number => {
    const at = texts.get(text) ?? texts.size
    texts.set(text, at)
    return at
  }
  const json = JSON.stringify(state, (_key, value: unknown) => {
    if (isLong(value)) return { [mark]: 'text', at: placeOf(value) }
    if (value instanceof Map) return { [mark]: 'map', of: [...value] }
    if (value instanceof Set) return { [mark]: 'set', of: [...value] }
    return value === undefined ? { [mark]: 'nothing' } : value
  })
  const standing = [...texts.keys()]
  const lengths = JSON.stringify(standing.map(({ length }) => length))
  return `${lengths}\n${json}\n${standing.join('')}`
}

function readState(stored: string): unknown {
  const first = stored.indexOf('\n')
  const second = stored.indexOf('\n', first + 1)
  const lengths: readonly number[] = JSON.parse(stored.slice(0, first))
  let at = second + 1
  const texts = lengths.map((length) => {
    at += length
    return stored.slice(at - length, at)
  })
  return unmarked(JSON.parse(stored.slice(first + 1, second)), texts)
}

/** In place: what JSON has read is nobody else's yet, and most of it stays as it is. */
function unmarked(value: unknown, texts: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null) return value
  const kind: unknown = Reflect.get(value, mark)
  if (kind === undefined) {
    // Lists and records alike: the members of either have names, all of them its own.
    const members = value as Record<string, unknown>
    for (const key in members) {
      const held = members[key]
      if (typeof held === 'object' && held !== null) members[key] = unmarked(held, texts)
    }
    return value
  }
  const marked = value as { readonly of?: readonly unknown[]; readonly at?: number }
  if (kind === 'nothing') return undefined
  if (kind === 'text') return texts[marked.at ?? -1]
  const members = unmarked(marked.of ?? [], texts) as readonly unknown[]
  if (kind === 'set') return new Set(members)
  if (kind === 'map') return new Map(members as [unknown, unknown][])
  throw new Error(`A state holds what nobody wrote: ${String(kind)}`)
}
