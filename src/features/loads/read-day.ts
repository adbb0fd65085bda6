/** The day that a form reads out of a value, in words, so that somebody can tell the forms apart. */
import type { LoadDialect } from '#contracts/loads.ts'

const words = new Intl.DateTimeFormat('en-US', {
  ...{ month: 'long', day: 'numeric', year: 'numeric' },
  timeZone: 'UTC',
})

/** Of forms in figures only, as no others are in doubt. `March 4, 2019`; null: it is no day by this form. */
export function dayBy(value: string, form: LoadDialect['dates'][number]): string | null {
  const order = form.match(/Y+|M+|D+/g) ?? []
  const figures =
    form === 'YYYYMMDD'
      ? (/^\s*(\d{4})(\d{2})(\d{2})/.exec(value)?.slice(1) ?? [])
      : (/^\s*(\d+)\D+(\d+)\D+(\d+)/.exec(value)?.slice(1) ?? [])
  const of = (letter: string) =>
    Number(figures[order.findIndex((part) => part.startsWith(letter))] ?? Number.NaN)
  const [year, month, day] = [of('Y'), of('M'), of('D')]
  const at = new Date(Date.UTC(year, month - 1, day))
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day ? words.format(at) : null
}
