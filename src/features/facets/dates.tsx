/** A date in the result by month: a drag or two typed days choose a period into the query. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useState } from 'react'
import { dateMessages } from '#query/dates.ts'
import { askable, type Days } from '#src/events/filter/days.ts'
import { choiceOf, withChoice } from '#src/events/filter/narrowing.ts'
import { TimeChart } from '../charts/time-chart.tsx'
import { Button } from '../ui/button.tsx'
import type { FacetField } from './fields.ts'
import { type Beside, useFigures } from './use-figures.ts'

export function DatesBeside(props: FacetField & Beside): ReactElement {
  const { field, title, narrowed, choose } = props
  const { value, state } = useFigures(props, props)
  const { days, none } = choiceOf(narrowed, field)
  const [refused, setRefused] = useState(false)
  const take = (range: Days | null) => {
    const asked = range && askable(range)
    const isRefused = range !== null && asked === null
    setRefused(isRefused)
    if (!isRefused) choose(withChoice(narrowed, field, { days: asked, none: false, excluded: false }))
  }
  return (
    <chakra.div p="2">
      <TimeChart
        title={title}
        histogram={value?.histogram ?? null}
        state={state}
        range={days}
        onRange={take}
        onUndated={() => choose(withChoice(narrowed, field, { days: null, none: !none }))}
      />
      {refused && (
        <chakra.p role="alert" px="2" pt="1" fontSize="xs" color="dangerInk">
          Nothing was chosen: no search asks for these dates. {dateMessages.bounds}
        </chakra.p>
      )}
      {none && (
        <Button size="sm" icon="close" onClick={() => choose(withChoice(narrowed, field, { none: false }))}>
          Remove “no date”
        </Button>
      )}
    </chakra.div>
  )
}
