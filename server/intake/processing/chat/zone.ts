/** Days and times of the clock in one time zone. */

export interface ZoneClock {
  readonly timeZone: string
  /** `YYYY-MM-DD HH:MM:SS` on the clock at an instant (ISO 8601). */
  local(instant: string): string
  /** The instant at which the clock shows that; the first one where it shows it twice. Null where it is no date. */
  instant(day: string, time: string): string | null
}

/** Zones change their offset at a quarter of an hour, as long as people chat. */
const quarter = 15 * 60 * 1000
/** Quarters whose offsets are remembered: to ask for one takes longer than all else that is done with a message. */
const maxRemembered = 10_000

/** Throws RangeError for what is no zone. */
export function zoneClock(timeZone: string): ZoneClock {
  // Swedish writes dates as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const offsets = new Map<number, number>()
  /** Milliseconds by which the clock is ahead of UTC. */
  const ahead = (at: number): number => {
    const key = Math.floor(at / quarter)
    const known = offsets.get(key)
    if (known !== undefined) return known
    const found = Date.parse(`${format.format(key * quarter).replace(' ', 'T')}Z`) - key * quarter
    if (offsets.size >= maxRemembered) offsets.clear()
    offsets.set(key, found)
    return found
  }
  return {
    timeZone,
    local(instant) {
      const at = Date.parse(instant)
      return new Date(at + ahead(at)).toISOString().slice(0, 19).replace('T', ' ')
    },
    instant(day, time) {
      const shown = Date.parse(`${day}T${time}Z`)
      if (Number.isNaN(shown)) return null
      // A day before and after it, the zone has the offsets that may hold at that time.
      const found = [shown - 86_400_000, shown + 86_400_000]
        .map((near) => shown - ahead(near))
        .toSorted((a, b) => a - b)
      const at = found.find((each) => each + ahead(each) === shown) ?? found.at(-1) ?? shown
      return new Date(at).toISOString()
    },
  }
}
