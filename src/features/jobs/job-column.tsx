/** The job that something is of, in a table; its number leads there. */
import { Link } from 'react-router-dom'
import type { Column } from '../ui/table.tsx'
import { jobPath } from './job-path.ts'

export const jobColumn = (projectId: number): Column<{ readonly jobId: number }> => ({
  id: 'job',
  head: 'Job',
  align: 'end',
  width: '70px',
  from: 'md',
  cell: ({ jobId }) => <Link to={jobPath({ projectId, jobId })}>{jobId}</Link>,
})
