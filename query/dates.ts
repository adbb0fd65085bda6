/** Dates of a query: how they are written, which are allowed, and which span of time a day is in a time zone. */
import type { FieldTest } from './tree.ts'

/** Dates of other years cannot be asked for. */
export const dateYears = { first: 1970, last: 2050 } as const

export const dateMessages = {
  format: 'Enter the date as MM/DD/YYYY.',
  unreal: 'There is no such day. Enter the date as MM/DD/YYYY.',
  bounds: 'Enter a date from 01/01/1970 to 12/31/2050.',
  order: 'The first date must not be later than the second.',
} as const

export interface Day {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** A day written as MM/DD/YYYY; `null` where it is written otherwise or does not exist. */
export function readDay(text: string): Day | null {
  const match = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text)
  if (match === null) return null
  const [month, day, year] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  const real = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return real ? { year, month, day } : null
}

/** What is wrong with a date of a query, or `null`. */
export function dateFault(text: string): 'format' | 'unreal' | 'bounds' | null {
  if (!/^\d{2}\/\d{2}\/\d{4}$/.test(text)) return 'format'
  const day = readDay(text)
  if (day === null) return 'unreal'
  return day.year < dateYears.first || day.year > dateYears.last ? 'bounds' : null
}

/** Milliseconds of the first instant of a day in a zone (an IANA name), by the clock rules of that time. */
export function startOfDay(day: Day, zone: string): number {
  const wall = Date.UTC(day.year, day.month - 1, day.day)
  let low = wall - aDay
  let high = wall + aDay
  const before = offsetAt(low, zone)
  const after = offsetAt(high, zone)
  if (offsetAt(wall - before, zone) === before) return wall - before
  if (offsetAt(wall - after, zone) === after) return wall - after
  // The clocks were put forward over midnight: the day begins with the first instant after the gap.
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle, zone) === before) low = middle
    else high = middle
  }
  return high
}

/** The span [from, to) in milliseconds that a date test asks for. Days count from midnight to midnight in the zone. */
export function spanOf(test: FieldTest, zone: string): readonly [number, number] | null {
  switch (test.op) {
    case 'on':
      return [dayStart(test.date, zone), nextStart(test.date, zone)]
    case 'before':
      return [-Infinity, dayStart(test.date, zone)]
    case 'beforeOn':
      return [-Infinity, nextStart(test.date, zone)]
    case 'after':
      return [nextStart(test.date, zone), Infinity]
    case 'afterOn':
      return [dayStart(test.date, zone), Infinity]
    case 'between':
      return [dayStart(test.from, zone), nextStart(test.to, zone)]
    default:
      return null
  }
}

function dayStart(text: string, zone: string): number {
  const day = readDay(text)
  return day === null ? Number.NaN : startOfDay(day, zone)
}

function nextStart(text: string, zone: string): number {
  const day = readDay(text)
  if (day === null) return Number.NaN
  const next = new Date(Date.UTC(day.year, day.month - 1, day.day + 1))
  return startOfDay(
    { year: next.getUTCFullYear(), month: next.getUTCMonth() + 1, day: next.getUTCDate() },
    zone,
  )
}

const aDay = 24 * 3600 * 1000

const formats = new Map<string, Intl.DateTimeFormat>()

/** Milliseconds that the zone's clocks are ahead of UTC at an instant. */
function offsetAt(ms: number, zone: string): number {
  if (zone === 'UTC') return 0
  let format = formats.get(zone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      era: 'short',
    })
    formats.set(zone, format)
  }
  const parts: Record<string, string> = {}
  for (const part of format.formatToParts(ms)) parts[part.type] = part.value
  const year = Number(parts.year) * (parts.era === 'BC' ? -1 : 1)
  const wall = Date.UTC(
    year,
    Number(parts.month) - 1,
    Number(parts.day),
    Number(parts.hour),
    Number(parts.minute),
    Number(parts.second),
  )
  return wall - Math.floor(ms / 1000) * 1000
}
