/** The receipt of a bulk change: what was written, what was left and why, and all that was done to it since. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { Link } from 'react-router-dom'
import type { BulkReceipt, BulkRow } from '#contracts/bulk.ts'
import { settledStates } from '#contracts/jobs.ts'
import { controlBulk } from '#src/commands/bulk.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { receiptRows, receipts } from '#src/reads/bulk.ts'
import { jobPath } from '../jobs/job-path.ts'
import { JobStateBadge, toneOf } from '../jobs/job-state.tsx'
import { OlderJobs } from '../jobs/jobs-table.tsx'
import { RefusalNotice } from '../review/refusal-notice.tsx'
import { useWho } from '../session/who.ts'
import { useHeld, useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { counted, dayAndTime, exactTime, number, rate } from '../ui/format.ts'
import { Page, Section, Stats } from '../ui/page.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Reverse, reversing } from './bulk-list.tsx'
import { leftCount, leftWords, reasonOf } from './words.ts'

export function ReceiptPage({ jobId }: { readonly jobId: number }): ReactElement {
  const sees = useWho().can('job.view')
  const held = useHeld(receipts, { jobId }).value
  const live = held === null || !settledStates.includes(held.receipt.state)
  const { value, failure, again } = useRead(receipts, { jobId }, { every: live ? 600 : 10_000 })
  if (value === null) {
    return failure === null ? (
      <Skeleton rows={8} />
    ) : (
      <ErrorState
        page
        title={`The receipt of job ${jobId} could not be loaded`}
        message={failure.message}
        onRetry={again}
      />
    )
  }
  const { receipt, chain } = value
  const left = leftCount(receipt)
  const reasons = (Object.keys(leftWords) as (keyof typeof leftWords)[]).filter(
    (reason) => receipt.left[reason] > 0,
  )
  return (
    <Page
      title={receipt.title}
      lead={
        <>
          {sees && (
            <>
              <Link to="/project/allJobs">Jobs</Link> ·{' '}
            </>
          )}
          Bulk change {jobId}, by {receipt.by},{' '}
          <span title={exactTime(receipt.at)}>{dayAndTime(receipt.at)}</span>
        </>
      }
      actions={<Actions receipt={receipt} />}
    >
      <Section padded>
        <chakra.div position="relative" display="flex" flexDirection="column" gap="3">
          <RefusalNotice about={reversing} at="above" />
          <chakra.div display="flex" alignItems="center" gap="3" flexWrap="wrap">
            <JobStateBadge state={receipt.state} />
            {receipt.message !== null && <span>{receipt.message}</span>}
            {receipt.state === 'Cancelled' && (
              <span>What was done before it was cancelled stays; the receipt covers exactly that.</span>
            )}
          </chakra.div>
          <ProgressBar
            label={`Progress of ${receipt.title}`}
            done={receipt.done}
            all={receipt.documents}
            rate={receipt.rate === null ? null : rate(receipt.rate, 'documents')}
            secondsLeft={receipt.secondsLeft}
            tone={toneOf(receipt.state)}
          />
        </chakra.div>
      </Section>
      <Stats
        items={[
          {
            label: 'Documents changed',
            value: number(receipt.writtenDocuments),
            note: `of ${number(receipt.documents)}`,
          },
          { label: 'Values written', value: number(receipt.written) },
          { label: 'Already so', value: number(receipt.alreadySo), note: 'nothing was written there' },
          {
            label: 'Left as they were',
            value: number(left),
            note:
              left === 0
                ? undefined
                : reasons.map((reason) => `${number(receipt.left[reason])}: ${leftWords[reason]}`).join('; '),
          },
        ]}
      />
      <Section title="What was done" aside={counted(chain.length, 'step')}>
        <Table
          label="What was done"
          rows={chain}
          columns={steps}
          keyOf={(one) => one.jobId}
          currentKey={jobId}
        />
      </Section>
      {left > 0 && <Rows receipt={receipt} show="left" title="Left as they were" columns={leftColumns} />}
      <Rows receipt={receipt} show="written" title="What was written" columns={writtenColumns} />
    </Page>
  )
}

function Actions({ receipt }: { readonly receipt: BulkReceipt }): ReactElement {
  const run = useUnit(dispatch)
  const { jobId, state, reversedBy } = receipt
  // What was propagated is undone with its save: only whoever changes many documents undoes it from here.
  const may = useWho().can('coding.bulk') || receipt.what === 'folders'
  return (
    <>
      {!settledStates.includes(state) && state !== 'Cancelling' && (
        <Button icon="stop" onClick={() => run(controlBulk({ jobId, action: 'cancel' }))}>
          Cancel
        </Button>
      )}
      {(state === 'Cancelled' || state === 'Paused') && reversedBy === null && (
        <Button icon="play" onClick={() => run(controlBulk({ jobId, action: 'resume' }))}>
          Go on
        </Button>
      )}
      {may && <Reverse receipt={receipt} />}
    </>
  )
}

const steps: readonly Column<BulkReceipt>[] = [
  {
    id: 'title',
    head: 'Step',
    cell: (one) => (
      <Link to={jobPath(one)}>
        <Foreign text={one.title} />
      </Link>
    ),
  },
  { id: 'state', head: 'State', width: '140px', cell: (one) => <JobStateBadge state={one.state} /> },
  {
    id: 'documents',
    head: 'Documents',
    align: 'end',
    width: '100px',
    cell: (one) => number(one.writtenDocuments),
  },
  {
    id: 'left',
    head: 'Left',
    align: 'end',
    width: '70px',
    from: 'md',
    cell: (one) => number(leftCount(one)),
  },
  {
    id: 'by',
    head: 'By',
    align: 'end',
    width: '200px',
    from: 'md',
    cell: (one) => (
      <chakra.span color="muted" title={exactTime(one.at)}>
        {one.by}, {dayAndTime(one.at)}
      </chakra.span>
    ),
  },
]

const document: Column<BulkRow> = {
  id: 'document',
  head: 'Document',
  width: '130px',
  cell: (row) => (
    <chakra.span fontFamily="mono" fontSize="xs">
      {row.controlNumber ?? 'not in the project'}
    </chakra.span>
  ),
}
const text = (id: string, head: string, cell: (row: BulkRow) => string): Column<BulkRow> => ({
  id,
  head,
  cell: (row) => (
    <chakra.div truncate maxWidth="min(320px, 24vw)" title={cell(row)}>
      {cell(row)}
    </chakra.div>
  ),
})
const field = text('field', 'Field', (row) => row.name)

const writtenColumns: readonly Column<BulkRow>[] = [
  document,
  field,
  text('before', 'Before', (row) => row.before),
  text('after', 'After', (row) => row.after),
]
const leftColumns: readonly Column<BulkRow>[] = [
  document,
  field,
  text('wanted', 'Would have become', (row) => row.before),
  text('stands', 'Stands', (row) => row.after),
  {
    id: 'by',
    head: 'By',
    from: 'md',
    cell: (row) =>
      row.by === null ? (
        <chakra.span color="faint">nobody</chakra.span>
      ) : (
        <span title={row.at === null ? undefined : exactTime(row.at)}>
          {row.by}
          {row.at !== null && `, ${dayAndTime(row.at)}`}
        </span>
      ),
  },
  text('why', 'Why', reasonOf),
]

function Rows({
  receipt,
  show,
  title,
  columns,
}: {
  readonly receipt: BulkReceipt
  readonly show: 'written' | 'left'
  readonly title: string
  readonly columns: readonly Column<BulkRow>[]
}): ReactElement {
  const run = useUnit(dispatch)
  const { jobId } = receipt
  const first = { jobId, show, after: null }
  // What a change under way has written is looked up once it is done.
  const { value, failure, again } = useRead(receiptRows, first, { asOf: receipt.state })
  const last = value?.data.at(-1)
  return (
    <Section title={title} aside={value === null ? undefined : counted(value.totalCount, 'value')}>
      {value === null && failure === null && <Skeleton rows={4} />}
      {value === null && failure !== null && (
        <ErrorState title="This could not be loaded" message={failure.message} onRetry={again} />
      )}
      {value !== null && value.data.length === 0 && (
        <chakra.p px="3" py="2" color="muted">
          {settledStates.includes(receipt.state) ? 'Nothing.' : 'Nothing yet.'}
        </chakra.p>
      )}
      {value !== null && value.data.length > 0 && (
        <>
          <Table
            label={title}
            rows={value.data}
            columns={columns}
            keyOf={(row) => `${row.documentId}.${row.targetId}.${row.outcome}`}
          />
          <OlderJobs
            shown={value.data.length}
            all={value.totalCount}
            onMore={() =>
              last &&
              run(
                receiptRows.request({
                  ...first,
                  after: { document: last.documentId, target: last.targetId },
                }),
              )
            }
          />
        </>
      )}
    </Section>
  )
}
