/** Where the project stands: how much there is, how far it is, what goes on. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { Link } from 'react-router-dom'
import type { ProjectReport } from '#contracts/project.ts'
import { withAreas } from '#src/areas/lazy.ts'
import { projectReport } from '#src/reads/project.ts'
import { projectJobsKey, runningJobs } from '#src/stores/running-jobs.ts'
import { useWho } from '../session/who.ts'
import { useCached, useRead } from '../ui/answer.ts'
import { ButtonTo } from '../ui/button-to.tsx'
import { counted, number, percent } from '../ui/format.ts'
import { LeadTo } from '../ui/lead.tsx'
import { Page, Section } from '../ui/page.tsx'
import { part } from '../ui/part.tsx'
import { Bar } from '../ui/progress-bar.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { Ago } from '../ui/time.tsx'
import { activityWords } from './activity.ts'
import { Figures, Shares } from './figures.tsx'
import { useLeads } from './leads.ts'
import { NoProject } from './no-project.tsx'

// Reviewers see neither.
const ChainBadge = part(() => import('../audit/chain-badge.tsx').then((module) => module.ChainBadge))
const JobsTable = part(
  withAreas(['jobs'], () => import('../jobs/jobs-table.tsx').then((module) => module.JobsTable)),
  <Skeleton rows={2} />,
)
// Reviewers pass through here on their way: the chart library, larger than their whole screen, is for those who stay.
const DateChart = part(
  () => import('./date-chart.tsx').then((module) => module.DateChart),
  <Section title="Documents by date">
    <Skeleton rows={6} />
  </Section>,
  1_000,
)

export function Overview(): ReactElement {
  const who = useWho()
  const { projectId } = who
  const asked = projectId === null ? null : { projectId }
  const { value: report, failure, again } = useRead(projectReport, asked, { every: 10_000 })
  if (projectId === null) {
    return <NoProject icon="project">The overview shows where a project stands.</NoProject>
  }
  if (report === null) {
    return failure === null ? (
      <Page title={who.projectName || 'Overview'}>
        <Section>
          <Skeleton rows={10} />
        </Section>
      </Page>
    ) : (
      <ErrorState
        page
        title="The overview could not be loaded"
        message={failure.message}
        onRetry={() => again()}
      />
    )
  }
  const empty = report.documents === 0
  return (
    <Page
      title={who.projectName || 'Overview'}
      lead={who.companyName === '' ? undefined : `A project of ${who.companyName}.`}
      actions={
        <>
          {who.can('collect.manage') && (
            <ButtonTo to="/overview/collect" icon="collect">
              Collect
            </ButtonTo>
          )}
          {who.can('document.search') && (
            <ButtonTo to="/overview/review" icon="review" {...(empty ? {} : { look: 'primary' })}>
              Review documents
            </ButtonTo>
          )}
        </>
      }
    >
      <Figures report={report} />
      {empty ? (
        <Section>
          <EmptyState
            icon="collect"
            title="No documents yet"
            action={
              who.can('collect.manage') && (
                <ButtonTo to="/overview/collect" icon="collect" look="primary">
                  Add data
                </ButtonTo>
              )
            }
          >
            Drop files and folders on the Collect page; they are read, counted and made searchable.
          </EmptyState>
        </Section>
      ) : (
        <chakra.div
          display="grid"
          gridTemplateColumns={{ base: '1fr', lg: '3fr 2fr' }}
          gap="5"
          alignItems="start"
        >
          <chakra.div display="flex" flexDirection="column" gap="5" minWidth="0">
            <Progress report={report} />
            <DateChart documents={report.documents} byMonth={report.byMonth} />
            <Running projectId={projectId} />
          </chakra.div>
          <chakra.div display="flex" flexDirection="column" gap="5" minWidth="0">
            <Shares report={report} most={10} />
            <RecentActivity report={report} />
          </chakra.div>
        </chakra.div>
      )}
      {who.can('audit.project') && <ChainBadge projectId={projectId} />}
    </Page>
  )
}

function Progress({ report }: { readonly report: ProjectReport }): ReactElement {
  const leads = useLeads()
  const left = report.documents - report.coded
  const notCoded = leads.documents('', { filter: 'unreviewed' })
  return (
    <Section
      title="Coding"
      aside={<chakra.span color="muted">{percent(report.coded, report.documents)}</chakra.span>}
      padded
    >
      <Bar part={report.coded} all={report.documents} tone="okBar" label="Documents coded" height={10} />
      <chakra.p mt="2" color="muted">
        {number(report.coded)} of {number(report.documents)} documents carry at least one coded value;{' '}
        {notCoded === undefined || left === 0 ? (
          `${number(left)} do not.`
        ) : (
          <LeadTo lead={notCoded}>{number(left)} do not.</LeadTo>
        )}
      </chakra.p>
    </Section>
  )
}

function Running({ projectId }: { readonly projectId: number }): ReactElement | null {
  const ids = useCached(runningJobs, projectJobsKey(projectId)) ?? []
  const who = useWho()
  if (!who.can('job.view') || ids.length === 0) return null
  return (
    <Section title="Running jobs" aside={<Link to="/project/allJobs">All jobs</Link>}>
      <JobsTable ids={ids} label="Running jobs" shows="narrow" />
    </Section>
  )
}

function RecentActivity({ report }: { readonly report: ProjectReport }): ReactElement {
  return (
    <Section title="Recent activity">
      {report.recent.length === 0 ? (
        <EmptyState icon="log" title="Nothing yet">
          What people do in this project is listed here.
        </EmptyState>
      ) : (
        <ul style={{ listStyle: 'none' }}>
          {inRuns(report.recent).map((entry, at) => (
            <chakra.li
              // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, and the list is replaced as a whole
              key={`${entry.at}-${at}`}
              display="flex"
              gap="3"
              px="4"
              py="2"
              borderTopWidth={at === 0 ? '0' : '1px'}
              borderColor="line"
            >
              <chakra.span flex="1" minWidth="0">
                <chakra.span fontWeight={600}>{entry.who}</chakra.span> {activityWords(entry.action)}{' '}
                <chakra.span color="muted" wordBreak="break-word">
                  {entry.count === 1 ? entry.what : `${counted(entry.count, 'item')}, last ${entry.what}`}
                </chakra.span>
              </chakra.span>
              <chakra.span color="faint" fontSize="xs">
                <Ago at={entry.at} />
              </chakra.span>
            </chakra.li>
          ))}
        </ul>
      )}
    </Section>
  )
}

type Recent = ProjectReport['recent'][number]

/** The same done again and again by the same person, one after the other, is one line with its count. */
function inRuns(recent: readonly Recent[]): readonly (Recent & { readonly count: number })[] {
  const runs: (Recent & { count: number })[] = []
  for (const entry of recent) {
    const last = runs.at(-1)
    if (last && last.who === entry.who && last.action === entry.action) last.count += 1
    else runs.push({ ...entry, count: 1 })
  }
  return runs.slice(0, 12)
}
