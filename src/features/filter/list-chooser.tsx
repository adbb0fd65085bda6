/** Some values of a field, any of which will do; or all but them. */
import type { ReactElement } from 'react'
import type { Facet } from '#contracts/facets.ts'
import { filterLists } from '#contracts/filter.ts'
import { type FilterList, listIn, withList } from '#src/events/filter/choice.ts'
import { titleOf } from './fields.ts'
import { useChosen } from './use-chosen.ts'
import { ValueChooser } from './value-chooser.tsx'

export function ListChooser({
  list,
  facet,
}: {
  readonly list: FilterList
  readonly facet: Facet | null
}): ReactElement {
  const { of, choose, toggle } = useChosen()
  const field = filterLists[list]
  const { values, includeNull, includeSelections } = listIn(of, list)
  return (
    <ValueChooser
      title={titleOf(field)}
      field={field}
      facet={facet}
      chosen={{ values, none: includeNull, excluded: !includeSelections }}
      onValue={(value) => toggle(field, value)}
      onNone={() => choose(withList(of, list, { includeNull: !includeNull }))}
      onExclude={(excluded) => choose(withList(of, list, { includeSelections: !excluded }))}
    />
  )
}
