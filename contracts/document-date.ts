/**
 * Document dates are shown in the project's time zone, whatever the reader's: the same document has the same day for
 * everybody.
 */
const formatters = new Map<string, Intl.DateTimeFormat>()

const dayParts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
const timeParts = { hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'short' } as const

function partsOf(iso: string, timeZone: string, withTime: boolean): Map<string, string> {
  const key = `${timeZone} ${withTime}`
  const formatter =
    formatters.get(key) ??
    new Intl.DateTimeFormat('en-US', { ...dayParts, ...(withTime ? timeParts : {}), hour12: false, timeZone })
  formatters.set(key, formatter)
  return new Map(formatter.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]))
}

const dayOf = (parts: ReadonlyMap<string, string>): string =>
  // Mail with a broken clock may be of the year 1: still four digits.
  `${parts.get('month')}/${parts.get('day')}/${(parts.get('year') ?? '').padStart(4, '0')}`

/** `MM/DD/YYYY` */
export const documentDay = (iso: string, timeZone: string): string => dayOf(partsOf(iso, timeZone, false))

/** `MM/DD/YYYY hh:mm:ss CST`: with the zone, because a time without one says nothing. */
export function documentTime(iso: string, timeZone: string): string {
  const parts = partsOf(iso, timeZone, true)
  const hour = (parts.get('hour') ?? '').replace('24', '00')
  return `${dayOf(parts)} ${hour}:${parts.get('minute')}:${parts.get('second')} ${parts.get('timeZoneName')}`
}
