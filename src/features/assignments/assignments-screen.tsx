/** All assignments of the project: what each was made of, how far it is, and who may work on it. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { Assignment } from '#contracts/assignments.ts'
import { settledStates } from '#contracts/jobs.ts'
import { assignmentList, type Reviewer, reviewers } from '#src/reads/assignments.ts'
import { $asOf, $splitting } from '#src/stores/assignments.ts'
import { $project } from '#src/stores/selection.ts'
import { NoProject } from '../project/no-project.tsx'
import { useGrantedBy, useWho } from '../session/who.ts'
import { useHeld, useRead } from '../ui/answer.ts'
import { ButtonTo } from '../ui/button-to.tsx'
import { counted, duration, number, percent } from '../ui/format.ts'
import { Page, Section } from '../ui/page.tsx'
import { DeniedState, EmptyState, ErrorState, Missing, Skeleton } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { AssignmentPage } from './assignment-page.tsx'
import { SplitState } from './split-state.tsx'
import { Stale } from './stale.tsx'
import { StatusBar } from './status-bar.tsx'
import { whoMay } from './words.ts'

/** Ms between looks: while a job splits an assignment, and else. */
const often = 1_000
const seldom = 5_000

export function AssignmentsScreen(): ReactElement {
  const who = useWho()
  const grantedBy = useGrantedBy(
    'A project manager can give you a role that makes them. Your own batches stand in the Assignments panel of the review screen.',
  )
  const [params] = useSearchParams()
  const assignmentId = Number(params.get('assignment') ?? '')
  if (who.projectId === null) {
    return (
      <NoProject icon="assignment">
        Here stand the assignments of a project and how far their batches are.
      </NoProject>
    )
  }
  if (!who.can('assignment.manage')) {
    return <DeniedState page what="assignments" grantedBy={grantedBy} />
  }
  return (
    <Assignments assignmentId={Number.isInteger(assignmentId) && assignmentId > 0 ? assignmentId : null} />
  )
}

function Assignments({ assignmentId }: { readonly assignmentId: number | null }): ReactElement {
  const { asOf, made } = useUnit({ asOf: $asOf, made: $splitting })
  const { value, failure } = useHeld(assignmentList, {})
  const splits = value?.some(({ jobStatusId }) => !settledStates.includes(jobStatusId)) ?? false
  const { again } = useRead(assignmentList, {}, { every: splits ? often : seldom, asOf })
  const chosen = value?.find((one) => one.assignmentId === assignmentId)
  if (chosen !== undefined)
    return (
      <AssignmentPage
        key={chosen.assignmentId}
        assignment={chosen}
        stale={failure === null ? null : failure.message}
      />
    )
  // It has just been made here, and the list has not been asked for since.
  const awaited = assignmentId !== null && assignmentId in made
  return (
    <Page
      title="Assignments"
      lead="Documents of a search, split into batches that reviewers take one at a time."
      actions={
        <ButtonTo to="/overview/review" icon="search">
          Search for documents
        </ButtonTo>
      }
    >
      {(value === null || awaited) && failure === null && <Skeleton rows={6} />}
      {value === null && failure !== null && (
        <ErrorState title="Assignments could not be loaded" message={failure.message} onRetry={again} />
      )}
      {value !== null && failure !== null && <Stale message={failure.message} />}
      {value !== null && assignmentId !== null && !awaited && (
        <chakra.p role="status" color="attentionInk">
          There is no such assignment, or it has been deleted.
        </chakra.p>
      )}
      {value !== null && !awaited && <List assignments={value} />}
      {value !== null && <Reviewers />}
    </Page>
  )
}

function List({ assignments }: { readonly assignments: readonly Assignment[] }): ReactElement {
  const go = useNavigate()
  return (
    <Section title="All assignments" aside={<Muted>{counted(assignments.length, 'assignment')}</Muted>}>
      {assignments.length === 0 ? (
        <EmptyState icon="assignment" title="No assignments yet">
          Search for documents on the review screen, then choose “New assignment” in its Assignments panel, or
          pick documents in the list first.
        </EmptyState>
      ) : (
        <Table
          label="Assignments"
          rows={assignments}
          columns={columns}
          keyOf={({ assignmentId }) => assignmentId}
          onOpen={({ assignmentId }) => void go(`/overview/assignments?assignment=${assignmentId}`)}
        />
      )}
    </Section>
  )
}

/** How far each person is, and at what pace: documents an hour stand beside the seconds that each document takes. */
function Reviewers(): ReactElement {
  const tracked = useUnit($project)?.reviewerTrackingEnabled === true
  const answer = useRead(reviewers, {}, { every: seldom * 6 })
  const { value } = answer
  return (
    <Section
      title="Reviewers"
      aside={
        <Muted>{tracked ? 'Review time is recorded' : 'Review time is not recorded in this project'}</Muted>
      }
    >
      <Missing answer={answer} rows={3} title="Reviewers could not be loaded" onRetry={answer.again} />
      {value !== null && (
        <Table
          label="Reviewers"
          rows={value}
          columns={
            tracked || value.some(({ seconds }) => seconds > 0) ? [...ofBatches, ...ofTime] : ofBatches
          }
          keyOf={({ userId }) => userId}
        />
      )}
    </Section>
  )
}

const ofBatches: readonly Column<Reviewer>[] = [
  { id: 'name', head: 'Person', cell: ({ name }) => name },
  { id: 'open', head: 'Batches open', align: 'end', cell: ({ open }) => number(open) },
  { id: 'completed', head: 'Completed', align: 'end', cell: ({ completed }) => number(completed) },
]

const none = <chakra.span color="faint">–</chakra.span>

const ofTime: readonly Column<Reviewer>[] = [
  {
    id: 'documents',
    head: (
      <span title="Documents that this person was at work on while review time was recorded">Documents</span>
    ),
    align: 'end',
    from: 'sm',
    cell: ({ documents }) => number(documents),
  },
  { id: 'time', head: 'Review time', align: 'end', cell: ({ seconds }) => duration(seconds) },
  {
    id: 'each',
    head: 'Seconds / document',
    align: 'end',
    from: 'sm',
    cell: ({ documents, seconds }) => (documents === 0 ? none : number(Math.round(seconds / documents))),
  },
  {
    id: 'pace',
    head: 'Documents / h',
    align: 'end',
    cell: ({ documents, seconds }) =>
      seconds === 0 ? none : number(Math.round((documents * 3600) / seconds)),
  },
]

const Muted = ({ children }: { readonly children: string }): ReactElement => (
  <chakra.span fontSize="xs" color="faint">
    {children}
  </chakra.span>
)

const columns: readonly Column<Assignment>[] = [
  {
    id: 'name',
    head: 'Assignment',
    cell: (one) => (
      <chakra.div minWidth="120px" maxWidth="min(320px, 30vw)">
        <chakra.div fontWeight={600} truncate title={one.assignmentName}>
          {one.assignmentName}
        </chakra.div>
        <chakra.div fontSize="xs" color="faint" truncate title={one.assignmentCondition}>
          {one.assignmentCondition}
        </chakra.div>
      </chakra.div>
    ),
  },
  {
    id: 'batches',
    head: 'Batches',
    width: '240px',
    cell: (one) =>
      settledStates.includes(one.jobStatusId) && one.jobStatusId === 'Completed' ? (
        <StatusBar by={one.batcheStatus} />
      ) : (
        <SplitState assignment={one} />
      ),
  },
  {
    id: 'reviewed',
    head: 'Reviewed',
    align: 'end',
    width: '120px',
    cell: ({ assignmentProgress: { reviewed, documents } }) => (
      <chakra.div whiteSpace="nowrap">
        {number(reviewed)} of {number(documents)}
        <chakra.div fontSize="xs" color="faint">
          {percent(reviewed, documents)}
        </chakra.div>
      </chakra.div>
    ),
  },
  {
    id: 'who',
    head: 'Who may check out',
    from: 'md',
    cell: (one) => (
      <chakra.div truncate maxWidth="min(200px, 18vw)" color="muted" title={whoMay(one)}>
        {whoMay(one)}
      </chakra.div>
    ),
  },
  {
    id: 'made',
    head: 'Made',
    align: 'end',
    width: '130px',
    from: 'sm',
    cell: ({ createdAt, createdBy }) => (
      <chakra.div color="muted">
        <Ago at={createdAt} />
        <chakra.div fontSize="xs" color="faint" truncate maxWidth="130px">
          {createdBy}
        </chakra.div>
      </chakra.div>
    ),
  },
]
