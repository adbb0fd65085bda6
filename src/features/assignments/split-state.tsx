/** How the job stands that splits an assignment into batches: how far it is, or how it ended. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { Link } from 'react-router-dom'
import type { Assignment } from '#contracts/assignments.ts'
import { isLive, JobStateBadge } from '../ui/jobs/job-state.tsx'
import { JobProgress, useJobs } from '../ui/jobs/jobs-table.tsx'

export function SplitState({
  assignment: { jobId, jobStatusId },
}: {
  readonly assignment: Pick<Assignment, 'jobId' | 'jobStatusId'>
}): ReactElement {
  const [job] = useJobs([jobId])
  return (
    <chakra.div display="flex" flexDirection="column" gap="1">
      {isLive(jobStatusId) && job !== undefined && <JobProgress job={job} />}
      <chakra.div display="flex" gap="2" alignItems="center" fontSize="xs">
        <JobStateBadge state={jobStatusId} />
        <Link to={`/project/allJobs?job=${jobId}`}>Job {jobId}</Link>
      </chakra.div>
    </chakra.div>
  )
}
