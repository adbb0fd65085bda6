/** The query, what it found, and how many: the left of the three panes. */

import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ComponentProps, memo, type ReactElement } from 'react'
import { withAreas } from '#src/areas/lazy.ts'
import { isKeptSet } from '../../commands/review-list.ts'
import { isEmptyProject } from '../../events/review/views.ts'
import { $bulkBusy } from '../../stores/bulk.ts'
import { $columns } from '../../stores/list-shape.ts'
import { $list, $listBatchId } from '../../stores/review.ts'
import { Filing } from '../folders/filing.tsx'
import { part } from '../ui/part.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { DocumentList } from './document-list.tsx'
import { useListMode } from './list-mode.tsx'
import { ListFoot, QueryBar } from './query-bar.tsx'

interface ListPaneProps {
  readonly timeZone: string
  /** What stands here where the project holds no documents. */
  readonly empty: ReactElement
  readonly onChosen?: (() => void) | undefined
}

export const ListPane = memo(function ListPane({ timeZone, empty, onChosen }: ListPaneProps): ReactElement {
  const list = useUnit($list)
  return (
    <chakra.section
      aria-label="Result"
      display="flex"
      flexDirection="column"
      height="full"
      background="surface"
    >
      <Within />
      <QueryBar />
      {list === null || (list.phase === 'searching' && list.totalCount < 0) ? (
        <chakra.div flex="1">
          <Skeleton rows={14} height={10} />
        </chakra.div>
      ) : list.phase === 'failed' && list.snapshotId === '' ? (
        <chakra.div flex="1">
          <ErrorState
            title="Nothing was searched"
            message={
              list.fault?.stopped
                ? 'The search was stopped.'
                : list.fault?.transient
                  ? 'The search did not get through. It is asked again as soon as the server answers.'
                  : 'The query could not be read: see above.'
            }
          />
        </chakra.div>
      ) : list.totalCount === 0 ? (
        <chakra.div flex="1">
          {isEmptyProject(list) ? empty : <NoMatch query={list.query.queryString} />}
        </chakra.div>
      ) : (
        <Rows list={list} timeZone={timeZone} onChosen={onChosen} />
      )}
      <Bulk />
      <Filing />
      <ListFoot />
    </chakra.section>
  )
})

/** Fetched with the first columns. */
const DocumentGrid = part(
  () => import('./document-grid.tsx').then((module) => module.DocumentGrid),
  <Skeleton rows={14} height={10} />,
)

function Rows(props: ComponentProps<typeof DocumentList>): ReactElement {
  const { mode } = useListMode()
  return useUnit($hasColumns) && mode === 'columns' ? (
    <DocumentGrid {...props} />
  ) : (
    <DocumentList {...props} />
  )
}

const $hasColumns = $columns.map((columns) => columns.length > 0)

const BulkBar = part(() => import('../bulk/bulk-bar.tsx').then((module) => module.BulkBar))

const NoMatch = part(() => import('./no-match.tsx').then((module) => module.NoMatch))

const BatchStrip = part(
  withAreas(['assignments'], () =>
    import('../assignments/batch-strip.tsx').then((module) => module.BatchStrip),
  ),
)

const InsideStrip = part(
  withAreas(['savedSearches', 'searchReports'], () =>
    import('../saved-searches/inside-strip.tsx').then((module) => module.InsideStrip),
  ),
)

const FolderStrip = part(
  withAreas(['folders'], () => import('../folders/folder-strip.tsx').then((module) => module.FolderStrip)),
)

/** Fetched with the first batch, and with the first search inside a folder, a saved search, a sample or a report. */
function Within(): ReactElement | null {
  const { batchId, list } = useUnit({ batchId: $listBatchId, list: $list })
  if (batchId !== null) return <BatchStrip />
  const type = list?.query.type ?? null
  if (type === 'folder' || type === 'folderOnly') return <FolderStrip />
  return isKeptSet(type) ? <InsideStrip /> : null
}

/** Fetched with the first document that is picked. */
function Bulk(): ReactElement | null {
  return useUnit($bulkBusy) ? <BulkBar /> : null
}
