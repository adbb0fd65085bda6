/** Documents by the number of their pages, put together by powers of ten. */
import { type ReactElement, useMemo } from 'react'
import type { Histogram } from '#contracts/facets.ts'
import type { ChartState } from '../charts/chart-card.tsx'
import { number } from '../ui/format.ts'
import { NumberChart } from './number-chart.tsx'

export function PagesChart({
  histogram,
  state,
}: {
  readonly histogram: Histogram | null
  readonly state: ChartState
}): ReactElement {
  const amounts = useMemo(
    () =>
      (histogram?.bins ?? []).map(({ from, documents, bytes }) => {
        const least = Number(from)
        return { band: { least, most: least === 0 ? 0 : least * 10 - 1 }, documents, bytes }
      }),
    [histogram],
  )
  const without = histogram?.none.documents ?? 0
  return (
    <NumberChart
      title="Pages"
      of="Pages"
      member="pageCount"
      amounts={amounts}
      state={state}
      note={without > 0 ? `${number(without)} without` : ''}
    />
  )
}
