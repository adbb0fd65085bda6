/**
 * Calendars (iCalendar, RFC 5545; vCalendar 1.0) and contacts (vCard, RFC 6350 and before): what they say, a line for each
 * property, and what is attached to them.
 */
import ICAL from 'ical.js'
import { identify } from '../identify/identify.ts'
import type { ProcessingException } from '../member.ts'
import { givenName } from '../names.ts'
import { storable, storableUpTo } from '../text.ts'
import { cardText } from './card-lines.ts'
import { type Frame, faultsOf, repaired } from './card-repair.ts'
import type { Embedded, Reader } from './reading.ts'

/** Properties of one file; files that have more are lists of everybody. */
const maxLines = 200_000
const maxValues = 1000

/** What stands for the program and not for the reader. */
const silent = new Set(['uid', 'dtstamp', 'sequence', 'prodid', 'version', 'rev', 'tzid'])

/** Properties whose value is a file, in the card or elsewhere. */
const files = new Set(['attach', 'photo', 'logo', 'sound', 'key', 'image'])

/** How properties are called for people; all others by their own name. */
const labels: ReadonlyMap<string, string> = new Map([
  ['dtstart', 'Start'],
  ['dtend', 'End'],
  ['rrule', 'Repeats'],
  ['fn', 'Name'],
  ['org', 'Company'],
  ['tel', 'Telephone'],
  ['adr', 'Address'],
  ['bday', 'Birthday'],
  ['attach', 'Attachment'],
])

/** Properties that are fields of the document. */
const fields: ReadonlyMap<string, string> = new Map([
  ['summary', 'Doc_Title'],
  ['fn', 'Contact_Name'],
  ['dtstart', 'Start_Date'],
  ['dtend', 'End_Date'],
  ['due', 'Due_Date'],
  ['location', 'Location'],
  ['organizer', 'Organizer'],
  ['attendee', 'Attendees'],
  ['email', 'Contact_Email'],
  ['org', 'Company'],
  ['created', 'Created_Date'],
  ['last-modified', 'Modified_Date'],
])

interface Growing {
  readonly lines: string[]
  readonly metadata: Map<string, string[]>
  readonly embedded: Embedded[]
  readonly flaws: ProcessingException[]
}

const nothing = (): Growing => ({ lines: [], metadata: new Map(), embedded: [], flaws: [] })

/** Reads a calendar or a file of contacts. What cannot be taken apart is text as it stands, with a flaw. */
export const readCards: Reader = async (bytes, kind) => {
  const text = cardText(bytes, kind.charset)
  const { lines, metadata, embedded, flaws } = wholeOf(text) ?? mendedOf(text)
  return {
    text: storable(lines.join('\n').trim()),
    html: null,
    metadata: Object.fromEntries(metadata),
    embedded,
    flaws,
  }
}

/** Null where anything of it cannot be read. */
function wholeOf(text: string): Growing | null {
  const growing = nothing()
  try {
    for (const component of componentsOf(text)) add(component, growing)
  } catch {
    return null
  }
  return growing
}

/** What can be read of it, and behind that the lines that cannot. */
function mendedOf(text: string): Growing {
  const growing = nothing()
  const { components, ...wrong } = repaired(text.split('\n'), isReadable)
  const unread = [...wrong.unread]
  for (const lines of components) {
    const whole = wholeOf(lines.join('\n'))
    if (whole === null) unread.push(...lines)
    else addAll(whole, growing)
  }
  for (const reason of faultsOf({ ...wrong, unread }))
    growing.flaws.push({ code: 'corrupt', reason, stage: 'parse' })
  if (unread.length === 0) return growing
  if (growing.lines.length > 0) growing.lines.push('', '[Lines that cannot be read]')
  for (const line of unread) growing.lines.push(line)
  return growing
}

/** By itself in its file, as its parser would take it there. */
const isReadable = (line: string, { name, version }: Frame): boolean =>
  wholeOf([`BEGIN:${name}`, version, line, `END:${name}`].filter((each) => each !== '').join('\n')) !== null

function addAll(whole: Growing, growing: Growing): void {
  if (growing.lines.length > 0) growing.lines.push('')
  for (const one of whole.lines) growing.lines.push(one)
  for (const one of whole.embedded) growing.embedded.push(one)
  for (const [field, values] of whole.metadata) for (const value of values) keep(field, value, growing)
  for (const flaw of whole.flaws) cut(growing, flaw.code, flaw.reason)
}

/** A file may hold several, one after the other: the parser gives one alone as itself and several as a list. */
function componentsOf(text: string): readonly ICAL.Component[] {
  const parsed = ICAL.parse(text)
  const all: readonly unknown[] = typeof parsed[0] === 'string' ? [parsed] : parsed
  return all.map((one) => new ICAL.Component(one as [string, never[], never[]]))
}

function add(component: ICAL.Component, growing: Growing): void {
  if (growing.lines.length > 0) growing.lines.push('')
  for (const property of component.getAllProperties()) {
    if (growing.lines.length + growing.embedded.length >= maxLines) {
      cut(growing, 'textTruncated', `Only its first ${maxLines} properties are read.`)
      return
    }
    const bytes = dataOf(property)
    if (bytes !== null) growing.embedded.push({ name: nameOf(property, bytes), bytes })
    else if (!silent.has(property.name)) line(property, growing)
  }
  // Rules of time zones are for programs.
  for (const inner of component.getAllSubcomponents()) if (inner.name !== 'vtimezone') add(inner, growing)
}

/** Once, however often it happens. */
function cut({ flaws }: Growing, code: ProcessingException['code'], reason: string): void {
  if (!flaws.some((flaw) => flaw.reason === reason)) flaws.push({ code, reason, stage: 'text' })
}

function line(property: ICAL.Property, growing: Growing): void {
  const { lines } = growing
  const values = property
    .getValues()
    .map(said)
    .filter((value) => value !== '')
  const name = parameter(property, 'cn')
  const plain = [...(name === '' ? [] : [name]), ...values].join(', ')
  if (plain === '') return
  // Without its zone a local time could be any; without their answers people were invited, and no more.
  const [zone, answer] = [parameter(property, 'tzid'), parameter(property, 'partstat')]
  const besides = [zone, answer.toLowerCase().replaceAll('-', ' ')].filter((word) => word !== '')
  const value = besides.length === 0 ? plain : `${plain} (${besides.join(', ')})`
  lines.push(`${labels.get(property.name) ?? capitalised(property.name)}: ${value}`)
  const field = fields.get(property.name)
  if (field !== undefined) keep(field, storableUpTo(value, 1000), growing)
}

function keep(field: string, value: string, growing: Growing): void {
  const kept = growing.metadata.get(field) ?? []
  if (kept.length < maxValues) growing.metadata.set(field, [...kept, value])
  else cut(growing, 'tooMany', `Only ${maxValues} values of a field are kept as its field; the text has all.`)
}

/** Empty where it is not there. */
function parameter(property: ICAL.Property, name: string): string {
  const value = property.getFirstParameter(name)
  return typeof value === 'string' ? value.trim() : ''
}

const capitalised = (name: string): string =>
  `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`

/** A time with a zone that the file names, or none, stays as it is written: it is no instant. */
function said(value: unknown): string {
  if (value instanceof ICAL.Time) {
    if (value.isDate || value.zone !== ICAL.Timezone.utcTimezone) return value.toString().replace('T', ' ')
    const date = value.toJSDate()
    return Number.isNaN(date.getTime()) ? value.toString() : date.toISOString()
  }
  if (value instanceof ICAL.Binary) return String(value.value).trim()
  if (Array.isArray(value))
    return value
      .map(said)
      .filter((part) => part !== '')
      .join(', ')
  return String(value ?? '')
    .replace(/^mailto:/i, '')
    .trim()
}

/** The file that stands in a property; null where its value is something else, or says where the file is. */
function dataOf(property: ICAL.Property): Buffer | null {
  const value: unknown = property.getFirstValue()
  const isBinary = value instanceof ICAL.Binary
  if (!isBinary && typeof value !== 'string') return null
  const text = isBinary ? String(value.value) : value
  if (files.has(property.name) && /^\s*data:/i.test(text)) return dataOfAddress(text)
  const isEncoded = isBinary || /^(b|base64)$/i.test(parameter(property, 'encoding'))
  // No address is base64: there is no colon in that.
  return isEncoded && !text.includes(':') ? Buffer.from(text, 'base64') : null
}

/** The content of a `data:` address (RFC 2397). */
function dataOfAddress(address: string): Buffer {
  const comma = address.indexOf(',')
  const content = comma < 0 ? '' : address.slice(comma + 1)
  if (/;\s*base64\s*$/i.test(address.slice(Math.max(0, comma - 50), Math.max(0, comma))))
    return Buffer.from(content, 'base64')
  const bytes = content.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1')
}

/** As the card calls it; else by what it is for, but what is just attached has no name then. */
function nameOf(property: ICAL.Property, bytes: Buffer): string {
  const given = ['filename', 'x-filename', 'x-apple-filename'].map((name) => parameter(property, name))
  const name = given.find((each) => each !== '')
  if (name !== undefined) return givenName(name)
  const { extension } = identify(bytes, '')
  return property.name === 'attach' ? '' : [property.name, extension].filter((part) => part !== '').join('.')
}
