/** The jobs of a project, live while one looks. */
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { dispatch } from '#src/commands/dispatch.ts'
import { projectJobs } from '#src/reads/jobs.ts'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { counted } from '../ui/format.ts'
import { Section } from '../ui/page.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { JobsTable, OlderJobs } from './jobs-table.tsx'

const refresh = 5000
const collectPath = '/overview/collect'

export function ProjectJobsSection({
  projectId,
  title,
}: {
  readonly projectId: number
  readonly title?: string
}): ReactElement {
  const run = useUnit(dispatch)
  const who = useWho()
  const { pathname } = useLocation()
  const { value, failure, again } = useRead(projectJobs, { projectId }, { every: refresh })
  return (
    <Section
      title={title ?? 'Newest first'}
      aside={value === null ? undefined : counted(value.totalCount, 'job')}
    >
      {value === null && failure === null && <Skeleton rows={5} />}
      {value === null && failure !== null && (
        <ErrorState title="Jobs could not be loaded" message={failure.message} onRetry={again} />
      )}
      {value !== null &&
        (value.ids.length === 0 ? (
          <EmptyState
            icon="jobs"
            title="No jobs yet"
            action={
              who.can('collect.manage') && pathname !== collectPath && <Link to={collectPath}>Add data</Link>
            }
          >
            A job appears here when material is brought in.
          </EmptyState>
        ) : (
          <>
            <JobsTable ids={value.ids} label="Jobs of the project" />
            <OlderJobs
              shown={value.ids.length}
              all={value.totalCount}
              onMore={() => run(projectJobs.request({ projectId, before: value.ids.at(-1) }))}
            />
          </>
        ))}
    </Section>
  )
}
