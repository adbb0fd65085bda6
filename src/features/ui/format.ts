/** How figures, sizes, times and days are written. */

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const oneDecimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
const twoDecimals = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** With thousands separators. */
export const number = (value: number): string => whole.format(value)

const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** `1.50 MB`: divisor 1024, two decimals; bytes are whole. */
export function fileSize(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024
    unit += 1
  }
  return `${(unit === 0 ? whole : twoDecimals).format(value)} ${units[unit] ?? 'B'}`
}

/** `62 %`; never 100 while something is missing, never 0 once something is there. */
export function percent(part: number, all: number): string {
  if (all <= 0) return '–'
  const exact = (part / all) * 100
  const shown = part >= all ? 100 : part > 0 ? Math.min(99, Math.max(1, Math.round(exact))) : 0
  return `${shown}%`
}

/** `86/s`; with what it counts where that is not plain: `86 items/s`. */
export const rate = (perSecond: number, unit = ''): string =>
  `${perSecond >= 10 ? number(perSecond) : oneDecimal.format(perSecond)}${unit === '' ? '' : ` ${unit}`}/s`

/** `1 h 12 min`, `3 min`, `12 s`: for what is left of a piece of work. */
export function duration(seconds: number): string {
  const s = Math.max(0, Math.round(seconds))
  if (s < 60) return `${s} s`
  const minutes = Math.round(s / 60)
  if (minutes < 60) return `${minutes} min`
  const rest = minutes % 60
  return `${number(Math.floor(minutes / 60))} h${rest > 0 ? ` ${rest} min` : ''}`
}

const dayOf = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: '2-digit', day: '2-digit' })
const timeOf = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const fullOf = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
})

/** `MM/DD/YYYY` in the reader's zone. */
export const day = (iso: string): string => dayOf.format(new Date(iso))
export const dayAndTime = (iso: string): string => `${day(iso)} ${timeOf.format(new Date(iso))}`
/** With seconds and zone: what a tooltip says. */
export const exactTime = (iso: string): string => fullOf.format(new Date(iso))

/** `5 min ago`; from a week on, the day. */
export function ago(iso: string, now: number): string {
  const seconds = Math.round((now - new Date(iso).getTime()) / 1000)
  if (seconds < 45) return 'just now'
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min ago`
  const hours = Math.round(minutes / 60)
  if (hours < 24) return `${hours} h ago`
  const days = Math.round(hours / 24)
  return days < 7 ? `${days} ${days === 1 ? 'day' : 'days'} ago` : day(iso)
}

/** `1 document`, `2 documents`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${number(count)} ${count === 1 ? one : many}`
