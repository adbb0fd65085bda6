/** Documents by the values of a field; a bar that is clicked chooses its value. */
import { type ReactElement, useMemo } from 'react'
import type { Facet } from '#contracts/facets.ts'
import { chosenOf, clicked } from '#src/events/filter/choice.ts'
import type { ChartState } from '../charts/chart-card.tsx'
import { FiguresChart } from '../charts/figures-chart.tsx'
import { number } from '../ui/format.ts'
import { useChosen } from './use-chosen.ts'
import { valueWords } from './words.ts'

export function FieldChart({
  title,
  field,
  facet,
  state,
  span = 4,
}: {
  readonly title: string
  readonly field: string
  readonly facet: Facet | null
  readonly state: ChartState
  readonly span?: number
}): ReactElement {
  const { of, choose } = useChosen()
  const chosen = useMemo(() => new Set(chosenOf(of, field)), [of, field])
  const figures = useMemo(
    () =>
      (facet?.values ?? []).map((one) => ({ ...one, key: one.value, label: valueWords(field, one.value) })),
    [facet, field],
  )
  const note =
    facet === null
      ? []
      : [
          ...(facet.others.values > 0 ? [`${number(facet.others.values)} more`] : []),
          ...(facet.none.documents > 0 ? [`${number(facet.none.documents)} without`] : []),
        ]
  return (
    <FiguresChart
      title={title}
      of={title}
      as="bars"
      span={span}
      figures={figures}
      chosen={chosen}
      onChoose={(value) => choose(clicked(of, field, value))}
      state={state}
      note={note.join(' · ')}
    />
  )
}
