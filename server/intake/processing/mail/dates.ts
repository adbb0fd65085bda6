/**
 * Dates of mail as they are written in the wild. A date becomes an instant in UTC; what cannot be read stays null, and
 * the text as it stood is kept beside it in any case.
 */

/** The instant (ISO 8601, UTC, milliseconds) that a date header means, or null. */
export function readDate(header: string): string | null {
  const text = header.replace(/\s+/g, ' ').trim()
  if (text === '' || text.length > 200) return null
  return readIso(text) ?? readDayFirst(text) ?? readMonthFirst(text) ?? readNumeric(text)
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Minutes east of UTC. Other names mean "unknown", which RFC 5322 reads as UTC. */
const zoneNames: ReadonlyMap<string, number> = new Map(
  Object.entries({
    EST: -300,
    EDT: -240,
    CST: -360,
    CDT: -300,
    MST: -420,
    MDT: -360,
    PST: -480,
    PDT: -420,
    CET: 60,
    MET: 60,
    CEST: 120,
    MEST: 120,
    BST: 60,
    EET: 120,
    EEST: 180,
    JST: 540,
  }),
)

const time = String.raw`(?:(?:,| at)? (\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,]\d+)?)? ?([AaPp]\.?[Mm]\.?)?)?`
const dayFirst = new RegExp(
  String.raw`^(?:[A-Za-z]{2,9}[,.]? ?)?(\d{1,2})[ -]([A-Za-z]{3,9})\.?,?[ -](\d{2,4})${time}(.*)$`,
)
const monthFirst = new RegExp(
  String.raw`^(?:[A-Za-z]{2,9},? )?([A-Za-z]{3,9})\.? (\d{1,2}),? (\d{4})${time}(.*)$`,
)
const asctime =
  /^(?:[A-Za-z]{3},? )?([A-Za-z]{3}) (\d{1,2}) (\d{1,2}):(\d{2}):(\d{2})( [A-Z]{1,4}| [+-]\d{4})? (\d{4})(.*)$/
const numeric = new RegExp(String.raw`^(\d{1,2})/(\d{1,2})/(\d{4})${time}(.*)$`)
const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)? ?(.*)$/

function readIso(text: string): string | null {
  const m = iso.exec(text)
  if (m === null) return null
  return instantOf(Number(m[1]), Number(m[2]), m[3], m[4], m[5], m[6], undefined, m[8])
}

function readDayFirst(text: string): string | null {
  const m = dayFirst.exec(text)
  if (m === null) return null
  return instantOf(fullYear(m[3]), monthOf(m[2]), m[1], m[4], m[5], m[6], m[7], m[8])
}

function readMonthFirst(text: string): string | null {
  const c = asctime.exec(text)
  if (c !== null)
    return instantOf(Number(c[7]), monthOf(c[1]), c[2], c[3], c[4], c[5], undefined, c[6] ?? c[8])
  const m = monthFirst.exec(text)
  if (m === null) return null
  return instantOf(Number(m[3]), monthOf(m[1]), m[2], m[4], m[5], m[6], m[7], m[8])
}

/** Month first, as in the United States, where such headers come from. */
function readNumeric(text: string): string | null {
  const m = numeric.exec(text)
  if (m === null) return null
  return instantOf(Number(m[3]), Number(m[1]), m[2], m[4], m[5], m[6], m[7], m[8])
}

const monthOf = (name: string | undefined): number =>
  months.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1

/** RFC 5322, 4.3: two digits up to 49 are 2000 and later, three digits count from 1900. */
function fullYear(digits: string | undefined): number {
  const year = Number(digits)
  if (digits?.length === 2) return year < 50 ? 2000 + year : 1900 + year
  return digits?.length === 3 ? 1900 + year : year
}

function zoneMinutes(rest: string | undefined): number {
  const text = (rest ?? '').trim()
  const offset = /^\(?(?:GMT|UTC?|Z)? ?([+-])(\d{1,2}):?(\d{2})?(?!\d)/i.exec(text)
  if (offset !== null) {
    const minutes = Number(offset[2]) * 60 + Number(offset[3] ?? 0)
    if (minutes >= 24 * 60) return 0
    return offset[1] === '-' ? -minutes : minutes
  }
  const name = /^\(?([A-Za-z]{1,5})\b/.exec(text)?.[1]?.toUpperCase()
  return zoneNames.get(name ?? '') ?? 0
}

function instantOf(
  year: number,
  month: number,
  dayText: string | undefined,
  hourText: string | undefined,
  minuteText: string | undefined,
  secondText: string | undefined,
  half: string | undefined,
  zone: string | undefined,
): string | null {
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
  date.setUTCHours(hour, minute - zoneMinutes(zone), second, 0)
  const text = Number.isNaN(date.getTime()) ? '' : date.toISOString()
  return text.length === 24 ? text : null
}
