/** Choosing what goes on to review and what is left out, and seeing what that would be before it is done. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { Link } from 'react-router-dom'
import { filterLists } from '#contracts/filter.ts'
import { allDocuments } from '#src/events/catalog/filter.ts'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { Acts } from './acts.tsx'
import { Chips } from './chips.tsx'
import { useKnownFields } from './fields.ts'
import { FirstDocuments } from './first-documents.tsx'
import { MovesTable } from './moves-table.tsx'
import { Outcome } from './outcome.tsx'
import { Panel } from './panel.tsx'
import { ProcessingScreen } from './processing-screen.tsx'
import { QueryBox } from './query-box.tsx'
import { SavedFilters } from './saved-filters.tsx'
import { useChosen } from './use-chosen.ts'
import { useFigures } from './use-figures.ts'

export function FilterScreen(): ReactElement {
  return (
    <ProcessingScreen
      title="Filter"
      icon="filter"
      lead="Choose documents, see how many they are, then promote them to review or filter them out. Whole families move together, and a filter can be taken back."
    >
      <Filter />
    </ProcessingScreen>
  )
}

/** Values of a list: as many as a filter may choose. */
const most = 500
/** The request itself was refused: what was typed or chosen is at fault, not the network. */
const refused = 400

function Filter(): ReactElement {
  const { of } = useChosen()
  const known = useKnownFields()
  const fields = Object.values(filterLists).filter((field) => known?.has(field))
  const { value, failure, state } = useFigures(
    'filter',
    known === null ? null : { of, stage: 'processing', facets: fields.map((field) => ({ field, most })) },
  )
  const all = useFigures('filter-all', { of: allDocuments, stage: 'processing' }).value
  const fault = failure?.status === refused ? failure.message : null
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: '300px minmax(0, 1fr)' }}
      // On a small window the panel stands between what it does and the documents.
      gridTemplateAreas={{ base: '"head" "panel" "rows"', md: '"panel head" "panel rows"' }}
      gridTemplateRows={{ md: 'auto 1fr' }}
      gap="4"
      alignItems="start"
    >
      <chakra.div gridArea="panel" minWidth="0">
        {known === null ? <Skeleton rows={8} /> : <Panel known={known} figures={value} />}
      </chakra.div>
      <chakra.div gridArea="head" minWidth="0" display="flex" flexDirection="column" gap="3">
        <QueryBox fault={fault} reading={value?.reading ?? ''} />
        <Chips>
          <chakra.span ml="auto" display="inline-flex" flexWrap="wrap" alignItems="center" gap="2">
            <SavedFilters />
            <Link to="/overview/eda">As charts</Link>
          </chakra.span>
        </Chips>
        {failure !== null && fault === null ? (
          <ErrorState
            title="Documents could not be counted"
            message={failure.message}
            onRetry={state.onRetry}
          />
        ) : (
          <Outcome chosen={fault === null ? value : null} all={all} />
        )}
        <Acts figures={fault === null ? value : null} />
      </chakra.div>
      <chakra.div gridArea="rows" minWidth="0" display="flex" flexDirection="column" gap="3">
        <FirstDocuments all={value?.documents ?? null} />
        <MovesTable />
      </chakra.div>
    </chakra.div>
  )
}
