import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { marked } from './foreign.tsx'
import { duration, number, percent, rate as rateOf } from './format.ts'

export type BarTone = 'accent' | 'okBar' | 'attentionBar' | 'dangerBar' | 'infoBar' | 'control'

/** The bare bar; where all is zero, nobody knows it, and no share is told. */
export function Bar({
  part,
  all,
  tone = 'accent',
  label,
  height = 6,
}: {
  readonly part: number
  readonly all: number
  readonly tone?: BarTone
  readonly label: string
  readonly height?: number
}): ReactElement {
  const share = all > 0 ? Math.min(1, part / all) : 0
  return (
    <chakra.div
      role="progressbar"
      aria-label={marked(label)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={all > 0 ? Math.round(share * 100) : undefined}
      aria-valuetext={all > 0 ? `${number(part)} of ${number(all)}` : 'unknown'}
      background="sunken"
      borderRadius="full"
      overflow="hidden"
      width="full"
      boxShadow="inset 0 0 0 1px var(--af-colors-line)"
      style={{ height }}
    >
      <chakra.div
        height="full"
        background={tone}
        borderRadius="full"
        transition="transform 200ms linear"
        transformOrigin="left"
        style={{ transform: `scaleX(${share})` }}
      />
    </chakra.div>
  )
}

/** Long work: done of all, rate, time left, and what it is on now. */
export function ProgressBar({
  done,
  all,
  unit = number,
  rate,
  secondsLeft,
  now,
  tone = 'accent',
  label,
}: {
  readonly done: number
  readonly all: number
  /** Writes both figures, for example as file sizes. */
  readonly unit?: (value: number) => string
  readonly rate?: number | string | null
  readonly secondsLeft?: number | null
  readonly now?: string | null
  readonly tone?: BarTone
  readonly label: string
}): ReactElement {
  const facts = [
    all > 0 ? `${unit(done)} of ${unit(all)} · ${percent(done, all)}` : unit(done),
    rate === undefined || rate === null ? null : typeof rate === 'string' ? rate : rateOf(rate),
    secondsLeft === undefined || secondsLeft === null ? null : `${duration(secondsLeft)} left`,
  ].filter((fact) => fact !== null)
  return (
    <chakra.div display="flex" flexDirection="column" gap="1" minWidth="0">
      <Bar part={done} all={all} tone={tone} label={label} />
      <chakra.div display="flex" gap="3" fontSize="xs" color="muted" minWidth="0">
        <chakra.span whiteSpace="nowrap">{facts.join(' · ')}</chakra.span>
        {now !== undefined && now !== null && (
          <chakra.span truncate color="faint" title={marked(now)}>
            {now}
          </chakra.span>
        )}
      </chakra.div>
    </chakra.div>
  )
}
