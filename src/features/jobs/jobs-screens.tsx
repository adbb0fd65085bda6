/** All jobs of a project, all jobs of a client, and one job where the address names it. */
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { useSearchParams } from 'react-router-dom'
import { dispatch } from '#src/commands/dispatch.ts'
import { clientJobs } from '#src/reads/jobs.ts'
import { BulkList } from '../bulk/bulk-list.tsx'
import { ReceiptPage } from '../bulk/receipt-page.tsx'
import { NoClient } from '../company/no-client.tsx'
import { useClient } from '../company/use-client.ts'
import { NoProject } from '../project/no-project.tsx'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { counted } from '../ui/format.ts'
import { Page, Section } from '../ui/page.tsx'
import { DeniedState, EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { JobPage } from './job-page.tsx'
import { JobsTable, OlderJobs } from './jobs-table.tsx'
import { ProjectJobsSection } from './project-jobs.tsx'

const refresh = 5000

export function ProjectJobs(): ReactElement {
  const who = useWho()
  const [params] = useSearchParams()
  const jobId = Number(params.get('job') ?? '')
  const named = Number(params.get('project') ?? '')
  const projectId = Number.isInteger(named) && named > 0 ? named : who.projectId
  if (projectId === null) {
    return (
      <NoProject icon="jobs">
        Jobs belong to a project. All jobs of a client stand under Client's jobs.
      </NoProject>
    )
  }
  if (!who.can('job.view')) {
    // Whoever codes reads the receipts of what he has propagated.
    if (Number.isInteger(jobId) && jobId > 0 && who.can('coding.save')) return <ReceiptPage jobId={jobId} />
    return <DeniedState page what="jobs" grantedBy="A project manager can give you a role that sees them." />
  }
  if (Number.isInteger(jobId) && jobId > 0) return <JobPage projectId={projectId} jobId={jobId} />
  return <JobList projectId={projectId} />
}

function JobList({ projectId }: { readonly projectId: number }): ReactElement {
  const who = useWho()
  return (
    <Page
      title="Jobs"
      lead={`All work of ${who.projectName || 'the project'}, newest first. Leaving this page stops nothing.`}
    >
      {who.can('coding.bulk') && projectId === who.projectId && <BulkList />}
      <ProjectJobsSection projectId={projectId} title="All jobs" />
    </Page>
  )
}

export function ClientJobs(): ReactElement {
  const run = useUnit(dispatch)
  const clients = useClient()
  const clientId = clients.client?.company_id ?? null
  const asked = clientId === null ? null : { companyId: clientId }
  const { value, failure, again } = useRead(clientJobs, asked, { every: refresh })
  if (clients.failure !== null)
    return (
      <ErrorState
        page
        title="Jobs could not be loaded"
        message={clients.failure.message}
        onRetry={clients.again}
      />
    )
  if (clients.client === null)
    return (
      <NoClient page icon="jobs">
        Here stand the jobs of all projects of a client.
      </NoClient>
    )
  return (
    <Page title="Client's jobs" lead="In all projects of this client whose jobs you may see.">
      <Section title="Newest first" aside={value === null ? undefined : counted(value.totalCount, 'job')}>
        {value === null && failure === null && <Skeleton rows={5} />}
        {value === null && failure !== null && (
          <ErrorState title="Jobs could not be loaded" message={failure.message} onRetry={again} />
        )}
        {value !== null &&
          (value.ids.length === 0 ? (
            <EmptyState icon="jobs" title="No jobs yet">
              A job appears here when material is brought into one of the client's projects.
            </EmptyState>
          ) : (
            <>
              <JobsTable ids={value.ids} label="Jobs of the client" shows="client" />
              <OlderJobs
                shown={value.ids.length}
                all={value.totalCount}
                onMore={() =>
                  asked !== null && run(clientJobs.request({ ...asked, before: value.ids.at(-1) }))
                }
              />
            </>
          ))}
      </Section>
    </Page>
  )
}
