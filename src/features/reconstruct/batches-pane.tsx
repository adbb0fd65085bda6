/** The batches as they stood: who held which, since when, and how many of their documents were reviewed. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { Link } from 'react-router-dom'
import type { BatchThen } from '#contracts/reconstruct.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { filterActivity, filterList, movePlayhead } from '#src/commands/reconstruct.ts'
import { recordAnswers } from '#src/reads/reconstruct.ts'
import { $look } from '#src/stores/reconstruct.ts'
import type { Batches } from '#src/stores/reconstruct-cache.ts'
import { BatchStatusBadge, statusLooks, statusOrder } from '../assignments/batch-status.tsx'
import { Button } from '../ui/button.tsx'
import { number, percent } from '../ui/format.ts'
import { Bar } from '../ui/progress-bar.tsx'
import { EmptyState, Skeleton } from '../ui/states.tsx'
import { AnswerOf } from './answered.tsx'
import { BatchDocuments } from './batch-documents.tsx'
import { When } from './change.tsx'
import { indexOf, type PagedColumn, PagedRows, rowAt } from './paged-rows.tsx'
import { useBatches } from './use-batches.ts'
import type { TimeLine } from './use-time-line.ts'
import { batchWords } from './words.ts'

const columns: readonly PagedColumn<BatchThen>[] = [
  {
    id: 'assignment',
    head: 'Assignment',
    width: 'minmax(80px, 1.6fr)',
    cell: ({ assignmentName }) => <span title={assignmentName}>{assignmentName}</span>,
  },
  { id: 'number', head: 'Batch', width: '44px', align: 'end', cell: ({ number: nth }) => number(nth) },
  {
    id: 'status',
    head: 'Status',
    width: '108px',
    cell: ({ status }) => <BatchStatusBadge status={status} />,
  },
  {
    id: 'who',
    head: 'Held by',
    width: 'minmax(64px, 1fr)',
    cell: ({ userName }) => <span title={userName ?? ''}>{userName ?? ''}</span>,
  },
  { id: 'since', head: 'Since', width: '100px', from: 560, cell: ({ at }) => <When at={at} /> },
  {
    id: 'reviewed',
    head: 'Reviewed',
    width: 'minmax(84px, 1.2fr)',
    align: 'end',
    cell: (row) => <Reviewed row={row} />,
  },
]

/** The words are enough where nothing is seen; the bar shows where a long list stands. */
const Reviewed = ({ row: { status, reviewed, size } }: { readonly row: BatchThen }): ReactElement => (
  <chakra.span display="flex" alignItems="center" justifyContent="flex-end" gap="2">
    <chakra.span flex="1" minWidth="0" maxWidth="96px" aria-hidden>
      <Bar part={reviewed} all={size} tone={statusLooks[status].bar} label="Reviewed" height={4} />
    </chakra.span>
    <span>
      {number(reviewed)} of {number(size)}
    </span>
  </chakra.span>
)

const idOf = ({ batchId }: BatchThen): number => batchId

export function BatchesPane({ line }: { readonly line: TimeLine }): ReactElement {
  const { view, run } = useUnit({ view: $look, run: dispatch })
  const { playhead, filter } = view
  const answered = useBatches(line, playhead)
  return (
    <AnswerOf answered={answered} what="The batches of that moment" placeholder={<Awaited />}>
      {(batches, stale) =>
        batches.total.batches === 0 ? (
          <None isNow={playhead === null} />
        ) : (
          <chakra.div display="flex" flexDirection="column" height="full" minHeight="0">
            <Total total={batches.total} />
            <chakra.div flex="1" minHeight="0">
              <PagedRows
                unit="batch"
                units="batches"
                label="Batches as of the playhead"
                paged={batches}
                columns={columns}
                keyOf={idOf}
                currentKey={filter.batchId}
                stale={stale}
                total={batches.total.batches}
                onChoose={({ batchId }) => run(filterActivity({ ...filter, batchId }))}
                onMore={(next) =>
                  run(
                    recordAnswers.request({
                      place: 'batches',
                      question: { about: 'batches', moment: playhead, next },
                    }),
                  )
                }
              />
            </chakra.div>
            <Chosen batches={batches} batchId={filter.batchId} />
          </chakra.div>
        )
      }
    </AnswerOf>
  )
}

const None = ({ isNow }: { readonly isNow: boolean }): ReactElement => {
  const run = useUnit(dispatch)
  return (
    <EmptyState
      icon="assignment"
      title={isNow ? 'There are no batches' : 'There were no batches at that moment'}
      action={
        isNow ? (
          <Link to="/overview/review">Go to review</Link>
        ) : (
          <Button onClick={() => run(movePlayhead({ to: null }))}>Look at now</Button>
        )
      }
    >
      An assignment freezes the documents of a search and splits them into batches. Assignments are made in
      review, in the panel Assignments.
    </EmptyState>
  )
}

const strip = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: '4',
  rowGap: '2',
  px: '3',
  py: '2',
  fontSize: 'sm',
  color: 'muted',
  borderColor: 'line',
  flexShrink: 0,
} as const

/** How all of them stood, and how far they had come: moves with the playhead. */
function Total({ total }: { readonly total: Batches['total'] }): ReactElement {
  const { statuses, documents, reviewed } = total
  return (
    <chakra.div {...strip} borderBottomWidth="1px" role="group" aria-label="All batches of that moment">
      {statusOrder.map((status) => (
        <chakra.span key={status} display="inline-flex" alignItems="center" gap="1.5">
          <BatchStatusBadge status={status} />
          <chakra.span color="ink" fontWeight={600}>
            {number(statuses[status])}
          </chakra.span>
        </chakra.span>
      ))}
      <chakra.span display="flex" alignItems="center" gap="3" flex="1" minWidth="240px">
        <Bar part={reviewed} all={documents} label="Documents reviewed" />
        <chakra.span whiteSpace="nowrap">
          <chakra.span color="ink" fontWeight={600}>
            {number(reviewed)}
          </chakra.span>{' '}
          of {number(documents)} reviewed · {percent(reviewed, documents)}
        </chakra.span>
      </chakra.span>
    </chakra.div>
  )
}

/** Keeps its line where no batch is chosen: nothing moves. */
function Chosen({
  batches,
  batchId,
}: {
  readonly batches: Batches
  readonly batchId: number | null
}): ReactElement {
  const run = useUnit(dispatch)
  const row =
    batchId === null
      ? undefined
      : rowAt(
          batches,
          indexOf(batches, (one) => one.batchId === batchId),
        )
  return (
    <chakra.div {...strip} borderTopWidth="1px" minHeight="42px">
      {row === undefined ? (
        'Choose a batch: the activity is narrowed to it, and its documents can be listed.'
      ) : (
        <BatchDocuments
          batchId={row.batchId}
          name={batchWords(row)}
          counted={row}
          onList={(list) => run(filterList({ list }))}
        />
      )}
    </chakra.div>
  )
}

/** As it will be, without anything in it. */
const Awaited = (): ReactElement => (
  <>
    <chakra.div {...strip} borderBottomWidth="1px" height="41px" />
    <Skeleton rows={10} />
  </>
)
