/** Documents by a number that each has, put together in bands; a bar that is clicked chooses the numbers of its band. */
import { type ReactElement, useMemo } from 'react'
import type { Amount } from '#contracts/facets.ts'
import { type Band, isChosen, toggledBand } from '#src/events/filter/bands.ts'
import type { FilterNumber } from '#src/events/filter/choice.ts'
import type { ChartState } from '../charts/chart-card.tsx'
import { FiguresChart } from '../charts/figures-chart.tsx'
import { number } from '../ui/format.ts'
import { useChosen } from './use-chosen.ts'

export interface BandAmount extends Amount {
  readonly band: Band
}

export function NumberChart({
  title,
  of: head,
  member,
  amounts,
  state,
  note,
  span = 4,
}: {
  readonly title: string
  /** What the number is of. */
  readonly of: string
  readonly member: FilterNumber
  readonly amounts: readonly BandAmount[]
  readonly state: ChartState
  readonly note: string
  readonly span?: number
}): ReactElement {
  const { of, choose } = useChosen()
  const figures = useMemo(
    () =>
      amounts.map(({ band, documents, bytes }) => ({
        key: String(band.least),
        label: bandWords(band),
        documents,
        bytes,
      })),
    [amounts],
  )
  const chosen = useMemo(
    () => new Set(amounts.flatMap(({ band }) => (isChosen(of, member, band) ? [String(band.least)] : []))),
    [amounts, of, member],
  )
  return (
    <FiguresChart
      title={title}
      of={head}
      as="bars"
      span={span}
      figures={figures}
      chosen={chosen}
      onChoose={(key) => {
        const found = amounts.find(({ band }) => String(band.least) === key)
        if (found !== undefined) choose(toggledBand(of, member, found.band))
      }}
      state={state}
      note={note}
    />
  )
}

export const bandWords = ({ least, most }: Band): string =>
  most === null
    ? `more than ${number(least - 1)}`
    : least === most
      ? number(least)
      : `${number(least)} to ${number(most)}`
