/** Dates as load files have them. */
import type { ProductionSettings } from '#contracts/production-settings.ts'

type Dates = ProductionSettings['loadFile']['dates']
type Parts = Readonly<Record<'year' | 'month' | 'day', string>>

const days: Readonly<Record<Dates['form'], (parts: Parts) => string>> = {
  'MM/DD/YYYY': ({ year, month, day }) => `${month}/${day}/${year}`,
  'DD/MM/YYYY': ({ year, month, day }) => `${day}/${month}/${year}`,
  'YYYY-MM-DD': ({ year, month, day }) => `${year}-${month}-${day}`,
  YYYYMMDD: ({ year, month, day }) => `${year}${month}${day}`,
}

/** `instant`: a moment (ISO), in the zone. `day`: a day (ISO) without a time, which is the same in every zone. */
export function dateWriter(
  { form, time }: Dates,
  timeZone: string,
): { readonly instant: (value: string) => string; readonly day: (value: string) => string } {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23', timeZone },
  })
  return {
    instant: (value) => {
      const parts = new Map(format.formatToParts(new Date(value)).map((part) => [part.type, part.value]))
      const of = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? ''
      const written = days[form]({ year: of('year').padStart(4, '0'), month: of('month'), day: of('day') })
      return time ? `${written} ${of('hour')}:${of('minute')}:${of('second')}` : written
    },
    day: (value) => {
      const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(value) ?? []
      return year === undefined || month === undefined || day === undefined
        ? value
        : days[form]({ year, month, day })
    },
  }
}
