/** Where on the time line an instant stands, and what its axis says. Instants are milliseconds here. */

export interface Span {
  readonly from: number
  readonly to: number
}

/** Of nothing at all, and of a single instant, a span that can be drawn. */
export const spanOf = (from: number, to: number): Span => ({ from, to: Math.max(to, from + 1000) })

/** 0 at the span's beginning, 1 at its end; what lies outside stands at the nearer end. */
export const shareOf = ({ from, to }: Span, at: number): number =>
  Math.min(1, Math.max(0, (at - from) / (to - from)))

export const instantAt = ({ from, to }: Span, share: number): number =>
  Math.round(from + (to - from) * Math.min(1, Math.max(0, share)))

export const isWithin = ({ from, to }: Span, at: number): boolean => at >= from && at <= to

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const steps = [
  second,
  5 * second,
  15 * second,
  minute,
  5 * minute,
  15 * minute,
  30 * minute,
  hour,
  3 * hour,
  6 * hour,
  12 * hour,
  day,
  2 * day,
  7 * day,
  14 * day,
  30 * day,
  91 * day,
  365 * day,
] as const

export interface Tick {
  readonly at: number
  readonly label: string
}

/** Round instants of the reader's clock, at most so many. */
export function ticksOf(span: Span, most: number): readonly Tick[] {
  const step = steps.find((one) => (span.to - span.from) / one <= most) ?? steps[steps.length - 1] ?? day
  const zone = new Date(span.from).getTimezoneOffset() * minute
  const ticks: Tick[] = []
  let at = Math.ceil((span.from - zone) / step) * step + zone
  for (; at <= span.to && ticks.length <= most; at += step) {
    // Where clocks are set forward or back, the round hour is another one.
    const shifted = at + (new Date(at).getTimezoneOffset() * minute - zone)
    if (isWithin(span, shifted)) ticks.push({ at: shifted, label: labelOf(shifted, step) })
  }
  return ticks
}

const dayWords = new Intl.DateTimeFormat('en-US', { month: '2-digit', day: '2-digit' })
const yearWords = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: '2-digit', day: '2-digit' })
const timeWords = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const secondWords = new Intl.DateTimeFormat('en-US', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

function labelOf(at: number, step: number): string {
  if (step >= 91 * day) return yearWords.format(at)
  if (step >= day || isMidnight(at)) return dayWords.format(at)
  return (step < minute ? secondWords : timeWords).format(at)
}

const isMidnight = (at: number): boolean => {
  const date = new Date(at)
  return date.getHours() === 0 && date.getMinutes() === 0 && date.getSeconds() === 0
}

/** The outline of columns, in a box of 1 by 1 that is as wide as the span: one path, however many columns. */
export function outlineOf(
  span: Span,
  begins: number,
  binMs: number,
  counts: readonly number[],
  most: number,
): string {
  const width = span.to - span.from
  const parts: string[] = []
  for (const [index, count] of counts.entries()) {
    if (count === 0) continue
    const left = Math.max(0, (begins + index * binMs - span.from) / width)
    const right = Math.min(1, (begins + (index + 1) * binMs - span.from) / width)
    if (right <= left) continue
    // A single change among thousands is still seen.
    const tall = Math.max(0.04, count / most)
    const gap = (right - left) * 0.12
    parts.push(`M${(left + gap).toFixed(5)} 1V${(1 - tall).toFixed(4)}H${(right - gap).toFixed(5)}V1Z`)
  }
  return parts.join('')
}
