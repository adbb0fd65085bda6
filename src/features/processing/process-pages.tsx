/** The pages of Process, on which material becomes documents: each shows one part of that work, and has its own address. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useMemo } from 'react'
import { Link, Navigate, useLocation, useSearchParams } from 'react-router-dom'
import type { Source } from '#contracts/collect.ts'
import { jobNeeds } from '#contracts/jobs.ts'
import { tellSource } from '#src/commands/collect-sources.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { lookAt, lookedAt } from '#src/reads/collect.ts'
import { projectJobs } from '#src/reads/jobs.ts'
import { projectReport } from '#src/reads/project.ts'
import { resolvedOf } from '../exceptions/exception-stat.tsx'
import { NarrowedExceptions } from '../exceptions/exceptions-table.tsx'
import { narrowedIn } from '../exceptions/figures.ts'
import { HashListsSection } from '../hash-lists/hash-lists-section.tsx'
import { JobTitle } from '../jobs/job-title.tsx'
import { OlderJobs, useJobs } from '../jobs/jobs-table.tsx'
import { ProjectJobsSection } from '../jobs/project-jobs.tsx'
import { ReconciliationBar } from '../jobs/reconciliation-bar.tsx'
import { KeywordListsSection } from '../keywords/keyword-lists-section.tsx'
import { useWho } from '../session/who.ts'
import { useHeld, useRead } from '../ui/answer.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Foreign, marked } from '../ui/foreign.tsx'
import { counted, number } from '../ui/format.ts'
import { Section } from '../ui/page.tsx'
import { DeniedState, EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { addressOf } from './paths.ts'
import { filesThatWait } from './pending-labels.ts'
import { placeOfAnchor } from './places.ts'
import { ProcessPage } from './process-page.tsx'
import { SettingsSection } from './settings-form.tsx'
import { StartSection } from './start-section.tsx'
import { LeftOutSection } from './suppressed-section.tsx'

/** What waits to be processed, what can be done for the whole project, and the jobs. */
export function QueuePage(): ReactElement {
  const { can } = useWho()
  const moved = placeOfAnchor(useLocation().hash)
  if (moved !== null) return <Navigate to={moved} replace />
  return (
    <ProcessPage
      name="queue"
      lead="Material is expanded, de-duplicated, given text and numbered. Every item that went in is accounted for."
    >
      {(projectId) => (
        <>
          <Waiting projectId={projectId} />
          {can(jobNeeds.ocr) && <StartSection projectId={projectId} />}
          {can('job.view') && <ProjectJobsSection projectId={projectId} title="Jobs" />}
        </>
      )}
    </ProcessPage>
  )
}

/** What became of every item of each import. */
export function ReconciliationPage(): ReactElement {
  return (
    <ProcessPage
      name="reconciliation"
      lead="What became of every item of each import. Each job has an account of its own on its page."
    >
      {(projectId) => <ReconciliationSection projectId={projectId} />}
    </ProcessPage>
  )
}

/** What could not be read wholly, in the whole project; the address says which of it. */
export function ExceptionsPage(): ReactElement {
  return (
    <ProcessPage name="exceptions" lead="What could not be read wholly, why, and what was done about it.">
      {(projectId) => <ProjectExceptions projectId={projectId} />}
    </ProcessPage>
  )
}

/** What came in and is no document of its own. */
export function SuppressedPage(): ReactElement {
  return (
    <ProcessPage
      name="suppressed"
      lead="What came in and is no document of its own: it is accounted for, and listed here."
    >
      {(projectId) => <Suppressed projectId={projectId} />}
    </ProcessPage>
  )
}

export function KeywordListsPage(): ReactElement {
  return (
    <ProcessPage name="keywords" lead="The terms that were agreed on, and how many documents each finds.">
      {() => <KeywordListsSection />}
    </ProcessPage>
  )
}

export function HashListsPage(): ReactElement {
  return (
    <ProcessPage name="hashLists" lead="Files that are known, and of no interest to anybody.">
      {(projectId) => <HashListsSection projectId={projectId} />}
    </ProcessPage>
  )
}

export function ProcessSettingsPage(): ReactElement {
  return (
    <ProcessPage name="settings" lead="How what comes in from now on is processed.">
      {(projectId) => <SettingsSection projectId={projectId} />}
    </ProcessPage>
  )
}

function ProjectExceptions({ projectId }: { readonly projectId: number }): ReactElement {
  const [address, setAddress] = useSearchParams()
  const report = useHeld(projectReport, { projectId }).value
  const narrowed = useMemo(() => narrowedIn(address), [address])
  return (
    <Section
      title="In the whole project"
      scrolls={false}
      aside={
        report !== null && (
          <chakra.span color="muted" title={`${number(report.exceptions)} in the whole project`}>
            {number(report.openExceptions)} open
            {report.openExceptions < report.exceptions && `, ${resolvedOf(report)}`}
          </chakra.span>
        )
      }
    >
      <NarrowedExceptions
        projectId={projectId}
        jobId={null}
        asOf={report === null ? '' : `${report.exceptions} ${report.openExceptions}`}
        narrowed={narrowed}
        onNarrow={(to) => setAddress(addressOf({ ...to }), { replace: true })}
      />
    </Section>
  )
}

function Suppressed({ projectId }: { readonly projectId: number }): ReactElement {
  const report = useHeld(projectReport, { projectId }).value
  return <LeftOutSection projectId={projectId} asOf={report?.documents ?? 0} />
}

function Waiting({ projectId }: { readonly projectId: number }): ReactElement {
  const run = useUnit(dispatch)
  const who = useWho()
  const asked = lookAt(projectId, { about: 'sources' })
  const { value, failure, again } = useRead(lookedAt.sources, asked, { every: 5_000 })
  const waiting = value?.filter((source) => source.waiting > 0) ?? []
  const files = waiting.reduce((sum, source) => sum + source.waiting, 0)
  const columns = who.can('collect.manage')
    ? [
        ...waitingColumns,
        {
          id: 'process',
          head: <chakra.span srOnly>Process</chakra.span>,
          align: 'end',
          width: '120px',
          cell: ({ sourceId, name }) => (
            <Button
              size="sm"
              icon="process"
              aria-label={`Process ${marked(name)}`}
              onClick={() => run(tellSource({ projectId, sourceId, name, order: { is: 'process' } }))}
            >
              Process
            </Button>
          ),
        } satisfies Column<Source>,
      ]
    : waitingColumns
  return (
    <Section title={filesThatWait} aside={value === null ? undefined : counted(files, 'file')}>
      {value === null && failure === null && <Skeleton rows={2} />}
      {value === null && failure !== null && (
        <ErrorState title="What waits could not be loaded" message={failure.message} onRetry={again} />
      )}
      {value !== null &&
        (waiting.length === 0 ? (
          <chakra.p px="4" py="3" color="muted">
            Nothing waits to be processed. <Link to="/overview/collect">Add data</Link>
          </chakra.p>
        ) : (
          <Table
            label="Sources with files that wait"
            rows={waiting}
            columns={columns}
            keyOf={({ sourceId }) => sourceId}
          />
        ))}
    </Section>
  )
}

const waitingColumns: readonly Column<Source>[] = [
  {
    id: 'source',
    head: 'Source',
    cell: ({ sourceId, name, custodian }) => (
      <chakra.div minWidth="110px" maxWidth="min(420px, 44vw)">
        <chakra.div fontWeight={600} truncate title={marked(name)}>
          <Link to={`/overview/collect?source=${sourceId}`}>
            <Foreign text={name} />
          </Link>
        </chakra.div>
        <chakra.div fontSize="xs" color="faint" truncate>
          <Foreign text={custodian} />
        </chakra.div>
      </chakra.div>
    ),
  },
  {
    id: 'automatic',
    head: 'Automatically',
    width: '120px',
    from: 'sm',
    cell: ({ autoProcess }) =>
      autoProcess ? <Badge icon="process">Processed</Badge> : <chakra.span color="faint">No</chakra.span>,
  },
  {
    id: 'waiting',
    head: 'Files',
    align: 'end',
    width: '90px',
    cell: ({ waiting }) => number(waiting),
  },
]

const none: readonly number[] = []

function ReconciliationSection({ projectId }: { readonly projectId: number }): ReactElement {
  const run = useUnit(dispatch)
  const { can } = useWho()
  const mayLook = can('job.view')
  const { value, failure, again } = useRead(projectJobs, mayLook ? { projectId } : null, { every: 5_000 })
  const rows = useJobs(value?.ids ?? none).filter(
    ({ reconciliation }) => reconciliation !== null && reconciliation.itemsIn > 0,
  )
  if (!mayLook)
    return <DeniedState what="jobs" grantedBy="A project manager can give you a role that sees them." />
  return (
    <Section title="By import" aside={<chakra.span color="muted">newest jobs first</chakra.span>}>
      {value === null && failure === null && <Skeleton rows={5} />}
      {value === null && failure !== null && (
        <ErrorState title="Jobs could not be loaded" message={failure.message} onRetry={again} />
      )}
      {value !== null && rows.length === 0 && (
        <EmptyState icon="reconciliation" title="No import yet">
          What became of the items of each import is drawn here as soon as one has begun.
        </EmptyState>
      )}
      <chakra.ul listStyleType="none">
        {rows.map(
          (job) =>
            job.reconciliation !== null && (
              <chakra.li
                key={job.jobId}
                display="grid"
                gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: '260px minmax(0, 1fr)' }}
                gap="3"
                alignItems="center"
                px="4"
                py="2"
                borderTopWidth="1px"
                borderColor="line"
                _first={{ borderTopWidth: '0' }}
              >
                <JobTitle job={job} />
                <ReconciliationBar reconciliation={job.reconciliation} state={job.state} />
              </chakra.li>
            ),
        )}
      </chakra.ul>
      {value !== null && (
        <OlderJobs
          shown={value.ids.length}
          all={value.totalCount}
          onMore={() => run(projectJobs.request({ projectId, before: value.ids.at(-1) }))}
        />
      )}
    </Section>
  )
}
