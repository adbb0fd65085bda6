/** Who changed what, newest first, up to the playhead. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import type { ActivityEvent } from '#contracts/reconstruct.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { choosePeriod, movePlayhead } from '#src/commands/reconstruct.ts'
import type { PastMoment } from '#src/events/catalog/reconstruct.ts'
import { recordAnswers } from '#src/reads/reconstruct.ts'
import { $look } from '#src/stores/reconstruct.ts'
import { activities } from '#src/stores/reconstruct-cache.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/states.tsx'
import { AnswerOf } from './answered.tsx'
import { Change, changeWords, Means, When } from './change.tsx'
import { indexOf, type PagedColumn, PagedRows, rowsIn } from './paged-rows.tsx'
import { useRecordAnswer } from './use-answer.ts'
import type { TimeLine } from './use-time-line.ts'
import { momentWords, took } from './words.ts'

const columns: readonly PagedColumn<ActivityEvent>[] = [
  { id: 'when', head: 'When', width: '100px', cell: ({ at }) => <When at={at} /> },
  {
    id: 'who',
    head: 'Who',
    width: 'minmax(64px, 0.7fr)',
    cell: ({ userName, roleName }) => <span title={`${userName}, ${roleName}`}>{userName}</span>,
  },
  {
    id: 'document',
    head: 'Document',
    width: '86px',
    cell: ({ controlNumber }) =>
      controlNumber === '' ? 'gone' : <span className="mono">{controlNumber}</span>,
  },
  {
    id: 'field',
    head: 'Field',
    width: 'minmax(64px, 0.8fr)',
    from: 420,
    cell: ({ field }) => <span title={field}>{field}</span>,
  },
  {
    id: 'change',
    head: 'From → to',
    width: 'minmax(90px, 1.8fr)',
    cell: (row) => (
      <span title={`${row.field}: ${changeWords(row.old, row.new, row.kind)}`}>
        <Change old={row.old} now={row.new} kind={row.kind} />
      </span>
    ),
  },
  { id: 'how', head: 'Method', width: '84px', from: 560, cell: ({ how }) => <Means how={how} /> },
  {
    id: 'took',
    head: 'Took',
    width: '60px',
    align: 'end',
    from: 640,
    cell: ({ tookMs }) => <span title="Active time on the document before this change">{took(tookMs)}</span>,
  },
]

/** Rows later than the playhead: they had not happened. */
const isLater = (row: ActivityEvent, playhead: PastMoment): boolean =>
  playhead.seq === null ? Date.parse(row.at) > Date.parse(playhead.at) : row.seq > playhead.seq

export function ActivityPane({ line }: { readonly line: TimeLine }): ReactElement {
  const { view, run } = useUnit({ view: $look, run: dispatch })
  const { filter, playhead } = view
  /** Where the list begins. It stays while the playhead goes from row to row of it. */
  const [anchor, setAnchor] = useState(playhead)
  const [seen, setSeen] = useState(playhead)
  const early = anchor !== null && filter.from !== null && Date.parse(anchor.at) <= Date.parse(filter.from)
  const question = { about: 'activity', filter, moment: anchor, next: null } as const
  const answered = useRecordAnswer(activities, 'activity', early ? null : question, line.asOfAt(anchor))
  const { value, stale: elsewhere } = answered
  const seq = playhead?.seq ?? null
  if (playhead !== seen) {
    setSeen(playhead)
    const listed =
      seq !== null && !elsewhere && value !== null && indexOf(value, (row) => row.seq === seq) >= 0
    if (!listed) setAnchor(playhead)
  }
  if (early)
    return (
      <EmptyState
        icon="reconstruct"
        title="The playhead stands before the period"
        action={
          <Button onClick={() => run(choosePeriod({ from: null, to: null }))}>Show the whole record</Button>
        }
      >
        Nothing of the period had happened yet.
      </EmptyState>
    )
  return (
    <chakra.div display="flex" flexDirection="column" height="full" minHeight="0">
      {anchor !== null && (
        <chakra.div
          display="flex"
          alignItems="center"
          gap="2"
          px="3"
          py="1"
          fontSize="xs"
          color="muted"
          borderBottomWidth="1px"
          borderColor="line"
          flexShrink={0}
        >
          <span>Up to {momentWords(anchor)}, newest first.</span>
          <Button size="sm" look="quiet" onClick={() => setAnchor(null)}>
            Show later changes too
          </Button>
        </chakra.div>
      )}
      <chakra.div flex="1" minHeight="0">
        <AnswerOf answered={answered} what="The activity" rows={12}>
          {(paged, stale) =>
            rowsIn(paged) === 0 ? (
              <EmptyState icon="filter" title="No change passes the filters">
                Nothing that passes them had happened by then. Take a filter away, or move the playhead on.
              </EmptyState>
            ) : (
              <PagedRows
                unit="change"
                label="Activity"
                paged={paged}
                columns={columns}
                keyOf={seqOf}
                currentKey={seq}
                stale={stale}
                total={null}
                faint={playhead === null ? undefined : (row) => isLater(row, playhead)}
                onChoose={({ at, seq: to, documentId }) =>
                  run(movePlayhead({ to: { at, seq: to }, documentId }))
                }
                onMore={(next) =>
                  run(recordAnswers.request({ place: 'activity', question: { ...question, next } }))
                }
              />
            )
          }
        </AnswerOf>
      </chakra.div>
    </chakra.div>
  )
}

const seqOf = ({ seq }: ActivityEvent): number => seq
