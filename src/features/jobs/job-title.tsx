import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { Link } from 'react-router-dom'
import type { Job } from '#contracts/jobs.ts'
import { Foreign, marked } from '../ui/foreign.tsx'
import { jobPath } from './job-path.ts'
import { JobStateBadge } from './job-state.tsx'

/** What a job is called, which leads to its page, and how it stands: one line. */
export const JobTitle = ({ job }: { readonly job: Job }): ReactElement => (
  <chakra.div display="flex" alignItems="center" gap="2" minWidth="0">
    <chakra.span flex="1" minWidth="0" truncate title={marked(job.title)}>
      <Link to={jobPath(job)}>
        <Foreign text={job.title} />
      </Link>
    </chakra.span>
    <JobStateBadge state={job.state} />
  </chakra.div>
)
