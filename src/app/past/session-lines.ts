/**
 * A session as a file: NDJSON, one fact a line. The first line says what it is, the last that it is whole. Each line
 * carries a sum over itself and the line before it, so that a file that was cut or altered is found, and where. The sums
 * tell of accidents and of careless hands; a signature they are not.
 */
import * as z from 'zod/mini'
import { createSha256 } from '../../effects/sha256.ts'
import type { Envelope, LogKind } from '../../events/envelope.ts'
import type { Snapshot } from '../../events/log/log.ts'

export const format = 1

const kind = z.enum(['device', 'account', 'project'])
const seq = z.int().check(z.nonnegative())

export const header = z.strictObject({
  affiant: z.literal('session'),
  format: z.int(),
  /** The program's version. */
  program: z.string(),
  /** The server that its content is on. */
  origin: z.string(),
  by: z.string(),
  exportedAt: z.string(),
  /** Ms that the computer's clock was ahead of the server's. */
  clockAhead: z.nullable(z.number()),
  /** `all`, or what was left out. */
  part: z.string(),
  logs: z.array(z.strictObject({ log: kind, from: seq, to: seq, count: seq })),
  /** The version of each event type that the program knew. */
  versions: z.record(z.string(), z.int()),
})
export type Header = z.infer<typeof header>

const undo = z.strictObject({
  kind: z.enum(['do', 'undo', 'redo', 'none']),
  group: z.string(),
  targets: z.array(z.string()),
  merge: z.optional(z.string()),
  via: z.optional(z.strictObject({ command: z.string(), part: z.int(), turn: z.optional(z.int()) })),
})

/** A payload is checked by its own schema, where the program knows it. */
const envelope = z.strictObject({
  id: z.string(),
  seq: z.int().check(z.positive()),
  type: z.string(),
  version: z.int().check(z.positive()),
  payload: z.unknown(),
  stream: z.string(),
  log: kind,
  retention: z.enum(['audit', 'session']),
  actor: z.strictObject({ userId: z.nullable(z.int()), role: z.string() }),
  clientId: z.string(),
  tabId: z.string(),
  projectId: z.nullable(z.int()),
  at: z.iso.datetime(),
  commandId: z.string(),
  commandType: z.string(),
  correlationId: z.string(),
  causationId: z.nullable(z.string()),
  undo,
  label: z.string(),
})

const snapshot = z.strictObject({
  log: kind,
  name: z.string(),
  version: z.int(),
  seq,
  state: z.unknown(),
})
export interface SavedSnapshot extends Snapshot {
  readonly log: LogKind
}

const last = z.strictObject({ end: seq, sha256: z.string() })

export type Entry =
  | { readonly event: Envelope; readonly snapshot?: never }
  | { readonly snapshot: SavedSnapshot; readonly event?: never }

/** What a line turned out to be. */
export type Read =
  | { readonly header: Header }
  | Entry
  | { readonly whole: true }
  /** It is not as it was exported; nothing after it is believed. */
  | { readonly fault: string }

const utf8 = new TextEncoder()

/** The first 16 figures of SHA-256: enough to find what nobody forged. */
function sumOf(before: string, body: string): string {
  const hash = createSha256()
  hash.update(utf8.encode(`${before}\n${body}`))
  return hash.hex().slice(0, 16)
}

/** Makes the lines in order, each with its end of line. */
export function createWriter(about: Header) {
  const whole = createSha256()
  let count = 0
  let before = ''
  const put = (line: string): string => {
    const text = `${line}\n`
    whole.update(utf8.encode(text))
    count++
    return text
  }
  return {
    header: (): string => {
      const body = JSON.stringify(about)
      before = sumOf('', body)
      return put(`{"sum":"${before}","header":${body}}`)
    },
    entry: (entry: Entry): string => {
      const [name, value] = entry.event ? ['event', entry.event] : ['snapshot', entry.snapshot]
      const body = JSON.stringify(value, tagged)
      before = sumOf(before, body)
      return put(`{"sum":"${before}","${name}":${body}}`)
    },
    end: (): string => {
      const sha256 = whole.hex()
      return `${JSON.stringify({ end: count, sha256 })}\n`
    },
  }
}

const line = /^\{"sum":"([0-9a-f]{16})","(header|event|snapshot)":(.*)\}$/s

/** Reads the lines in order; after a fault, or the last line, nothing more is to be read. */
export function createReader() {
  const whole = createSha256()
  const seqs = new Map<LogKind, number>()
  let about: Header | null = null
  let count = 0
  let before = ''

  const first = (text: string): Read => {
    const [, sum, name, body = ''] = line.exec(text) ?? []
    const parsed = header.safeParse(name === 'header' ? jsonOf(body) : null)
    if (!parsed.success) {
      const newer = z.object({ affiant: z.literal('session'), format: z.int() }).safeParse(jsonOf(body)).data
      return newer && newer.format > format
        ? { fault: 'It was exported by a newer version of the program.' }
        : { fault: 'This is no session that was exported from here.' }
    }
    if (parsed.data.format > format) return { fault: 'It was exported by a newer version of the program.' }
    if (sumOf('', body) !== sum) return { fault: 'It is not as it was exported.' }
    about = parsed.data
    before = sum
    return { header: about }
  }

  const entry = (text: string): Read => {
    const [, sum, name, body] = line.exec(text) ?? []
    if (sum === undefined || body === undefined || name === 'header') return ending(text)
    if (sumOf(before, body) !== sum) return { fault: 'It is not as it was exported.' }
    before = sum
    if (name === 'snapshot') {
      const parsed = snapshot.safeParse(jsonOf(body, untagged))
      return parsed.success ? { snapshot: parsed.data } : { fault: 'It is no state of a log.' }
    }
    const parsed = envelope.safeParse(jsonOf(body))
    if (!parsed.success) return { fault: 'It is no event.' }
    const event = parsed.data as Envelope
    const range = about?.logs.find(({ log }) => log === event.log)
    if (!range || event.seq < range.from || event.seq > range.to || event.seq <= (seqs.get(event.log) ?? 0))
      return { fault: 'It does not stand where it should.' }
    seqs.set(event.log, event.seq)
    return { event }
  }

  const ending = (text: string): Read => {
    const parsed = last.safeParse(jsonOf(text))
    if (!parsed.success) return { fault: 'It is not as it was exported.' }
    const { end, sha256 } = parsed.data
    if (end !== count || sha256 !== whole.hex())
      return { fault: 'The lines before it are not all that was exported.' }
    return { whole: true }
  }

  return {
    /** `text`: without its end of line. */
    read: (text: string): Read => {
      const found = count === 0 ? first(text) : entry(text)
      if (!('whole' in found)) whole.update(utf8.encode(`${text}\n`))
      count++
      return found
    },
    lines: (): number => count,
  }
}

function jsonOf(text: string, reviver?: (key: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(text, reviver)
  } catch {
    return undefined
  }
}

/** Maps and sets, which stand in states, as JSON. */
function tagged(_key: string, value: unknown): unknown {
  if (value instanceof Map) return { $map: [...value] }
  return value instanceof Set ? { $set: [...value] } : value
}

function untagged(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if ('$map' in value && Array.isArray(value.$map)) return new Map(value.$map as [unknown, unknown][])
  return '$set' in value && Array.isArray(value.$set) ? new Set(value.$set) : value
}
