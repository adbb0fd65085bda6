import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import {
  allowedFrom,
  type Job,
  type JobAction,
  jobActions,
  jobNeeds,
  leastPriority,
  mostPriority,
  prioritised,
} from '#contracts/jobs.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { actionNames, controlJob, setPriority } from '#src/commands/jobs.ts'
import { jobs } from '#src/stores/jobs.ts'
import { Button, IconButton } from '../button.tsx'
import type { IconName } from '../icon.tsx'
import { useWho } from '../who.ts'

const icons: Readonly<Record<JobAction, IconName>> = {
  cancel: 'stop',
  pause: 'pause',
  resume: 'play',
  retry: 'retry',
}

/** Of jobs that wait, the one of the highest priority is begun first. */
const steps = [
  { by: 1, icon: 'up', name: 'Raise the priority' },
  { by: -1, icon: 'down', name: 'Lower the priority' },
] as const

/** What the job's state and the role of who looks allow, and nothing else. */
export function JobButtons({
  job,
  large = false,
}: {
  readonly job: Job
  readonly large?: boolean
}): ReactElement | null {
  const [run, { controlling }] = useUnit([dispatch, jobs.$state])
  const { can } = useWho()
  const mayTell = can(jobNeeds[job.kind])
  const allowed = jobActions.filter(
    (action) => mayTell && allowedFrom[action].includes(job.state) && (action !== 'retry' || mayRetry(job)),
  )
  const ranked = can('job.control') && prioritised.includes(job.state)
  if (allowed.length === 0 && !ranked) return null
  const told = controlling[job.jobId]
  const order = (action: JobAction) => run(controlJob({ projectId: job.projectId, jobId: job.jobId, action }))
  return (
    <chakra.span display="inline-flex" gap="1">
      {ranked &&
        steps.map(({ by, icon, name }) => {
          const priority = job.priority + by
          if (priority < leastPriority || priority > mostPriority) return null
          return (
            <IconButton
              key={name}
              // A narrow table has no room for them; the job's own page has.
              display={{ base: large ? 'inline-flex' : 'none', md: 'inline-flex' }}
              icon={icon}
              label={`${name}: ${job.title}`}
              disabled={told !== undefined}
              onClick={(event) => {
                event.stopPropagation()
                run(setPriority({ projectId: job.projectId, jobId: job.jobId, priority }))
              }}
            />
          )
        })}
      {allowed.map((action) =>
        large ? (
          <Button
            key={action}
            icon={icons[action]}
            busy={told === action}
            disabled={told !== undefined}
            onClick={() => order(action)}
          >
            {actionNames[action]}
          </Button>
        ) : (
          <IconButton
            key={action}
            icon={icons[action]}
            label={`${actionNames[action]}: ${job.title}`}
            disabled={told !== undefined}
            onClick={(event) => {
              event.stopPropagation()
              order(action)
            }}
          />
        ),
      )}
    </chakra.span>
  )
}

/** What failed is tried again; a document that something is wrong with is there already. */
const mayRetry = ({ state, reconciliation, unread }: Job): boolean =>
  state === 'Failed' || reconciliation === null || reconciliation.exceptions > 0 || unread > 0
