/** Times of messages on the clock of one time zone, the same for everybody. */
export interface Clock {
  /** `YYYY-MM-DD` */
  readonly day: (instant: string) => string
  /** `HH:MM:SS`, or `HH:MM` where no more is known. */
  readonly time: (instant: string) => string
}

export function clockOf(timeZone: string, precision: 'second' | 'minute'): Clock {
  // Swedish writes dates as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const shown = (instant: string): string => format.format(new Date(instant))
  return {
    day: (instant) => shown(instant).slice(0, 10),
    time: (instant) => shown(instant).slice(11, precision === 'second' ? 19 : 16),
  }
}
