/** The jobs of the project beside the documents. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { jobUnit } from '#contracts/jobs.ts'
import { projectJobs } from '#src/reads/jobs.ts'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { counted } from '../ui/format.ts'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { Ago } from '../ui/time.tsx'
import { isLive } from './job-state.tsx'
import { JobTitle } from './job-title.tsx'
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
          <JobTitle job={job} />
          {isLive(job.state) && <JobProgress job={job} />}
          <chakra.div fontSize="xs" color="faint">
            {counted(job.itemsDone, jobUnit(job.kind))} · <Ago at={job.createdAt} />
          </chakra.div>
        </chakra.li>
      ))}
    </ul>
  )
}
