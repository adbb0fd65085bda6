/** winmail.dat: a message in Outlook's own form inside an e-mail (MS-OXTNEF). */
import { codePageOf, decoderOf } from './code-pages.ts'
import {
  fixedLengths,
  guidOf,
  ids,
  type MapiAttachment,
  type MapiObject,
  named,
  Properties,
  type Property,
  type PropertyKey,
  types,
} from './properties.ts'

/** The bytes are no TNEF, or nothing of it can be read. */
export class BrokenTnef extends Error {}

const signature = 0x223e9f78
/** Attributes by their id without type (MS-OXTNEF 2.1.3.2). */
const attributes = {
  subject: 0x8004,
  dateSent: 0x8005,
  messageClass: 0x8008,
  body: 0x800c,
  attachedData: 0x800f,
  attachedTitle: 0x8010,
  attachmentBegins: 0x9002,
  properties: 0x9003,
  recipients: 0x9004,
  attachedProperties: 0x9005,
  codePage: 0x9007,
} as const
/** More of either was made to be more. */
const mostProperties = 10_000
const mostRecipients = 100_000

interface Growing {
  readonly properties: Map<PropertyKey, Property>
}

/** Reads a TNEF stream. `depth`: how many messages may still stand in messages. */
export function readTnef(bytes: Buffer, depth: number): MapiObject {
  if (bytes.length < 6 || bytes.readUInt32LE(0) !== signature)
    throw new BrokenTnef('It does not begin as winmail.dat does.')
  const message: Growing = { properties: new Map() }
  const attached: Growing[] = []
  let recipients: readonly Map<PropertyKey, Property>[] = []
  let codePage = 0
  for (const { id, data } of attributesOf(bytes)) {
    const attachment = attached.at(-1)?.properties
    if (id === attributes.codePage && data.length >= 4) codePage = data.readUInt32LE(0)
    else if (id === attributes.properties) addAll(message.properties, propertiesIn(new Cursor(data)))
    else if (id === attributes.recipients) recipients = recipientsIn(new Cursor(data))
    else if (id === attributes.attachmentBegins) attached.push({ properties: new Map() })
    else if (id === attributes.attachedProperties && attachment)
      addAll(attachment, propertiesIn(new Cursor(data)))
    else if (id === attributes.attachedData && attachment)
      add(attachment, ids.attachedData, types.binary, data)
    else if (id === attributes.attachedTitle && attachment)
      add(attachment, ids.attachedShortName, types.ansi, data)
    else if (id === attributes.subject) add(message.properties, ids.subject, types.ansi, data)
    else if (id === attributes.messageClass) add(message.properties, ids.messageClass, types.ansi, data)
    else if (id === attributes.body) add(message.properties, ids.body, types.ansi, data)
  }
  const own = new Properties(message.properties, decoderOf(0))
  const page =
    codePage ||
    codePageOf(own.whole(ids.messageCodePage), own.whole(ids.internetCodePage), own.whole(ids.localeId))
  const decode = decoderOf(page)
  return {
    properties: new Properties(message.properties, decode),
    recipients: recipients.map((all) => new Properties(all, decode)),
    attachments: attached.map((raw) =>
      attachmentOf(raw.properties, new Properties(raw.properties, decode), depth),
    ),
    faults: [],
  }
}

/** By IMessage's id: what follows it is a message as TNEF. */
const messageInterface = '00020307-0000-0000-c000-000000000046'

function attachmentOf(
  raw: ReadonlyMap<PropertyKey, Property>,
  properties: Properties,
  depth: number,
): MapiAttachment {
  const found = raw.get(ids.attachedData)
  const value = found?.values[0] ?? null
  if (value === null || found?.type !== types.object || value.length < 16)
    return { properties, data: value, message: null }
  // An object's bytes stand behind the id of what it is.
  const data = value.subarray(16)
  if (guidOf(value.subarray(0, 16)) !== messageInterface || depth <= 0)
    return { properties, data, message: null }
  try {
    return { properties, data: null, message: readTnef(data, depth - 1) }
  } catch (error) {
    if (!(error instanceof BrokenTnef)) throw error
    return { properties, data, message: null }
  }
}

/** The attributes in their order, up to where the stream is cut. */
function* attributesOf(bytes: Buffer): Generator<{ readonly id: number; readonly data: Buffer }> {
  let at = 6
  while (at + 9 <= bytes.length) {
    const id = bytes.readUInt16LE(at + 1)
    const length = bytes.readUInt32LE(at + 5)
    const start = at + 9
    if (start + length > bytes.length) return
    yield { id, data: bytes.subarray(start, start + length) }
    at = start + length + 2
  }
}

/** What is there already stays: Outlook's own properties say more than the attributes of the first version. */
function addAll(into: Map<PropertyKey, Property>, properties: ReadonlyMap<PropertyKey, Property>): void {
  for (const [key, property] of properties) into.set(key, property)
}

function add(into: Map<PropertyKey, Property>, key: PropertyKey, type: number, value: Buffer): void {
  if (!into.has(key)) into.set(key, { type, values: [value] })
}

/** Reads on in a list of properties; past its end it reads nothing. */
class Cursor {
  readonly #bytes: Buffer
  #at = 0
  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }
  get ended(): boolean {
    return this.#at >= this.#bytes.length
  }
  take(length: number): Buffer {
    const bytes = this.#bytes.subarray(this.#at, this.#at + length)
    this.#at += length
    if (bytes.length < length) throw new Cut()
    return bytes
  }
  whole(): number {
    return this.take(4).readUInt32LE(0)
  }
  short(): number {
    return this.take(2).readUInt16LE(0)
  }
  /** A value with its length before it, and zeros up to a multiple of four after it. */
  sized(): Buffer {
    const length = this.whole()
    const bytes = this.take(length)
    this.#at += (4 - (length % 4)) % 4
    return bytes
  }
}

class Cut extends Error {}

function recipientsIn(cursor: Cursor): readonly Map<PropertyKey, Property>[] {
  const rows: Map<PropertyKey, Property>[] = []
  untilCut(() => {
    const count = Math.min(cursor.whole(), mostRecipients)
    while (rows.length < count && !cursor.ended) rows.push(propertiesIn(cursor))
  })
  return rows
}

function propertiesIn(cursor: Cursor): Map<PropertyKey, Property> {
  const properties = new Map<PropertyKey, Property>()
  untilCut(() => {
    const count = Math.min(cursor.whole(), mostProperties)
    for (let n = 0; n < count; n++) {
      const declared = cursor.short()
      const id = cursor.short()
      const key = id < 0x8000 ? id : nameIn(cursor)
      const property = valueIn(cursor, declared)
      properties.set(key, property)
    }
  })
  return properties
}

/** What is read before the cut stays. */
function untilCut(read: () => void): void {
  try {
    read()
  } catch (error) {
    if (!(error instanceof Cut)) throw error
  }
}

function nameIn(cursor: Cursor): PropertyKey {
  const set = guidOf(cursor.take(16))
  if (cursor.whole() === 0) return named(set, cursor.whole())
  const text = cursor.sized().toString('utf16le')
  return named(set, text.replace(/\0[\s\S]*$/, ''))
}

const several = 0x1000

function valueIn(cursor: Cursor, declared: number): Property {
  const type = declared & ~several
  const fixed = fixedLengths.get(type)
  const sized = fixed === undefined
  const count = sized || (declared & several) !== 0 ? cursor.whole() : 1
  const values: Buffer[] = []
  for (let n = 0; n < count; n++) {
    if (sized) values.push(cursor.sized())
    else {
      values.push(cursor.take(fixed))
      if (fixed % 4 !== 0) cursor.take(4 - (fixed % 4))
    }
  }
  return { type, values }
}
