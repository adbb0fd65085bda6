/** Dates of load files, read by the forms that somebody has stated. Nothing is guessed: what two forms read as two days is refused. */

import type { loadDateForms } from '#contracts/load-file-forms.ts'

export type DateFormat = (typeof loadDateForms)[number]

export interface ReadDate {
  /** `2001-05-21`. */
  readonly day: string
  /** `15:48:00`; null where the value has none. */
  readonly time: string | null
  /** Minutes before UTC, as the value says them; null where it says none. */
  readonly offset: number | null
}
export interface DateFault {
  readonly code: 'form' | 'impossible' | 'ambiguous'
  readonly reason: string
}

const numeric = (
  form: string,
  order: readonly ('y' | 'm' | 'd')[],
): { form: RegExp; order: typeof order } => ({
  form: new RegExp(`^${form}$`),
  order,
})
const shapes: Readonly<
  Record<DateFormat, { readonly form: RegExp; readonly order: readonly ('y' | 'm' | 'd')[] }>
> = {
  'MM/DD/YYYY': numeric('(\\d{1,2})/(\\d{1,2})/(\\d{4})', ['m', 'd', 'y']),
  'DD/MM/YYYY': numeric('(\\d{1,2})/(\\d{1,2})/(\\d{4})', ['d', 'm', 'y']),
  'YYYY-MM-DD': numeric('(\\d{4})-(\\d{2})-(\\d{2})', ['y', 'm', 'd']),
  'YYYY/MM/DD': numeric('(\\d{4})/(\\d{1,2})/(\\d{1,2})', ['y', 'm', 'd']),
  YYYYMMDD: numeric('(\\d{4})(\\d{2})(\\d{2})', ['y', 'm', 'd']),
  'MM-DD-YYYY': numeric('(\\d{1,2})-(\\d{1,2})-(\\d{4})', ['m', 'd', 'y']),
  'DD-MM-YYYY': numeric('(\\d{1,2})-(\\d{1,2})-(\\d{4})', ['d', 'm', 'y']),
  'DD.MM.YYYY': numeric('(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4})', ['d', 'm', 'y']),
  'DD-MMM-YYYY': numeric('(\\d{1,2})-([A-Za-z]{3})-(\\d{4})', ['d', 'm', 'y']),
  'MMM DD, YYYY': numeric('([A-Za-z]{3}) (\\d{1,2}), (\\d{4})', ['m', 'd', 'y']),
}
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const timeBehind =
  /[ T]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(?: ?([AaPp])\.?[Mm]\.?)?(?: ?(Z|UTC|GMT|[+-]\d{2}:?\d{2}))?$/
const longestDate = 64

/** What a value says by one of the forms. Several may be stated as long as they agree on the day. */
export function readDate(value: string, formats: readonly DateFormat[]): ReadDate | DateFault {
  const text = value.trim()
  if (text.length > longestDate) return notInForm(formats)
  const found = timeBehind.exec(text)
  const date = found === null ? text : text.slice(0, found.index)
  const days = new Set<string>()
  let hasForm = false
  for (const format of formats) {
    const parts = partsIn(date, format)
    if (parts === null) continue
    hasForm = true
    if (exists(parts)) days.add(isoDay(parts))
  }
  if (!hasForm) return notInForm(formats)
  const [day, other] = days
  if (day === undefined) return { code: 'impossible', reason: `There is no such day by ${listed(formats)}.` }
  if (other !== undefined)
    return {
      code: 'ambiguous',
      reason: `It can be read as ${day} and as ${other}. State one form for this field.`,
    }
  if (found === null) return { day, time: null, offset: null }
  const time = timeOf(found)
  return time === null
    ? { code: 'impossible', reason: 'There is no such time of day.' }
    : { day, time, offset: offsetOf(found[5]) }
}

export const isDateFault = (read: ReadDate | DateFault): read is DateFault => 'code' in read

const listed = (formats: readonly DateFormat[]): string => formats.join(' or ')
const notInForm = (formats: readonly DateFormat[]): DateFault => ({
  code: 'form',
  reason: formats.length === 0 ? 'No form of dates has been stated.' : `It is no date by ${listed(formats)}.`,
})

type Parts = Readonly<Record<'y' | 'm' | 'd', number>>

function partsIn(date: string, format: DateFormat): Parts | null {
  const { form, order } = shapes[format]
  const found = form.exec(date)
  if (found === null) return null
  const parts = { y: 0, m: 0, d: 0 }
  for (const [at, part] of order.entries()) {
    const text = found[at + 1] ?? ''
    parts[part] = /^\d/.test(text) ? Number(text) : months.indexOf(text.toLowerCase()) + 1
  }
  return parts
}

function exists({ y, m, d }: Parts): boolean {
  if (y < 1 || m < 1 || m > 12 || d < 1) return false
  const leap = (y % 4 === 0 && y % 100 !== 0) || y % 400 === 0
  return d <= (m === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(m) ? 30 : 31)
}

const isoDay = ({ y, m, d }: Parts): string => `${String(y).padStart(4, '0')}-${twoDigits(m)}-${twoDigits(d)}`
const twoDigits = (value: number): string => String(value).padStart(2, '0')

function timeOf(found: RegExpExecArray): string | null {
  const [hour = 0, minute = 0, second = 0] = found.slice(1, 4).map((part) => Number(part ?? 0))
  const half = found[4]?.toLowerCase()
  if (minute > 59 || second > 59) return null
  if (half === undefined)
    return hour > 23 ? null : `${twoDigits(hour)}:${twoDigits(minute)}:${twoDigits(second)}`
  if (hour < 1 || hour > 12) return null
  return `${twoDigits((hour % 12) + (half === 'p' ? 12 : 0))}:${twoDigits(minute)}:${twoDigits(second)}`
}

function offsetOf(zone: string | undefined): number | null {
  if (zone === undefined) return null
  const found = /^([+-])(\d{2}):?(\d{2})$/.exec(zone)
  if (found === null) return 0
  return (found[1] === '-' ? 1 : -1) * (Number(found[2]) * 60 + Number(found[3]))
}
