/** Days as people write them and as charts draw them, and what of them a query can ask for. Pure. */
import { dateFault, dateMessages, dateYears } from '#query/dates.ts'

/** Days as MM/DD/YYYY, both included. */
export interface Days {
  readonly start: string
  readonly end: string
}

/** Why two written days cannot be asked for, and at which of them. */
export interface DaysFault {
  readonly at: keyof Days
  readonly message: string
}

/** `1/5/2024` is written for `01/05/2024`. */
const padded = (text: string): string =>
  text
    .trim()
    .split('/')
    .map((part) => part.padStart(2, '0'))
    .join('/')

/** In the order of days. */
const sortable = (day: string): string => `${day.slice(6)}${day.slice(0, 2)}${day.slice(3, 5)}`

/** Two written days as a query asks for them. */
export function readDays(written: Days): Days | DaysFault {
  const days = { start: padded(written.start), end: padded(written.end) }
  for (const at of ['start', 'end'] as const) {
    const fault = dateFault(days[at])
    if (fault !== null) return { at, message: dateMessages[fault] }
  }
  return sortable(days.start) > sortable(days.end) ? { at: 'end', message: dateMessages.order } : days
}

/** What of a drawn period a query can ask for; null: nothing. Files may be dated in any year. */
export function askable({ start, end }: Days): Days | null {
  const [first, last] = [`01/01/${dateYears.first}`, `12/31/${dateYears.last}`]
  const days = {
    start: sortable(start) < sortable(first) ? first : start,
    end: sortable(end) > sortable(last) ? last : end,
  }
  return sortable(days.start) > sortable(days.end) ? null : days
}
