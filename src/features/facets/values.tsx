/** The values of a field in the result, chosen into the query or out of it. */
import type { ReactElement } from 'react'
import { choiceOf, withChoice, withValue } from '#src/events/filter/narrowing.ts'
import { ValueChooser } from '../filter/value-chooser.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import type { FacetField } from './fields.ts'
import { type Beside, useFigures } from './use-figures.ts'

export function ValuesBeside(props: FacetField & Beside): ReactElement {
  const { field, title, narrowed, choose } = props
  const { value, state } = useFigures(props, props)
  if (state.failure !== null)
    return (
      <ErrorState
        title={`${title} could not be counted`}
        message={state.failure.message}
        onRetry={state.onRetry}
      />
    )
  if (value === null) return <Skeleton rows={4} />
  const { values, none, excluded } = choiceOf(narrowed, field)
  return (
    <ValueChooser
      title={title}
      named={false}
      field={field}
      facet={value.facet}
      chosen={{ values, none, excluded }}
      mayExclude={values.length > 0 || none}
      onValue={(one) => choose(withValue(narrowed, field, one))}
      onNone={() => choose(withChoice(narrowed, field, { none: !none }))}
      onExclude={(all) => choose(withChoice(narrowed, field, { excluded: all }))}
    />
  )
}
