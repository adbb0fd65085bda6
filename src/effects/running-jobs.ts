/** Follows the jobs that run: every screen says how many, and how far they are. */
import { unfinishedProgress } from '#contracts/jobs.ts'
import { progressRequested } from '../events/catalog/running-jobs.ts'
import { projectJobs } from '../reads/jobs.ts'
import { write } from '../stores/cache.ts'
import { jobsNow, projectJobsKey, runningJobs } from '../stores/running-jobs.ts'
import { effect, type Outcome, type RequestContext } from './define.ts'
import { lazyModule } from './lazy-module.ts'
import { asOutcome } from './outcomes.ts'

/** What is done about the end of a job is fetched once one ends. */
const commands = lazyModule(() => import('../commands/jobs.ts'))

async function followProgress(projectId: number, { call, cached }: RequestContext): Promise<Outcome> {
  const key = projectJobsKey(projectId)
  const before = cached(runningJobs, key) ?? []
  const { data } = await call(unfinishedProgress, { projectId })
  const now = data.map((job) => job.jobId)
  const ended = before.filter((jobId) => !now.includes(jobId))
  const isNew = now.some((jobId) => !before.includes(jobId))
  const isListShown = cached(projectJobs.cache, projectJobs.key({ projectId })) !== undefined
  return {
    cache: [...jobsNow(data), write(runningJobs, key, now)],
    commands: [
      ...(ended.length > 0 ? [(await commands()).noteEnds({ projectId, jobIds: ended })] : []),
      ...(isNew && isListShown ? [projectJobs.request({ projectId })] : []),
    ],
  }
}

export const runningJobsEffects = [
  effect({
    name: 'runningJobs.followProgress',
    on: progressRequested,
    strategy: 'first',
    request: ({ payload: { projectId } }, ctx) => followProgress(projectId, ctx),
    done: asOutcome,
    // The next look comes soon; a poll that fails is no news.
    fail: () => ({}),
  }),
]
