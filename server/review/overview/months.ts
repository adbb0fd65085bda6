/**
 * Documents by month in the project's own time zone. The database groups by UTC; only what lies near a month's end, where
 * the zone can make a difference, comes minute by minute and is compared with the instant at which the month begins there.
 */
export interface Group {
  /** `2001-05` where the whole UTC month is meant, `2001-05-31T22:10` near its ends. */
  readonly at: string
  readonly count: number
}

/** Days of a UTC month on which it can be another month elsewhere: no zone is further than 14 hours off. */
export const edgeDays = ['01', '28', '29', '30', '31'] as const

/** Adds the groups up by month of the zone, in order. */
export function byMonth(groups: readonly Group[], timeZone: string): { month: string; count: number }[] {
  const startOf = monthStarts(timeZone)
  const monthOf = (at: string): string => {
    const month = at.slice(0, 7)
    if (at.length === 7) return month
    if (at < startOf(month)) return shifted(month, -1)
    return at < startOf(shifted(month, 1)) ? month : shifted(month, 1)
  }
  const counts = new Map<string, number>()
  for (const { at, count } of groups) {
    const month = monthOf(at)
    counts.set(month, (counts.get(month) ?? 0) + count)
  }
  return [...counts].map(([month, count]) => ({ month, count })).sort((a, b) => (a.month < b.month ? -1 : 1))
}

/** The UTC minute at which a month begins in the zone. */
function monthStarts(timeZone: string): (month: string) => string {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  /** Minutes that clocks there are ahead of UTC. */
  const ahead = (instant: number): number => {
    const name =
      format.formatToParts(new Date(instant)).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, hours, minutes] = /GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? []
    return hours === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  }
  const known = new Map<string, string>()
  return (month) => {
    const found = known.get(month)
    if (found !== undefined) return found
    const midnight = Date.parse(`${month}-01T00:00:00.000Z`)
    // The offset is asked at about the instant itself: clocks may have changed between the two midnights.
    const about = midnight - ahead(midnight) * 60_000
    const start = new Date(midnight - ahead(about) * 60_000).toISOString().slice(0, 16)
    known.set(month, start)
    return start
  }
}

function shifted(month: string, by: number): string {
  const at = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + by
  return `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}`
}
