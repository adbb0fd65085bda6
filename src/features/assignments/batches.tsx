/** The batches of an assignment; those chosen are given out, moved to somebody else, or taken back. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useMemo, useState } from 'react'
import { type Assignment, assignmentLimits, type Batch, type BatchStatus } from '#contracts/assignments.ts'
import { settledStates } from '#contracts/jobs.ts'
import { moveBatches } from '#src/commands/assignments.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { streams } from '#src/events/catalog/assignments.ts'
import { batchesOf } from '#src/reads/assignments.ts'
import { $asOf, $sending } from '#src/stores/assignments.ts'
import { type Action, useActions } from '../ui/actions.tsx'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { number } from '../ui/format.ts'
import { Section } from '../ui/page.tsx'
import { Bar } from '../ui/progress-bar.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { BatchStatusBadge } from './batch-status.tsx'
import { ReviewerFinder } from './reviewer-finder.tsx'
import { batches as counted } from './words.ts'

const refresh = 5_000
/** Rows at first, and more with each wish for more. */
const page = 200

export function Batches({
  assignment: { assignmentId, assignmentName, assignedUserList, jobStatusId },
}: {
  readonly assignment: Assignment
}): ReactElement {
  const { run, asOf, sending } = useUnit({ run: dispatch, asOf: $asOf, sending: $sending })
  const [count, setCount] = useState(page)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  /** For which of the chosen somebody is looked for. */
  const [giving, setGiving] = useState<readonly Batch[] | null>(null)
  // Another state of the job is another list.
  const how = { every: refresh, asOf: `${asOf} ${jobStatusId}` }
  const { value, failure, again } = useRead(batchesOf, { assignmentId, count }, how)
  const rows = value?.data ?? []
  const picked = rows.filter(({ batchId }) => chosen.has(batchId))
  const free = movable(picked, ['NotStarted', 'Pending'])
  const held = movable(picked, ['InProgress', 'Completed'])
  const may = useMemo(() => assignedUserList.map(({ userId }) => userId), [assignedUserList])
  const busy = sending[streams.batches(assignmentId)] === true
  const move = (of: readonly Batch[], userId: number | null) => {
    const batches = of.map(({ batchId, status }) => ({ batchId, status }))
    run(moveBatches({ assignmentId, batches, userId }))
    setChosen(new Set())
  }
  const give: Action = {
    id: 'batches-assign',
    label: 'Assign the chosen batches',
    group: 'Batches',
    keys: 'a a',
    run: () => setGiving(free),
  }
  const reassign: Action = {
    id: 'batches-reassign',
    label: 'Reassign the chosen batches',
    group: 'Batches',
    keys: 'a r',
    run: () => setGiving(held),
  }
  const takeBack: Action = {
    id: 'batches-return',
    label: 'Return the chosen batches to the pool',
    group: 'Batches',
    keys: 'a p',
    run: () => move(held, null),
  }
  useActions([...(free.length > 0 ? [give] : []), ...(held.length > 0 ? [reassign, takeBack] : [])])
  const turn = (ids: readonly number[], on: boolean) => {
    const next = new Set(chosen)
    for (const batchId of ids) {
      if (on) next.add(batchId)
      else next.delete(batchId)
    }
    setChosen(next)
  }
  const choice: Column<Batch> = {
    id: 'choice',
    head: (
      <chakra.input
        type="checkbox"
        display="block"
        aria-label="Choose all batches shown"
        checked={rows.length > 0 && picked.length === rows.length}
        onChange={(event) =>
          turn(
            rows.map(({ batchId }) => batchId),
            event.target.checked,
          )
        }
      />
    ),
    width: '44px',
    cell: ({ batchId, number: no }) => (
      <chakra.input
        type="checkbox"
        display="block"
        aria-label={`Choose batch ${no}`}
        checked={chosen.has(batchId)}
        onChange={(event) => turn([batchId], event.target.checked)}
      />
    ),
  }
  return (
    <Section
      title="Batches"
      aside={
        <chakra.div
          role="group"
          aria-label="Chosen batches"
          display="flex"
          alignItems="center"
          justifyContent="flex-end"
          gap="2"
          flexWrap="wrap"
          py="1"
          minHeight="36px"
        >
          <chakra.span role="status" fontSize="xs" color="faint">
            {picked.length > 0
              ? `${number(picked.length)} chosen`
              : value !== null && counted(value.totalCount)}
          </chakra.span>
          {free.length > 0 && (
            <Button size="sm" look="primary" busy={busy} keys={give.keys} onClick={() => setGiving(free)}>
              Assign {counted(free.length)} to…
            </Button>
          )}
          {held.length > 0 && (
            <>
              <Button size="sm" busy={busy} keys={reassign.keys} onClick={() => setGiving(held)}>
                Reassign {counted(held.length)} to…
              </Button>
              <Button size="sm" busy={busy} keys={takeBack.keys} onClick={() => move(held, null)}>
                Return {counted(held.length)} to pool
              </Button>
            </>
          )}
        </chakra.div>
      }
    >
      {value === null && failure === null && <Skeleton rows={6} />}
      {value === null && failure !== null && (
        <ErrorState title="Batches could not be loaded" message={failure.message} onRetry={again} />
      )}
      {value !== null && rows.length === 0 && (
        <EmptyState icon="assignment" title="No batches yet">
          {settledStates.includes(jobStatusId)
            ? 'The job that splits the documents has made none.'
            : 'They stand here as soon as the documents are split.'}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <Table
          label={`Batches of ${assignmentName}`}
          rows={rows}
          columns={[choice, ...columns]}
          keyOf={({ batchId }) => batchId}
        />
      )}
      {value !== null && value.totalCount > rows.length && (
        <chakra.div display="flex" justifyContent="center" alignItems="center" gap="3" py="2" color="muted">
          {number(rows.length)} of {number(value.totalCount)}
          <Button size="sm" onClick={() => setCount(count + page)}>
            Show more
          </Button>
        </chakra.div>
      )}
      {giving !== null && (
        <ReviewerFinder
          of={giving}
          among={may}
          onChoose={({ userId }) => move(giving, userId)}
          onClose={() => setGiving(null)}
        />
      )}
    </Section>
  )
}

/** Those that stand so, as many as go at once. */
const movable = (batches: readonly Batch[], statuses: readonly BatchStatus[]): readonly Batch[] =>
  batches.filter(({ status }) => statuses.includes(status)).slice(0, assignmentLimits.batches)

const columns: readonly Column<Batch>[] = [
  { id: 'number', head: 'Batch', align: 'end', width: '64px', cell: ({ number: no }) => number(no) },
  {
    id: 'size',
    head: 'Documents',
    align: 'end',
    width: '88px',
    from: 'md',
    cell: ({ size }) => number(size),
  },
  {
    id: 'status',
    head: 'State',
    width: '130px',
    cell: ({ status }) => <BatchStatusBadge status={status} />,
  },
  {
    id: 'holder',
    head: 'Checked out to',
    cell: ({ holder }) => (
      <chakra.div truncate maxWidth="min(280px, 24vw)" color={holder === null ? 'faint' : 'ink'}>
        {holder?.name ?? 'Unassigned'}
      </chakra.div>
    ),
  },
  {
    id: 'reviewed',
    head: 'Reviewed',
    width: 'clamp(96px, 18vw, 220px)',
    cell: ({ number: no, reviewed, size }) => (
      <chakra.div display="flex" alignItems="center" gap="2">
        <chakra.span flex="1" display={{ base: 'none', sm: 'block' }}>
          <Bar
            part={reviewed}
            all={size}
            tone={reviewed >= size ? 'okBar' : 'accent'}
            label={`Reviewed of batch ${no}`}
          />
        </chakra.span>
        <chakra.span width="76px" textAlign="end" fontSize="xs" color="muted" whiteSpace="nowrap">
          {number(reviewed)} of {number(size)}
        </chakra.span>
      </chakra.div>
    ),
  },
  {
    id: 'since',
    head: 'Since',
    align: 'end',
    width: '120px',
    from: 'md',
    cell: ({ since }) =>
      since === null ? null : (
        <chakra.span color="muted">
          <Ago at={since} />
        </chakra.span>
      ),
  },
]
