import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { allowedFrom, type Job, type JobAction, jobActions } from '#contracts/jobs.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { actionNames, controlJob } from '#src/commands/jobs.ts'
import { jobs } from '#src/stores/jobs.ts'
import { Button, IconButton } from '../button.tsx'
import type { IconName } from '../icon.tsx'

const icons: Readonly<Record<JobAction, IconName>> = {
  cancel: 'stop',
  pause: 'pause',
  resume: 'play',
  retry: 'retry',
}

/** What the job's state allows, and nothing else. */
export function JobButtons({
  job,
  large = false,
}: {
  readonly job: Job
  readonly large?: boolean
}): ReactElement | null {
  const [run, { controlling }] = useUnit([dispatch, jobs.$state])
  const allowed = jobActions.filter(
    (action) => allowedFrom[action].includes(job.state) && (action !== 'retry' || mayRetry(job)),
  )
  if (allowed.length === 0) return null
  const told = controlling[job.jobId]
  const order = (action: JobAction) => run(controlJob({ projectId: job.projectId, jobId: job.jobId, action }))
  return (
    <chakra.span display="inline-flex" gap="1">
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
const mayRetry = ({ state, reconciliation }: Job): boolean =>
  state === 'Failed' || reconciliation === null || reconciliation.exceptions > 0
