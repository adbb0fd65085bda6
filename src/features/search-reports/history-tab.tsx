/** One's own searches in this project, the latest first: each is taken up again with a click, or forgotten. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import type { PastSearch } from '#contracts/searching.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { isHolder, search } from '#src/commands/review-list.ts'
import { forgetSearches } from '#src/commands/search-reports.ts'
import { pastSearches } from '#src/reads/search-reports.ts'
import { $searchesRemembered } from '#src/stores/search-reports.ts'
import { settingsWords } from '../saved-searches/words.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { DeleteDialog } from '../ui/delete-dialog.tsx'
import { number } from '../ui/format.ts'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { Ago } from '../ui/time.tsx'
import { KeptList, KeptRow } from './kept-row.tsx'

export function HistoryTab(): ReactElement {
  const { run, remembered } = useUnit({ run: dispatch, remembered: $searchesRemembered })
  const [asking, setAsking] = useState(false)
  const { value, failure, again } = useRead(pastSearches, {}, { asOf: remembered })
  if (value === null)
    return failure === null ? (
      <Skeleton rows={6} />
    ) : (
      <ErrorState title="Your searches could not be loaded" message={failure.message} onRetry={again} />
    )
  if (value.length === 0)
    return (
      <EmptyState icon="search" title="No searches yet">
        What you search for in this project is kept here for you alone, on every device.
      </EmptyState>
    )
  return (
    <>
      <chakra.div px="3" pt="3" pb="2" borderBottomWidth="1px" borderColor="line">
        <Button onClick={() => setAsking(true)}>Clear the history</Button>
      </chakra.div>
      <KeptList label="Past searches">
        {value.map((past) => (
          <KeptRow
            key={past.pastSearchId}
            mono
            name={past.search.queryString}
            figure={past.count === null ? '' : <Documents count={past.count} />}
            lines={[
              [...settingsWords(past.search).slice(1, -1), ...insideWords(past)].join(' · '),
              <Ago key="ago" at={past.searchedAt} />,
            ].filter((line) => line !== '')}
            onOpen={() => run(takeUp(past))}
            remove={{
              label: `Forget ${past.search.queryString}`,
              run: () => run(forgetSearches({ pastSearchId: past.pastSearchId })),
            }}
          />
        ))}
      </KeptList>
      {asking && (
        <DeleteDialog
          title="Clear your search history?"
          act="Clear the history"
          onDelete={() => run(forgetSearches({ pastSearchId: null }))}
          onClose={() => setAsking(false)}
        >
          <p>Your searches in this project are listed here no more. Saved searches stay.</p>
        </DeleteDialog>
      )}
    </>
  )
}

export const Documents = ({ count }: { readonly count: number }): ReactElement => (
  <>
    {number(count)}
    <chakra.span srOnly>{count === 1 ? ' document' : ' documents'}</chakra.span>
  </>
)

const places = {
  batch: 'inside a batch',
  folder: 'in a folder',
  folderOnly: 'in a folder, without subfolders',
  savedSearch: 'inside a saved search',
  sample: 'inside a sample',
  termReport: 'inside a report’s documents',
  uniqueHits: 'inside a term’s unique documents',
  load: 'inside a load',
}

const insideWords = ({ search: { type } }: PastSearch): readonly string[] =>
  type !== null && (isHolder(type) || type === 'batch') ? [places[type]] : []

function takeUp({ search: past }: PastSearch) {
  const { objectId, type, ...settings } = past
  const within = objectId !== null && isHolder(type) ? { within: { objectId, type } } : { batchId: objectId }
  return search({ ...settings, ...within, openAt: 0 })
}
