/** The job that makes a production or an export: how far, on what, and what it can be told. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { Link } from 'react-router-dom'
import type { Production } from '#contracts/productions.ts'
import { jobDetails } from '#src/reads/jobs.ts'
import { jobKey, jobsById } from '#src/stores/running-jobs.ts'
import { JobButtons } from '../jobs/job-buttons.tsx'
import { jobPath } from '../jobs/job-path.ts'
import { isLive } from '../jobs/job-state.tsx'
import { NowAt } from '../jobs/stages.tsx'
import { useWho } from '../session/who.ts'
import { useCached, useRead } from '../ui/answer.ts'
import { counted } from '../ui/format.ts'
import { Section } from '../ui/page.tsx'
import { Progress } from './progress.tsx'

export function Work({
  projectId,
  made,
}: {
  readonly projectId: number
  /** A production or an export. */
  readonly made: {
    readonly name: string
    readonly state: string
    readonly job: NonNullable<Production['job']>
  }
}): ReactElement {
  const { can } = useWho()
  const { jobId, message, total } = made.job
  const mayLook = can('job.view')
  const job = useCached(jobsById, jobKey(jobId))
  const details = useRead(jobDetails, mayLook ? { projectId, jobId } : null, {
    asOf: made.state,
  }).value
  const live = job !== null && isLive(job.state)
  return (
    <Section
      title="Work"
      padded
      aside={mayLook ? <Link to={jobPath({ projectId, jobId })}>Show the job</Link> : undefined}
    >
      <chakra.div display="flex" flexDirection="column" gap="3">
        <Progress projectId={projectId} production={made} />
        {message !== null && !live && <p>{message}</p>}
        {details !== null && live && <NowAt workers={details.workers} />}
        <chakra.p fontSize="xs" color="faint">
          Pages are counted, then made, then read back: {counted(total, 'step')} in all.
        </chakra.p>
        {job !== null && (
          <chakra.div>
            <JobButtons job={job} large />
          </chakra.div>
        )}
      </chakra.div>
    </Section>
  )
}
