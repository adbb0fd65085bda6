/** The jobs of the project beside the documents. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { Link } from 'react-router-dom'
import { jobUnit } from '#contracts/jobs.ts'
import { projectJobs } from '#src/reads/jobs.ts'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Foreign, marked } from '../ui/foreign.tsx'
import { counted } from '../ui/format.ts'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { Ago } from '../ui/time.tsx'
import { jobPath } from './job-path.ts'
import { isLive, JobStateBadge } from './job-state.tsx'
import { JobProgress, useJobs } from './jobs-table.tsx'

export function JobsPanel(): ReactElement {
  const { projectId } = useWho()
  const { value: list, failure, again } = useRead(projectJobs, projectId === null ? null : { projectId })
  const rows = useJobs(list?.ids.slice(0, 20) ?? [])
  if (list === null) {
    return failure === null ? (
      <Skeleton rows={4} />
    ) : (
      <ErrorState title="Jobs could not be loaded" message={failure.message} onRetry={again} />
    )
  }
  if (rows.length === 0) return <chakra.p p="3">No jobs in this project yet.</chakra.p>
  return (
    <ul style={{ listStyle: 'none' }}>
      {rows.map((job) => (
        <chakra.li
          key={job.jobId}
          px="3"
          py="2"
          borderBottomWidth="1px"
          borderColor="line"
          display="flex"
          flexDirection="column"
          gap="1"
        >
          <chakra.div display="flex" gap="2" alignItems="center">
            <chakra.span flex="1" minWidth="0" truncate title={marked(job.title)}>
              <Link to={jobPath(job)}>
                <Foreign text={job.title} />
              </Link>
            </chakra.span>
            <JobStateBadge state={job.state} />
          </chakra.div>
          {isLive(job.state) && <JobProgress job={job} />}
          <chakra.div fontSize="xs" color="faint">
            {counted(job.itemsDone, jobUnit(job.kind))} · <Ago at={job.createdAt} />
          </chakra.div>
        </chakra.li>
      ))}
    </ul>
  )
}
