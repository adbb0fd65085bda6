/** What may be said of the books of jobs: that they hold only where the work came to its end and nothing is missing. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'
import { hasEnded, type JobState, type NotRead } from '#contracts/jobs.ts'
import { counted, fileSize } from '../format.ts'
import { Icon, type IconName } from '../icon.tsx'
import { isLive } from './job-state.tsx'

/** `open`: the work goes on; `stopped`: it does not, and came to no end. Of neither it is known what is missing. */
export type Verdict = 'holds' | 'lost' | 'open' | 'stopped'

export function verdictOf(state: JobState, unexplained: number): Verdict {
  if (hasEnded(state)) return unexplained === 0 ? 'holds' : 'lost'
  return isLive(state) ? 'open' : 'stopped'
}

const look: Readonly<Record<Verdict, { icon: IconName; background: string; color: string }>> = {
  holds: { icon: 'ok', background: 'okGround', color: 'okInk' },
  lost: { icon: 'error', background: 'dangerGround', color: 'dangerInk' },
  open: { icon: 'jobs', background: 'sunken', color: 'muted' },
  stopped: { icon: 'warning', background: 'attentionGround', color: 'attentionInk' },
}

export function VerdictLine({
  verdict,
  children,
}: {
  readonly verdict: Verdict
  readonly children: ReactNode
}): ReactElement {
  const { icon, background, color } = look[verdict]
  return (
    <chakra.div
      role="status"
      display="flex"
      alignItems="center"
      gap="2"
      px="4"
      py="2"
      background={background}
      color={color}
    >
      <Icon name={icon} />
      <span>{children}</span>
    </chakra.div>
  )
}

/** Of a job that has not come to its end: why, and what gets it there. */
export function notSettled(state: JobState): { readonly why: string; readonly advice: string } {
  if (isLive(state)) return { why: 'Not settled yet: the job is not at its end.', advice: '' }
  const resume = 'Resume it: it goes on from there.'
  if (state === 'Paused') return { why: 'Not settled: the job is paused.', advice: resume }
  if (state === 'Cancelled')
    return { why: 'Not settled: the job was cancelled before its end.', advice: resume }
  return {
    why: 'Not settled: the job failed before its end.',
    advice: 'Retry it: it goes on from there.',
  }
}

/** So many files, and how much is left of them: one may be read in part. */
export const amount = ({ files, bytes }: NotRead): string =>
  `${counted(files, 'file')} (${fileSize(bytes)} left)`
