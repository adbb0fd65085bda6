/** Counts by month as columns. The figures stand in each column's name, so that they can be read and heard. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useState } from 'react'
import { counted, number } from './format.ts'
import { binned, type MonthCount, sum } from './month-bins.ts'

const height = 120

export function MonthBars({
  months,
  undated = 0,
  unit,
}: {
  readonly months: readonly MonthCount[]
  /** How many have no date at all. */
  readonly undated?: number
  /** 'document' */
  readonly unit: string
}): ReactElement {
  const { bins, before, after } = binned(months)
  const most = Math.max(1, ...bins.map(({ count }) => count))
  const [at, setAt] = useState<number | null>(null)
  const pointed = at === null ? undefined : bins[at]
  const width = 640
  const step = width / Math.max(1, bins.length)
  const outside = [
    before > 0 && `${number(before)} before ${bins[0]?.label ?? '1970'}`,
    after > 0 && `${number(after)} after ${bins.at(-1)?.label ?? '2050'}`,
    undated > 0 && `${number(undated)} without a date`,
  ].filter((said) => said !== false)
  return (
    <chakra.figure>
      <chakra.div display="flex" justifyContent="space-between" fontSize="xs" color="muted" mb="2">
        <span>
          {pointed === undefined
            ? [counted(sum(bins), unit), ...outside].join(' · ')
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
