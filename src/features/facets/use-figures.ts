/** The figures of one field of what the list shows. What is chosen of the field itself is left out, so that more can be. */
import { useMemo, useRef } from 'react'
import { type Narrowed, queryOf, withChoice } from '#src/events/filter/narrowing.ts'
import { type FieldFigures, fieldBeside } from '#src/reads/facets.ts'
import type { ListState } from '#src/stores/review.ts'
import type { ChartState } from '../charts/chart-card.tsx'
import { useRead } from '../ui/answer.ts'
import type { FacetField } from './fields.ts'

export interface Beside {
  readonly narrowed: Narrowed
  readonly list: ListState
  /** Searches with what is chosen now. */
  readonly choose: (next: Narrowed) => void
}

/** Others code and tag meanwhile. */
const refresh = 30_000

const nothing = { values: [], none: false, days: null, excluded: false } as const

export function useFigures(
  { field, as }: FacetField,
  { narrowed, list }: Beside,
): { readonly value: FieldFigures | null; readonly state: ChartState } {
  const { query, viewer, filter } = list
  const question = useMemo(
    () => ({
      ...{ field, as, shown: { viewer, filter } },
      query: { ...query, queryString: queryOf(withChoice(narrowed, field, nothing)) },
    }),
    [field, as, narrowed, query, viewer, filter],
  )
  const { value, failure, again } = useRead(fieldBeside, question, {
    every: refresh,
    asOf: list.indexedAsOf ?? '',
  })
  // The last ones stay while others are on their way.
  const last = useRef<FieldFigures | null>(null)
  if (value !== null) last.current = value
  const shown = value ?? last.current
  return {
    value: failure === null ? shown : value,
    state: { waits: shown === null, failure: value === null ? failure : null, onRetry: again },
  }
}
