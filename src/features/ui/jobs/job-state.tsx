import type { ReactElement } from 'react'
import type { Job, JobState } from '#contracts/jobs.ts'
import { Badge, type Tone } from '../badge.tsx'
import type { IconName } from '../icon.tsx'

const look: Readonly<Record<JobState, { tone: Tone; icon: IconName; word: string }>> = {
  Created: { tone: 'neutral', icon: 'jobs', word: 'Created' },
  Queued: { tone: 'neutral', icon: 'jobs', word: 'Queued' },
  Running: { tone: 'accent', icon: 'play', word: 'Running' },
  Paused: { tone: 'attention', icon: 'pause', word: 'Paused' },
  Cancelling: { tone: 'attention', icon: 'stop', word: 'Cancelling' },
  Cancelled: { tone: 'neutral', icon: 'stop', word: 'Cancelled' },
  Completed: { tone: 'ok', icon: 'check', word: 'Completed' },
  CompletedWithErrors: { tone: 'attention', icon: 'warning', word: 'With exceptions' },
  Failed: { tone: 'danger', icon: 'error', word: 'Failed' },
  RolledBack: { tone: 'neutral', icon: 'undo', word: 'Rolled back' },
}

export function JobStateBadge({ state }: { readonly state: JobState }): ReactElement {
  const { tone, icon, word } = look[state]
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  )
}

export const jobKinds: Readonly<Record<Job['kind'], string>> = { import: 'Import', reindex: 'Index' }

export const isLive = (state: JobState): boolean =>
  state === 'Created' || state === 'Queued' || state === 'Running' || state === 'Cancelling'
