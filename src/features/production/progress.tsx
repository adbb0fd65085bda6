/** How far the job of a production is: by its own words where one may see jobs, or else by what the production says. */
import type { ReactElement } from 'react'
import { hasEnded, jobUnit } from '#contracts/jobs.ts'
import type { Production } from '#contracts/productions.ts'
import { jobDetails } from '#src/reads/jobs.ts'
import { jobKey, jobsById } from '#src/stores/running-jobs.ts'
import { isLive, toneOf } from '../jobs/job-state.tsx'
import { useWho } from '../session/who.ts'
import { useCached, useRead } from '../ui/answer.ts'
import { rate } from '../ui/format.ts'
import { ProgressBar } from '../ui/progress-bar.tsx'

const often = 1_500

export function Progress({
  projectId,
  production: { job, name },
}: {
  readonly projectId: number
  readonly production: Pick<Production, 'job' | 'name'>
}): ReactElement | null {
  const { can } = useWho()
  const told = useCached(jobsById, job === null ? '' : jobKey(job.jobId))
  const asked =
    job === null || !can('job.view') || hasEnded(told?.state ?? job.state)
      ? null
      : { projectId, jobId: job.jobId }
  useRead(jobDetails, asked, { every: often })
  if (job === null) return null
  const now = told ?? { ...job, itemsDone: job.done, itemsTotal: job.total, rate: null, secondsLeft: null }
  return (
    <ProgressBar
      label={`Progress of ${name}`}
      done={now.itemsDone}
      all={now.itemsTotal}
      rate={now.rate === null || !isLive(now.state) ? null : rate(now.rate, `${jobUnit('production')}s`)}
      secondsLeft={isLive(now.state) ? now.secondsLeft : null}
      now={isLive(now.state) ? now.message : null}
      tone={toneOf(now.state)}
    />
  )
}
