/** All changes of many documents that one may undo: one's own, and for review managers everybody's. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { useNavigate } from 'react-router-dom'
import type { BulkReceipt } from '#contracts/bulk.ts'
import { settledStates } from '#contracts/jobs.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { receiptList } from '#src/reads/bulk.ts'
import { jobPath } from '../jobs/job-path.ts'
import { JobStateBadge } from '../jobs/job-state.tsx'
import { OlderJobs } from '../jobs/jobs-table.tsx'
import { RefusalNotice } from '../review/refusal-notice.tsx'
import { useHeld, useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { counted, number } from '../ui/format.ts'
import { Section } from '../ui/page.tsx'
import { Bar } from '../ui/progress-bar.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { leftCount, reversalName, reversalOf } from './words.ts'

const often = 1000
const seldom = 8000
/** Where the refusal of an undo or a redo is looked for. */
export const reversing = ['coding'] as const

export function BulkList(): ReactElement {
  const run = useUnit(dispatch)
  const navigate = useNavigate()
  const held = useHeld(receiptList, {}).value
  const live = held?.data.some(({ state }) => !settledStates.includes(state)) ?? false
  const { value, failure, again } = useRead(receiptList, {}, { every: live ? often : seldom })
  return (
    <Section title="Bulk changes" aside={value === null ? undefined : counted(value.totalCount, 'change')}>
      {value === null && failure === null && <Skeleton rows={3} />}
      {value === null && failure !== null && (
        <ErrorState title="Bulk changes could not be loaded" message={failure.message} onRetry={again} />
      )}
      {value !== null &&
        (value.data.length === 0 ? (
          <EmptyState icon="codingForms" title="No bulk changes yet">
            Pick documents in the list of the review screen with x, then press b.
          </EmptyState>
        ) : (
          <>
            <chakra.div position="relative">
              <RefusalNotice about={reversing} at="below" />
            </chakra.div>
            <Table
              label="Bulk changes"
              rows={value.data}
              columns={columns}
              keyOf={({ jobId }) => jobId}
              onOpen={({ jobId }) => void navigate(jobPath({ jobId }))}
            />
            <OlderJobs
              shown={value.data.length}
              all={value.totalCount}
              onMore={() => run(receiptList.request({ before: value.data.at(-1)?.jobId }))}
            />
          </>
        ))}
    </Section>
  )
}

const columns: readonly Column<BulkReceipt>[] = [
  {
    id: 'title',
    head: 'Change',
    cell: ({ title, reversedBy }) => (
      <chakra.div minWidth="120px" maxWidth="min(420px, 36vw)">
        <chakra.div fontWeight={600} truncate title={title}>
          {title}
        </chakra.div>
        {reversedBy !== null && (
          <chakra.div fontSize="xs" color="faint">
            taken back since
          </chakra.div>
        )}
      </chakra.div>
    ),
  },
  {
    id: 'state',
    head: 'State',
    width: '140px',
    cell: (row) =>
      settledStates.includes(row.state) ? (
        <JobStateBadge state={row.state} />
      ) : (
        <Bar part={row.done} all={row.documents} label={`Progress of ${row.title}`} />
      ),
  },
  {
    id: 'documents',
    head: 'Documents',
    align: 'end',
    width: '100px',
    cell: (row) => number(row.writtenDocuments),
  },
  {
    id: 'left',
    head: 'Left',
    align: 'end',
    width: '70px',
    from: 'md',
    cell: (row) => {
      const left = leftCount(row)
      return <chakra.span color={left > 0 ? 'attentionInk' : 'faint'}>{number(left)}</chakra.span>
    },
  },
  {
    id: 'by',
    head: 'By',
    align: 'end',
    width: '140px',
    from: 'md',
    cell: (row) => (
      <chakra.div color="muted">
        <Ago at={row.at} />
        <chakra.div fontSize="xs" color="faint" truncate maxWidth="130px">
          {row.by}
        </chakra.div>
      </chakra.div>
    ),
  },
  {
    id: 'reverse',
    head: <chakra.span srOnly>Undo</chakra.span>,
    align: 'end',
    width: '96px',
    cell: (row) => <Reverse receipt={row} />,
  },
]

/** Undo or Redo, where it is what was done last and has written anything. */
export function Reverse({ receipt }: { readonly receipt: BulkReceipt }): ReactElement | null {
  const run = useUnit(dispatch)
  if (receipt.reversedBy !== null || receipt.written === 0 || !settledStates.includes(receipt.state))
    return null
  const name = reversalName(receipt)
  return (
    <Button
      size="sm"
      icon={name === 'Undo' ? 'undo' : 'redo'}
      onClick={() => {
        run(reversalOf(receipt))
        run(receiptList.request({}))
      }}
    >
      {name}
    </Button>
  )
}
