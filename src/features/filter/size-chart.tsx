/** Documents by the size of their files, put together by powers of ten. */
import { type ReactElement, useMemo } from 'react'
import type { Histogram } from '#contracts/facets.ts'
import { chosenOf } from '#src/events/filter/choice.ts'
import type { ChartState } from '../charts/chart-card.tsx'
import { FiguresChart } from '../charts/figures-chart.tsx'
import { useChosen } from './use-chosen.ts'
import { sizeWords } from './words.ts'

const field = 'File_Size'

export function SizeChart({
  histogram,
  state,
}: {
  readonly histogram: Histogram | null
  readonly state: ChartState
}): ReactElement {
  const { of, toggle } = useChosen()
  const chosen = useMemo(() => new Set(chosenOf(of, field)), [of])
  const figures = useMemo(
    () => (histogram?.bins ?? []).map((bin) => ({ ...bin, key: bin.from, label: sizeWords(bin.from) })),
    [histogram],
  )
  return (
    <FiguresChart
      title="File size"
      of="File size"
      as="bars"
      span={4}
      figures={figures}
      chosen={chosen}
      onChoose={(value) => toggle(field, value)}
      state={state}
    />
  )
}
