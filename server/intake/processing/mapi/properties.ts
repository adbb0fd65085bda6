/**
 * What Outlook and Exchange keep of a message, wherever they write it (MSG files, winmail.dat, PST): objects with properties.
 * Ids and types are those of MS-OXPROPS and MS-OXCDATA.
 */
import { codePageOfMessage } from '../charsets/code-pages.ts'

/** `0x0037` for a property with an id of its own; `SET:0x820d` or `SET:Keywords` for one that has a name in a set. */
export type PropertyKey = number | `${string}:${string}`

export interface Property {
  /** Type of one value, without the bit for several. */
  readonly type: number
  /** The values' bytes, without padding and without a final NUL. */
  readonly values: readonly Buffer[]
}

export interface MapiObject {
  readonly properties: Properties
  readonly recipients: readonly Properties[]
  readonly attachments: readonly MapiAttachment[]
  /** What of it cannot be read. */
  readonly faults: readonly string[]
}

export interface MapiAttachment {
  readonly properties: Properties
  /** Its content, where that is no message; null where it is not there. */
  readonly data: Buffer | null
  /** A message inside the message. */
  readonly message: MapiObject | null
}

export const types = {
  short: 0x0002,
  long: 0x0003,
  double: 0x0005,
  boolean: 0x000b,
  object: 0x000d,
  longLong: 0x0014,
  ansi: 0x001e,
  unicode: 0x001f,
  time: 0x0040,
  guid: 0x0048,
  binary: 0x0102,
} as const

/** Bytes of types that have one length; all others say theirs. */
export const fixedLengths: ReadonlyMap<number, number> = new Map([
  [types.short, 2],
  [types.long, 4],
  [0x0004, 4],
  [types.double, 8],
  [0x0006, 8],
  [0x0007, 8],
  [0x000a, 4],
  [types.boolean, 2],
  [types.longLong, 8],
  [types.time, 8],
  [types.guid, 16],
])

/** The sets of names that are read (MS-OXPROPS 1.3.2). */
export const sets = {
  publicStrings: '00020329-0000-0000-c000-000000000046',
  appointment: '00062002-0000-0000-c000-000000000046',
  task: '00062003-0000-0000-c000-000000000046',
  journal: '0006200a-0000-0000-c000-000000000046',
  address: '00062004-0000-0000-c000-000000000046',
  common: '00062008-0000-0000-c000-000000000046',
  internetHeaders: '00020386-0000-0000-c000-000000000046',
} as const

/** The key of a named property. */
export const named = (set: string, name: number | string): PropertyKey =>
  `${set}:${typeof name === 'number' ? `0x${name.toString(16).padStart(4, '0')}` : name.toLowerCase()}`

/** Bytes of a GUID as it is written out. */
export function guidOf(bytes: Buffer): string {
  const hex = (from: number, to: number, turned: boolean): string => {
    const part = Buffer.from(bytes.subarray(from, to))
    return (turned ? part.reverse() : part).toString('hex')
  }
  return [hex(0, 4, true), hex(4, 6, true), hex(6, 8, true), hex(8, 10, false), hex(10, 16, false)].join('-')
}

/** Milliseconds from 1601, where FILETIME begins, to 1970. */
export const epoch = 11_644_473_600_000n

/** The properties of one object. Values are read when they are asked for; what is missing or odd is null or empty. */
export class Properties {
  readonly #all: ReadonlyMap<PropertyKey, Property>
  /** Text that is not Unicode, in the code page of its message. */
  readonly decode: (bytes: Buffer) => string
  constructor(all: ReadonlyMap<PropertyKey, Property>, decode: (bytes: Buffer) => string) {
    this.#all = all
    this.decode = decode
  }

  texts(key: PropertyKey): readonly string[] {
    const property = this.#all.get(key)
    if (property?.type !== types.unicode && property?.type !== types.ansi) return []
    return property.values.map((bytes) => this.#textOf(property.type, bytes))
  }

  #textOf(type: number, bytes: Buffer): string {
    if (type === types.unicode) return withoutNul(bytes.toString('utf16le')).toWellFormed()
    return type === types.ansi ? withoutNul(this.decode(bytes)) : ''
  }

  /** The first of its values. */
  text(key: PropertyKey): string {
    const property = this.#all.get(key)
    const first = property?.values[0]
    return property === undefined || first === undefined ? '' : this.#textOf(property.type, first)
  }

  /** The first of these that says something. */
  textOf(...keys: readonly PropertyKey[]): string {
    for (const key of keys) {
      const text = this.text(key)
      if (text.trim() !== '') return text
    }
    return ''
  }

  /** Null where there is none; a text is no bytes, and an object is only referred to. */
  bytes(key: PropertyKey): Buffer | null {
    const property = this.#all.get(key)
    return property?.type === types.binary ? (property.values[0] ?? null) : null
  }

  /** All of its values. */
  allBytes(key: PropertyKey): readonly Buffer[] {
    const property = this.#all.get(key)
    return property?.type === types.binary ? property.values : []
  }

  whole(key: PropertyKey): number | null {
    const property = this.#all.get(key)
    const bytes = property?.values[0]
    if (bytes === undefined) return null
    if (property?.type === types.long && bytes.length >= 4) return bytes.readInt32LE(0)
    if ((property?.type === types.short || property?.type === types.boolean) && bytes.length >= 2)
      return bytes.readInt16LE(0)
    return null
  }

  double(key: PropertyKey): number | null {
    const property = this.#all.get(key)
    const bytes = property?.values[0]
    return property?.type === types.double && bytes?.length === 8 ? bytes.readDoubleLE(0) : null
  }

  keys(): Iterable<PropertyKey> {
    return this.#all.keys()
  }

  /** The values as bytes that are the same in whatever encoding they are kept. */
  said(key: PropertyKey): readonly Buffer[] {
    const { type, values } = this.#all.get(key) ?? { type: types.binary, values: [] }
    return type === types.unicode || type === types.ansi
      ? values.map((bytes) => Buffer.from(this.#textOf(type, bytes)))
      : values
  }

  isSet(key: PropertyKey): boolean {
    return (this.whole(key) ?? 0) !== 0
  }

  /** An instant, ISO 8601, cut to whole seconds. Null also for "never" (0) and "none" (the last FILETIME). */
  time(key: PropertyKey): string | null {
    const property = this.#all.get(key)
    const bytes = property?.values[0]
    if (property?.type !== types.time || bytes === undefined || bytes.length < 8) return null
    const ticks = bytes.readBigUInt64LE(0)
    if (ticks === 0n) return null
    const date = new Date(Number(ticks / 10_000n - epoch))
    if (Number.isNaN(date.getTime()) || date.getUTCFullYear() > 4500) return null
    return `${date.toISOString().slice(0, 19)}.000Z`
  }
}

/** Without what ends it. What stands behind a NUL in its middle is text. */
const withoutNul = (text: string): string => {
  let end = text.length
  while (end > 0 && text.charCodeAt(end - 1) === 0) end--
  return text.slice(0, end)
}

/** Ids of the properties that are read, by what they are called here. */
export const ids = {
  deliveredTo: 0x0010,
  messageClass: 0x001a,
  importance: 0x0017,
  reportedAt: 0x0032,
  sensitivity: 0x0036,
  subject: 0x0037,
  submittedAt: 0x0039,
  representingName: 0x0042,
  representingAddressType: 0x0064,
  originalSubject: 0x0049,
  originalSubmittedAt: 0x004e,
  representingAddress: 0x0065,
  conversationTopic: 0x0070,
  originalTo: 0x0074,
  conversationIndex: 0x0071,
  headers: 0x007d,
  reasonCode: 0x0c04,
  diagnosticCode: 0x0c05,
  recipientType: 0x0c15,
  senderName: 0x0c1a,
  supplementaryInfo: 0x0c1b,
  senderAddressType: 0x0c1e,
  senderAddress: 0x0c1f,
  statusCode: 0x0c20,
  remoteServer: 0x0c21,
  shownBcc: 0x0e02,
  shownCc: 0x0e03,
  shownTo: 0x0e04,
  deliveredAt: 0x0e06,
  normalisedSubject: 0x0e1d,
  body: 0x1000,
  rtf: 0x1009,
  html: 0x1013,
  messageId: 0x1035,
  references: 0x1039,
  inReplyTo: 0x1042,
  displayName: 0x3001,
  addressType: 0x3002,
  address: 0x3003,
  createdAt: 0x3007,
  modifiedAt: 0x3008,
  attachedData: 0x3701,
  attachedShortName: 0x3704,
  attachMethod: 0x3705,
  attachedPath: 0x3708,
  attachedLongPath: 0x370d,
  reportText: 0x1001,
  attachedName: 0x3707,
  attachedType: 0x370e,
  attachedContentId: 0x3712,
  smtpAddress: 0x39fe,
  internetCodePage: 0x3fde,
  localeId: 0x3ff1,
  messageCodePage: 0x3ffd,
  senderSmtpAddress: 0x5d01,
  representingSmtpAddress: 0x5d02,
} as const

/** The code page of a message's text that is not Unicode; zero where it says nothing of it. */
export const codePageOf = (own: Properties): number =>
  codePageOfMessage(own.whole(ids.messageCodePage), own.whole(ids.internetCodePage), own.whole(ids.localeId))
