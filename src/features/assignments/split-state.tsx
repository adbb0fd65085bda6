/** How the job stands that splits an assignment into batches: how far it is, or how it ended, and what can be done then. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { Link } from 'react-router-dom'
import type { Assignment } from '#contracts/assignments.ts'
import { allowedFrom } from '#contracts/jobs.ts'
import { controlSplit } from '#src/commands/assignments.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { isLive, JobStateBadge } from '../jobs/job-state.tsx'
import { JobProgress, useJobs } from '../jobs/jobs-table.tsx'
import { Button } from '../ui/button.tsx'

const offered = [
  ['retry', 'Try again'],
  ['resume', 'Go on'],
  ['cancel', 'Cancel'],
] as const

export function SplitState({
  assignment: { assignmentId, jobId, jobStatusId },
}: {
  readonly assignment: Pick<Assignment, 'assignmentId' | 'jobId' | 'jobStatusId'>
}): ReactElement {
  const run = useUnit(dispatch)
  const [job] = useJobs([jobId])
  return (
    <chakra.div display="flex" flexDirection="column" gap="1">
      {isLive(jobStatusId) && job !== undefined && <JobProgress job={job} />}
      <chakra.div display="flex" gap="2" alignItems="center" flexWrap="wrap" fontSize="xs">
        <JobStateBadge state={jobStatusId} />
        <Link to={`/project/allJobs?job=${jobId}`}>Job {jobId}</Link>
        {offered
          .filter(([action]) => allowedFrom[action].includes(jobStatusId))
          .map(([action, words]) => (
            <Button
              key={action}
              size="sm"
              look="quiet"
              onClick={() => run(controlSplit({ assignmentId, action }))}
            >
              {words}
            </Button>
          ))}
      </chakra.div>
    </chakra.div>
  )
}
