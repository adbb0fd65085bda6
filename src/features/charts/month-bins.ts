/** Which columns a picture of documents by date has, and what lies outside of it. */

export interface MonthCount {
  /** `YYYY-MM`. */
  readonly month: string
  readonly count: number
}

export interface Bin {
  /** `2001-11`, or a year. */
  readonly from: string
  /** `Nov 2001`, or a year. */
  readonly label: string
  readonly count: number
}

export interface Bins {
  readonly bins: readonly Bin[]
  /** Documents dated before and after what is shown. */
  readonly before: number
  readonly after: number
}

/** The columns for counts by month: months, or years where months would be too narrow to be seen. */
export function binned(months: readonly MonthCount[]): Bins {
  const sorted = months.filter(({ count }) => count > 0).sort((a, b) => a.month.localeCompare(b.month))
  const { from, to } = mainSpan(sorted.filter(({ month }) => month >= earliest && month <= latest))
  return {
    bins: columns(sorted.filter(({ month }) => month >= from && month <= to)),
    before: sum(sorted.filter(({ month }) => month < from)),
    after: sum(sorted.filter(({ month }) => month > to)),
  }
}

/** Outside of these a date is a program's mistake (a year 2, a year 2099), however many documents bear it. */
const earliest = '1970-01'
const latest = '2050-12'

/** At most so much of all may lie outside at either end. */
const strayShare = 0.05
/** What lies further off than this, in months, does not belong to the rest. */
const strayDistance = 12

/**
 * The span worth drawing. Its core leaves at most a twentieth of the documents out at either end; from there it reaches as
 * far as the next month with documents is within a year. A few stray dates, decades off, would press all others into one
 * column; a long thin tail is part of the picture.
 */
function mainSpan(sorted: readonly MonthCount[]): { from: string; to: string } {
  const most = sum(sorted) * strayShare
  const reach = (inward: readonly MonthCount[]): string => {
    let left = 0
    let at = inward.findIndex(({ count }) => {
      left += count
      return left > most
    })
    while (at > 0 && distance(inward[at], inward[at - 1]) <= strayDistance) at -= 1
    return inward[at]?.month ?? latest
  }
  return { from: reach(sorted), to: reach(sorted.toReversed()) }
}

/** Months between the first and the last that have nothing are shown as nothing: a gap is a fact. */
export function withGaps(sorted: readonly MonthCount[]): readonly MonthCount[] {
  const first = sorted[0]
  if (first === undefined) return []
  const counts = new Map(sorted.map(({ month, count }) => [month, count]))
  return Array.from({ length: distance(first, sorted.at(-1)) + 1 }, (_, i) => {
    const month = nameOf(numberOf(first.month) + i)
    return { month, count: counts.get(month) ?? 0 }
  })
}

/** More columns than this are too narrow to be seen. */
const maxMonths = 72

function columns(months: readonly MonthCount[]): Bins['bins'] {
  const all = withGaps(months)
  if (all.length <= maxMonths)
    return all.map(({ month, count }) => ({ from: month, label: labelOf(month), count }))
  const years = new Map<string, number>()
  for (const { month, count } of all) {
    const year = month.slice(0, 4)
    years.set(year, (years.get(year) ?? 0) + count)
  }
  return [...years].map(([year, count]) => ({ from: year, label: year, count }))
}

const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const labelOf = (month: string): string =>
  `${names[Number(month.slice(5, 7)) - 1] ?? ''} ${month.slice(0, 4)}`

/** Months since the year 0. */
const numberOf = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1
const nameOf = (at: number): string =>
  `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}`
const distance = (a: MonthCount | undefined, b: MonthCount | undefined): number =>
  a === undefined || b === undefined ? 0 : Math.abs(numberOf(a.month) - numberOf(b.month))

export const sum = (months: readonly { readonly count: number }[]): number =>
  months.reduce((all, { count }) => all + count, 0)
