/**
 * Calendars (iCalendar, RFC 5545; vCalendar 1.0) and contacts (vCard, RFC 6350 and before): what they say, a line for each
 * property, and what is attached to them.
 */
import ICAL from 'ical.js'
import { givenName } from '../names.ts'
import { decodeText, storable, storableUpTo } from '../text.ts'
import type { Embedded, Reader } from './reading.ts'

/** Properties of one file; files that have more are lists of everybody. */
const mostLines = 200_000
const mostValues = 1000

/** What stands for the program and not for the reader. */
const silent = new Set([
  'uid',
  'dtstamp',
  'sequence',
  'prodid',
  'version',
  'rev',
  'tzid',
  'photo',
  'logo',
  'sound',
  'key',
])

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
}

/** Reads a calendar or a file of contacts. What cannot be taken apart is text as it stands, with a flaw. */
export const readCards: Reader = async (bytes, kind) => {
  const raw = decodeText(bytes, kind.charset)
  const growing: Growing = { lines: [], metadata: new Map(), embedded: [] }
  try {
    for (const component of componentsOf(unwrapped(raw))) add(component, growing)
  } catch {
    return {
      text: raw,
      html: null,
      metadata: {},
      embedded: [],
      flaws: [
        {
          code: 'corrupt',
          reason: 'It could not be taken apart: its text is shown as it stands.',
          stage: 'parse',
        },
      ],
    }
  }
  return {
    text: storable(growing.lines.join('\n').trim()),
    html: null,
    metadata: Object.fromEntries(growing.metadata),
    embedded: growing.embedded,
    flaws: [],
  }
}

/** A file may hold several, one after the other: the parser gives one alone as itself and several as a list. */
function componentsOf(text: string): readonly ICAL.Component[] {
  const parsed = ICAL.parse(text)
  const all: readonly unknown[] = typeof parsed[0] === 'string' ? [parsed] : parsed
  return all.map((one) => new ICAL.Component(one as [string, never[], never[]]))
}

/** Older files end a line of quoted-printable text by `=` where the newer ones indent the next. */
function unwrapped(text: string): string {
  return text.replace(
    /^([^\n:]*;?(?:ENCODING=)?QUOTED-PRINTABLE[^\n:]*):((?:[^\n]*=\n)*[^\n]*)$/gim,
    (_, head, value) => {
      const joined = String(value).replaceAll('=\n', '')
      const decoded = decodeText(
        Buffer.from(
          joined.replace(/=([0-9a-f]{2})/gi, (__, hex) =>
            String.fromCharCode(Number.parseInt(String(hex), 16)),
          ),
          'latin1',
        ),
      )
      const bare = String(head)
        .replace(/;(?:ENCODING=)?QUOTED-PRINTABLE/i, '')
        .replace(/;CHARSET=[^;:]*/i, '')
      return `${bare}:${decoded.replaceAll('\n', '\\n')}`
    },
  )
}

function add(component: ICAL.Component, growing: Growing): void {
  if (growing.lines.length > 0) growing.lines.push('')
  for (const property of component.getAllProperties()) {
    if (growing.lines.length >= mostLines) return
    if (property.name === 'attach') attach(property, growing)
    else if (!silent.has(property.name)) line(property, growing)
  }
  // Rules of time zones are for programs.
  for (const inner of component.getAllSubcomponents()) if (inner.name !== 'vtimezone') add(inner, growing)
}

function line(property: ICAL.Property, { lines, metadata }: Growing): void {
  const values = property
    .getValues()
    .map(said)
    .filter((value) => value !== '')
  const name = property.getFirstParameter('cn')
  const value = [...(typeof name === 'string' && name !== '' ? [name] : []), ...values].join(', ')
  if (value === '') return
  lines.push(`${labels.get(property.name) ?? capitalised(property.name)}: ${value}`)
  const field = fields.get(property.name)
  if (field === undefined) return
  const kept = metadata.get(field) ?? []
  if (kept.length < mostValues) metadata.set(field, [...kept, storableUpTo(value, 1000)])
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
  if (Array.isArray(value))
    return value
      .map(said)
      .filter((part) => part !== '')
      .join(', ')
  return String(value ?? '')
    .replace(/^mailto:/i, '')
    .trim()
}

function attach(property: ICAL.Property, { embedded, lines }: Growing): void {
  const value: unknown = property.getFirstValue()
  const name = property.getFirstParameter('filename') ?? property.getFirstParameter('x-filename') ?? ''
  if (value instanceof ICAL.Binary)
    embedded.push({
      name: givenName(typeof name === 'string' ? name : ''),
      bytes: Buffer.from(String(value.value), 'base64'),
    })
  else lines.push(`Attachment: ${said(value)}`)
}
