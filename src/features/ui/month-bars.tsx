/** Counts by month as columns. The figures stand in each column's name, so that they can be read and heard. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useState } from 'react'
import { counted, number } from './format.ts'

export interface MonthCount {
  /** `YYYY-MM`. */
  readonly month: string
  readonly count: number
}

const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const named = (month: string): string => `${names[Number(month.slice(5, 7)) - 1] ?? ''} ${month.slice(0, 4)}`

/** Months between the first and the last that have nothing are shown as nothing: a gap is a fact. */
export function withGaps(months: readonly MonthCount[]): readonly MonthCount[] {
  const sorted = [...months].sort((a, b) => a.month.localeCompare(b.month))
  const first = sorted[0]
  const last = sorted.at(-1)
  if (first === undefined || last === undefined) return []
  const counts = new Map(sorted.map(({ month, count }) => [month, count]))
  const all: MonthCount[] = []
  let year = Number(first.month.slice(0, 4))
  let month = Number(first.month.slice(5, 7))
  for (;;) {
    const key = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`
    all.push({ month: key, count: counts.get(key) ?? 0 })
    if (key >= last.month) return all
    month += 1
    if (month > 12) {
      month = 1
      year += 1
    }
  }
}

interface Bins {
  readonly bins: readonly { readonly label: string; readonly count: number }[]
  /** Documents dated before and after what is shown. */
  readonly before: number
  readonly after: number
}

/** Dates that nobody wrote at (a year 2, a year 2099) would press all others into one column. */
const shown = { from: '1970-01', to: '2050-12' } as const

/** Too many months for columns that can be seen: years then. */
export function binned(months: readonly MonthCount[]): Bins {
  const sum = (of: readonly MonthCount[]) => of.reduce((all, { count }) => all + count, 0)
  const within = months.filter(({ month }) => month >= shown.from && month <= shown.to)
  return {
    bins: columns(within),
    before: sum(months.filter(({ month }) => month < shown.from)),
    after: sum(months.filter(({ month }) => month > shown.to)),
  }
}

function columns(months: readonly MonthCount[]): Bins['bins'] {
  const all = withGaps(months)
  if (all.length <= 72) return all.map(({ month, count }) => ({ label: named(month), count }))
  const years = new Map<string, number>()
  for (const { month, count } of all) {
    const year = month.slice(0, 4)
    years.set(year, (years.get(year) ?? 0) + count)
  }
  return [...years].map(([label, count]) => ({ label, count }))
}

const height = 120

export function MonthBars({
  months,
  unit,
}: {
  readonly months: readonly MonthCount[]
  /** 'document' */
  readonly unit: string
}): ReactElement {
  const { bins, before, after } = binned(months)
  const most = Math.max(1, ...bins.map(({ count }) => count))
  const [at, setAt] = useState<number | null>(null)
  const pointed = at === null ? undefined : bins[at]
  const width = 640
  const step = width / Math.max(1, bins.length)
  const total = bins.reduce((sum, { count }) => sum + count, 0)
  const outside = [
    before > 0 ? `${number(before)} dated before 1970` : null,
    after > 0 ? `${number(after)} dated after 2050` : null,
  ].filter((said) => said !== null)
  return (
    <chakra.figure>
      <chakra.div display="flex" justifyContent="space-between" fontSize="xs" color="muted" mb="2">
        <span>
          {pointed === undefined
            ? [`${counted(total, unit)}`, ...outside].join(' · ')
            : `${pointed.label}: ${counted(pointed.count, unit)}`}
        </span>
        <chakra.span color="faint">most: {number(most)}</chakra.span>
      </chakra.div>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        style={{ width: '100%', height, display: 'block' }}
        role="img"
        aria-label={`${unit}s by date: ${bins
          .filter(({ count }) => count > 0)
          .slice(0, 60)
          .map(({ label, count }) => `${label} ${count}`)
          .join(', ')}`}
        onMouseLeave={() => setAt(null)}
      >
        <line x1="0" x2={width} y1={height - 0.5} y2={height - 0.5} stroke="var(--af-colors-line)" />
        {bins.map(({ label, count }, index) => {
          const tall = count === 0 ? 0 : Math.max(2, (count / most) * (height - 6))
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: pointing only adds the figure to the line above, which the picture's name holds as well
            <g key={label} onMouseEnter={() => setAt(index)}>
              <rect x={index * step} y={0} width={step} height={height} fill="transparent" />
              <rect
                x={index * step + Math.min(1.5, step * 0.12)}
                y={height - 1 - tall}
                width={Math.max(1, step - Math.min(3, step * 0.24))}
                height={tall}
                fill={at === index ? 'var(--af-colors-accent-hover)' : 'var(--af-colors-accent)'}
                opacity={at === null || at === index ? 1 : 0.55}
              />
            </g>
          )
        })}
      </svg>
      <chakra.div display="flex" justifyContent="space-between" fontSize="xs" color="faint" mt="1">
        <span>{bins[0]?.label ?? ''}</span>
        {bins.length > 4 && <span>{bins[Math.floor(bins.length / 2)]?.label}</span>}
        <span>{bins.length > 1 ? bins.at(-1)?.label : ''}</span>
      </chakra.div>
    </chakra.figure>
  )
}
