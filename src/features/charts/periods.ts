/** Months and years as ranges of days, as the filter writes them. */

/** Days as MM/DD/YYYY, both included. */
export interface DayRange {
  readonly start: string
  readonly end: string
}

const two = (value: number): string => String(value).padStart(2, '0')
/** Of a month, `2001-02`, or of December for a year. */
function lastDay(period: string): string {
  const [year, month] = [Number(period.slice(0, 4)), Number(period.slice(5, 7) || 12)]
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return `${two(month)}/${two(days)}/${period.slice(0, 4)}`
}
const firstDay = (period: string): string => `${period.slice(5, 7) || '01'}/01/${period.slice(0, 4)}`

/** From the first day of one month or year to the last day of another. */
export const daysFrom = (from: string, to: string): DayRange => ({ start: firstDay(from), end: lastDay(to) })

/** In the order of days. */
const sortable = (day: string): string => `${day.slice(6)}-${day.slice(0, 2)}-${day.slice(3, 5)}`

/** Whether any day of a month or year lies in the range. */
export const lies = (period: string, { start, end }: DayRange): boolean =>
  sortable(lastDay(period)) >= sortable(start) && sortable(firstDay(period)) <= sortable(end)
