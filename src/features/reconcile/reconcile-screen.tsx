/** How the logs of the project's reviewers stand against the record: by person and machine, differences first. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { pathOf } from '#contracts/call.ts'
import { exportReports, type LogReport } from '#contracts/reconcile.ts'
import { logReports } from '#src/reads/reconcile.ts'
import { roleWords } from '../people/roles.ts'
import { NoProject } from '../project/no-project.tsx'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Badge } from '../ui/badge.tsx'
import { counted, number } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Page, Section, Stats } from '../ui/page.tsx'
import { DeniedState, EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { ReportPage } from './report-page.tsx'
import { clockSaid, oddIn, Standing, unsavedSaid } from './standing.tsx'

const refresh = 10_000

export function ReconcileScreen(): ReactElement {
  const who = useWho()
  const [params] = useSearchParams()
  const reportId = Number(params.get('report') ?? '')
  if (who.projectId === null) {
    return (
      <NoProject icon="reconciliation">
        Here stands how reviewers' browsers agree with the record of a project.
      </NoProject>
    )
  }
  if (!who.can('audit.project')) {
    return (
      <DeniedState
        page
        what="the reconciliation"
        grantedBy="A project manager can give you a role that sees everybody's history. Your own stands in the history of each document."
      />
    )
  }
  if (Number.isInteger(reportId) && reportId > 0)
    return <ReportPage projectId={who.projectId} reportId={reportId} />
  return <Reports projectId={who.projectId} />
}

function Reports({ projectId }: { readonly projectId: number }): ReactElement {
  const go = useNavigate()
  const { value, failure, again } = useRead(logReports, { projectId }, { every: refresh })
  return (
    <Page
      title="Sync check"
      lead="Each browser holds its own log against the record and says what it found. Whatever the server has acknowledged must be there, as it was sent."
      actions={value !== null && value.length > 0 && <Export projectId={projectId} />}
    >
      {value === null && failure === null && <Skeleton rows={6} />}
      {value === null && failure !== null && (
        <ErrorState title="The reports could not be loaded" message={failure.message} onRetry={again} />
      )}
      {value !== null && (
        <>
          {failure !== null && (
            <chakra.p role="status" color="attentionInk" display="flex" gap="2">
              <Icon name="warning" />
              These are the reports of the last look; the newest could not be loaded. {failure.message}
            </chakra.p>
          )}
          {value.length === 0 ? (
            <Section>
              <EmptyState icon="reconciliation" title="No browser has reported yet">
                A browser reports a few seconds after a reviewer has opened the project, and after each quiet
                moment of work.
              </EmptyState>
            </Section>
          ) : (
            <>
              <Totals reports={value} />
              <Section title="By person and machine" aside={<Answer reports={value} />}>
                <Table
                  label="Logs by person and machine"
                  rows={value}
                  columns={columns}
                  keyOf={({ reportId }) => reportId}
                  onOpen={({ reportId }) => go(`/overview/reconciliation?report=${reportId}`)}
                />
              </Section>
            </>
          )}
        </>
      )}
    </Page>
  )
}

const Export = ({ projectId }: { readonly projectId: number }): ReactElement => (
  <chakra.a
    href={`${pathOf(exportReports)}?projectId=${projectId}`}
    download
    display="inline-flex"
    alignItems="center"
    gap="1.5"
    height="formRow"
    px="3"
    borderRadius="md"
    borderWidth="1px"
    borderColor="control"
    background="surface"
    fontSize="sm"
    fontWeight={500}
    _hover={{ background: 'hover' }}
  >
    <Icon name="download" />
    Export as CSV
  </chakra.a>
)

const sum = (reports: readonly LogReport[], of: (report: LogReport) => number): number =>
  reports.reduce((all, report) => all + of(report), 0)

function Totals({ reports }: { readonly reports: readonly LogReport[] }): ReactElement {
  // What was unsent in a log that has ended is told by the log that came after it, or was discarded knowingly.
  const live = reports.filter(({ ended }) => !ended)
  const people = new Set(reports.map(({ userId }) => userId)).size
  return (
    <Stats
      items={[
        {
          label: 'Found in the audit log',
          value: number(sum(reports, ({ counts }) => counts.matched)),
          note: `from ${counted(people, 'person', 'people')}`,
        },
        { label: 'Missing', value: number(sum(reports, ({ counts }) => counts.missing)) },
        { label: 'Differ', value: number(sum(reports, ({ counts }) => counts.differs)) },
        {
          label: 'Not checked yet',
          value: number(sum(live, ({ counts }) => counts.acknowledged)),
          note: 'acknowledged',
        },
        { label: 'Not on the server yet', value: number(sum(live, ({ counts }) => counts.unsent)) },
      ]}
    />
  )
}

/** The one line that one comes for. */
function Answer({ reports }: { readonly reports: readonly LogReport[] }): ReactElement {
  const odd = sum(reports, ({ counts }) => oddIn(counts))
  return odd === 0 ? (
    <Badge tone="ok" icon="ok">
      No differences
    </Badge>
  ) : (
    <Badge tone="danger" icon="error">
      {counted(odd, 'difference')}
    </Badge>
  )
}

const figure = (value: number) => (
  <chakra.span color={value === 0 ? 'faint' : 'ink'}>{number(value)}</chakra.span>
)

const columns: readonly Column<LogReport>[] = [
  {
    id: 'who',
    head: 'Person',
    cell: ({ userName, roleName }) => (
      <>
        {userName}
        <chakra.span color="faint" fontSize="xs" ml="2">
          {roleName === '' ? 'no longer in the project' : roleWords(roleName)}
        </chakra.span>
      </>
    ),
  },
  {
    id: 'machine',
    head: 'Machine',
    cell: ({ machine, clockOffset, ended }) => (
      <chakra.span whiteSpace="nowrap">
        {machine}
        {ended && (
          <chakra.span
            color="faint"
            fontSize="xs"
            ml="2"
            title="Signed out there; the browser began another log."
          >
            ended
          </chakra.span>
        )}
        {clockSaid(clockOffset) !== null && (
          <chakra.span color="attentionInk" fontSize="xs" ml="2" title="Order never depends on it.">
            {clockSaid(clockOffset)}
          </chakra.span>
        )}
      </chakra.span>
    ),
  },
  { id: 'standing', head: 'Against the record', cell: ({ counts }) => <Standing counts={counts} /> },
  { id: 'matched', head: 'Found', align: 'end', cell: ({ counts }) => figure(counts.matched) },
  { id: 'missing', head: 'Missing', align: 'end', from: 'md', cell: ({ counts }) => figure(counts.missing) },
  { id: 'differs', head: 'Differ', align: 'end', from: 'md', cell: ({ counts }) => figure(counts.differs) },
  {
    id: 'unsaved',
    head: 'Not on the server',
    from: 'lg',
    cell: ({ counts }) => <chakra.span color="muted">{unsavedSaid(counts) ?? ''}</chakra.span>,
  },
  {
    id: 'checked',
    head: 'Checked',
    from: 'lg',
    cell: ({ reconciledAt }) =>
      reconciledAt === null ? <chakra.span color="faint">never</chakra.span> : <Ago at={reconciledAt} />,
  },
  { id: 'last', head: 'Reported', from: 'sm', cell: ({ lastAt }) => <Ago at={lastAt} /> },
]
