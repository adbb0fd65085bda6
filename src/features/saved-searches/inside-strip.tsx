/** Above the search, while it looks inside a set that is kept: which one, and the way back to all documents. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { dispatch } from '#src/commands/dispatch.ts'
import { isKeptSet, type KeptSetType, search } from '#src/commands/review-list.ts'
import { oneLoad } from '#src/reads/loads.ts'
import { savedSearches } from '#src/reads/saved-searches.ts'
import { samples, termReports } from '#src/reads/search-reports.ts'
import { $list } from '#src/stores/review.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

export function InsideStrip(): ReactElement | null {
  const { run, list } = useUnit({ run: dispatch, list: $list })
  const { objectId = null, type = null } = list?.query ?? {}
  const within = objectId !== null && isKeptSet(type) ? { objectId, type } : null
  const name = useNameOf(within)
  if (within === null) return null
  return (
    <chakra.div
      role="group"
      aria-label={labels[within.type]}
      display="flex"
      alignItems="center"
      gap="2"
      minHeight="32px"
      pl="3"
      pr="1"
      fontSize="sm"
      background="selected"
      borderBottomWidth="1px"
      borderColor="line"
      flexShrink={0}
    >
      <chakra.span color="accentInk" display="inline-flex">
        <Icon name="saved" size={14} />
      </chakra.span>
      <chakra.span flex="1" minWidth="0" truncate title={name}>
        Inside <chakra.span fontWeight={600}>{name ?? unnamed[within.type]}</chakra.span>
      </chakra.span>
      <Button
        size="sm"
        look="quiet"
        onClick={() => run(search({ queryString: '', batchId: null, openAt: 0 }))}
      >
        All documents
      </Button>
    </chakra.div>
  )
}

const labels: Readonly<Record<KeptSetType, string>> = {
  savedSearch: 'Saved search in the list',
  sample: 'Random sample in the list',
  termReport: 'Search term report in the list',
  uniqueHits: 'Search term report in the list',
  load: 'Load in the list',
}
const unnamed: Readonly<Record<KeptSetType, string>> = {
  savedSearch: 'a saved search',
  sample: 'a random sample',
  termReport: 'the documents of a search term report',
  uniqueHits: 'what one term of a report finds alone',
  load: 'the documents of a load',
}

/** How it is called, as soon as that is known. */
function useNameOf(
  within: { readonly objectId: number; readonly type: KeptSetType } | null,
): string | undefined {
  const type = within?.type
  const saved = useRead(savedSearches, type === 'savedSearch' ? {} : null, { once: true }).value
  const drawn = useRead(samples, type === 'sample' ? {} : null, { once: true }).value
  const run = useRead(termReports, type === 'termReport' ? {} : null, { once: true }).value
  const load = useRead(oneLoad, type === 'load' && within !== null ? { jobId: within.objectId } : null, {
    once: true,
  }).value
  switch (type) {
    case 'savedSearch':
      return saved?.find(({ savedSearchId }) => savedSearchId === within?.objectId)?.name
    case 'sample':
      return drawn?.find(({ sampleId }) => sampleId === within?.objectId)?.name
    case 'termReport':
      return run?.find(({ termReportId }) => termReportId === within?.objectId)?.name
    case 'load':
      return load === null ? undefined : `the load of ${load.source}`
    default:
      return undefined
  }
}
