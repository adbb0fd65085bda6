/** The reviewer's own: the batches that he holds and how far they are, and where the next one comes from. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Offered } from '#contracts/assignments.ts'
import { takeBatch } from '#src/commands/assignments.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { streams } from '#src/events/catalog/assignments.ts'
import { hasResult } from '#src/events/review/views.ts'
import { myBatches } from '#src/reads/assignments.ts'
import { $asOf, $sending } from '#src/stores/assignments.ts'
import { $online } from '#src/stores/network.ts'
import { $list } from '#src/stores/review.ts'
import { useGrantedBy, useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { counted, number } from '../ui/format.ts'
import { part } from '../ui/part.tsx'
import { DeniedState, EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { batchActs } from './batch-acts.ts'
import { HeldBatch } from './held-batch.tsx'
import { batches } from './words.ts'

const refresh = 5_000

export function AssignmentPanel(): ReactElement {
  const who = useWho()
  const grantedBy = useGrantedBy('A project manager can give you a role that reviews documents.')
  return who.can('batch.take') ? (
    <Mine manages={who.can('assignment.manage')} />
  ) : (
    <DeniedState what="batches" grantedBy={grantedBy} />
  )
}

function Mine({ manages }: { readonly manages: boolean }): ReactElement {
  const asOf = useUnit($asOf)
  // And after each save of one's own at once.
  const { value, failure, again } = useRead(myBatches, {}, { every: refresh, asOf })
  const { held = [], offered = [] } = value ?? {}
  return (
    <>
      {value === null && failure === null && <Skeleton rows={6} />}
      {value === null && failure !== null && (
        <ErrorState title="Assignments could not be loaded" message={failure.message} onRetry={again} />
      )}
      {value !== null && held.length + offered.length === 0 && (
        <EmptyState icon="assignment" title="No assignment is open to you">
          {manages
            ? 'Search for documents and make an assignment of the result: it is split into batches that reviewers take one at a time.'
            : 'Your review manager makes assignments. You check out their batches here, one at a time.'}
        </EmptyState>
      )}
      {held.length > 0 && (
        <Group title="Your batches">
          {held.map((batch) => (
            <HeldBatch
              key={batch.batchId}
              batch={batch}
              reviewedField={
                offered.find(({ assignmentId }) => assignmentId === batch.assignmentId)?.reviewedFieldName ??
                null
              }
            />
          ))}
        </Group>
      )}
      {offered.length > 0 && (
        <Group title="Available to you">
          {offered.map((one) => (
            <Open
              key={one.assignmentId}
              offered={one}
              holds={held.find(({ assignmentId }) => assignmentId === one.assignmentId)?.number ?? null}
            />
          ))}
        </Group>
      )}
      {manages && <Manage />}
    </>
  )
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactElement {
  return (
    <section aria-label={title}>
      <chakra.h3 px="3" pt="3" pb="1" fontSize="xs" fontWeight={600} color="faint">
        {title}
      </chakra.h3>
      <ul style={{ listStyle: 'none' }}>{children}</ul>
    </section>
  )
}

/** `holds`: the number of the batch that the reviewer has of it; the next one comes after that. */
function Open({
  offered: {
    assignmentId,
    assignmentName,
    available,
    totalBatchCount,
    completedBatchCount,
    reviewedFieldName,
  },
  holds,
}: {
  readonly offered: Offered
  readonly holds: number | null
}): ReactElement {
  const { run, sending, online } = useUnit({ run: dispatch, sending: $sending, online: $online })
  return (
    <chakra.li
      px="3"
      py="2"
      borderBottomWidth="1px"
      borderColor="line"
      display="flex"
      flexDirection="column"
      gap="1"
    >
      <chakra.div fontWeight={600} truncate title={assignmentName}>
        {assignmentName}
      </chakra.div>
      <chakra.p fontSize="xs" color="muted">
        {available === 0 ? 'No batch is left' : `${number(available)} of ${batches(totalBatchCount)} to take`}
        {completedBatchCount > 0 && ` · ${number(completedBatchCount)} completed`}
      </chakra.p>
      {reviewedFieldName !== null && (
        <chakra.p fontSize="xs" color="faint">
          Reviewed when {reviewedFieldName} is coded
        </chakra.p>
      )}
      {available > 0 &&
        (holds === null ? (
          <Button
            size="sm"
            mt="1"
            alignSelf="flex-start"
            look="primary"
            busy={sending[streams.take(assignmentId)] === true}
            disabled={!online}
            keys={batchActs.take.keys}
            onClick={() => run(takeBatch({ assignmentId }))}
          >
            Check out next batch
          </Button>
        ) : (
          <chakra.p fontSize="xs" color="faint">
            Check in batch {holds} to take the next one.
          </chakra.p>
        ))}
    </chakra.li>
  )
}

const NewAssignment = part(() => import('./new-assignment.tsx').then((module) => module.NewAssignment))

/** For who makes assignments: of what stands in the list, and the way to all of them. */
function Manage(): ReactElement {
  const list = useUnit($list)
  const [making, setMaking] = useState(false)
  const count = hasResult(list) ? list.totalCount : 0
  return (
    <chakra.div p="3" display="flex" flexDirection="column" gap="2" alignItems="flex-start">
      <Button
        size="sm"
        icon="plus"
        keys={batchActs.assign.keys}
        disabled={count === 0}
        onClick={() => setMaking(true)}
      >
        New assignment of {counted(count, 'document')}
      </Button>
      <Link to="/overview/assignments">Manage assignments</Link>
      {making && <NewAssignment of="result" onClose={() => setMaking(false)} />}
    </chakra.div>
  )
}
