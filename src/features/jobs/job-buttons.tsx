import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import {
  actionsFor,
  type Job,
  type JobAction,
  jobNeeds,
  maxPriority,
  minPriority,
  prioritised,
} from '#contracts/jobs.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { actionNames, controlJob, setPriority } from '#src/commands/jobs.ts'
import { jobs } from '#src/stores/jobs.ts'
import { useWho } from '../session/who.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { marked } from '../ui/foreign.tsx'
import type { IconName } from '../ui/icon.tsx'
import { firstButton, useKeptFocus } from '../ui/kept-focus.ts'

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
}): ReactElement {
  const [run, { controlling }] = useUnit([dispatch, jobs.$state])
  const { can } = useWho()
  const mayTell = can(jobNeeds[job.kind])
  const allowed = mayTell ? actionsFor(job) : []
  const ranked = can('job.control') && prioritised.includes(job.state)
  const told = controlling[job.jobId]
  const order = (action: JobAction) => run(controlJob({ projectId: job.projectId, jobId: job.jobId, action }))
  return (
    <chakra.span ref={useKeptFocus<HTMLSpanElement>(firstButton)} display="inline-flex" gap="1">
      {ranked &&
        steps.map(({ by, icon, name }) => {
          const priority = job.priority + by
          if (priority < minPriority || priority > maxPriority) return null
          return (
            <IconButton
              key={name}
              // A narrow table has no room for them; the job's own page has.
              display={{ base: large ? 'inline-flex' : 'none', md: 'inline-flex' }}
              icon={icon}
              label={`${name}: ${marked(job.title)}`}
              waits={told !== undefined}
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
            waits={told !== undefined}
            onClick={() => order(action)}
          >
            {actionNames[action]}
          </Button>
        ) : (
          <IconButton
            key={action}
            icon={icons[action]}
            label={`${actionNames[action]}: ${marked(job.title)}`}
            waits={told !== undefined}
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
