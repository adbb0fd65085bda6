/** The work that goes on, wherever one is: how many jobs, how far, and the way back to them. */
import { chakra } from '@chakra-ui/react'
import { useStoreMap } from 'effector-react'
import type { ReactElement } from 'react'
import { Link } from 'react-router-dom'
import { requestProgress } from '#src/commands/running-jobs.ts'
import { jobKey, jobsById, projectJobsKey, runningJobs } from '#src/stores/running-jobs.ts'
import { isAllKnown, progressOf } from '../jobs/job-progress.ts'
import { useWho } from '../session/who.ts'
import { useCached, usePoll } from '../ui/answer.ts'
import { counted } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Bar } from '../ui/progress-bar.tsx'

/** Ms between looks while something runs, and while nothing does. */
const often = 1500
const seldom = 12_000

export function JobsBadge(): ReactElement | null {
  const { projectId } = useWho()
  const running = useCached(runningJobs, projectId === null ? '' : projectJobsKey(projectId)) ?? []
  usePoll(projectId === null ? null : requestProgress({ projectId }), running.length > 0 ? often : seldom)
  const share = useStoreMap({
    store: jobsById.$entries,
    keys: [running] as const,
    fn: (entries, [ids]) => {
      const parts = ids.flatMap((id) => {
        const job = entries.get(jobKey(id))
        if (job === undefined || !isAllKnown(job)) return []
        const { done, all } = progressOf(job)
        return [all > 0 ? done / all : 0]
      })
      return parts.length === 0 ? null : parts.reduce((sum, part) => sum + part, 0) / parts.length
    },
  })
  if (projectId === null) return null
  const said = running.length === 0 ? 'No jobs running' : `${counted(running.length, 'job')} running`
  return (
    <chakra.div
      css={{
        '& a': {
          display: 'flex',
          alignItems: 'center',
          gap: '1.5',
          height: '28px',
          px: '1.5',
          borderRadius: 'md',
          color: running.length > 0 ? 'accentInk' : 'muted',
          textDecoration: 'none',
          fontSize: 'xs',
        },
        '& a:hover': { background: 'hover' },
      }}
    >
      <Link to="/project/allJobs" aria-label={said} title={said}>
        <Icon name="jobs" />
        {running.length > 0 && (
          <>
            <span>{running.length}</span>
            <chakra.span width="40px" display={{ base: 'none', sm: 'block' }}>
              <Bar part={share ?? 0} all={share === null ? 0 : 1} label={said} height={4} />
            </chakra.span>
          </>
        )}
      </Link>
    </chakra.div>
  )
}
