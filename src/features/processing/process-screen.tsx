/** How material becomes documents: what waits, the jobs and their reconciliation, what failed, and the settings. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { Link } from 'react-router-dom'
import type { Source } from '#contracts/collect.ts'
import { jobNeeds } from '#contracts/jobs.ts'
import { tellSource } from '#src/commands/collect-sources.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { lookAt, lookedAt } from '#src/reads/collect.ts'
import { projectJobs } from '#src/reads/jobs.ts'
import { projectReport } from '#src/reads/project.ts'
import { HashListsSection } from '../hash-lists/hash-lists-section.tsx'
import { jobPath } from '../jobs/job-path.ts'
import { JobStateBadge } from '../jobs/job-state.tsx'
import { useJobs } from '../jobs/jobs-table.tsx'
import { ProjectJobsSection } from '../jobs/project-jobs.tsx'
import { ReconciliationBar } from '../jobs/reconciliation-bar.tsx'
import { KeywordListsSection } from '../keywords/keyword-lists-section.tsx'
import { NoProject } from '../project/no-project.tsx'
import { useWho } from '../session/who.ts'
import { useHeld, useRead } from '../ui/answer.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Foreign, marked } from '../ui/foreign.tsx'
import { counted, number } from '../ui/format.ts'
import { Page, Section } from '../ui/page.tsx'
import { DeniedState, ErrorState, Skeleton } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { ExceptionsSection } from './exceptions-section.tsx'
import { filesThatWait } from './pending-labels.ts'
import { SettingsSection } from './settings-form.tsx'
import { StartSection } from './start-section.tsx'
import { LeftOutSection } from './suppressed-section.tsx'

export function ProcessScreen(): ReactElement {
  const who = useWho()
  const { projectId } = who
  if (projectId === null) {
    return <NoProject icon="process">Material is processed in a project.</NoProject>
  }
  if (!who.can('collect.view')) {
    return (
      <DeniedState
        page
        what="Process"
        grantedBy="Review managers see it, and litigation support has material processed. A project manager can give you such a role."
      />
    )
  }
  return <Processing projectId={projectId} />
}

function Processing({ projectId }: { readonly projectId: number }): ReactElement {
  const who = useWho()
  const report = useRead(projectReport, { projectId }, { every: 10_000 }).value
  return (
    <Page
      title="Process"
      jumps
      lead="Material is expanded, de-duplicated, given text and numbered. Every item that went in is accounted for."
    >
      <Waiting projectId={projectId} />
      {who.can(jobNeeds.ocr) && <StartSection projectId={projectId} />}
      {who.can('job.view') && <ProjectJobsSection projectId={projectId} title="Jobs" />}
      {who.can('job.view') && <ReconciliationSummary projectId={projectId} />}
      <ExceptionsSection projectId={projectId} total={report?.exceptions ?? null} />
      <LeftOutSection projectId={projectId} asOf={report?.documents ?? 0} />
      <KeywordListsSection />
      <HashListsSection projectId={projectId} />
      <SettingsSection projectId={projectId} />
    </Page>
  )
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
              aria-label={`Process ${name}`}
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
        <chakra.div fontWeight={600} truncate title={name}>
          <Link to={`/overview/collect?source=${sourceId}`}>{name}</Link>
        </chakra.div>
        <chakra.div fontSize="xs" color="faint" truncate>
          {custodian}
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

/** Jobs whose reconciliation is drawn: the newest. Each job's own page has its reconciliation too. */
const drawn = 8
const none: readonly number[] = []

function ReconciliationSummary({ projectId }: { readonly projectId: number }): ReactElement | null {
  const ids = useHeld(projectJobs, { projectId }).value?.ids ?? none
  const rows = useJobs(ids)
    .filter(({ reconciliation }) => reconciliation !== null && reconciliation.itemsIn > 0)
    .slice(0, drawn)
  if (rows.length === 0) return null
  return (
    <Section title="Reconciliation" aside={<chakra.span color="muted">newest jobs</chakra.span>}>
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
                <chakra.div display="flex" alignItems="center" gap="2" minWidth="0">
                  <chakra.span flex="1" minWidth="0" truncate title={marked(job.title)}>
                    <Link to={jobPath(job)}>
                      <Foreign text={job.title} />
                    </Link>
                  </chakra.span>
                  <JobStateBadge state={job.state} />
                </chakra.div>
                <ReconciliationBar reconciliation={job.reconciliation} state={job.state} />
              </chakra.li>
            ),
        )}
      </chakra.ul>
    </Section>
  )
}
