/**
 * Dates of mail as they are written in the wild. A date becomes an instant in UTC; what cannot be read stays null, and
 * the text as it stood is kept beside it in any case. What had to be assumed to read one is told.
 */
import { zoneClock } from '../chat/zone.ts'

/** What is not sure of a date. */
export type DateDoubt =
  | 'Date not readable'
  | 'Time zone assumed'
  | 'Century assumed'
  | 'Order of day and month assumed'
  | 'Placeholder date'
  | 'Future date'

export interface ReadDate {
  /** ISO 8601, UTC, milliseconds. */
  readonly at: string
  readonly doubts: readonly DateDoubt[]
}

/** The instant that a date header means, or null. */
export const readDate = (header: string): string | null => readDoubted(header)?.at ?? null

/** The same, with what was assumed. */
function readDoubted(header: string): ReadDate | null {
  const text = header.replace(/\s+/g, ' ').trim()
  if (text === '' || text.length > 200) return null
  return readIso(text) ?? readDayFirst(text) ?? readMonthFirst(text) ?? readNumeric(text)
}

/** Clocks that were never set, and what programs write for no date, say days of these years or near these ones. */
const placeholderYears = new Set([1904, 1979, 1980])
const placeholderDays = /^(1969-12-31|1970-01-0[12])/
/** Clocks differ; nobody sends a message a week before it is sent. */
const week = 7 * 24 * 3600_000

/** What is not sure of when a message was sent. `now`: when it is read, in milliseconds. */
export function doubtsOf(header: string, sentAt: string | null, now: number): readonly DateDoubt[] {
  if (sentAt === null) return header.trim() === '' ? [] : ['Date not readable']
  const isPlaceholder = placeholderYears.has(Number(sentAt.slice(0, 4))) || placeholderDays.test(sentAt)
  return [
    ...(readDoubted(header)?.doubts ?? []),
    ...(isPlaceholder ? ['Placeholder date' as const] : []),
    ...(Date.parse(sentAt) > now + week ? ['Future date' as const] : []),
  ]
}

/** Months by their first three letters without marks, in the languages that mail programs write them in. */
const months: ReadonlyMap<string, number> = new Map(
  [
    'jan ene gen',
    'feb fev',
    'mar mrt',
    'apr abr avr',
    'may mai mag mei maj',
    'jun giu',
    'jul lug',
    'aug ago aou',
    'sep set',
    'oct okt ott out',
    'nov',
    'dec dez dic des',
  ].flatMap((names, at) => names.split(' ').map((name): [string, number] => [name, at + 1])),
)

/** Minutes east of UTC. */
const zoneNames: ReadonlyMap<string, number> = new Map(
  Object.entries({
    GMT: 0,
    UTC: 0,
    UT: 0,
    Z: 0,
    EST: -300,
    EDT: -240,
    CST: -360,
    CDT: -300,
    MST: -420,
    MDT: -360,
    PST: -480,
    PDT: -420,
    AKST: -540,
    AKDT: -480,
    HST: -600,
    WET: 0,
    WEST: 60,
    CET: 60,
    MET: 60,
    MEZ: 60,
    CEST: 120,
    MEST: 120,
    MESZ: 120,
    BST: 60,
    EET: 120,
    EEST: 180,
    MSK: 180,
    HKT: 480,
    SGT: 480,
    JST: 540,
    KST: 540,
    AEST: 600,
    AEDT: 660,
    NZST: 720,
    NZDT: 780,
  }),
)
/** Names that stand for the clock of a place, of which the day tells the offset. */
const zonePlaces: ReadonlyMap<string, string> = new Map([
  ['EST5EDT', 'America/New_York'],
  ['CST6CDT', 'America/Chicago'],
  ['MST7MDT', 'America/Denver'],
  ['PST8PDT', 'America/Los_Angeles'],
])

const time = String.raw`(?:(?:,| at)? (\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,]\d+)?)? ?([AaPp]\.?[Mm]\.?(?![a-z]))?)?`
const dayFirst = new RegExp(
  String.raw`^(?:\p{L}{2,12}[,.]{0,2} ?)?(\d{1,2})\.?[ -](?:de )?(\p{L}{3,10})\.?,?[ -](?:de )?(\d{2,4})${time}(.*)$`,
  'u',
)
const monthFirst = new RegExp(
  String.raw`^(?:[A-Za-z]{2,9},? )?([A-Za-z]{3,9})\.? (\d{1,2}),? (\d{4})${time}(.*)$`,
)
const asctime =
  /^(?:[A-Za-z]{3},? )?([A-Za-z]{3}) (\d{1,2}) (\d{1,2}):(\d{2}):(\d{2})( [A-Z]{1,4}| [+-]\d{4})? (\d{4})(.*)$/
const numeric = new RegExp(String.raw`^(\d{1,2})/(\d{1,2})/(\d{4})${time}(.*)$`)
const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)? ?(.*)$/

function readIso(text: string): ReadDate | null {
  const m = iso.exec(text)
  if (m === null) return null
  return dateOf(Number(m[1]), Number(m[2]), m[3], m[4], m[5], m[6], undefined, m[8])
}

function readDayFirst(text: string): ReadDate | null {
  const m = dayFirst.exec(text)
  if (m === null) return null
  const read = dateOf(fullYear(m[3]), monthOf(m[2]), m[1], m[4], m[5], m[6], m[7], m[8])
  if (read === null || (m[3]?.length ?? 0) > 3) return read
  return { ...read, doubts: ['Century assumed', ...read.doubts] }
}

function readMonthFirst(text: string): ReadDate | null {
  const c = asctime.exec(text)
  if (c !== null) return dateOf(Number(c[7]), monthOf(c[1]), c[2], c[3], c[4], c[5], undefined, c[6] ?? c[8])
  const m = monthFirst.exec(text)
  if (m === null) return null
  return dateOf(Number(m[3]), monthOf(m[1]), m[2], m[4], m[5], m[6], m[7], m[8])
}

/** Month first, as in the United States, where such headers come from. */
function readNumeric(text: string): ReadDate | null {
  const m = numeric.exec(text)
  if (m === null) return null
  const read = dateOf(Number(m[3]), Number(m[1]), m[2], m[4], m[5], m[6], m[7], m[8])
  if (read === null || Number(m[2]) > 12 || m[1] === m[2]) return read
  return { ...read, doubts: ['Order of day and month assumed', ...read.doubts] }
}

function monthOf(name: string | undefined): number {
  const plain = (name ?? '').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  // Of the French summer three letters are not enough.
  if (plain.startsWith('juil')) return 7
  if (plain.startsWith('juin')) return 6
  return months.get(plain.slice(0, 3)) ?? 0
}

/** RFC 5322, 4.3: two digits up to 49 are 2000 and later, three digits count from 1900. */
function fullYear(digits: string | undefined): number {
  const year = Number(digits)
  if (digits?.length === 2) return year < 50 ? 2000 + year : 1900 + year
  return digits?.length === 3 ? 1900 + year : year
}

/** Minutes east of UTC, or the name of a place; null where nothing says it, which RFC 5322 reads as UTC. */
function zoneOf(rest: string | undefined): number | string | null {
  const text = (rest ?? '').trim()
  const offset = /^\(?(?:GMT|UTC?|Z)? ?([+-])(\d{1,2}):?(\d{2})?(?!\d)/i.exec(text)
  if (offset !== null) {
    const minutes = Number(offset[2]) * 60 + Number(offset[3] ?? 0)
    if (minutes >= 24 * 60) return null
    return offset[1] === '-' ? -minutes : minutes
  }
  const name = /^\(?([A-Za-z0-9]{1,8})\b/.exec(text)?.[1]?.toUpperCase() ?? ''
  return zonePlaces.get(name) ?? zoneNames.get(name) ?? null
}

function dateOf(
  year: number,
  month: number,
  dayText: string | undefined,
  hourText: string | undefined,
  minuteText: string | undefined,
  secondText: string | undefined,
  half: string | undefined,
  zoneText: string | undefined,
): ReadDate | null {
  const day = Number(dayText)
  let hour = Number(hourText ?? 0)
  const minute = Number(minuteText ?? 0)
  // A leap second has no place in POSIX time.
  const second = Math.min(Number(secondText ?? 0), 60) === 60 ? 59 : Number(secondText ?? 0)
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return null
    hour = (hour % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0)
  }
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) return null
  // setUTCFullYear: Date.UTC takes the years 0 to 99 for 1900 to 1999.
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (date.getUTCMonth() !== month - 1) return null
  const zone = zoneOf(zoneText)
  date.setUTCHours(hour, minute - (typeof zone === 'number' ? zone : 0), second, 0)
  const text = Number.isNaN(date.getTime()) ? '' : date.toISOString()
  if (text.length !== 24) return null
  const at =
    typeof zone === 'string' ? (zoneClock(zone).instant(text.slice(0, 10), text.slice(11, 19)) ?? text) : text
  return { at, doubts: zone === null ? ['Time zone assumed'] : [] }
}
