/** The documents of each custodian over time, one below the other under the same months. */
import { type ReactElement, useMemo } from 'react'
import type { Histogram } from '#contracts/facets.ts'
import type { Stage } from '#contracts/stages.ts'
import { withDates, withList } from '#src/events/filter/choice.ts'
import { TimeChart } from '../charts/time-chart.tsx'
import { rangeOf, undated } from '../filter/range.ts'
import { useChosen } from '../filter/use-chosen.ts'
import { useFigures } from '../filter/use-figures.ts'

/** Of custodians with the most documents. */
const most = 4

export function CustodianTimes({ stage }: { readonly stage: Stage }): ReactElement {
  const { of, choose } = useChosen()
  const { value, state } = useFigures('analysis-custodians', {
    of,
    stage,
    facets: [{ field: 'Custodian', most: 50 }],
    histograms: [{ field: 'Parent_Date', by: 'month' }],
  })
  const all = value?.histograms.Parent_Date ?? null
  const chosen = of.filter.custodians?.values ?? []
  const names = (value?.facets.Custodian?.values ?? [])
    .map(({ value: name }) => name)
    .filter((name) => chosen.length === 0 || chosen.includes(name))
    .slice(0, most)
  return (
    <>
      <TimeChart
        title="Documents over time"
        histogram={all}
        state={state}
        range={rangeOf(of, 'parentDate')}
        onRange={(range) => choose(withDates(of, 'parentDate', range && { operator: 'Between', ...range }))}
        onUndated={() => choose(withDates(of, 'parentDate', undated))}
      />
      {names.map((name, place) => (
        <CustodianTime key={name} name={name} place={place} stage={stage} over={all} />
      ))}
    </>
  )
}

function CustodianTime({
  name,
  place,
  stage,
  over,
}: {
  readonly name: string
  readonly place: number
  readonly stage: Stage
  readonly over: Histogram | null
}): ReactElement {
  const { of, choose } = useChosen()
  const own = useMemo(
    () => withList(of, 'custodians', { values: [name], includeNull: false, includeSelections: true }),
    [of, name],
  )
  const { value, state } = useFigures(`analysis-custodian-${place}`, {
    of: own,
    stage,
    histograms: [{ field: 'Parent_Date', by: 'month' }],
  })
  return (
    <TimeChart
      title={`${name} over time`}
      span={6}
      over={over}
      days={false}
      histogram={value?.histograms.Parent_Date ?? null}
      state={state}
      range={rangeOf(of, 'parentDate')}
      // What is drawn here is of one custodian.
      onRange={(range) =>
        choose(
          range === null
            ? withDates(of, 'parentDate', null)
            : withDates(own, 'parentDate', { operator: 'Between', ...range }),
        )
      }
      onUndated={() => choose(withDates(own, 'parentDate', undated))}
    />
  )
}
