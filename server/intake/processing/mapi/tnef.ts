/** winmail.dat: a message in Outlook's own form inside an e-mail (MS-OXTNEF). */
import { decoderOf } from '../charsets/code-pages.ts'
import {
  codePageOf,
  epoch,
  guidOf,
  ids,
  type MapiAttachment,
  type MapiObject,
  Properties,
  type Property,
  type PropertyKey,
  types,
} from './properties.ts'
import { type Allowance, Cursor, propertiesIn, recipientsIn } from './tnef-properties.ts'

/** The bytes are no TNEF, or nothing of it can be read. */
export class BrokenTnef extends Error {}

const signature = 0x223e9f78
/** Attributes by their id without type (MS-OXTNEF 2.1.3.2). */
const attributes = {
  from: 0x8000,
  subject: 0x8004,
  dateSent: 0x8005,
  dateReceived: 0x8006,
  messageClass: 0x8008,
  body: 0x800c,
  attachedData: 0x800f,
  attachedTitle: 0x8010,
  dateModified: 0x8020,
  attachmentBegins: 0x9002,
  properties: 0x9003,
  recipients: 0x9004,
  attachedProperties: 0x9005,
  codePage: 0x9007,
} as const
/** Attributes of the message that say one of its properties: texts, and dates. */
const textAttributes: ReadonlyMap<number, number> = new Map([
  [attributes.subject, ids.subject],
  [attributes.messageClass, ids.messageClass],
  [attributes.body, ids.body],
])
const dateAttributes: ReadonlyMap<number, number> = new Map([
  [attributes.dateSent, ids.submittedAt],
  [attributes.dateReceived, ids.deliveredAt],
  [attributes.dateModified, ids.modifiedAt],
])
/** What an attribute belongs to: its first byte. */
const levels = { message: 1, attachment: 2 } as const
/** Recipients, attachments, properties and values of one stream; more was made to be more. */
const maxObjects = 1_000_000

type Growing = Map<PropertyKey, Property>

/**
 * Reads a TNEF stream: of one that is cut or damaged what is there, and the faults say what is missing. `depth`: how many
 * messages may still stand in messages. Throws BrokenTnef.
 */
export function readTnef(bytes: Buffer, depth: number): MapiObject {
  if (bytes.length < 6 || bytes.readUInt32LE(0) !== signature)
    throw new BrokenTnef('It does not begin as winmail.dat does.')
  const message: Growing = new Map()
  const attached: Growing[] = []
  const faults = new Set<string>()
  const allowance: Allowance = { left: maxObjects }
  let recipients: readonly ReadonlyMap<PropertyKey, Property>[] = []
  let codePage = 0
  for (const { id, data, missing } of attributesOf(bytes)) {
    const attachment = attached.at(-1)
    const cursor = new Cursor(data, allowance)
    if (missing > 0) faults.add('The file ends before its content does; something is missing.')
    if (id === attributes.codePage && data.length >= 4) codePage = data.readUInt32LE(0)
    else if (id === attributes.properties) addAll(message, propertiesIn(cursor))
    else if (id === attributes.recipients) recipients = recipientsIn(cursor)
    else if (id === attributes.attachmentBegins) {
      cursor.spend()
      if (!cursor.cut) attached.push(new Map())
    } else if (id === attributes.attachedProperties && attachment) addAll(attachment, propertiesIn(cursor))
    else if (id === attributes.attachedData && attachment) {
      add(attachment, ids.attachedData, types.binary, data)
      if (missing > 0)
        faults.add(
          `Of an attachment only the first ${data.length} of ${data.length + missing} bytes are there.`,
        )
    } else if (id === attributes.attachedTitle && attachment)
      add(attachment, ids.attachedShortName, types.ansi, data)
    else if (id === attributes.from) addSender(message, data)
    else addProperty(message, id, data)
    if (allowance.left < 0) {
      faults.add(`It has more than ${maxObjects} recipients, attachments and properties; not all were read.`)
      break
    }
    if (cursor.cut && missing === 0) faults.add('A list of properties in it is damaged; some are missing.')
  }
  const own = new Properties(message, decoderOf(0))
  const page = codePage || codePageOf(own)
  const decode = decoderOf(page)
  return {
    properties: new Properties(message, decode),
    recipients: recipients.map((all) => new Properties(all, decode)),
    attachments: attached.map((raw) => attachmentOf(raw, new Properties(raw, decode), depth)),
    faults: [...faults],
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

interface Attribute {
  readonly id: number
  /** What is there of it. */
  readonly data: Buffer
  /** How many bytes of the attribute are not there, at least. */
  readonly missing: number
}

const checksumBytes = 2

/** The attributes in their order; the last may be cut. What stands behind them and begins like none is no part of it. */
function* attributesOf(bytes: Buffer): Generator<Attribute> {
  let at = 6
  while (at + 9 <= bytes.length) {
    const id = bytes.readUInt16LE(at + 1)
    const length = bytes.readUInt32LE(at + 5)
    const data = bytes.subarray(at + 9, at + 9 + length)
    yield { id, data, missing: length - data.length }
    at += 9 + length + checksumBytes
  }
  // The last checksum is cut, or there is not even the length of one more attribute.
  const level = bytes[at]
  if (at > bytes.length || level === levels.message || level === levels.attachment)
    yield { id: 0, data: bytes.subarray(0, 0), missing: 1 }
}

/** What is there already stays: Outlook's own properties say more than the attributes of the first version. */
function addAll(into: Growing, properties: ReadonlyMap<PropertyKey, Property>): void {
  for (const [key, property] of properties) into.set(key, property)
}

function add(into: Growing, key: PropertyKey, type: number, value: Buffer): void {
  if (!into.has(key)) into.set(key, { type, values: [value] })
}

/** A text or a date of the message, where the attribute is one. */
function addProperty(into: Growing, id: number, data: Buffer): void {
  const text = textAttributes.get(id)
  if (text !== undefined) add(into, text, types.ansi, data)
  const date = dateAttributes.get(id)
  const time = date === undefined ? null : fileTime(data)
  if (date !== undefined && time !== null) add(into, date, types.time, time)
}

/** The sender's name, then the kind of address and the address with a colon between (MS-OXTNEF 2.1.3.3.3). */
function addSender(into: Growing, data: Buffer): void {
  if (data.length < 8) return
  const nameEnd = 8 + data.readUInt16LE(4)
  const address = data.subarray(nameEnd, nameEnd + data.readUInt16LE(6))
  const colon = address.indexOf(':')
  add(into, ids.senderName, types.ansi, data.subarray(8, nameEnd))
  add(into, ids.senderAddressType, types.ansi, address.subarray(0, Math.max(0, colon)))
  add(into, ids.senderAddress, types.ansi, address.subarray(colon + 1))
}

/**
 * A date as seven numbers (MS-OXTNEF 2.1.3.3.4), in UTC like the property that it stands for; null for what is no date. As a
 * FILETIME: tenths of microseconds since 1601.
 */
function fileTime(data: Buffer): Buffer | null {
  if (data.length < 12) return null
  const [year = 0, month = 0, day = 0, ...time] = [0, 2, 4, 6, 8, 10].map((at) => data.readUInt16LE(at))
  const at = new Date(Date.UTC(year, month - 1, day, ...time))
  // A month or a day that there is not would become another; a year before 100 as well.
  const isDate = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day
  if (!isDate || year < 1601 || year > 9999) return null
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64LE((BigInt(at.getTime()) + epoch) * 10_000n)
  return bytes
}
